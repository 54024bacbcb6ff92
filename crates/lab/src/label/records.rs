// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games of records, for a judge.

use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Color, Move, check_komi};

use crate::judged::JudgedGame;

const OUT_OF_TURN: &str = "with moves out of turn";
const ILLEGAL: &str = "with illegal moves";

/// Returns the game of a record, without judgements, up to the second of two passes. Rules that it does not
/// name are Chinese. A komi that it does not give is the usual one of the rules.
///
/// # Errors
/// Why the record is passed over, in words that follow the number of games.
pub(super) fn unjudged(record: &Record) -> Result<JudgedGame, &'static str> {
    let size = record.size;
    if size.width() != size.height() {
        return Err("not on a square board");
    }
    let mut moves = Vec::new();
    let mut side = Color::Black;
    for step in &record.steps {
        match *step {
            Step::Play(color, _) if color != side => return Err(OUT_OF_TURN),
            Step::Play(_, mv) => moves.push(mv),
            Step::Setup(_) => return Err("with set-up stones"),
            Step::ToMove(color) if color == side => continue,
            Step::ToMove(_) => return Err(OUT_OF_TURN),
            Step::Lost(_) => return Err(ILLEGAL),
        }
        if moves.ends_with(&[Move::Pass; 2]) {
            break;
        }
        side = side.opposite();
    }
    if moves.is_empty() {
        return Err("without moves");
    }
    let rules = record.rules().unwrap_or_default();
    let komi = record.komi.unwrap_or_else(|| record.komi_under(rules));
    let komi =
        check_komi(komi).map_err(|_| "with a komi that is no whole or half number from -150 to 150")?;
    let replayed = record.game_after(moves.len(), rules, komi);
    replayed.map_err(|_| ILLEGAL)?;
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
    use super::*;

    fn read(text: &str) -> Result<JudgedGame, &'static str> {
        unjudged(&Record::parse(text.as_bytes()).expect("the record can be read"))
    }

    #[test]
    fn a_game_ends_with_two_passes() {
        let game = read("(;SZ[9];B[ee];W[];B[];W[cc])").expect("a game");
        assert_eq!(game.moves.len(), 3);
    }

    #[test]
    fn unfit_records_are_passed_over_with_a_reason() {
        for (text, reason) in [
            ("(;SZ[9:7];B[ee])", "not on a square board"),
            ("(;SZ[9]AB[cc][gg];W[ee])", "with set-up stones"),
            ("(;SZ[9])", "without moves"),
            ("(;SZ[9];W[ee])", OUT_OF_TURN),
            ("(;SZ[9];B[ee];B[cc])", OUT_OF_TURN),
            ("(;SZ[9];B[ee];W[ee])", ILLEGAL),
            (
                "(;SZ[9]KM[3.3];B[ee])",
                "with a komi that is no whole or half number from -150 to 150",
            ),
        ] {
            assert_eq!(read(text), Err(reason), "{text}");
        }
    }
}
