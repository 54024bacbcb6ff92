// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands of regression suites about strings: tactical reading in the position on the board.

use katachi::reading::{Connections, Race, Reader, Reading, Verdict};
use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_rules::{Board, Point, PointSet};

use super::arguments::{answer, pair, stone, vertex};
use super::command::Outcome;
use crate::session::Session;

fn ask(
    session: &mut Session,
    arguments: Arguments<'_>,
    question: impl Fn(&mut Reader, Point) -> Reading,
) -> Outcome {
    let [word] = arguments.exactly()?;
    let stone = stone(session.game.board(), word)?;
    let reading = session
        .reader()
        .ask_about_string(|reader| question(reader, stone));
    Ok(answer(session.game.board(), reading))
}

pub(super) fn attack(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    ask(session, arguments, |reader, stone| reader.tactics().attack(stone))
}

/// Replies `1 PASS` for a string that needs no move.
pub(super) fn defend(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    ask(session, arguments, |reader, stone| reader.tactics().defend(stone))
}

fn ask_about_pair(
    session: &mut Session,
    arguments: Arguments<'_>,
    question: impl Fn(&mut Connections, Point, Point) -> Reading,
) -> Outcome {
    let (a, b) = pair(session.game.board(), arguments.exactly()?)?;
    let reading = session.reader().ask_about_pair(|pairs| question(pairs, a, b));
    Ok(answer(session.game.board(), reading))
}

/// Replies `1 PASS` for stones of one string.
pub(super) fn connect(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    ask_about_pair(session, arguments, |pairs, a, b| pairs.connect(a, b))
}

pub(super) fn disconnect(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    ask_about_pair(session, arguments, |pairs, a, b| pairs.disconnect(a, b))
}

/// Reads two stones of different colours.
fn opponents(board: &Board, words: [&str; 2]) -> Result<(Point, Point), Failure> {
    let (a, b) = (stone(board, words[0])?, stone(board, words[1])?);
    if board.cell(a) == board.cell(b) {
        return Err(Failure::new(format!(
            "{} and {} are stones of one colour",
            words[0], words[1]
        )));
    }
    Ok((a, b))
}

/// The codes for saving the first string and for capturing the second, and the move; `PASS` if no move is
/// needed or helps.
fn race_answer(board: &Board, race: Race) -> String {
    let size = board.size();
    let point = race
        .point
        .map_or("PASS".to_string(), |p| size.vertex(p).to_string());
    format!("{} {} {point}", race.saved.code(), race.killed.code())
}

/// Reads the race of two strings, and of their dragons if that of the strings is open.
pub(super) fn race(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let (first, second) = opponents(session.game.board(), arguments.exactly()?)?;
    let dragons = [first, second].map(|stone| session.dragon(stone));
    let race = session
        .reader()
        .life()
        .race_with_groups([first, second], |_| dragons);
    Ok(race_answer(session.game.board(), race))
}

/// Reads a race after a move. A string that the move captures has lost.
pub(super) fn race_after_move(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [color, at, first, second] = arguments.exactly()?;
    let board = session.game.board();
    let (color, point) = (protocol::color(color)?, vertex(board, at)?);
    let (first, second) = opponents(board, [first, second])?;
    let dragons = [first, second].map(|stone| session.dragon(stone));
    let race = session
        .reader()
        .with_move(color, point, |reader| {
            let is_gone = |stone| reader.board().is_empty(stone);
            match (is_gone(first), is_gone(second)) {
                (true, _) => Race::LOST,
                (_, true) => Race::WON,
                _ => reader.life().race_with_groups([first, second], |_| dragons),
            }
        })
        .ok_or_else(|| Failure::new("illegal move").because(format!("{color} {at}")))?;
    Ok(race_answer(session.game.board(), race))
}

fn ask_about_area(
    session: &mut Session,
    arguments: Arguments<'_>,
    question: impl FnOnce(&mut Reader, Point, &PointSet) -> Reading,
) -> Outcome {
    let board = session.game.board();
    let mut words = arguments.words();
    let from = words
        .next()
        .ok_or_else(|| Failure::syntax("expected a stone and the points of an area"))?;
    let from = stone(board, from)?;
    let area: PointSet = words.map(|word| vertex(board, word)).collect::<Result<_, _>>()?;
    if area.is_empty() {
        return Err(Failure::syntax("expected the points of an area after the stone"));
    }
    let reading = question(session.reader(), from, &area);
    Ok(answer(session.game.board(), reading))
}

pub(super) fn break_in(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    ask_about_area(session, arguments, |reader, stone, area| {
        reader.connections().break_in(stone, area)
    })
}

