// SPDX-License-Identifier: MIT OR Apache-2.0

//! The places of games where a pattern matches, and the choice of the engine there.

use std::fmt::Write as _;

use katachi_engine::Engine;
use katachi_engine::movegen::MatchRejection;
use katachi_engine::play::Request;
use katachi_rules::sgf::{Turn, Turns};
use katachi_rules::{Move, quantity};
use katachi_view::explain::rejection;
use mkpat::Transformation;

use crate::change::{ChangeError, unknown};
use crate::{place, sum_of};

/// A point where a pattern matches, with its effect on the choice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PatternPlace {
    pub(crate) mv: Move,
    pub(crate) transformation: Transformation,
    /// Its value, or why it does not hold.
    pub(crate) verdict: Result<i32, MatchRejection>,
    /// The chosen move and its value.
    pub(crate) chosen: (Move, i32),
    /// A reason for the move has a higher value.
    pub(crate) is_exceeded: bool,
}

/// Places where the pattern of that name matches in a position, in the order of the board. The engine chooses
/// a move only if there is one.
pub(crate) fn pattern_places(
    engine: &Engine,
    turn: &Turn,
    name: &str,
) -> Result<Vec<PatternPlace>, ChangeError> {
    if !engine.database().patterns.iter().any(|p| p.name == name) {
        return Err(unknown(name, engine.database()));
    }
    let places = engine.places_of(&turn.game, turn.color, &[name]);
    if places.is_empty() {
        return Ok(Vec::new());
    }
    let request = Request {
        lists_patterns: true,
        ..Request::new(&turn.game, turn.color)
    };
    let choice = engine.choose(&request, &mut engine.reader(&turn.game));
    let database = engine.database();
    let found = choice.patterns.iter().filter_map(|evaluated| {
        let variant = &database.variants[evaluated.variant as usize];
        let is_named = database.patterns[variant.pattern as usize].name == name;
        let verdict = evaluated
            .verdict
            .as_ref()
            .map(|value| value.value)
            .map_err(|why| *why);
        let reasons = choice.proposal(evaluated.point).map_or(&[][..], |p| &p.reasons);
        is_named.then(|| PatternPlace {
            mv: Move::Play(evaluated.point),
            transformation: variant.transformation,
            verdict,
            chosen: (choice.mv, choice.value),
            is_exceeded: verdict.is_ok_and(|value| reasons.iter().any(|r| r.counted > value)),
        })
    });
    Ok(found.collect())
}

/// What a pattern does in games.
#[derive(Clone, Debug)]
pub struct Places<'a> {
    /// The engine that chooses.
    pub engine: Engine,
    /// The name of the pattern.
    pub name: &'a str,
    /// List only places where it holds.
    pub holding: bool,
}

/// Counts of the places of a pattern in a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlaceTally {
    positions: usize,
    matches: usize,
    holds: usize,
    chosen: usize,
    played: usize,
}

impl Places<'_> {
    /// Returns a line for each place in a game of that name, and the counts.
    ///
    /// # Errors
    /// No pattern has the name.
    pub fn of_game(&self, game: &str, turns: &Turns) -> Result<(String, PlaceTally), ChangeError> {
        let (mut text, mut tally) = (String::new(), PlaceTally::default());
        for turn in turns.iter() {
            tally.positions += 1;
            for found in pattern_places(&self.engine, &turn, self.name)? {
                tally.matches += 1;
                let rejected = found.verdict.is_err();
                tally.holds += usize::from(!rejected);
                tally.chosen += usize::from(!rejected && found.mv == found.chosen.0);
                tally.played += usize::from(!rejected && found.mv == turn.mv);
                if !(self.holding && rejected) {
                    let _ = writeln!(text, "{}: {}", place(game, &turn), found.text(&turn));
                }
            }
        }
        Ok((text, tally))
    }

    /// Returns a line about all games.
    pub fn summary(&self, tallies: &[PlaceTally]) -> String {
        let sum = sum_of(tallies);
        format!(
            "{}: in {} of {} it matches at {} and holds at {}; {} of these chosen, {} played",
            self.name,
            quantity(sum(|t| t.positions), "position"),
            quantity(tallies.len(), "game"),
            quantity(sum(|t| t.matches), "point"),
            sum(|t| t.holds),
            sum(|t| t.chosen),
            sum(|t| t.played)
        )
    }
}

impl PatternPlace {
    /// `C3 (a) worth 40, 14 less than D4; played`
    fn text(&self, turn: &Turn) -> String {
        let size = turn.game.size();
        let (chosen, best) = self.chosen;
        let outcome = match self.verdict {
            Err(why) => format!("does not hold: {}", rejection(why, size)),
            Ok(value) if self.mv != chosen => {
                format!("worth {value}, loses to {} with {best}", size.show(chosen))
            }
            Ok(value) if self.is_exceeded => format!("worth {value}, chosen with {best}"),
            Ok(value) => format!("worth {value}, chosen for it"),
        };
        let played = if self.mv == turn.mv { "; played" } else { "" };
        let (mv, t) = (size.show(self.mv), self.transformation);
        format!("{mv} ({t}) {outcome}{played}")
    }
}
