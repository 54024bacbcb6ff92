// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab judgement` from outside: what is printed, and what is refused.

use std::fs;

use crate::Folder;
use clap::ValueEnum as _;
use katachi_lab::judgement::{Half, KnownPosition, Status};
use katachi_rules::sgf::Record;
use serde_json::{Value, json};
use snapbox::cmd::Command;

/// Two walls on 5x5, Black's one line ahead: 15 points to 10.
pub(crate) const COUNTED: &str =
    "(;SZ[5]KM[0.5]RU[Chinese]RE[B+4.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de])";
/// The same in another order of moves, resigned.
const RESIGNED: &str = "(;SZ[5]KM[0.5]RE[B+R];B[ce];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ca];W[de])";
/// Nobody knows who won.
const OPEN: &str = "(;SZ[5]KM[0.5];B[cc];W[da];B[cb];W[db];B[ce];W[dc];B[cd];W[dd];B[ca];W[de])";

/// The game with passes at its end, as many as put it into that half.
pub(crate) fn in_half(game: &str, half: Half) -> String {
    let body = game.trim_end_matches(')');
    (0..20)
        .map(|passes| format!("{body}{})\n", ";B[];W[]".repeat(passes)))
        .find(|game| Half::from_record(&Record::parse(game.as_bytes()).unwrap()) == half)
        .expect("one of twenty games is of that half")
}

/// A folder with the three games, of the development half.
fn folder() -> Folder {
    let folder = Folder::new();
    let games = [COUNTED, RESIGNED, OPEN].map(|game| in_half(game, Half::Development));
    folder.file("games.sgf", games.concat());
    folder
}

/// The lines that the program prints.
fn lines(folder: &Folder, arguments: &str) -> Vec<Value> {
    let text = folder.output(arguments);
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

const EVERY_THIRD: &str = "judgement games.sgf --playouts 20 --moves 4..10 --every 3";

#[test]
fn a_line_of_a_game_has_its_end_and_the_judged_positions() {
    let folder = folder();
    let found = lines(&folder, EVERY_THIRD);
    let end = |game: &Value| json!([game["end"], game["black_won"], game["lead"]]);
    let ends: Vec<Value> = found.iter().map(end).collect();
    assert_eq!(
        json!(ends),
        json!([
            ["score", true, 4.5],
            ["resignation", true, null],
            [null, null, null]
        ])
    );
    assert!(
        found[2]["unfit"]
            .as_str()
            .unwrap()
            .contains("result is not known")
    );
    for (game, points) in found[..2].iter().zip([25, 0]) {
        let positions = game["positions"].as_array().unwrap().iter();
        let shown = |it: &Value| (it["moves"].as_u64(), it["ownership"].as_array().unwrap().len());
        let positions: Vec<_> = positions.map(shown).collect();
        assert_eq!(positions, [4, 7, 10].map(|moves| (Some(moves), points)));
    }
    assert_eq!(lines(&folder, &format!("{EVERY_THIRD} --jobs 3")), found);
}

#[test]
fn games_of_the_other_half_are_left_out() {
    let folder = folder();
    let all = folder.text("games.sgf") + &in_half(COUNTED, Half::HeldOut);
    folder.file("games.sgf", &all);
    let found = lines(&folder, &format!("{EVERY_THIRD} --half held-out"));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["lead"], 4.5);
}

#[test]
fn tables_are_made_of_the_lines() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut has_numpy = std::process::Command::new(&python);
    let has_numpy = has_numpy.args(["-c", "import numpy"]).output();
    if !has_numpy.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: numpy is not installed");
        return;
    }
    let folder = folder();
    folder.file("eyes.txt", POSITIONS);
    for (arguments, table) in [
        (
            EVERY_THIRD,
            "\
passed over: 1 games whose result is not known, or not by score or resignation

5x5, from move 1: 6 positions
ownership            75 log-loss [..] Brier [..] right [..] %
wins, score              3 log-loss [..]
wins, resignation        3 log-loss [..]
lead: 3 positions, mean error [..]

5x5: 6 positions
ownership            75 [..]
wins, score              3 [..]
wins, resignation        3 [..]
lead: 3 positions, [..]
Black wins, as people read it: [..]
...
points are Black's:
...
",
        ),
        (
            "judgement games.sgf --ends",
            "\
games.sgf, 5x5, chinese, komi [..] 1 games, exact 100.0 %, +-1 100.0 %, winner 100.0 %
all [..] 1 games, exact 100.0 %, +-1 100.0 %, winner 100.0 %
",
        ),
        (
            "judgement --positions eyes.txt --playouts 10",
            "\
eyes.txt: 4 of 4 right, 100.0 %
alive: 4 of 4 right, 100.0 %
total: 4 of 4 right, 100.0 %
",
        ),
    ] {
        let script = crate::repository().join("python/judgement.py");
        let program = Command::new(&python).arg(script).arg("--phases");
        let output = program.stdin(folder.output(arguments)).assert();
        output.success().stdout_eq(table);
    }
}

