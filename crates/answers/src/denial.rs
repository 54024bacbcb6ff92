// SPDX-License-Identifier: MIT OR Apache-2.0

//! Readings that deny what a search says of a move: a group that it misses to kill is dead all the same, and
//! one that it leaves cannot be killed.

use katachi_engine::answers::{Aim, Answers, Question};
use katachi_engine::movegen::ReasonKind;
use katachi_engine::reading::Verdict;
use katachi_rules::{BoardSize, quantity};
use katachi_view::consequence::{Change, Consequence};

/// Returns why nothing was missed, if a reading of the position after the move denies the reason for another
/// move: `White cannot save the group at M3 (6 stones)`. The other side moves first there.
pub fn of_reason(kind: &ReasonKind, answers: &mut Answers<'_>, size: BoardSize) -> Option<String> {
    let (aim, verb, what, stone, stones) = match *kind {
        ReasonKind::Life {
            group,
            saves: true,
            size,
            ..
        } => (Aim::Kill, "kill", "group", group, size),
        ReasonKind::Life { group, size, .. } => (Aim::Save, "save", "group", group, size),
        ReasonKind::Capture { string, size } => (Aim::Rescue, "save", "string", string, size),
        ReasonKind::Save { string, size } => (Aim::Capture, "capture", "string", string, size),
        _ => return None,
    };
    let question = answers.question(aim, stone, None).ok()?;
    is_no(&question, answers).then(|| {
        let (them, stones) = (question.first(), quantity(stones, "stone"));
        let stone = size.vertex(stone);
        format!("{them} cannot {verb} the {what} at {stone} ({stones})")
    })
}

/// Returns whether a reading of the position after a move denies what the move changes. The other side moves
/// first there, so that stones of its own live if a move saves them.
pub fn of_consequence(told: &Consequence, answers: &mut Answers<'_>) -> bool {
    let aim = match told.change {
        Change::Lost | Change::InDanger => Aim::Kill,
        Change::Alive | Change::MayLive => Aim::Save,
        Change::Territory | Change::Gain => return false,
    };
    let question = told
        .stone
        .and_then(|stone| answers.question(aim, *stone, None).ok());
    question.is_some_and(|question| is_no(&question, answers))
}

/// Whether the answer to a question is a no that was read.
fn is_no(question: &Question, answers: &mut Answers<'_>) -> bool {
    let found = answers.found(question);
    found.certainty.is_read() && found.reading.verdict == Verdict::No
}

#[cfg(test)]
mod tests {
    use katachi_engine::play::Player;
    use katachi_engine::{Engine, Settings};
    use katachi_rules::{Board, Color, Game, Point, Rules};

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
