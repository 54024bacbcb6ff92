// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab judgement` from outside: what is printed, and what is refused.

use std::fs;

use crate::Folder;
use clap::ValueEnum as _;
use katachi_lab::judgement::{Half, KnownPosition, Status};
use katachi_rules::sgf::Record;
use serde_json::Value;
use snapbox::cmd::{Command, OutputAssert};

/// Two walls on 5x5, Black's one line ahead: 15 points to 10.
pub(crate) const COUNTED: &str =
    "(;SZ[5]KM[0.5]RU[Chinese]RE[B+4.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de])";
/// The same in another order of moves, resigned.
const RESIGNED: &str = "(;SZ[5]KM[0.5]RE[B+R];B[ce];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ca];W[de])";
/// Nobody knows who won.
const OPEN: &str = "(;SZ[5]KM[0.5];B[cc];W[da];B[cb];W[db];B[ce];W[dc];B[cd];W[dd];B[ca];W[de])";

fn judgement(folder: &Folder, arguments: &[&str]) -> OutputAssert {
    folder.lab(&[&["judgement"], arguments].concat())
}

/// The game with passes at its end, as many as put it into that half.
pub(crate) fn in_half(game: &str, half: Half) -> String {
    let body = game.trim_end_matches(')');
    (0..20)
        .map(|passes| format!("{body}{})\n", ";B[];W[]".repeat(passes)))
        .find(|game| Half::from_record(&Record::parse(game.as_bytes()).unwrap()) == half)
        .expect("one of twenty games is of that half")
}

fn games(half: Half) -> String {
    [COUNTED, RESIGNED, OPEN].map(|game| in_half(game, half)).concat()
}

/// The lines that the program has printed.
fn lines(output: OutputAssert) -> Vec<Value> {
    let output = output.success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

const EVERY_THIRD: [&str; 7] = [
    "games.sgf",
    "--playouts",
    "20",
    "--moves",
    "4..10",
    "--every",
    "3",
];

#[test]
fn a_line_of_a_game_has_its_end_and_the_judged_positions() {
    let folder = Folder::new();
    folder.file("games.sgf", games(Half::Development));
    let found = lines(judgement(&folder, &EVERY_THIRD));
    let ends: Vec<_> = found
        .iter()
        .map(|game| (&game["end"], &game["black_won"], &game["lead"]))
        .collect();
    let (won, no) = (Value::Bool(true), Value::Null);
    let (score, resignation) = (Value::from("score"), Value::from("resignation"));
    assert_eq!(
        ends,
        [
            (&score, &won, &Value::from(4.5)),
            (&resignation, &won, &no),
            (&no, &no, &no)
        ]
    );
    assert!(
        found[2]["unfit"]
            .as_str()
            .unwrap()
            .contains("result is not known")
    );
    for (game, points) in found[..2].iter().zip([25, 0]) {
        let positions = game["positions"].as_array().unwrap();
        let moves: Vec<_> = positions
            .iter()
            .map(|position| position["moves"].as_u64())
            .collect();
        assert_eq!(moves, [4, 7, 10].map(Some));
        for position in positions {
            assert_eq!(position["ownership"].as_array().unwrap().len(), points);
        }
    }
    assert_eq!(
        lines(judgement(&folder, &[&EVERY_THIRD[..], &["--jobs", "3"]].concat())),
        found
    );
}

#[test]
fn games_of_the_other_half_are_left_out() {
    let folder = Folder::new();
    let all = games(Half::Development) + &in_half(COUNTED, Half::HeldOut);
    folder.file("games.sgf", &all);
    let found = lines(judgement(
        &folder,
        &[&EVERY_THIRD[..], &["--half", "held-out"]].concat(),
    ));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["lead"], 4.5);
}

