// SPDX-License-Identifier: MIT OR Apache-2.0

//! Questions about random positions, answered by exhaustive search alone.
//!
//! A number that counts up from 0, the seed and the shape draw a position; nothing else does. So a file made
//! in several runs equals one made in a single run, and the questions of one seed about one shape share their
//! positions, whatever their kind.

mod shapes;

use std::path::PathBuf;

use anyhow::ensure;
use clap::ValueEnum;
use katachi_rules::{Board, Point};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

use super::cut;
use super::exhaustive::{solve_all, solve_race};
use super::file::{LeftOut, QuestionSet};
use super::kind::Kind;
use super::make::{add, answered, begun, fill};
use super::question::{Found, Question};
use super::space::Space;
use crate::digest::digest;
use crate::games::Half;

/// Positions for each question that is asked for, at most: 20 to 1,000. Rare answers are a few in a hundred.
const MAX_POSITIONS: usize = 200;
/// Draws for a position, at most: 1,000 to 100,000. Of races one in some hundred fits.
const MAX_DRAWS: usize = 20_000;

const HELP: &str = "\
A seed gives the same questions each time, another seed gives other ones. Yes and no are equally frequent, as are
races won, lost, and with both groups saved; of eye spaces half at most are settled. All answers are found by
exhaustive search. If FILE is there it is gone on with.

Examples:
  katachi-lab tactics random -o race.txt --shape race --kind race --count 300 --seed 7
  katachi-lab tactics score race.txt --list";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct RandomArgs {
    /// File for the questions; .gz compresses it
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Shape of the positions
    #[arg(long, value_name = "SHAPE")]
    shape: Shape,
    /// Kind of the questions: kill or live; of races, race; of walled spaces, eye
    #[arg(long, value_name = "KIND")]
    kind: Kind,
    /// Number of questions
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: usize,
    /// Seed of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// What positions are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shape {
    /// A walled space of 5 to 8 points, with up to three stones inside
    ClosedSpace,
    /// A walled space of 7 to 10 points, with a large string of the other side inside
    StonesInside,
    /// A walled space of 4 to 7 points, with a gap in the wall
    OpenWall,
    /// A walled space of 2 to 6 points, with a wall of several strings
    CutWall,
    /// Two strings that have to capture each other
    Race,
    /// A race with two or more common liberties, often a seki
    Seki,
}

crate::names::display_names!(Shape);

impl Shape {
    /// The kinds of questions about its positions.
    fn kinds(self) -> &'static [Kind] {
        match self {
            Self::ClosedSpace | Self::StonesInside | Self::OpenWall => &[Kind::Kill, Kind::Live, Kind::Eye],
            Self::CutWall => &[Kind::Eye],
            Self::Race | Self::Seki => &[Kind::Kill, Kind::Live, Kind::Race],
        }
    }
}

/// Makes questions, or goes on with those of a file.
pub(super) fn run(args: &RandomArgs) -> anyhow::Result<()> {
    let (shape, kind, seed) = (args.shape, args.kind, args.seed);
    ensure!(
        shape.kinds().contains(&kind),
        "there are no questions of kind '{kind}' about positions of shape '{shape}'"
    );
    let origin = format!("seed: {seed}\nshape: {shape}\njudges: exhaustive search");
    let mut set = begun(&args.output, kind, origin)?;
    let max_positions = MAX_POSITIONS.saturating_mul(args.count);
    fill(&mut set, &args.output, args.count, |set| {
        step(set, shape, seed);
        set.header.positions < max_positions
    })
}

/// Tries the next position.
fn step(set: &mut QuestionSet, shape: Shape, seed: u64) {
    add(set, examine(set.header.kind, shape, seed, set.header.positions));
}

fn examine(kind: Kind, shape: Shape, seed: u64, number: usize) -> Result<Question, LeftOut> {
    let (board, strings) = position(shape, seed, number).ok_or(LeftOut::Nothing)?;
    let stones = match kind {
        Kind::Race => strings.clone(),
        Kind::Eye => largest_space(&board, strings[0]).ok_or(LeftOut::Nothing)?,
        _ => vec![strings[0]],
    };
    if cut::is_obvious(&board, kind, &stones) {
        return Err(LeftOut::Obvious);
    }
    let question = Question {
        number: 0,
        half: Half::Development,
        source: format!("{shape}:{number}"),
        kind,
        board,
        stones,
        truths: Vec::new(),
        found: Found::Searched,
        moves: Vec::new(),
    };
    answered(question, |kind, board, stones| {
        let solved = match strings[..] {
            [own, other] => solve_race(board, kind, [own, other]),
            _ => solve_all(board, kind, stones),
        };
        solved.ok_or(LeftOut::Open)
    })
}

/// What names the largest eye space of the side of a stone.
fn largest_space(board: &Board, stone: Point) -> Option<Vec<Point>> {
    let spaces = Space::all(board).into_iter();
    let own = spaces.filter(|space| board.cell(space.wall) == board.cell(stone));
    let space = own.max_by_key(|space| space.points.len())?;
    Some(vec![space.wall, space.named])
}

/// The position of a number, with a stone of each string in question.
fn position(shape: Shape, seed: u64, number: usize) -> Option<(Board, Vec<Point>)> {
    let name = shape.to_string();
    let (seed, number) = (seed.to_le_bytes(), (number as u64).to_le_bytes());
    let mut rng = ChaCha8Rng::from_seed(digest(&[&seed, &number, name.as_bytes()]));
    (0..MAX_DRAWS).find_map(|_| shapes::draw(shape, &mut rng))
}

#[cfg(test)]
mod tests;
