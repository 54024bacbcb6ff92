// SPDX-License-Identifier: MIT OR Apache-2.0

//! Functions of pattern constraints that need worms and readings alone.
//!
//! Connection patterns are evaluated with these, before there are dragons.

use katachi_rules::{Color, Point};
use mkpat::Function;

use super::{Worms, is_ko_point};
use crate::reading::Reader;

/// Evaluates the functions of constraints that are about strings and readings, for one side, `o`, against the
/// other.
#[derive(Debug)]
pub(crate) struct Tactics<'a> {
    pub(crate) worms: &'a Worms,
    pub(crate) reader: &'a mut Reader,
    pub(crate) color: Color,
}

impl Tactics<'_> {
    /// The value of a function, or `None` if it needs more than strings and readings.
    pub(crate) fn value(&mut self, function: Function, points: &[Point]) -> Option<i32> {
        use Function as F;
        let (us, them) = (self.color, self.color.opposite());
        let p = points[0];
        let worm = self.worms.get(p);
        let liberties = |order: usize| Some(worm.map_or(0, |worm| worm.liberties[order - 1] as i32));
        let truth = match function {
            F::Lib => return liberties(1),
            F::Lib2 => return liberties(2),
            F::Lib3 => return liberties(3),
            F::Lib4 => return liberties(4),
            F::XLib => return Some(self.liberties_if_played(them, p)),
            F::OLib => return Some(self.liberties_if_played(us, p)),
            F::Cutstone => return Some(worm.map_or(0, |worm| worm.cutstone as i32)),
            F::Ko => self.is_ko(p),
            F::Attack => worm.is_some_and(|w| w.attack.is_yes()),
            F::Defend => worm.is_some_and(|w| w.attack.is_yes() && w.defense.is_yes()),
            F::SafeXMove => self.reader.tactics().is_safe_move(them, p),
            F::SafeOMove => self.reader.tactics().is_safe_move(us, p),
            F::XDefendAgainst => self.stops_safe_move(them, p, points[1]),
            F::ODefendAgainst => self.stops_safe_move(us, p, points[1]),
            F::DoesDefend => self.reader.tactics().does_defend(p, points[1]).is_yes(),
            F::DoesAttack => self.reader.tactics().does_attack(p, points[1]).is_yes(),
            F::XPlayDefend => self.after_moves(them, points, false),
            F::OPlayDefend => self.after_moves(us, points, false),
            F::XPlayAttack => self.after_moves(them, points, true),
            F::OPlayAttack => self.after_moves(us, points, true),
            _ => return None,
        };
        Some(i32::from(truth))
    }

    fn liberties_if_played(&mut self, color: Color, point: Point) -> i32 {
        self.reader
            .with_move(color, point, |reader| {
                let is_there = reader.board().cell(point).is_stone();
                is_there.then(|| reader.board().liberties(point) as i32)
            })
            .flatten()
            .unwrap_or(0)
    }

    fn stops_safe_move(&mut self, color: Color, at: Point, against: Point) -> bool {
        self.reader
            .with_move(color, at, |reader| {
                !reader.tactics().is_safe_move(color.opposite(), against)
            })
            .unwrap_or(false)
    }

    /// Reads whether the string at the last point can be captured (`attack`), or be saved, after the moves.
    fn after_moves(&mut self, first: Color, points: &[Point], attack: bool) -> bool {
        let Some((&target, moves)) = points.split_last() else {
            return false;
        };
        self.reader.with_moves(first, moves, |reader: &mut Reader| {
            if !reader.board().cell(target).is_stone() {
                // It is captured already.
                return attack;
            }
            let attacked = reader.tactics().attack(target).verdict.is_yes();
            if attack {
                attacked
            } else {
                !attacked || reader.tactics().defend(target).verdict.is_yes()
            }
        })
    }

    /// Whether it is a stone that can be retaken as a ko, or the empty point of a ko.
    fn is_ko(&self, point: Point) -> bool {
        match self.worms.get(point) {
            Some(worm) => worm.ko.is_some(),
            None => is_ko_point(self.reader.board(), point),
        }
    }
}
