// SPDX-License-Identifier: MIT OR Apache-2.0

//! Fits weights to records of games and to judged games.
//!
//! Neighbourhoods in which moves were made often enough get weights. The weights that all boards share are
//! fitted to records, by maximum likelihood in one pass over the positions. The weights of a class of boards
//! begin with these and are fitted to its judged games in several passes; the file has the differences. The
//! same games in the same order give the same weights on any number of cores.

mod games;
mod named;
mod shapes;

use katachi_rules::sgf::Record;
use katachi_rules::{BoardSize, Color, Move};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::feature::{FEATURES, Features, TEMPLATES, index};
use super::neighbourhood::Grid;
use super::{BoardClass, FeatureSet, MoveModel, candidates};
use crate::learn::{self, Evaluation, Example, Line, LogLinear, Rates, Target};
pub use games::{Shares, Unusable};
use games::{TrainingGame, TrainingPosition};
use named::PatternCounts;
pub use named::{FittedPattern, NamedFeatures};
use shapes::FittedShape;

/// Settings of the fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainSettings {
    /// Minimum number of moves made in records in a neighbourhood with a weight; 1 or more.
    pub min_count: u32,
    /// Minimum number of moves of a judge in a neighbourhood with a weight of its class; 1 or more.
    pub min_judged: u32,
    /// One in this number of positions of records is learned from; 1 or more.
    pub every: usize,
    /// Number of times that each judged position is learned from; 1 or more.
    pub passes: usize,
    /// One in this number of games of each kind is held out to evaluate the model; 2 or more.
    pub held_out: usize,
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self {
            min_count: 100,
            min_judged: 2,
            every: 2,
            passes: 4,
            held_out: 60,
        }
    }
}

/// A fitted model.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Weights of all features, then of the shapes.
    shared: Vec<f32>,
    /// Differences of the classes that were fitted.
    differences: Vec<(BoardClass, Vec<f32>)>,
    shapes: Vec<FittedShape>,
    /// Counts of each pattern with a name.
    patterns: Vec<PatternCounts>,
    /// Predictions of the moves of records that were held out.
    pub records: Evaluation,
    /// Predictions of the judge's moves in judged games that were held out, by class.
    pub judged: Vec<(BoardClass, Evaluation)>,
}

/// Explains the names of weights in files.
const NAMES: &str = "\
NAME=VALUE WEIGHT: a feature of the move, such as its distance from the last move.
shape=PICTURE WEIGHT COUNT: the neighbourhood of the move. The weight adds to those of smaller neighbourhoods; COUNT
moves were made in it.
reply=PICTURE@X,Y WEIGHT COUNT: the neighbourhood of the last move, and columns and rows from there to the reply.
answer=PICTURE@X,Y WEIGHT COUNT: the neighbourhood of the move, and columns and rows from there to the last move.
9x9/, 13x13/ or 19x19/ before a name: what boards of that class add to the weight.
The weights are fitted together: fit them anew rather than edit one by hand.
";

/// Smallest difference of a class that is written.
const MIN_DIFFERENCE: f32 = 0.005;

impl Fit {
    /// Returns the weights of the patterns with names, in their order.
    pub fn patterns(&self) -> Vec<FittedPattern> {
        let first = FEATURES + self.shapes.len();
        let fitted = self.patterns.iter().zip(first..).map(|(counts, number)| {
            let mut differences = [0.0; 3];
            for (class, weights) in &self.differences {
                differences[*class as usize] = weights[number];
            }
            FittedPattern {
                weight: self.shared[number],
                differences,
                held: counts.held,
                played: counts.played.round() as u32,
            }
        });
        fitted.collect()
    }

    /// Number of neighbourhoods that have a weight.
    pub fn shapes(&self) -> usize {
        self.shapes.len()
    }

    /// The weights as text. `origin` says what they were fitted to.
    pub fn to_text(&self, origin: &str) -> String {
        let mut lines = Vec::new();
        self.add_lines(&mut lines, None, &self.shared);
        for (class, differences) in &self.differences {
            self.add_lines(&mut lines, Some(*class), differences);
        }
        learn::write(MoveModel::NAME, &format!("{origin}\n{NAMES}"), lines)
    }

