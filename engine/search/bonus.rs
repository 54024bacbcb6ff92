// SPDX-License-Identifier: MIT OR Apache-2.0

//! Bonuses of an author for moves of the root.
//!
//! A bonus is in units of value, 16 a nat. It multiplies the prior of its move, and the final choice gives up
//! some of the win rate of the simulations for it. What is compared needs visits: a move with a
//! large bonus gets a share of all, and each of the two moves between which a bonus decides gets a quarter.
//! So the search plays the move, or shows what it loses by it.

use std::cmp::Reverse;

use katachi_rules::{Move, Point};

use super::SearchTask;
use super::node::TreeNode;
use super::priors::reweigh;
use super::report::{Report, Searched};
use super::settings::Constants;
use crate::learn::VALUE_PER_NAT;

/// A bonus for a move, or against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveBonus {
    /// The move.
    pub point: Point,
    /// Units of value, 16 a nat; negative against the move.
    pub value: i32,
    /// The part of it that the priors of all nodes have already.
    pub in_priors: i32,
}

/// The least bonus with which a move gets a share of all visits, in units of value: three nats.
const MIN_FORCED: i32 = 48;
/// Maximum share of the visits of the root for all moves with such a bonus together.
const MAX_FORCED: f32 = 0.5;
/// Share of the visits of the root that each of the two moves gets between which a bonus decides.
const VERIFIED: f32 = 0.25;
/// A move with a share of the visits below 1 divided by this is not chosen before the most visited one.
const MIN_TRIED: u32 = 10;

/// The bonuses of a root, and what a search does for them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bonuses<'a> {
    of_moves: &'a [MoveBonus],
    constants: Constants,
}

/// A move on the board in the final choice: visits, index, bonus, and the win rate with what is given up for
/// the bonus. Of moves with the same visits the first one counts.
type Compared = (u32, Reverse<usize>, i32, f32);

/// Multiplies the priors of moves by their bonuses. The sum of all priors stays as it is.
pub(super) fn raise(moves: &mut [(Move, f32)], bonuses: &[MoveBonus]) {
    if bonuses.is_empty() {
        return;
    }
    reweigh(moves, |mv, prior| {
        let bonus = find(bonuses, mv).map_or(0, |bonus| bonus.value - bonus.in_priors);
        prior * (bonus as f32 / VALUE_PER_NAT).exp()
    });
}

fn find(bonuses: &[MoveBonus], mv: Move) -> Option<&MoveBonus> {
    bonuses.iter().find(|bonus| mv == Move::Play(bonus.point))
}

impl<'a> Bonuses<'a> {
    pub(super) fn new(task: &SearchTask<'a>, constants: Constants) -> Self {
        Self {
            of_moves: task.bonuses.unwrap_or_default(),
            constants,
        }
    }

    /// Returns the bonus of a move, 0 without one, and the win rate that the final choice gives up for it.
    pub(super) fn value_and_price(&self, mv: Move) -> (i32, f32) {
        let bonus = find(self.of_moves, mv).map_or(0, |bonus| bonus.value);
        let of_unit = self.constants.bonus_win_rate / VALUE_PER_NAT;
        (bonus, of_unit * bonus as f32)
    }

    /// Returns the index of a child of the root that has to have more visits: one of the two moves between
    /// which a bonus decides, or one with a large bonus.
    pub(super) fn forced(&self, root: &TreeNode, children: &[TreeNode]) -> Option<usize> {
        if self.of_moves.is_empty() {
            return None;
        }
        let compared = |(index, child): (usize, &TreeNode)| {
            let (bonus, price) = self.value_and_price(child.mv());
            let win_rate = child.win_rate().unwrap_or(0.0);
            let compared = (child.visits(), Reverse(index), bonus, win_rate + price);
            (child.mv() != Move::Pass).then_some(compared)
        };
        let decided = decided(children.iter().enumerate().filter_map(compared), 1)?;
        let large = self.of_moves.iter().filter(|bonus| bonus.value >= MIN_FORCED);
        let most = MAX_FORCED / large.count().max(1) as f32;
        let share = self.constants.forced_share.min(most);
        let least = |index: usize| match self.value_and_price(children[index].mv()).0 {
            _ if decided.contains(&index) => VERIFIED,
            MIN_FORCED.. => share,
            _ => 0.0,
        };
        let visits = |child: &TreeNode| (child.visits() + child.pending()) as f32;
        let all = root.visits() as f32;
        (0..children.len()).find(|&index| visits(&children[index]) < least(index) * all)
    }
}