#[test]
fn tables_are_made_of_the_lines() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_numpy = std::process::Command::new(&python)
        .args(["-c", "import numpy"])
        .output();
    if !has_numpy.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: numpy is not installed");
        return;
    }
    let folder = Folder::new();
    folder
        .file("games.sgf", games(Half::Development))
        .file("eyes.txt", POSITIONS);
    let table = |arguments: &[&str]| {
        let output = judgement(&folder, arguments).success();
        let script = crate::repository().join("python/judgement.py");
        Command::new(&python)
            .arg(script)
            .arg("--phases")
            .stdin(&output.get_output().stdout[..])
            .assert()
    };
    table(&EVERY_THIRD).success().stdout_eq(
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
    );
    table(&["games.sgf", "--ends"]).success().stdout_eq(
        "\
games.sgf, 5x5, chinese, komi [..] 1 games, exact 100.0 %, +-1 100.0 %, winner 100.0 %
all [..] 1 games, exact 100.0 %, +-1 100.0 %, winner 100.0 %
",
    );
    table(&["--positions", "eyes.txt", "--playouts", "10"])
        .success()
        .stdout_eq(
            "\
eyes.txt: 4 of 4 right, 100.0 %
alive: 4 of 4 right, 100.0 %
total: 4 of 4 right, 100.0 %
",
        );
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
    let found = lines(judgement(
        &folder,
        &["--positions", "eyes.txt", "--playouts", "10"],
    ));
    let groups: Vec<_> = found
        .iter()
        .map(|group| (&group["first"], &group["stone"], &group["status"]))
        .collect();
    let [black, white, a4, a1, alive] = ["black", "white", "A4", "A1", "alive"].map(Value::from);
    let expected = [
        (&black, &a4, &alive),
        (&black, &a1, &alive),
        (&white, &a4, &alive),
        (&white, &a1, &alive),
    ];
    assert_eq!(groups, expected);
    assert!(found.iter().all(|group| group["ownership"] == 1.0));
}

#[test]
fn what_cannot_be_used_is_named() {
    let folder = Folder::new();
    folder
        .file("games.sgf", games(Half::Development))
        .file("open.sgf", in_half(OPEN, Half::Development))
        .file("diary.txt", "Dear diary,\n")
        .file("blank.txt", "# nothing\n");
    for (arguments, message) in [
        (
            &["nowhere.sgf"][..],
            "katachi-lab: cannot read nowhere.sgf: [..]\n",
        ),
        (
            &["diary.txt"],
            "katachi-lab: cannot use diary.txt: not an SGF file: [..]\n",
        ),
        (
            &["games.sgf", "--half", "held-out"],
            "katachi-lab: there is no game of the held-out half\n",
        ),
        (
            &["open.sgf"],
            "katachi-lab: there is no position to judge: no game has a known result and enough moves\n",
        ),
        (
            &["games.sgf", "--moves", "60..250"],
            "katachi-lab: there is no position to judge: no game has a known result and enough moves\n",
        ),
        (
            &["--positions", "diary.txt"],
            "katachi-lab: cannot use diary.txt: line 1: expected a title: '= ' and a name\n",
        ),
        (
            &["--positions", "blank.txt"],
            "katachi-lab: there is no position to judge\n",
        ),
        (
            &["games.sgf", "--policy", "clever"],
            "error: [..]clever[..]expected uniform, settled or learned\n...",
        ),
        (
            &["games.sgf", "--moves", "9"],
            "error: [..]expected the first and the last number of moves[..]\n...",
        ),
        (
            &["games.sgf", "--per-game", "2", "--every", "3"],
            "error: [..]cannot be used with[..]\n...",
        ),
        (
            &["games.sgf", "--half", "both"],
            "error: invalid value 'both' for '--half <HALF>'\n  [possible values: development, held-out]\n...",
        ),
        (
            &["--positions", "blank.txt", "--every", "3"],
            "error: [..]cannot be used with[..]\n...",
        ),
    ] {
        judgement(&folder, arguments)
            .code(2)
            .stdout_eq("")
            .stderr_eq(message);
    }
}

#[test]
fn weights_that_were_learned_from_the_ends_of_games_can_be_tried() {
    let folder = Folder::new();
    folder.file("games.sgf", games(Half::Development));
    let learn = [
        "games.sgf",
        "--every",
        "3",
        "--playouts",
        "4",
        "--out",
        "weights.txt",
    ];
    folder
        .lab(&[&["train", "balance"], &learn[..]].concat())
        .success();
    let weights = fs::read_to_string(folder.path().join("weights.txt")).unwrap();
    assert!(
        weights.contains("\n# The playout policy. Changed by `katachi-lab train balance` with 1 game.\n")
    );
    let ask = [
        "games.sgf",
        "--policy",
        "learned",
        "--playouts",
        "4",
        "--weights",
        "weights.txt",
    ];
    judgement(&folder, &ask).success();

    folder.file("weights.txt", format!("{weights}everywhere 3\n"));
    let line = weights.lines().count() + 1;
    judgement(&folder, &ask).code(2).stderr_eq(format!(
        "katachi-lab: weights.txt: line {line}: there is no such feature: everywhere 3\n"
    ));
    let held_out = folder.file("held-out.sgf", in_half(COUNTED, Half::HeldOut));
    held_out
        .lab(&["train", "balance", "held-out.sgf", "--out", "new.txt"])
        .code(2)
        .stderr_eq("katachi-lab: there is no game to learn from: judged games are needed, or records of the development half[..]\n");
    assert!(!folder.path().join("new.txt").exists());
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
