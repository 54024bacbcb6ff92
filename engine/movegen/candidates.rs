// SPDX-License-Identifier: MIT OR Apache-2.0

//! All legal moves as candidates of the classical choice, with what its sum adds up: examples to fit the
//! weights of the sum to.

use katachi_rules::Point;
use rustc_hash::FxHashMap;

use super::evidence::{Reason, ReasonKind};
use super::weigh::{self, Term};
use super::{Generators, Input, choose};
use crate::choice_model::Sum;
use crate::learn::{BARE_VALUE, VALUE_PER_NAT};
use crate::model::{FeatureSet, Prediction};
use crate::reading::Reader;

/// A legal move that fills no own eye.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its point.
    pub point: Point,
    /// What adds up with the move-prediction model, and without it.
    pub terms: [Vec<Term>; 2],
}

/// Returns the candidates, with the reasons that the choice finds with the model and without it.
pub(crate) fn candidates(input: &Input<'_>, reader: &mut Reader) -> Vec<Candidate> {
    let [with_model, alone] = Sum::BOTH.map(|sum| {
        let generators = match sum {
            Sum::WithModel => Generators::All,
            Sum::Alone => Generators::WithoutModel,
        };
        reasons(&Input { generators, ..*input }, reader)
    });
    let (board, color) = (input.position.board(), input.color());
    let past = input.position.last_moves();
    let predictions = input
        .knowledge
        .predict(FeatureSet::All, board, color, past, false);
    let candidate = |prediction: &Prediction| {
        let point = prediction.point;
        let of_playouts = || {
            input
                .playouts
                .map(|playouts| weigh::of_playouts(input, playouts, point))
        };
        let terms = |sum, known: &FxHashMap<Point, Vec<Reason>>| {
            let none = || of_playouts().into_iter().collect();
            let reasons = known.get(&point).cloned().unwrap_or_else(none);
            let is_model = |reason: &Reason| matches!(reason.kind, ReasonKind::Model { .. });
            let terms = weigh::terms(input, sum, point, &reasons);
            let mut terms: Vec<Term> = terms.into_iter().map(|(_, term)| term).collect();
            if sum == Sum::WithModel && !reasons.iter().any(is_model) {
                terms.push(Term::Nats(unproposed(prediction.probability)));
            }
            terms
        };
        let terms = [terms(Sum::WithModel, &with_model), terms(Sum::Alone, &alone)];
        Candidate { point, terms }
    };
    predictions.iter().map(candidate).collect()
}

/// The reasons of all moves that have some.
fn reasons(input: &Input<'_>, reader: &mut Reader) -> FxHashMap<Point, Vec<Reason>> {
    let weighed = choose(input, reader, &[], false);
    let rejected = weighed.rejected.into_iter().map(|rejected| rejected.proposal);
    let all = weighed.proposals.into_iter().chain(rejected);
    all.filter(|proposal| !proposal.reasons.is_empty())
        .map(|proposal| (proposal.point, proposal.reasons))
        .collect()
}

/// What a move that the model hardly knows has in place of the model's part, in nats.
fn unproposed(probability: f32) -> f32 {
    let floor = BARE_VALUE as f32 / VALUE_PER_NAT;
    floor + (probability.max(1e-9) / super::model::MIN_PROBABILITY).ln()
}
