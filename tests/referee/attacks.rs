// SPDX-License-Identifier: MIT OR Apache-2.0

//! Programs that try to win by force, to outlive the referee, or to rewrite results. None succeeds.
//!
//! The program is `attacker.c`, compiled here. Without a C compiler the tests say that they skip.
//! `cargo test -p katachi --test referee attack` tries all of these.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use tempfile::TempDir;

use crate::test_folder::{KATACHI, TestFolder, program, trials};

/// Attacks on the opponent or the referee: a name of `attacker.c`, and the fact that a test states.
const BY_FORCE: [(&str, &str); 21] = [
    ("kill", "an_attack_kills_no_opponent"),
    ("stop", "an_attack_stops_no_opponent"),
    ("kill-referee", "an_attack_kills_no_referee"),
    ("kill-group", "an_attack_kills_no_group_of_the_referee"),
    ("input-signal", "an_attack_makes_the_kernel_kill_nobody"),
    ("trace", "an_attack_traces_no_opponent"),
    ("trace-referee", "an_attack_traces_no_referee"),
    ("memory", "an_attack_writes_no_memory_of_the_opponent"),
    ("memory-referee", "an_attack_writes_no_memory_of_the_referee"),
    ("input", "an_attack_writes_no_input_of_the_opponent"),
    ("time", "an_attack_takes_no_time_from_the_opponent"),
    ("idle", "an_attack_makes_no_opponent_idle"),
    ("socket", "an_attack_reaches_no_other_program_by_a_socket"),
    (
        "unseen-memory",
        "an_attack_takes_no_memory_beside_its_address_space",
    ),
    ("unseen-space", "an_attack_makes_no_file_without_a_name"),
    ("lease", "an_attack_delays_no_writer_of_a_file"),
    ("lock", "an_attack_locks_no_file"),
    ("rights", "an_attack_gives_nobody_the_rights_of_the_user"),
    ("root", "an_attack_has_no_power_of_root"),
    ("spy", "an_attack_reads_no_secrets_of_other_processes"),
    ("numbered-memory", "an_attack_uses_no_numbered_memory_of_others"),
];

/// Ways to take more space on the disk than a program may.
const BY_SPACE: [(&str, &str); 5] = [
    ("one", "a_large_file_loses"),
    ("several", "many_small_files_lose"),
    ("many", "ten_thousand_empty_files_lose"),
    ("deep", "files_at_a_path_that_is_too_long_lose"),
    ("hidden", "files_in_a_folder_without_rights_lose"),
];

pub(crate) fn tests() -> Vec<Trial> {
    let by_force = BY_FORCE
        .iter()
        .map(|&(way, title)| Trial::test(title, move || loses_by_no_force(way)));
    let by_space = BY_SPACE
        .iter()
        .map(|&(way, title)| Trial::test(title, move || loses_by_space(way)));
    let others = trials![
        an_attack_by_numbers_of_x32_is_a_fork,
        an_attack_by_thousands_of_threads_loses,
        an_attack_changes_no_file,
        an_attack_outlives_no_referee,
        an_attack_by_exec_in_a_thread_outlives_no_referee,
        an_attack_hides_no_time_from_the_clock,
        an_attack_by_orphans_outlives_no_referee,
        an_attack_by_orphans_outlives_no_game,
        a_program_writes_to_its_own_folder,
        a_program_with_children_plays_on_request,
        a_program_with_children_has_its_own_shared_memory,
        a_program_with_children_dies_as_one_without,
    ];
    by_force.chain(by_space).chain(others).collect()
}

/// Returns the command of the attacker, or says that the test skips.
pub(crate) fn attacker(words: &[&str]) -> Option<String> {
    static COMPILED: OnceLock<Option<(TempDir, PathBuf)>> = OnceLock::new();
    let compiled = COMPILED.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let program = folder.path().join("attacker");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/referee/attacker.c");
        let done = Command::new("cc")
            .arg("-pthread")
            .arg("-o")
            .arg(&program)
            .arg(source)
            .status();
        done.is_ok_and(|status| status.success())
            .then_some((folder, program))
    });
    let Some((_, path)) = compiled else {
        println!("skipped: there is no C compiler 'cc'");
        return None;
    };
    let path = path.to_str().expect("paths are text");
    let words = [path].into_iter().chain(words.iter().copied());
    Some(shlex::try_join(words).expect("no word has a zero in it"))
}

/// Says that a test skips if the referee complains about this system so.
pub(crate) fn skips_with(folder: &TestFolder, gap: &str) -> bool {
    let skips = folder.has_gap(gap);
    if skips {
        println!("skipped: this system has {gap}, as the referee says at its start");
    }
    skips
}

