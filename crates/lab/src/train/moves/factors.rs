// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train factors`: the vectors of named features, whose products add to the logits of moves.
//!
//! All weights stay as they are: the vectors are fitted to what these leave, by stochastic gradient ascent of
//! the likelihood in one pass over the positions.

use std::collections::BTreeMap;

use katachi_engine::knowledge::Knowledge;
use katachi_engine::model::factors::{self, Factor, RANK, Together};
use katachi_engine::model::{FEATURES, Part, feature_names};
use katachi_engine::{Engine, Settings};
use katachi_rules::Point;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

use super::super::log_linear::{AdaGrad, Evaluation, Example, MIN_GRADIENT, Target};
use super::{BATCH, Before, FittedGame, Games, Placed, TrainingSet, divided, each_example};

const HELP: &str = "\
The move-prediction model and the weights of patterns are those of the program. Of the games that are held out, how well
both predict moves, without the vectors and with them, is printed at the end.

Example:
  katachi-lab train factors games/*.sgf.gz --judged 9x9.jsonl.gz --out patterns/factors.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(in crate::train) struct FactorArgs {
    #[command(flatten)]
    pub(in crate::train) games: Games,
    /// Take one position of records in N
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
    /// Hold out one game in N to evaluate the vectors
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(2..))]
    held_out: u16,
}

/// Explains the names of weights in the file.
const NAMES: &str = "\
NAME:K NUMBER: the Kth number of the vector of a pattern or of a feature of the move-prediction model.
Two of them at one move add the product of their vectors to its logit, in nats.
The numbers are fitted together: fit them anew rather than edit one by hand.
";

/// How the numbers follow positions; the pull is towards 0.
const RATE: f32 = 0.05;
const PULL: f32 = 1e-4;
/// Numbers begin at random between this and its negative: from 0 none would move.
const START: f32 = 0.05;
/// The fewest positions in which a feature was met whose vector is written.
const MIN_POSITIONS: u32 = 50;

/// Fits and writes the vectors. Returns how well they predict moves.
pub(in crate::train) fn run(args: &FactorArgs) -> anyhow::Result<String> {
    let knowledge = Engine::new(Settings::default()).knowledge;
    let mut set = TrainingSet::default();
    set.add_all(&args.games)?;
    let [records, judged] =
        [&set.records, &set.judged].map(|games| divided(games.iter().collect(), args.held_out));
    let mut vectors = Vectors::new(FEATURES + knowledge.database().patterns.len());
    let every = usize::from(args.every);
    for (games, every) in [(&records.0, every), (&judged.0, 1)] {
        for batch in games.chunks(BATCH) {
            for example in examples(batch, &knowledge, every) {
                vectors.learn(&example);
            }
        }
    }
    let mut report = set.sources() + "\n";
    for (name, held_out) in [("records", &records.1), ("judged games", &judged.1)] {
        report += &vectors.report(name, held_out, &knowledge);
    }
    let origin = format!(
        "The vectors of named features (engine/model/factors.rs).\nFitted by `katachi-lab train factors --every {every}` to {}.",
        set.sources()
    );
    let patterns = knowledge
        .database()
        .patterns
        .iter()
        .map(|pattern| pattern.name.clone());
    let lines = vectors.lines(feature_names().chain(patterns));
    let text = super::to_text(factors::NAME, &format!("{origin}\n{NAMES}"), lines);
    super::super::write(&args.games.out, &text)?;
    Ok(report)
}

fn examples(games: &[(usize, &FittedGame)], knowledge: &Knowledge, every: usize) -> Vec<Example> {
    each_example(games, every, |before, target| example(before, target, knowledge))
}

/// All moves of a position with the numbers of their named features. The weights of all their features are
/// their offsets.
fn example(before: &Before<'_>, target: &[(Point, f32)], knowledge: &Knowledge) -> Example {
    let parts = knowledge.parts(before.board, before.color, before.last);
    let mut example = Example::new(Target::Distribution, 1.0);
    for of_move in parts.chunk_by(|a, b| a.0 == b.0) {
        let offset = of_move
            .iter()
            .filter(|part| part.1 != Part::Pairs)
            .map(|part| part.2);
        let named = of_move.iter().filter_map(|part| match part.1 {
            Part::Feature(feature) => Some(u32::from(feature)),
            Part::Pattern(Some(pattern)) => Some(FEATURES as u32 + pattern),
            _ => None,
        });
        let share = target.iter().find(|e| e.0 == of_move[0].0).map_or(0.0, |e| e.1);
        example.add(named, share, offset.sum());
    }
    example
}

/// The vectors while they are fitted.
struct Vectors {
    numbers: AdaGrad,
    /// Positions in which each feature was met at a move that counted.
    positions: Vec<u32>,
}

impl Vectors {
    fn new(count: usize) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(0);
        let mut number = || START * (random.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0);
        let numbers = (0..count * RANK).map(|_| number()).collect();
        Self {
            numbers: AdaGrad::new(numbers, RATE, 1.0),
            positions: vec![0; count],
        }
    }

    fn vector(&self, feature: u32) -> Factor {
        let first = feature as usize * RANK;
        std::array::from_fn(|i| self.numbers.weights[first + i])
    }

    fn together(&self, features: &[u32]) -> Together {
        let mut together = Together::default();
        features
            .iter()
            .for_each(|&feature| together.add(&self.vector(feature)));
        together
    }

    fn probabilities(&self, example: &Example) -> Vec<f32> {
        let pairs = example
            .candidates()
            .map(|features| self.together(features).nats());
        example.probabilities(pairs)
    }

    /// Takes a step along the gradient of an example.
    fn learn(&mut self, example: &Example) {
        let probabilities = self.probabilities(example);
        let mut gradients: BTreeMap<u32, Factor> = BTreeMap::new();
        let candidates = example.candidates().zip(probabilities).zip(example.shares());
        for ((features, p), share) in candidates.filter(|((_, p), share)| (share - p).abs() >= MIN_GRADIENT) {
            let together = self.together(features);
            for &feature in features {
                let slope = together.slope(&self.vector(feature));
                let gradient = gradients.entry(feature).or_default();
                gradient
                    .iter_mut()
                    .zip(slope)
                    .for_each(|(sum, slope)| *sum += (share - p) * slope);
            }
        }
        for (feature, gradient) in gradients {
            self.positions[feature as usize] += 1;
            for (i, gradient) in gradient.into_iter().enumerate() {
                let index = feature as usize * RANK + i;
                let pull = PULL * self.numbers.weights[index];
                self.numbers.step(index, gradient - pull);
            }
        }
    }

    fn report(&self, name: &str, held_out: &Placed<'_>, knowledge: &Knowledge) -> String {
        let mut both = [Evaluation::default(); 2];
        for game in held_out {
            for example in examples(std::slice::from_ref(game), knowledge, 1) {
                let without = example.probabilities(std::iter::repeat(0.0));
                for (evaluation, p) in both.iter_mut().zip([without, self.probabilities(&example)]) {
                    example.evaluate(&p, evaluation);
                }
            }
        }
        match both[0].positions {
            0 => String::new(),
            _ => format!("{name}: {}\nwith the vectors: {}\n", both[0], both[1]),
        }
    }

    fn lines(&self, names: impl Iterator<Item = String>) -> Vec<katachi_engine::learn::Line<String>> {
        let known = names
            .zip(0..)
            .filter(|&(_, feature)| self.positions[feature as usize] >= MIN_POSITIONS);
        let named = known.map(|(name, feature)| ((0..RANK).map(move |i| format!("{name}:{i}")), feature));
        let lines = named.flat_map(|(names, feature)| super::super::lines(names, self.vector(feature)));
        lines.collect()
    }
}
