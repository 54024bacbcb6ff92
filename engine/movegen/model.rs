// SPDX-License-Identifier: MIT OR Apache-2.0

//! The move-prediction model as evidence: its probability of a move adds to all other reasons.
//!
//! The value of a move's other reasons and the logarithm of its probability by the model (`crate::model`) add
//! up, as the logits of two independent estimates do. A move that nothing else proposes begins with a value
//! of its own, [`BARE_VALUE`]: reasons are known for about half of all good moves only.
//!
//! A move whose 3x3 neighbourhood has no weight adds nothing: where all neighbourhoods are unknown, one of
//! them is still the most probable. The distance from the last move is among the features of the model, so
//! that nothing else has to count it.

use super::{Evidence, Input, ReasonKind};
use crate::learn::{BARE_VALUE, VALUE_PER_NAT};
use crate::model::{FeatureSet, MoveModel, Prediction};
use crate::reading::Reader;

/// Moves that are less probable get nothing: 1 in 200; 0.001 to 0.02.
pub(super) const MIN_PROBABILITY: f32 = 0.005;

/// Returns the moves in known neighbourhoods with their probabilities. Those that are less probable than
/// [`MIN_PROBABILITY`] get [`BARE_VALUE`], which speaks for nothing.
pub(super) fn predictions(input: &Input<'_>, _: &mut Reader) -> Vec<Evidence> {
    let position = input.position;
    let (board, color) = (position.board(), position.color());
    let past = position.last_moves();
    let predictions = input
        .knowledge
        .predict(FeatureSet::All, board, color, past, false);
    let model = &input.knowledge.moves;
    let evidence = |prediction| evidence(model, prediction);
    predictions.iter().filter_map(evidence).collect()
}

fn evidence(model: &MoveModel, prediction: &Prediction) -> Option<Evidence> {
    let shape = prediction.shape?;
    let bonus = (VALUE_PER_NAT * (prediction.probability / MIN_PROBABILITY).ln()) as i32;
    let kind = ReasonKind::Model {
        probability: prediction.probability,
        shape: model.name(shape),
        played: shape.played,
    };
    Some(Evidence::new(prediction.point, kind, BARE_VALUE + bonus.max(0)))
}

#[cfg(test)]
mod tests {
    use katachi_rules::{BoardSize, Color, Game, Move, Rules};

    use super::*;
    use crate::movegen::for_tests;

    #[test]
    fn an_empty_corner_is_probable_and_the_edge_is_not() {
        let size = BoardSize::square(19);
        let mut game = Game::new(size, Rules::default(), 7.5);
        let q16 = Move::Play(size.parse_vertex("Q16").expect("a vertex"));
        game.play(Color::Black, q16).expect("a legal move");
        let evidence = for_tests::evidence(&game, Color::White, predictions);
        let value = |vertex| {
            let point = size.parse_vertex(vertex).expect("a vertex");
            evidence.iter().find(|e| e.point == point).map(|e| e.value)
        };
        assert!(value("D4") > Some(BARE_VALUE) && value("Q4") > Some(BARE_VALUE));
        assert_eq!(value("A1"), Some(BARE_VALUE));
        assert_eq!(value("K1"), Some(BARE_VALUE));
    }
}
