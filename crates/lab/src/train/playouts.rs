// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train playouts`: the weights of the playout policy, a log-linear model of the moves of strong
//! players.

use anyhow::ensure;
use katachi_engine::playout::{PlayoutWeights, is_sensible, training};
use katachi_rules::sgf::Record;
use katachi_rules::{Color, PlayoutBoard, Point, PointMap, quantity};

use super::log_linear::{Evaluation, Example, LogLinear, Rates, Target};
use super::{Records, lines, to_text};
use crate::games::{each_record, moves, replay};

const HELP: &str = "\
One in 20 games is held out; how well its moves are predicted is printed at the end.

Example:
  katachi-lab train playouts games/*.sgf.gz --every 10 --out patterns/playouts.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct PlayoutArgs {
    #[command(flatten)]
    pub(super) records: Records,
    /// Take one position in N
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
}

const HELD_OUT: usize = 20;
const RATES: Rates = Rates {
    rate: 0.1,
    first_square: 1e-6,
    decay: 1e-5,
};
/// Factor of all fitted weights but those of shapes elsewhere. As fitted, playouts are too random and judge
/// worse (`docs/experiments/playouts.md`).
const SHARPNESS: f32 = 2.0;
/// Factor of the weights of nearness to the last move.
const NEARNESS: f32 = 1.2;

/// Explains the names of weights in files.
const NAMES: &str = "\
NAME WEIGHT: a feature of an answer to the last move.
shape=PICTURE WEIGHT: the points around a move beside or diagonal to the last one.
elsewhere=PICTURE WEIGHT: the points around another move.
";

struct Trainer {
    model: LogLinear,
    names: Vec<String>,
    positions: usize,
    every: usize,
    evaluation: Evaluation,
    /// Sum of the factors of points without features in held-out positions, and the number of these points.
    elsewhere: (f64, f64),
}

/// Fits and writes the weights. Returns how well they predict moves.
pub(super) fn run(args: &PlayoutArgs) -> anyhow::Result<String> {
    let names = training::weight_names();
    let mut trainer = Trainer {
        model: LogLinear::new(names.len(), RATES),
        names,
        positions: 0,
        every: args.every as usize,
        evaluation: Evaluation::default(),
        elsewhere: (0.0, 0.0),
    };
    let mut games = 0;
    each_record(&args.records.files, |record| {
        games += 1;
        trainer.game(&record, games % HELD_OUT == 0);
    })?;
    ensure!(
        trainer.evaluation.positions > 0,
        "too few games, {games}: {HELD_OUT} or more with moves that can be replayed are needed"
    );
    let origin = format!(
        "The playout policy. Fitted by `katachi-lab train playouts` to {}.",
        quantity(games, "game")
    );
    let text = text_of(&origin, &trainer.names, trainer.weights());
    super::write(&args.records.out, &text)?;
    Ok(format!("{}: {}\n", quantity(games, "game"), trainer.evaluation))
}

/// The text of weights of the policy, by number.
pub(super) fn text_of(origin: &str, names: &[String], weights: impl IntoIterator<Item = f32>) -> String {
    let lines = lines(names.iter().cloned(), weights);
    to_text("playouts", &format!("{origin}\n{NAMES}"), lines)
}

impl Trainer {
    /// Learns from a game, or evaluates its moves if it is held out. Stops at a step that cannot be replayed.
    fn game(&mut self, record: &Record, held_out: bool) {
        replay(record.size, moves(record), |before| {
            let Some(point) = before.mv.point() else { return };
            self.positions += 1;
            if let Some(last) = before.last[0]
                && self.positions.is_multiple_of(self.every)
                && let Some(example) = example(&PlayoutBoard::new(before.board), before.color, last, point)
            {
                match held_out {
                    true => self.evaluate(&example),
                    false => self.model.learn(&example),
                }
            }
        });
    }

    fn evaluate(&mut self, example: &Example) {
        self.model.evaluate(example, &mut self.evaluation);
        for features in example.candidates() {
            if let [shape] = *features {
                self.elsewhere.0 += f64::from(self.model.weights()[shape as usize].exp());
                self.elsewhere.1 += 1.0;
            }
        }
    }

    /// The weights of the policy. Those of shapes elsewhere and of nearness are shifted alike, so that the
    /// factors of points elsewhere have a mean of 1, as the policy takes it.
    fn weights(&self) -> impl Iterator<Item = f32> {
        let mean = (self.elsewhere.0 / self.elsewhere.1.max(1.0)).max(1e-9).ln() as f32;
        let all = self.names.iter().zip(self.model.weights());
        all.map(move |(name, &fitted)| match name.split('=').next() {
            Some("elsewhere") => fitted - mean,
            Some("beside" | "diagonal") => NEARNESS * (fitted - mean),
            Some("two-away" | "knight") => NEARNESS * fitted,
            _ => SHARPNESS * fitted,
        })
    }
}

/// The moves that the policy may make after a move, with the numbers of their weights. `None` if it cannot
/// make the move that was played.
fn example(board: &PlayoutBoard, color: Color, last: Point, played: Point) -> Option<Example> {
    let points = board.empty_points().iter().copied();
    let points: Vec<Point> = points.filter(|&p| is_sensible(board, color, p)).collect();
    let mut index = PointMap::filled(usize::MAX);
    for (i, &point) in points.iter().enumerate() {
        index[point] = i;
    }
    if index[played] == usize::MAX {
        return None;
    }
    let mut features: Vec<Vec<usize>> = vec![Vec::new(); points.len()];
    // The weights of patterns are fitted by `train balance`.
    training::answers(
        PlayoutWeights::built_in(),
        board,
        color,
        last,
        |point, feature| {
            let features = features.get_mut(index[point]);
            if let Some(features) = features.filter(|_| !training::is_of_pattern(feature)) {
                features.push(feature);
            }
        },
    );
    let mut example = Example::new(Target::Distribution, 1.0);
    for (point, features) in points.into_iter().zip(features) {
        let is_near = features.iter().any(|&feature| training::is_near(feature));
        let shape = training::shape(board, color, point, is_near);
        let numbers = features.into_iter().chain([shape]).map(|number| number as u32);
        example.add(numbers, if point == played { 1.0 } else { 0.0 }, 0.0);
    }
    Some(example)
}
