// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tournaments of many programs: to the end, through a kill, and refusals.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use libtest_mimic::Trial;

use crate::attacks::{attacker, skips_with};
use crate::test_folder::{KATACHI, TestFolder, program, trials, without_gaps};

pub(crate) fn tests() -> Vec<Trial> {
    trials![
        a_swiss_tournament_goes_to_its_end,
        a_tournament_goes_on_after_a_kill,
        a_finished_game_is_not_played_again_even_if_its_record_is_changed,
        an_attack_by_a_record_made_before_the_game_gives_no_result,
        an_attack_on_the_records_of_others_changes_no_standing,
        a_knockout_goes_to_its_end_and_a_void_game_is_replayed,
        a_person_corrects_a_tournament,
        bad_tournaments_are_refused,
    ]
}

/// Writes a players' file, the best seed first.
fn players(folder: &TestFolder, programs: &[(&str, String)]) {
    let entry = |(name, command): &(&str, String)| {
        format!("[[program]]\nname = \"{name}\"\ncommand = '''{command}'''\n")
    };
    let text: String = programs.iter().map(entry).collect();
    fs::write(folder.file("players.toml"), text).expect("a file can be written");
}

/// Enters five programs: two that play a stone, and three that forfeit, each in its own way.
fn five(folder: &TestFolder) {
    players(
        folder,
        &[
            ("One stone", program("list", "Q16")),
            ("Two stones", program("list", "D4,D16")),
            ("Quitter", program("quitter", "")),
            ("Crasher", program("crasher", "")),
            ("Occupier", program("list", "K10,K10")),
        ],
    );
}

fn words(kind: &str, more: &str) -> Vec<String> {
    let line = format!("referee --tournament {kind} --players players.toml --out cup {more}");
    shlex::split(&line).expect("options can be split")
}

/// Plays the tournament and returns its output.
#[track_caller]
fn play(folder: &TestFolder, kind: &str, more: &str) -> String {
    let output = folder.katachi(&words(kind, more), "");
    let complaint = without_gaps(&output.stderr);
    assert!(output.status.success() && complaint.is_empty(), "{complaint}");
    String::from_utf8(output.stdout).expect("the referee writes text")
}

fn read(folder: &TestFolder, name: &str) -> String {
    fs::read_to_string(folder.file("cup").join(name)).expect(name)
}

fn records(folder: &TestFolder) -> Vec<String> {
    let entries = fs::read_dir(folder.file("cup/games")).expect("there are records");
    let names = entries.map(|entry| entry.expect("a record").file_name().into_string());
    let mut names: Vec<String> = names.collect::<Result<_, _>>().expect("names are text");
    names.sort();
    names
}

fn a_swiss_tournament_goes_to_its_end() {
    let folder = TestFolder::new();
    five(&folder);
    let out = play(&folder, "swiss", "");
    // Three rounds for five programs, two games each, and a bye.
    assert_eq!(
        out.lines().filter(|line| line.starts_with("round ")).count(),
        6,
        "{out}"
    );
    let table = read(&folder, "standings.txt");
    assert!(out.ends_with(&table), "{out}");
    assert!(
        table.starts_with("Swiss of 5 programs, round 3 of 3\n"),
        "{table}"
    );
    assert_eq!(table.matches("bye").count(), 3, "{table}");
    assert_eq!(records(&folder).len(), 6);
    let page = read(&folder, "standings.html");
    assert!(page.contains("games/round-01-game-01.sgf") && page.contains("One stone"));
    // Nothing is left to be played.
    let again = play(&folder, "swiss", "");
    assert!(again.starts_with("6 games played before\n"), "{again}");
    assert!(again.ends_with(&table) && !again.contains("\nround "), "{again}");
}

