// SPDX-License-Identifier: MIT OR Apache-2.0

//! Databases and models of `--db` in the place of the built-in ones: each changes what the program says.

use crate::folder::{Folder, done, errors, fed};

/// Output of the program with the knowledge of a folder, or with the built-in one.
fn output(arguments: &[&str], input: &str, folder: Option<&Folder>) -> String {
    let mut program = crate::program();
    program
        .current_dir(crate::repository().join("tests/data"))
        .args(arguments);
    if let Some(folder) = folder {
        program.arg("--db").arg(folder.path("."));
    }
    let output = fed(&mut program, input);
    assert_eq!(errors(&output).starts_with("Loaded "), folder.is_some());
    done(&output)
}

/// The commands that set up a position of White's and Black's stones on a board of nine lines.
fn position(white: &str, black: &str) -> String {
    let stones = |color: &str, vertices: &str| -> String {
        let vertices = vertices.split_whitespace();
        vertices
            .map(|vertex| format!("play {color} {vertex}\n"))
            .collect()
    };
    format!(
        "boardsize 9\n{}{}",
        stones("white", white),
        stones("black", black)
    )
}

#[test]
fn another_eye_shape_changes_the_worth_of_an_eye_space() {
    // Three points in a row in the middle of the board.
    let wall = position("C6 D6 E6 F6 G6 C5 G5 C4 D4 E4 F4 G4", "");
    let asked = format!("{wall}eye_data white E5\n");
    let worthless = Folder::with(&[("eyes.db", "Pattern Three\n...\n:0,0\n")]);
    let worth = |folder| output(&["gtp"], &asked, folder);
    assert!(worth(None).contains("min                  1\nmax                  2\n"));
    assert!(worth(Some(&worthless)).contains("min                  0\nmax                  0\n"));
}

#[test]
fn another_connection_pattern_changes_the_status_of_a_dragon() {
    let asked = position("A2 B2 C2 C1 D2 E2 E1 B1 D5 H5", "A3 B3 C3 D3 E3 F1 F2 F3")
        + "dragon_status H5\nsame_dragon D5 H5\n";
    let far = Folder::with(&[("conn.db", "Pattern C_far\nO...O\n:+,C\n")]);
    assert!(output(&["gtp"], &asked, None).ends_with("= unknown\n\n= 0\n\n"));
    assert!(output(&["gtp"], &asked, Some(&far)).ends_with("= alive\n\n= 1\n\n"));
}

#[test]
fn another_move_model_changes_the_reasons_of_moves() {
    let asked = ["-l", "short.sgf", "-t", "--seed", "1", "--search", "off"];
    let without_shapes = Folder::with(&[("move-model.txt", "weights moves\nlast=2 1.5\n")]);
    let strong = "strong players and programs play here";
    assert!(output(&asked, "", None).contains(strong));
    assert!(!output(&asked, "", Some(&without_shapes)).contains(strong));
}

#[test]
fn a_weight_of_its_author_changes_the_priors_of_the_search() {
    let corner = "Pattern Corner\n+--\n|*.\n|..\n:\\,1\n";
    let plain = Folder::with(&[("own.db", corner)]);
    let weighted = Folder::with(&[("own.db", &format!("{corner}#= 15.00, mine\n"))]);
    let asked = "boardsize 9\ngenmove b\n";
    let move_with = |folder| output(&["gtp", "--visits", "60", "--seed", "1"], asked, Some(folder));
    assert!(
        !["A1", "A9", "J1", "J9"]
            .iter()
            .any(|corner| move_with(&plain).contains(corner))
    );
    // The win rate decides, but the visits go where the prior is.
    let table = ["-l", "-", "-t", "--visits", "60", "--seed", "1"];
    let listed = |folder| output(&table, "(;SZ[9]KM[7])", Some(folder));
    let visits_in_corners = |folder| {
        let table = listed(folder);
        let rows = table
            .lines()
            .filter(|line| ["A1 ", "A9 ", "J1 ", "J9 "].iter().any(|c| line.starts_with(c)));
        rows.filter_map(|row| row.split_whitespace().nth(1)?.parse::<u32>().ok())
            .sum::<u32>()
    };
    assert_eq!(visits_in_corners(&plain), 0);
    assert!(visits_in_corners(&weighted) > 20, "{}", listed(&weighted));
}

#[test]
fn a_learned_shape_is_drawn_by_the_name_that_an_explanation_prints() {
    let asked = ["-l", "short.sgf", "-t", "--seed", "1", "--search", "off"];
    let explained = output(&asked, "", None);
    let (_, rest) = explained.split_once(" % of such positions (").expect("a shape");
    let (name, points) = rest.split_once(": shape of ").expect("its name");
    let (points, _) = points.split_once(' ').expect("its points");
    let drawn = output(&["tune", "shape", name], "", None);
    assert!(
        drawn.starts_with(&format!("{name}: {points} points, move made ")),
        "{drawn}"
    );
    let cells = drawn.lines().skip(2).take_while(|line| !line.is_empty());
    let cells: usize = cells.map(|line| line.split_whitespace().count()).sum();
    assert_eq!(cells.to_string(), points, "{drawn}");
    // Both pictures have O for the side that moves.
    let own = |text: &str| text.chars().filter(|letter| "Oo0".contains(*letter)).count();
    let picture: String = drawn
        .lines()
        .skip(2)
        .take_while(|line| !line.is_empty())
        .collect();
    let (_, rows) = drawn.split_once("\n\nPattern ").expect("an entry");
    let rows: Vec<&str> = rows
        .lines()
        .skip(1)
        .take_while(|line| !line.starts_with(':'))
        .collect();
    assert_eq!(own(&picture), own(&rows.concat()), "{drawn}");
    let (_, entry) = drawn.split_once("\n\nPattern ").expect("an entry");
    let entry = format!("Pattern {entry}");
    assert!(entry.starts_with(&format!("Pattern {name}\n")), "{drawn}");
    assert!(entry.contains(&format!(", replaces {name}\n")), "{drawn}");
    let mut unknown = crate::program();
    let unknown = unknown
        .args(["tune", "shape", "Hane_1_1"])
        .output()
        .expect("it runs");
    assert!(!unknown.status.success());
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("has no shape Hane_1_1"));
}
