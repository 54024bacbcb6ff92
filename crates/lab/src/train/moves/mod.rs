// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train moves`: the weights of the move-prediction model.
//!
//! Neighbourhoods in which moves were made often enough get weights. The weights that all boards share are
//! fitted to records, by maximum likelihood in one pass over the positions. The weights of a class of boards
//! begin with these and are fitted to its judged games in several passes; the file has the differences. The
//! same games in the same order give the same weights on any number of cores.
//!
//! Patterns with names come first, for all boards and for each class: their weights are fitted alone, and
//! then all weights together from there. So a move that a pattern explains has most of its weight from the
//! pattern, where shapes would tell as much.

pub(super) mod factors;
mod games;
mod shapes;

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::ensure;
use katachi_engine::knowledge::Knowledge;
use katachi_engine::learn::{BoardClass, Line};
use katachi_engine::model::{FEATURES, FeatureSet, Features, Grid, candidates, feature_names};
use katachi_rules::{Point, quantity};
use mkpat::FitSource;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::log_linear::{Evaluation, Example, LogLinear, Rates, STRIDE, Target};
use super::patterns::NamedPatterns;
use super::{Games, MIN_WEIGHT, TrainingGame, to_text};
use crate::games::{Before, PassedOver};
use crate::judged::JudgedPosition;
use games::FittedGame;
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
    #[command(flatten)]
    settings: FitSettings,
}

#[derive(Clone, Copy, Debug, clap::Args)]
struct FitSettings {
    /// Smallest count of a neighbourhood in records
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    min_count: u32,
    /// Smallest count of a neighbourhood in judged games
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    min_judged: u32,
    /// Hold out one game in N to evaluate the model
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(2..))]
    held_out: u16,
    /// Take one position of records in N
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
    /// Number of times that each judged position is learned from: by the patterns alone, and by all
    #[arg(skip = [8, 2])]
    passes: [usize; 2],
}

/// Fits and writes the weights. Returns how well they predict moves.
pub(super) fn run(args: &MoveArgs) -> anyhow::Result<String> {
    let patterns = NamedPatterns::read(&args.patterns)?;
    let mut set = TrainingSet::default();
    set.add_all(&args.games)?;
    let settings = args.settings;
    let fit = set.fit(settings, patterns.knowledge());
    let origin = format!(
        "The move-prediction model (docs/move-model.md).\nFitted by `katachi-lab train moves --min-count {} \
         --min-judged {} --every {}` to {}.",
        settings.min_count,
        settings.min_judged,
        settings.every,
        set.sources(),
    );
    super::write(&args.games.out, &fit.to_text(&origin))?;
    patterns.write(|at, pattern| {
        let number = FEATURES + fit.shapes.len() + at;
        let counts = fit.patterns.get(at)?;
        let mut differences = [0; 3];
        for (class, weights, _) in &fit.classes {
            differences[*class as usize] = mkpat::Fit::hundredths(weights[number]);
        }
        Some(mkpat::Fit {
            weight: mkpat::Fit::hundredths(fit.shared[number]),
            differences,
            // The weight without the move-prediction model stays.
            alone: pattern.fit.map_or(0, |fit| fit.alone),
            source: FitSource::Games {
                held: (counts.held > 0).then_some(counts.held),
                played: counts.played.round() as u32,
                value: pattern.weight,
            },
        })
    })?;
    Ok(set.report(&fit))
}

/// Counts of a pattern in the examples that were learned from.
#[derive(Clone, Copy, Debug, Default)]
struct PatternCounts {
    held: u32,
    /// How many of them were made, or the judge's shares of them.
    played: f64,
}

