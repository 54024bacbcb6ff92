// SPDX-License-Identifier: MIT OR Apache-2.0

//! The legend: the marks of this picture with their meanings.

use katachi_rules::Color;
use svg::node::element::Group;

use super::board::stone;
use super::mark::{Mark, marks_on};
use super::shape::{WOOD, rectangle};
use super::{LETTER, line};
use crate::picture::{Map, Picture};

/// Height of an entry.
const ROW: f32 = 25.0;
/// Width of a sample, with the gap after it.
const SAMPLE: f32 = 31.0;
const GAP: f32 = 10.0;

/// Samples with their meanings, in columns.
pub(super) struct Legend {
    marks: Vec<Mark>,
    map: Option<Map>,
}

impl Legend {
    /// Creates the legend of the marks that pass a filter.
    pub(super) fn new(picture: &Picture, is_shown: impl Fn(Mark) -> bool) -> Self {
        let mut marks: Vec<Mark> = Vec::new();
        let on_board = picture.size.points().flat_map(|p| marks_on(picture, p));
        for mark in on_board.filter(|&mark| is_shown(mark)) {
            let mut entries = marks.iter_mut();
            match entries.find(|entry| entry.entry(None).0 == mark.entry(None).0) {
                // The strongest ground is the sample.
                Some(entry @ Mark::Ground(..)) if strength(mark) > strength(*entry) => *entry = mark,
                Some(_) => {}
                None => marks.push(mark),
            }
        }
        marks.sort_by_key(|mark| mark.entry(None).2);
        let map = picture.map;
        Self { marks, map }
    }

    fn column(&self) -> f32 {
        let words = self.marks.iter().map(|mark| mark.entry(self.map).1.len());
        SAMPLE + words.max().unwrap_or(0) as f32 * LETTER + GAP
    }

    /// Returns the number of columns in a width, at least one.
    fn columns(&self, width: f32) -> usize {
        ((width / self.column()) as usize).max(1)
    }

    /// Returns its width in a picture of at most that width, unless a word is longer.
    pub(super) fn width(&self, most: f32) -> f32 {
        self.columns(most).min(self.marks.len()) as f32 * self.column()
    }

    pub(super) fn height(&self, width: f32) -> f32 {
        self.marks.len().div_ceil(self.columns(width)) as f32 * ROW
    }

    pub(super) fn draw(&self, x: f32, y: f32, width: f32) -> Group {
        let rows = self.marks.len().div_ceil(self.columns(width)).max(1);
        let mut group = Group::new().set("id", "legend");
        for (number, &mark) in self.marks.iter().enumerate() {
            let x = x + (number / rows) as f32 * self.column();
            let y = y + (number % rows) as f32 * ROW;
            let words = line(x + SAMPLE, y + ROW / 2.0 + 4.0, mark.entry(self.map).1);
            group = group.add(sample(mark, x, y)).add(words);
        }
        group
    }
}

fn strength(mark: Mark) -> u8 {
    match mark {
        Mark::Ground(_, strength) => strength,
        _ => 0,
    }
}

/// Draws a mark on wood, and on a stone if it belongs on stones.
fn sample(mark: Mark, x: f32, y: f32) -> Group {
    let wood = rectangle(x, y + 0.5, 24.0, 24.0, WOOD).set("rx", 3);
    let (x, y) = (x + 12.0, y + ROW / 2.0);
    let below = match mark {
        Mark::Letter(on, _) | Mark::Number(on, _) | Mark::Last(Some(on)) => Some(on),
        Mark::Lost(owner) => Some(owner.opposite()),
        _ => None,
    };
    let stone = below.map(|color: Color| stone(x, y, 10.4, color));
    let group = stone.into_iter().fold(Group::new().add(wood), Group::add);
    let size = match mark {
        Mark::Status(..) => 1.5,
        Mark::Last(_) | Mark::Value(_) | Mark::Best(_) | Mark::Decides(..) => 0.85,
        _ => 1.0,
    };
    group.add(mark.draw(x, y, size))
}
