// SPDX-License-Identifier: MIT OR Apache-2.0

//! Readings that deny what a search says of a move: a group that it misses to kill is dead all the same, and
//! one that it leaves cannot be killed.

use katachi_engine::answers::{Aim, Answers, Question};
use katachi_engine::movegen::ReasonKind;
use katachi_engine::reading::Verdict;
use katachi_rules::{BoardSize, Point, quantity};
use katachi_view::consequence::{Change, Consequence};

/// Returns why nothing was missed, if a reading of the position after the move denies the reason for another
/// move: `White cannot save the group at M3 (6 stones)`. The other side moves first there.
pub fn of_reason(kind: &ReasonKind, answers: &mut Answers<'_>, board: BoardSize) -> Option<String> {
    let (aim, stone, stones) = match *kind {
        ReasonKind::Life {
            group, size, saves, ..
        } => (if saves { Aim::Kill } else { Aim::Save }, group, size),
        ReasonKind::Capture { string, size } => (Aim::Rescue, string, size),
        ReasonKind::Save { string, size } => (Aim::Capture, string, size),
        _ => return None,
    };
    let question = answers.question(aim, stone, None).ok()?;
    denied(&question, (stone, stones), answers, board)
}

/// Returns why a reading of the position after a move denies what the move changes.
pub fn of_consequence(told: &Consequence, answers: &mut Answers<'_>, board: BoardSize) -> Option<String> {
    let (question, stone) = (question_about(told, answers)?, *told.stone?);
    let stones = answers.group_of(stone).len() as u32;
    denied(&question, (stone, stones), answers, board)
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
fn denied(
    question: &Question,
    (stone, stones): (Point, u32),
    answers: &mut Answers<'_>,
    board: BoardSize,
) -> Option<String> {
    let found = answers.found(question);
    let (verb, what) = match question.aim() {
        Aim::Kill => ("kill", "group"),
        Aim::Save => ("save", "group"),
        Aim::Capture => ("capture", "string"),
        _ => ("save", "string"),
    };
    let is_no = found.certainty.is_read() && found.reading.verdict == Verdict::No;
    is_no.then(|| {
        let (them, stones) = (question.first(), quantity(stones, "stone"));
        format!(
            "{them} cannot {verb} the {what} at {} ({stones})",
            board.vertex(stone)
        )
    })
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
        let message = Some("White cannot save the string at A1 (1 stone)".to_owned());
        assert_eq!(denied("A1", capture), message);
        assert_eq!(denied("D3", capture), None, "it can be saved");
        assert_eq!(denied("C2", capture), None, "there is no stone");
    }
}
