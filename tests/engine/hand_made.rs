// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions in which patterns of the database must propose their move, and others in which they must not.
//!
//! They lie in `tests/hand_made/`, a file for each file of move patterns in `patterns/`. A position is a
//! title, a board with White, `O`, to move, and what is expected there, one pattern a line:
//!
//! ```text
//! = The head of two stones is free
//! . . . . .
//! . X . . .
//! . O X . .
//! . O X . .
//! . . . . .
//! plays Hane_head_of_two C4
//! not Cut_diagonal
//! not Stretch_head_of_two C4
//! ```
//!
//! `not` without a point means that the pattern proposes nothing anywhere on the board.

use std::fs;
use std::path::{Path, PathBuf};

use katachi_engine::play::{Level, Request};
use katachi_engine::{Engine, Settings};
use katachi_rules::{Board, Color, Game, Rules};

/// Fewest expectations of either kind for a file of patterns.
const FEWEST: usize = 3;

struct Position {
    title: String,
    board: String,
    expectations: Vec<Expectation>,
}

struct Expectation {
    fires: bool,
    pattern: String,
    point: Option<String>,
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The names of the files of hand-made move patterns, without extension.
fn categories() -> Vec<String> {
    let files = fs::read_dir(folder("patterns")).expect("the folder of patterns is there");
    let mut names: Vec<String> = files
        .map(|file| file.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|e| e == "db"))
        .map(|path| {
            path.file_stem()
                .expect("it has a name")
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name != "conn" && name != "eyes")
        .collect();
    names.sort();
    names
}

fn positions(text: &str) -> Vec<Position> {
    let mut positions: Vec<Position> = Vec::new();
    for line in text
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
    {
        if let Some(title) = line.strip_prefix("= ") {
            positions.push(Position {
                title: title.to_owned(),
                board: String::new(),
                expectations: Vec::new(),
            });
            continue;
        }
        let position = positions.last_mut().expect("a position begins with its title");
        let mut words = line.split_whitespace();
        let fires = match words.next() {
            Some("plays") => true,
            Some("not") => false,
            _ => {
                position.board += line;
                position.board.push('\n');
                continue;
            }
        };
        position.expectations.push(Expectation {
            fires,
            pattern: words.next().expect("a pattern is named").to_owned(),
            point: words.next().map(str::to_owned),
        });
    }
    positions
}

/// All patterns that propose a move for White, with the move.
fn proposed(engine: &Engine, board: &str) -> Vec<(String, String)> {
    let game = Game::from_position(Board::from_diagram(board), Color::White, Rules::default(), 0.0);
    let mut reader = engine.reader(&game);
    let analysis = engine.analyse(&game, &mut reader);
    let request = Request {
        analysis: Some(&analysis),
        ..Request::new(&game, Color::White)
    };
    let matches = engine.pattern_matches(&request, None, &mut reader).into_iter();
    let held = matches.filter_map(|matched| Some((matched.verdict.ok()?.name, matched.point)));
    held.map(|(name, point)| (name, game.size().vertex(point).to_string()))
        .collect()
}

#[test]
fn patterns_propose_their_moves_where_they_should_and_only_there() {
    let engine = Engine::new(Settings {
        level: Level::new(2.5).expect("a level"),
        ..Settings::default()
    });
    let database = engine.database();
    let mut wrong = Vec::new();
    for category in categories() {
        let file = folder("tests/hand_made").join(format!("{category}.txt"));
        let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let (mut plays, mut not) = (0, 0);
        for position in positions(&text) {
            let proposed = proposed(&engine, &position.board);
            for expectation in position.expectations {
                let Expectation {
                    fires,
                    pattern,
                    point,
                } = expectation;
                let known = database.patterns.iter().find(|p| p.name == pattern);
                let known = known.unwrap_or_else(|| panic!("{category}: there is no pattern {pattern}"));
                let home = &database.files[usize::from(known.file)];
                if home.ends_with(&format!("/{category}.db")) {
                    *(if fires { &mut plays } else { &mut not }) += 1;
                }
                let seen = proposed
                    .iter()
                    .any(|(name, at)| *name == pattern && point.as_ref().is_none_or(|p| p == at));
                if seen != fires {
                    let word = if fires { "does not propose" } else { "proposes" };
                    let at = point.as_deref().unwrap_or("anything");
                    wrong.push(format!("{category}, {}: {pattern} {word} {at}", position.title));
                }
            }
        }
        assert!(
            plays >= FEWEST && not >= FEWEST,
            "{category} has {plays} moves that must be proposed and {not} that must not"
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_database_has_its_size() {
    let database = Engine::new(Settings::default()).database().clone();
    let by_hand: Vec<_> = database
        .patterns
        .iter()
        .filter(|p| database.files[usize::from(p.file)].starts_with("patterns/"))
        .collect();
    assert!(by_hand.len() >= 740, "{} patterns", by_hand.len());
    let with_helpers = by_hand.iter().filter(|p| p.helper.is_some()).count();
    assert!(with_helpers >= 150, "{with_helpers} patterns with helpers");
    let mut names: Vec<&str> = by_hand.iter().map(|p| p.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), by_hand.len(), "names are unique across the files");
}

/// Explanations print the notes of patterns to players.
#[test]
fn every_shipped_pattern_has_a_note_that_can_stand_alone() {
    const MAX_LENGTH: usize = 90;
    const SIDES: [&str; 11] = [
        "we", "us", "our", "ours", "they", "them", "theirs", "you", "your", "Black", "White",
    ];
    let engine = katachi_engine::Engine::default();
    for pattern in engine
        .database()
        .patterns
        .iter()
        .filter(|pattern| pattern.fit.is_some())
    {
        let name = &pattern.name;
        let note = pattern.note.as_deref().unwrap_or_default();
        assert!(!note.is_empty() && note.len() <= MAX_LENGTH, "{name}: '{note}'");
        assert!(
            !note.starts_with("the same") && !note.starts_with("or "),
            "{name}: '{note}'"
        );
        assert!(!note.contains('_'), "{name}: '{note}' names an entry");
        let mut words = note.split(|c: char| !c.is_alphanumeric());
        assert!(
            words.all(|word| !SIDES.contains(&word)),
            "{name}: '{note}' is read by both sides: say own and enemy"
        );
    }
}
