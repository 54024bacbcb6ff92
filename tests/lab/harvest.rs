// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab harvest`, `katachi-lab train moves` and `katachi-lab train life` from outside: files read,
//! files written, and what is refused.

use std::fs;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use katachi_engine::model::{FeatureSet, MoveModel};
use katachi_engine::reading::LifePolicy;
use katachi_rules::{Board, BoardSize, Color};

use crate::Folder;

const GAMES: &str = "(;SZ[19];B[pd];W[qf];B[nc];W[rd])\n(;SZ[19];B[dd];W[cf];B[fc];W[bd])\n(;SZ[9];B[ee])\n";

/// The beginning of a file of weights.
const WEIGHTS: &str = "# SPDX-License-Identifier: MIT OR Apache-2.0\n#\n# The weights of before.\n";

const JOSEKI: &str = "harvest joseki --out trees";
const MOVES: &str = "train moves --out model.txt";
const LIFE: &str = "train life --out policy.txt";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("games.sgf", GAMES);
    folder
}

fn trees(folder: &Folder) -> Vec<String> {
    folder.files("trees").into_keys().collect()
}

#[test]
fn six_trees_are_written_and_counted() {
    let folder = folder();
    let output = folder.lab(&format!("{JOSEKI} games.sgf --min-count 2"));
    output.success().stdout_eq(
        "\
2 games
1 game not on 19x19 was passed over
trees/hoshi.sgf: 1 variation, 3 patterns
trees/komoku.sgf: 0 variations, 0 patterns
trees/sansan.sgf: 0 variations, 0 patterns
trees/mokuhazushi.sgf: 0 variations, 0 patterns
trees/takamoku.sgf: 0 variations, 0 patterns
trees/sides.sgf: 0 variations, 0 patterns
together 1 variation, 3 patterns
",
    );
    let names = [
        "hoshi.sgf",
        "komoku.sgf",
        "mokuhazushi.sgf",
        "sansan.sgf",
        "sides.sgf",
        "takamoku.sgf",
    ];
    assert_eq!(trees(&folder), names);
    assert_eq!(
        folder.text("trees/hoshi.sgf"),
        "\
(;GM[1]FF[4]CA[UTF-8]AP[Katachi:0.1.0]SZ[19]GN[hoshi]
;B[pd]C[2 of 2 moves by Black here];W[qf]LB[jj:A]C[85
2 of 2 moves by White here];B[nc]LB[jj:A]C[85
2 of 2 moves by Black here];W[rd]LB[jj:A]C[85
2 of 2 moves by White here])
"
    );
}

/// Answers each question about a position: Black leads by LEAD points after White's S16, else by none.
#[cfg(unix)]
const JUDGE: &str = r#"
while read -r line; do
    id=${line#*\"id\":\"} id=${id%%\"*} lead=0
    case $line in
    *query_version*) printf '{"id":"%s","version":"1"}\n' "$id"; continue;;
    *'"moves":[["W","S16"]]'*) lead=LEAD;;
    esac
    printf '{"id":"%s","turnNumber":0,"isDuringSearch":false,"rootInfo":{"winrate":0.5,"scoreLead":%s}}\n' "$id" "$lead"
done
"#;

#[test]
#[cfg(unix)]
fn moves_that_lose_by_a_judge_are_marked_as_bad() {
    let folder = Folder::new();
    folder.file(
        "games.sgf",
        "(;SZ[19];B[pd];W[qf];B[nc];W[rd])(;SZ[19];B[pd];W[qf];B[nc];W[qc])",
    );
    let ask = format!("{JOSEKI} games.sgf --min-count 1 --judge 'sh judge.sh'");
    let bad = "W[rd]LB[jj:A]BM[1]C[2\nloses 2.1 points\n1 of 2 moves by White here]";
    for (lead, is_marked, told) in [
        ("2.1", true, "4 patterns, 1 of them bad"),
        ("2", false, "4 patterns, 0 of them bad"),
    ] {
        folder.file("judge.sh", JUDGE.replace("LEAD", lead));
        let output = folder.output(&ask);
        assert!(
            output.ends_with(&format!("together 3 variations, {told}\n")),
            "{output}"
        );
        assert_eq!(folder.text("trees/hoshi.sgf").contains(bad), is_marked, "{lead}");
    }
}

#[test]
fn compressed_files_and_several_of_them_are_read() {
    let folder = Folder::new();
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(GAMES.as_bytes()).unwrap();
    folder.file("games.sgf.gz", packed.finish().unwrap());
    folder.file("more.sgf", "(;SZ[19];B[pp];W[qn])");
    let output = folder.lab(&format!("{JOSEKI} games.sgf.gz more.sgf --min-count 3"));
    output
        .success()
        .stdout_eq("3 games\n...\ntogether 1 variation, 1 pattern\n");
}

#[test]
fn what_cannot_be_used_is_named_and_nothing_is_written() {
    let folder = folder();
    folder
        .file("diary.sgf", "Dear diary,")
        .file("cut.sgf.gz", [0x1f, 0x8b, 8, 0, 0]);
    folder.refuses(JOSEKI, &[
        ("games.sgf nowhere.sgf", "katachi-lab: cannot read nowhere.sgf: [..]\n"),
        ("diary.sgf", "katachi-lab: cannot use diary.sgf: not an SGF file: [..]\n"),
        ("cut.sgf.gz", "katachi-lab: cannot unpack cut.sgf.gz: [..]\n"),
        (
            "games.sgf --min-count 50",
            "katachi-lab: nothing was played 50 times in corners of 2 games: give more games or a lower --min-count\n",
        ),
        ("games.sgf --out games.sgf", "[..]error: [..]\n..."),
    ]);
    assert_eq!(trees(&folder), [""; 0]);
}

