// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions of real games.

use katachi_rules::sgf::{Record, Step};
use katachi_rules::{BoardSize, Cell, Color};

/// A position with the name of its snapshots, as a record that sets it up.
pub(crate) struct Position {
    pub(crate) name: String,
    pub(crate) record: Record,
}

/// Ten of the positions by which the matcher is measured, from move 60 to move 158.
pub(crate) fn ten() -> Vec<Position> {
    let path = crate::repository().join("benches/data/positions.txt");
    let text = std::fs::read_to_string(path).expect("the positions are in the repository");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let every_fifth = lines.step_by(5).take(10);
    every_fifth.map(position).collect()
}

fn position(line: &str) -> Position {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [game, moves, points] = fields[..] else {
        panic!("a game, a number of moves, points: {line}");
    };
    let size = BoardSize::square(19);
    let stones = size
        .points()
        .zip(points.chars())
        .filter_map(|(point, letter)| match letter {
            'X' => Some((point, Cell::Black)),
            'O' => Some((point, Cell::White)),
            _ => None,
        });
    let to_move = match moves.parse::<usize>().expect("moves are a number") % 2 {
        0 => Color::Black,
        _ => Color::White,
    };
    let mut record = Record::new(size);
    record.komi = Some(7.5);
    record.steps = vec![Step::Setup(stones.collect()), Step::ToMove(to_move)];
    Position {
        name: format!("game{game}-move{moves}"),
        record,
    }
}
