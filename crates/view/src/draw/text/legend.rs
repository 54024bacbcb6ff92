// SPDX-License-Identifier: MIT OR Apache-2.0

//! The legend: the marks on a board with their meanings.

use katachi_rules::Color;

use super::row::{Span, columns};
use crate::EyeKind;
use crate::groups::GroupStatus;
use crate::look::{Look, side_mark};
use crate::panel::{Part, STRENGTHS};
use crate::picture::{Content, Map, Picture};

type Entry = [Span; 2];

/// Returns the legend in lines of at most `width` columns, or of the longest entry.
pub fn legend(picture: &Picture, look: Look, width: usize) -> Vec<Vec<Span>> {
    let spots = || picture.size.points().map(|p| picture.spot(p));
    let entry = |sample: String, part, words: &str| -> Entry {
        let words = Span::plain(format!(" {words}"));
        [Span::new(sample, look.style(part)), words]
    };
    let stone = |color: Color| {
        let (sample, part) = (look.stone(color).into(), Part::BareStone(color));
        entry(sample, part, &color.to_string())
    };
    let mut lines = wrapped(Color::BOTH.map(stone), width);
    let has_eyes = spots().any(|spot| spot.eye.is_some());
    let has_influence = spots().any(|spot| spot.influence.is_some());
    // The statuses of the groups that are shown, best first, each with a letter and the mark as on the board.
    let status = |status: GroupStatus| {
        let (color, letter) = spots().find_map(|spot| match spot.content {
            Content::Stone(color, letter, of) if of == status => Some((color, letter)),
            _ => None,
        })?;
        let sample = [letter, status.mark()].iter().collect();
        Some(entry(sample, Part::Stone(color, status), status.word()))
    };
    lines.extend(wrapped(GroupStatus::ALL.into_iter().filter_map(status), width));
    if let Some(mv) = picture.size.points().find_map(|p| picture.decisive(p).next()) {
        let sample = [GroupStatus::Critical.mark(), mv.letter].iter().collect();
        let part = Part::Stone(mv.color, GroupStatus::Critical);
        lines.push(entry(sample, part, &format!("decides the life of {}", mv.letter)).into());
    }
    if has_eyes {
        let eye = |kind| {
            let part = Part::Eye(Color::White, kind);
            entry(look.eye(kind).into(), part, eye_word(kind))
        };
        lines.extend(wrapped(EyeKind::ALL.map(eye), width));
    }
    if has_influence || has_eyes {
        let map = match picture.map {
            Some(Map::Ownership) => "at the end",
            _ => "influence",
        };
        let what = match (has_influence, has_eyes) {
            (true, true) => format!("{map}, eyes"),
            (true, false) => map.to_owned(),
            _ => "eyes".to_owned(),
        };
        // In colours the ground distinguishes the sides.
        let side = |color: Color| {
            let (sample, part) = match (look.is_plain(), has_influence) {
                (true, _) => (side_mark(color), Part::Grid),
                (false, true) => ('.', Part::Influence(color, STRENGTHS)),
                (false, false) => (look.eye(EyeKind::Proper), Part::Eye(color, EyeKind::Proper)),
            };
            entry(sample.into(), part, &format!("{color}'s {what}"))
        };
        lines.extend(wrapped(Color::BOTH.map(side), width));
    }
    lines
}

fn eye_word(kind: EyeKind) -> &'static str {
    match kind {
        EyeKind::Proper => "eye",
        EyeKind::Half => "half",
        EyeKind::False => "false",
        EyeKind::Marginal | EyeKind::Vital => kind.word(),
    }
}

/// Joins entries by two spaces, in as many lines as they need.
fn wrapped(entries: impl IntoIterator<Item = Entry>, width: usize) -> Vec<Vec<Span>> {
    let mut lines: Vec<Vec<Span>> = Vec::new();
    for entry in entries {
        match lines.last_mut() {
            Some(line) if columns(line) + 2 + columns(&entry) <= width => {
                line.push(Span::plain("  "));
                line.extend(entry);
            }
            _ => lines.push(entry.into()),
        }
    }
    lines
}
