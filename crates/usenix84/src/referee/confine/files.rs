// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files and signals of a program, by Landlock: it writes to its own folder alone, and its signals reach
//! only its own processes.
//!
//! Landlock also keeps a program from the memory of processes outside, by `ptrace` or `/proc`.

use std::path::Path;

use anyhow::Result;
use landlock::{
    ABI, Access as _, AccessFs, BitFlags, LandlockStatus, PathBeneath, PathFd, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetStatus, Scope, make_bitflags, path_beneath_rules,
};

/// The first version of Landlock with all rights that are used here.
const WANTED: ABI = ABI::V6;

const SINKS: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Enforced {
    /// It writes, makes and removes only its own files, and sees no other memory.
    pub(super) files: bool,
    /// It cannot empty other files either.
    pub(super) truncation: bool,
    /// Its signals reach only its own processes.
    pub(super) signals: bool,
}

/// Restricts this process, and the program that it becomes, to these folders. Reading stays free: a program
/// needs its libraries and data.
///
/// It can remove files of `scratch` if it `removes`; one that is removed while it is open takes space that
/// nobody sees. Shared memory has a limit of its own. A kernel without Landlock, or with an old one, enforces
/// less.
pub(super) fn restrict(scratch: Option<&Path>, removes: bool, memory: Option<&Path>) -> Result<Enforced> {
    // No devices: root could write to a disk by one that it made.
    let kept = make_bitflags!(AccessFs::{WriteFile | MakeDir | MakeReg | MakeSym | MakeFifo | Truncate});
    let removable = kept | make_bitflags!(AccessFs::{RemoveDir | RemoveFile | Refer});
    let device: BitFlags<AccessFs> = make_bitflags!(AccessFs::{WriteFile | Truncate | IoctlDev});
    let mut rules = Ruleset::default()
        .handle_access(AccessFs::from_write(WANTED))?
        .scope(Scope::from_all(WANTED))?
        .create()?
        .add_rules(path_beneath_rules(SINKS, device))?;
    let of_scratch = if removes { removable } else { kept };
    for (folder, access) in [(scratch, of_scratch), (memory, removable)] {
        if let Some(folder) = folder {
            rules = rules.add_rule(PathBeneath::new(PathFd::new(folder)?, access))?;
        }
    }
    let status = rules.restrict_self()?;
    let abi = match status.landlock {
        LandlockStatus::Available { effective_abi, .. } if status.ruleset != RulesetStatus::NotEnforced => {
            effective_abi
        }
        _ => return Ok(Enforced::default()),
    };
    Ok(Enforced {
        files: true,
        truncation: abi >= ABI::V3,
        signals: abi >= ABI::V6,
    })
}