/// Black plays a stone and passes. White attacks, and passes if that was in vain.
fn loses_by_no_force(way: &str) -> Result<(), Failed> {
    let Some(attacker) = attacker(&[way]) else {
        return Ok(());
    };
    let folder = TestFolder::new();
    let is_by_files = way.starts_with("memory") || ["input", "unseen-space", "spy"].contains(&way);
    if is_by_files && skips_with(&folder, "no Landlock") {
        return Ok(());
    }
    let game = folder.referee(&program("list", "D4"), &attacker, "--idle 5");
    let verdict = game.line("verdict: ");
    assert!(
        verdict.starts_with("B+") && !verdict.contains('F'),
        "{}",
        game.out
    );
    assert_eq!(game.record.move_count(), 3, "the attack has worked\n{}", game.out);
    Ok(())
}

/// White fills the disk, while it has the move or while Black has it.
fn loses_by_space(way: &str) -> Result<(), Failed> {
    let Some(attacker) = attacker(&["space", way]) else {
        return Ok(());
    };
    let folder = TestFolder::new();
    for black in ["list", "sleeper"] {
        if way == "one" && black == "sleeper" {
            // The kernel ends White, and its end is seen when it has the move.
            continue;
        }
        let game = folder.referee(&program(black, "D4"), &attacker, "--disk 8 --idle 60");
        let why = "had more than 8 MiB or 10000 files in its folder, or folders that cannot be read";
        game.ends("B+F: White ", why);
    }
    Ok(())
}

fn an_attack_by_thousands_of_threads_loses() {
    let Some(attacker) = attacker(&["threads"]) else {
        return;
    };
    let folder = TestFolder::new();
    for (black, forks) in [("list", ""), ("sleeper", ""), ("list", "--allow-forks")] {
        let game = folder.referee(&program(black, "D4"), &attacker, &format!("--idle 60 {forks}"));
        game.ends("B+F: White ", "had more than 1000 threads");
    }
}

fn an_attack_by_numbers_of_x32_is_a_fork() {
    if !cfg!(target_arch = "x86_64") {
        println!("skipped: only x86-64 has these numbers");
        return;
    }
    let Some(attacker) = attacker(&["x32"]) else {
        return;
    };
    let game = TestFolder::new().referee(&program("list", "D4"), &attacker, "");
    game.ends("B+F: White ", "forked, or tried to");
}

fn an_attack_changes_no_file() {
    let folder = TestFolder::new();
    if skips_with(&folder, "no Landlock") || skips_with(&folder, "a Landlock older than Linux 6.2") {
        return;
    }
    let (victim, new) = (folder.file("victim.sgf"), folder.file("new.sgf"));
    let record = "(;GM[1]RE[B+1])";
    fs::write(&victim, record).expect("a file can be written");
    let rules = fs::metadata(&victim).expect("it is there").permissions();
    let path = victim.to_str().expect("paths are text");
    let new_path = new.to_str().expect("paths are text");
    for words in [
        ["write", path, "RE[W+99]"].as_slice(),
        &["write", new_path, "RE[W+99]"],
        &["spoil", path],
    ] {
        let Some(attacker) = attacker(words) else {
            return;
        };
        for forks in ["", "--allow-forks"] {
            let game = folder.referee(&program("list", "D4"), &attacker, forks);
            assert_eq!(game.record.move_count(), 3, "{words:?} has worked\n{}", game.out);
            assert_eq!(fs::read_to_string(&victim).expect("it is there"), record);
            assert_eq!(fs::metadata(&victim).expect("it is there").permissions(), rules);
            assert!(!new.exists(), "{words:?} has made a file");
        }
    }
}

/// Returns the attackers with that word in their command line. Their keepers have it, too.
fn processes(word: &str) -> Vec<u32> {
    let entries = fs::read_dir("/proc").expect("there is /proc");
    let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    numbers
        .filter(|pid| {
            let words = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            let words = String::from_utf8_lossy(&words);
            let mut words = words.split('\0');
            words.next().is_some_and(|first| first.ends_with("/attacker")) && words.any(|found| found == word)
        })
        .collect()
}

/// Waits until enough attackers have that word in their command line.
#[track_caller]
fn wait_for(word: &str, is_enough: impl Fn(usize) -> bool) {
    let started = Instant::now();
    while !is_enough(processes(word).len()) {
        assert!(
            started.elapsed() < Duration::from_secs(20),
            "{:?}",
            processes(word)
        );
        sleep(Duration::from_millis(20));
    }
}

