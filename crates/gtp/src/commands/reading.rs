// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands of regression suites about strings and groups: reading in the position on the board.

use katachi_engine::answers::{Aim, Answers, TreeLimits};
use katachi_engine::reading::{Race, Reader, Verdict};
use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_rules::{Board, Color, Point};
use katachi_view::reading_tree;

use super::arguments::{answer, or_pass, pair, stone};
use super::command::Outcome;
use super::game::make_move;
use crate::session::Session;

pub(super) fn read(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let words: Vec<&str> = arguments.words().collect();
    let (aim, first, other) = match words[..] {
        [aim, stone] => (aim, stone, None),
        [aim, stone, other] => (aim, stone, Some(other)),
        _ => return Err(Failure::syntax("expected an aim and one or two stones")),
    };
    let aim: Aim = aim.parse().map_err(Failure::syntax)?;
    let board = session.game.board();
    let first = stone(board, first)?;
    let other = other.map(|other| stone(board, other)).transpose()?;
    let mut answers = session.answers();
    let question = answers.question(aim, first, other);
    let question = question.map_err(|error| Failure::new(error.to_string()))?;
    let tree = answers.tree(&question, &[], TreeLimits::default());
    Ok(reading_tree::to_json(&tree, session.game.size()).to_string())
}

/// The codes for saving the first string and for capturing the second, and the move or `PASS`.
fn race_answer(board: &Board, race: Race) -> String {
    let (saved, killed) = (race.saved.code(), race.killed.code());
    format!("{saved} {killed} {}", or_pass(board, race.point))
}

/// Reads the race of two strings, and of their dragons if that of the strings is open.
pub(super) fn race(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let (first, second) = pair(session.game.board(), arguments.exactly()?, false)?;
    let race = session.answers().race(first, second);
    Ok(race_answer(session.game.board(), race))
}

/// Plays a trial move, a normal move until it is undone.
pub(super) fn try_move(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [color, at] = arguments.exactly()?;
    make_move(&mut session.game, color, at)?;
    session.tried += 1;
    Ok(String::new())
}

pub(super) fn take_back(session: &mut Session) -> Outcome {
    session.tried = session
        .tried
        .checked_sub(1)
        .ok_or_else(|| Failure::new("no move was tried"))?;
    session.game.undo();
    Ok(String::new())
}

/// Changes the nodes of a question by a factor, within a factor of 100 of the default.
pub(super) fn scale(session: &mut Session, by: u32, over: u32) -> Outcome {
    let usual = Reader::QUESTION_NODES;
    let nodes = &mut session.player.question_nodes;
    *nodes = (*nodes / over).saturating_mul(by).clamp(usual / 100, usual * 100);
    Ok(String::new())
}

pub(super) fn ladder_attack(session: &mut Session, stone: Point) -> Outcome {
    let reading = session.answers().ladder_attack(stone);
    Ok(answer(session.game.board(), reading))
}

/// The verdicts of a question for each pair of two or more strings of one colour.
fn ask_pairs(
    session: &mut Session,
    arguments: Arguments<'_>,
    question: impl Fn(&mut Answers<'_>, Point, Point) -> Verdict,
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
    let mut answers = session.answers();
    let mut verdicts = Vec::new();
    for (i, &first) in stones.iter().enumerate() {
        for &second in &stones[i + 1..] {
            verdicts.push(question(&mut answers, first, second));
        }
    }
    Ok(verdicts)
}

pub(super) fn attack_either(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let verdicts = ask_pairs(session, arguments, |answers, a, b| answers.attack_either(a, b))?;
    // 1 is better than 2, 2 than 3, and 0 is no.
    let best = verdicts.iter().map(|v| v.code()).filter(|&c| c > 0).min();
    Ok(best.unwrap_or(0).to_string())
}

pub(super) fn defend_both(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let verdicts = ask_pairs(session, arguments, |answers, a, b| answers.defend_both(a, b))?;
    // 0, which is no, is worse than 3.
    let worst = verdicts
        .iter()
        .map(|v| v.code())
        .max_by_key(|&code| (code == 0, code));
    Ok(worst.unwrap_or(0).to_string())
}

pub(super) fn combination_attack(session: &mut Session, color: Color) -> Outcome {
    let point = session.answers().combination_attack(color);
    Ok(or_pass(session.game.board(), point))
}

pub(super) fn combination_defend(session: &mut Session, color: Color) -> Outcome {
    let points = session.answers().combination_defense(color);
    if points.is_empty() {
        return Ok("PASS".to_string());
    }
    Ok(protocol::vertices(session.game.size(), points))
}

pub(super) fn reset_nodes(session: &mut Session) -> Outcome {
    session.answers().reader().reset_nodes();
    Ok(String::new())
}

pub(super) fn forget(session: &mut Session) -> Outcome {
    session.answers().reader().forget();
    Ok(String::new())
}
