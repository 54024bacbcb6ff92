// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train life`: the weights of the policy of the life-and-death search.
//!
//! Surrounded groups of the games are searched. In positions that a search decided, every move is read to
//! know whether it wins. The weights maximise the likelihood of winning moves. The same games in the same
//! order give the same weights.

use std::cmp::Reverse;

use anyhow::ensure;
use katachi_engine::learn::Line;
use katachi_engine::reading::{DecidedPosition, LifePolicy, decided_positions};
use katachi_rules::sgf::Record;
use katachi_rules::{Color, Move, quantity};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;

use super::log_linear::{Evaluation, Example, LogLinear, Rates, Target};
use super::{MIN_WEIGHT, Records, to_text};
use crate::games::{each_record, moves, replay};

const HELP: &str = "\
One in 10 games is held out; how often the most probable move wins there is printed at the end.

Example:
  katachi-lab train life games/*.sgf.gz --one-in 20 --out patterns/reading/policy.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct LifeArgs {
    #[command(flatten)]
    pub(super) records: Records,
    /// Search groups of one game in N
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    one_in: u32,
}

/// The first position of a game that is used, as a move; 20 to 80.
const FROM_MOVE: usize = 50;
/// Moves from one position to the next; 10 to 40.
const EVERY: usize = 20;
/// The weight of a position is the natural logarithm of its moves divided by this; a scale of the learning
/// rate, 1 to 10.
const EFFORT_SCALE: f32 = 4.0;
/// One game of this number is held out for the evaluation; 5 to 20.
const HELD_OUT: usize = 10;
/// Shapes around fewer moves than this have no weight; 50 to 500.
const MIN_COUNT: u32 = 150;
/// Passes over the examples; 2 to 10.
const ROUNDS: usize = 5;

const RATES: Rates = Rates {
    // 0.05 to 0.5.
    rate: 0.15,
    first_square: 1.0,
    decay: 0.0,
};

/// Explains the names of weights in files.
const NAMES: &str = "\
SIDE.NAME=VALUE WEIGHT: a feature of a move of that side; engine/reading/life/policy/features.rs explains the values.
SIDE.shape=PICTURE WEIGHT COUNT: the eight points around the move `*`, the same in all eight turns: X stones of the side
to move, O of the other, . empty, # beyond the edge. COUNT moves had this shape.
";

struct TrainingSet {
    games: usize,
    positions: Vec<(usize, DecidedPosition)>,
    random: ChaCha8Rng,
}

/// Fits and writes the weights. Returns how well they predict winning moves.
pub(super) fn run(args: &LifeArgs) -> anyhow::Result<String> {
    let mut set = TrainingSet::new();
    let mut games = 0;
    each_record(&args.records.files, |record| {
        if games % args.one_in == 0 {
            set.add(&record);
        }
        games += 1;
    })?;
    let count = set.positions.len();
    ensure!(count > 0, "no group of these games could be learned from");
    let sides = [0, 1].map(|side| set.fit(side));
    let origin = format!(
        "The policy of the life-and-death search. Fitted by `katachi-lab train life` to {}.\n{NAMES}",
        quantity(count, "position")
    );
    let lines = sides.iter().flat_map(|side| &side.0).cloned();
    super::write(&args.records.out, &to_text("life", &origin, lines))?;
    let used = games.div_ceil(args.one_in);
    let [attacker, owner] = sides.map(|side| side.1);
    Ok(format!(
        "{used} of {}, {}\nattacker: {attacker}\nowner: {owner}\n",
        quantity(games, "game"),
        quantity(count, "position")
    ))
}

impl TrainingSet {
    fn new() -> Self {
        Self {
            games: 0,
            positions: Vec::new(),
            random: ChaCha8Rng::seed_from_u64(0),
        }
    }

    /// Searches groups of a game; this takes some seconds.
    fn add(&mut self, record: &Record) {
        let game = self.games;
        // The position after the last move, too.
        let moves = moves(record).chain([(Color::Black, Move::Pass)]);
        replay(record.size, moves, |before| {
            if before.number > FROM_MOVE && (before.number - 1) % EVERY == game % EVERY {
                let found = decided_positions(before.board, &mut self.random);
                self.positions
                    .extend(found.into_iter().map(|found| (game, found)));
            }
        });
        self.games += 1;
    }

    fn fit(&self, side: usize) -> (Vec<Line<String>>, Evaluation) {
        let of_side = self.positions.iter().filter(|it| it.1.side == side);
        let (held_out, learned): (Vec<_>, Vec<_>) =
            of_side.partition(|(game, _)| game.is_multiple_of(HELD_OUT));
        let mut counts = vec![0; LifePolicy::WEIGHTS];
        for (features, _) in learned.iter().flat_map(|(_, position)| &position.moves) {
            features.iter().for_each(|&feature| counts[feature as usize] += 1);
        }
        let is_known =
            |number: u32| number < LifePolicy::FEATURES as u32 || counts[number as usize] >= MIN_COUNT;
        let example = |position: &DecidedPosition| {
            let weight = (position.effort as f32).ln() / EFFORT_SCALE;
            let mut example = Example::new(Target::AnyOf, weight);
            for (features, wins) in &position.moves {
                let known = features.iter().copied().filter(|&number| is_known(number));
                example.add(known, if *wins { 1.0 } else { 0.0 }, 0.0);
            }
            example
        };
        let learned: Vec<Example> = learned.into_iter().map(|it| example(&it.1)).collect();
        let mut model = LogLinear::new(LifePolicy::WEIGHTS, RATES);
        model.pass(&learned, ROUNDS);
        let mut evaluation = Evaluation::default();
        for (_, position) in held_out {
            model.evaluate(&example(position), &mut evaluation);
        }
        (lines(side, model.weights(), &counts), evaluation)
    }
}

/// The weights of features, then those of frequent shapes, the most frequent first.
fn lines(side: usize, weights: &[f32], counts: &[u32]) -> Vec<Line<String>> {
    let line = |number: usize, count| Line {
        name: LifePolicy::weight_name(side, number),
        weight: weights[number],
        count,
    };
    let features = (0..LifePolicy::FEATURES).filter(|&number| weights[number].abs() >= MIN_WEIGHT);
    let shapes = LifePolicy::FEATURES..LifePolicy::WEIGHTS;
    let mut frequent: Vec<usize> = shapes.filter(|&shape| counts[shape] >= MIN_COUNT).collect();
    frequent.sort_by_key(|&shape| (Reverse(counts[shape]), shape));
    let features = features.map(|number| line(number, None));
    let frequent = frequent.into_iter().map(|shape| line(shape, Some(counts[shape])));
    features.chain(frequent).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_that_only_winning_moves_have_is_learned() {
        let position = DecidedPosition {
            side: 1,
            effort: 50,
            moves: vec![(vec![0], false), (vec![1], true), (vec![2], false)],
        };
        let set = TrainingSet {
            positions: (0..200).map(|game| (game, position.clone())).collect(),
            ..TrainingSet::new()
        };
        let (attacker, owner) = (set.fit(0).1, set.fit(1).1);
        assert_eq!((attacker.positions, owner.positions, owner.among[0]), (0, 20, 20));
        assert!(owner.log_likelihood > -2.0, "{owner:?}");
    }
}
