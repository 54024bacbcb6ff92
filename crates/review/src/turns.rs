// SPDX-License-Identifier: MIT OR Apache-2.0

//! The positions of a record, one before each move.

use katachi_rules::sgf::{Record, SgfError, Step};
use katachi_rules::{Color, Game, Move, Phase, Rules};

/// A move of a record with the position before it.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) game: Game,
    pub(crate) color: Color,
    pub(crate) mv: Move,
}

/// Returns the position after a move. `None` if the move is illegal or ends the main phase, after which there
/// is nothing to search.
pub(crate) fn after(game: &Game, color: Color, mv: Move) -> Option<Game> {
    let mut game = game.clone();
    game.play(color, mv).ok()?;
    is_open(&game).then_some(game)
}

/// Returns whether there is anything to search.
pub(crate) fn is_open(game: &Game) -> bool {
    game.phase() == Phase::Main && !game.is_over()
}

/// Returns the moves `from..=to` of a record that exist, counted from 1, with the positions before them, and
/// the position after the last one.
///
/// # Errors
/// The first illegal move, or an invalid set-up.
pub(crate) fn collect(
    record: &Record,
    rules: Rules,
    komi: f32,
    from: usize,
    to: usize,
) -> Result<(Vec<Turn>, Game), SgfError> {
    let moves = record.steps.iter().filter_map(|step| match step {
        Step::Play(color, mv) => Some(Some((*color, *mv))),
        Step::Lost(lost) if lost.color.is_some() => Some(None),
        _ => None,
    });
    let mut turns = Vec::new();
    let first = from.max(1) - 1;
    for (index, played) in moves.enumerate().take(to).skip(first) {
        let game = record.game_after(index, rules, komi)?;
        match played {
            Some((color, mv)) => turns.push(Turn { game, color, mv }),
            // The error of the record explains the fault.
            None => break,
        }
    }
    let last = record.game_after(to.min(record.move_count()), rules, komi)?;
    Ok((turns, last))
}

/// Returns the number of moves of a record before the first invalid one.
pub(crate) fn playable(record: &Record, rules: Rules, komi: f32) -> usize {
    let is_fine = |moves: &usize| record.game_after(*moves, rules, komi).is_ok();
    (1..=record.move_count()).take_while(is_fine).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_after_two_passes_are_open_for_a_review() {
        for rules in [Rules::JAPANESE, Rules::CHINESE] {
            let record =
                Record::parse(b"(;SZ[7];B[cc];W[ee];B[];W[];B[ec];W[ce];B[];W[])").expect("a record");
            let (turns, last) = collect(&record, rules, 6.5, 1, usize::MAX).expect("legal moves");
            assert_eq!(turns.len(), 8);
            assert!(turns.iter().all(|turn| is_open(&turn.game)), "{rules}");
            assert!(!is_open(&last), "{rules}");
        }
    }
}