    fn add_lines(&self, lines: &mut Vec<Line<String>>, class: Option<BoardClass>, weights: &[f32]) {
        let prefix = class.map_or(String::new(), |class| format!("{}/", class.name()));
        let (features, shapes) = weights.split_at(FEATURES);
        for (template, name, count) in TEMPLATES {
            for value in 0..count {
                let weight = features[usize::from(index(template, value))];
                if weight.abs() >= MIN_DIFFERENCE {
                    let (name, count) = (format!("{prefix}{name}={value}"), None);
                    lines.push(Line { name, weight, count });
                }
            }
        }
        for (shape, &weight) in self.shapes.iter().zip(shapes) {
            if shape.is_known(class) && (class.is_none() || weight.abs() >= MIN_DIFFERENCE) {
                let (name, count) = (format!("{prefix}{}", shape.name), Some(shape.counts.made(class)));
                lines.push(Line { name, weight, count });
            }
        }
    }
}

/// How the shared weights follow records.
const RECORD_RATES: Rates = Rates {
    rate: 0.2,
    first_square: 1.0,
    decay: 0.0,
};
/// How the weights of a class follow judged positions. The pull is towards the shared weights.
const JUDGED_RATES: Rates = Rates {
    rate: 0.2,
    first_square: 1.0,
    decay: 1e-4,
};
/// Distance from one game to the next in the order of learning: neighbours come from the same source.
const STRIDE: usize = 7_919;
/// Number of games whose examples are made at the same time.
const BATCH: usize = 32;

/// Games to learn from.
#[derive(Debug, Default)]
pub struct TrainingSet {
    records: Vec<TrainingGame>,
    judged: Vec<TrainingGame>,
}

impl TrainingSet {
    /// Adds a record.
    ///
    /// # Errors
    /// If it cannot be learned from. The set is unchanged then.
    pub fn add(&mut self, record: &Record) -> Result<(), Unusable> {
        self.records.push(TrainingGame::from_record(record)?);
        Ok(())
    }

    /// Adds a judged game: `targets` has the shares of the judge's moves before each of the moves.
    ///
    /// # Errors
    /// If a move cannot be made. The set is unchanged then.
    pub fn add_judged(
        &mut self,
        size: BoardSize,
        moves: Vec<(Color, Move)>,
        targets: Vec<Shares>,
    ) -> Result<(), Unusable> {
        self.judged.push(TrainingGame::new(size, moves, Some(targets))?);
        Ok(())
    }

    /// Fits a model to all games that are not held out, together with patterns. Some 200 microseconds for
    /// each position of a record on two cores; judged positions are kept in memory, some 5 KiB each on 9x9.
    pub fn fit(&self, settings: TrainSettings, named: &dyn NamedFeatures) -> Fit {
        let all = [&self.records, &self.judged].map(|games| learned_games(games, settings));
        let all: Vec<&TrainingGame> = all.into_iter().flatten().map(|(_, game)| game).collect();
        let shapes = shapes::fitted(&all, settings);
        let first_pattern = (FEATURES + shapes.len()) as u32;
        let numbering = |numbers| Numbering {
            shapes: numbers,
            named,
            first_pattern,
        };
        let numbers = numbering(numbers_of(&shapes, |_| true));
        // Records teach nothing about neighbourhoods that get no shared weight.
        let shared = numbering(numbers_of(&shapes, |shape| shape.is_known(None)));
        let mut patterns = vec![PatternCounts::default(); named.count()];
        let mut fitted = LogLinear::new(FEATURES + shapes.len() + named.count(), RECORD_RATES);
        let learned = learned_games(&self.records, settings);
        for batch in learned.chunks(BATCH) {
            for example in examples(batch, &shared, settings.every) {
                fitted.learn(&example);
                named::count(&mut patterns, &example, first_pattern);
            }
        }
        let records = evaluate(&fitted, &held_out_games(&self.records, settings), &shared);
        let mut fit = Fit {
            shared: fitted.weights().to_vec(),
            differences: Vec::new(),
            shapes,
            patterns,
            records,
            judged: Vec::new(),
        };
        for class in BoardClass::ALL {
            self.fit_class(class, &numbers, settings, &mut fit);
        }
        fit
    }

