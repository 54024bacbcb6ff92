// SPDX-License-Identifier: MIT OR Apache-2.0

//! Every helper in positions where it holds and where it does not, in all eight orientations and for either
//! colour.
//!
//! The patterns are the diagrams of the helpers' own documentation, so that these are tested, too; the
//! positions are in `positions.txt`.

use std::collections::BTreeSet;

use katachi_rules::{Board, Color, Game, PointSet, Rules};
use mkpat::{Offset, Options, Source, Transformation};
use rayon::prelude::*;

use super::*;
use crate::knowledge::Knowledge;
use crate::movegen::{Evidence, ReasonKind, for_tests, patterns};

const SOURCES: &[&str] = &[
    include_str!("capture.rs"),
    include_str!("connect.rs"),
    include_str!("cut.rs"),
    include_str!("edge.rs"),
    include_str!("life.rs"),
    include_str!("opening.rs"),
];
const POSITIONS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/engine/movegen/helpers/positions.txt"
);
/// The value of patterns in tests. A share of it is a number of percent.
const WEIGHT: i32 = 100;

/// A helper as its source documents it.
struct Documented {
    name: String,
    /// Its first sentence.
    summary: String,
    diagram: String,
}

fn documented() -> Vec<Documented> {
    let mut found = Vec::new();
    for source in SOURCES {
        let mut doc = Vec::new();
        for line in source.lines() {
            if let Some(text) = line.strip_prefix("///") {
                doc.push(text.strip_prefix(' ').unwrap_or(text));
            } else if let Some(rest) = line.strip_prefix("pub(super) fn ") {
                let name = rest.split('(').next().expect("split has a first part");
                let from = doc.iter().position(|l| *l == "```text");
                let from = from.unwrap_or_else(|| panic!("{name} has no diagram"));
                let rows = doc[from + 1..].iter().take_while(|l| **l != "```");
                let summary = doc[..from].iter().take_while(|l| !l.is_empty());
                found.push(Documented {
                    name: name.to_owned(),
                    summary: summary.copied().collect::<Vec<_>>().join(" "),
                    diagram: rows.copied().collect::<Vec<_>>().join("\n"),
                });
                doc.clear();
            } else {
                doc.clear();
            }
        }
    }
    found
}

/// A position with the point of the move.
struct Position {
    helper: String,
    /// Whether it holds.
    holds: bool,
    /// The share that counts, in percent, where the helper computes one.
    share: Option<i32>,
    /// Rows of `.`, `X`, `O` and one `*`.
    rows: Vec<Vec<char>>,
}

fn positions() -> Vec<Position> {
    let text = std::fs::read_to_string(POSITIONS).expect("the positions can be read");
    let mut positions: Vec<Position> = Vec::new();
    for line in text
        .lines()
        .filter(|l| !l.starts_with('#') && !l.trim().is_empty())
    {
        let row: Vec<char> = line.split_whitespace().flat_map(str::chars).collect();
        if let Some((helper, answer)) = line.split_once(": ") {
            positions.push(Position {
                helper: helper.to_owned(),
                holds: answer != "does not hold",
                share: answer.strip_suffix(" %").map(|n| n.parse().expect(line)),
                rows: Vec::new(),
            });
        } else {
            positions.last_mut().expect("a name comes first").rows.push(row);
        }
    }
    positions
}

/// The transformed picture, as text, and the place of `*` in it.
fn transformed(rows: &[Vec<char>], t: Transformation, swapped: bool) -> (String, (usize, usize)) {
    let cells = rows.iter().enumerate().flat_map(|(y, row)| {
        let cell = move |(x, &c): (usize, &char)| (t.apply(Offset::new(x as i8, y as i8)), c);
        row.iter().enumerate().map(cell)
    });
    let cells: Vec<(Offset, char)> = cells.collect();
    let left = cells.iter().map(|c| c.0.dx).min().expect("a board has points");
    let top = cells.iter().map(|c| c.0.dy).min().expect("a board has points");
    let turns = t.apply(Offset::new(1, 0)).dx == 0;
    let (width, height) = if turns {
        (rows.len(), rows[0].len())
    } else {
        (rows[0].len(), rows.len())
    };
    let mut board = vec![vec!['.'; width]; height];
    let mut mv = None;
    for (at, cell) in cells {
        let (x, y) = ((at.dx - left) as usize, (at.dy - top) as usize);
        board[y][x] = match cell {
            '*' => {
                mv = Some((x, y));
                '.'
            }
            'X' if swapped => 'O',
            'O' if swapped => 'X',
            other => other,
        };
    }
    let text: Vec<String> = board.into_iter().map(|row| row.into_iter().collect()).collect();
    (text.join("\n"), mv.expect("a position has a `*`"))
}

/// The key of a board, its empty points, and of each stone its string and the number of liberties.
fn facts(board: &Board) -> (u64, PointSet, Vec<(PointSet, u32)>) {
    let stones = board.size().points().filter(|&p| board.cell(p).is_stone());
    let strings = stones.map(|p| (board.string(p).collect::<PointSet>(), board.liberties(p)));
    (board.key(), board.empty_points().collect(), strings.collect())
}

