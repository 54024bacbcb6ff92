// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions of a game as a playout policy, or the search, judges them, beside the end of the game.

use katachi_engine::playout::PlayoutWeights;
use katachi_rules::Color;
use katachi_rules::sgf::Record;
use serde::{Deserialize, Serialize};

use super::predict::Judge;
use super::sample::Sampling;
use super::truth::{End, Truth};

/// A game with its judged positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredGame {
    /// Width and height of the board.
    pub size: (u8, u8),
    /// Why the game cannot be used, if it cannot.
    pub unfit: Option<String>,
    /// How it ended.
    pub end: Option<End>,
    /// Has Black won? None for a draw.
    pub black_won: Option<bool>,
    /// Black's lead at the end, if the engine counts it as the record does.
    pub lead: Option<f32>,
    /// The positions.
    pub positions: Vec<Sample>,
}

/// A judged position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Moves made before.
    pub moves: usize,
    /// Share of playouts or visits won by Black.
    pub share: f64,
    /// Black's win rate, corrected as people read it.
    pub predicted: f64,
    /// Black's lead in points and its standard deviation, corrected as people read it.
    pub lead: (f32, f32),
    /// For each point that was somebody's at the end: the probability that it is Black's, and whether it was.
    pub ownership: Vec<(f32, bool)>,
}

impl MeasuredGame {
    /// Judges positions of a game. The result depends on the arguments alone.
    pub fn new(record: &Record, judge: Judge, sampling: &Sampling, weights: &PlayoutWeights) -> Self {
        let size = (record.size.width(), record.size.height());
        let truth = match Truth::from_record(record) {
            Ok(truth) => truth,
            Err(unfit) => {
                return Self {
                    size,
                    unfit: Some(unfit.to_string()),
                    end: None,
                    black_won: None,
                    lead: None,
                    positions: Vec::new(),
                };
            }
        };
        let is_known = truth.winner.is_some() || truth.owners.is_some();
        let moves = is_known.then(|| sampling.numbers(record, truth.moves));
        let sample = |moves| Sample::new(record, &truth, moves, judge, weights);
        Self {
            size,
            unfit: None,
            end: Some(truth.end),
            black_won: truth.winner.map(|winner| winner == Color::Black),
            lead: truth.lead.filter(|_| truth.owners.is_some()).map(|lead| -lead),
            positions: moves.into_iter().flatten().map(sample).collect(),
        }
    }
}

impl Sample {
    fn new(record: &Record, truth: &Truth, moves: usize, judge: Judge, weights: &PlayoutWeights) -> Self {
        let game = truth
            .game(record, moves)
            .expect("the whole game has been replayed");
        let prediction = judge.predict(&game, weights);
        let owner = |p| truth.owners.as_ref().and_then(|owners| owners[p]);
        let points = record.size.points();
        Self {
            moves,
            share: prediction.share(),
            predicted: prediction.black_wins(),
            lead: prediction.lead(),
            ownership: points
                .filter_map(|p| Some((prediction.is_black(p) as f32, owner(p)? == Color::Black)))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use katachi_engine::playout::PolicyName;

    use super::*;

    const GAME: &str =
        "(;SZ[5]KM[0.5]RU[Chinese]RE[B+4.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de])";

    fn measured(game: &str, judge: Judge) -> MeasuredGame {
        let sampling = Sampling {
            every: Some(3),
            moves: Some(1..=100),
            per_game: None,
        };
        let record = Record::parse(game.as_bytes()).expect("a record");
        MeasuredGame::new(&record, judge, &sampling, &PlayoutWeights::default())
    }

    #[test]
    fn every_position_is_judged_and_every_point_of_it() {
        for judge in [Judge::Playouts(PolicyName::Settled, 20), Judge::Search(40)] {
            let game = measured(GAME, judge);
            assert_eq!(
                (game.end, game.black_won, game.lead),
                (Some(End::Score), Some(true), Some(4.5))
            );
            let moves: Vec<usize> = game.positions.iter().map(|sample| sample.moves).collect();
            assert_eq!(moves, [1, 4, 7, 10]);
            assert!(
                game.positions
                    .iter()
                    .all(|sample| sample.ownership.len() == 25 && sample.lead.1 > 0.0)
            );
            assert_eq!(measured(GAME, judge), game, "it depends on the game alone");
        }
    }

    #[test]
    fn a_game_that_cannot_be_used_tells_why() {
        let unknown = measured(&GAME.replace("RE[B+4.5]", "RE[?]"), Judge::Search(1));
        assert!(unknown.positions.is_empty());
        assert!(
            unknown
                .unfit
                .is_some_and(|why| why.contains("result is not known"))
        );
    }
}