fn a_tournament_goes_on_after_a_kill() {
    let whole = TestFolder::new();
    five(&whole);
    play(&whole, "swiss", "--seed 3 --rounds 2");
    let folder = TestFolder::new();
    five(&folder);
    let mut child = folder
        .command(Path::new(KATACHI))
        .args(words("swiss", "--seed 3 --rounds 2"))
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    // The file is whole whenever it is read.
    while child.try_wait().expect("it is ours").is_none() {
        if let Ok(text) = fs::read_to_string(folder.file("cup/tournament.json")) {
            let state: serde_json::Value = serde_json::from_str(&text).expect("it is whole");
            if state["rounds"][0]["matches"][0]["results"][0].is_string() {
                break;
            }
        }
        sleep(Duration::from_millis(5));
    }
    child.kill().expect("it is ours");
    child.wait().expect("it is ours");
    let first = folder.file("cup/games/round-01-game-01.sgf");
    let written = || {
        fs::metadata(&first)
            .and_then(|data| data.modified())
            .expect("it is finished")
    };
    let before = written();
    let out = play(&folder, "swiss", "--seed 3 --rounds 2");
    assert!(out.contains(" played before\n"), "{out}");
    assert_eq!(before, written(), "a finished game is never played again");
    assert_eq!(read(&folder, "standings.txt"), read(&whole, "standings.txt"));
}

fn a_finished_game_is_not_played_again_even_if_its_record_is_changed() {
    let folder = TestFolder::new();
    five(&folder);
    play(&folder, "swiss", "--rounds 1");
    let table = read(&folder, "standings.txt");
    let record = folder.file("cup/games/round-01-game-02.sgf");
    let sgf = fs::read_to_string(&record).expect("it is there");
    // A referee that is killed between its two writes leaves the first of these.
    for rewritten in [
        sgf.replace("RE[", "XX["),
        with_result(&sgf, "Void"),
        String::new(),
    ] {
        fs::write(&record, &rewritten).expect("a file can be written");
        let out = play(&folder, "swiss", "--rounds 1");
        assert!(out.starts_with("2 games played before\n"), "{out}");
        assert_eq!(read(&folder, "standings.txt"), table);
        assert_eq!(fs::read_to_string(&record).expect("it is there"), rewritten);
    }
}

/// Returns a record with another result.
fn with_result(sgf: &str, result: &str) -> String {
    let (before, rest) = sgf.split_once("RE[").expect("it has a result");
    let (_, after) = rest.split_once(']').expect("it is whole");
    format!("{before}RE[{result}]{after}")
}

fn an_attack_by_a_record_made_before_the_game_gives_no_result() {
    let folder = TestFolder::new();
    five(&folder);
    play(&folder, "swiss", "--rounds 1");
    let table = read(&folder, "standings.txt");
    let record = folder.file("cup/games/round-01-game-02.sgf");
    let path = folder.file("cup/tournament.json");
    let mut state: serde_json::Value =
        serde_json::from_str(&read(&folder, "tournament.json")).expect("it is whole");
    state["rounds"][0]["matches"][1]["results"] = serde_json::Value::Array(Vec::new());
    fs::write(&path, state.to_string()).expect("a file can be written");
    let sgf = fs::read_to_string(&record).expect("it is there");
    fs::write(&record, with_result(&sgf, "Void")).expect("a file can be written");
    let out = play(&folder, "swiss", "--rounds 1");
    assert!(
        out.starts_with("1 game played before\nround 1 game 2: ") && !out.contains("Void"),
        "{out}"
    );
    assert_eq!(read(&folder, "standings.txt"), table);
    assert!(
        !fs::read_to_string(&record)
            .expect("it is there")
            .contains("RE[Void]")
    );
}

fn an_attack_on_the_records_of_others_changes_no_standing() {
    let folder = TestFolder::new();
    if skips_with(&folder, "no Landlock") {
        return;
    }
    let cup = folder.file("cup");
    let paths = [
        "games/round-01-game-01.sgf",
        "games/round-02-game-01.sgf",
        "tournament.json",
    ];
    let paths = paths.map(|name| cup.join(name).display().to_string());
    let forged = "(;FF[4]GM[1]SZ[19]AP[Katachi:1]RE[W+99])";
    let mut programs = vec![
        ("Honest", program("list", "Q16")),
        ("Quitter", program("quitter", "")),
    ];
    for (name, path) in ["First", "Second", "Third"].into_iter().zip(&paths) {
        let Some(command) = attacker(&["write", path, forged]) else {
            return;
        };
        programs.push((name, command));
    }
    players(&folder, &programs);
    play(&folder, "swiss", "");
    for path in &paths {
        let text = fs::read_to_string(path).expect("it is there");
        assert!(!text.starts_with(forged), "{path}: {text}");
    }
    // An attacker whose attack has worked plays T19.
    for name in records(&folder) {
        let sgf = read(&folder, &format!("games/{name}"));
        assert!(!sgf.contains("W+99") && !sgf.contains("[sa]"), "{name}: {sgf}");
    }
    // A forger who is no program of the game has no more power.
    let table = read(&folder, "standings.txt");
    for name in records(&folder) {
        fs::write(cup.join("games").join(name), forged).expect("a file can be written");
    }
    play(&folder, "swiss", "");
    assert_eq!(read(&folder, "standings.txt"), table);
}

