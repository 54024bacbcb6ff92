// SPDX-License-Identifier: MIT OR Apache-2.0

//! Hints and reasons: values are those of the search, or of the judge where there is one; words are
//! Katachi's.

use katachi_answers::{Judged, Question};
use katachi_gtp_protocol::Failure;
use katachi_rules::Color;

use super::command::Outcome;
use crate::session::Session;

/// The best move for a side at full strength, whatever the level of the game, or the judge's best ones.
pub(super) fn hint(session: &mut Session, color: Color) -> Outcome {
    let game = session.game.clone();
    let judged = session.judged(&Judged::questions(&game, color, Question::Hint))?;
    let advice = katachi_answers::hint(&mut session.advisor(), &game, color, judged.as_ref());
    match (judged, advice.judge) {
        (None, _) => Ok(advice.text),
        (Some(_), Some(_)) => Ok(advice.numbers),
        (Some(_), None) => Err(Failure::new("the judge proposes no move")),
    }
}

/// The reasons of the last move that the engine chose, or of the last one on the board, and what the judge
/// says of it.
pub(super) fn explain_last_move(session: &mut Session) -> Outcome {
    let explained = session.explained_move();
    let (before, color, mv) = explained.ok_or_else(|| Failure::new("no move was made in this game"))?;
    let text = session.reasons(&before, color, mv);
    let mut after = before.clone();
    if session.judge.is_none() || after.play(color, mv).is_err() {
        return Ok(text);
    }
    let judged = session.judged(&Judged::questions(&after, color.opposite(), Question::Why))?;
    let compared = judged.and_then(|judged| judged.compared(&mut session.advisor(), &before, color, mv));
    Ok(compared.map_or_else(|| text.clone(), |compared| format!("{text}\n{compared}")))
}
