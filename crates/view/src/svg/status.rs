// SPDX-License-Identifier: MIT OR Apache-2.0

//! Badges: the status of a group as shape, colour and mark.

use katachi_rules::Color;
use svg::node::element::Group;

use super::paint::{circle, cross, hex, ink_on, letters, polygon, square};
use crate::groups::Standing;
use crate::palette::{self, BLACK};

/// A badge of about that radius, on a stone of that colour.
pub(super) fn badge(x: f32, y: f32, radius: f32, on: Color, standing: Standing) -> Group {
    let fill = hex(palette::status(standing));
    let edge = hex(ink_on(on));
    let group = Group::new()
        .set("fill", fill)
        .set("stroke", edge)
        .set("stroke-width", 0.8)
        .set("stroke-linejoin", "round");
    let r = radius;
    let up = [(0.0, -1.25 * r), (1.2 * r, 0.9 * r), (-1.2 * r, 0.9 * r)];
    let group = match standing {
        Standing::Alive => group.add(circle(x, y, r)),
        Standing::Unknown => group.add(square(x, y, 1.9 * r, palette::status(standing))),
        Standing::Weak => group.add(polygon(x, y, &up.map(|(x, y)| (x, -y)))),
        Standing::Critical => group.add(polygon(x, y, &up)),
        Standing::Dead => group.add(polygon(x, y, &cross(1.35 * r, 0.42 * r))),
    };
    let (dy, size) = match standing {
        Standing::Alive | Standing::Dead => return group,
        Standing::Unknown => (0.0, 1.8 * r),
        Standing::Weak => (-0.2 * r, 1.8 * r),
        Standing::Critical => (0.2 * r, 1.6 * r),
    };
    let mark = letters(x, y + dy, size, BLACK, &standing.mark().to_string());
    Group::new().add(group).add(mark)
}
