// SPDX-License-Identifier: MIT OR Apache-2.0

//! Fits the weights of the classical choice to moves of games and to the opinions of a judge, with the
//! move-prediction model and without it. Without it the patterns get weights of their own, by name.

use katachi_rules::{Color, Game, Point};

use crate::Engine;
use crate::choice_model::{self, ChoiceModel, Sum};
use crate::learn::{Evaluation, Example, LogLinear, Rates, Target, VALUE_PER_NAT};
use crate::movegen::Term;
use crate::play::Request;

/// Passes over all examples.
const PASSES: usize = 20;
const RATES: Rates = Rates {
    rate: 0.1,
    first_square: 1.0,
    decay: 0.0,
};
/// Inverse of the variance of a weight around its start: most are within 0.7 nats of it.
const PRECISION: f32 = 2.0;
/// The same for a pattern: most have less than 0.35 nats.
const PRECISION_OF_PATTERN: f32 = 8.0;

/// A position with the shares of its good moves, as an example for both sums.
#[derive(Clone, Debug)]
pub struct ChoiceExample([Example; 2]);

impl ChoiceExample {
    /// Makes the choice in a position and keeps what it adds up. `shares` of good moves add up to 1. `None`
    /// if no candidate is among them.
    pub fn new(engine: &Engine, game: &Game, color: Color, shares: &[(Point, f32)]) -> Option<Self> {
        let request = Request::new(game, color);
        let candidates = engine.candidates(&request, &mut engine.reader(game));
        let share = |point| shares.iter().find(|share| share.0 == point).map_or(0.0, |s| s.1);
        let sum: f32 = candidates.iter().map(|candidate| share(candidate.point)).sum();
        if sum <= 0.0 {
            return None;
        }
        Some(Self(Sum::BOTH.map(|of| {
            let mut example = Example::new(Target::Distribution, 1.0);
            for candidate in &candidates {
                let terms = &candidate.terms[of as usize];
                let features = terms.iter().filter_map(feature);
                let offset: f32 = terms.iter().map(offset).sum();
                example.add_with_offset(features, offset, share(candidate.point) / sum);
            }
            example
        })))
    }
}

/// The feature of a term, patterns after all others.
fn feature(term: &Term) -> Option<u32> {
    match *term {
        Term::Feature(feature) => Some(feature.into()),
        Term::Alone(_, pattern) => Some(ChoiceModel::features() as u32 + pattern),
        Term::Nats(_) | Term::Units(_) => None,
    }
}

/// What a term adds whatever is fitted, in nats.
fn offset(term: &Term) -> f32 {
    match *term {
        Term::Nats(nats) => nats,
        Term::Units(units) => units as f32 / VALUE_PER_NAT,
        Term::Feature(_) | Term::Alone(..) => 0.0,
    }
}

/// The fitted weights, with the quality of predictions of examples that were held out.
#[derive(Clone, Debug)]
pub struct ChoiceFit {
    /// The weights.
    pub model: ChoiceModel,
    /// The weight of each pattern of the database without the move-prediction model, in nats.
    pub alone: Vec<f32>,
    /// With the move-prediction model, and without it.
    pub evaluations: [Evaluation; 2],
}

/// Fits the weights of an engine's choice, and evaluates them on held-out examples.
pub fn fit_choice(engine: &Engine, examples: &[ChoiceExample], held_out: &[ChoiceExample]) -> ChoiceFit {
    let patterns = engine.database().patterns.len();
    let mut fit = ChoiceFit {
        model: ChoiceModel::zero(),
        alone: Vec::new(),
        evaluations: Default::default(),
    };
    for sum in Sum::BOTH {
        let mut start = choice_model::start();
        start.resize(ChoiceModel::features() + patterns, 0.0);
        let precision = |index: usize| match index < ChoiceModel::features() {
            true => PRECISION,
            false => PRECISION_OF_PATTERN,
        };
        let all = || examples.iter().map(|example| &example.0[sum as usize]);
        let mut fitted = LogLinear::starting_at(start, RATES).with_prior(precision, all());
        for _ in 0..PASSES {
            all().for_each(|example| fitted.learn(example));
        }
        for example in held_out {
            fitted.evaluate(&example.0[sum as usize], &mut fit.evaluations[sum as usize]);
        }
        fit.model.set(sum, fitted.weights());
        fit.alone = fitted.weights()[ChoiceModel::features()..].to_vec();
    }
    fit
}
