// SPDX-License-Identifier: MIT OR Apache-2.0

//! Programs with children: namespaces of their own, so that no child is left over or reaches anything
//! outside.
//!
//! Three more processes of Katachi take part. The *leader* is a child of the program's
//! [`keeper`](katachi_line_program::keeper). It makes the namespaces and stays outside of them. It starts
//! the *first* process inside; when that ends, the kernel kills all others inside. Then it starts the
//! *member*, which becomes the program. The first ends with the leader, the leader with the member or the
//! keeper.

use std::convert::Infallible;
use std::fs;
use std::io;
use std::process::{Command, Stdio, exit};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, unshare};
use nix::sys::wait::waitpid;
use nix::unistd::{getgid, getuid};

use katachi_line_program::keeper::{close_streams, end_as};

pub(super) const SHARED_MEMORY: &str = "/dev/shm";

/// Makes the namespaces of processes that this one starts.
pub(super) fn separate() -> Result<()> {
    let own = CloneFlags::CLONE_NEWPID | CloneFlags::CLONE_NEWNS | CloneFlags::CLONE_NEWIPC;
    // Root needs no other rights; with those of a new user it could not read the files of others.
    if unshare(own).is_ok() {
        return Ok(());
    }
    let (user, group) = (getuid(), getgid());
    unshare(own | CloneFlags::CLONE_NEWUSER)?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
    Ok(())
}

/// Starts the first process and the member, waits for the member, and ends as it does.
pub(super) fn lead(mut first: Command, mut member: Command) -> Result<Infallible> {
    let mut first = first
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("cannot start the first process of a namespace")?;
    let mut member = member.spawn().context("cannot start a process in a namespace")?;
    close_streams()?;
    let status = member.wait()?;
    first.kill()?;
    first.wait()?;
    end_as(status)
}

/// Waits for the processes inside that nobody else waits for, until the leader has ended.
pub(super) fn wait_inside() -> ! {
    thread::spawn(|| {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        exit(0);
    });
    loop {
        if waitpid(None, None).is_err() {
            thread::sleep(Duration::from_millis(100));
        }
    }
}

/// Gives the namespace of this process shared memory of its own. Only the leader has that right.
pub(super) fn mount_memory(mebibytes: u64) -> nix::Result<()> {
    // Otherwise a mount would appear outside, too.
    let private = MsFlags::MS_REC | MsFlags::MS_PRIVATE;
    mount(NOTHING, "/", NOTHING, private, NOTHING)?;
    let safe = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    let size = format!("size={mebibytes}m,mode=1777");
    mount(Some("tmpfs"), SHARED_MEMORY, Some("tmpfs"), safe, Some(&*size))
}

/// Shows this process only the processes of its namespace in `/proc`, if it may. Otherwise it sees those
/// outside and cannot reach them.
pub(super) fn mount_proc() {
    let safe = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    let _ = mount(Some("proc"), "/proc", Some("proc"), safe, NOTHING);
}

const NOTHING: Option<&str> = None;
