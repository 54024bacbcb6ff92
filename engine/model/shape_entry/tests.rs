// SPDX-License-Identifier: MIT OR Apache-2.0

//! Learned neighbourhoods and the entries that are written of them, in random games.

use katachi_rules::{Board, BoardSize, Color, Game, Move, Point, Rules};
use mkpat::{Compiled, Options, Source};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::*;
use crate::model::neighbourhood::Grid;
use crate::model::{FeatureSet, KnownShape, MoveModel};
use crate::patterns::Patterns;
use crate::patterns::pictures::Pictures;

fn compiled(entries: &[String]) -> Compiled {
    mkpat::compile(&[Source::new("own.db", entries.join("\n"))], &Options::default())
}

/// Positions of games in which each side makes one of its most probable moves, or any move.
fn positions(side: u8, games: u64, every: usize) -> Vec<(Board, Color)> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Game::new(BoardSize::square(side), Rules::default(), 7.5);
        for number in 1..usize::from(side) * usize::from(side) {
            let color = game.to_move();
            let last = game.moves().last().and_then(|(_, mv)| mv.point());
            let mut moves =
                MoveModel::built_in().predict(FeatureSet::All, game.board(), color, [last, None], None);
            moves.sort_by(|a, b| b.probability.total_cmp(&a.probability));
            // One move in four is any move, so that there are captures and stones without liberties, too.
            let among = if rng.next_u32() % 4 == 0 {
                moves.len()
            } else {
                moves.len().min(6)
            };
            let Some(mv) = moves.get(rng.next_u32() as usize % among.max(1)) else {
                break;
            };
            if game.play(color, Move::Play(mv.point)).is_err() {
                break;
            }
            if number % every == 0 {
                positions.push((game.board().clone(), game.to_move()));
            }
        }
    }
    positions
}

/// Neighbourhoods of the built-in model that are found in a position: points and what is found there.
fn found(board: &Board, color: Color) -> Vec<(Point, u64, KnownShape)> {
    let model = MoveModel::built_in();
    let grid = Grid::new(board, color, None);
    let mut found = Vec::new();
    for point in board.empty_points() {
        let known = grid
            .shapes(point)
            .map_while(|hash| Some((hash, model.shapes.get(&hash)?)));
        found.extend(known.map(|(hash, shape)| (point, hash, shape.known)));
    }
    found
}

#[test]
fn a_shape_matches_where_its_entry_does_and_nowhere_else() {
    let model = MoveModel::built_in();
    let positions: Vec<_> = [(19, 2, 40), (13, 3, 25), (9, 6, 12), (5, 12, 4)]
        .into_iter()
        .flat_map(|(side, games, every)| positions(side, games, every))
        .collect();
    // One shape in some that occur, and others that do not.
    let mut shapes: Vec<(u64, KnownShape)> = model
        .shapes
        .iter()
        .filter(|(_, shape)| shape.known.place % 97 == 1)
        .map(|(&hash, shape)| (hash, shape.known))
        .collect();
    for (board, color) in &positions {
        let found = found(board, *color).into_iter();
        shapes.extend(found.step_by(13).map(|(_, hash, shape)| (hash, shape)));
    }
    shapes.sort_by_key(|(hash, _)| *hash);
    shapes.dedup_by_key(|(hash, _)| *hash);
    shapes.retain(|&(_, shape)| model.is_reached(shape));
    let entry = |&(_, shape): &(u64, KnownShape)| {
        let shape = model.shape(&model.name(shape).to_string()).expect("its name");
        mkpat::entry(&shape.pattern())
    };
    let entries: Vec<String> = shapes.iter().map(entry).collect();
    assert!(entries.len() > 500, "{}", entries.len());
    let compiled = compiled(&entries);
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics.first());
    let patterns = Patterns::new(compiled.database);
    let pictures = Pictures::new(&patterns.database, |_| true);
    let mut matches = 0;
    for (board, color) in &positions {
        let name = |pattern: u32| patterns.database.patterns[pattern as usize].name.clone();
        let mut by_picture: Vec<(Point, String)> = pictures
            .find(board, *color, [None; 2])
            .into_iter()
            .filter(|&(point, _)| board.is_empty(point))
            .map(|(point, pattern)| (point, name(pattern)))
            .collect();
        let is_asked = |hash: u64| shapes.binary_search_by_key(&hash, |shape| shape.0).is_ok();
        let mut by_hash: Vec<(Point, String)> = found(board, *color)
            .into_iter()
            .filter(|&(_, hash, _)| is_asked(hash))
            .map(|(point, _, shape)| (point, model.name(shape).to_string()))
            .collect();
        by_picture.sort();
        by_hash.sort();
        assert_eq!(by_picture, by_hash, "{board:?}");
        matches += by_hash.len();
    }
    assert!(matches > 1_000, "{matches}");
}

#[test]
fn every_entry_is_read_without_a_warning_as_it_was_written() {
    let model = MoveModel::built_in();
    let named = model.shapes.values().filter(|shape| shape.known.place > 0);
    let names: Vec<String> = named
        .filter(|shape| shape.known.place % 41 == 7)
        .map(|shape| model.name(shape.known).to_string())
        .collect();
    assert!(names.len() > 400, "{}", names.len());
    let shapes = names.iter().map(|name| model.shape(name).expect("its name"));
    let patterns: Vec<Pattern> = shapes.map(|shape| shape.pattern()).collect();
    let entries: Vec<String> = patterns.iter().map(mkpat::entry).collect();
    let compiled = compiled(&entries);
    let first = compiled.diagnostics.first();
    assert!(first.is_none(), "{first:?}");
    for pattern in &patterns {
        let read = compiled.database.patterns.iter().find(|p| p.name == pattern.name);
        let read = read.expect("it was written");
        assert_eq!(mkpat::entry(read), mkpat::entry(pattern));
        assert_eq!(read.fit, pattern.fit);
    }
}

#[test]
fn a_shape_that_the_model_never_reaches_has_no_weight() {
    let larger = "#/.../..*../.oX/X";
    let text = format!("weights moves\nshape={larger} 0.50 40\n");
    let weights = |text: &str| {
        let model = MoveModel::parse(text).expect("weights");
        let shape = model.shape("Atari_13_0001").expect("its name");
        (shape.shared, shape.weights)
    };
    assert_eq!(weights(&text), (0.0, [0.0; 3]));
    assert_eq!(
        weights(&format!("{text}shape=.../.*./.oX 0.25 50\n")),
        (0.5, [0.5; 3])
    );
    let model = MoveModel::built_in();
    let named = model.shapes.iter().filter(|(_, shape)| shape.known.place > 0);
    let unreached = named.filter(|(_, shape)| !model.is_reached(shape.known)).count();
    assert!(unreached < 50, "{unreached}");
}

#[test]
fn the_value_of_a_shape_is_twelve_and_sixteen_for_each_nat() {
    let model = "weights moves\nshape=.../.*./... 0.50 40\n9x9/shape=.../.*./... -0.25 2\n";
    let model = MoveModel::parse(model).expect("weights");
    let shape = model.shape("Open_9_0001").expect("its name");
    assert_eq!((shape.value(), shape.shared), (20, 0.5));
    assert_eq!(shape.weights, [0.25, 0.5, 0.5]);
    assert_eq!(
        mkpat::entry(&shape.pattern()),
        "Pattern Open_9_0001\n...\n.*.\n...\n:+,20,0,s,0,0,0,0,0,NULL\n#= 0.50, 9x9 -0.25, played 42, value 20, replaces \
         Open_9_0001\n"
    );
}
