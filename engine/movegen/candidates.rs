// SPDX-License-Identifier: MIT OR Apache-2.0

//! All legal moves as candidates of the classical choice, with what its sum adds up: examples to fit the
//! weights of the sum to.

use katachi_rules::Point;

use super::evidence::{Reason, ReasonKind};
use super::weigh::{self, Term};
use super::{Input, choose};
use crate::choice_model::Sum;
use crate::learn::{BARE_VALUE, VALUE_PER_NAT};
use crate::model::FeatureSet;
use crate::reading::Reader;

/// A legal move that fills no own eye.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// Its point.
    pub(crate) point: Point,
    /// What adds up with the move-prediction model, and without it.
    pub(crate) terms: [Vec<Term>; 2],
}

/// Returns the candidates, with the reasons that the choice finds.
pub(crate) fn candidates(input: &Input<'_>, reader: &mut Reader) -> Vec<Candidate> {
    let weighed = choose(input, reader, &[], false);
    let rejected = weighed.rejected.iter().map(|rejected| &rejected.proposal);
    let known: Vec<_> = weighed.proposals.iter().chain(rejected).collect();
    let position = input.position;
    let [last, own] = position.last_moves();
    let predictions = input
        .knowledge
        .predict(FeatureSet::All, position.board(), position.color(), last, own);
    let candidate = |prediction: &crate::model::Prediction| {
        let point = prediction.point;
        let found = known.iter().find(|proposal| proposal.point == point);
        let mut reasons = found.map_or(Vec::new(), |proposal| proposal.reasons.clone());
        if reasons.is_empty() {
            reasons.extend(input.playouts.map(|playouts| weigh::of_playouts(playouts, point)));
        }
        let mut terms = Sum::BOTH.map(|sum| {
            let terms = weigh::terms(input, sum, point, &reasons);
            terms.into_iter().map(|(_, term)| term).collect::<Vec<_>>()
        });
        let is_model = |reason: &Reason| matches!(reason.kind, ReasonKind::Model { .. });
        if !reasons.iter().any(is_model) {
            terms[0].push(Term::Nats(unproposed(prediction.probability)));
        }
        Candidate { point, terms }
    };
    predictions.iter().map(candidate).collect()
}

/// What a move that the model hardly knows has in place of the model's part, in nats.
fn unproposed(probability: f32) -> f32 {
    let floor = BARE_VALUE as f32 / VALUE_PER_NAT;
    floor + (probability.max(1e-9) / super::model::MIN_PROBABILITY).ln()
}
