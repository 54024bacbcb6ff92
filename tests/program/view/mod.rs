// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi view` from outside: snapshots of real positions, pictures, data, and what is refused.
//!
//! The snapshots lie in `tests/data/view/`. They change with what the analysis finds out; after a look at the
//! difference, `SNAPSHOTS=overwrite cargo test --test program view` accepts it.

mod data;
mod positions;

use std::path::PathBuf;

use katachi_engine::play::Request;
use katachi_engine::{Engine, Settings};
use katachi_rules::Rules;
use katachi_view::colours::Depth;
use katachi_view::picture::{Layers, Map};
use katachi_view::text::{self, Paper};
use katachi_view::{Charset, Look, PositionView};
use snapbox::Data;
use snapbox::cmd::{Command, OutputAssert};

use crate::folder::has;
use crate::repository;

const SHORT: &str = "short.sgf";

fn katachi(arguments: &[&str], input: &str) -> OutputAssert {
    Command::from_std(crate::program())
        .current_dir(repository().join("tests/data"))
        .args(arguments)
        .env("LC_ALL", "C.UTF-8")
        .env("TERM", "xterm")
        .env_remove("COLUMNS")
        .env_remove("COLORTERM")
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(input)
        .assert()
}

fn stdout(arguments: &[&str], input: &str) -> String {
    let output = katachi(arguments, input).success();
    String::from_utf8(output.get_output().stdout.clone()).expect("a view is text")
}

fn snapshot(name: &str) -> PathBuf {
    repository().join("tests/data/view").join(name)
}

/// The layers take turns, so that all of them are seen.
fn layers(number: usize) -> Layers {
    Layers {
        influence: [None, Some(Map::Area), Some(Map::Moyo), Some(Map::Territory)][number % 4],
        values: number % 3 == 2,
        eyes: number % 2 == 1,
        ..Layers::default()
    }
}

#[test]
fn ten_real_positions_look_as_they_did() {
    let engine = Engine::new(Settings::default());
    for (number, position) in positions::ten().into_iter().enumerate() {
        let record = position.record;
        let game = record
            .game_after(0, Rules::default(), 7.5)
            .expect("it is a position");
        let layers = layers(number);
        let mut reader = engine.reader(&game);
        let analysis = engine.analyse(&game, &mut reader);
        let request = Request {
            analysis: Some(&analysis),
            ..Request::new(&game, game.to_move())
        };
        let choice = layers.values.then(|| engine.choose(&request, &mut reader));
        let view = PositionView::new(&game, analysis, choice);
        let (picture, panel) = (view.picture(&layers), view.summary(&layers));
        for (depth, kind) in [(Depth::Plain, "txt"), (Depth::Sixteen, "ansi")] {
            let look = Look {
                charset: Charset::Unicode,
                depth,
            };
            let drawn = text::render(&view, &picture, &panel, Paper { look, width: 120 });
            let path = snapshot(&format!("{}.{kind}", position.name));
            snapbox::Assert::new()
                .action_env("SNAPSHOTS")
                .eq(drawn, Data::read_from(&path, None).raw());
        }
    }
}

#[test]
fn a_view_has_a_board_and_a_panel() {
    katachi(&["view", SHORT], "").success().stdout_eq(
        "\
Move 6, White to play; last: Black G3
   A  B  C  D  E  F  G  H  J       Groups: Black A-Z, White a-z
...
Black (●) has captured 0, White (○) has captured 0
",
    );
    let short_way = stdout(&["-l", SHORT, "-T", "--seed", "1"], "");
    let view = stdout(&["view", SHORT, "--seed", "1"], "");
    assert!(short_way.starts_with(&view), "{short_way}");
    assert!(short_way.ends_with('\n') && short_way.contains("\nMove 6: by evidence alone, White "));
}

#[test]
fn options_choose_the_position_and_what_is_laid_over_it() {
    let view = |options: &[&str]| stdout(&[&["view", SHORT], options].concat(), "");
    assert!(view(&["-L", "2"]).starts_with("Move 2, White to play"));
    for map in ["area", "moyo", "territory"] {
        for option in ["-m", "--influence", "--moyo"] {
            assert!(view(&[option, map]).contains(&format!("points of {map}")));
        }
    }
    assert!(
        view(&["--values"]).contains("strong players and"),
        "proposals have reasons"
    );
    assert!(view(&["-E"]).contains(" undecided\n"));
    assert!(view(&["--worms"]).contains("\nworm  colour  stones"));
    assert!(view(&["--at", "e5"]).contains("E5: "));
    let empty = stdout(&["view", "--boardsize", "3x2"], "");
    assert!(empty.contains("\n   A B C      Groups"), "{empty}");
    let from_input = stdout(&["view", "-"], "(;SZ[5];B[cc])");
    assert!(from_input.starts_with("Move 2, White to play; last: Black C3"));
}