fn a_knockout_goes_to_its_end_and_a_void_game_is_replayed() {
    let folder = TestFolder::new();
    // These two have not ended after four moves, whoever begins.
    let fighter = |moves| program("list", moves);
    players(
        &folder,
        &[
            ("Best", fighter("A1,B1,C1,D1,E1")),
            ("Quitter", program("quitter", "")),
            ("Other", fighter("A19,B19,C19,D19,E19")),
        ],
    );
    let out = play(&folder, "knockout", "--max-moves 4");
    let void = "Void\n";
    assert_eq!(out.matches(void).count(), 3, "{out}");
    assert!(out.contains("round 1 game 1: "), "{out}");
    assert_eq!(
        records(&folder),
        [
            "round-01-game-01.sgf",
            "round-02-game-01-replay-1.sgf",
            "round-02-game-01-replay-2.sgf",
            "round-02-game-01.sgf",
        ]
    );
    // The better seed has had a bye, and goes on.
    let table = read(&folder, "standings.txt");
    assert!(table.contains("\n1  Best          2"), "{table}");
    assert!(
        table.contains("\n2  Other         1") && table.contains("bye"),
        "{table}"
    );
}

fn a_person_corrects_a_tournament() {
    let folder = TestFolder::new();
    players(
        &folder,
        &[("One", program("list", "Q16")), ("Two", program("list", "D4"))],
    );
    let out = play(&folder, "swiss", "");
    let judged = |points: &str| {
        let line = format!("judge cup/games/round-01-game-01.sgf --dead {points} --write");
        let done = folder.katachi(&shlex::split(&line).expect("words"), "");
        assert!(done.status.success());
        play(&folder, "swiss", "")
    };
    // A side without a stone has no point.
    let [first, second] = [judged("Q16"), judged("D4 --anew")];
    assert_ne!(first, second, "{out}");
    assert!(
        first.contains("\n1  Two ") && second.contains("\n1  One "),
        "{first}{second}"
    );
    // The verdict of a game that has not ended would be of no use: it will be played again.
    let record = folder.file("cup/games/round-01-game-01.sgf");
    fs::copy(&record, folder.file("cup/games/round-09-game-01.sgf")).expect("a file can be copied");
    let words = ["judge", "cup/games/round-09-game-01.sgf", "--write"].map(String::from);
    let refused = folder.katachi(&words, "");
    let complaint = String::from_utf8_lossy(&refused.stderr);
    assert!(
        complaint.contains("has no result in its tournament"),
        "{complaint}"
    );
}

fn bad_tournaments_are_refused() {
    let folder = TestFolder::new();
    five(&folder);
    play(&folder, "swiss", "--rounds 1");
    let refused = |kind: &str, more: &str, expected: &str| {
        let output = folder.katachi(&words(kind, more), "");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{complaint}");
        assert!(complaint.contains(expected), "{complaint}");
    };
    refused("swiss", "--rounds 2", "by other terms: use another --out");
    refused("knockout", "", "by other terms: use another --out");
    refused("knockout", "--rounds 2", "--rounds is for a Swiss tournament");
    refused("swiss", "one two", "cannot be used with");
    refused("swiss", "--gtp1", "cannot be used with");
    refused("league", "", "[possible values: swiss, knockout]");
    players(
        &folder,
        &[("One", program("list", "")), ("Two", program("list", ""))],
    );
    refused("swiss", "--rounds 1", "of other programs: use another --out");
    players(&folder, &[("One", program("list", ""))]);
    refused("swiss", "", "expected 2 to 128 programs, found 1");
    fs::remove_file(folder.file("players.toml")).expect("it is there");
    refused("swiss", "", "cannot read players.toml");
}
