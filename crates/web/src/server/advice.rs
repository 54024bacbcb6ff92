// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers to a question of the page about a position, with the values of the judge where the game has one.

use katachi_answers::{Advice, Judged, Question, advise};
use katachi_katago_json::JudgeFailure;
use katachi_rules::{Game, Move};
use katachi_view::{Named, data};
use serde::{Deserialize, Serialize};

use super::Server;
use crate::analyst::Stop;
use crate::answer::Refusal;
use crate::candidates::line;
use crate::request::At;
use crate::state::{Position, Turn};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QuestionAt {
    at: At,
    about: Question,
}

/// An answer as data for the page.
#[derive(Debug, Serialize)]
pub(crate) struct Answered {
    /// The best move, if it was asked for.
    r#move: Option<Named<Move>>,
    text: String,
    line: Option<Line>,
    /// What the judge is called whose values these are.
    judge: Option<String>,
}

data! {
    /// The line that is expected, with the position before it.
    struct Line(advice: &Advice) {
        position: Position = Position::new(&advice.game, None),
        moves: Vec<Turn> = line(advice.game.to_move(), &advice.line, advice.game.size()),
    }
}

impl Server {
    pub(crate) fn advise(&self, question: QuestionAt, stop: &Stop) -> Result<Answered, Refusal> {
        let QuestionAt { at, about: question } = question;
        let game = self.game_at(&at)?;
        // Others may use the analyst while the judge starts or thinks.
        let (judged, failed) = self.judged(&game, question, stop);
        let advice = self.with_analyst(stop, |analyst| {
            let advice = advise(&mut analyst.player, &game, question, judged.as_ref());
            advice.ok_or_else(|| Refusal::conflict("No move leads to this position"))
        })?;
        let mut text = match (question, game.moves().next_back()) {
            (Question::Hint, _) => format!("Hint: {}", advice.text),
            (Question::Why, Some((color, _))) if !at.has_tried() => {
                self.shared().play.level_note(color) + &advice.text
            }
            _ => advice.text.clone(),
        };
        if let Some(failed) = failed {
            text = format!("{failed} {text}");
        }
        let (of, mv) = (&advice.game, advice.mv);
        let line = matches!(mv, Some(Move::Play(_))).then(|| Line::new(&advice));
        Ok(Answered {
            r#move: mv
                .filter(|_| question == Question::Hint)
                .map(|mv| Named::new(mv, of.size())),
            text,
            line,
            judge: advice.judge,
        })
    }

    /// Asks the judge of the game. Returns its answers, if there are any, and a failure that was not told
    /// before.
    fn judged(&self, game: &Game, question: Question, stop: &Stop) -> (Option<Judged>, Option<JudgeFailure>) {
        let Some(judge) = self.shared().play.judge.clone() else {
            return (None, None);
        };
        let failure = match Judged::ask(&judge, game, question, stop) {
            Ok(judged) => return (judged, None),
            Err(why) => why.failure(),
        };
        if failure.as_ref().is_some_and(|failure| failure.has_ended) {
            let mut shared = self.shared();
            shared.play.judge = None;
            self.publish(&shared);
        }
        (None, failure.filter(|failure| failure.is_news))
    }
}
