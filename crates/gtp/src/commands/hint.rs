// SPDX-License-Identifier: MIT OR Apache-2.0

//! The best moves with reasons in words. Values are those of the search, or of the judge where there is one;
//! the words are Katachi's.

use katachi_engine::play::Request;
use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_katago_json::{Answer, Question};
use katachi_rules::{Color, Game, Move};
use katachi_view::advice::Advice;
use katachi_view::judged::JudgedPosition;

use super::command::Outcome;
use crate::session::Session;

/// Moves of a judge that are explained.
const EXPLAINED: usize = 3;

/// The best move for a side at full strength, whatever the level of the game, or the judge's best ones.
pub(super) fn hint(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let color = match arguments.at_most_one()? {
        Some(word) => protocol::color(word)?,
        None => session.game.to_move(),
    };
    if let Some((name, answer)) = session.judged_here(color)? {
        let game = session.game.clone();
        let list = with_words(session, (&game, color), (&name, &answer), |judged| {
            judged.list(EXPLAINED)
        });
        return list.ok_or_else(|| Failure::new("the judge proposes no move"));
    }
    let mut advisor = session.advisor();
    let mut choice = advisor.choose(&Request::new(&session.game, color));
    if choice.search.is_some() {
        let classical = advisor.weigh(&Request::new(&session.game, color));
        (choice.proposals, choice.decided) = (classical.proposals, classical.decided);
    }
    let database = session.engine().database();
    Ok(Advice::of_choice(&choice, &session.game, color, database).text)
}

/// Runs `f` on a judged position, with Katachi's reasons for its moves.
fn with_words<R>(
    session: &Session,
    (game, color): (&Game, Color),
    (name, answer): (&str, &Answer),
    f: impl FnOnce(&JudgedPosition<'_>) -> R,
) -> R {
    let choice = session.advisor().weigh(&Request {
        explains: true,
        ..Request::new(game, color)
    });
    f(&JudgedPosition {
        name,
        answer,
        choice: &choice,
        game,
        color,
        database: session.engine().database(),
    })
}

/// What the judge says of a move that was made in that position. None without a judge.
pub(super) fn compared(
    session: &mut Session,
    before: &Game,
    color: Color,
    mv: Move,
) -> Result<Option<String>, Failure> {
    let mut after = before.clone();
    if session.judge.is_none() || after.play(color, mv).is_err() {
        return Ok(None);
    }
    let question = |game: &Game, color| Question {
        game: game.clone(),
        color,
    };
    let questions = [question(before, color), question(&after, color.opposite())];
    let Some((name, answers)) = session.judged(&questions)? else {
        return Ok(None);
    };
    let [was, is] = &answers[..] else {
        return Ok(None);
    };
    let compare = |judged: &JudgedPosition<'_>| judged.compared(mv, is);
    Ok(Some(with_words(session, (before, color), (&name, was), compare)))
}
