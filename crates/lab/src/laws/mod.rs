// SPDX-License-Identifier: MIT OR Apache-2.0

//! Laws that answers about a position have to keep, and how often they are broken.
//!
//! A question about a string or a group can be asked in several ways: in an analysis, which views print, and
//! by commands of GTP; about a point, and about a move there; before a move and after it. The answers must
//! agree. A law is one such agreement. The checks ask a [`Session`](katachi_gtp::Session) as a client would,
//! so that what they count is what a user sees.

mod groups;
mod headlines;
mod strings;
mod tested;
mod ways;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write as _};

use anyhow::ensure;
use clap::ValueEnum;
use katachi_engine::play::Player;
use katachi_engine::{Engine, Settings};
use katachi_rules::sgf::Record;
use katachi_rules::{Board, Color, Game, Point};
use serde::{Deserialize, Serialize};

use crate::games::{GamesArgs, SampledGame};
use crate::parts::PartArgs;
use tested::Tested;

const HELP: &str = "\
One position of each game is asked about in all ways: by the analysis that views print, by commands of GTP, before and after moves,
and turned with swapped colours. The position is drawn by the number of the game.

Example:
  katachi-lab laws games/*.sgf.gz --one-in 10 --list
  katachi-lab laws games/*.sgf.gz --part 1/8 > 1.jsonl";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct LawsArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// Print each answer that breaks a law
    #[arg(long, conflicts_with = "part")]
    list: bool,
    #[command(flatten)]
    parts: PartArgs,
}

pub(crate) fn run(args: &LawsArgs) -> anyhow::Result<()> {
    let games = args.games.read(|_| true)?.into_iter();
    let position = |it: SampledGame| Some((it.number, position(it.number, &it.record)?));
    let positions: Vec<(u64, Game)> = games.filter_map(position).collect();
    ensure!(
        !positions.is_empty(),
        "there is no position to ask about: give other games, or a smaller --one-in"
    );
    let engine = Engine::new(Settings::default());
    let found = args
        .games
        .measure(&args.parts, "laws", &positions, |(number, game)| {
            Ok((*number, game.move_count(), check(&engine, game)))
        })?;
    found.map_or(Ok(()), |found| print(args, found))
}

/// A position of the game of that number, which draws it; None if the moves cannot be replayed.
fn position(number: u64, record: &Record) -> Option<Game> {
    let rules = record.rules().unwrap_or_default();
    // A multiple of the golden ratio spreads the draws evenly.
    let share = (number as f64 * 0.618_033_988_749_895).fract();
    let moves = (record.move_count() as f64 * share) as usize;
    record.game_after(moves, rules, KOMI).ok()
}

fn print(args: &LawsArgs, found: Vec<(u64, usize, Counts)>) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let mut all = Counts::default();
    let positions = found.len();
    for (number, moves, mut counts) in found {
        for law in Law::value_variants().iter().filter(|_| args.list) {
            for (text, by_proofs) in &counts.count(*law).broken {
                let suffix = if *by_proofs { " (by proofs)" } else { "" };
                writeln!(out, "game {number}, after {moves} moves: {law}: {text}{suffix}")?;
            }
        }
        all.add(counts);
    }
    writeln!(out, "{positions} positions\n{all}")?;
    Ok(())
}

/// An agreement between answers. Its name says what it demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize, Deserialize)]
pub(crate) enum Law {
    #[value(name = "view and GTP agree about strings")]
    StringSeen,
    #[value(name = "view and GTP agree about groups")]
    GroupSeen,
    #[value(name = "a named move captures or saves")]
    MoveOfString,
    /// A string that cannot be captured, or not be saved, is not by a move near it that is asked about.
    #[value(name = "no move near refutes a cannot")]
    NoMoveOfString,
    #[value(name = "a defense is needed if there is an attack")]
    DefenseNeeded,
    /// A captured string cannot be saved, a saved one cannot be captured.
    #[value(name = "after the move of a string nothing is left")]
    StringAfterMove,
    /// What takes no move to join cannot be cut, and what cannot be joined is cut.
    #[value(name = "joining and cutting fit together")]
    JoinFitsCut,
    #[value(name = "after the move of a pair nothing is left")]
    PairAfterMove,
    #[value(name = "a named move kills or saves a group")]
    MoveOfGroup,
    #[value(name = "after the move of a group nothing is left")]
    GroupAfterMove,
    #[value(name = "status and life fit together")]
    StatusFitsLife,
    /// A group is alive if it cannot be killed, dead if it can and cannot be saved, critical if both work.
    #[value(name = "a status follows from killed and saved")]
    StatusFollows,
    /// Two groups of one race are not both dead, and a race that is decided denies the status of neither.
    #[value(name = "status and race fit together")]
    StatusFitsRace,
    /// Each answer is read or proved.
    #[value(name = "a yes stands after its move and a reply")]
    Headline,
    #[value(name = "a judged yes stands after both")]
    JudgedHeadline,
    /// The colours are swapped, too.
    #[value(name = "a turned position has the same answers")]
    Turned,
    #[value(name = "GTP, the analysis and an answer as JSON agree")]
    EveryWay,
    /// What a reason says of a string or a group, the command about that move says.
    #[value(name = "a reason of a move is true by its command")]
    Reason,
}

crate::names::display_names!(Law);

/// How often a law was tried, and where it was broken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Count {
    tried: u32,
    /// The questions with their answers each time that it was broken, and whether all of these answers are
    /// called proved.
    broken: Vec<(String, bool)>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts(BTreeMap<Law, Count>);

impl Counts {
    fn count(&mut self, law: Law) -> &mut Count {
        self.0.entry(law).or_default()
    }

    /// Counts a trial of a law; `text` says what was asked.
    fn note(&mut self, law: Law, holds: bool, by_proofs: bool, text: String) {
        let count = self.count(law);
        count.tried += 1;
        count.broken.extend((!holds).then_some((text, by_proofs)));
    }

    fn add(&mut self, other: Self) {
        for (law, more) in other.0 {
            let count = self.count(law);
            count.tried += more.tried;
            count.broken.extend(more.broken);
        }
    }
}

/// A row for each law: its name, how often it was tried, how often it was broken, and how often by proofs.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [law, tried, broken] = ["law", "tried", "broken"];
        writeln!(f, "{law:<44} {tried:>7} {broken:>7} by proofs")?;
        for law in Law::value_variants() {
            let count = self.0.get(law).cloned().unwrap_or_default();
            let (tried, broken) = (count.tried, count.broken.len());
            let by_proofs = count.broken.iter().filter(|(_, by_proofs)| *by_proofs).count();
            writeln!(f, "{law:<44} {tried:>7} {broken:>7} {by_proofs:>9}")?;
        }
        Ok(())
    }
}

/// Counts the laws in the position that a game has reached. Takes seconds: each string with few liberties,
/// each pair of near strings and each group is asked about in all ways.
pub(crate) fn check(engine: &Engine, game: &Game) -> Counts {
    let analysis = Player::new(engine.clone()).analyse(game);
    let mut tested = Tested::new(engine, game, &analysis);
    strings::check(&mut tested);
    strings::check_pairs(&mut tested);
    groups::check(&mut tested);
    groups::check_races(&mut tested);
    headlines::check(&mut tested);
    ways::check(&mut tested, engine);
    check_turned(engine, &mut tested);
    tested.counts
}

fn check_turned(engine: &Engine, tested: &mut Tested<'_>) {
    let (game, analysis) = (turned(tested.game), tested.analysis);
    let mut other = Tested::new(engine, &game, analysis);
    for string in strings::questionable(tested.board) {
        for command in ["attack", "defend", "dragon_status"] {
            let here = answer(tested, command, string);
            let there = answer(&mut other, command, half_turn(tested.board, string));
            let text = format!("{command} {}: {here}, turned {there}", tested.name(string));
            tested.note(Law::Turned, here == there, &[], text);
        }
    }
}

/// The first word of the reply to a question: equal moves may be named in another order.
fn answer(tested: &mut Tested<'_>, command: &str, point: Point) -> String {
    let reply = tested.ask(&format!("{command} {}", tested.name(point)));
    reply.split_whitespace().next().unwrap_or_default().to_owned()
}

/// The position of a game after half a turn of the board, with swapped colours.
fn turned(game: &Game) -> Game {
    let board = game.board();
    let mut other = Board::new(board.size());
    let turn = |(point, color): (Point, Color)| (half_turn(board, point), color.opposite());
    let stones = board
        .size()
        .points()
        .filter_map(|p| Some((p, board.cell(p).color()?)));
    other
        .set_stones(stones.map(turn))
        .expect("the stones of a position have liberties");
    other.set_ko(board.ko().map(turn));
    Game::from_position(other, game.to_move().opposite(), game.rules(), -game.komi())
}

fn half_turn(board: &Board, point: Point) -> Point {
    let size = board.size();
    Point::new(size.width() - 1 - point.x(), size.height() - 1 - point.y())
}

const KOMI: f32 = 7.5;

#[cfg(test)]
mod tests;
