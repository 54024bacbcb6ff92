// SPDX-License-Identifier: MIT OR Apache-2.0

//! The truth about a game from its record: the winner, and the owner of each point at the end.

use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Color, Game, GameResult, Move, PointMap, Rules};
use serde::{Deserialize, Serialize};

use katachi_engine::analysis::{FinalStatus, KnownLife};

/// Playouts and nodes for the judgement of a final position: as many as where programs' games are judged.
const END_PLAYOUTS: u32 = 300;
const END_NODES: u32 = 20_000;
/// Points between the result of the record and the judgement of its final position.
const TOLERANCE: f32 = 1.0;

const UNKNOWN_RESULT: &str = "whose result is not known, or not by score or resignation";
const BAD_MOVES: &str = "with moves that cannot be, or stones that were set up";

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum End {
    Score,
    Resignation,
}

#[derive(Clone, Debug)]
pub(crate) struct Truth {
    pub(super) end: End,
    pub(super) winner: Option<Color>,
    /// White's lead by the record, if it was counted.
    pub(super) lead: Option<f32>,
    /// The owner of each point at the end, if the judgement of the end agrees with a counted result.
    pub(crate) owners: Option<PointMap<Option<Color>>>,
    pub(super) rules: Rules,
    pub(super) komi: f32,
    /// Moves up to the last stone.
    pub(crate) moves: usize,
}

impl Truth {
    /// Reads the result, replays the game and judges its final position. Up to a second on 19x19.
    ///
    /// # Errors
    /// Why the game is left out, in words that follow "games".
    pub(crate) fn from_record(record: &Record) -> Result<Self, &'static str> {
        let text = record.get("RE").ok_or(UNKNOWN_RESULT)?;
        let (end, winner, lead) = match text.parse::<GameResult>().map_err(|_| UNKNOWN_RESULT)? {
            GameResult::Score(lead) => {
                let lead = named_lead(text, lead, record.komi);
                (End::Score, named_winner(text), lead)
            }
            GameResult::Resignation(color) => (End::Resignation, Some(color), None),
            _ => return Err(UNKNOWN_RESULT),
        };
        if end == End::Score && winner.is_none() && lead.is_none() {
            return Err(UNKNOWN_RESULT);
        }
        let komi = record.komi.ok_or("whose komi is not known")?;
        let is_move = |step: &Step| matches!(step, Step::Play(..));
        if !record.steps.iter().all(is_move) {
            return Err(BAD_MOVES);
        }
        let is_stone = |step: &Step| matches!(step, Step::Play(_, Move::Play(_)));
        let moves = record.steps.iter().rposition(is_stone).map_or(0, |last| last + 1);
        let named = record.rules();
        // Without rules in the record, its result decides between area and territory.
        let candidates: &[Rules] = match &named {
            Some(rules) => &[*rules],
            None => &[Rules::CHINESE, Rules::JAPANESE],
        };
        let rules = candidates[0];
        let mut truth = Self {
            end,
            winner,
            lead,
            owners: None,
            rules,
            komi,
            moves,
        };
        let game = truth.game(record, moves)?;
        if let Some(lead) = lead {
            let status =
                FinalStatus::with_reading(game.board(), &KnownLife::default(), END_PLAYOUTS, END_NODES);
            for &rules in candidates {
                truth.rules = rules;
                if agrees(&status, &truth.game(record, moves)?, lead) {
                    truth.owners = Some(status.owner);
                    return Ok(truth);
                }
            }
            truth.rules = rules;
        }
        Ok(truth)
    }

    pub(crate) fn game(&self, record: &Record, moves: usize) -> Result<Game, &'static str> {
        let game = record.game_after(moves, self.rules, self.komi);
        game.map_err(|_| BAD_MOVES)
    }
}

/// Whether the judgement of a final position makes the result of the record.
fn agrees(status: &FinalStatus, game: &Game, lead: f32) -> bool {
    let scores = [status.score(game), status.score_without_further_play(game)];
    scores
        .iter()
        .any(|score| (score.white_lead() - lead).abs() <= TOLERANCE)
}

/// The winner that the text of a result names, with or without a score.
fn named_winner(text: &str) -> Option<Color> {
    let (winner, _) = text.split_once('+')?;
    Color::parse(winner)
}

