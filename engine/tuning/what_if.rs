// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions of games in which a pattern matches, and the choices of the engine there.

use katachi_rules::Move;
use katachi_rules::sgf::{Record, SgfError, Turn, Turns};
use mkpat::Transformation;

use crate::movegen::{EvaluatedPattern, MatchRejection};
use crate::play::{Player, Request};
use crate::{Choice, Engine};

use super::change::{ChangeError, unknown};

/// Komi of a record without one. It does not change the result.
const KOMI: f32 = 7.5;

/// Moves of a record with the positions before them, every `every`th of them.
///
/// # Errors
/// The first property of the record that is not possible, or too many moves.
pub fn turns(record: &Record, every: usize) -> Result<Turns, SgfError> {
    let rules = record.rules().unwrap_or_default();
    let mut turns = Turns::new(record, rules, KOMI, 1..=usize::MAX)?;
    turns.retain(|played| (played.number - 1).is_multiple_of(every.max(1)));
    Ok(turns)
}

/// A point where a pattern matches, with its effect on the choice.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternPlace {
    /// The move of the pattern.
    pub mv: Move,
    /// Transformation of the diagram.
    pub transformation: Transformation,
    /// Its effect on the choice.
    pub outcome: PlaceOutcome,
}

/// Effect of a pattern match on the choice of the move.
#[derive(Clone, Debug, PartialEq)]
pub enum PlaceOutcome {
    /// Its move is chosen, and no reason for that move has a higher value.
    Decides {
        /// Its value.
        value: i32,
    },
    /// Its move is chosen, for a reason of higher value.
    Agrees {
        /// Its value.
        value: i32,
        /// The value of the move.
        best: i32,
    },
    /// Another move is chosen.
    Loses {
        /// Its value.
        value: i32,
        /// The move that is chosen.
        to: Move,
        /// The value of that move.
        best: i32,
    },
    /// Its constraint or its class rejects the match.
    Rejected(MatchRejection),
}

/// Places where the pattern of that name matches in a position, in the order of the board. The engine chooses
/// a move only if there is one.
///
/// # Errors
/// [`ChangeError::Unknown`] if no pattern has the name.
pub fn pattern_places(engine: &Engine, turn: &Turn, name: &str) -> Result<Vec<PatternPlace>, ChangeError> {
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

/// The choices before and after a change that leads to another move.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// The choice with the old database.
    pub before: Choice,
    /// The choice with the changed database.
    pub after: Choice,
}

/// Compares the choices of two engines that differ only in these patterns. Returns `None` if none of the
/// patterns matches in the position, and `Some(None)` if the move is the same.
pub fn what_changes(before: &Engine, after: &Engine, turn: &Turn, names: &[&str]) -> Option<Option<Changed>> {
    if before.places_of(&turn.game, turn.color, names).is_empty() {
        return None;
    }
    let mut reader = before.reader(&turn.game);
    let analysis = before.analyse(&turn.game, &mut reader);
    let request = Request {
        analysis: Some(&analysis),
        ..Request::new(&turn.game, turn.color)
    };
    let old = before.choose(&request, &mut reader);
    let new = after.choose(&request, &mut reader);
    Some((old.mv != new.mv).then_some(Changed {
        before: old,
        after: new,
    }))
}

/// Compares the searches of two engines where a pattern of these names has a bonus in one of them. `None`
/// elsewhere. A search takes as long as a move.
pub fn what_searches_change(before: &Engine, after: &Engine, turn: &Turn, names: &[&str]) -> Option<Changed> {
    if before.places_of(&turn.game, turn.color, names).is_empty() {
        return None;
    }
    let choose = |engine: &Engine| Player::new(engine.clone()).choose(&Request::new(&turn.game, turn.color));
    let after = choose(after);
    // Where it holds, the changed pattern has a bonus before or after the change.
    let before = choose(before);
    let has_bonus = |choice: &Choice| choice.bonuses.iter().any(|b| names.contains(&b.pattern.as_str()));
    (has_bonus(&before) || has_bonus(&after)).then_some(Changed { before, after })
}
