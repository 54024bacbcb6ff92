//! The move-prediction model as evidence: every move gets what its probability is worth, beside all other reasons.
//!
//! The value of a move's other reasons and the logarithm of its probability by the model (`crate::model`) add up, as the logits of two independent
//! estimates do. A move that nothing else proposes begins with a value of its own: reasons are known for about half of all good moves
//! only.

use katachi_rules::{Color, Game, Point, PointMap, PointSet};

use super::Reason;
use crate::model::{MoveModel, Prediction};

/// Value of one nat of the logarithm of the probability.
const PER_NAT: f32 = 16.0;
/// Moves that are less probable get nothing: 1 in 200.
const LEAST: f32 = 0.005;
/// The least value, before the model adds to it, of a move that the model adds to.
const BARE: i32 = 12;

/// The values that the model adds to moves of a position.
#[derive(Clone, Debug)]
pub(super) struct ModelValues {
    predictions: Vec<Prediction>,
    /// What is added, by point.
    bonus: PointMap<i32>,
    /// Where nothing is added, as the endgame search has valued the move.
    left_out: PointSet,
    /// The part of it that is added, 0 to 1.
    share: f32,
}

impl ModelValues {
    /// Nothing is added anywhere.
    pub(super) fn nothing() -> Self {
        Self {
            predictions: Vec::new(),
            bonus: PointMap::filled(0),
            left_out: PointSet::EMPTY,
            share: 1.0,
        }
    }

    /// For the side to move.
    pub(super) fn of(game: &Game, color: Color) -> Self {
        let mut past = game.moves().rev().map(|(_, mv)| mv.point());
        let (last, own) = (past.next().flatten(), past.next().flatten());
        let mut this = Self::nothing();
        this.predictions = MoveModel::built_in().predict(game.board(), color, last, own);
        // Moves of which no neighbourhood is known get nothing, even the most probable ones.
        this.predictions
            .retain(|p| p.probability > LEAST && p.shape.is_some());
        for p in &this.predictions {
            this.bonus[p.point] = (PER_NAT * (p.probability / LEAST).ln()) as i32;
        }
        this
    }

    /// Nothing is added there from now on.
    pub(super) fn leave_out(&mut self, point: Point) {
        self.left_out.insert(point);
    }

    /// From now on only this share of everything is added, 0 to 1.
    pub(super) fn scale(&mut self, share: f32) {
        self.share = share;
    }

    /// The value of a move with what is added, if it is worth anything.
    pub(super) fn with(&self, point: Point, value: i32) -> i32 {
        let bonus = self.bonus[point];
        if bonus == 0 || self.left_out.contains(point) || value < 0 {
            value
        } else {
            let part = |value: i32| (self.share * value as f32) as i32;
            value.max(part(BARE)) + part(bonus)
        }
    }

    /// The moves that something is added to.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> + '_ {
        let points = self.predictions.iter().map(|p| p.point);
        points.filter(|&point| self.bonus[point] > 0 && !self.left_out.contains(point))
    }

    /// What is added as a reason, beside others that are worth `others` together.
    pub(super) fn reason(&self, point: Point, others: i32) -> Option<Reason> {
        let value = self.with(point, others) - others;
        let prediction = self.predictions.iter().find(|p| p.point == point)?;
        (value > 0).then_some(Reason::Model {
            probability: prediction.probability,
            points: prediction.shape.map_or(0, |shape| shape.points),
            played: prediction.shape.map_or(0, |shape| shape.played),
            value,
        })
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{BoardSize, Move, Rules};

    use super::*;

    /// After a stone at Q16 on an empty board.
    fn after_one_stone() -> (BoardSize, ModelValues) {
        let size = BoardSize::square(19);
        let mut game = Game::new(size, Rules::default(), 7.5);
        let q16 = Move::Play(size.parse_vertex("Q16").expect("a vertex"));
        game.play(Color::Black, q16).expect("a legal move");
        (size, ModelValues::of(&game, Color::White))
    }

    #[test]
    fn an_empty_corner_is_probable_and_the_edge_is_not() {
        let (size, model) = after_one_stone();
        let bonus = |vertex| model.with(size.parse_vertex(vertex).expect("a vertex"), 0);
        assert!(bonus("D4") > 0 && bonus("Q4") > 0);
        assert_eq!(bonus("A1"), 0);
        assert_eq!(bonus("K1"), 0);
    }

    #[test]
    fn what_is_added_is_shown_as_a_reason() {
        let (_, model) = after_one_stone();
        for point in model.points() {
            let reason = model.reason(point, 40).expect("a point with a bonus");
            assert_eq!(40 + reason.value(), model.with(point, 40));
        }
    }

    #[test]
    fn where_the_endgame_search_has_a_value_the_model_adds_nothing() {
        let (size, mut model) = after_one_stone();
        let d4 = size.parse_vertex("D4").expect("a vertex");
        model.leave_out(d4);
        assert_eq!(model.with(d4, 7), 7);
        assert_eq!(model.reason(d4, 7), None);
        assert!(model.points().all(|point| point != d4));
    }

    #[test]
    fn where_little_is_left_to_gain_the_model_adds_less() {
        let (size, mut model) = after_one_stone();
        let d4 = size.parse_vertex("D4").expect("a vertex");
        let whole = model.with(d4, 40) - 40;
        model.scale(0.5);
        assert_eq!(model.with(d4, 40) - 40, whole / 2);
    }

    #[test]
    fn a_move_that_something_speaks_against_gets_nothing() {
        let (size, model) = after_one_stone();
        let d4 = size.parse_vertex("D4").expect("a vertex");
        assert_eq!(model.with(d4, -10), -10);
    }
}
