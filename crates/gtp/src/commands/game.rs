// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands that set the board up, its rules and its handicap stones, and move on it. Handicap stones are
//! part of the first position: `undo` does not reach them.

use std::cmp::Reverse;

use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_rules::{
    BoardSize, Color, Game, MAX_KOMI, Move, Point, PointSet, Rules, RulesError, fixed_handicap,
};
use serde_json::{Map, Value};

use super::arguments::{number_in, pairs};
use super::command::Outcome;
use crate::session::{Session, rules_of_protocol};

pub(super) fn boardsize(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    match arguments.words().count() {
        1 => {
            let [side] = arguments.exactly()?;
            resize(session, side, side)
        }
        _ => rectangular_boardsize(session, arguments),
    }
}

pub(super) fn rectangular_boardsize(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [width, height] = arguments.exactly()?;
    resize(session, width, height)
}

fn resize(session: &mut Session, width: &str, height: &str) -> Outcome {
    let (width, height): (i64, i64) = (protocol::number(width)?, protocol::number(height)?);
    let size = u8::try_from(width)
        .ok()
        .zip(u8::try_from(height).ok())
        .and_then(|(width, height)| BoardSize::new(width, height))
        .ok_or_else(|| {
            Failure::new("unacceptable size").because(format!("{width}x{height}: sides are of 1 to 25 lines"))
        })?;
    session.new_game(size, session.game.rules());
    Ok(String::new())
}

pub(super) fn clear_board(session: &mut Session) -> Outcome {
    session.new_game(session.game.size(), session.game.rules());
    Ok(String::new())
}

pub(super) fn komi(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [word] = arguments.exactly()?;
    let komi = number_in(word, -MAX_KOMI..=MAX_KOMI, "a number of points")?;
    session.game.set_komi(komi);
    Ok(String::new())
}

pub(super) fn make_move(game: &mut Game, color: &str, vertex: &str) -> Result<(), Failure> {
    let color = protocol::color(color)?;
    let mv = protocol::mv(game.size(), color, vertex)?;
    game.play(color, mv)
        .map_err(|why| Failure::illegal(color, vertex, why))
}

pub(super) fn play(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [color, vertex] = arguments.exactly()?;
    if vertex.eq_ignore_ascii_case("resign") {
        session.resign(protocol::color(color)?, true);
        return Ok(String::new());
    }
    make_move(&mut session.game, color, vertex)?;
    Ok(String::new())
}

pub(super) fn play_sequence(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let mut game = session.game.clone();
    for pair in pairs(arguments) {
        let [color, vertex] = pair?;
        make_move(&mut game, color, vertex)?;
    }
    session.game = game;
    Ok(String::new())
}

/// Chooses and makes a move, also after the end of the game; an end without a result is told.
pub(super) fn genmove(session: &mut Session, color: Color) -> Outcome {
    let mv = session.choose(color, true);
    if session.has_given_up() {
        session.resign(color, false);
        return Ok("resign".to_string());
    }
    session.play_chosen(color, mv)?;
    named(session, mv)
}

fn named(session: &Session, mv: Move) -> Outcome {
    Ok(session.game.size().show(mv))
}

/// Chooses as `genmove`, but instead of a pass a move that captures dead enemy stones, if there are any.
pub(super) fn genmove_cleanup(session: &mut Session, color: Color) -> Outcome {
    let mut mv = session.choose(color, true);
    if mv == Move::Pass {
        let point = session.player.engine.cleanup_move(&session.game, color);
        mv = point.map_or(Move::Pass, Move::Play);
    }
    session.play_chosen(color, mv)?;
    named(session, mv)
}

pub(super) fn reg_genmove(session: &mut Session, color: Color) -> Outcome {
    let mv = session.choose(color, false);
    named(session, mv)
}

/// Chooses the best of the listed moves; moves that the engine does not propose come last.
pub(super) fn restricted_genmove(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let mut words = arguments.words();
    let color = protocol::color(words.next().unwrap_or_default())?;
    let size = session.game.size();
    let points = words
        .map(|word| match protocol::mv(size, color, word)? {
            Move::Play(point) => Ok(point),
            Move::Pass => Err(Failure::syntax("a pass is not among the moves to choose from")),
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    let mv = session.best_of(color, &points);
    named(session, mv)
}

pub(super) fn stone(session: &mut Session, arguments: Arguments<'_>, color: &str) -> Outcome {
    let [vertex] = arguments.exactly()?;
    make_move(&mut session.game, color, vertex)?;
    Ok(String::new())
}

pub(super) fn undo_several(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let moves = arguments.at_most_one()?.map_or(Ok(1), protocol::number)?;
    take_back(session, moves)
}

pub(super) fn take_back(session: &mut Session, moves: usize) -> Outcome {
    let there_are = session.undoable();
    if moves > there_are {
        return Err(Failure::new("cannot undo").because(match there_are {
            1 => "1 move was made".to_owned(),
            _ => format!("{there_are} moves were made"),
        }));
    }
    for _ in 0..moves {
        session.undo();
    }
    Ok(String::new())
}

/// As `kata-set-rules`, but `chinese` has positional superko, as KGS plays it.
pub(super) fn set_rules_of_kgs(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    match arguments.text().trim() {
        "chinese" => accept(session, Rules::CHINESE_SUPERKO),
        _ => set_rules(session, arguments),
    }
}

pub(super) fn set_rule(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [name, value] = arguments.exactly()?;
    let mut all: Map<String, Value> =
        serde_json::from_str(&session.game.rules().to_json(None)).expect("rules are a JSON object");
    let Some(old) = all.get_mut(name) else {
        let names: Vec<String> = all.keys().cloned().collect();
        let text = format!("unknown rule, expected one of {}", names.join(", "));
        return Err(Failure::new(text));
    };
    *old = match (old.is_boolean(), value) {
        (true, "true") => true.into(),
        (true, "false") => false.into(),
        _ => value.into(),
    };
    let text = Value::Object(all).to_string();
    accept(session, Rules::parse(&text).map_err(unreadable)?.0)
}

/// Sets the rules and keeps the komi, even if the text has one.
pub(super) fn set_rules(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let (rules, _) = match arguments.text().trim() {
        "" => return Err(Failure::syntax("expected rules")),
        text => Rules::parse(text).map_err(unreadable)?,
    };
    accept(session, rules)
}

fn accept(session: &mut Session, rules: Rules) -> Outcome {
    session
        .game
        .set_rules(rules_of_protocol(rules))
        .map_err(|(number, why)| {
            Failure::new("the moves so far are illegal under these rules")
                .because(format!("move {number}: {why}"))
        })?;
    Ok(String::new())
}

fn unreadable(error: RulesError) -> Failure {
    match error {
        RulesError::Unknown(_) => {
            let names: Vec<_> = Rules::PRESETS.iter().map(|(name, _)| *name).collect();
            Failure::new(format!("unknown rules: use {}", names.join(", ")))
        }
        error => Failure::new("unknown rules").because(error.to_string()),
    }
}

/// Places the stones of a handicap on these points of a board.
pub(super) fn handicap_on(
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

pub(super) fn set_free_handicap(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
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