/// Returns the move on the board that a report chooses: of the most visited one, the most visited one
/// without a bonus, and those with one, that of the highest win rate and bonus together.
pub(super) fn choose(report: &Report) -> Option<Move> {
    let compared = |(index, found): (usize, &Searched)| {
        let worth = found.win_rate + found.bonus_win_rate;
        let compared = (found.visits, Reverse(index), found.bonus, worth);
        (found.mv != Move::Pass).then_some(compared)
    };
    let moves = report.moves.iter().enumerate().filter_map(compared);
    let [chosen, _] = decided(moves, report.visits / MIN_TRIED)?;
    Some(report.moves[chosen].mv)
}

/// Returns the indices of the move that is chosen, where rivals of the most visited one need `min` visits,
/// and of the most visited one without a bonus.
fn decided(moves: impl Iterator<Item = Compared> + Clone, min: u32) -> Option<[usize; 2]> {
    let rank = |compared: &Compared| (compared.0, compared.1);
    let first = moves.clone().max_by_key(rank)?;
    let unraised = moves.clone().filter(|&(_, _, bonus, _)| bonus == 0);
    let plain = unraised.max_by_key(rank);
    let rivals = moves.filter(|&(_, _, bonus, _)| bonus > 0).chain(plain);
    let tried = rivals.filter(|&(visits, ..)| visits >= min.max(1));
    let better = |best: Compared, rival: Compared| if rival.3 > best.3 { rival } else { best };
    let (_, Reverse(chosen), ..) = tried.fold(first, better);
    Some([chosen, plain.unwrap_or(first).1.0])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The move of three, by visits, win rate and bonus, that is chosen after 1,000 visits.
    fn chosen(moves: [(u32, f32, i32); 3]) -> usize {
        let compared = |(index, (visits, win_rate, bonus)): (usize, (u32, f32, i32))| {
            (visits, Reverse(index), bonus, win_rate + 0.0075 * bonus as f32)
        };
        decided(moves.into_iter().enumerate().map(compared), 100).expect("there are moves")[0]
    }

    #[test]
    fn a_nat_of_bonus_multiplies_the_odds_by_e_and_keeps_the_sum() {
        let [a, b] = [0, 1].map(|x| Point::new(x, 0));
        let mut moves = [(Move::Play(a), 0.6), (Move::Play(b), 0.3), (Move::Pass, 0.0)];
        for in_priors in [16, 0] {
            let (point, value) = (b, 16);
            let before = moves[1].1 / moves[0].1;
            raise(
                &mut moves,
                &[MoveBonus {
                    point,
                    value,
                    in_priors,
                }],
            );
            assert!((moves[0].1 + moves[1].1 - 0.9).abs() < 1e-6);
            let added = (moves[1].1 / moves[0].1 / before).ln();
            assert!(
                (added - (16 - in_priors) as f32 / 16.0).abs() < 1e-5,
                "what priors have counts once"
            );
        }
    }

    #[test]
    fn a_bonus_buys_a_stated_win_rate_and_no_more() {
        let first = (600, 0.6, 0);
        for (moves, index, why) in [
            (
                [first, (100, 0.30, 48), (50, 0.6, 0)],
                1,
                "0.30 lost, 0.36 bought",
            ),
            (
                [first, (100, 0.20, 48), (50, 0.6, 0)],
                0,
                "0.40 lost, 0.36 bought",
            ),
            ([first, (99, 0.35, 48), (50, 0.6, 0)], 0, "hardly tried"),
            (
                [first, (300, 0.62, 0), (50, 0.6, 0)],
                0,
                "no bonus: visits decide",
            ),
            (
                [(600, 0.20, 48), (200, 0.6, 0), (50, 0.9, 0)],
                1,
                "also by most visits",
            ),
            (
                [(600, 0.35, 48), (200, 0.6, 0), (50, 0.9, 0)],
                0,
                "within the price",
            ),
            (
                [(600, 0.6, -48), (200, 0.55, 0), (190, 0.59, 0)],
                1,
                "the next one",
            ),
        ] {
            assert_eq!(chosen(moves), index, "{why}");
        }
    }
}
