// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reviews of several games at once: their names, the table, the page with links, and what fails.

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use super::folder::{Folder, has};
use super::review::with_game;

/// A folder with games: one, two in a file, and one that is illegal.
fn games() -> Folder {
    let folder = with_game();
    folder.write(
        "games/one game.sgf",
        "(;SZ[5]PB[Ann]PW[Bo]RE[B+R];B[cc];W[bb];B[aa])",
    );
    folder.write("games/two.sgf", "(;SZ[5];B[cc];W[bc])(;SZ[5];B[bb];W[cc])");
    folder.write("games/notes.txt", "No game.");
    folder
}

/// The names of the files of the folder `reviews`.
fn written(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path("reviews")).expect("the folder is made");
    let names = entries.map(|entry| {
        entry
            .expect("an entry")
            .file_name()
            .into_string()
            .expect("a name")
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn files_and_folders_are_reviewed_into_a_folder_with_a_page_that_links_to_them() {
    let folder = games();
    let table = folder.reviewed(&["games", "game.sgf", "-o", "reviews"]);
    assert_eq!(
        written(&folder),
        [
            "game.html",
            "game.sgf",
            "index.html",
            "one game.html",
            "one game.sgf",
            "two-1.html",
            "two-1.sgf",
            "two-2.html",
            "two-2.sgf",
        ]
    );
    let rows: Vec<&str> = table
        .lines()
        .skip(2)
        .take_while(|line| !line.is_empty())
        .collect();
    assert_eq!(rows.len(), 4, "{table}");
    assert!(
        rows[0].starts_with("one game           Ann - Bo                 B+R "),
        "{table}"
    );
    assert!(rows[0].contains(" % ") && rows[0].contains('/'), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let index = folder.read("reviews/index.html");
    has(&index, ["href=\"one%20game.html\"", "href=\"two-2.html\""]);
    assert!(!index.contains("src=") && !index.contains("<b>Ann"), "{index}");
    assert!(folder.read("reviews/two-2.sgf").contains("AP[Katachi"));
}

#[test]
fn our_own_files_are_written_over_and_earlier_reviews_stay_among_the_links() {
    let folder = games();
    folder.reviewed(&["games", "-o", "reviews", "--format", "html"]);
    let index = folder.read("reviews/index.html");
    assert!(index.contains("href=\"one%20game.html\""), "{index}");
    folder.reviewed(&[
        "games/two.sgf",
        "--game",
        "2",
        "-o",
        "reviews/",
        "--format",
        "html",
    ]);
    assert_eq!(folder.read("reviews/index.html"), index);
}

#[test]
fn reviews_that_are_there_are_skipped_unless_the_game_is_newer() {
    let folder = games();
    let arguments = ["games", "-o", "reviews", "--format", "json", "--skip-existing"];
    let table = folder.reviewed(&arguments);
    assert_eq!(written(&folder), ["one game.json", "two-1.json", "two-2.json"]);
    let skipped = |expected: &str| {
        let output = folder.review(&arguments);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && errors.contains(expected), "{errors}");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            table,
            "rows are read from the reviews"
        );
    };
    skipped("0 games reviewed, 3 skipped");
    let game = File::options().write(true).open(folder.path("games/two.sgf"));
    let later = SystemTime::now() + Duration::from_secs(60);
    game.expect("the file opens")
        .set_modified(later)
        .expect("it has a time");
    skipped("2 games reviewed, 1 skipped");
}

#[test]
fn a_bad_game_is_told_and_the_others_go_on() {
    let folder = games();
    folder.write("illegal.sgf", "(;SZ[5];B[cc];W[bb];B[cc];W[dd])");
    folder.write("games/broken.sgf", "This is no game.");
    fs::create_dir(folder.path("reviews")).expect("a folder can be made");
    folder.write("reviews/two-1.html", "<p>Not ours.</p>");
    let output = folder.review(&["nowhere.sgf", "illegal.sgf", "games", "-o", "reviews", "-q"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines.len(), 5, "{errors}");
    for (line, words) in lines.iter().zip([
        "cannot read nowhere.sgf",
        "cannot review illegal.sgf: move 3, Black C3, is illegal",
        "cannot use games/broken.sgf",
        "two-1.html exists and was not written by Katachi; choose another name, or --overwrite",
        "katachi: 2 games reviewed, 4 failed",
    ]) {
        assert!(line.contains(words), "{words} in {line}");
    }
    assert_eq!(folder.read("reviews/two-1.html"), "<p>Not ours.</p>");
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(table.lines().skip(2).count(), 2, "{table}");
    assert_eq!(written(&folder).len(), 6, "{:?}", written(&folder));
}

#[test]
fn without_a_folder_there_is_a_table_alone() {
    let folder = games();
    let table = folder.reviewed(&["games/one game.sgf", "game.sgf"]);
    assert_eq!(table.lines().count(), 4, "{table}");
    let files = fs::read_dir(folder.path(".")).expect("the folder can be read");
    assert_eq!(files.count(), 2, "the game and the folder of games");
}

#[test]
fn a_game_and_its_review_never_have_the_same_file() {
    let folder = games();
    let source = folder.read("games/two.sgf");
    folder.refuses(
        "review --visits 24 --level 1",
        "\
games -o games => choose another folder
games -o reviews.html => need a folder
games - -o reviews => standard input
game.sgf --format json => name one with -o
games --skip-existing => name one with -o",
    );
    assert_eq!(folder.read("games/two.sgf"), source);
    folder.write("games/two-1.sgf", "(;SZ[5];B[dd];W[cc])");
    folder.write("games/index.sgf", "(;SZ[5];B[dd];W[cc])");
    let output = folder.review(&["games", "-o", "reviews"]);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    has(&errors, ["two-1 is the name of games/two-1.sgf"]);
    has(&errors, ["index is the name of the page that links"]);
    assert_eq!(output.status.code(), Some(2));
}