/// The evidence of patterns in a position, which their helpers leave as it is.
fn evaluated(game: &Game, us: Color, database: mkpat::Database) -> Vec<Evidence> {
    let knowledge = Knowledge::default().with_database(database);
    for_tests::with_input(game, us, &knowledge, |input, reader| {
        let evidence = patterns::matches(input, reader, false).evidence;
        assert_eq!(
            facts(reader.board()),
            facts(game.board()),
            "the board is as it was"
        );
        evidence
    })
}

/// The value of the pattern `Helped` at the move, if it holds. The same diagram without a helper holds.
fn ask(diagram: &str, helper: &str, position: &str, mv: (usize, usize), us: Color) -> Option<i32> {
    let text = format!(
        "Pattern Plain\n{diagram}\n:8,{WEIGHT},0,s\n\nPattern Helped\n{diagram}\n:8,{WEIGHT},0,s,0,0,0,0,0,{helper}\n"
    );
    let compiled = mkpat::compile(&[Source::new("test.db", text)], &Options::default());
    assert!(!compiled.has_errors(), "{helper}: {:?}", compiled.diagnostics);
    let board = Board::from_diagram(position);
    let game = Game::from_position(board, us, Rules::default(), 0.0);
    let evidence = evaluated(&game, us, compiled.database);
    let proposal = evidence
        .iter()
        .filter(|e| (e.point.x().into(), e.point.y().into()) == mv);
    let value = |name: &str| {
        let values = proposal.clone().filter_map(|e| match &e.kind {
            ReasonKind::Pattern(value) if value.name == name => Some(value.value),
            _ => None,
        });
        values.max()
    };
    assert_eq!(
        value("Plain"),
        Some(WEIGHT),
        "{helper}: the diagram lies there\n{position}"
    );
    value("Helped")
}

#[test]
fn each_helper_answers_the_same_in_all_orientations() {
    let documented = documented();
    let wrong = |position: &Position| -> Vec<String> {
        let helper = documented.iter().find(|d| d.name == position.helper);
        let helper = helper.unwrap_or_else(|| panic!("there is no helper {}", position.helper));
        let mut wrong = Vec::new();
        for (i, t) in Transformation::ALL.into_iter().enumerate() {
            // Every other turn is Black's.
            let us = Color::BOTH[i % 2];
            let (board, mv) = transformed(&position.rows, t, us == Color::Black);
            let answer = ask(&helper.diagram, &helper.name, &board, mv, us);
            let as_expected = position.share.is_none_or(|share| answer == Some(share));
            if answer.is_some() != position.holds || !as_expected {
                let name = &helper.name;
                wrong.push(format!(
                    "{name} answers {answer:?}, transformed by {t}, {us}:\n{board}\n"
                ));
            }
        }
        wrong
    };
    let wrong: Vec<String> = positions().par_iter().flat_map_iter(wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_helper_is_seen_to_hold_and_not_to_hold() {
    let cases: BTreeSet<(String, bool)> = positions().into_iter().map(|p| (p.helper, p.holds)).collect();
    for name in names() {
        for holds in [true, false] {
            assert!(cases.contains(&(name.to_owned(), holds)), "{name}, {holds}");
        }
    }
}

#[test]
fn the_table_has_every_helper_by_its_own_name() {
    let written: Vec<String> = {
        let mut names: Vec<String> = documented().into_iter().map(|d| d.name).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(names(), written);
}

/// `mkpat` knows the names without the engine.
#[test]
fn the_table_has_the_helpers_that_databases_may_name() {
    assert_eq!(names(), mkpat::HELPERS);
}

/// A pattern of another shape may name any helper: it then finds what it wants, or does not hold.
#[test]
fn no_helper_minds_a_diagram_that_is_not_its_own() {
    for diagram in ["*", "O*", "*X\nX?", "?*?\n---", "|*"] {
        for name in names() {
            let board = ".......\n..O....\n..XO...\n.......\n...X...\n.......\n.......";
            let text = format!("Pattern P\n{diagram}\n:8,50,0,s,0,0,0,0,0,{name}\n");
            let compiled = mkpat::compile(&[Source::new("test.db", text)], &Options::default());
            assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
            let game = Game::from_position(Board::from_diagram(board), Color::White, Rules::default(), 0.0);
            evaluated(&game, Color::White, compiled.database);
        }
    }
}

#[test]
fn every_helper_that_the_built_in_patterns_name_exists() {
    for pattern in &crate::Engine::new(crate::Settings::default()).database().patterns {
        if let Some(helper) = &pattern.helper {
            assert!(find(pattern).is_some(), "{} names {helper}", pattern.name);
        }
    }
}

/// The manual lists them, each with the summary in its source.
#[test]
fn the_manual_has_a_row_for_each_helper() {
    let manual = include_str!("../../../docs/patterns.md");
    for Documented {
        name,
        summary,
        diagram,
    } in documented()
    {
        let row = format!(
            "| `{name}` | `{}` | {summary} |",
            diagram.replace('\n', " / ").replace('|', "\\|")
        );
        assert!(manual.lines().any(|l| l == row), "docs/patterns.md lacks\n{row}");
    }
}
