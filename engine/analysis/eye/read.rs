// SPDX-License-Identifier: MIT OR Apache-2.0

//! An eye space whose worth is read.

use katachi_rules::{ByColor, Point, PointSet};

use super::space::Domain;
use super::{EyeSpace, Source};
use crate::analysis::Analysis;
use crate::analysis::constants::LARGEST_READ_EYE_SPACE;
use crate::analysis::orientation::Orientation;
use crate::reading::{EyeReading, Reader};

impl Analysis {
    /// The eye space around a point of the reader's position, which is that of this analysis, with its worth by reading: up to four
    /// questions with the reader's budget each. Where they are not decided, or the space has more than
    /// 16 points, it keeps the worth that it has in `eyes`. None if the point is in no eye space.
    ///
    /// The same in all turns and reflections of the position and with the colours swapped.
    pub fn read_eye(&self, reader: &mut Reader, point: Point) -> Option<EyeSpace> {
        let space = self.eyes.around(point)?;
        if space.points.len() > LARGEST_READ_EYE_SPACE {
            return Some(space.clone());
        }
        let board = reader.board().clone();
        let turn = Orientation::of(&board);
        let turned = turn.board(&board);
        let dead = turn.set(&self.dead_strings());
        let [black, white] = Domain::of(&turned, &dead).map(|domain| domain.points);
        let points = turn.set(&asked(space));
        reader.set_board(&turned);
        let found = reader.read_eye(turn.color(space.color), &points, &ByColor { black, white });
        reader.set_board(&board);
        Some(match found {
            Some(found) => space.with_worth(&found, turn),
            None => space.clone(),
        })
    }

    /// Strings that can be captured and not be saved, and dragons that are dead.
    fn dead_strings(&self) -> PointSet {
        let mut dead = self.worms.dead_stones();
        dead.extend_with(&self.dragons.dead_stones());
        dead
    }
}

/// The points among which eyes are asked about: those that are not marginal, if there are any.
fn asked(space: &EyeSpace) -> PointSet {
    let mut closed = space.points;
    closed.retain(|p| !space.margins.contains(p));
    if closed.is_empty() { space.points } else { closed }
}

impl EyeSpace {
    fn with_worth(&self, found: &EyeReading, turn: Orientation) -> Self {
        let moves = |point: Option<Point>| point.map(|p| turn.back(p)).into_iter().collect();
        Self {
            max: found.max,
            min: found.min,
            attack: moves(found.attack),
            defense: moves(found.defense),
            is_ko: found.is_ko,
            source: Source::Reading,
            ..self.clone()
        }
    }
}
