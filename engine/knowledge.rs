// SPDX-License-Identifier: MIT OR Apache-2.0

//! The knowledge of the engine: pattern databases and models. Each part is replaceable.

use std::sync::LazyLock;

use mkpat::{Database, Kind, Pattern};
use rustc_hash::FxHashMap;

use crate::builtin::Builtin;
use crate::matcher::Matcher;
use crate::model::MoveModel;
use crate::playout::PlayoutWeights;
use crate::reading::LifePolicy;

/// A database of patterns with its matcher.
#[derive(Debug)]
pub(crate) struct Patterns {
    pub(crate) database: Database,
    pub(crate) matcher: Matcher,
    /// Bonus of the author for each pattern, in units of value: the value in the database less the value of
    /// the built-in pattern of the same name. 0 for a name that is not built in. Empty without any bonus.
    pub(crate) bonuses: Vec<i32>,
}

impl Patterns {
    /// Builds the matcher, in some milliseconds for a thousand patterns.
    fn new(database: Database) -> Self {
        Self {
            matcher: Matcher::new(&database),
            database,
            bonuses: Vec::new(),
        }
    }

    /// Sets the bonuses by comparing the values with those of another database.
    fn with_bonuses_over(mut self, base: &Database) -> Self {
        let named = base.patterns.iter().map(|p| (p.name.as_str(), p.weight));
        let values: FxHashMap<&str, i32> = named.collect();
        let bonus = |p: &Pattern| values.get(p.name.as_str()).map_or(0, |value| p.weight - value);
        let bonuses: Vec<i32> = self.database.patterns.iter().map(bonus).collect();
        if bonuses.iter().any(|&bonus| bonus != 0) {
            self.bonuses = bonuses;
        }
        self
    }

    /// Returns the bonus of the pattern of a variant.
    pub(crate) fn bonus(&self, variant: u32) -> i32 {
        let pattern = self.database.variants[variant as usize].pattern;
        self.bonuses.get(pattern as usize).copied().unwrap_or(0)
    }
}

/// Tables that the build compiled.
macro_rules! table {
    ($name:literal) => {
        Database::decode(include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".table")))
            .expect("the build writes tables that can be read")
    };
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(table!("patterns")));
static CONNECTIONS: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(table!("conn")));
static EYES: LazyLock<Database> = LazyLock::new(|| table!("eyes"));

/// All knowledge. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// Patterns that propose moves.
    pub(crate) patterns: Builtin<Patterns>,
    /// Patterns that connect and cut strings.
    pub(crate) connections: Builtin<Patterns>,
    /// Shapes of eye spaces with their worth.
    pub(crate) eyes: Builtin<Database>,
    /// The move-prediction model.
    pub(crate) moves: Builtin<MoveModel>,
    /// The move policy of the life-and-death search.
    pub(crate) life: Builtin<LifePolicy>,
    /// The weights of the playout policy of the search.
    pub(crate) playouts: Builtin<PlayoutWeights>,
}

impl Default for Knowledge {
    /// Returns the built-in knowledge.
    fn default() -> Self {
        Self {
            patterns: Builtin::BuiltIn(&PATTERNS),
            connections: Builtin::BuiltIn(&CONNECTIONS),
            eyes: Builtin::BuiltIn(&EYES),
            moves: Builtin::BuiltIn(MoveModel::built_in()),
            life: Builtin::BuiltIn(LifePolicy::built_in()),
            playouts: Builtin::BuiltIn(PlayoutWeights::built_in()),
        }
    }
}

impl Knowledge {
    /// Replaces the database of that kind. Where a move pattern has another value than the built-in one of
    /// the same name, the difference is a bonus of its author, which the search obeys.
    pub fn with_database(mut self, database: Database) -> Self {
        match database.kind {
            Kind::Moves => {
                let patterns = Patterns::new(database).with_bonuses_over(&PATTERNS.database);
                self.patterns = Builtin::loaded(patterns);
            }
            Kind::Connections => self.connections = Builtin::loaded(Patterns::new(database)),
            Kind::Eyes => self.eyes = Builtin::loaded(database),
        }
        self
    }

    /// Replaces the move-prediction model.
    pub fn with_move_model(self, model: MoveModel) -> Self {
        Self {
            moves: Builtin::loaded(model),
            ..self
        }
    }

    /// Replaces the move policy of the life-and-death search.
    pub fn with_life_policy(self, policy: LifePolicy) -> Self {
        Self {
            life: Builtin::loaded(policy),
            ..self
        }
    }

    /// Replaces the weights of the playout policy.
    pub fn with_playout_weights(self, weights: PlayoutWeights) -> Self {
        Self {
            playouts: Builtin::loaded(weights),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bonuses(change: impl FnOnce(&mut Database)) -> Vec<i32> {
        let mut database = PATTERNS.database.clone();
        change(&mut database);
        let loaded = Knowledge::default().with_database(database);
        loaded.patterns.bonuses.clone()
    }

    #[test]
    fn only_a_changed_value_of_a_known_name_is_a_bonus() {
        assert_eq!(bonuses(|_| {}), Vec::<i32>::new(), "the built-in database");
        assert!(bonuses(|database| database.patterns[7].name = "New".to_owned()).is_empty());
        let raised = bonuses(|database| database.patterns[7].weight += 48);
        assert_eq!((raised[7], raised.iter().sum::<i32>()), (48, 48));
    }
}
