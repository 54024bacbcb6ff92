// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train moves`: the weights of the move-prediction model.
//!
//! Neighbourhoods in which moves were made often enough get weights. The weights that all boards share are
//! fitted to records, by maximum likelihood in one pass over the positions. The weights of a class of boards
//! begin with these and are fitted to its judged games in several passes; the file has the differences. The
//! same games in the same order give the same weights on any number of cores.

mod games;
mod named;
mod shapes;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::ensure;
use katachi::counts::passed_over;
use katachi_engine::knowledge::Knowledge;
use katachi_engine::learn::Line;
use katachi_engine::model::{BoardClass, FEATURES, FeatureSet, Features, Grid, candidates, feature_names};
use katachi_rules::sgf::Record;
use katachi_rules::{BoardSize, Color, Move};
use katachi_view::reason::quantity;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::evaluation::Evaluation;
use super::log_linear::{Example, LogLinear, Rates, STRIDE, Target};
use super::patterns::NamedPatterns;
use super::{Games, Learner, MIN_WEIGHT, to_text};
use crate::judged::{JudgedGame, JudgedPosition};
use games::{Shares, TrainingGame, TrainingPosition, Unusable};
pub(super) use named::FittedPattern;
use named::PatternCounts;
use shapes::FittedShape;

const HELP: &str = "\
Records on 19x19 without a handicap teach the weights that all boards share, judged games what each class of boards
adds to them. Of the games that are held out, how often their moves are the most probable ones is printed at the end.

