// SPDX-License-Identifier: MIT OR Apache-2.0

//! The knowledge of the engine: pattern databases and models. Each part is replaceable.

use std::sync::LazyLock;

use katachi_rules::{Board, Color, Game, Point};
#[cfg(feature = "runtime-db")]
use mkpat::{Classes, Pattern};
use mkpat::{Database, Kind};
#[cfg(feature = "runtime-db")]
use rustc_hash::FxHashSet;

use crate::builtin::Builtin;
pub use crate::choice_model::ChoiceModel;
use crate::model::factors::{Factor, product};
use crate::model::{Factors, FeatureSet, MoveModel, Part, Prediction, feature_names};
use crate::patterns::{Patterns, table};
use crate::playout::PlayoutWeights;
use crate::reading::{LifePolicy, MoveOrder, ReadingPatterns};

static MOVES: LazyLock<MoveModel> = LazyLock::new(|| {
    let mut model = MoveModel::parse_built_in();
    if Patterns::built_in().names_shapes() {
        model.replace(&Patterns::built_in().replacements());
    }
    model
});
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
    pub(crate) moves: Builtin<MoveModel>,
    pub(crate) choice: Builtin<ChoiceModel>,
    /// The order of moves in readings.
    pub(crate) order: MoveOrder,
    pub(crate) playouts: Builtin<PlayoutWeights>,
}

impl Default for Knowledge {
    fn default() -> Self {
        Self {
            patterns: Builtin::BuiltIn(Patterns::built_in()),
            connections: Builtin::BuiltIn(&CONNECTIONS),
            eyes: Builtin::BuiltIn(&EYES),
            moves: Builtin::BuiltIn(&MOVES),
            choice: Builtin::BuiltIn(ChoiceModel::built_in()),
            order: MoveOrder::default(),
            playouts: Builtin::BuiltIn(PlayoutWeights::built_in()),
        }
    }
}

impl Knowledge {
    /// The database of move patterns.
    pub fn database(&self) -> &Database {
        &self.patterns.database
    }

    /// Replaces the database of that kind. Where a move pattern has another value than at its fit, or without
    /// a fitted weight than the built-in one of the same name, the difference is a bonus of its author, which
    /// the search obeys. Move patterns that name learned shapes take their places in the model.
    pub fn with_database(mut self, database: Database) -> Self {
        match database.kind {
            Kind::Moves => self = self.with_patterns(Patterns::new(database)),
            Kind::Connections => self.connections = Builtin::loaded(Patterns::new(database)),
            Kind::Eyes => self.eyes = Builtin::loaded(database),
            Kind::Reading => self.order.patterns = Builtin::loaded(ReadingPatterns::new(database)),
        }
        self
    }

    /// Returns for each pattern the value at which the search has no bonus for it; `None`: it has none at
    /// any value.
    pub fn values_without_bonus(&self) -> Vec<Option<i32>> {
        self.patterns.values_before(&Patterns::built_in().database)
    }

    /// Replaces the move patterns, and puts them into the places of the learned shapes that they name.
    fn with_patterns(mut self, mut patterns: Patterns) -> Self {
        let has_replaced = match &self.moves {
            Builtin::BuiltIn(_) => Patterns::built_in().names_shapes(),
            Builtin::Loaded(model) => model.has_replaced(),
        };
        if has_replaced || patterns.names_shapes() {
            let mut model = (*self.moves).clone();
            patterns = patterns.with_shapes(&model);
            model.replace(&patterns.replacements());
            self.moves = Builtin::loaded(model);
        }
        let patterns = patterns.with_bonuses_over(&Patterns::built_in().database);
        self.playouts = Builtin::loaded((*self.playouts).clone().with_patterns(&patterns));
        self.patterns = Builtin::loaded(patterns);
        self
    }

    /// Returns the move patterns of a loaded database that have the picture and the constraint of a learned
    /// shape and take no shape's place, each with the name of the shape.
    #[cfg(feature = "runtime-db")]
    pub(crate) fn copies_of_shapes(&self) -> Vec<(&Pattern, String)> {
        let built_in = &Patterns::built_in().database.patterns;
        let built_in: FxHashSet<&str> = built_in.iter().map(|p| p.name.as_str()).collect();
        let patterns = self.patterns.database.patterns.iter();
        let own = patterns.filter(|p| p.shape_name().is_none() && !built_in.contains(p.name.as_str()));
        let own: Vec<&Pattern> = own.filter(|p| p.classes == Classes::SACRIFICE).collect();
        let copies = self.moves.copied_by(&own);
        let copies = own.into_iter().zip(copies);
        copies
            .filter_map(|(pattern, shape)| Some((pattern, shape?)))
            .collect()
    }

