// SPDX-License-Identifier: MIT OR Apache-2.0

//! The legend: the marks on a board with their meanings.

use katachi_rules::Color;

use super::row::{Span, columns};
use crate::EyeKind;
use crate::colours::{Part, STRENGTHS};
use crate::groups::GroupStatus;
use crate::look::{Look, side_mark};
use crate::picture::{Content, DecisiveMove, Map, Picture};

/// A sample and its meaning.
type Entry = [Span; 2];

/// Returns the legend in lines of at most `width` columns, or of the longest entry.
pub fn legend(picture: &Picture, look: Look, width: usize) -> Vec<Vec<Span>> {
    let spots = || picture.size.points().map(|p| picture.spot(p));
    let mut lines = wrapped(Color::BOTH.map(|color| stone(color, look)), width);
    let has_eyes = spots().any(|spot| spot.eye.is_some());
    let has_influence = spots().any(|spot| spot.influence.is_some());
    lines.extend(wrapped(statuses(picture, look), width));
    if let Some(mv) = picture.size.points().find_map(|p| picture.decisive(p).next()) {
        lines.push(deciding(mv, look).into());
    }
    if has_eyes {
        lines.extend(wrapped(EyeKind::ALL.map(|kind| eye(kind, look)), width));
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
        lines.extend(wrapped(
            Color::BOTH.map(|color| side(color, &what, has_influence, look)),
            width,
        ));
    }
    lines
}

fn stone(color: Color, look: Look) -> Entry {
    let sample = Span::new(look.stone(color), look.style(Part::BareStone(color)));
    [sample, Span::plain(format!(" {color}"))]
}

/// The statuses of the groups that are shown, best first, each with a letter and the mark as on the board.
fn statuses(picture: &Picture, look: Look) -> impl Iterator<Item = Entry> {
    let example = |status: GroupStatus| {
        let mut spots = picture.size.points().map(|p| picture.spot(p).content);
        spots.find_map(|content| match content {
            Content::Stone(color, letter, of) if of == status => Some((color, letter)),
            _ => None,
        })
    };
    GroupStatus::ALL.into_iter().filter_map(move |status| {
        let (color, letter) = example(status)?;
        let sample: String = [letter, status.mark()].iter().collect();
        let part = Part::Stone(color, status);
        Some([
            Span::new(sample, look.style(part)),
            Span::plain(format!(" {}", status.word())),
        ])
    })
}

/// The first decisive move is the sample.
fn deciding(mv: DecisiveMove, look: Look) -> Entry {
    let part = Part::Stone(mv.color, GroupStatus::Critical);
    let sample: String = [GroupStatus::Critical.mark(), mv.letter].iter().collect();
    let text = format!(" decides the life of {}", mv.letter);
    [Span::new(sample, look.style(part)), Span::plain(text)]
}

fn eye(kind: EyeKind, look: Look) -> Entry {
    let sample = Span::new(look.eye(kind), look.style(Part::Eye(Color::White, kind)));
    let word = match kind {
        EyeKind::Proper => "eye",
        EyeKind::Half => "half",
        EyeKind::False => "false",
        EyeKind::Marginal | EyeKind::Vital => kind.word(),
    };
    [sample, Span::plain(format!(" {word}"))]
}

/// In colours the ground distinguishes the sides.
fn side(color: Color, what: &str, has_influence: bool, look: Look) -> Entry {
    let (sample, part) = match (look.is_plain(), has_influence) {
        (true, _) => (side_mark(color), Part::Grid),
        (false, true) => ('.', Part::Influence(color, STRENGTHS)),
        (false, false) => (look.eye(EyeKind::Proper), Part::Eye(color, EyeKind::Proper)),
    };
    let text = format!(" {color}'s {what}");
    [Span::new(sample, look.style(part)), Span::plain(text)]
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
