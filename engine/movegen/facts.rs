//! What the constraints of patterns get to know of a position.

use katachi_rules::{Board, Color, Point};
use mkpat::{Function, Status};

use crate::analysis::{Analysis, is_ko_point};
use crate::matcher::Facts;
use crate::reading::Reader;

/// Answers the functions of constraints for one side, `o`, against the other, `x`.
///
/// What no analysis knows yet is answered so: `genus` counts the points that are eyes by the rule of the
/// diagonals, 2 at most; `eye` and `proper_eye` are true for just those points, `marginal_eye` never;
/// `xcut`, `ocut` and `seki_helper` are false. A dragon is a string.
pub(crate) struct PositionFacts<'a> {
    analysis: &'a mut Analysis,
    color: Color,
}

impl<'a> PositionFacts<'a> {
    pub(crate) fn new(analysis: &'a mut Analysis, color: Color) -> Self {
        Self { analysis, color }
    }

    pub(crate) fn analysis(&mut self) -> &mut Analysis {
        self.analysis
    }

    /// Is a move there legal and not captured at once? The reader remembers what it has read.
    pub(crate) fn is_safe(&mut self, color: Color, point: Point) -> bool {
        self.analysis.reader.is_safe_move(color, point)
    }

    fn board(&self) -> &Board {
        self.analysis.reader.board()
    }

    fn status(&self, stone: Point) -> Status {
        self.analysis.worms.status(stone)
    }

    fn liberties(&self, stone: Point, order: usize) -> i32 {
        self.analysis
            .worms
            .get(stone)
            .map_or(0, |worm| worm.liberties[order - 1] as i32)
    }

    fn liberties_if_played(&mut self, color: Color, point: Point) -> i32 {
        self.analysis
            .reader
            .after(color, point, |reader| {
                let board = reader.board();
                if board.cell(point).is_stone() {
                    board.liberties(point) as i32
                } else {
                    0
                }
            })
            .unwrap_or(0)
    }

    fn stops_safe_move(&mut self, color: Color, at: Point, against: Point) -> bool {
        self.analysis
            .reader
            .after(color, at, |reader| {
                !reader.is_safe_move(color.opposite(), against)
            })
            .unwrap_or(false)
    }

    /// After the moves: can the string at the last point be captured (`attack`), or be saved?
    fn after_moves(&mut self, first: Color, points: &[Point], attack: bool) -> bool {
        let Some((&target, moves)) = points.split_last() else {
            return false;
        };
        self.analysis
            .reader
            .after_sequence(first, moves, |reader: &mut Reader| {
                if !reader.board().cell(target).is_stone() {
                    // It is captured already.
                    return attack;
                }
                let attacked = reader.attack(target).verdict.is_yes();
                if attack {
                    attacked
                } else {
                    !attacked || reader.defend(target).verdict.is_yes()
                }
            })
    }

    /// A stone that can be retaken as a ko, or the empty point of one.
    fn is_ko(&self, point: Point) -> bool {
        match self.analysis.worms.get(point) {
            Some(worm) => worm.ko.is_some(),
            None => is_ko_point(self.board(), point),
        }
    }

    fn is_eye(&self, point: Point) -> bool {
        Color::BOTH
            .into_iter()
            .any(|color| self.board().is_eye(color, point))
    }

    fn genus(&self, stone: Point) -> i32 {
        let board = self.board();
        let Some(color) = board.cell(stone).color() else {
            return 0;
        };
        let eyes = board
            .liberty_set(stone)
            .iter()
            .filter(|&p| board.is_eye(color, p))
            .count();
        eyes.min(2) as i32
    }
}

impl Facts for PositionFacts<'_> {
    fn call(&mut self, function: Function, points: &[Point]) -> i32 {
        use Function as F;
        let (us, them) = (self.color, self.color.opposite());
        let p = points[0];
        let influence = &mut self.analysis.influence;
        let truth = match function {
            F::Lib => return self.liberties(p, 1),
            F::Lib2 => return self.liberties(p, 2),
            F::Lib3 => return self.liberties(p, 3),
            F::Lib4 => return self.liberties(p, 4),
            F::XLib => return self.liberties_if_played(them, p),
            F::OLib => return self.liberties_if_played(us, p),
            F::Status => return self.status(p) as i32,
            F::Genus => return self.genus(p),
            F::Cutstone => return self.analysis.worms.get(p).map_or(0, |worm| worm.cutstone as i32),
            F::DiffMoyo => return influence.delta_moyo(p, us) + influence.delta_moyo(p, them),
            F::AreaStone => return self.analysis.area_stones(p) as i32,
            F::AreaSpace => return self.analysis.area_spaces(p) as i32,
            F::Ko => self.is_ko(p),
            F::Alive => self.status(p) == Status::Alive,
            F::Unknown => self.status(p) == Status::Unknown,
            F::Critical => self.status(p) == Status::Critical,
            F::Dead => self.status(p) == Status::Dead,
            F::XArea => influence.area.owner(p) == Some(them),
            F::OArea => influence.area.owner(p) == Some(us),
            F::XMoyo => influence.moyo.owner(p) == Some(them),
            F::OMoyo => influence.moyo.owner(p) == Some(us),
            F::XTerri => influence.territory.owner(p) == Some(them),
            F::OTerri => influence.territory.owner(p) == Some(us),
            F::Weak => self.analysis.is_weak(p),
            F::Attack => self.analysis.worms.get(p).is_some_and(|w| w.attack.is_yes()),
            F::Defend => self
                .analysis
                .worms
                .get(p)
                .is_some_and(|w| w.attack.is_yes() && w.defense.is_yes()),
            F::SafeXMove => self.is_safe(them, p),
            F::SafeOMove => self.is_safe(us, p),
            F::XDefendAgainst => self.stops_safe_move(them, p, points[1]),
            F::ODefendAgainst => self.stops_safe_move(us, p, points[1]),
            F::DoesDefend => self.analysis.reader.does_defend(p, points[1]).is_yes(),
            F::DoesAttack => self.analysis.reader.does_attack(p, points[1]).is_yes(),
            F::XPlayDefend => self.after_moves(them, points, false),
            F::OPlayDefend => self.after_moves(us, points, false),
            F::XPlayAttack => self.after_moves(them, points, true),
            F::OPlayAttack => self.after_moves(us, points, true),
            F::Eye | F::ProperEye => self.is_eye(p),
            F::MarginalEye | F::XCut | F::OCut | F::SekiHelper => false,
        };
        i32::from(truth)
    }
}

#[cfg(test)]
mod tests;