/// White's lead by a result with a number, in points. Some records have a winner and 0 or a few hundredths of
/// a point, others a draw where none is possible, as the komi has half a point or none is known: they name no
/// score.
pub(super) fn named_lead(text: &str, number: f32, komi: Option<f32>) -> Option<f32> {
    let lead = in_points(number);
    let may_be_drawn = || named_winner(text).is_none() && komi.is_some_and(|komi| komi.fract() == 0.0);
    let is_score = (2.0 * lead).fract() == 0.0 && (lead != 0.0 || may_be_drawn());
    is_score.then_some(lead)
}

/// Some servers count by stones more than half of the board, and their results have quarters: half of the
/// lead in points.
fn in_points(lead: f32) -> f32 {
    if (lead * 4.0).fract() == 0.0 && (lead * 2.0).fract() != 0.0 {
        2.0 * lead
    } else {
        lead
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::BoardSize;

    use super::*;

    /// Two walls on 5x5, Black's one line ahead: 15 points to 10.
    const MOVES: &str = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[]";

    fn truth(root: &str, moves: &str) -> Result<Truth, &'static str> {
        Truth::from_record(&Record::parse(format!("(;SZ[5]{root}{moves})").as_bytes()).unwrap())
    }

    #[test]
    fn a_counted_game_has_owners_if_the_count_agrees() {
        let agreed = truth("KM[0.5]RU[Chinese]RE[B+4.5]", MOVES).unwrap();
        let [black, white] = Color::BOTH.map(Some);
        assert_eq!((agreed.winner, agreed.end, agreed.moves), (black, End::Score, 10));
        let owners = agreed.owners.unwrap();
        let at = |vertex| owners[BoardSize::square(5).parse_vertex(vertex).unwrap()];
        assert_eq!(["A1", "C3", "E5"].map(at), [black, black, white]);
        let other = truth("KM[0.5]RU[Chinese]RE[B+9.5]", MOVES).unwrap();
        assert!(other.owners.is_none());
    }

    #[test]
    fn a_game_without_named_rules_is_counted_as_its_result_wants() {
        // By territory two dead stones count as well.
        let two_dead =
            ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[aa];B[];W[ae];B[];W[]";
        for (result, moves, rules) in [
            ("B+4.5", MOVES, Rules::CHINESE),
            ("B+6.5", two_dead, Rules::JAPANESE),
        ] {
            let found = truth(&format!("KM[0.5]RE[{result}]"), moves).unwrap();
            assert_eq!((found.rules, found.owners.is_some()), (rules, true));
        }
    }

    #[test]
    fn results_without_a_score_have_a_winner_alone_and_draws_are_possible() {
        for (root, winner, end, lead) in [
            ("KM[0.5]RE[W+R]", Some(Color::White), End::Resignation, None),
            ("KM[0.5]RE[W+0]", Some(Color::White), End::Score, None),
            ("KM[0.5]RE[B+0]", Some(Color::Black), End::Score, None),
            ("KM[0.5]RE[B+0.03]", Some(Color::Black), End::Score, None),
            ("KM[7]RE[0]", None, End::Score, Some(0.0)),
        ] {
            let found = truth(&format!("{root}RU[Chinese]"), MOVES).unwrap();
            let facts = (found.winner, found.end, found.lead);
            assert_eq!(facts, (winner, end, lead), "{root}");
            assert!(found.owners.is_none(), "{root}");
        }
    }

    #[test]
    fn what_cannot_be_used_is_told() {
        for (root, moves, why) in [
            ("", MOVES, UNKNOWN_RESULT),
            ("RE[B+T]", MOVES, UNKNOWN_RESULT),
            // No draw is possible.
            ("KM[0.5]RU[Chinese]RE[0]", MOVES, UNKNOWN_RESULT),
            ("RU[Chinese]RE[B+4.5]", MOVES, "whose komi is not known"),
            ("KM[0.5]RE[B+R]", ";B[ca];W[ca]", BAD_MOVES),
            ("KM[0.5]RE[B+R]AB[aa]", ";W[ca]", BAD_MOVES),
        ] {
            assert_eq!(truth(root, moves).unwrap_err(), why, "{root}");
        }
    }

    #[test]
    fn quarters_are_half_points() {
        assert_eq!([-2.25, 3.5, 3.0].map(in_points), [-4.5, 3.5, 3.0]);
    }
}
