// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab harvest`, `katachi-lab train moves` and `katachi-lab train life` from outside: files read,
//! files written, and what is refused.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use snapbox::cmd::OutputAssert;

use crate::Folder;

const GAMES: &str = "(;SZ[19];B[pd];W[qf];B[nc];W[rd])\n(;SZ[19];B[dd];W[cf];B[fc];W[bd])\n(;SZ[9];B[ee])\n";

/// The beginning of a file of weights.
const WEIGHTS: &str = "# SPDX-License-Identifier: MIT OR Apache-2.0\n#\n# The weights of before.\n";

impl Folder {
    fn joseki(&self, arguments: &[&str]) -> OutputAssert {
        self.harvest(&[&["joseki", "--out", "trees"], arguments].concat())
    }

    fn harvest(&self, arguments: &[&str]) -> OutputAssert {
        self.lab(&[&["harvest"], arguments].concat())
    }

    fn train_moves(&self, arguments: &[&str]) -> OutputAssert {
        self.lab(&[&["train", "moves", "--out", "model.txt"], arguments].concat())
    }

    fn train_life(&self, games: &str) -> OutputAssert {
        self.lab(&["train", "life", "--out", "policy.txt", games])
    }

    fn trees(&self) -> Vec<String> {
        let Ok(files) = fs::read_dir(self.path().join("trees")) else {
            return Vec::new();
        };
        let mut names: Vec<_> = files
            .map(|f| f.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn five_trees_are_written_and_counted() {
    let folder = Folder::new();
    folder.file("games.sgf", GAMES.as_bytes());
    folder
        .joseki(&["games.sgf", "--min-count", "2"])
        .success()
        .stdout_eq(
            "\
2 games
1 game not on 19x19 was passed over
trees/hoshi.sgf: 1 variation, 3 patterns
trees/komoku.sgf: 0 variations, 0 patterns
trees/sansan.sgf: 0 variations, 0 patterns
trees/mokuhazushi.sgf: 0 variations, 0 patterns
trees/takamoku.sgf: 0 variations, 0 patterns
together 1 variation, 3 patterns
",
        );
    assert_eq!(
        folder.trees(),
        [
            "hoshi.sgf",
            "komoku.sgf",
            "mokuhazushi.sgf",
            "sansan.sgf",
            "takamoku.sgf"
        ]
    );
    assert_eq!(
        text(&folder.path().join("trees/hoshi.sgf")),
        "\
(;GM[1]FF[4]CA[UTF-8]AP[Katachi:0.1.0]SZ[19]GN[hoshi]
;B[pd]C[2 of 2 moves by Black here];W[qf]LB[jj:A]C[85
2 of 2 moves by White here];B[nc]LB[jj:A]C[85
2 of 2 moves by Black here];W[rd]LB[jj:A]C[85
2 of 2 moves by White here])
"
    );
}

#[test]
fn compressed_files_and_several_of_them_are_read() {
    let folder = Folder::new();
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(GAMES.as_bytes()).unwrap();
    folder.file("games.sgf.gz", packed.finish().unwrap());
    folder.file("more.sgf", b"(;SZ[19];B[pp];W[qn])");
    folder
        .joseki(&["games.sgf.gz", "more.sgf", "--min-count", "3"])
        .success()
        .stdout_eq("3 games\n...\ntogether 1 variation, 1 pattern\n");
}

#[test]
fn what_cannot_be_used_is_named_and_nothing_is_written() {
    let folder = Folder::new();
    folder
        .file("games.sgf", GAMES.as_bytes())
        .file("diary.sgf", b"Dear diary,")
        .file("cut.sgf.gz", [0x1f, 0x8b, 8, 0, 0]);
    for (arguments, message) in [
        (
            &["games.sgf", "nowhere.sgf"][..],
            "katachi-lab: cannot read nowhere.sgf: [..]\n",
        ),
        (
            &["diary.sgf"],
            "katachi-lab: cannot use diary.sgf: not an SGF file: [..]\n",
        ),
        (&["cut.sgf.gz"], "katachi-lab: cannot unpack cut.sgf.gz: [..]\n"),
        (
            &["games.sgf", "--min-count", "50"],
            "katachi-lab: nothing was played 50 times in corners of 2 games: give more games or a lower --min-count\n",
        ),
        (&["games.sgf", "--out", "games.sgf"], "[..]error: [..]\n..."),
    ] {
        folder.joseki(arguments).code(2).stdout_eq("").stderr_eq(message);
        assert_eq!(folder.trees(), [""; 0], "{arguments:?}");
    }
}

#[test]
fn a_file_without_games_is_left_out_and_told_of() {
    let folder = Folder::new();
    folder.file("games.sgf", GAMES.as_bytes()).file("empty.sgf", b"");
    folder
        .joseki(&["empty.sgf", "games.sgf", "--min-count", "1"])
        .success()
        .stderr_eq(
            "katachi-lab: cannot use empty.sgf: not an SGF file: [..]; the rest of the file is left out\n",
        );
    assert!(!folder.trees().is_empty());
}

#[test]
fn a_tree_that_somebody_else_has_written_stays() {
    let folder = Folder::new();
    folder.file("games.sgf", GAMES.as_bytes());
    fs::create_dir_all(folder.path().join("trees")).unwrap();
    let theirs = "(;SZ[19]AP[CGoban:3])";
    folder.file("trees/sansan.sgf", theirs.as_bytes());
    folder
        .joseki(&["games.sgf", "--min-count", "1"])
        .code(2)
        .stdout_eq("")
        .stderr_eq(
            "katachi-lab: trees/sansan.sgf exists and was not written by Katachi; choose another folder\n",
        );
    assert_eq!(folder.trees(), ["sansan.sgf"]);
    assert_eq!(text(&folder.path().join("trees/sansan.sgf")), theirs);
}

#[test]
fn a_folder_that_cannot_be_written_to_is_left_as_it_was() {
    let folder = Folder::new();
    folder.file("games.sgf", GAMES.as_bytes());
    fs::create_dir_all(folder.path().join("trees/sansan.sgf")).unwrap();
    folder
        .joseki(&["games.sgf", "--min-count", "1"])
        .code(2)
        .stdout_eq("")
        .stderr_eq("katachi-lab: cannot write trees/sansan.sgf: it is a folder\n");
    assert_eq!(folder.trees(), ["sansan.sgf"]);
}

#[test]
fn a_model_is_fitted_to_games_and_predicts_those_that_were_held_out() {
    let folder = Folder::new();
    // Of 61 games that are alike the last is held out.
    let games = "(;SZ[19];B[pd];W[dp];B[pp];W[dd])\n".repeat(61);
    folder.file("games.sgf", format!("{games}(;SZ[9];B[ee])").as_bytes());
    folder
        .train_moves(&["games.sgf", "--min-count", "20", "--every", "1"])
        .success()
        .stdout_eq(
            "\
61 records
1 game not on 19x19 was passed over
[..] shapes
records: of [..] positions held out the most probable move [..] %, one of the three most probable [..] %, one of the ten most probable 100.0 %, mean log-likelihood [..]
",
        );
    let written = text(&folder.path().join("model.txt"));
    let provenance = "`katachi-lab train moves --min-count 20 --min-judged 2 --every 1` to 61 records";
    assert!(written.contains(provenance), "{written}");
    let model = katachi_engine::model::MoveModel::parse(&written).expect("what is written can be read");
    let size = katachi_rules::BoardSize::square(19);
    let board = katachi_rules::Board::new(size);
    let features = katachi_engine::model::FeatureSet::All;
    let predictions = model.predict(features, &board, katachi_rules::Color::Black, [None; 2], None);
    let probability = |vertex: &str| {
        let point = size.parse_vertex(vertex).unwrap();
        predictions.iter().find(|p| p.point == point).unwrap().probability
    };
    assert!(probability("Q16") > 2.0 * probability("K10"), "{written}");
}

/// Two patterns of the first move of the games below: one in whose place the move is, one of a third line.
const CORNERS: &str = "\
Pattern Corner_low_and_high
+---
|...
|...
|...
|..*
:8,50

Pattern Corner_of_the_author
+---
|...
|...
|..*
:8,50
#= -1.00, mine
";

#[test]
fn weights_of_patterns_are_fitted_and_written_into_their_files() {
    let folder = Folder::new();
    let games = "(;SZ[19];B[pc];W[dd])\n".repeat(70);
    folder.file("games.sgf", games.as_bytes());
    folder.file("corners.db", CORNERS.as_bytes());
    let arguments = ["games.sgf", "--min-count", "1000", "--patterns", "corners.db"];
    folder.train_moves(&arguments).success();
    let written = text(&folder.path().join("corners.db"));
    let fitted: Vec<&str> = written.lines().filter(|line| line.starts_with("#=")).collect();
    let [fitted, "#= -1.00, mine"] = fitted[..] else {
        panic!("{written}")
    };
    assert!(
        fitted.starts_with("#= ") && fitted.ends_with(", value 50"),
        "{written}"
    );
    let without: String = written
        .lines()
        .filter(|line| !line.contains("held"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(without, CORNERS, "nothing else changed");
    folder.train_moves(&arguments).success();
    let again = text(&folder.path().join("corners.db"));
    assert_eq!(again, written, "the same games give the same weights");
}

#[test]
fn a_model_that_cannot_be_fitted_leaves_the_file_as_it_was() {
    let folder = Folder::new();
    folder
        .file("small.sgf", b"(;SZ[9];B[ee])")
        .file("diary.sgf", b"Dear diary,")
        .file("model.txt", WEIGHTS.as_bytes());
    for (games, message) in [
        ("small.sgf", "katachi-lab: there is no game to learn from\n"),
        (
            "diary.sgf",
            "katachi-lab: cannot use diary.sgf: not an SGF file: [..]\n",
        ),
    ] {
        folder
            .train_moves(&[games])
            .code(2)
            .stdout_eq("")
            .stderr_eq(message);
        assert_eq!(text(&folder.path().join("model.txt")), WEIGHTS);
    }
}

/// A group with space for two eyes or one, and stones that are alive.
const GROUP: &str = "
    X X X X X X O O O O O O O
    X . X . X X O O O . O . O
    X X X X X X O O O O O O O
    X X X X X X O O O O O O O
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . O O O O O O O O O O . .
    . O X X X X X X X X O . .
    . O X . . . . . . X O . .
    . O . . X . X . . X O . .";

/// A game in which the stones of a diagram were played row by row from below.
fn game_of(diagram: &str) -> String {
    let rows: Vec<&str> = diagram.lines().filter(|line| !line.trim().is_empty()).collect();
    let mut game = format!("(;SZ[{}]", rows.len());
    for (y, row) in ('a'..).zip(&rows).collect::<Vec<_>>().into_iter().rev() {
        for (x, cell) in ('a'..).zip(row.split_whitespace()) {
            match cell {
                "X" => game.push_str(&format!(";B[{x}{y}]")),
                "O" => game.push_str(&format!(";W[{x}{y}]")),
                _ => (),
            }
        }
    }
    game + ")"
}

#[test]
fn a_policy_is_fitted_to_groups_and_predicts_winning_moves_that_were_held_out() {
    let folder = Folder::new();
    // The first of ten games is held out.
    folder.file("games.sgf", game_of(GROUP).repeat(3).as_bytes());
    let train = || {
        folder.train_life("games.sgf").success().stdout_eq(
            "\
3 of 3 games, [..] positions
attacker: of [..] positions held out the most probable move [..] %, one of the three most probable [..] %, one of the ten most probable [..] %, mean log-likelihood [..]
owner: of [..] positions held out the most probable move [..] %, one of the three most probable 100.0 %, one of the ten most probable 100.0 %, mean log-likelihood -0.[..]
",
        );
        text(&folder.path().join("policy.txt"))
    };
    let written = train();
    let (_, weights) = written.split_once("\nweights life\n\n").expect("a head");
    assert!(weights.lines().count() > 10, "{written}");
    let has_side = |line: &str| line.starts_with("owner.") || line.starts_with("attacker.");
    assert!(weights.lines().all(has_side), "{written}");
    assert_eq!(train(), written, "the same weights once more");
}

#[test]
fn a_policy_that_cannot_be_fitted_leaves_the_file_as_it_was() {
    let folder = Folder::new();
    folder
        .file("small.sgf", b"(;SZ[9];B[ee])")
        .file("diary.sgf", b"Dear diary,")
        .file("policy.txt", WEIGHTS.as_bytes());
    for (games, message) in [
        (
            "small.sgf",
            "katachi-lab: no group of these games could be learned from\n",
        ),
        (
            "diary.sgf",
            "katachi-lab: cannot use diary.sgf: not an SGF file: [..]\n",
        ),
    ] {
        let answer = folder.train_life(games);
        answer.code(2).stdout_eq("").stderr_eq(message);
        assert_eq!(text(&folder.path().join("policy.txt")), WEIGHTS);
    }
}