const POSITIONS: &str = "
= Two eyes each
. X . X O
X X X X O
O O O O O
. O . O .
O O O O O
either first: A4 alive, A1 alive
";

#[test]
fn groups_are_judged_one_by_one() {
    let folder = Folder::new();
    folder.file("eyes.txt", POSITIONS);
    let found = lines(&folder, "judgement --positions eyes.txt --playouts 10");
    let group = |it: &Value| json!([it["first"], it["stone"], it["status"], it["ownership"]]);
    let groups: Vec<Value> = found.iter().map(group).collect();
    let expected = json!([
        ["black", "A4", "alive", 1.0],
        ["black", "A1", "alive", 1.0],
        ["white", "A4", "alive", 1.0],
        ["white", "A1", "alive", 1.0],
    ]);
    assert_eq!(json!(groups), expected);
}

#[test]
fn what_cannot_be_used_is_named() {
    let folder = folder();
    folder
        .file("open.sgf", in_half(OPEN, Half::Development))
        .file("diary.txt", "Dear diary,\n")
        .file("blank.txt", "# nothing\n");
    const NONE: &str =
        "katachi-lab: there is no position to judge: no game has a known result and enough moves\n";
    folder.refuses("judgement", &[
        ("nowhere.sgf", "katachi-lab: cannot read nowhere.sgf: [..]\n"),
        ("diary.txt", "katachi-lab: cannot use diary.txt: not an SGF file: [..]\n"),
        ("games.sgf --half held-out", "katachi-lab: there is no game of the held-out half\n"),
        ("open.sgf", NONE),
        ("games.sgf --moves 60..250", NONE),
        (
            "--positions diary.txt",
            "katachi-lab: cannot use diary.txt: line 1: expected a title: '= ' and a name\n",
        ),
        ("--positions blank.txt", "katachi-lab: there is no position to judge\n"),
        (
            "games.sgf --policy clever",
            "error: [..]clever[..]expected uniform, settled or learned\n...",
        ),
        (
            "games.sgf --moves 9",
            "error: [..]expected the first and the last number of moves[..]\n...",
        ),
        ("games.sgf --per-game 2 --every 3", "error: [..]cannot be used with[..]\n..."),
        (
            "games.sgf --half both",
            "error: invalid value 'both' for '--half <HALF>'\n  [possible values: development, held-out]\n...",
        ),
        ("--positions blank.txt --every 3", "error: [..]cannot be used with[..]\n..."),
    ]);
}

#[test]
fn weights_that_were_learned_from_the_ends_of_games_can_be_tried() {
    let folder = folder();
    folder.output("train balance games.sgf --every 3 --playouts 4 --out weights.txt");
    let weights = folder.text("weights.txt");
    assert!(
        weights.contains("\n# The playout policy. Changed by `katachi-lab train balance` with 1 game.\n")
    );
    let ask = "judgement games.sgf --policy learned --playouts 4 --weights weights.txt";
    folder.output(ask);
    folder.file("weights.txt", format!("{weights}everywhere 3\n"));
    let line = weights.lines().count() + 1;
    assert_eq!(
        folder.error(ask),
        format!("katachi-lab: weights.txt: line {line}: there is no such feature: everywhere 3\n")
    );
    folder.file("held-out.sgf", in_half(COUNTED, Half::HeldOut));
    let error = folder.error("train balance held-out.sgf --out new.txt");
    let message = "katachi-lab: there is no game to learn from: judged games are needed, or records of the development half";
    assert!(error.starts_with(message), "{error}");
    assert!(!folder.path("new.txt").exists());
}

/// Positions of a file of the collection.
fn collection(name: &str) -> Vec<KnownPosition> {
    let file = crate::repository().join("tests/data/judgement").join(name);
    let text = fs::read_to_string(&file).unwrap();
    KnownPosition::parse_all(&text).unwrap_or_else(|error| panic!("{name}: {error:#}"))
}

#[test]
fn the_collection_can_be_read_and_has_every_status() {
    let files = ["alive.txt", "nakade.txt", "seki.txt", "semeai.txt"];
    let positions: Vec<KnownPosition> = files.into_iter().flat_map(collection).collect();
    assert!(positions.len() >= 40, "{} positions", positions.len());
    for &status in Status::value_variants() {
        let questions = positions.iter().flat_map(|position| &position.questions);
        let groups = questions.flat_map(|question| &question.groups);
        assert!(groups.filter(|group| group.1 == status).count() >= 10, "{status}");
    }
}
