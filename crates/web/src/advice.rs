// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers to questions of the page about a position, as data.

use katachi_answers::{Advice, Question};
use katachi_rules::Move;
use katachi_view::{Named, data};

use crate::candidates::line;
use crate::position::{Position, Turn};

data! {
    pub(crate) struct Answered(advice: &Advice, question: Question, shown: String) {
        /// The best move, if it was asked for.
        r#move: Option<Named<Move>> = match question {
            Question::Hint => advice.mv.map(|mv| Named::new(mv, advice.game.size())),
            Question::Why | Question::Score => None,
        },
        text: String = shown,
        line: Option<Line> = matches!(advice.mv, Some(Move::Play(_))).then(|| Line::new(advice)),
        /// What the judge is called whose values these are.
        judge: Option<String> = advice.judge.clone(),
    }
}

data! {
    /// The line that is expected, with the position before it.
    pub(crate) struct Line(advice: &Advice) {
        position: Position = Position::new(&advice.game, None),
        moves: Vec<Turn> = line(advice.game.to_move(), &advice.line, advice.game.size()),
    }
}
