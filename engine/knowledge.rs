// SPDX-License-Identifier: MIT OR Apache-2.0

//! The knowledge of the engine: pattern databases and models. Each part is replaceable.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use katachi_rules::{Board, Color, Game, Point};
use mkpat::{Database, Kind};

use crate::builtin::Builtin;
use crate::choice_model::ChoiceModel;
use crate::model::{FeatureSet, MoveModel, NamedFeatures, Prediction};
use crate::patterns::Patterns;
use crate::playout::PlayoutWeights;
use crate::reading::LifePolicy;

/// Tables that the build compiled.
macro_rules! table {
    ($name:literal) => {
        Database::decode(include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".table")))
            .expect("the build writes tables that can be read")
    };
}

static PATTERNS: LazyLock<Patterns> =
    LazyLock::new(|| Patterns::new(table!("patterns")).with_bonuses_over(&Database::default()));
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
    /// The weights of the classical choice.
    pub(crate) choice: Builtin<ChoiceModel>,
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
            choice: Builtin::BuiltIn(ChoiceModel::built_in()),
            life: Builtin::BuiltIn(LifePolicy::built_in()),
            playouts: Builtin::BuiltIn(PlayoutWeights::built_in()),
        }
    }
}

impl Knowledge {
    /// Replaces the database of that kind. Where a move pattern has another value than at its fit, or without
    /// a fitted weight than the built-in one of the same name, the difference is a bonus of its author, which
    /// the search obeys.
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

    /// Returns the names of the patterns whose value the search does not see: none of theirs is a bonus.
    pub(crate) fn names_without_bonus(&self) -> BTreeSet<&str> {
        let patterns = self.patterns.database.patterns.iter();
        let values = self.patterns.values_before(&PATTERNS.database);
        let without = patterns.zip(values).filter(|(_, value)| value.is_none());
        without.map(|(pattern, _)| pattern.name.as_str()).collect()
    }

    /// Predicts all legal moves of a side that fill no own eye, by the move-prediction model with the fitted
    /// weights of patterns, in the order of the points. `last` is the last move, `own` the own move before.
    pub(crate) fn predict(
        &self,
        set: FeatureSet,
        board: &Board,
        color: Color,
        last: Option<Point>,
        own: Option<Point>,
    ) -> Vec<Prediction> {
        // The weights of patterns ask for liberties, too.
        let has_patterns = set == FeatureSet::All;
        let added = has_patterns.then(|| self.patterns.logits(board, color)).flatten();
        self.moves
            .predict_with(set, board, color, [last, own], added.as_ref())
    }

    /// Predicts the moves of a side in the position that the game has reached.
    pub(crate) fn predict_in(&self, set: FeatureSet, game: &Game, color: Color) -> Vec<Prediction> {
        let mut past = game.moves().rev().map(|(_, mv)| mv.point());
        let (last, own) = (past.next().flatten(), past.next().flatten());
        self.predict(set, game.board(), color, last, own)
    }

    /// Returns the move-prediction model.
    pub fn move_model(&self) -> &MoveModel {
        &self.moves
    }

    /// Returns the move patterns as features of the move-prediction model, to fit their weights. Joseki and
    /// patterns with a weight of their author have none.
    pub fn named_features(&self) -> &dyn NamedFeatures {
        &*self.patterns
    }

    /// Replaces the move-prediction model.
    pub fn with_move_model(self, model: MoveModel) -> Self {
        Self {
            moves: Builtin::loaded(model),
            ..self
        }
    }

    /// Replaces the weights of the classical choice.
    pub fn with_choice_model(self, model: ChoiceModel) -> Self {
        Self {
            choice: Builtin::loaded(model),
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

    /// Has a changed database a bonus, and which has the pattern of its first variant?
    fn bonus(change: impl FnOnce(&mut Database, usize)) -> (bool, i32) {
        let mut database = PATTERNS.database.clone();
        let pattern = database.variants[0].pattern as usize;
        change(&mut database, pattern);
        let loaded = Knowledge::default().with_database(database);
        (loaded.patterns.has_bonuses(), loaded.patterns.bonus(0))
    }

    #[test]
    fn only_a_changed_value_of_a_known_name_is_a_bonus() {
        assert_eq!(bonus(|_, _| {}), (false, 0), "the built-in database");
        assert_eq!(bonus(|d, i| d.patterns[i].name = "New".to_owned()), (false, 0));
        assert_eq!(bonus(|d, i| d.patterns[i].weight += 48), (true, 48));
    }
}