#[test]
fn colours_are_for_those_who_want_them() {
    let view = |environment: &[(&str, &str)]| {
        let mut command = Command::from_std(crate::program()).arg("view").arg("-");
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "COLORTERM", "TERM"] {
            command = command.env_remove(name);
        }
        for (name, value) in environment {
            command = command.env(name, value);
        }
        let output = command.stdin("(;SZ[5];B[cc])").assert().success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    let plain = view(&[]);
    assert!(!plain.contains('\x1b'), "a pipe gets none");
    assert_eq!(view(&[("NO_COLOR", "1")]), plain);
    assert_eq!(view(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]), plain);
    let sixteen = view(&[("CLICOLOR_FORCE", "1")]);
    assert!(sixteen.contains('\x1b') && !sixteen.contains("38;2;"));
    let indexed = view(&[("CLICOLOR_FORCE", "1"), ("TERM", "xterm-256color")]);
    assert!(indexed.contains("48;5;") && !indexed.contains("38;2;"));
    let true_colour = view(&[("CLICOLOR_FORCE", "1"), ("COLORTERM", "truecolor")]);
    assert!(true_colour.contains("38;2;"));
}

#[test]
fn the_width_decides_where_the_panel_stands() {
    let at = |columns: &str| {
        let command = Command::from_std(crate::program())
            .args(["view", "-"])
            .env("COLUMNS", columns);
        let output = command.stdin("(;SZ[9];B[cc])").assert().success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    let heading_alone = |text: &str| text.lines().any(|line| line.starts_with("Groups: "));
    assert!(!heading_alone(&at("80")));
    assert!(heading_alone(&at("40")));
    assert!(!heading_alone(&at("what?")), "80 columns are the rule");
}

#[test]
fn the_picture_of_the_readme_is_what_the_program_draws() {
    let docs = repository().join("docs");
    let example = docs.join("view.sgf");
    let example = example.to_str().unwrap();
    let picture = ["-m", "moyo", "--values", "--seed", "1", "--svg", "-"];
    let svg = stdout(&[&["view", example], &picture[..]].concat(), "");
    snapbox::Assert::new()
        .action_env("SNAPSHOTS")
        .eq(svg, Data::read_from(&docs.join("view.svg"), None).raw());
}

#[test]
fn a_picture_goes_to_its_file() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("view.svg");
    katachi(&["view", SHORT, "--svg", path.to_str().unwrap()], "")
        .success()
        .stdout_eq("");
    let svg = std::fs::read_to_string(&path).expect("it was written");
    roxmltree::Document::parse(&svg).expect("it is well-formed");
}

/// White's stone at N9 of the manual's position runs to the edge and is captured all the same.
#[test]
fn lines_of_play_are_listed_drawn_and_written() {
    const MANUAL: &str = "../../docs/view.sgf";
    let listed = stdout(&["view", MANUAL, "--at", "N9", "--lines", "--seed", "1"], "");
    has(&listed, ["Black captures N9 (1 stone): N10 O9 O10"]);
    assert!(listed.contains("White saves N9 (1 stone): N10"), "{listed}");
    let drawn = stdout(&["view", MANUAL, "--at", "N9", "--line", "1", "--seed", "1"], "");
    assert!(drawn.contains("[○g]○2 ○4 ○6 ○8 ●9"), "{drawn}");

    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("lines.sgf");
    let file = path.to_str().expect("a usual name");
    let arguments = ["view", MANUAL, "--at", "N9", "-o", file, "--seed", "1"];
    katachi(&arguments, "").success();
    let written = std::fs::read_to_string(&path).expect("it was written");
    has(&written, ["(;B[mj]N[Black captures N9 (1 stone)]"]);
    std::fs::write(&path, "a letter").unwrap();
    katachi(&arguments, "").code(2);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "a letter");
}

#[test]
fn the_search_tells_what_it_expects_if_it_is_asked_for() {
    let search = ["--visits", "50", "--lines", "--values", "--seed", "1"];
    let text = stdout(&[&["view", SHORT], &search[..]].concat(), "");
    has(&text, ["The search expects from White: ", " visits"]);
}