pub(super) fn block_off(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    ask_about_area(session, arguments, |reader, stone, area| {
        reader.connections().block_off(stone, area)
    })
}

fn does(
    session: &mut Session,
    arguments: Arguments<'_>,
    question: impl FnOnce(&mut Reader, Point, Point) -> Verdict,
) -> Outcome {
    let [at, of] = arguments.exactly()?;
    let board = session.game.board();
    let (at, of) = (vertex(board, at)?, stone(board, of)?);
    Ok(question(session.reader(), at, of).code().to_string())
}

pub(super) fn does_attack(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    does(session, arguments, |reader, point, stone| {
        reader.tactics().does_attack(point, stone)
    })
}

pub(super) fn does_defend(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    does(session, arguments, |reader, point, stone| {
        reader.tactics().does_defend(point, stone)
    })
}

/// Plays a trial move, a normal move until it is undone.
pub(super) fn try_move(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [color, at] = arguments.exactly()?;
    let color = protocol::color(color)?;
    let mv = protocol::mv(session.game.size(), color, at)?;
    session
        .game
        .play(color, mv)
        .map_err(|why| Failure::illegal(color, at, why))?;
    session.tried += 1;
    Ok(String::new())
}

pub(super) fn take_back(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    session.tried = session
        .tried
        .checked_sub(1)
        .ok_or_else(|| Failure::new("no move was tried"))?;
    session.game.undo();
    Ok(String::new())
}

pub(super) fn more_nodes(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    session.scale_reading(3, 2);
    Ok(String::new())
}

pub(super) fn fewer_nodes(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    session.scale_reading(2, 3);
    Ok(String::new())
}

pub(super) fn ladder_attack(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    ask(session, arguments, |reader, stone| {
        reader.tactics().ladder_attack(stone)
    })
}

/// The verdicts of a question for each pair of two or more strings of one colour.
fn ask_pairs(
    session: &mut Session,
    arguments: Arguments<'_>,
    question: impl Fn(&mut Reader, Point, Point) -> Reading,
) -> Result<Vec<Verdict>, Failure> {
    let board = session.game.board();
    let stones = arguments
        .words()
        .map(|word| stone(board, word))
        .collect::<Result<Vec<_>, _>>()?;
    if stones.len() < 2 {
        return Err(Failure::syntax(format!(
            "expected two stones or more, found {}",
            stones.len()
        )));
    }
    let color = board.cell(stones[0]);
    if stones.iter().any(|&s| board.cell(s) != color) {
        return Err(Failure::new("the stones are not of one colour"));
    }
    let reader = session.reader();
    let mut verdicts = Vec::new();
    for (i, &first) in stones.iter().enumerate() {
        for &second in &stones[i + 1..] {
            verdicts.push(question(reader, first, second).verdict);
        }
    }
    Ok(verdicts)
}

pub(super) fn attack_either(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let verdicts = ask_pairs(session, arguments, |reader, a, b| {
        reader.tactics().attack_either(a, b)
    })?;
    // 1 is better than 2, 2 than 3, and 0 is no.
    let best = verdicts.iter().map(|v| v.code()).filter(|&c| c > 0).min();
    Ok(best.unwrap_or(0).to_string())
}

pub(super) fn defend_both(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let verdicts = ask_pairs(session, arguments, |reader, a, b| {
        reader.tactics().defend_both(a, b)
    })?;
    let codes: Vec<u8> = verdicts.iter().map(|v| v.code()).collect();
    let worst = if codes.contains(&0) {
        0
    } else {
        codes.into_iter().max().unwrap_or(0)
    };
    Ok(worst.to_string())
}

pub(super) fn combination_attack(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [color] = arguments.exactly()?;
    let color = protocol::color(color)?;
    let combination = session.reader().tactics().combination_attack(color);
    let size = session.game.size();
    Ok(combination.map_or("PASS".to_string(), |c| size.vertex(c.point).to_string()))
}

/// The defence against a combination of that colour.
pub(super) fn combination_defend(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [color] = arguments.exactly()?;
    let color = protocol::color(color)?;
    let points = session.reader().tactics().combination_defense(color);
    if points.is_empty() {
        return Ok("PASS".to_string());
    }
    Ok(protocol::vertices(session.game.size(), points))
}

pub(super) fn nodes(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    Ok(session.reader().counts().nodes.to_string())
}

pub(super) fn reset_nodes(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    session.reader().reset_counts();
    Ok(String::new())
}

pub(super) fn counts(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    Ok(session.reader().counts().to_string())
}

pub(super) fn forget(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    session.reader().forget();
    Ok(String::new())
}
