// SPDX-License-Identifier: MIT OR Apache-2.0

//! Thermographs: the value of a local position for either side, as a function of the temperature of the rest
//! of the board.
//!
//! E. Berlekamp, J. Conway, R. Guy, "Winning Ways", 1982, chapter 6; for Go: E. Berlekamp, D. Wolfe,
//! "Mathematical Go",
//! 1994. Each move costs a tax, as much as a move elsewhere gains. At each tax the left wall is the score for
//!       Black if
//! Black moves first and the right wall the score if White does. The tax at which the walls meet is the
//! temperature of the position, which is what a move gains; above it is the mast, at the mean.
//!
//! A move is sente if it costs nothing up to a temperature above its own gain (`sente_temperature`) and the
//! other side moves last in the sequence that gains (`ends_in_sente`).

use katachi_rules::{ByColor, Color};

/// The taxes at which thermographs are drawn.
const STEPS: usize = 32;

/// One wall: the score for Black, in points, at each tax.
pub(super) type Wall = [f32; STEPS];

/// The tax of a step: quarters of a point up to 4, halves up to 8, and some larger ones.
fn tax(step: usize) -> f32 {
    match step {
        0..=16 => step as f32 / 4.0,
        17..=24 => 4.0 + (step - 16) as f32 / 2.0,
        _ => 8.0 + 3.0 * (step - 24) as f32,
    }
}

/// Walls within this distance of each other, in points, meet.
const NOISE: f32 = 1e-3;

/// The walls of a position, with the mast, by the side that moves first: Black's is the left wall.
pub(super) type Thermograph = ByColor<Wall>;

/// The thermograph of a number: neither side gains by moving.
pub(super) fn number(value: f32) -> Thermograph {
    ByColor::from_fn(|_| [value; STEPS])
}

/// The thermograph from the walls of each side's best moves. `count` is the score if neither gains by moving.
pub(super) fn with_mast(mut walls: ByColor<Wall>, count: f32) -> Thermograph {
    let (left, right) = (&walls.black, &walls.white);
    if left[0] < right[0] {
        return number(count.max(left[0]).min(right[0]));
    }
    if let Some(above) = (1..STEPS).find(|&i| left[i] < right[i]) {
        let (_, mast) = meeting(left, right, above);
        walls.black[above..].fill(mast);
        walls.white[above..].fill(mast);
    }
    walls
}

/// The share of the step below `above` at which the left wall falls below the right one, and its value there.
fn meeting(left: &Wall, right: &Wall, above: usize) -> (f32, f32) {
    let gap = |i: usize| left[i] - right[i];
    let share = if gap(above).is_finite() {
        gap(above - 1) / (gap(above - 1) - gap(above))
    } else {
        0.0
    };
    let rise = if share > 0.0 {
        left[above] - left[above - 1]
    } else {
        0.0
    };
    (share, left[above - 1] + share * rise)
}

/// Returns the wall of a side's best moves from the other side's walls after its moves.
pub(super) fn best_wall<'a>(color: Color, after: impl IntoIterator<Item = &'a Wall>) -> Wall {
    let (nothing, sign) = match color {
        Color::Black => (f32::NEG_INFINITY, 1.0),
        Color::White => (f32::INFINITY, -1.0),
    };
    let mut best = [nothing; STEPS];
    for wall in after {
        for (i, best) in best.iter_mut().enumerate() {
            *best = better(color, *best, wall[i] - sign * tax(i));
        }
    }
    best
}

pub(super) fn better(color: Color, a: f32, b: f32) -> f32 {
    match color {
        Color::Black => a.max(b),
        Color::White => a.min(b),
    }
}

/// Returns what a move gains, in points: the lowest tax at which its wall meets `other`, the wall of the
/// other side's first move. `after` is the wall after the move, with the other side to move. `None` if the
/// move loses points without a tax.
pub(super) fn gain(color: Color, after: &Wall, other: &Wall) -> Option<f32> {
    let taken = best_wall(color, [after]);
    let (left, right) = match color {
        Color::Black => (&taken, other),
        Color::White => (other, &taken),
    };
    if left[0] + NOISE < right[0] {
        return None;
    }
    let Some(above) = (0..STEPS).find(|&i| left[i] < right[i] + NOISE) else {
        return Some(tax(STEPS - 1));
    };
    if above == 0 {
        return Some(0.0);
    }
    let (share, _) = meeting(left, right, above);
    Some(tax(above - 1) + share * (tax(above) - tax(above - 1)))
}