#[test]
fn what_somebody_else_has_in_the_folder_stays() {
    let theirs = "(;SZ[19]AP[CGoban:3])";
    for (is_folder, message) in [
        (
            false,
            "trees/sansan.sgf exists and was not written by Katachi; choose another folder",
        ),
        (true, "cannot write trees/sansan.sgf: it is a folder"),
    ] {
        let folder = folder();
        fs::create_dir_all(folder.path("trees")).unwrap();
        match is_folder {
            true => fs::create_dir(folder.path("trees/sansan.sgf")).unwrap(),
            false => _ = folder.file("trees/sansan.sgf", theirs),
        }
        folder.refuses(
            JOSEKI,
            &[("games.sgf --min-count 1", &format!("katachi-lab: {message}\n"))],
        );
        assert_eq!(trees(&folder), ["sansan.sgf"]);
        assert!(is_folder || folder.text("trees/sansan.sgf") == theirs);
    }
}

#[test]
fn a_model_is_fitted_to_games_and_predicts_those_that_were_held_out() {
    let folder = Folder::new();
    // The last of 61 games that are alike is held out.
    let games = "(;SZ[19];B[pd];W[dp];B[pp];W[dd])\n".repeat(61);
    folder.file("games.sgf", format!("{games}(;SZ[9];B[ee])"));
    let output = folder.lab(&format!("{MOVES} games.sgf --min-count 20 --every 1"));
    output.success().stdout_eq(
        "\
61 records
1 game not on 19x19 was passed over
[..] shapes
records: of [..] positions held out the most probable move [..] %, one of the three most probable [..] %, one of the ten most probable 100.0 %, mean log-likelihood [..]
",
    );
    let written = folder.text("model.txt");
    let provenance = "`katachi-lab train moves --min-count 20 --min-judged 2 --every 1` to 61 records";
    assert!(written.contains(provenance), "{written}");
    let model = MoveModel::parse(&written).expect("what is written can be read");
    let size = BoardSize::square(19);
    let predictions = model.predict(FeatureSet::All, &Board::new(size), Color::Black, [None; 2], None);
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
    folder.file("games.sgf", games).file("corners.db", CORNERS);
    let train = format!("{MOVES} games.sgf --min-count 1000 --patterns corners.db");
    folder.output(&train);
    let written = folder.text("corners.db");
    let fitted: Vec<&str> = written.lines().filter(|line| line.starts_with("#=")).collect();
    let [fitted, "#= -1.00, mine"] = fitted[..] else {
        panic!("{written}")
    };
    assert!(
        fitted.starts_with("#= ") && fitted.ends_with(", value 50"),
        "{written}"
    );
    let without = written.lines().filter(|line| !line.contains("held"));
    let without: String = without.map(|line| format!("{line}\n")).collect();
    assert_eq!(without, CORNERS, "nothing else changed");
    folder.output(&train);
    assert_eq!(
        folder.text("corners.db"),
        written,
        "the same games give the same weights"
    );
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
    folder.file("games.sgf", game_of(GROUP).repeat(3));
    let train = || {
        folder.lab(&format!("{LIFE} games.sgf")).success().stdout_eq(
            "\
3 of 3 games, [..] positions
attacker: of [..] positions held out the most probable move [..] %, one of the three most probable [..] %, one of the ten most probable [..] %, mean log-likelihood [..]
owner: of [..] positions held out the most probable move [..] %, one of the three most probable 100.0 %, one of the ten most probable 100.0 %, mean log-likelihood -0.[..]
",
        );
        folder.text("policy.txt")
    };
    let written = train();
    let (_, weights) = written.split_once("\nweights life\n\n").expect("a head");
    assert!(weights.lines().count() > 10, "{written}");
    assert!(LifePolicy::parse(&written).is_ok(), "{written}");
    let has_side = |line: &str| line.starts_with("owner.") || line.starts_with("attacker.");
    assert!(weights.lines().all(has_side), "{written}");
    assert_eq!(train(), written, "the same weights once more");
}

#[test]
fn weights_that_cannot_be_fitted_leave_the_file_as_it_was() {
    let folder = Folder::new();
    folder
        .file("small.sgf", "(;SZ[9];B[ee])")
        .file("diary.sgf", "Dear diary,")
        .file("model.txt", WEIGHTS)
        .file("policy.txt", WEIGHTS);
    for (command, message) in [
        (MOVES, "katachi-lab: there is no game to learn from\n"),
        (
            LIFE,
            "katachi-lab: no group of these games could be learned from\n",
        ),
    ] {
        folder.refuses(
            command,
            &[
                ("small.sgf", message),
                (
                    "diary.sgf",
                    "katachi-lab: cannot use diary.sgf: not an SGF file: [..]\n",
                ),
            ],
        );
    }
    assert_eq!(
        [folder.text("model.txt"), folder.text("policy.txt")],
        [WEIGHTS; 2]
    );
}

#[test]
fn weights_replace_weights_alone() {
    let folder = Folder::new();
    for model in ["moves", "choice", "life", "playouts", "balance"] {
        folder.file("weights.txt", "my diary\n");
        assert_eq!(
            folder.error(&format!("train {model} games.sgf --out weights.txt")),
            "katachi-lab: weights.txt exists and was not written by Katachi; choose another name for --out\n",
        );
        assert_eq!(folder.text("weights.txt"), "my diary\n", "{model}");
    }
}
