// SPDX-License-Identifier: MIT OR Apache-2.0

//! Readings that deny what a search says of a move: a group that it misses to kill is dead all the same, and
//! one that it leaves cannot be killed.

use katachi_engine::answers::{Aim, Answers, Question};
use katachi_engine::movegen::ReasonKind;
use katachi_engine::reading::Verdict;
use katachi_rules::{BoardSize, Point};
use katachi_view::consequence::{Change, Consequence};

/// Returns why nothing was missed, if a reading of the position after the move denies the reason for another
/// move: `White cannot save the group at M3`. The other side moves first there.
pub fn of_reason(kind: &ReasonKind, answers: &mut Answers<'_>, size: BoardSize) -> Option<String> {
    let (aim, stone) = match *kind {
        ReasonKind::Life {
            group, saves: true, ..
        } => (Aim::Kill, group),
        ReasonKind::Life { group, .. } => (Aim::Save, group),
        ReasonKind::Capture { string, .. } => (Aim::Rescue, string),
        ReasonKind::Save { string, .. } => (Aim::Capture, string),
        _ => return None,
    };
    denied(&answers.question(aim, stone, None).ok()?, stone, answers, size)
}

/// Returns why a reading of the position after a move denies what the move changes.
pub fn of_consequence(told: &Consequence, answers: &mut Answers<'_>, size: BoardSize) -> Option<String> {
    denied(&question_about(told, answers)?, *told.stone?, answers, size)
}

/// Returns the question whose answer shows or denies what a move changes, in the position after it: the other
/// side moves first there, so that stones of its own live if a move saves them. `None` for territory.
pub fn question_about(told: &Consequence, answers: &mut Answers<'_>) -> Option<Question> {
    let aim = match told.change {
        Change::Lost | Change::InDanger => Aim::Kill,
        Change::Alive | Change::MayLive => Aim::Save,
        Change::Territory | Change::Gain => return None,
    };
    answers.question(aim, *told.stone?, None).ok()
}

/// Returns in words that the answer to a question is a no that was read.
fn denied(question: &Question, stone: Point, answers: &mut Answers<'_>, size: BoardSize) -> Option<String> {
    let found = answers.found(question);
    let is_no = found.certainty.is_read() && found.reading.verdict == Verdict::No;
    let (verb, what) = match question.aim() {
        Aim::Kill => ("kill", "group"),
        Aim::Save => ("save", "group"),
        Aim::Capture => ("capture", "string"),
        _ => ("save", "string"),
    };
    let (them, stone) = (question.first(), size.vertex(stone));
    is_no.then(|| format!("{them} cannot {verb} the {what} at {stone}"))
}

#[cfg(test)]
mod tests {
    use katachi_engine::play::Player;
    use katachi_engine::{Engine, Settings};
    use katachi_rules::{Board, Color, Game, Rules};

    use super::*;

    /// White's stone in the corner cannot be saved, and that on D3 is in no danger.
    const BOARD: &str = "
        . . . . .
        . . . . .
        . . . O .
        X X . . .
        O . X . .";

    fn denied(vertex: &str, kind: impl Fn(Point) -> ReasonKind) -> Option<String> {
        let board = Board::from_diagram(BOARD);
        let size = board.size();
        let game = Game::from_position(board, Color::White, Rules::CHINESE, 0.5);
        let mut player = Player::new(Engine::new(Settings::default()));
        let stone = size.parse_vertex(vertex).expect(vertex);
        of_reason(&kind(stone), &mut player.answers(&game), size)
    }

    #[test]
    fn nothing_is_missed_where_the_other_side_can_save_nothing() {
        let capture = |string| ReasonKind::Capture { string, size: 1 };
        let message = Some("White cannot save the string at A1".to_owned());
        assert_eq!(denied("A1", capture), message);
        assert_eq!(denied("D3", capture), None, "it can be saved");
        assert_eq!(denied("C2", capture), None, "there is no stone");
    }
}
