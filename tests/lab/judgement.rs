// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab judgement` from outside: what is printed, and what is refused.

use std::fs;

use katachi_lab::judgement::{Half, KnownPosition, Status};
use katachi_rules::sgf::Record;
use snapbox::cmd::{Command, OutputAssert};
use tempfile::TempDir;

/// Two walls on 5x5, Black's one line ahead: 15 points to 10.
pub(crate) const COUNTED: &str =
    "(;SZ[5]KM[0.5]RU[Chinese]RE[B+4.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de])";
/// The same in another order of moves, resigned.
const RESIGNED: &str = "(;SZ[5]KM[0.5]RE[B+R];B[ce];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ca];W[de])";
/// Nobody knows who won.
const OPEN: &str = "(;SZ[5]KM[0.5];B[cc];W[da];B[cb];W[db];B[ce];W[dc];B[cd];W[dd];B[ca];W[de])";

/// A folder that is there for one test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder can be made"))
    }

    fn file(&self, name: &str, content: &str) -> &Self {
        fs::write(self.0.path().join(name), content).unwrap();
        self
    }

    fn katachi(&self, command: &[&str], arguments: &[&str]) -> OutputAssert {
        Command::from_std(crate::program())
            .current_dir(self.0.path())
            .args(command)
            .args(arguments)
            .assert()
    }

    fn judgement(&self, arguments: &[&str]) -> OutputAssert {
        self.katachi(&["judgement"], arguments)
    }
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

#[test]
fn figures_are_printed_by_phase_and_overall() {
    let folder = Folder::new();
    folder.file("games.sgf", &games(Half::Development));
    let arguments = [
        "games.sgf",
        "--playouts",
        "20",
        "--moves",
        "4..10",
        "--every",
        "3",
    ];
    folder.judgement(&arguments).success().stdout_eq(
        "\
learned playouts, 20 from each position; development half of the games
1 game whose result is not known, or not by score or resignation was passed over

5x5: 1 game counted, of 1 the ownership is known; 1 resigned
[..] ownership [..] wins, counted [..] wins, resigned [..]
moves     positions | [..]
1-15              6 |        75 [..] |         3 [..] |         3 [..]
all               6 |        75 [..] |         3 [..] |         3 [..]

lead      positions [..]
1-15              3 [..]
all               3 [..]

Black     | [..]as people read it[..]share of the visits[..]
wins      | predicted    won positions  games   95 % interval   | [..]
0.0-0.1 [..]
0.1-0.2 [..]
0.2-0.3 [..]
0.3-0.4 [..]
0.4-0.5 [..]
0.5-0.6 [..]
0.6-0.7 [..]
0.7-0.8 [..]
0.8-0.9 [..]
0.9-1.0 [..]
as people read it [..]log-loss [..] Brier [..]
share of the visits [..]log-loss [..] Brier [..]
by the lead and its deviation [..]log-loss [..] Brier [..]

Black's   | predicted became    points
0.0-0.1 [..]
0.1-0.2 [..]
0.2-0.3 [..]
0.3-0.4 [..]
0.4-0.5 [..]
0.5-0.6 [..]
0.6-0.7 [..]
0.7-0.8 [..]
0.8-0.9 [..]
0.9-1.0 [..]

120 playouts[..]
",
    );
    let all_but_times = |jobs: &str| {
        let output = folder.judgement(&[&arguments[..], &["--jobs", jobs]].concat());
        let text = String::from_utf8(output.success().get_output().stdout.clone()).unwrap();
        text.lines()
            .filter(|line| !line.contains("CPU"))
            .collect::<String>()
    };
    assert_eq!(all_but_times("1"), all_but_times("3"));
}

