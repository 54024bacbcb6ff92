// SPDX-License-Identifier: MIT OR Apache-2.0

//! How the player follows an author who changes the value of a pattern.
//!
//! In a random position of a game one of the patterns that hold for another move than the chosen one gets a
//! higher value. The player then chooses anew.

use std::fmt;

use katachi::play::{Player, Request};
use katachi::search::{Report, Searched};
use katachi::tuning::{Change, ChangeError, Turn};
use katachi::{Choice, Engine};
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
    /// The move for which the pattern holds.
    pub raised: Point,
    /// The move chosen after the edit.
    pub after: Move,
    /// Visits of the raised move after the edit.
    pub visits: u32,
    /// Number of moves of the line that is shown for it.
    pub line: usize,
    /// Win rate of the raised move less the one of the most visited other move, after the edit.
    pub difference: f32,
    size: BoardSize,
}

impl Edit {
    /// Raises a pattern by `raise` in one of these positions of a game. `None` if no pattern holds for
    /// another move than the chosen one, or the player does not search. `seed` selects the position and the
    /// pattern.
    ///
    /// # Errors
    /// If the value cannot be changed.
    pub fn try_one(
        engine: &Engine,
        turns: &[Turn],
        raise: i32,
        seed: u64,
    ) -> Result<Option<Self>, ChangeError> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let Some(turn) = one_of(turns, &mut random) else {
            return Ok(None);
        };
        let request = Request {
            lists_patterns: true,
            explains: true,
            ..Request::new(&turn.game, turn.color)
        };
        let before = Player::new(engine.clone()).choose(&request);
        let others = others(engine, &before);
        let Some((name, value, point)) = one_of(&others, &mut random) else {
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
        Ok(report.map(|report| Self::new(turn, change, before.mv, *point, after.mv, report)))
    }

    fn new(turn: &Turn, change: Change, before: Move, raised: Point, after: Move, report: &Report) -> Self {
        let is_raised = |searched: &&Searched| searched.mv == Move::Play(raised);
        let found = report.moves.iter().find(is_raised);
        let other = report.moves.iter().find(|searched| !is_raised(searched));
        let rate = |searched: Option<&Searched>| searched.map_or(0.0, |searched| searched.win_rate);
        Self {
            move_count: turn.game.move_count(),
            change,
            before,
            raised,
            after,
            visits: found.map_or(0, |found| found.visits),
            line: found.map_or(0, |found| found.variation.len()),
            difference: rate(found) - rate(other),
            size: turn.game.size(),
        }
    }

    /// Is the raised move chosen?
    pub fn is_obeyed(&self) -> bool {
        self.after == Move::Play(self.raised)
    }

    /// Has the raised move visits and a line with an answer?
    pub fn is_shown(&self) -> bool {
        self.visits > 0 && self.line > 1
    }
}

impl fmt::Display for Edit {
    /// `move 31: Hane_head_of_one=96 for C3, before D4, after C3, 51 visits, win rate -2.1 %`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "move {}: {} for {}, before {}, after {}, {} visits, win rate {:+.1} %",
            self.move_count + 1,
            self.change,
            self.size.vertex(self.raised),
            self.size.show(self.before),
            self.size.show(self.after),
            self.visits,
            100.0 * self.difference
        )
    }
}

/// The patterns that hold for other moves than the chosen one: name, value in the database, and move.
fn others<'a>(engine: &'a Engine, choice: &Choice) -> Vec<(&'a str, i32, Point)> {
    let database = engine.database();
    let holding = choice.patterns.iter().filter(|found| found.verdict.is_ok());
    let others = holding.filter(|found| Move::Play(found.point) != choice.mv);
    let named = others.map(|found| {
        let variant = &database.variants[found.variant as usize];
        let pattern = &database.patterns[variant.pattern as usize];
        (pattern.name.as_str(), pattern.weight, found.point)
    });
    named.collect()
}

fn one_of<'a, T>(all: &'a [T], random: &mut ChaCha8Rng) -> Option<&'a T> {
    let at = (random.next_u64() % all.len().max(1) as u64) as usize;
    all.get(at)
}