#[derive(Clone, Debug)]
struct Fit {
    /// Weights of all features, then of the shapes, then of the patterns.
    shared: Vec<f32>,
    /// For each class that was fitted: its differences, and predictions of the judge's moves in its judged
    /// games that were held out.
    classes: Vec<(BoardClass, Vec<f32>, Evaluation)>,
    shapes: Vec<FittedShape>,
    patterns: Vec<PatternCounts>,
    /// Predictions of the moves of records that were held out.
    records: Evaluation,
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
    /// The weights as text. `origin` says what they were fitted to.
    fn to_text(&self, origin: &str) -> String {
        let mut lines = Vec::new();
        self.add_lines(&mut lines, None, &self.shared);
        for (class, differences, _) in &self.classes {
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
                let (name, count) = (format!("{prefix}{}", shape.name), Some(shape.made(class)));
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
/// How the weights of a class follow judged positions. The pull is towards the shared weights; that of the
/// patterns is [`PATTERN_DECAY`].
const JUDGED_RATES: Rates = Rates {
    rate: 0.2,
    first_square: 1.0,
    decay: 1e-2,
};
/// The weaker pull on patterns: what both could tell, they tell.
const PATTERN_DECAY: f32 = 1e-4;
/// Of the positions of records the patterns alone are fitted to one in this number: they are few, and match
/// often; 1 to 8.
const PATTERNS_EVERY: usize = 4;
/// Number of games whose examples are made at the same time.
const BATCH: usize = 32;

#[derive(Debug, Default)]
struct TrainingSet {
    records: Vec<FittedGame>,
    judged: Vec<FittedGame>,
    unusable: PassedOver,
}

impl TrainingSet {
    /// Adds the games of files.
    fn add_all(&mut self, games: &Games) -> anyhow::Result<()> {
        games.each(|game| {
            if let Err(reason) = self.add(&game) {
                self.unusable.add(reason);
            }
            Ok(())
        })?;
        let games = self.records.len() + self.judged.len();
        ensure!(games > 0, "there is no game to learn from");
        Ok(())
    }

    /// Adds a game. After an error the set is unchanged.
    fn add(&mut self, game: &TrainingGame<'_>) -> Result<(), &'static str> {
        match game {
            TrainingGame::Record(record) => self.records.push(FittedGame::from_record(record)?),
            TrainingGame::Judged(game) => {
                let targets = game.positions.iter().map(JudgedPosition::shares).collect();
                let fitted = FittedGame::new(game.size, game.turns().collect(), Some(targets))?;
                self.judged.push(fitted);
            }
        }
        Ok(())
    }

    /// The numbers of games: `61 records and 9 judged games`.
    fn sources(&self) -> String {
        let kinds = [(&self.records, "record"), (&self.judged, "judged game")].into_iter();
        let kinds = kinds.filter(|(games, _)| !games.is_empty());
        let counts: Vec<String> = kinds.map(|(games, kind)| quantity(games.len(), kind)).collect();
        counts.join(" and ")
    }

    /// Data of the training, and the quality of predictions of held-out moves.
    fn report(&self, fit: &Fit) -> String {
        let mut text = self.sources() + "\n";
        for line in self.unusable.lines() {
            let _ = writeln!(text, "{line}");
        }
        let _ = writeln!(text, "{}", quantity(fit.shapes.len(), "shape"));
        if !self.records.is_empty() {
            let _ = writeln!(text, "records: {}", fit.records);
        }
        for (class, _, evaluation) in &fit.classes {
            let _ = writeln!(text, "judged games on {}: {evaluation}", class.name());
        }
        text
    }

    /// Fits a model to all games that are not held out, together with patterns. Some 200 microseconds for
    /// each position of a record on two cores; judged positions are kept in memory, some 5 KiB each on 9x9.
    fn fit(&self, settings: FitSettings, named: Option<&Knowledge>) -> Fit {
        let [(learned, held_out), (judged, _)] =
            [&self.records, &self.judged].map(|games| divided(games.iter().collect(), settings.held_out));
        let all: Vec<&FittedGame> = learned.iter().chain(&judged).map(|(_, game)| *game).collect();
        let shapes = shapes::fitted(&all, settings);
        // Records teach nothing about neighbourhoods that get no shared weight.
        let shared = Numbering::new(&shapes, named, |shape| shape.is_known(None));
        let count = named.map_or(0, |knowledge| knowledge.database().patterns.len());
        let weights = FEATURES + shapes.len() + count;
        let mut patterns = vec![PatternCounts::default(); count];
        let mut fitted = LogLinear::new(weights, RECORD_RATES);
        let every = usize::from(settings.every);
        let stages = [(weights - count, PATTERNS_EVERY * every), (0, every)].into_iter();
        for (first, every) in stages.filter(|&(first, _)| first < weights) {
            fitted.first = first;
            patterns.fill(PatternCounts::default());
            for batch in learned.chunks(BATCH) {
                for example in examples(batch, &shared, every) {
                    fitted.learn(&example);
                    shared.count(&example, &mut patterns);
                }
            }
        }
        let numbers = Numbering::new(&shapes, named, |_| true);
        let mut fit = Fit {
            shared: fitted.weights().to_vec(),
            classes: Vec::new(),
            records: evaluate(&fitted, &held_out, &shared),
            shapes,
            patterns,
        };
        for class in BoardClass::ALL {
            self.fit_class(class, &numbers, settings, &mut fit);
        }
        fit
    }

    /// Fits the differences of a class to its judged games, if there are any.
    fn fit_class(&self, class: BoardClass, numbers: &Numbering<'_>, settings: FitSettings, fit: &mut Fit) {
        let (mut learned, mut held_out) = divided(self.judged.iter().collect(), settings.held_out);
        for games in [&mut learned, &mut held_out] {
            games.retain(|(_, game)| game.judged_class() == Some(class));
        }
        if learned.is_empty() {
            return;
        }
        let examples = examples(&learned, numbers, 1);
        for example in &examples {
            numbers.count(example, &mut fit.patterns);
        }
        let first_pattern = fit.shared.len() - fit.patterns.len();
        let fitted = LogLinear::starting_at(fit.shared.clone(), JUDGED_RATES);
        let mut fitted = fitted.with_decay_from(first_pattern, PATTERN_DECAY);
        let [alone, together] = settings.passes;
        for (first, passes) in [(first_pattern, alone), (0, together)] {
            fitted.first = first;
            fitted.pass(&examples, passes);
        }
        let pairs = fitted.weights().iter().zip(&fit.shared);
        let differences = pairs.map(|(weight, shared)| weight - shared).collect();
        let evaluation = evaluate(&fitted, &held_out, numbers);
        fit.classes.push((class, differences, evaluation));
    }
}

/// Games, each with its place in the order of learning.
type Placed<'a> = Vec<(usize, &'a FittedGame)>;

/// The games that are learned from, in the order of learning, and those that are held out to evaluate the
/// model.
fn divided(games: Vec<&FittedGame>, held_out: u16) -> (Placed<'_>, Placed<'_>) {
    let order = (0..games.len()).map(|i| (i, i * STRIDE % games.len()));
    let (mut tested, learned): (Vec<_>, Vec<_>) =
        order.partition(|&(_, game)| game.is_multiple_of(usize::from(held_out)));
    tested.sort_unstable_by_key(|&(_, game)| game);
    [learned, tested]
        .map(|part| part.into_iter().map(|(i, game)| (i, games[game])).collect())
        .into()
}

/// The numbers of features after those of the templates.
struct Numbering<'a> {
    /// Those of neighbourhoods and replies, by hash.
    shapes: FxHashMap<u64, u32>,
    /// Patterns with names come last.
    named: Option<&'a Knowledge>,
    first_pattern: u32,
}

impl<'a> Numbering<'a> {
    /// Numbers some of the shapes, in the order of all.
    fn new(
        shapes: &[FittedShape],
        named: Option<&'a Knowledge>,
        is_taken: impl Fn(&FittedShape) -> bool,
    ) -> Self {
        let numbered = shapes.iter().zip(FEATURES as u32..);
        let taken = numbered.filter(|(shape, _)| is_taken(shape));
        Self {
            shapes: taken.map(|(shape, number)| (shape.hash, number)).collect(),
            named,
            first_pattern: (FEATURES + shapes.len()) as u32,
        }
    }

    /// Counts the patterns of an example. They are the last features of each candidate.
    fn count(&self, example: &Example, counts: &mut [PatternCounts]) {
        for (features, share) in example.candidates().zip(example.shares()) {
            let last = features.iter().rev();
            for number in last.map_while(|n| n.checked_sub(self.first_pattern)) {
                counts[number as usize].held += 1;
                counts[number as usize].played += f64::from(share);
            }
        }
    }
}

/// The examples of one in `every` positions of games.
fn examples(games: &[(usize, &FittedGame)], numbers: &Numbering<'_>, every: usize) -> Vec<Example> {
    each_example(games, every, |before, target| example(before, target, numbers))
}

/// Makes the examples of one in `every` positions of games, on all cores.
fn each_example(
    games: &[(usize, &FittedGame)],
    every: usize,
    example: impl Fn(&Before<'_>, &[(Point, f32)]) -> Example + Sync,
) -> Vec<Example> {
    let of_game = |&(place, game): &(usize, &FittedGame)| {
        let mut examples = Vec::new();
        game.replay(|before, target| {
            if before.number % every == place % every {
                examples.push(example(before, target));
            }
        });
        examples
    };
    let all: Vec<Vec<Example>> = games.par_iter().map(of_game).collect();
    all.into_iter().flatten().collect()
}

/// Evaluates the predictions of all positions of games.
fn evaluate(model: &LogLinear, games: &[(usize, &FittedGame)], numbers: &Numbering<'_>) -> Evaluation {
    let mut evaluation = Evaluation::default();
    for game in games {
        for example in examples(std::slice::from_ref(game), numbers, 1) {
            model.evaluate(&example, &mut evaluation);
        }
    }
    evaluation
}

/// All moves of a position with the numbers of their features. A neighbourhood around one without a number
/// has none either.
fn example(before: &Before<'_>, target: &[(Point, f32)], numbers: &Numbering<'_>) -> Example {
    let Before { board, color, .. } = *before;
    let [last, own] = before.last;
    let grid = Grid::new(board, color, last);
    let mut features = Features::new(FeatureSet::All, board, color, last, own);
    let number = |hash: u64| numbers.shapes.get(&hash).copied();
    let patterns = numbers
        .named
        .map(|knowledge| knowledge.trained_patterns(board, color, before.last));
    let patterns = patterns.unwrap_or_default();
    let mut example = Example::new(Target::Distribution, 1.0);
    for point in candidates(board, color) {
        let features = features.at(point).into_iter().map(u32::from);
        let shapes = grid.shapes(point).map_while(number);
        let replies = grid.replies(point).map_while(number);
        let answers = grid.answers(point).map_while(number);
        let share = target.iter().find(|e| e.0 == point).map_or(0.0, |e| e.1);
        let first = patterns.partition_point(|pattern| pattern.0 < point);
        let named = patterns[first..].iter().take_while(|pattern| pattern.0 == point);
        let named = named.map(|pattern| numbers.first_pattern + pattern.1);
        let shapes = shapes.chain(replies).chain(answers);
        example.add(features.chain(shapes).chain(named), share, 0.0);
    }
    example
}

#[cfg(test)]
mod tests {
    use katachi_engine::model::MoveModel;
    use katachi_rules::Color;
    use katachi_rules::sgf::Record;
    use katachi_rules::{Board, BoardSize, Move, Rules};

    use super::*;
    use crate::judged::JudgedGame;

    const SETTINGS: FitSettings = FitSettings {
        min_count: 5,
        min_judged: 2,
        held_out: 20,
        every: 1,
        passes: [1, 40],
    };

    #[test]
    fn judged_games_teach_their_class_what_the_judge_would_play() {
        let size = BoardSize::square(9);
        let point = |vertex| size.parse_vertex(vertex).expect("a vertex");
        let mut set = TrainingSet::default();
        // The judge would begin in the middle, whatever is played.
        let game = JudgedGame {
            size,
            rules: Rules::CHINESE,
            komi: 7.0,
            moves: vec![Move::Play(point("A1"))],
            positions: vec![JudgedPosition {
                policy: vec![(Move::Play(point("E5")), 0.75), (Move::Play(point("C3")), 0.25)],
                black_win_rate: 0.5,
                black_lead: 0.0,
                ownership: Vec::new(),
            }],
        };
        for _ in 0..40 {
            set.add(&TrainingGame::Judged(&game))
                .expect("a game to learn from");
        }
        let fit = set.fit(SETTINGS, None);
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
            ("(;GM[1]FF[4]SZ[9];B[ee])", "not on 19x19"),
            (
                "(;GM[1]FF[4]SZ[19]AB[dd];W[pp])",
                "with stones or moves that cannot be learned from",
            ),
            (
                "(;GM[1]FF[4]SZ[19];B[dd];W[dd])",
                "with stones or moves that cannot be learned from",
            ),
        ] {
            let record = Record::parse(sgf.as_bytes()).expect("a record");
            assert_eq!(set.add(&TrainingGame::Record(&record)), Err(reason), "{sgf}");
        }
    }
}
