// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions of a game as a playout policy, or the search, judges them, beside the end of the game.

use katachi_engine::playout::PlayoutWeights;
use katachi_rules::Color;
use katachi_rules::sgf::Record;
use serde::{Deserialize, Serialize};

use super::predict::Judge;
use super::sample::Sampling;
use super::truth::{End, Truth};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct MeasuredGame {
    size: (u8, u8),
    unfit: Option<String>,
    end: Option<End>,
    /// Whether Black has won. None for a draw.
    black_won: Option<bool>,
    /// Black's lead at the end, if the engine counts it as the record does.
    lead: Option<f32>,
    pub(super) positions: Vec<Sample>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Sample {
    moves: usize,
    /// Share of playouts or visits won by Black.
    share: f64,
    /// Black's win rate, corrected as people read it.
    predicted: f64,
    /// Black's lead in points and its standard deviation, corrected as people read it.
    lead: (f32, f32),
    /// For each point that was somebody's at the end: the probability that it is Black's, and whether it was.
    ownership: Vec<(f32, bool)>,
}

impl MeasuredGame {
    /// Judges positions of a game. The result depends on the arguments alone.
    pub(super) fn new(record: &Record, judge: Judge, sampling: &Sampling, weights: &PlayoutWeights) -> Self {
        let mut game = Self {
            size: (record.size.width(), record.size.height()),
            ..Self::default()
        };
        match Truth::from_record(record) {
            Ok(truth) => {
                let is_known = truth.winner.is_some() || truth.owners.is_some();
                let moves = is_known.then(|| sampling.numbers(record, truth.moves));
                let sample = |moves| Sample::new(record, &truth, moves, judge, weights);
                game.end = Some(truth.end);
                game.black_won = truth.winner.map(|winner| winner == Color::Black);
                game.lead = truth.lead.filter(|_| truth.owners.is_some()).map(|lead| -lead);
                game.positions = moves.into_iter().flatten().map(sample).collect();
            }
            Err(unfit) => game.unfit = Some(unfit.to_owned()),
        }
        game
    }
}

impl Sample {
    fn new(record: &Record, truth: &Truth, moves: usize, judge: Judge, weights: &PlayoutWeights) -> Self {
        let game = truth.game(record, moves);
        let game = game.expect("the whole game has been replayed");
        let prediction = judge.predict(&game, weights);
        let owners = truth.owners.iter();
        let points = owners.flat_map(|owners| record.size.points().map(|p| (p, owners[p])));
        let ownership =
            points.filter_map(|(p, owner)| Some((prediction.is_black(p) as f32, owner? == Color::Black)));
        Self {
            moves,
            share: prediction.share(),
            predicted: prediction.predicted(),
            lead: prediction.lead(),
            ownership: ownership.collect(),
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
            let is_whole = |sample: &Sample| sample.ownership.len() == 25 && sample.lead.1 >= 0.0;
            assert!(game.positions.iter().all(is_whole));
            assert_eq!(measured(GAME, judge), game, "it depends on the game alone");
        }
    }
}
