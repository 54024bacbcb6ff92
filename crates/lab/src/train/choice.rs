// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train choice`: the weights of the classical choice.
//!
//! They are fitted to moves of games and to the opinions of a judge, with the move-prediction model and
//! without it. Without it the patterns get weights of their own, by name.

use std::path::PathBuf;

use anyhow::ensure;
use katachi_engine::Engine;
use katachi_engine::knowledge::ChoiceModel;
use katachi_engine::learn::VALUE_PER_NAT;
use katachi_engine::movegen::Term;
use katachi_engine::play::Request;
use katachi_rules::sgf::Turns;
use katachi_rules::{Color, Game, Point, quantity};
use mkpat::Fit;

use super::log_linear::{Evaluation, Example, LogLinear, Rates, Target};
use super::patterns::NamedPatterns;
use super::{Games, TrainingGame, lines, to_text};
use crate::pool;

const HELP: &str = "\
Takes games that the move-prediction model was not fitted to, which are those that `train moves --held-out N` holds out: its
probabilities are too good elsewhere. One in five of these is held out once more.

Example:
  katachi-lab train choice games/*.sgf.gz --judged 9x9.jsonl.gz --patterns patterns/*.db --out patterns/choice-model.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct ChoiceArgs {
    #[command(flatten)]
    pub(super) games: Games,
    /// Fit weights of the patterns of these files without the move-prediction model, too
    ///
    /// They are written below their colon lines; the files are replaced.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    patterns: Vec<PathBuf>,
    /// Take one game in N, the first of them
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    one_in: u16,
    /// Take one position of a record in N
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
    /// Take one position of a judged game in N
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    every_judged: u16,
    /// Positions at the same time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
}

const PASSES: usize = 20;
const RATES: Rates = Rates {
    rate: 0.1,
    first_square: 1.0,
    decay: 0.0,
};
/// Inverse of the variance of a weight around its start: most are within 0.7 nats of it.
const PRECISION: f32 = 2.0;
/// The same for a pattern: most have less than 0.35 nats.
const PRECISION_OF_PATTERN: f32 = 8.0;

/// Komi of a record without one. It does not change the result.
const KOMI: f32 = 7.5;
/// Explains the names of weights in files.
const NAMES: &str = "\
KIND=N WEIGHT: a reading of that kind. N from 0 to 5 is its worth, below 20, 35, 50, 75, 110 units or more; 6: the
playouts call its stones decided; 7: the endgame search counts it already.
gain=N, gain-sente=N WEIGHT: a gain by the endgame search, 0, or below 1, 1.5, 2.5, 4, 6, 8, 12, 20 points or more.
late-gain=N, late-gain-sente=N WEIGHT: the same on a nearly full board.
owner=N, owner-near=N WEIGHT: how often the point, and the points around it, end as the mover's, in tenths.
critical=N, critical-near=N WEIGHT: how often their owner wins, beyond chance, in twentieths and 2 more.
first=N WEIGHT: points gained in playouts in which the mover is first there, in eighths of their deviation and 5 more.
first-share=N WEIGHT: share of these playouts, in twelfths.
odds-after=N WEIGHT: the logarithm of the odds of winning in playouts after the move and its answers, above the
mean of the moves that are played out, in halves and 7 more.
gain-after=N WEIGHT: the lead there, above the same mean, in sixths of the deviation and 7 more.
probability=N WEIGHT: the logarithm of the probability by the move-prediction model, less 1.
line=N WEIGHT: the lines of the point, the lower one in sixes, on an open board; 36 more on a full one.
last=N WEIGHT: its distance from the last move, 1 to 7; 0: there is none; 8 more on a nearly full board.
pattern=N WEIGHT: the highest value of a pattern that holds, in tens.
joseki=N WEIGHT: its value as a joseki, in classes like those of readings.
alone/ before a name: the weight where the move-prediction model is left out.
";

const HELD_OUT: usize = 5;

struct Position {
    game: Game,
    color: Color,
    shares: Vec<(Point, f32)>,
    is_held_out: bool,
}

/// Examples of a position for both sums, and whether they are held out.
type Taken = (bool, [Example; 2]);

/// Fits and writes the weights. Returns how well they predict moves.
pub(super) fn run(args: &ChoiceArgs) -> anyhow::Result<String> {
    let patterns = NamedPatterns::read(&args.patterns)?;
    let engine = &patterns.engine;
    let mut positions = Vec::new();
    // Records and judged games so far, and those of them that were taken.
    let (mut seen, mut taken) = ([0; 2], [0; 2]);
    args.games.each(|game| {
        let kind = usize::from(matches!(game, TrainingGame::Judged(_)));
        seen[kind] += 1;
        if (seen[kind] - 1_usize).is_multiple_of(args.one_in.into())
            && let Some(found) = args.positions(game, taken[kind])
        {
            positions.extend(found);
            taken[kind] += 1;
        }
        Ok(())
    })?;
    let example = |position: &Position| Some((position.is_held_out, examples(engine, position)?));
    let all = pool::map(args.jobs, &positions, example).into_iter().flatten();
    let (held_out, learned): (Vec<Taken>, Vec<Taken>) = all.partition(|(held_out, _)| *held_out);
    let [records, judged] = taken;
    ensure!(
        !held_out.is_empty() && !learned.is_empty(),
        "too few games, {}: {HELD_OUT} times {} are needed",
        records + judged,
        args.one_in
    );
    let count = engine.database().patterns.len();
    let fits = [0, 1].map(|sum| fit(sum, count, &learned, &held_out));
    let origin = format!(
        "The weights of the classical choice (docs/patterns.md).\nFitted by `katachi-lab train choice --one-in {}` to {} of {} and {}, with {}.",
        args.one_in,
        quantity(positions.len(), "position"),
        quantity(records, "record"),
        quantity(judged, "judged game"),
        quantity(count, "pattern"),
    );
    let weights = [("", &fits[0].0), ("alone/", &fits[1].0)];
    let lines = weights.into_iter().flat_map(|(prefix, weights)| {
        let names = ChoiceModel::feature_names().map(move |name| format!("{prefix}{name}"));
        lines(names, weights.iter().copied())
    });
    let text = to_text("choice", &format!("{origin}\n{NAMES}"), lines);
    super::write(&args.games.out, &text)?;
    patterns.write(|at, pattern| {
        Some(Fit {
            alone: Fit::hundredths(fits[1].0[ChoiceModel::features() + at]),
            ..pattern.fit?
        })
    })?;
    Ok(format!(
        "{}\nwith the move-prediction model: {}\nwithout it: {}\n",
        quantity(learned.len(), "position"),
        fits[0].1,
        fits[1].1
    ))
}

impl ChoiceArgs {
    /// Every so manyth position of a game, the `number`th of its kind; games begin at positions of their own.
    /// A judged game gives those up to the first move that the rules forbid. `None` for a record that cannot
    /// be replayed.
    fn positions(&self, game: TrainingGame<'_>, number: usize) -> Option<Vec<Position>> {
        let mut positions = Vec::new();
        let mut add = |game, color, shares| {
            positions.push(Position {
                game,
                color,
                shares,
                is_held_out: number.is_multiple_of(HELD_OUT),
            });
        };
        match game {
            TrainingGame::Record(record) => {
                let every = usize::from(self.every);
                let rules = record.rules().unwrap_or_default();
                let turns = Turns::new(record, rules, KOMI, 1..=usize::MAX).ok()?;
                for index in (number % every..turns.len()).step_by(every) {
                    let turn = turns.turn(index);
                    if let Some(played) = turn.mv.point() {
                        add(turn.game, turn.color, vec![(played, 1.0)]);
                    }
                }
            }
            TrainingGame::Judged(judged) => {
                let every = usize::from(self.every_judged);
                let mut game = Game::new(judged.size, judged.rules, judged.komi);
                for (at, ((color, mv), position)) in judged.turns().zip(&judged.positions).enumerate() {
                    let shares = position.shares();
                    if at % every == number % every && !shares.is_empty() {
                        add(game.clone(), color, shares);
                    }
                    if game.play(color, mv).is_err() {
                        break;
                    }
                }
            }
        }
        Some(positions)
    }
}

/// Makes the choice in a position, and returns what it adds up with the move-prediction model and without it.
/// `None` if no candidate is among the good moves.
fn examples(engine: &Engine, position: &Position) -> Option<[Example; 2]> {
    let request = Request::new(&position.game, position.color);
    let candidates = engine.candidates(&request, &mut engine.reader(&position.game));
    let share = |point| {
        let found = position.shares.iter().find(|share| share.0 == point);
        found.map_or(0.0, |share| share.1)
    };
    let total: f32 = candidates.iter().map(|candidate| share(candidate.point)).sum();
    (total > 0.0).then(|| {
        [0, 1].map(|sum| {
            let mut example = Example::new(Target::Distribution, 1.0);
            for candidate in &candidates {
                let terms = &candidate.terms[sum];
                let offset: f32 = terms.iter().map(offset).sum();
                let features = terms.iter().filter_map(feature);
                example.add(features, share(candidate.point) / total, offset);
            }
            example
        })
    })
}

/// The feature of a term, patterns after all others.
fn feature(term: &Term) -> Option<u32> {
    match *term {
        Term::Feature(feature) => Some(feature.into()),
        Term::Alone(_, pattern) => Some(ChoiceModel::features() as u32 + pattern),
        Term::Nats(_) | Term::Units(_) => None,
    }
}

/// What a term adds whatever is fitted, in nats.
fn offset(term: &Term) -> f32 {
    match *term {
        Term::Nats(nats) => nats,
        Term::Units(units) => units as f32 / VALUE_PER_NAT,
        Term::Feature(_) | Term::Alone(..) => 0.0,
    }
}

/// Fits the weights of a sum, with those of patterns at the end, and evaluates them on held-out examples.
fn fit(sum: usize, patterns: usize, learned: &[Taken], held_out: &[Taken]) -> (Vec<f32>, Evaluation) {
    let features = ChoiceModel::features();
    let mut start = ChoiceModel::start();
    start.resize(features + patterns, 0.0);
    let precision = |index| match index < features {
        true => PRECISION,
        false => PRECISION_OF_PATTERN,
    };
    let all = || learned.iter().map(|(_, both)| &both[sum]);
    let mut model = LogLinear::starting_at(start, RATES).with_prior(precision, all());
    for _ in 0..PASSES {
        all().for_each(|example| model.learn(example));
    }
    let mut evaluation = Evaluation::default();
    for (_, both) in held_out {
        model.evaluate(&both[sum], &mut evaluation);
    }
    (model.weights().to_vec(), evaluation)
}