/// Returns the highest temperature at which a move costs nothing: its wall is as good as `own`, the wall of
/// its side in the position before. For a move in gote this is what it gains, for one in sente the
/// temperature up to which it is answered. `after` is the wall after the move.
pub(super) fn sente_temperature(color: Color, after: &Wall, own: &Wall) -> f32 {
    let taken = best_wall(color, [after]);
    let costs = |i: &usize| (taken[*i] - own[*i]).abs() > NOISE;
    let step = (0..STEPS).find(costs).unwrap_or(STEPS);
    tax(step.saturating_sub(1))
}

/// The step of the highest tax that is at most this one.
fn step_of(most: f32) -> usize {
    (0..STEPS).rev().find(|&i| tax(i) <= most).unwrap_or(0)
}

/// Returns whether the other side makes the last move of the sequence by which a move gains `points`. If it
/// does, both sides pay the tax equally often and the score does not fall as the tax rises; if the own side
/// makes the last move, it falls. `after` is the wall after the move.
pub(super) fn ends_in_sente(color: Color, after: &Wall, points: f32) -> bool {
    let taken = best_wall(color, [after]);
    let (low, high) = (step_of(points / 2.0), step_of(points));
    let lost = (taken[low] - taken[high]).abs();
    2.0 * lost <= tax(high) - tax(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position in which Black can move to `left` and White to `right`.
    fn game(left: &Thermograph, right: &Thermograph) -> Thermograph {
        let options = ByColor {
            black: best_wall(Color::Black, [&left.white]),
            white: best_wall(Color::White, [&right.black]),
        };
        with_mast(options, 0.0)
    }

    /// The gain of a move: where the walls meet.
    fn temperature(game: &Thermograph) -> f32 {
        let ByColor {
            black: left,
            white: right,
        } = game;
        (0..STEPS)
            .find(|&i| left[i] <= right[i])
            .map_or(f32::INFINITY, tax)
    }

    #[test]
    fn a_move_in_gote_gains_half_of_its_swing() {
        let gote = game(&number(3.0), &number(-2.0));
        assert_eq!(temperature(&gote), 2.5);
        assert_eq!(gote.black[STEPS - 1], 0.5, "the mean");
    }

    #[test]
    fn a_threat_that_is_answered_gains_all_of_its_swing() {
        // Black threatens 20, White answers to 2; White first makes it 0.
        let threat = game(&number(20.0), &number(2.0));
        let sente = game(&threat, &number(0.0));
        assert_eq!(temperature(&sente), 2.0);
        assert_eq!(gain(Color::Black, &threat.white, &sente.white), Some(2.0));
        assert_eq!(gain(Color::White, &number(0.0).black, &sente.black), Some(2.0));
    }

    #[test]
    fn a_move_in_sente_costs_nothing_as_long_as_it_is_answered() {
        let until = |after: &Thermograph, game: &Thermograph| {
            sente_temperature(Color::Black, &after.white, &game.black)
        };
        // Black threatens 20 where White's answer leaves 2: the next move gains 9.
        let threat = game(&number(20.0), &number(2.0));
        assert_eq!(until(&threat, &game(&threat, &number(0.0))), 8.0);
        assert_eq!(
            until(&number(3.0), &game(&number(3.0), &number(-2.0))),
            2.5,
            "gote"
        );
        // White's answer leaves something that Black has to add a move to: three moves, and no sente before
        // that is worth as little.
        let answered = game(&number(2.0), &number(-2.0));
        let threat = game(&number(20.0), &answered);
        let three = game(&threat, &number(0.0));
        assert!(until(&threat, &three) <= temperature(&three));
    }

    #[test]
    fn a_gain_ends_in_sente_if_the_other_side_moves_last() {
        let threat = game(&number(20.0), &number(2.0));
        assert!(ends_in_sente(Color::Black, &threat.white, 2.0));
        // Black threatens, White answers, and Black has to move once more to get what there is.
        let gote = game(&number(3.0), &number(-1.0));
        let detour = game(&number(20.0), &gote);
        assert!(!ends_in_sente(Color::Black, &detour.white, 2.0));
        assert!(!ends_in_sente(Color::Black, &number(3.0).white, 2.0), "gote");
    }

    #[test]
    fn where_moves_lose_nobody_plays() {
        let zugzwang = game(&number(-1.0), &number(1.0));
        assert_eq!((temperature(&zugzwang), zugzwang.black[0]), (0.0, 0.0));
        let own = number(-1.0);
        assert_eq!(gain(Color::Black, &own.white, &zugzwang.white), None);
    }
}
