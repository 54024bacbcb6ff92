// SPDX-License-Identifier: MIT OR Apache-2.0

//! The answers of a position to the functions of constraints.

use katachi_rules::{Color, Point};
use mkpat::{Function, Status};

use crate::analysis::{Analysis, MoyoGains, Tactics};
use crate::matcher::Facts;
use crate::movegen::ConstraintCall;
use crate::reading::Reader;

/// Answers the functions of constraints for one side, `o`, against the other, `x`.
///
/// `seki_helper` is true for a dragon that lives by a seki already.
pub(crate) struct PositionFacts<'a> {
    pub(crate) analysis: &'a Analysis,
    pub(crate) reader: &'a mut Reader,
    pub(crate) moyo_gains: MoyoGains,
    /// The calls of constraints, if they are recorded.
    pub(crate) calls: Option<Vec<ConstraintCall>>,
    color: Color,
    /// The points of the last two moves.
    past: [Option<Point>; 2],
}

impl<'a> PositionFacts<'a> {
    pub(crate) fn new(
        analysis: &'a Analysis,
        reader: &'a mut Reader,
        color: Color,
        past: [Option<Point>; 2],
    ) -> Self {
        Self {
            analysis,
            reader,
            moyo_gains: MoyoGains::default(),
            calls: None,
            color,
            past,
        }
    }

    pub(crate) fn moyo_gain(&mut self, point: Point, color: Color) -> i32 {
        self.moyo_gains.gain(&self.analysis.influence, point, color)
    }

    /// Returns whether a move there is legal and not captured at once. The reader caches its answers.
    pub(crate) fn is_safe(&mut self, color: Color, point: Point) -> bool {
        self.reader.tactics().is_safe_move(color, point)
    }

    fn status(&self, stone: Point) -> Status {
        self.analysis.dragons.status(stone)
    }

    /// Whether the point is in an eye space of either side, as a marginal or as a proper point if that is
    /// set.
    fn is_eye(&self, point: Point, marginal: Option<bool>) -> bool {
        Color::BOTH.into_iter().any(|color| {
            let space = self.analysis.eyes.get(color, point);
            space.is_some_and(|s| marginal.is_none_or(|m| s.margins.contains(point) == m))
        })
    }

    fn safety(&self, stone: Point) -> Option<Status> {
        self.analysis.dragons.get(stone).map(|dragon| dragon.safety)
    }

    /// Eyes of the dragon, if its side moves first.
    fn genus(&self, stone: Point) -> i32 {
        let dragon = self.analysis.dragons.get(stone);
        dragon.map_or(0, |dragon| dragon.eyes.max as i32)
    }

    fn answer(&mut self, function: Function, points: &[Point]) -> i32 {
        use Function as F;
        let (us, them) = (self.color, self.color.opposite());
        let p = points[0];
        let mut tactics = Tactics {
            worms: &self.analysis.worms,
            reader: self.reader,
            color: us,
        };
        if let Some(value) = tactics.value(function, points) {
            return value;
        }
        let influence = &self.analysis.influence;
        let truth = match function {
            F::Status => return self.status(p) as i32,
            F::Genus => return self.genus(p),
            F::DiffMoyo => return self.moyo_gain(p, us) + self.moyo_gain(p, them),
            F::AreaStone => return influence.area_stones(p) as i32,
            F::AreaSpace => return influence.area_spaces(p) as i32,
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
            F::Weak => self.safety(p) == Some(Status::Critical),
            F::Eye => self.is_eye(p, None),
            F::ProperEye => self.is_eye(p, Some(false)),
            F::MarginalEye => self.is_eye(p, Some(true)),
            F::XCut => self.analysis.dragons.connections.cuts[us].contains(p),
            F::OCut => self.analysis.dragons.connections.cuts[them].contains(p),
            F::Last => self.past.contains(&Some(p)),
            F::SekiHelper => self.analysis.dragons.get(p).is_some_and(|dragon| dragon.seki),
            _ => unreachable!("strings and readings have answered"),
        };
        i32::from(truth)
    }
}

impl Facts for PositionFacts<'_> {
    fn call(&mut self, function: Function, points: &[Point]) -> i32 {
        let value = self.answer(function, points);
        if let Some(calls) = &mut self.calls {
            let points = points.to_vec();
            calls.push(ConstraintCall {
                function,
                points,
                value,
            });
        }
        value
    }
}

#[cfg(test)]
mod tests;