Example:
  katachi-lab train moves games/*.sgf.gz --judged 9x9.jsonl.gz --patterns patterns/*.db --out patterns/move-model.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct MoveArgs {
    #[command(flatten)]
    pub(super) games: Games,
    /// Fit the move patterns of these files, too
    ///
    /// Their weights are written below their colon lines; the files are replaced.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    patterns: Vec<PathBuf>,
    /// Smallest count of a neighbourhood in records
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().min_count, value_parser = clap::value_parser!(u32).range(1..))]
    min_count: u32,
    /// Smallest count of a neighbourhood in judged games
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().min_judged, value_parser = clap::value_parser!(u32).range(1..))]
    min_judged: u32,
    /// Hold out one game in N to evaluate the model
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(2..))]
    held_out: u16,
    /// Take one position of records in N
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
}

/// Games that were read.
#[derive(Default)]
struct Read {
    set: TrainingSet,
    records: u32,
    judged: u32,
    unusable: BTreeMap<Unusable, u32>,
}

impl Learner for Read {
    fn record(&mut self, record: &Record) -> anyhow::Result<()> {
        match self.set.add(record) {
            Ok(()) => self.records += 1,
            Err(reason) => *self.unusable.entry(reason).or_default() += 1,
        }
        Ok(())
    }

    fn judged(&mut self, game: &JudgedGame) -> anyhow::Result<()> {
        let colors = Color::BOTH.into_iter().cycle();
        let moves = colors.zip(game.moves.iter().copied()).collect();
        let targets = game.positions.iter().map(JudgedPosition::shares);
        match self.set.add_judged(game.size, moves, targets.collect()) {
            Ok(()) => self.judged += 1,
            Err(reason) => *self.unusable.entry(reason).or_default() += 1,
        }
        Ok(())
    }
}

impl Read {
    /// The numbers of games: `61 records and 9 judged games`.
    fn sources(&self) -> String {
        let kinds = [(self.records, "record"), (self.judged, "judged game")];
        let kinds = kinds.into_iter().filter(|&(count, _)| count > 0);
        let counts: Vec<String> = kinds.map(|(count, kind)| quantity(count, kind)).collect();
        counts.join(" and ")
    }

    /// Data of the training, and the quality of predictions of held-out moves.
    fn report(&self, fit: &Fit) -> String {
        let mut text = self.sources() + "\n";
        for (reason, count) in &self.unusable {
            let _ = writeln!(text, "{}", passed_over(*count, reason));
        }
        let _ = writeln!(text, "{}", quantity(fit.shapes.len(), "shape"));
        if self.records > 0 {
            let _ = writeln!(text, "records: {}", fit.records);
        }
        for (class, evaluation) in &fit.judged {
            let _ = writeln!(text, "judged games on {}: {evaluation}", class.name());
        }
        text
    }
}

/// Fits and writes the weights. Returns how well they predict moves.
pub(super) fn run(args: &MoveArgs) -> anyhow::Result<String> {
    let patterns = NamedPatterns::read(&args.patterns)?;
    let mut read = Read::default();
    args.games.teach(&mut read)?;
    ensure!(read.records + read.judged > 0, "there is no game to learn from");
    let settings = TrainSettings {
        min_count: args.min_count,
        min_judged: args.min_judged,
        every: args.every.into(),
        held_out: args.held_out.into(),
        ..TrainSettings::default()
    };
    let fit = read.set.fit(settings, patterns.knowledge());
    let origin = format!(
        "The move-prediction model (docs/move-model.md).\nFitted by `katachi-lab train moves --min-count {} \
         --min-judged {} --every {}` to {}.",
        args.min_count,
        args.min_judged,
        args.every,
        read.sources(),
    );
    super::write(&args.games.out, &fit.to_text(&origin))?;
    patterns.write(&fit.patterns())?;
    Ok(read.report(&fit))
}

/// Settings of the fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TrainSettings {
    /// Minimum number of moves made in records in a neighbourhood with a weight; 1 or more.
    min_count: u32,
    /// Minimum number of moves of a judge in a neighbourhood with a weight of its class; 1 or more.
    min_judged: u32,
    /// One in this number of positions of records is learned from; 1 or more.
    every: usize,
    /// Number of times that each judged position is learned from; 1 or more.
    passes: usize,
    /// One in this number of games of each kind is held out to evaluate the model; 2 or more.
    held_out: usize,
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
struct Fit {
    /// Weights of all features, then of the shapes.
    shared: Vec<f32>,
    /// Differences of the classes that were fitted.
    differences: Vec<(BoardClass, Vec<f32>)>,
    shapes: Vec<FittedShape>,
    /// Counts of each pattern with a name.
    patterns: Vec<PatternCounts>,
    /// Predictions of the moves of records that were held out.
    records: Evaluation,
    /// Predictions of the judge's moves in judged games that were held out, by class.
    judged: Vec<(BoardClass, Evaluation)>,
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

impl Fit {
    /// Returns the weights of the patterns with names, in their order.
    fn patterns(&self) -> Vec<FittedPattern> {
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

    /// The weights as text. `origin` says what they were fitted to.
    fn to_text(&self, origin: &str) -> String {
        let mut lines = Vec::new();
        self.add_lines(&mut lines, None, &self.shared);
        for (class, differences) in &self.differences {
            self.add_lines(&mut lines, Some(*class), differences);
        }
        to_text("moves", &format!("{origin}\n{NAMES}"), lines)
    }

    fn add_lines(&self, lines: &mut Vec<Line<String>>, class: Option<BoardClass>, weights: &[f32]) {
        let prefix = class.map_or(String::new(), |class| format!("{}/", class.name()));
        let (features, shapes) = weights.split_at(FEATURES);
        let names = feature_names().map(|name| prefix.clone() + &name);
        lines.extend(super::lines(names, features.iter().copied()));
        for (shape, &weight) in self.shapes.iter().zip(shapes) {
            if shape.is_known(class) && (class.is_none() || weight.abs() >= MIN_WEIGHT) {
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
/// Number of games whose examples are made at the same time.
const BATCH: usize = 32;

/// Games to learn from.
#[derive(Debug, Default)]
struct TrainingSet {
    records: Vec<TrainingGame>,
    judged: Vec<TrainingGame>,
}

impl TrainingSet {
    /// Adds a record. After an error the set is unchanged.
    fn add(&mut self, record: &Record) -> Result<(), Unusable> {
        self.records.push(TrainingGame::from_record(record)?);
        Ok(())
    }

    /// Adds a judged game: `targets` has the shares of the judge's moves before each of the moves.
    fn add_judged(
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
    fn fit(&self, settings: TrainSettings, named: Option<&Knowledge>) -> Fit {
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
        let count = named.map_or(0, |knowledge| knowledge.database().patterns.len());
        let mut patterns = vec![PatternCounts::default(); count];
        let mut fitted = LogLinear::new(FEATURES + shapes.len() + count, RECORD_RATES);
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
    named: Option<&'a Knowledge>,
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
    let patterns = numbers
        .named
        .map(|knowledge| knowledge.trained_patterns(board, color));
    let patterns = patterns.unwrap_or_default();
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

#[cfg(test)]
mod tests {
    use katachi_engine::model::MoveModel;
    use katachi_rules::{Board, Point};

    use super::*;

    /// Black and White each answer in the corner of the last move, again and again.
    fn record() -> Record {
        let moves = "B[pd];W[dp];B[pp];W[dd];B[fq];W[cn];B[nc];W[qf];B[pf];W[pg];B[of];W[qg]";
        Record::parse(format!("(;GM[1]FF[4]SZ[19];{moves})").as_bytes()).expect("a record")
    }

    #[test]
    fn a_fitted_model_can_be_read_and_makes_played_moves_likelier() {
        let settings = TrainSettings {
            min_count: 5,
            every: 1,
            held_out: 20,
            ..TrainSettings::default()
        };
        let mut set = TrainingSet::default();
        for _ in 0..40 {
            set.add(&record()).expect("a game to learn from");
        }
        let fit = set.fit(settings, None);
        let text = fit.to_text("Fitted to a test.");
        MoveModel::parse(&text).expect("weights");
        assert!(text.contains("\nshape=") && !fit.shapes.is_empty());
        // Of 361 moves one has -5.9 if nothing is known.
        let mean = fit.records.mean_log_likelihood();
        assert!(mean > -2.0, "{mean}");
        let again = set.fit(settings, None).to_text("Fitted to a test.");
        assert_eq!(again, text, "the same games, the same weights");
    }

    #[test]
    fn judged_games_teach_their_class_what_the_judge_would_play() {
        let size = BoardSize::square(9);
        let point = |vertex| size.parse_vertex(vertex).expect("a vertex");
        let mut set = TrainingSet::default();
        for _ in 0..40 {
            // The judge would begin in the middle, whatever is played.
            let moves = vec![(Color::Black, Move::Play(point("A1")))];
            let targets = vec![vec![(point("E5"), 0.75), (point("C3"), 0.25)]];
            set.add_judged(size, moves, targets)
                .expect("a game to learn from");
        }
        let settings = TrainSettings {
            passes: 40,
            ..TrainSettings::default()
        };
        let fit = set.fit(settings, None);
        let model = MoveModel::parse(&fit.to_text("Fitted to a test.")).expect("weights");
        let probability = |side| {
            let board = Board::new(BoardSize::square(side));
            let middle = Point::new(side / 2, side / 2);
            let predictions = model.predict(FeatureSet::All, &board, Color::Black, [None; 2], None);
            let found = predictions.iter().find(|p| p.point == middle);
            found.expect("a legal move").probability
        };
        assert!((0.7..0.8).contains(&probability(9)), "{}", probability(9));
        assert!(probability(19) < 0.01, "no other class has learned it");
    }

    #[test]
    fn games_on_other_boards_and_with_handicaps_are_refused() {
        let mut set = TrainingSet::default();
        for (sgf, reason) in [
            ("(;GM[1]FF[4]SZ[9];B[ee])", Unusable::Size),
            ("(;GM[1]FF[4]SZ[19]AB[dd];W[pp])", Unusable::Moves),
            ("(;GM[1]FF[4]SZ[19];B[dd];W[dd])", Unusable::Moves),
        ] {
            let record = Record::parse(sgf.as_bytes()).expect("a record");
            assert_eq!(set.add(&record), Err(reason), "{sgf}");
        }
    }
}
