// SPDX-License-Identifier: MIT OR Apache-2.0

//! Jobs that are spread over processors and machines: by the driver of jobs, Ray, GNU parallel and Slurm. The
//! tables are those of one process. Tests of programs that are not installed say that they skip.

use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::arena::Workshop;
use crate::arena_jobs::played_and_planned;
use crate::folder::{errors, has};

/// Runs `cluster/katachi_jobs.py arena cup.toml --out OUT`, unless Python or Ray is not there.
fn spread(workshop: &Workshop, out: &str, ray: bool) -> Option<Output> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cluster/katachi_jobs.py");
    let needed = if ray { "import ray" } else { "import argparse" };
    let is_there = Command::new(&python).args(["-c", needed]).output();
    if !is_there.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: {python} cannot {needed}");
        return None;
    }
    let mut command = Command::new(python);
    command
        .args([
            script,
            "arena",
            "cup.toml",
            "--out",
            out,
            "--katachi",
            env!("CARGO_BIN_EXE_katachi"),
        ])
        .args(if ray {
            &["--ray", "local"][..]
        } else {
            &["--workers", "2"]
        })
        .env(crate::NO_CONFIG, "true")
        .current_dir(workshop.path("."));
    Some(command.output().expect("Python starts"))
}

#[test]
fn the_driver_of_jobs_goes_on_where_it_was_and_ends_with_the_same_tables() {
    let workshop = played_and_planned(6);
    workshop.run("job jobs.jsonl --line 2 --out spread/results");
    let Some(done) = spread(&workshop, "spread", false) else {
        return;
    };
    assert!(done.status.success(), "{}", errors(&done));
    assert!(errors(&done).contains("5 of 5 done"), "{}", errors(&done));
    assert_eq!(workshop.tables("spread"), workshop.tables("cup"));
    let again = spread(&workshop, "spread", false).expect("Python was there");
    assert!(again.status.success(), "{}", errors(&again));
    assert!(errors(&again).is_empty(), "{}", errors(&again));
}

#[test]
fn a_job_that_fails_is_named_and_the_others_are_done() {
    let workshop = played_and_planned(2);
    workshop.write("player.sh", "exit 3\n");
    let Some(done) = spread(&workshop, "spread", false) else {
        return;
    };
    assert_eq!(done.status.code(), Some(1));
    let text = errors(&done);
    has(&text, ["game 1 failed: ", "2 failed: the same command"]);
}

#[test]
fn ray_spreads_jobs() {
    let workshop = played_and_planned(6);
    if let Some(done) = spread(&workshop, "spread", true) {
        assert!(done.status.success(), "{}", errors(&done));
        assert_eq!(workshop.tables("spread"), workshop.tables("cup"));
    }
}

#[test]
fn gnu_parallel_spreads_jobs() {
    let has_parallel = Command::new("parallel").arg("--version").output();
    if !has_parallel.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU parallel")) {
        eprintln!("skipped: GNU parallel is not installed");
        return;
    }
    let workshop = played_and_planned(6);
    let script =
        "parallel --will-cite --jobs 2 --pipe -N 1 \"$KATACHI\" arena job < jobs.jsonl > results.jsonl";
    let done = Command::new("sh")
        .args(["-c", script])
        .env("KATACHI", env!("CARGO_BIN_EXE_katachi"))
        .env(crate::NO_CONFIG, "true")
        .current_dir(workshop.path("."))
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", errors(&done));
    workshop.run("merge results.jsonl --out merged");
    assert_eq!(workshop.tables("merged"), workshop.tables("cup"));
}

/// A Slurm cluster of this machine alone, which ends with the value.
struct Slurm {
    folder: TempDir,
    daemons: Vec<Child>,
}

