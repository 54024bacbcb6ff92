// SPDX-License-Identifier: MIT OR Apache-2.0

//! Handicap stones. They are part of the first position: `undo` does not reach them.

use std::cmp::Reverse;

use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_rules::{BoardSize, Game, Move, Point, PointSet, fixed_handicap};

use super::command::Outcome;
use crate::session::Session;

/// Places the stones of a handicap on these points of a board.
pub(super) fn place_on(
    session: &mut Session,
    arguments: Arguments<'_>,
    points: fn(BoardSize, usize) -> Option<Vec<Point>>,
) -> Outcome {
    let [stones] = arguments.exactly()?;
    let stones: i64 = protocol::number(stones)?;
    // The more important error comes first.
    if !session.game.is_without_stones() {
        return Err(Failure::new("board not empty"));
    }
    let size = session.game.size();
    let points = usize::try_from(stones)
        .ok()
        .and_then(|stones| points(size, stones));
    let points = points.ok_or_else(|| {
        Failure::new("invalid number of stones").because(format!("{stones} on a board of {size}"))
    })?;
    place(&mut session.game, &points)
}

fn place(game: &mut Game, points: &[Point]) -> Outcome {
    match game.set_handicap(points) {
        Ok(()) => Ok(protocol::vertices(game.size(), points.iter().copied())),
        Err(None) => Err(Failure::new("board not empty")),
        Err(Some(point)) => Err(Failure::new("bad vertex list")
            .because(format!("{} cannot carry a stone", game.size().vertex(point)))),
    }
}

pub(super) fn set_free(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let bad = |detail: String| Failure::new("bad vertex list").because(detail);
    let size = session.game.size();
    let mut seen = PointSet::EMPTY;
    let mut points = Vec::new();
    for word in arguments.words() {
        let Some(Move::Play(point)) = size.parse_move(word) else {
            return Err(bad(format!("'{word}' is no point of the board")));
        };
        if !seen.insert(point) {
            return Err(bad(format!("{word} is there twice")));
        }
        points.push(point);
    }
    if points.len() < 2 {
        return Err(bad("a handicap is 2 stones or more".to_string()));
    }
    place(&mut session.game, &points)?;
    Ok(String::new())
}

/// Points for 2 or more stones, at least one fewer than the points of the board: first the fixed ones, then
/// always the point farthest from all stones, with a preference for the third line and above.
pub(super) fn free_points(size: BoardSize, stones: usize) -> Option<Vec<Point>> {
    if stones < 2 || stones >= size.area() {
        return None;
    }
    let mut points = (2..=stones.min(9))
        .rev()
        .find_map(|n| fixed_handicap(size, n))
        .unwrap_or_default();
    while points.len() < stones {
        let farthest = size.points().filter(|p| !points.contains(p)).max_by_key(|&p| {
            let nearest = points.iter().map(|&q| p.distance(q)).min().unwrap_or(0);
            // Ties go to the first point in the order of the board.
            (size.line(p).min(2), nearest, Reverse(p))
        })?;
        points.push(farthest);
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_handicap_gives_exactly_the_stones_asked_for() {
        for (width, height) in [(19, 19), (9, 9), (8, 8), (5, 5), (2, 1), (19, 7)] {
            let size = BoardSize::new(width, height).unwrap();
            for stones in 2..size.area().min(40) {
                let points = free_points(size, stones).unwrap();
                let different: PointSet = points.iter().copied().collect();
                assert_eq!((points.len(), different.len()), (stones, stones));
                assert!(
                    Game::new(size, Default::default(), 0.5)
                        .set_handicap(&points)
                        .is_ok()
                );
            }
            assert_eq!(free_points(size, size.area()), None);
            assert_eq!(free_points(size, 1), None);
        }
    }
}
