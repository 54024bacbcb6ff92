// SPDX-License-Identifier: MIT OR Apache-2.0

//! The value of joining two dragons, which limits patterns of the classes `B` and `C`.
//!
//! Rules and figures are those of GNU Go 2.6, so that its databases mean the same here; but all ways out
//! count alike. What matters is the dragon that needs the connection: nothing if both live, and less if it
//! can run away.

use crate::analysis::{Analysis, Dragon, Status};

/// Value of each string of a dragon besides its stones, by its `cutstone`.
const STRING: [i32; 3] = [70, 76, 83];
const STONE: i32 = 4;
/// Ways out from which a dragon can run away.
const WAYS_OUT: u32 = 3;

pub(super) fn value(analysis: &Analysis, a: &Dragon, b: &Dragon) -> i32 {
    use Status::{Alive, Dead};
    let worth = |dragon: &Dragon| worth(analysis, dragon);
    let in_need = |dragon: &Dragon, part, of| match needs_help(dragon) {
        true => worth(dragon),
        false => part * worth(dragon) / of,
    };
    match (a.status, b.status) {
        (Alive, Alive) => 0,
        (Dead, Dead) if a.eyes.max + b.eyes.max < 2 => 0,
        (Dead, Dead) => worth(a) + worth(b),
        (Alive, _) => in_need(b, 2, 3),
        (_, Alive) => in_need(a, 2, 3),
        _ if is_strong(a) => in_need(b, 3, 4),
        _ if is_strong(b) => in_need(a, 3, 4),
        (Dead, _) => worth(a),
        (_, Dead) => worth(b),
        _ => worth(a).min(worth(b)),
    }
}

/// The value of a dragon that is saved: that of all its strings.
fn worth(analysis: &Analysis, dragon: &Dragon) -> i32 {
    let worms = dragon.strings.iter().filter_map(|&s| analysis.worms.get(s));
    worms
        .map(|worm| STRING[(worm.cutstone as usize).min(2)] + STONE * worm.size as i32)
        .sum()
}

/// Whether it is lost without the connection, or in danger.
fn needs_help(dragon: &Dragon) -> bool {
    matches!(dragon.safety, Status::Dead | Status::Critical) || dragon.ways_out < WAYS_OUT
}

/// Whether it has eyes and ways out enough to stand alone.
fn is_strong(dragon: &Dragon) -> bool {
    6 * dragon.eyes.min + dragon.eyes.halves.len() as u32 + 2 * dragon.ways_out > 10
}
