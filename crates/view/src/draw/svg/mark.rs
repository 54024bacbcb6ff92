// SPDX-License-Identifier: MIT OR Apache-2.0

//! The marks of a picture: their points, shapes and names in the legend.

use katachi_rules::{Color, Point};
use svg::node::element::Group;

use super::shape::{
    WOOD, badge, circle, corners, decides, eye, ground, hex, ink_on, letters, rectangle, set, square,
    stone_colour,
};
use crate::EyeKind;
use crate::groups::GroupStatus;
use crate::palette::{BLACK, Rgb};
use crate::picture::{Content, Effect, Map, Picture};

/// The letters of values, which stand on wood.
pub(super) const VALUE: Rgb = [0x00, 0x3f, 0x66];
/// Maximum number of decisive moves on one point.
const MAX_DECISIVE: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mark {
    /// The letter of the group of a stone.
    Letter(Color, char),
    /// The status of the group of a stone.
    Status(Color, GroupStatus),
    /// A move that decides the life of the group of that letter.
    Decides(Effect, char),
    Eye(Color, EyeKind),
    /// Influence or ownership, with its strength.
    Ground(Color, u8),
    /// A stone on a point that this side, its opponent, owns at the end.
    Lost(Color),
    /// A move of the line that is shown, on its stone.
    Number(Color, usize),
    Value(i64),
    Best(i64),
    /// The last move, on a stone or an empty point.
    Last(Option<Color>),
    Cursor,
}

/// Returns the marks of a point, the lowest first.
pub(super) fn marks_on(picture: &Picture, point: Point) -> Vec<Mark> {
    let spot = picture.spot(point);
    let stone = spot.content.stone();
    let mut marks = Vec::new();
    marks.extend(spot.influence.and_then(|(owner, strength)| match stone {
        None => Some(Mark::Ground(owner, strength)),
        Some(color) => (color != owner).then_some(Mark::Lost(owner)),
    }));
    marks.extend(spot.is_last.then_some(Mark::Last(stone)));
    let is_valued = matches!(spot.content, Content::Value(_) | Content::Best(_));
    let decisive = picture.decisive(point).take(MAX_DECISIVE);
    marks.extend(decisive.map(|mv| Mark::Decides(mv.effect, mv.letter)));
    match spot.content {
        Content::Stone(color, letter, status) => {
            marks.extend([Mark::Letter(color, letter), Mark::Status(color, status)]);
        }
        Content::Move(color, number) => marks.push(Mark::Number(color, number)),
        Content::Value(value) => marks.push(Mark::Value(value)),
        Content::Best(value) => marks.push(Mark::Best(value)),
        _ => {}
    }
    let is_free = !is_valued && picture.decisive(point).next().is_none();
    let eye = spot.eye.filter(|_| is_free);
    marks.extend(eye.map(|(owner, kind)| Mark::Eye(owner, kind)));
    marks.extend(spot.is_cursor.then_some(Mark::Cursor));
    marks
}

impl Mark {
    /// Returns the class of its element, its meaning in a few words, and its place in the legend.
    pub(super) fn entry(self, map: Option<Map>) -> (String, String, usize) {
        let (class, words, order) = match self {
            Self::Letter(..) => ("letter", "letter of a group", 0),
            Self::Status(_, status) => {
                let class = format!("status-{}", status.word().replace(' ', "-"));
                return (class, status.word().to_owned(), 1 + status as usize);
            }
            Self::Decides(Effect::Kills, _) => ("kills", "kills that group", 10),
            Self::Decides(Effect::Saves, _) => ("saves", "saves that group", 11),
            Self::Decides(Effect::Decides, _) => ("decides", "kills or saves it", 12),
            Self::Eye(_, EyeKind::Proper) => ("eye-proper", "eye space", 20),
            Self::Eye(_, EyeKind::Marginal) => ("eye-marginal", "marginal", 21),
            Self::Eye(_, EyeKind::Half) => ("eye-half", "half eye", 22),
            Self::Eye(_, EyeKind::False) => ("eye-false", "false eye", 23),
            Self::Eye(_, EyeKind::Vital) => ("eye-vital", "vital for eyes", 24),
            Self::Ground(owner, _) => {
                let words = match map {
                    Some(Map::Ownership) => format!("{owner} owns it"),
                    _ => format!("{owner}'s {}", map.map_or("influence", Map::word)),
                };
                let class = format!("ground-{owner}").to_lowercase();
                return (class, words, 30 + owner as usize);
            }
            Self::Lost(_) => ("lost", "the other owns it", 33),
            Self::Number(..) => ("number", "move of the line", 39),
            Self::Best(_) => ("best", "the best move", 40),
            Self::Value(_) => ("value", "value of a move", 41),
            Self::Last(_) => ("last", "last move", 42),
            Self::Cursor => ("cursor", "point of the panel", 43),
        };
        (class.to_owned(), words.to_owned(), order)
    }

    /// Draws it around a point, with that size. `place` separates marks on one point.
    pub(super) fn draw(self, x: f32, y: f32, size: f32) -> Group {
        let group = Group::new();
        let group = match self {
            Self::Letter(on, letter) => group.add(letters(x, y, 13.0 * size, ink_on(on), letter)),
            Self::Number(on, number) => group.add(letters(x, y, 13.0 * size, ink_on(on), number)),
            Self::Status(on, status) => group.add(badge(x, y, 5.0 * size, on, status)),
            Self::Decides(effect, letter) => decides(x, y, 9.6 * size, effect, letter),
            Self::Eye(owner, kind) => eye(x, y, owner, kind),
            Self::Ground(owner, strength) => {
                group.add(square(x, y, 5.0 + 5.0 * f32::from(strength), ground(owner)))
            }
            Self::Lost(owner) => {
                let square = square(x, y, 5.6 * size, stone_colour(owner));
                group.add(set!(square, "stroke" = hex(ink_on(owner)), "stroke-width" = 0.8))
            }
            Self::Value(value) | Self::Best(value) => {
                let (width, height) = (24.0, 15.0 * size);
                let frame = rectangle(x - width / 2.0, y - height / 2.0, width, height, WOOD).set("rx", 3);
                let frame = match self {
                    Self::Best(_) => set!(frame, "stroke" = hex(VALUE), "stroke-width" = 2),
                    _ => frame,
                };
                let text = letters(x, y, 11.0 * size, VALUE, value);
                group.add(frame).add(text)
            }
            Self::Last(on) => {
                let ring = set!(circle(x, y, 10.2 * size), "fill" = "none", "stroke-width" = 1.8);
                group.add(ring.set("stroke", hex(on.map_or(BLACK, ink_on))))
            }
            Self::Cursor => group.add(corners(x, y)),
        };
        group.set("class", self.entry(None).0)
    }
}
