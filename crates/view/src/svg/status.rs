// SPDX-License-Identifier: MIT OR Apache-2.0

//! Badges: the status of a group as shape, colour and mark.

use katachi_rules::Color;
use svg::node::element::Group;

use super::paint::{circle, cross, hex, ink_on, letters, polygon, square};
use crate::groups::GroupStatus;
use crate::palette::{self, BLACK};

/// Draws a badge of about that radius on a stone of that colour.
pub(super) fn badge(x: f32, y: f32, radius: f32, on: Color, status: GroupStatus) -> Group {
    let fill = hex(palette::status(status));
    let edge = hex(ink_on(on));
    let group = Group::new()
        .set("fill", fill)
        .set("stroke", edge)
        .set("stroke-width", 0.8)
        .set("stroke-linejoin", "round");
    let r = radius;
    let up = [(0.0, -1.25 * r), (1.2 * r, 0.9 * r), (-1.2 * r, 0.9 * r)];
    let group = match status {
        GroupStatus::Alive => group.add(circle(x, y, r)),
        GroupStatus::Unknown => group.add(square(x, y, 1.9 * r, palette::status(status))),
        GroupStatus::Weak => group.add(polygon(x, y, &up.map(|(x, y)| (x, -y)))),
        GroupStatus::Critical => group.add(polygon(x, y, &up)),
        GroupStatus::Dead => group.add(polygon(x, y, &cross(1.35 * r, 0.42 * r))),
    };
    let (dy, size) = match status {
        GroupStatus::Alive | GroupStatus::Dead => return group,
        GroupStatus::Unknown => (0.0, 1.8 * r),
        GroupStatus::Weak => (-0.2 * r, 1.8 * r),
        GroupStatus::Critical => (0.2 * r, 1.6 * r),
    };
    let mark = letters(x, y + dy, size, BLACK, &status.mark().to_string());
    Group::new().add(group).add(mark)
}
