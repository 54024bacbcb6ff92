// SPDX-License-Identifier: MIT OR Apache-2.0

//! Folders that are loaded, and folders that are refused.

use super::*;

/// Loads a folder with these files. Errors have `DIR` for its path.
fn load(files: &[(&str, &str)]) -> Result<Loaded, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::create_dir(path.join("reading")).expect("a folder");
    for (file, text) in files {
        fs::write(path.join(file), text).expect("a file");
    }
    let loaded = Loaded::read(&[path.to_path_buf()], false);
    loaded.map_err(|error| error.to_string().replace(&path.display().to_string(), "DIR"))
}

#[track_caller]
fn error(files: &[(&str, &str)]) -> String {
    load(files).expect_err("it cannot be loaded")
}

const MOVES: &str = "Pattern P\nO*\n:8,10\n";
const JOINED: &str = "Pattern C\nO.\n.O\n:X,C\n";
const EYE: &str = "Pattern One\n.\n:1,1\n";

#[test]
fn each_file_replaces_the_built_in_part_of_its_kind() {
    let described = |files: &[(&str, &str)]| load(files).expect("it is sound").to_string();
    let built_in = Knowledge::default().patterns.database.clone();
    let joseki = built_in.patterns.iter().filter(|p| built_in.is_joseki(p)).count();
    assert!(joseki > 100);
    let moves = format!("1 move pattern without joseki (built in: {joseki})");
    assert_eq!(
        described(&[("own.db", MOVES)]),
        format!(
            "Loaded {moves}; built in: connection patterns, eye shapes, reading patterns, move-prediction model, choice weights, life-and-death policy"
        )
    );
    let corner = "(;SZ[19];B[pd];W[qf]LB[mg:A]C[75])";
    let with_joseki = described(&[("own.db", MOVES), ("corner.sgf", corner)]);
    assert!(
        with_joseki.starts_with("Loaded 2 move patterns, 1 of joseki; built in: "),
        "{with_joseki}"
    );
    let all = [
        ("own.db", MOVES),
        ("conn.db", JOINED),
        ("eyes.db", EYE),
        (
            "reading/attack.db",
            "Pattern Net\n..*\nOX.\n?O?\n:8,9\n..t\nOA.\n?O?\n",
        ),
        ("move-model.txt", "weights moves\nlast=2 1.5\n"),
        ("choice-model.txt", "weights choice\ncapture=1 0.5\n"),
        ("reading/policy.txt", "weights life\nowner.place=1 0.5\n"),
    ];
    assert_eq!(
        described(&all),
        format!(
            "Loaded {moves}, 1 connection pattern, 1 eye shape, 1 reading pattern, the move-prediction model, the choice weights, the life-and-death policy"
        )
    );
}

#[test]
fn empty_folders_and_files_are_refused() {
    assert_eq!(
        error(&[]),
        "DIR has no .db file, no .sgf file and no model: name a folder or a file that has"
    );
    assert_eq!(
        error(&[("own.db", "# later\n")]),
        "DIR/own.db has no entries: write some, or leave the file out"
    );
    assert_eq!(
        error(&[("move-model.txt", "# later\n")]),
        "DIR/move-model.txt: expected `weights moves`, `weights choice` or `weights life` in the first line"
    );
}

#[test]
fn a_malformed_line_of_a_model_is_named() {
    for (file, text, message) in [
        (
            "move-model.txt",
            "weights moves\nlast=2 1.5\nlast=2 much\n",
            "line 3: expected `NAME WEIGHT` or `NAME WEIGHT COUNT`: last=2 much",
        ),
        (
            "reading/policy.txt",
            "weights life\nowner.place=99 1\n",
            "line 2: there is no such feature: owner.place=99",
        ),
        (
            "move-model.txt",
            "last=2 1.5\n",
            "expected `weights moves`, `weights choice` or `weights life` in the first line",
        ),
    ] {
        let error = error(&[(file, text)]);
        assert!(error.starts_with(&format!("DIR/{file}: {message}")), "{error}");
    }
}

#[test]
fn warnings_of_a_database_can_be_shown() {
    let text = "Pattern P\nO*X\n.O?\n:|,10,0,OZ\n";
    let loaded = load(&[("own.db", text)]).expect("it is sound");
    for warning in [
        "warning[P025]: `Z` is no class letter and is ignored",
        "warning[P060]",
    ] {
        assert!(loaded.warnings.contains(warning), "{}", loaded.warnings);
    }
}

#[test]
fn a_copy_of_a_learned_shape_that_takes_no_place_is_warned_of() {
    let knowledge = Knowledge::default();
    let shape = knowledge.move_model().shape("Open_9_0001").expect("a shape");
    let copy = mkpat::entry(&shape.pattern()).replacen("Open_9_0001", "Mine", 1);
    let warnings = |text: &str| load(&[("own.db", text)]).expect("it is sound").warnings;
    assert_eq!(warnings(&copy), "", "it replaces the shape");
    let alone = copy.replace(", replaces Open_9_0001", "");
    assert!(alone != copy);
    let warning = warnings(&alone);
    let message = "warning[shape]: `Mine` has the picture of the learned shape `Open_9_0001` and does not take its place";
    assert!(
        warning.starts_with(message) && warning.contains("own.db:1\n"),
        "{warning}"
    );
}

#[test]
fn an_entry_for_a_shape_that_the_model_does_not_have_is_warned_of() {
    let warnings = |text: &str| load(&[("own.db", text)]).expect("it is sound").warnings;
    let unknown = warnings("Pattern Hane_21_9999\nO*X\n.O?\n:8,10\n");
    let message = "warning[shape]: the move-prediction model has no shape `Hane_21_9999`, so `Hane_21_9999` is a pattern \
                   of its own\n --> ";
    assert!(
        unknown.starts_with(message) && unknown.contains("own.db:1\n"),
        "{unknown}"
    );
    let known = "Pattern Mine\nO*X\n.O?\n:8,10\n#= 0.10, mine, replaces Open_9_0001\n";
    assert_eq!(warnings(known), "");
    let other = "weights moves\nlast=2 1.5\n";
    let loaded = load(&[("own.db", known), ("move-model.txt", other)]).expect("it is sound");
    assert!(
        loaded.warnings.contains("no shape `Open_9_0001`, so `Mine`"),
        "{}",
        loaded.warnings
    );
}