    /// Predicts all legal moves of a side that fill no own eye, by the move-prediction model with the fitted
    /// weights of patterns, in the order of the points. `past` has the last move and the own move before.
    /// `edits`: with the changed values of an author.
    pub(crate) fn predict(
        &self,
        set: FeatureSet,
        board: &Board,
        color: Color,
        past: [Option<Point>; 2],
        edits: bool,
    ) -> Vec<Prediction> {
        let added = self.patterns.logits(set, board, color, past, edits);
        self.moves.predict(set, board, color, past, added.as_ref())
    }

    /// Predicts the moves of a side in the position that the game has reached.
    pub fn predict_in(&self, set: FeatureSet, game: &Game, color: Color) -> Vec<Prediction> {
        self.predict(set, game.board(), color, last_points(game), false)
    }

    /// Returns all that adds to the logits of the moves of [`Self::predict_in`] with all features, in nats,
    /// move by move, and pattern by pattern.
    pub fn parts_in(&self, game: &Game, color: Color) -> Vec<(Point, Part, f32)> {
        self.parts(game.board(), color, last_points(game))
    }

    /// Returns the parts of [`Self::parts_in`] for a board, after the last move and the own move before.
    pub fn parts(&self, board: &Board, color: Color, past: [Option<Point>; 2]) -> Vec<(Point, Part, f32)> {
        let patterns: Vec<(Point, u32, f32)> = self.patterns.weights_at(board, color, past).collect();
        let mut parts = Vec::new();
        let take = |point, part, nats| match part {
            Part::Pattern(_) => {
                let first = patterns.partition_point(|found| found.0 < point);
                let here = patterns[first..].iter().take_while(|found| found.0 == point);
                parts.extend(here.map(|found| (point, Part::Pattern(Some(found.1)), found.2)));
            }
            _ => parts.push((point, part, nats)),
        };
        let added = self.patterns.logits(FeatureSet::All, board, color, past, false);
        let set = FeatureSet::All;
        self.moves.logits(set, board, color, past, added.as_ref(), take);
        parts
    }

    /// Returns the pairs of features and patterns of a move with what each adds to its logit, in nats, the
    /// largest amounts first.
    pub fn pairs_at(&self, game: &Game, color: Color, point: Point) -> Vec<([String; 2], f32)> {
        let names: Vec<String> = feature_names().collect();
        let named = |part| match part {
            Part::Feature(feature) => Some((
                names[usize::from(feature)].clone(),
                Factors::built_in().of_feature(feature),
            )),
            Part::Pattern(Some(pattern)) => {
                let name = &self.database().patterns[pattern as usize].name;
                Some((name.clone(), self.patterns.factor(pattern)))
            }
            _ => None,
        };
        let parts = self.parts_in(game, color).into_iter();
        let here: Vec<(String, Factor)> = parts
            .filter_map(|part| named(part.1).filter(|_| part.0 == point))
            .collect();
        let mut pairs = Vec::new();
        for (i, (name, factor)) in here.iter().enumerate() {
            let others = here[..i].iter();
            pairs.extend(
                others.map(|(other, of_other)| ([other.clone(), name.clone()], product(of_other, factor))),
            );
        }
        pairs.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        pairs
    }

    /// Returns the move-prediction model.
    pub fn move_model(&self) -> &MoveModel {
        &self.moves
    }

    /// Returns the move patterns that hold by their pictures at each move of a side, by their places in the
    /// database, to fit their weights; sorted by point. Joseki and patterns with a weight of their author are
    /// left out.
    pub fn trained_patterns(
        &self,
        board: &Board,
        color: Color,
        past: [Option<Point>; 2],
    ) -> Vec<(Point, u32)> {
        self.patterns.trained(board, color, past)
    }

    /// Replaces the move-prediction model.
    pub fn with_move_model(mut self, model: MoveModel) -> Self {
        self.moves = Builtin::loaded(model);
        match self.patterns.names_shapes() {
            true => {
                let patterns = Patterns::new(self.patterns.database.clone());
                self.with_patterns(patterns)
            }
            false => self,
        }
    }

    /// Replaces the weights of the classical choice.
    pub fn with_choice_model(mut self, model: ChoiceModel) -> Self {
        self.choice = Builtin::loaded(model);
        self
    }

    /// Replaces the move policy of the life-and-death search.
    pub fn with_life_policy(mut self, policy: LifePolicy) -> Self {
        self.order.policy = Builtin::loaded(policy);
        self
    }

    /// The weights of the playout policy, with those of the patterns of class `P`.
    pub fn playout_weights(&self) -> &PlayoutWeights {
        &self.playouts
    }

    /// Replaces the weights of the playout policy; those of patterns stay.
    pub fn with_playout_weights(mut self, weights: PlayoutWeights) -> Self {
        self.playouts = Builtin::loaded(weights.with_patterns(&self.patterns));
        self
    }
}

/// The last move of a game and the one before.
pub(crate) fn last_points(game: &Game) -> [Option<Point>; 2] {
    let mut past = game.moves().rev().map(|(_, mv)| mv.point());
    [past.next().flatten(), past.next().flatten()]
}

#[cfg(test)]
mod tests;
