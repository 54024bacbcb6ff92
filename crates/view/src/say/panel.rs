// SPDX-License-Identifier: MIT OR Apache-2.0

//! Panels: a heading and rows of text, such as the facts of a group, a string or an eye space.

use itertools::Itertools as _;
use katachi_engine::analysis::Status;
use katachi_rules::Color;
use serde::Serialize;

use crate::facts::fields::{Field as _, name, when};
use crate::groups::GroupStatus;
use crate::{DragonData, EyeData, EyeKind, Range, StringData, status_name};

/// A panel: a heading and rows of text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Panel {
    /// The first line.
    pub heading: String,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A row of a panel.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its subject.
    pub label: String,
    /// Its text.
    pub text: String,
    /// The part whose colour the label has.
    #[serde(skip)]
    pub part: Option<Part>,
}

impl Row {
    /// Creates a row without a colour.
    pub fn new(label: impl Into<String>, text: impl Into<String>) -> Self {
        let (label, text, part) = (label.into(), text.into(), None);
        Self { label, text, part }
    }

    pub(crate) fn painted(part: Part, label: impl Into<String>, text: impl Into<String>) -> Self {
        let (label, text, part) = (label.into(), text.into(), Some(part));
        Self { label, text, part }
    }
}

/// A part of a view with a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The letter of a group with this status.
    Stone(Color, GroupStatus),
    /// A stone.
    BareStone(Color),
    /// An empty point under the influence of a side, `strength` from 1 to [`STRENGTHS`].
    Influence(Color, u8),
    /// A point of an eye space of a side.
    Eye(Color, EyeKind),
    /// An empty point.
    Grid,
    /// The value of a proposal.
    Value,
    /// The value of the best proposal.
    Best,
    /// The parentheses of the last move.
    Last,
    /// The brackets and the ground of the cursor.
    Cursor,
    /// Letters and numbers around the board.
    Coordinates,
    /// The first line of a panel.
    Heading,
}

/// Number of strengths of influence.
pub const STRENGTHS: u8 = 3;

/// Returns the rows of a panel, without empty ones.
pub(super) fn rows<const N: usize>(rows: [(&str, String); N]) -> Vec<Row> {
    let rows = rows.into_iter().filter(|(_, text)| !text.is_empty());
    rows.map(|(label, text)| Row::new(label, text)).collect()
}

impl DragonData {
    /// Returns the facts for people, the most important first.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let is_read = self.attack.code.is_some();
        let is_seki = self.seki && self.status != status_name(Status::Dead);
        let is_threatened = self.attack.code.is_some_and(|code| code > 0);
        rows([
            ("why", self.why.clone()),
            ("killed", when(is_read, self.attack.text())),
            ("saved", when(is_threatened, self.defense.text())),
            ("stones", self.size.text()),
            ("strings", when(self.strings.len() > 1, self.strings.len().text())),
            ("eyes", self.eyes.to_string()),
            ("half eyes", self.half_eyes.to_string()),
            ("kills", when(!is_read, self.kills.to_string())),
            ("saves", when(!is_read, self.saves.to_string())),
            ("races", self.races.iter().map(|race| race.opponent).join(" ")),
            ("seki", when(is_seki, "yes")),
            ("joins", self.friends.iter().map(|friend| friend.bridge).join(" ")),
            ("ways out", self.ways_out.text()),
            ("room", self.area.text()),
        ])
    }
}

impl StringData {
    /// Returns the facts for people, the most important first.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let cuts = match self.cutstone {
            0 => "",
            2 => "enemy strings without a common liberty",
            _ => "enemy strings with a common liberty",
        };
        rows([
            ("liberties", self.liberties.text()),
            ("attack", self.attack.text()),
            ("defense", when(self.attack.code != Some(0), self.defense.text())),
            ("prey", name(self.lunch)),
            ("ko", name(self.ko)),
            ("cuts", cuts.to_owned()),
            ("invincible", when(self.invincible, "yes")),
        ])
    }
}

impl EyeData {
    /// Returns the facts for people, the most important first.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let mut half_eyes = self.half_eyes.iter().map(|half| half.point);
        rows([
            ("points", self.size.text()),
            ("eyes", Range(self.min.into(), self.max.into()).to_string()),
            ("half eyes", half_eyes.join(" ")),
            ("false eyes", self.false_eyes.to_string()),
            ("spoils", self.attack_points.to_string()),
            ("makes", self.defense_points.to_string()),
            ("ko", when(self.ko, "yes")),
        ])
    }
}
