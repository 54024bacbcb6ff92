// SPDX-License-Identifier: MIT OR Apache-2.0

//! The places of games where a pattern matches, and the choice of the engine there.

use std::fmt::Write as _;

use katachi_engine::movegen::{EvaluatedPattern, MatchRejection};
use katachi_engine::play::Request;
use katachi_engine::{Choice, Engine};
use katachi_rules::Move;
use katachi_rules::sgf::{Turn, Turns};
use katachi_view::explain::rejection;
use katachi_view::reason::quantity;
use mkpat::Transformation;

use crate::change::{ChangeError, unknown};
use crate::{place, sum_of};

/// A point where a pattern matches, with its effect on the choice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PatternPlace {
    pub(crate) mv: Move,
    pub(crate) transformation: Transformation,
    pub(crate) outcome: PlaceOutcome,
}

/// Effect of a pattern match of a value on the choice of the move, whose value is `best`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PlaceOutcome {
    /// Its move is chosen, and no reason for that move has a higher value.
    Decides { value: i32 },
    /// Its move is chosen, for a reason of higher value.
    Agrees { value: i32, best: i32 },
    /// Another move is chosen.
    Loses { value: i32, to: Move, best: i32 },
    /// Its constraint or its class rejects the match.
    Rejected(MatchRejection),
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
        is_named.then(|| PatternPlace {
            mv: Move::Play(evaluated.point),
            transformation: variant.transformation,
            outcome: outcome(evaluated, &choice),
        })
    });
    Ok(found.collect())
}

fn outcome(evaluated: &EvaluatedPattern, choice: &Choice) -> PlaceOutcome {
    let value = match &evaluated.verdict {
        Ok(value) => value.value,
        Err(rejection) => return PlaceOutcome::Rejected(*rejection),
    };
    let (to, best) = (choice.mv, choice.value);
    if to != Move::Play(evaluated.point) {
        return PlaceOutcome::Loses { value, to, best };
    }
    let proposal = choice.proposal(evaluated.point);
    let highest = proposal.and_then(|p| p.reasons.iter().map(|r| r.counted).max());
    if highest.is_some_and(|highest| highest > value) {
        PlaceOutcome::Agrees { value, best }
    } else {
        PlaceOutcome::Decides { value }
    }
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
    /// [`ChangeError::Unknown`] if no pattern has the name.
    pub fn of_game(&self, game: &str, turns: &Turns) -> Result<(String, PlaceTally), ChangeError> {
        let (mut text, mut tally) = (String::new(), PlaceTally::default());
        for turn in turns.iter() {
            tally.positions += 1;
            for found in pattern_places(&self.engine, &turn, self.name)? {
                tally.matches += 1;
                let rejected = matches!(found.outcome, PlaceOutcome::Rejected(_));
                let loses = matches!(found.outcome, PlaceOutcome::Loses { .. });
                tally.holds += usize::from(!rejected);
                tally.chosen += usize::from(!rejected && !loses);
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
        let outcome = match &self.outcome {
            PlaceOutcome::Decides { value } => format!("worth {value}, chosen for it"),
            PlaceOutcome::Agrees { value, best } => format!("worth {value}, chosen with {best}"),
            PlaceOutcome::Loses { value, to, best } => {
                format!("worth {value}, loses to {} with {best}", size.show(*to))
            }
            PlaceOutcome::Rejected(why) => format!("does not hold: {}", rejection(*why, size)),
        };
        let played = if self.mv == turn.mv { "; played" } else { "" };
        let (mv, t) = (size.show(self.mv), self.transformation);
        format!("{mv} ({t}) {outcome}{played}")
    }
}
