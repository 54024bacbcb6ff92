// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a strong player would say of a position and of a move, from what a search says of them.
//!
//! Playouts see who leads, but hardly how surely: their win rates are far from 0 and 1 where a strong player
//! knows the winner. And a loss that a search sees may be chance. Both corrections are logistic regressions,
//! fitted on 9x9 and on 19x19 to positions with the values of KataGo's network
//! (`docs/experiments/reviews.md`). Between these sizes the weights are interpolated by the side of the
//! board. On 19x19 the win rates that the search corrects for the size of the board stay as they are.

use katachi_rules::{BoardSize, Move};

use super::assessment::Assessment;

/// Weights on two sizes of the board.
struct Weights<const N: usize> {
    on_9: [f32; N],
    on_19: [f32; N],
}

/// Weights of the logarithm of the odds by playouts, and of each point of the lead.
const WIN: Weights<2> = Weights {
    on_9: [2.95, 0.142],
    on_19: [1.0, 0.0],
};

/// Weights of: a point of the loss by likely owners; being the search's first choice; the logarithm of the
/// move's share of the visits; that of its probability before the search, as a share of the first choice's;
/// and the constant.
const MISTAKE: Weights<5> = Weights {
    on_9: [0.246, -0.353, -0.221, -0.009, -2.58],
    on_19: [0.051, 0.266, -0.157, -0.071, -2.50],
};

/// Smallest probability that is told apart from 0.
const SMALLEST: f32 = 0.001;

impl<const N: usize> Weights<N> {
    fn on(&self, size: BoardSize) -> [f32; N] {
        let side = (size.area() as f32).sqrt();
        let share = ((side - 9.0) / 10.0).clamp(0.0, 1.0);
        std::array::from_fn(|i| self.on_9[i] + share * (self.on_19[i] - self.on_9[i]))
    }
}

/// A win rate with its standard error, from the logarithm of the odds by playouts and the lead, each with its
/// standard error.
pub(crate) fn win_rate(size: BoardSize, odds: (f32, f32), lead: (f32, f32)) -> (f32, f32) {
    let [of_odds, of_lead] = WIN.on(size);
    let rate = logistic(of_odds * odds.0 + of_lead * lead.0);
    let error = (of_odds * odds.1).hypot(of_lead * lead.1);
    (rate, rate * (1.0 - rate) * error)
}

/// The probability that a move loses as much as a mistake, by the positions before and after it. 0 if a
/// position was not searched.
pub(crate) fn chance_of_mistake(size: BoardSize, mv: Move, before: &Assessment, after: &Assessment) -> f32 {
    let (Some(then), Some(now)) = (&before.estimate, &after.estimate) else {
        return 0.0;
    };
    let Some(best) = before.moves.first() else {
        return 0.0;
    };
    let played = before.moves.iter().find(|considered| considered.mv == mv);
    let (visits, prior) = played.map_or((0, 0.0), |played| (played.visits, played.prior));
    let all: u32 = before.moves.iter().map(|considered| considered.visits).sum();
    let share = |part: f32, whole: f32, least: f32| ((part + least) / (whole + least)).ln();
    let loss = then.likely_lead_of(before.color) - now.likely_lead_of(before.color);
    let inputs = [
        loss,
        f32::from(u8::from(best.mv == mv)),
        share(visits as f32, all as f32, 1.0),
        share(prior, best.prior, SMALLEST),
        1.0,
    ];
    let weighted = inputs.iter().zip(MISTAKE.on(size));
    logistic(weighted.map(|(input, weight)| input * weight).sum())
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
