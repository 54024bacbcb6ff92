// SPDX-License-Identifier: MIT OR Apache-2.0

//! The eyes of a dragon: the sum over its eye spaces.
//!
//! An eye space belongs to the dragon that touches most of its points. Where the side to move decides, the
//! sides take turns: of two half eyes one is sure. Spaces of more than `LARGEST_EYE_SPACE` points are no eyes
//! but territory, which influence judges.

use katachi_rules::{Board, Point, PointSet};

use super::Dragons;
use crate::analysis::Worms;
use crate::analysis::eye::{EyeSpace, Eyes};
use crate::analysis::orientation::map_back;

/// Eyes of a dragon, 2 at most: more makes no difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DragonEyes {
    /// Number if its side moves first.
    pub max: u32,
    /// Number if the other side moves first.
    pub min: u32,
    /// One point of each eye space that has an eye whoever moves first.
    pub sure: Vec<Point>,
    /// Points that are eyes if they are defended: half eyes.
    pub halves: Vec<Point>,
    /// Moves by which the other side holds it down to `min`, if that is less than `max`.
    pub attack: Vec<Point>,
    /// Moves by which its side gets `max`, if that is more than `min`.
    pub defense: Vec<Point>,
}

map_back!(DragonEyes: sure, halves, attack, defense);

/// Eyes that the side to move makes or destroys.
#[derive(Clone, Debug)]
struct Gap {
    size: u32,
    attack: Vec<Point>,
    defense: Vec<Point>,
}

impl Gap {
    /// Merges another gap if one move decides both. Only such moves count from then on.
    fn take_in(&mut self, other: &Self) -> bool {
        let common = |a: &[Point], b: &[Point]| a.iter().copied().filter(|p| b.contains(p)).collect();
        let attack: Vec<Point> = common(&self.attack, &other.attack);
        let defense: Vec<Point> = common(&self.defense, &other.defense);
        if attack.is_empty() && defense.is_empty() {
            return false;
        }
        self.size += other.size;
        for (own, common) in [(&mut self.attack, attack), (&mut self.defense, defense)] {
            if !common.is_empty() {
                *own = common;
            }
        }
        true
    }
}

/// Counts the eyes of each dragon. Returns them with the points of its eye spaces. An eye space counts for
/// the dragon that most of its points touch, unless it is large.
pub(super) fn count(
    board: &Board,
    worms: &Worms,
    eyes: &Eyes,
    dragons: &Dragons,
) -> Vec<(DragonEyes, PointSet)> {
    let mut spaces: Vec<Vec<&EyeSpace>> = vec![Vec::new(); dragons.dragons.len()];
    for space in eyes.iter().filter(|s| s.is_certain()) {
        if let Some(dragon) = owner(board, worms, dragons, space) {
            spaces[dragon].push(space);
        }
    }
    let points = |spaces: &[&EyeSpace]| spaces.iter().flat_map(|space| space.points.iter()).collect();
    let counted = spaces.iter().map(|spaces| (together(spaces), points(spaces)));
    counted.collect()
}

/// The dragon that an eye space belongs to, the first of several. `None` if only captured stones are beside
/// it.
fn owner(board: &Board, worms: &Worms, dragons: &Dragons, space: &EyeSpace) -> Option<usize> {
    let points = space.points.iter();
    let strings = points.flat_map(|point| board.strings_beside(point, space.color));
    let stands = |&string: &Point| worms.get(string).is_some_and(|worm| !worm.is_captured());
    let strings = strings.filter(stands);
    let touched: Vec<usize> = strings.map(|string| usize::from(dragons.at[string])).collect();
    let times = |dragon| touched.iter().filter(|&&other| other == dragon).count();
    let dragons = touched.iter().copied();
    dragons.max_by_key(|&dragon| (times(dragon), std::cmp::Reverse(dragon)))
}

/// Eyes of several spaces. Where the side to move decides, the two sides take turns, the largest gap first:
/// of two half eyes one is sure.
fn together(spaces: &[&EyeSpace]) -> DragonEyes {
    let mut gaps: Vec<Gap> = Vec::new();
    for space in spaces.iter().filter(|s| s.max > s.min) {
        let gap = Gap {
            size: u32::from(space.max - space.min),
            attack: space.attack.clone(),
            defense: space.defense.clone(),
        };
        if !gaps.iter_mut().any(|other| other.take_in(&gap)) {
            gaps.push(gap);
        }
    }
    gaps.sort_by_key(|gap| std::cmp::Reverse(gap.size));
    let sure: u32 = spaces.iter().map(|s| u32::from(s.min)).sum();
    let taken = |from: usize| gaps.iter().skip(from).step_by(2).map(|gap| gap.size).sum::<u32>();
    let (max, min) = ((sure + taken(0)).min(2), (sure + taken(1)).min(2));
    let decisive = |of: fn(&Gap) -> &Vec<Point>| {
        let hottest = gaps.iter().filter(|gap| gap.size == gaps[0].size);
        let points = hottest.flat_map(|gap| of(gap).iter().copied());
        if max > min { points.collect() } else { Vec::new() }
    };
    let with_eyes = spaces.iter().filter(|space| space.min > 0);
    let halves = spaces.iter().flat_map(|space| space.halves());
    DragonEyes {
        max,
        min,
        sure: with_eyes.filter_map(|space| space.points.iter().next()).collect(),
        halves: halves.map(|half| half.point).collect(),
        attack: decisive(|gap| &gap.attack),
        defense: decisive(|gap| &gap.defense),
    }
}
