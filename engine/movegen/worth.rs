// SPDX-License-Identifier: MIT OR Apache-2.0

//! The worth of stones to the side that captures or saves them.

use katachi_rules::{Board, Color, Point};

use crate::analysis::{Analysis, Dragons, Status, Worm, Worms};

/// A string that is captured or saved, besides its stones; 0 to 20.
const STRING_BASE: i32 = 8;
/// Each stone of a string: two points, one for the stone and one for its point. By the scale.
const STRING_STONE: i32 = 10;
/// A string by its `cutstone`: 0, 1, 2; 0 to 40.
const CUTTING_STRING: [i32; 3] = [0, 10, 25];
/// Each stone of the largest string that a string can capture itself; 0 to 10.
const LUNCH_STONE: i32 = 3;
/// A group that is killed or saved, besides its stones; 0 to 20.
const GROUP_BASE: i32 = 10;
/// Each stone of a group: a little more than two points, as the eye space is won with it; 10 to 15.
const GROUP_STONE: i32 = 12;
/// Keeping a living string connected, and each of its stones; 20 to 50 and 0 to 6.
const LIVING_CONNECTION: (i32, i32) = (35, 3);
/// Keeping a string of open status connected, and each of its stones; 30 to 60 and 3 to 10.
const CONNECTION: (i32, i32) = (45, 6);
/// Keeping a weak string connected, and each of its stones; 40 to 80 and 5 to 12.
const WEAK_CONNECTION: (i32, i32) = (60, 10);

/// Capturing or saving a string: two points for each stone, one for the stone and one for its point, and more
/// for a string that cuts others apart.
pub(super) fn of_string(analysis: &Analysis, worm: &Worm) -> i32 {
    let cutting = CUTTING_STRING[(worm.cutstone as usize).min(CUTTING_STRING.len() - 1)];
    let lunch = worm
        .lunch
        .and_then(|s| analysis.worms.get(s))
        .map_or(0, |prey| LUNCH_STONE * prey.size as i32);
    STRING_BASE + STRING_STONE * worm.size as i32 + cutting + lunch
}

/// Killing or saving a group: a little more than two points for each stone, as the eye space is won too.
pub(super) fn of_group(size: u32) -> i32 {
    GROUP_BASE + GROUP_STONE * size as i32
}

/// Keeping a string connected: nothing for a dead one, more for a weak one.
pub(super) fn of_connection(worms: &Worms, dragons: &Dragons, stone: Point) -> i32 {
    let (Some(worm), Some(dragon)) = (worms.get(stone), dragons.get(stone)) else {
        return 0;
    };
    let (base, stone) = match dragon.status {
        Status::Dead => return 0,
        Status::Alive => LIVING_CONNECTION,
        _ if dragon.weak => WEAK_CONNECTION,
        _ => CONNECTION,
    };
    base + stone * worm.size as i32
}

/// Power of a colour near a point: 6-d for each of its stones at distance d < 6.
pub(super) fn power(board: &Board, at: Point, color: Color) -> i32 {
    let mut power = 0;
    for dy in -5i32..=5 {
        let reach = 5 - dy.abs();
        for dx in -reach..=reach {
            if board
                .size()
                .offset(at, dx, dy)
                .is_some_and(|p| board.cell(p).is(color))
            {
                power += 6 - dx.abs() - dy.abs();
            }
        }
    }
    power
}
