// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games of records, for a judge.

use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Color, Move, check_komi};
use thiserror::Error;

use crate::judged::JudgedGame;

/// Why a record is passed over. The words follow the number of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Error)]
pub(super) enum Unfit {
    #[error("not on a square board")]
    Board,
    #[error("with set-up stones")]
    Setup,
    #[error("without moves")]
    Empty,
    #[error("with moves out of turn")]
    Turns,
    #[error("with illegal moves")]
    Moves,
    #[error("with a komi that is no whole or half number from -150 to 150")]
    Komi,
}

/// Returns the game of a record, without judgements, up to the second of two passes. Rules that it does not
/// name are Chinese. A komi that it does not give is the usual one of the rules.
pub(super) fn unjudged(record: &Record) -> Result<JudgedGame, Unfit> {
    let size = record.size;
    if size.width() != size.height() {
        return Err(Unfit::Board);
    }
    let mut moves = Vec::new();
    let mut side = Color::Black;
    for step in &record.steps {
        match *step {
            Step::Play(color, _) if color != side => return Err(Unfit::Turns),
            Step::Play(_, mv) => moves.push(mv),
            Step::Setup(_) => return Err(Unfit::Setup),
            Step::ToMove(color) if color == side => continue,
            Step::ToMove(_) => return Err(Unfit::Turns),
            Step::Lost(_) => return Err(Unfit::Moves),
        }
        if moves.ends_with(&[Move::Pass; 2]) {
            break;
        }
        side = side.opposite();
    }
    if moves.is_empty() {
        return Err(Unfit::Empty);
    }
    let rules = record.rules().unwrap_or_default();
    let komi = record.komi.unwrap_or_else(|| record.komi_under(rules));
    let komi = check_komi(komi).map_err(|_| Unfit::Komi)?;
    let replayed = record.game_after(moves.len(), rules, komi);
    replayed.map_err(|_| Unfit::Moves)?;
    Ok(JudgedGame {
        size,
        rules,
        komi,
        moves,
        positions: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use katachi_rules::Rules;

    use super::*;

    fn read(text: &str) -> Result<JudgedGame, Unfit> {
        unjudged(&Record::parse(text.as_bytes()).expect("the record can be read"))
    }

    #[test]
    fn moves_komi_and_rules_are_those_of_the_record() {
        let game = read("(;SZ[9]KM[5.5]RU[Japanese];B[ee];W[cc];B[];W[])").expect("a game");
        assert_eq!((game.rules, game.komi), (Rules::JAPANESE, 5.5));
        let names: Vec<String> = game.moves.iter().map(|&mv| game.size.show(mv)).collect();
        assert_eq!(names, ["E5", "C7", "pass", "pass"]);
        let game = read("(;SZ[9];B[ee])").expect("a game");
        assert_eq!((game.rules, game.komi), (Rules::CHINESE, 7.5));
    }

    #[test]
    fn a_game_ends_with_two_passes() {
        let game = read("(;SZ[9];B[ee];W[];B[];W[cc])").expect("a game");
        assert_eq!(game.moves.len(), 3);
    }

    #[test]
    fn unfit_records_are_passed_over_with_a_reason() {
        for (text, reason) in [
            ("(;SZ[9:7];B[ee])", Unfit::Board),
            ("(;SZ[9]AB[cc][gg];W[ee])", Unfit::Setup),
            ("(;SZ[9])", Unfit::Empty),
            ("(;SZ[9];W[ee])", Unfit::Turns),
            ("(;SZ[9];B[ee];B[cc])", Unfit::Turns),
            ("(;SZ[9];B[ee];W[ee])", Unfit::Moves),
            ("(;SZ[9]KM[3.3];B[ee])", Unfit::Komi),
        ] {
            assert_eq!(read(text), Err(reason), "{text}");
        }
    }
}