impl Slurm {
    /// Starts it, unless Slurm is not installed or does not start here.
    fn start() -> Option<Self> {
        let is_there = |name: &str| Command::new(name).arg("-V").stdin(Stdio::null()).output().is_ok();
        if !["slurmctld", "slurmd", "sbatch"].into_iter().all(is_there) {
            eprintln!("skipped: Slurm is not installed");
            return None;
        }
        let mut slurm = Self {
            folder: tempfile::tempdir().expect("a folder can be made"),
            daemons: Vec::new(),
        };
        slurm.configure();
        for daemon in ["slurmctld", "slurmd"] {
            let log = fs::File::create(slurm.folder.path().join(daemon)).unwrap();
            let mut command = slurm.command(daemon);
            command.arg("-D").stdin(Stdio::null());
            command.stdout(log.try_clone().unwrap()).stderr(log);
            slurm.daemons.push(command.spawn().ok()?);
        }
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(20) {
            let states = slurm.command("sinfo").args(["-h", "-o", "%T"]).output().ok()?;
            if String::from_utf8_lossy(&states.stdout).trim() == "idle" {
                return Some(slurm);
            }
            thread::sleep(Duration::from_millis(200));
        }
        let log = fs::read_to_string(slurm.folder.path().join("slurmd")).unwrap_or_default();
        eprintln!(
            "skipped: Slurm does not start here: {}",
            log.lines().last().unwrap_or_default()
        );
        None
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(name);
        command.env("SLURM_CONF", self.folder.path().join("slurm.conf"));
        command
    }

    fn configure(&self) {
        let output = Command::new("hostname")
            .arg("-s")
            .output()
            .expect("hostname starts");
        let host = String::from_utf8(output.stdout).unwrap().trim().to_owned();
        let folder = self.folder.path().display();
        let ports = [0, 0].map(|port| TcpListener::bind(("127.0.0.1", port)).unwrap());
        let [controller, node] = ports.map(|listener| listener.local_addr().unwrap().port());
        let text = format!(
            "ClusterName=test\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser=root\nSlurmdUser=root\nAuthType=auth/none\n\
             CredType=cred/none\nSlurmctldPort={controller}\nSlurmdPort={node}\nSlurmctldPidFile={folder}/slurmctld.pid\n\
             SlurmdPidFile={folder}/slurmd.pid\nStateSaveLocation={folder}/state\nSlurmdSpoolDir={folder}/spool\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSwitchType=switch/none\nMailProg=/bin/true\n\
             JobAcctGatherType=jobacct_gather/none\nSelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\n\
             NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\nPartitionName=all Nodes=ALL Default=YES State=UP\n"
        );
        fs::write(self.folder.path().join("slurm.conf"), text).unwrap();
        fs::write(self.folder.path().join("cgroup.conf"), "CgroupPlugin=cgroup/v1\n").unwrap();
        for name in ["state", "spool"] {
            fs::create_dir(self.folder.path().join(name)).unwrap();
        }
    }

    /// Runs the array recipe for all lines of `jobs.jsonl`, and waits for its end.
    fn run_array(&self, workshop: &Workshop, lines: usize) -> Output {
        let mut command = self.command("timeout");
        command
            .args(["120", "sbatch", "--wait"])
            .arg(format!("--array=1-{lines}"))
            .arg(crate::repository().join("cluster/slurm-array.sh"))
            .args(["jobs.jsonl", "results"])
            .env("PATH", crate::path())
            .env(crate::NO_CONFIG, "true")
            .current_dir(workshop.path("."));
        command.output().expect("sbatch starts")
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        for daemon in &mut self.daemons {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

#[test]
fn slurm_runs_an_array_and_again_what_is_missing() {
    let workshop = played_and_planned(4);
    let Some(slurm) = Slurm::start() else { return };
    fs::create_dir(workshop.path("results")).unwrap();
    let done = slurm.run_array(&workshop, 4);
    assert!(done.status.success(), "{}", errors(&done));
    workshop.run("merge results --out merged");
    assert_eq!(workshop.tables("merged"), workshop.tables("cup"));

    let mut results: Vec<PathBuf> = fs::read_dir(workshop.path("results"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    results.sort();
    assert_eq!(results.len(), 4);
    let kept = fs::metadata(&results[0]).unwrap().modified().unwrap();
    fs::remove_file(&results[1]).unwrap();
    let again = slurm.run_array(&workshop, 4);
    assert!(again.status.success(), "{}", errors(&again));
    assert!(results[1].exists(), "the missing game is played");
    assert_eq!(fs::metadata(&results[0]).unwrap().modified().unwrap(), kept);
}