#[test]
fn of_the_held_out_half_only_overall_figures_are_printed() {
    let folder = Folder::new();
    folder
        .file("work.sgf", &games(Half::Development))
        .file("held-out.sgf", &in_half(COUNTED, Half::HeldOut));
    folder
        .judgement(&[
            "work.sgf",
            "held-out.sgf",
            "--half",
            "held-out",
            "--policy",
            "settled",
            "--playouts",
            "20",
        ])
        .success()
        .stdout_eq(
            "\
settled playouts, 20 from each position; held-out half of the games

5x5: 1 game counted, of 1 the ownership is known; 0 resigned
[..]
moves [..]
all               1 |        25 [..]100.0 % |         1 [..]100.0 % |         0        -       -

lead      positions [..]
all               1 [..]

Black     | [..]
wins      |[..]
0.0-0.1 [..]
0.1-0.2 [..]
0.2-0.3 [..]
0.3-0.4 [..]
0.4-0.5 [..]
0.5-0.6 [..]
0.6-0.7 [..]
0.7-0.8 [..]
0.8-0.9 [..]
0.9-1.0 [..]
as people read it [..]
share of the visits [..]
by the lead and its deviation [..]

Black's   |[..]
0.0-0.1 [..]
0.1-0.2 [..]
0.2-0.3 [..]
0.3-0.4 [..]
0.4-0.5 [..]
0.5-0.6 [..]
0.6-0.7 [..]
0.7-0.8 [..]
0.8-0.9 [..]
0.9-1.0 [..]

20 playouts[..]
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
    folder
        .judgement(&["--positions", "eyes.txt", "--playouts", "10"])
        .success()
        .stdout_eq(
            "\
learned playouts, 10 for each question
Two eyes each: black first: A4 alive, ownership +1.00: right
Two eyes each: black first: A1 alive, ownership +1.00: right
Two eyes each: white first: A4 alive, ownership +1.00: right
Two eyes each: white first: A1 alive, ownership +1.00: right
eyes.txt: 4 of 4 right, 100.0 %
alive: 4 of 4 right, 100.0 %
dead: 0 of 0 right, 0.0 %
seki: 0 of 0 right, 0.0 %
total: 4 of 4 right, 100.0 %
",
        );
}

#[test]
fn what_cannot_be_used_is_named() {
    let folder = Folder::new();
    folder
        .file("games.sgf", &games(Half::Development))
        .file("open.sgf", &in_half(OPEN, Half::Development))
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
            &["games.sgf", "--half", "held-out", "--list"],
            "katachi-lab: of the held-out half only overall figures are printed: leave out --list\n",
        ),
        (
            &["games.sgf", "--per-game", "2", "--every", "3"],
            "error: [..]cannot be used with[..]\n...",
        ),
        (
            &["games.sgf", "--half", "both"],
            "error: [..]expected development or held-out\n...",
        ),
        (
            &["--positions", "blank.txt", "--every", "3"],
            "error: [..]cannot be used with[..]\n...",
        ),
    ] {
        folder
            .judgement(arguments)
            .code(2)
            .stdout_eq("")
            .stderr_eq(message);
    }
}

#[test]
fn weights_that_were_learned_from_the_ends_of_games_can_be_tried() {
    let folder = Folder::new();
    folder.file("games.sgf", &games(Half::Development));
    let learn = [
        "games.sgf",
        "--every",
        "3",
        "--playouts",
        "4",
        "--out",
        "weights.txt",
    ];
    folder.katachi(&["train", "balance"], &learn).success();
    let weights = fs::read_to_string(folder.0.path().join("weights.txt")).unwrap();
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
    folder
        .judgement(&ask)
        .success()
        .stdout_eq("learned playouts, 4 from each position; development half of the games\n...");

    folder.file("weights.txt", &format!("{weights}everywhere 3\n"));
    let line = weights.lines().count() + 1;
    folder.judgement(&ask).code(2).stderr_eq(format!(
        "katachi-lab: weights.txt: line {line}: there is no such feature: everywhere 3\n"
    ));
    let held_out = folder.file("held-out.sgf", &in_half(COUNTED, Half::HeldOut));
    held_out
        .katachi(&["train", "balance"], &["held-out.sgf", "--out", "new.txt"])
        .code(2)
        .stderr_eq("katachi-lab: there is no game to learn from: judged games are needed, or records of the development half[..]\n");
    assert!(!folder.0.path().join("new.txt").exists());
}

/// Positions of a file of the collection.
fn collection(name: &str) -> Vec<KnownPosition> {
    let file = crate::repository().join("tests/data/judgement").join(name);
    let text = fs::read_to_string(&file).unwrap();
    KnownPosition::parse_all(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn the_collection_can_be_read_and_has_every_status() {
    let files = ["alive.txt", "nakade.txt", "seki.txt", "semeai.txt"];
    let positions: Vec<KnownPosition> = files.into_iter().flat_map(collection).collect();
    assert!(positions.len() >= 40, "{} positions", positions.len());
    for status in Status::ALL {
        let questions = positions.iter().flat_map(|position| &position.questions);
        let groups = questions.flat_map(|question| &question.groups);
        assert!(groups.filter(|group| group.1 == status).count() >= 10, "{status}");
    }
}
