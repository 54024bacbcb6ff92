// SPDX-License-Identifier: MIT OR Apache-2.0

//! Bonuses of an author for moves of the root.
//!
//! A bonus is in units of value, 16 a nat. It acts three times: it multiplies the prior, if that does not
//! have it already; a move with a large one gets a share of all visits, so that it has a win rate and a
//! variation; and the final choice gives up some win rate for it. So the search plays the move, or shows what
//! it loses by it.

use katachi_rules::{Move, Point};

use super::node::TreeNode;
use super::priors::reweigh;
use super::report::Searched;
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
/// A move with a share of the visits below 1 divided by this is not chosen for its bonus.
const MIN_TRIED: u32 = 100;

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

pub(super) fn value_for(bonuses: &[MoveBonus], mv: Move) -> i32 {
    find(bonuses, mv).map_or(0, |bonus| bonus.value)
}

fn find(bonuses: &[MoveBonus], mv: Move) -> Option<&MoveBonus> {
    bonuses.iter().find(|bonus| mv == Move::Play(bonus.point))
}

/// Returns the index of a child of the root whose bonus asks for more visits than it has.
pub(super) fn forced(
    constants: &Constants,
    bonuses: &[MoveBonus],
    root: &TreeNode,
    children: &[TreeNode],
) -> Option<usize> {
    let count = bonuses.iter().filter(|bonus| bonus.value >= MIN_FORCED).count();
    if count == 0 {
        return None;
    }
    let share = constants.forced_share.min(MAX_FORCED / count as f32);
    let min = share * root.visits() as f32;
    let lacks = |child: &TreeNode| {
        value_for(bonuses, child.mv()) >= MIN_FORCED && ((child.visits() + child.pending()) as f32) < min
    };
    children.iter().position(lacks)
}

/// Returns the move that is chosen in place of `first`, the most visited one: of this and the moves with a
/// bonus the one with the highest win rate and bonus together. A bonus against the most visited move leaves
/// the choice to the next one, too.
pub(super) fn choose<'a>(first: &'a Searched, moves: &'a [Searched], visits: u32) -> &'a Searched {
    let is_tried = |searched: &&Searched| searched.mv != Move::Pass && searched.visits >= visits / MIN_TRIED;
    let mut best = first;
    let next = moves.iter().find(|searched| searched.bonus >= 0);
    let next = next.filter(|_| first.bonus < 0);
    let raised = moves.iter().filter(|searched| searched.bonus > 0);
    for searched in raised.chain(next).filter(is_tried) {
        if searched.worth() > best.worth() {
            best = searched;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: u8) -> Point {
        Point::new(x, 0)
    }

    fn bonus(x: u8, value: i32) -> MoveBonus {
        MoveBonus {
            point: point(x),
            value,
            in_priors: 0,
        }
    }

    fn searched(x: u8, visits: u32, win_rate: f32, bonus: i32) -> Searched {
        let mv = Move::Play(point(x));
        Searched {
            mv,
            visits,
            win_rate,
            lead: 0.0,
            prior: 0.1,
            bonus,
            bonus_win_rate: bonus as f32 * 0.0025,
            amaf: None,
            variation: vec![mv],
            variation_visits: vec![visits],
        }
    }

    #[test]
    fn a_nat_of_bonus_multiplies_the_odds_by_e_and_keeps_the_sum() {
        let mut moves = [
            (Move::Play(point(0)), 0.6),
            (Move::Play(point(1)), 0.3),
            (Move::Pass, 0.0),
        ];
        raise(&mut moves, &[bonus(1, 16)]);
        assert!((moves[0].1 + moves[1].1 - 0.9).abs() < 1e-6);
        assert!((moves[1].1 / moves[0].1 - 0.5 * std::f32::consts::E).abs() < 1e-5);
    }

    #[test]
    fn a_bonus_that_is_in_the_priors_multiplies_nothing() {
        let before = [(Move::Play(point(0)), 0.75), (Move::Play(point(1)), 0.25)];
        let mut moves = before;
        let in_priors = MoveBonus {
            in_priors: 16,
            ..bonus(1, 16)
        };
        raise(&mut moves, &[in_priors]);
        assert_eq!(moves, before);
        assert_eq!(value_for(&[in_priors], moves[1].0), 16, "it acts in the choice");
    }

    #[test]
    fn a_bonus_buys_a_stated_win_rate_and_no_more() {
        let chosen = |rate: f32, visits, bonus| {
            let moves = [searched(0, 900, 0.60, 0), searched(1, visits, rate, bonus)];
            choose(&moves[0], &moves, 1000).mv
        };
        assert_eq!(
            chosen(0.50, 50, 48),
            Move::Play(point(1)),
            "0.10 lost, 0.12 bought"
        );
        assert_eq!(
            chosen(0.45, 50, 48),
            Move::Play(point(0)),
            "0.15 lost, 0.12 bought"
        );
        assert_eq!(chosen(0.50, 5, 48), Move::Play(point(0)), "hardly tried");
        assert_eq!(
            chosen(0.62, 50, 0),
            Move::Play(point(0)),
            "no bonus: visits decide"
        );
    }

    #[test]
    fn a_bonus_against_the_most_visited_move_leaves_the_choice_to_the_next() {
        let moves = [
            searched(0, 700, 0.60, -48),
            searched(1, 200, 0.55, 0),
            searched(2, 90, 0.59, 0),
        ];
        assert_eq!(choose(&moves[0], &moves, 1000).mv, Move::Play(point(1)));
    }
}