    /// Fits the differences of a class to its judged games, if there are any.
    fn fit_class(&self, class: BoardClass, numbers: &Numbering<'_>, settings: TrainSettings, fit: &mut Fit) {
        let mut learned = learned_games(&self.judged, settings);
        learned.retain(|(_, game)| game.class() == class);
        if learned.is_empty() {
            return;
        }
        let examples = examples(&learned, numbers, 1);
        for example in &examples {
            named::count(&mut fit.patterns, example, numbers.first_pattern);
        }
        let mut fitted = LogLinear::starting_at(fit.shared.clone(), JUDGED_RATES);
        for _ in 0..settings.passes {
            for i in 0..examples.len() {
                fitted.learn(&examples[i * STRIDE % examples.len()]);
            }
        }
        let mut held_out = held_out_games(&self.judged, settings);
        held_out.retain(|game| game.class() == class);
        fit.judged.push((class, evaluate(&fitted, &held_out, numbers)));
        let pairs = fitted.weights().iter().zip(&fit.shared);
        let differences = pairs.map(|(weight, shared)| weight - shared).collect();
        fit.differences.push((class, differences));
    }
}

/// The numbers of features after those of the templates.
struct Numbering<'a> {
    /// Those of neighbourhoods and replies, by hash.
    shapes: FxHashMap<u64, u32>,
    /// Patterns with names come last.
    named: &'a dyn NamedFeatures,
    first_pattern: u32,
}

/// Numbers the features of some shapes after those of the templates, in the order of all shapes.
fn numbers_of(shapes: &[FittedShape], is_taken: impl Fn(&FittedShape) -> bool) -> FxHashMap<u64, u32> {
    let numbered = shapes.iter().zip(FEATURES as u32..);
    let taken = numbered.filter(|(shape, _)| is_taken(shape));
    taken.map(|(shape, number)| (shape.hash, number)).collect()
}

/// The games that are learned from, in the order of learning, each with its place there.
fn learned_games(games: &[TrainingGame], settings: TrainSettings) -> Vec<(usize, &TrainingGame)> {
    let order = (0..games.len()).map(|i| (i, i * STRIDE % games.len()));
    let learned = order.filter(|(_, game)| !game.is_multiple_of(settings.held_out));
    learned.map(|(i, game)| (i, &games[game])).collect()
}

/// The games that are held out to evaluate a model.
fn held_out_games(games: &[TrainingGame], settings: TrainSettings) -> Vec<&TrainingGame> {
    games.iter().step_by(settings.held_out).collect()
}

/// Makes the examples of games, one in `every` positions, on all cores.
fn examples(games: &[(usize, &TrainingGame)], numbers: &Numbering<'_>, every: usize) -> Vec<Example> {
    let of_game = |&(place, game): &(usize, &TrainingGame)| {
        let mut examples = Vec::new();
        game.replay(|at, position| {
            if at % every == place % every {
                examples.push(example(&position, numbers));
            }
        });
        examples
    };
    let all: Vec<Vec<Example>> = games.par_iter().map(of_game).collect();
    all.into_iter().flatten().collect()
}

/// Evaluates the predictions of all positions of games.
fn evaluate(model: &LogLinear, games: &[&TrainingGame], numbers: &Numbering<'_>) -> Evaluation {
    let mut evaluation = Evaluation::default();
    for &game in games {
        for example in examples(&[(0, game)], numbers, 1) {
            model.evaluate(&example, &mut evaluation);
        }
    }
    evaluation
}

/// All moves of a position with the numbers of their features. A neighbourhood around one without a number
/// has none either.
fn example(position: &TrainingPosition<'_>, numbers: &Numbering<'_>) -> Example {
    let TrainingPosition {
        board,
        color,
        last,
        own,
        target,
    } = *position;
    let grid = Grid::new(board, color, last);
    let mut features = Features::new(FeatureSet::All, board, color, last, own);
    let number = |hash: u64| numbers.shapes.get(&hash).copied();
    let patterns = numbers.named.at(board, color);
    let mut example = Example::new(Target::Distribution, 1.0);
    for point in candidates(board, color) {
        let features = features.at(point).into_iter().map(u32::from);
        let shapes = grid.shapes(point).map_while(number);
        let replies = grid.replies(point).map_while(number);
        let answers = grid.answers(point).map_while(number);
        let share = target.iter().find(|e| e.0 == point).map_or(0.0, |e| e.1);
        let named = named::of_move(&patterns, point).map(|pattern| numbers.first_pattern + pattern);
        let shapes = shapes.chain(replies).chain(answers);
        example.add(features.chain(shapes).chain(named), share);
    }
    example
}
