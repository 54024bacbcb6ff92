// SPDX-License-Identifier: MIT OR Apache-2.0

//! Badges: the status of a group as shape, colour and mark.

use katachi_rules::Color;
use svg::node::element::Group;

use super::paint::{circle, cross, hex, ink_on, letters, polygon, square, stone_colour};
use crate::groups::GroupStatus;
use crate::palette::{self, BLACK};

/// Draws a badge of about that radius on a stone of that colour. That of a likely status has a hole.
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
    let shape = match status.plain() {
        GroupStatus::Alive | GroupStatus::LikelyAlive => group.add(circle(x, y, r)),
        GroupStatus::Unknown => group.add(square(x, y, 1.9 * r, palette::status(status))),
        GroupStatus::Weak => group.add(polygon(x, y, &up.map(|(x, y)| (x, -y)))),
        GroupStatus::Critical | GroupStatus::LikelyCritical => group.add(polygon(x, y, &up)),
        GroupStatus::Dead | GroupStatus::LikelyDead => group.add(polygon(x, y, &cross(1.35 * r, 0.42 * r))),
    };
    if status.is_likely() {
        return Group::new().add(shape).add(hole(x, y, 0.5 * r, on));
    }
    let (dy, size) = match status {
        GroupStatus::Unknown => (0.0, 1.8 * r),
        GroupStatus::Weak => (-0.2 * r, 1.8 * r),
        GroupStatus::Critical => (0.2 * r, 1.6 * r),
        _ => return shape,
    };
    let mark = letters(x, y + dy, size, BLACK, &status.mark().to_string());
    Group::new().add(shape).add(mark)
}

fn hole(x: f32, y: f32, radius: f32, on: Color) -> svg::node::element::Circle {
    circle(x, y, radius)
        .set("fill", hex(stone_colour(on)))
        .set("stroke", hex(ink_on(on)))
        .set("stroke-width", 0.6)
}
