//! What reading says of the life of a dragon. All that is read about whole dragons comes in here.

use katachi_rules::Point;

use super::super::Worms;
use super::Dragon;
use crate::reading::Verdict;

/// Can a dragon be killed, and can it be saved?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Life {
    /// If the other side moves first.
    pub attack: Verdict,
    /// Moves that kill it, best first.
    pub attack_points: Vec<Point>,
    /// If its own side moves first.
    pub defense: Verdict,
    /// Moves that save it, best first.
    pub defense_points: Vec<Point>,
}

impl Life {
    /// It was not asked about, or nothing was found against it.
    pub(super) const SAFE: Self = Self {
        attack: Verdict::No,
        attack_points: Vec::new(),
        defense: Verdict::Yes,
        defense_points: Vec::new(),
    };
}

/// The life of a dragon so far as it hangs on the capture of one string that is at least half of it.
pub(super) fn by_capture(dragon: &Dragon, worms: &Worms) -> Life {
    let strings = dragon.strings.iter().filter_map(|&s| worms.get(s));
    let largest = strings.max_by_key(|worm| (worm.size, std::cmp::Reverse(worm.origin)));
    match largest {
        Some(worm) if 2 * worm.size >= dragon.size => Life {
            attack: worm.attack,
            attack_points: worm.attack_points.clone(),
            defense: worm.defense,
            defense_points: worm.defense_points.clone(),
        },
        _ => Life::SAFE,
    }
}
