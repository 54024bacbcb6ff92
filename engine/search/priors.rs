// SPDX-License-Identifier: MIT OR Apache-2.0

//! Priors: probabilities of moves before the search. All knowledge reaches the search through this trait.

use std::fmt;

use katachi_rules::{Color, Game, Move, Point};

use super::restriction::Restriction;

/// A source of priors. Threads of one search share it.
pub trait Priors: fmt::Debug + Sync {
    /// Returns probabilities of moves on the board, 0 to 1; called once for each expanded node. The search
    /// drops illegal moves, and does not search moves that are missing. `edits`: with the changed values of
    /// an author, which a root may have as bonuses instead.
    fn cheap(&self, game: &Game, color: Color, edits: bool) -> Vec<(Point, f32)>;
}

/// Writes the legal moves of a node to `moves` with their cheap priors, most probable first, and a pass of
/// prior 0. The node is `depth` moves below the root.
pub(super) fn cheap(
    priors: &dyn Priors,
    (game, color, edits): (&Game, Color, bool),
    restriction: &Restriction,
    depth: u32,
    moves: &mut Vec<(Move, f32)>,
) {
    let probabilities = priors.cheap(game, color, edits).into_iter();
    let on_board = probabilities.map(|(point, probability)| (Move::Play(point), probability));
    moves.clear();
    moves.extend(on_board.filter(|&(mv, _)| game.is_legal(color, mv)));
    moves.push((Move::Pass, 0.0));
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    restriction.apply(moves, color, depth);
}

/// Makes each prior but that of a pass a mean of both tiers; `share` is the weight of the full one.
pub(super) fn blend(moves: &mut [(Move, f32)], full: &[(Point, f32)], share: f32) {
    for (mv, prior) in moves {
        let Move::Play(point) = *mv else { continue };
        let probability = full.iter().find(|e| e.0 == point).map_or(0.0, |e| e.1);
        *prior = (1.0 - share) * *prior + share * probability;
    }
}

/// Raises each prior to the power of 1 over the temperature; their sum stays.
pub(super) fn temper(moves: &mut [(Move, f32)], temperature: f32) {
    if temperature == 1.0 {
        return;
    }
    reweigh(moves, |_, prior| prior.powf(1.0 / temperature));
}

/// Changes each prior; their sum stays.
pub(super) fn reweigh(moves: &mut [(Move, f32)], change: impl Fn(Move, f32) -> f32) {
    let sum = |moves: &[(Move, f32)]| moves.iter().map(|(_, prior)| prior).sum::<f32>();
    let before = sum(moves);
    for (mv, prior) in moves.iter_mut() {
        *prior = change(*mv, *prior);
    }
    let factor = before / sum(moves).max(f32::MIN_POSITIVE);
    for (_, prior) in moves {
        *prior *= factor;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_high_temperature_makes_priors_more_even_and_keeps_order_and_sum() {
        let of = |x, prior| (Move::Play(Point::new(x, 0)), prior);
        let before = [of(0, 0.5), of(1, 0.125), of(2, 0.0), (Move::Pass, 0.0)];
        let mut moves = before;
        temper(&mut moves, 1.0);
        assert_eq!(moves, before);
        temper(&mut moves, 2.0);
        let [(_, first), (_, second), (_, none), (_, pass)] = moves;
        assert!(
            (first - 0.41667).abs() < 1e-4 && (second - 0.20833).abs() < 1e-4,
            "{moves:?}"
        );
        assert_eq!((none, pass), (0.0, 0.0));
    }

    #[test]
    fn priors_become_the_mean_of_both_tiers_and_keep_their_sum() {
        let at = |x| Point::new(x, 0);
        let of = |x, prior| (Move::Play(at(x)), prior);
        let mut moves = [of(0, 0.75), of(1, 0.25), (Move::Pass, 0.0)];
        blend(&mut moves, &[(at(1), 0.5), (at(0), 0.5)], 0.5);
        assert_eq!(moves, [of(0, 0.625), of(1, 0.375), (Move::Pass, 0.0)]);
    }
}
