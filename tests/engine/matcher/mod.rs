// SPDX-License-Identifier: MIT OR Apache-2.0

//! The fast matcher against a plain one, on any database and any board.

mod boards;
mod databases;
mod plain;

use std::collections::BTreeSet;
use std::path::Path;

use boards::{Random, games, random_board, replay};
use databases::{Cut, Shape, cut, database, symmetric};
use katachi_engine::matcher::{Match, Matcher, PatternBoard};
use katachi_engine::{Engine, Settings};
use katachi_rules::{Board, BoardSize, Color};
use mkpat::{Cell, Database, Edges, Input, Options, Source, compile};
use plain::{Plain, sorted_matches};
use proptest::prelude::*;

/// A database with both matchers.
struct Twins {
    database: Database,
    fast: Matcher,
    plain: Plain,
}

impl Twins {
    fn new(database: Database) -> Self {
        Self {
            fast: Matcher::new(&database, |_| true),
            plain: Plain::new(&database),
            database,
        }
    }

    /// The matches of both colours, after comparison.
    #[track_caller]
    fn check(&self, board: &Board) -> [Vec<Match>; 2] {
        let prepared = PatternBoard::new(board);
        Color::BOTH.map(|color| {
            let expected = self.plain.matches(board, color);
            let found = sorted_matches(&self.fast, &prepared, color);
            if found != expected {
                self.complain(board, color, &found, &expected);
            }
            found
        })
    }

    #[track_caller]
    fn complain(&self, board: &Board, color: Color, found: &[Match], expected: &[Match]) -> ! {
        let difference = |a: &[Match], b: &[Match]| -> Vec<String> {
            let b: BTreeSet<_> = b.iter().collect();
            let show = |m: &&Match| {
                let variant = &self.database.variants[m.variant as usize];
                let name = &self.database.patterns[variant.pattern as usize].name;
                format!("{name} {} at {:?}", variant.transformation, m.mv)
            };
            a.iter().filter(|m| !b.contains(m)).map(|m| show(&m)).collect()
        };
        panic!(
            "for {color} on {}\n{board}missed {:?}\ntoo many {:?}\n(or more than once)",
            board.size(),
            difference(expected, found),
            difference(found, expected)
        );
    }
}

fn built_in() -> Twins {
    Twins::new(Engine::new(Settings::default()).database().clone())
}

/// The patterns that are not drawn from games: a fifth of all variants, so that the plain twin can search
/// many positions.
fn hand_made() -> Twins {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns");
    let mut sources = Source::read(&folder).expect("the patterns can be read");
    sources.retain(|source| source.input == Input::Moves);
    let compiled = compile(&sources, &Options::default());
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
    Twins::new(compiled.database)
}

/// Checks every `step`th position of these games, some of them on a second thread.
fn check_games(twins: &Twins, name: &str, count: usize, step: usize) {
    let Some(records) = games(name, count) else {
        eprintln!("skipped: there is no {name} among the shared games");
        return;
    };
    assert_eq!(records.len(), count);
    std::thread::scope(|scope| {
        for half in records.chunks(records.len().div_ceil(2)) {
            scope.spawn(move || {
                for record in half {
                    let mut number = 0;
                    replay(record, |board| {
                        if number % step == 0 {
                            twins.check(board);
                        }
                        number += 1;
                    });
                }
            });
        }
    });
}

#[test]
fn hand_made_patterns_on_every_fifth_position_of_fifty_games_of_19x19() {
    check_games(&hand_made(), "pro19-valid.sgf.gz", 50, 5);
}

#[test]
fn built_in_patterns_on_every_position_of_two_games_of_19x19() {
    check_games(&built_in(), "pro19-valid.sgf.gz", 2, 1);
}

#[test]
fn built_in_patterns_on_every_third_position_of_fifty_games_of_9x9() {
    check_games(&built_in(), "9x9.sgf.gz", 50, 3);
}

#[test]
fn built_in_patterns_on_boards_of_every_size() {
    let twins = built_in();
    let mut random = Random::new(1);
    for width in 1..=25 {
        for height in 1..=25 {
            let size = BoardSize::new(width, height).expect("the sides are in range");
            let moves = random.random_below(size.area() + 1);
            twins.check(&random_board(size, moves, &mut random));
        }
    }
}

/// Boards, and a database of shapes from these boards and of random symmetric ones.
fn random_world(seed: u64) -> (Vec<Board>, Twins) {
    let mut random = Random::new(seed);
    let boards: Vec<Board> = (0..3)
        .map(|i| {
            let mut side = || 1 + random.random_below([9, 19, 25][i]) as u8;
            let size = BoardSize::new(side(), side()).expect("the sides are in range");
            let moves = random.random_below(3 * size.area() / 2);
            random_board(size, moves, &mut random)
        })
        .collect();
    let mut shapes: Vec<Shape> = (0..30).map(|_| symmetric(&mut random)).collect();
    for _ in 0..60 {
        let exact = random.random_below(101);
        let how = Cut {
            side: [3, 5, 8, 19][random.random_below(4)],
            exact,
            loose: random.random_below(101 - exact),
            edge: 50,
        };
        let color = Color::BOTH[random.random_below(2)];
        let board = &boards[random.random_below(3)];
        shapes.extend(cut(board, color, how, &mut random));
    }
    (boards, Twins::new(database(&shapes)))
}

#[test]
fn shapes_are_found_where_they_were_cut_out() {
    let (boards, twins) = random_world(7);
    let found: usize = boards.iter().flat_map(|b| twins.check(b)).map(|m| m.len()).sum();
    assert!(
        found > 500,
        "only {found} matches: the tests below would say little"
    );
}

/// The indexes of the other tests fit into one block.
#[test]
fn a_large_database() {
    let (boards, _) = random_world(3);
    let mut random = Random::new(3);
    let mut shapes = Vec::new();
    while shapes.len() < 1_500 {
        let how = Cut {
            side: 3 + random.random_below(8),
            exact: 60,
            loose: 5,
            edge: 50,
        };
        let color = Color::BOTH[random.random_below(2)];
        shapes.extend(cut(&boards[1 + random.random_below(2)], color, how, &mut random));
    }
    let twins = Twins::new(database(&shapes));
    for stones in [Cell::Friend, Cell::Enemy] {
        let variants = twins.database.variants.iter();
        assert!(variants.filter(|v| v.anchor == stones).count() > 4096);
    }
    for board in &boards {
        twins.check(board);
    }
}

/// The tables know near edges. Edges farther off are tested shape by shape.
#[test]
fn diagrams_that_reach_far_lie_between_the_edges() {
    let mut shapes = Vec::new();
    for edges in [
        Edges::empty(),
        Edges::LEFT,
        Edges::RIGHT,
        Edges::LEFT | Edges::RIGHT,
    ] {
        for (x, width) in [(1, 9), (1, 12), (11, 14), (15, 19), (1, 20)] {
            let mut rows = vec![vec![b'?'; width]; 2];
            rows[0][x - 1] = b'X';
            rows[0][x] = b'*';
            shapes.push(Shape {
                rows,
                edges,
                symmetry: '8',
                value: 50,
            });
        }
    }
    let twins = Twins::new(database(&shapes));
    let mut random = Random::new(4);
    for side in [9, 12, 13, 14, 18, 19, 20, 25] {
        let size = BoardSize::square(side);
        let [black, white] = twins.check(&random_board(size, size.area() / 2, &mut random));
        assert!(!black.is_empty() && !white.is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_database_on_any_board(seed in any::<u64>()) {
        let (boards, twins) = random_world(seed);
        for board in &boards {
            twins.check(board);
        }
    }
}
