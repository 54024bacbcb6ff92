// SPDX-License-Identifier: MIT OR Apache-2.0

//! How the player follows an author who changes the value of a pattern.
//!
//! In a random position of a game one of the patterns that hold for another move than the chosen one gets a
//! higher value. The player then chooses anew.

use std::fmt;

use katachi_engine::play::{Player, Request};
use katachi_engine::search::{Report, Searched};
use katachi_engine::tuning::{Change, ChangeError};
use katachi_engine::{Choice, Engine};
use katachi_rules::sgf::{Turn, Turns};
use katachi_rules::{BoardSize, Move, Point};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// The edit of a pattern in a position, and what became of the move for which the pattern holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// Number of moves before the position.
    pub move_count: usize,
    /// The pattern with its new value.
    pub change: Change,
    /// The move chosen before the edit.
    pub before: Move,
    /// The moves for which the pattern holds.
    pub raised: Vec<Point>,
    /// The move chosen after the edit.
    pub after: Move,
    /// The least number of visits of a raised move after the edit.
    pub visits: u32,
    /// The least number of moves of the line that is shown for a raised move.
    pub line: usize,
    /// Highest win rate of a raised move less the one of the most visited other move, after the edit.
    pub difference: f32,
    size: BoardSize,
}

impl Edit {
    /// Raises a pattern by `raise` in one of these positions of a game. `None` if no pattern holds for
    /// other moves than the chosen one, or the player does not search. `seed` selects the position and the
    /// pattern.
    ///
    /// # Errors
    /// If the value cannot be changed.
    pub fn try_one(
        engine: &Engine,
        turns: &Turns,
        raise: i32,
        seed: u64,
    ) -> Result<Option<Self>, ChangeError> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let Some(played) = one_of(turns.moves(), &mut random) else {
            return Ok(None);
        };
        let turn = turns.turn(played.number - 1);
        let request = Request {
            lists_patterns: true,
            ..Request::new(&turn.game, turn.color)
        };
        let before = Player::new(engine.clone()).explain(&request);
        let others = others(engine, &before);
        let Some((name, value, points)) = one_of(&others, &mut random) else {
            return Ok(None);
        };
        let change: Change = format!("{name}={}", value + raise).parse()?;
        let mut database = engine.database().clone();
        change.make(&mut database)?;
        let edited = Engine {
            knowledge: engine.knowledge.clone().with_database(database),
            settings: engine.settings,
        };
        let after = Player::new(edited).choose(&Request::new(&turn.game, turn.color));
        let report = after.search.as_ref();
        Ok(report.map(|report| Self::new(&turn, change, (before.mv, after.mv), points, report)))
    }

    fn new(
        turn: &Turn,
        change: Change,
        (before, after): (Move, Move),
        raised: &[Point],
        report: &Report,
    ) -> Self {
        let is_raised = |searched: &&Searched| searched.mv.point().is_some_and(|at| raised.contains(&at));
        let (found, others): (Vec<&Searched>, Vec<&Searched>) = report.moves.iter().partition(is_raised);
        // A raised move that the search leaves out has no visits.
        let least = |number: &dyn Fn(&Searched) -> usize| match found.len() == raised.len() {
            true => found.iter().map(|found| number(found)).min().unwrap_or(0),
            false => 0,
        };
        let rates = |moves: &[&Searched]| moves.iter().map(|searched| searched.win_rate).fold(0.0, f32::max);
        Self {
            move_count: turn.game.move_count(),
            change,
            before,
            raised: raised.to_vec(),
            after,
            visits: least(&|found| found.visits as usize) as u32,
            line: least(&|found| found.variation.len()),
            difference: rates(&found) - rates(others.get(..1).unwrap_or_default()),
            size: turn.game.size(),
        }
    }

    /// Is a raised move chosen?
    pub fn is_obeyed(&self) -> bool {
        self.after.point().is_some_and(|at| self.raised.contains(&at))
    }

    /// Has each raised move visits and a line with an answer?
    pub fn is_shown(&self) -> bool {
        self.visits > 0 && self.line > 1
    }
}

impl fmt::Display for Edit {
    /// `move 31: Hane_head_of_one=96 for C3, before D4, after C3, 51 visits, win rate -2.1 %`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let raised: Vec<String> = self
            .raised
            .iter()
            .map(|&p| self.size.vertex(p).to_string())
            .collect();
        write!(
            f,
            "move {}: {} for {}, before {}, after {}, {} visits, win rate {:+.1} %",
            self.move_count + 1,
            self.change,
            raised.join(" "),
            self.size.show(self.before),
            self.size.show(self.after),
            self.visits,
            100.0 * self.difference
        )
    }
}

/// The patterns that hold, and not for the chosen move: name, value in the database, and moves.
fn others<'a>(engine: &'a Engine, choice: &Choice) -> Vec<(&'a str, i32, Vec<Point>)> {
    let database = engine.database();
    let mut others: Vec<(&str, i32, Vec<Point>)> = Vec::new();
    for found in choice.patterns.iter().filter(|found| found.verdict.is_ok()) {
        let variant = &database.variants[found.variant as usize];
        let pattern = &database.patterns[variant.pattern as usize];
        match others.iter_mut().find(|other| other.0 == pattern.name) {
            Some((_, _, points)) if points.last() == Some(&found.point) => {}
            Some((_, _, points)) => points.push(found.point),
            None => others.push((&pattern.name, pattern.weight, vec![found.point])),
        }
    }
    let is_chosen = |point: &Point| choice.mv == Move::Play(*point);
    others.retain(|(_, _, points)| !points.iter().any(is_chosen));
    others
}

fn one_of<'a, T>(all: &'a [T], random: &mut ChaCha8Rng) -> Option<&'a T> {
    let at = (random.next_u64() % all.len().max(1) as u64) as usize;
    all.get(at)
}
