//! Positions of games in which a pattern lies, and what the engine makes of them.

use katachi_rules::sgf::{Record, SgfError};
use katachi_rules::{Color, Game, Move, Rules};
use mkpat::Transformation;

use super::change::{ChangeError, unknown};
use crate::movegen::{EvaluatedPattern, Rejection};
use crate::{Choice, Engine};

/// A position of a game with the move that was played in it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The game up to here.
    pub game: Game,
    /// Who moved.
    pub color: Color,
    /// The move of the record.
    pub played: Move,
}

/// Komi of a record that has none; it does not matter here.
const KOMI: f32 = 7.5;

/// Every position of a record from which a move is made, the `every`th alone if that is more than 1.
///
/// # Errors
/// The first thing in the record that is not possible.
pub fn turns(record: &Record, every: usize) -> Result<Vec<Turn>, SgfError> {
    let rules = record.get("RU").and_then(Rules::preset).unwrap_or_default();
    let mut game = record.game_after(usize::MAX, rules, KOMI)?;
    let mut turns = Vec::new();
    while let Some((color, played)) = game.undo() {
        if game.move_count() % every.max(1) == 0 {
            turns.push(Turn {
                game: game.clone(),
                color,
                played,
            });
        }
    }
    turns.reverse();
    Ok(turns)
}

/// Where a pattern lies, and what becomes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The move of the pattern.
    pub mv: Move,
    /// How its picture is turned.
    pub transformation: Transformation,
    /// What becomes of it.
    pub standing: Standing,
}

/// How a pattern stands among all that is considered.
#[derive(Clone, Debug, PartialEq)]
pub enum Standing {
    /// Its move is chosen, and nothing else is worth more there.
    Decides {
        /// What it is worth.
        value: i32,
    },
    /// Its move is chosen, but for something else.
    Agrees {
        /// What it is worth.
        value: i32,
        /// The value of the move.
        best: i32,
    },
    /// Another move is chosen.
    Loses {
        /// What it is worth.
        value: i32,
        /// The move that is chosen.
        to: Move,
        /// The value of that.
        best: i32,
    },
    /// It does not hold.
    Rejected(Rejection),
}

/// Where the pattern of that name lies in a position, in the order of the board. The choice is made only if it lies
/// somewhere.
///
/// # Errors
/// No pattern has the name.
pub fn where_it_lies(engine: &Engine, turn: &Turn, name: &str) -> Result<Vec<Found>, ChangeError> {
    if !engine.database().patterns.iter().any(|p| p.name == name) {
        return Err(unknown(name, engine.database()));
    }
    let places = engine.places_of(&turn.game, turn.color, &[name]);
    if places.is_empty() {
        return Ok(Vec::new());
    }
    let mut analysis = engine.analyse(&turn.game);
    let choice = engine.choose_by(&mut analysis, &turn.game, turn.color);
    let mut found = Vec::new();
    for point in places.iter() {
        let judged = engine.patterns_at(&mut analysis, &turn.game, turn.color, point);
        let named = judged.iter().filter(|j| {
            let variant = &engine.database().variants[j.variant as usize];
            engine.database().patterns[variant.pattern as usize].name == name
        });
        found.extend(named.map(|judged| Found {
            mv: Move::Play(point),
            transformation: engine.database().variants[judged.variant as usize].transformation,
            standing: standing(judged, &choice),
        }));
    }
    Ok(found)
}

fn standing(judged: &EvaluatedPattern, choice: &Choice) -> Standing {
    let value = match &judged.verdict {
        Ok(value) => value.value,
        Err(rejection) => return Standing::Rejected(*rejection),
    };
    let (to, best) = (choice.mv, choice.value);
    if to != Move::Play(judged.point) {
        return Standing::Loses { value, to, best };
    }
    let proposal = choice.proposals.iter().find(|p| p.point == judged.point);
    let highest = proposal.and_then(|p| p.reasons.iter().map(|r| r.value()).max());
    if highest.is_some_and(|highest| highest > value) {
        Standing::Agrees { value, best }
    } else {
        Standing::Decides { value }
    }
}

/// A move that changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// The choice so far.
    pub before: Choice,
    /// The choice with the changed database.
    pub after: Choice,
}

/// What two engines that differ in these patterns alone choose in a position: none if the patterns do not lie there, else
/// whether the move changes, and to what.
pub fn what_changes(before: &Engine, after: &Engine, turn: &Turn, names: &[&str]) -> Option<Option<Changed>> {
    if before.places_of(&turn.game, turn.color, names).is_empty() {
        return None;
    }
    let mut analysis = before.analyse(&turn.game);
    let old = before.choose_by(&mut analysis, &turn.game, turn.color);
    let new = after.choose_by(&mut analysis, &turn.game, turn.color);
    Some((old.mv != new.mv).then_some(Changed {
        before: old,
        after: new,
    }))
}