/// Kills a referee in the middle of a game with such an attacker. Its processes are found by a word.
fn outlives(way: &str, options: &str, count: usize) {
    let folder = TestFolder::new();
    let mark = folder.file("mark").display().to_string();
    let Some(attacker) = attacker(&[way, &mark]) else {
        return;
    };
    let mut referee = folder
        .command(Path::new(KATACHI))
        .args(folder.words(&program("list", "D4"), &attacker, options))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program can be started");
    wait_for(&mark, |found| found >= count);
    sleep(Duration::from_millis(300));
    referee.kill().expect("it is ours");
    referee.wait().expect("it is ours");
    wait_for(&mark, |found| found == 0);
}

fn an_attack_outlives_no_referee() {
    outlives("outlive", "", 1);
}

fn an_attack_by_exec_in_a_thread_outlives_no_referee() {
    outlives("exec", "", 1);
}

fn an_attack_by_orphans_outlives_no_referee() {
    outlives("orphan", "--allow-forks", 3);
}

fn an_attack_by_orphans_outlives_no_game() {
    let folder = TestFolder::new();
    let mark = folder.file("mark").display().to_string();
    let Some(attacker) = attacker(&["orphan", &mark]) else {
        return;
    };
    let game = folder.referee(&program("list", "D4"), &attacker, "--allow-forks --idle 2");
    assert!(
        game.line("verdict: B+F: ").contains("made no move"),
        "{}",
        game.out
    );
    wait_for(&mark, |found| found == 0);
}

/// An attack that computes for two seconds where it has less than one.
fn an_attack_hides_no_time_from_the_clock() {
    for (way, forks) in [("hide-time", ""), ("children-time", "--allow-forks")] {
        let Some(attacker) = attacker(&[way]) else {
            return;
        };
        let options = format!("{forks} --main 0.5 --byo-romi 0.3 --idle 60");
        let game = TestFolder::new().referee(&program("list", "D4"), &attacker, &options);
        game.ends("B+T: White ", "");
    }
}

/// Returns the command of a program that first runs a script of the shell.
fn after_script(script: &str) -> String {
    let then = program("list", "Q16");
    shlex::try_join(["sh", "-c", &format!("set -e; {script}; exec {then}")])
        .expect("no word has a zero in it")
}

fn a_program_writes_to_its_own_folder() {
    let folder = TestFolder::new();
    let writer = after_script("echo text >$TMPDIR/file; cd $TMPDIR; mv file other; echo nothing >/dev/null");
    for options in ["", "--allow-forks"] {
        // Without forks the shell has no 'mv'.
        let writer = match options {
            "" => writer.replace("mv file other;", ":>other;"),
            _ => writer.clone(),
        };
        let scratch = folder.file("scratch");
        let options = format!("{options} --scratch {}", scratch.display());
        let game = folder.referee(&writer, &program("list", ""), &options);
        assert_eq!(game.record.move_count(), 3, "{}", game.out);
        assert!(scratch.join("black/other").exists());
        fs::remove_dir_all(scratch).expect("the user may remove it");
    }
}

fn a_program_with_children_plays_on_request() {
    let folder = TestFolder::new();
    // A child is ended by a signal, and its parent waits for it.
    let parent = after_script("sleep 60 & kill $!; ! wait $!; test $(echo text | wc -l) = 1");
    let game = folder.referee(&parent, &program("list", ""), "--allow-forks --idle 20");
    assert_eq!(game.record.move_count(), 3, "{}", game.out);
}

fn a_program_with_children_has_its_own_shared_memory() {
    let folder = TestFolder::new();
    if skips_with(&folder, "no PID namespaces") {
        return;
    }
    let file = format!("/dev/shm/katachi-test-{}", std::process::id());
    let user = after_script(&format!("echo text >{file}; test $(cat {file}) = text"));
    let game = folder.referee(&user, &program("list", ""), "--allow-forks");
    assert_eq!(game.record.move_count(), 3, "{}", game.out);
    assert!(!Path::new(&file).exists());
}

fn a_program_with_children_dies_as_one_without() {
    for (name, how) in [
        ("quitter", "died (exit status: 3)"),
        ("crasher", "died (signal: 6 (SIGABRT)), its last words: 'oh no'"),
        ("mute", "died (closed its output but runs on)"),
    ] {
        let game = TestFolder::new().referee(&program(name, ""), &program("list", ""), "--allow-forks");
        game.ends("W+F: ", how);
    }
}
