// SPDX-License-Identifier: MIT OR Apache-2.0

//! How text looks: which characters a terminal shows, and how many colours.

use anstyle::Style;
use katachi_rules::Color;

use super::colours::{Depth, Part, style};
use super::eye_kind::EyeKind;

/// The characters that a reader sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// Only ASCII: stones are `X` and `O`.
    #[default]
    Ascii,
    /// Stones are `●` and `○`.
    Unicode,
}

impl Charset {
    /// By the variables `LC_ALL`, `LC_CTYPE` and `LANG`, in this order: the first that says anything decides, as POSIX has
    /// it. UTF-8 can show stones.
    pub fn of_locale(variables: [Option<String>; 3]) -> Self {
        let locale = variables.into_iter().flatten().find(|value| !value.is_empty());
        let locale = locale.unwrap_or_default().to_ascii_lowercase();
        if locale.contains("utf-8") || locale.contains("utf8") {
            Self::Unicode
        } else {
            Self::Ascii
        }
    }
}

/// Characters and colours together. The default is plain ASCII, as in replies of GTP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Which characters.
    pub charset: Charset,
    /// How many colours.
    pub depth: Depth,
}

impl Look {
    /// Are there no colours?
    pub fn is_plain(self) -> bool {
        self.depth == Depth::Plain
    }

    /// The style of a part.
    pub fn style(self, part: Part) -> Style {
        style(part, self.depth)
    }

    /// A stone. In colours both are `●`, and the ink tells them apart: an outline would have the colour of the board inside.
    pub fn stone(self, color: Color) -> char {
        match (self.charset, color) {
            (Charset::Ascii, Color::Black) => 'X',
            (Charset::Ascii, Color::White) => 'O',
            (Charset::Unicode, Color::White) if self.is_plain() => '○',
            (Charset::Unicode, _) => '●',
        }
    }

    /// A dead stone: a small letter in every character set, as no other stone is like it.
    pub fn dead_stone(self, color: Color) -> char {
        match color {
            Color::Black => 'x',
            Color::White => 'o',
        }
    }

    /// A point of an eye space. No other mark looks like these.
    pub fn eye(self, kind: EyeKind) -> char {
        match (self.charset, kind) {
            (_, EyeKind::Vital) => '*',
            (Charset::Ascii, EyeKind::Proper) => '@',
            (Charset::Ascii, EyeKind::Marginal) => '^',
            (Charset::Ascii, EyeKind::Half) => '%',
            (Charset::Ascii, EyeKind::False) => '#',
            (Charset::Unicode, EyeKind::Proper) => '◊',
            (Charset::Unicode, EyeKind::Marginal) => '□',
            (Charset::Unicode, EyeKind::Half) => '½',
            (Charset::Unicode, EyeKind::False) => '×',
        }
    }
}

/// The mark of a side without colours: on empty points under its influence, and behind points of its eye spaces.
pub(crate) fn side_mark(color: Color) -> char {
    match color {
        Color::Black => ':',
        Color::White => '\'',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::groups::GroupStatus;

    #[test]
    fn the_first_variable_of_the_locale_that_says_anything_decides() {
        let of = |variables: [&str; 3]| Charset::of_locale(variables.map(|v| Some(v.to_owned())));
        assert_eq!(of(["", "", "de_DE.UTF-8"]), Charset::Unicode);
        assert_eq!(of(["", "en_US.utf8", "C"]), Charset::Unicode);
        assert_eq!(of(["C", "", "de_DE.UTF-8"]), Charset::Ascii);
        assert_eq!(of(["", "", "de_DE.ISO-8859-1"]), Charset::Ascii);
        assert_eq!(Charset::of_locale([None, None, None]), Charset::Ascii);
    }

    #[test]
    fn no_mark_of_a_board_has_two_meanings() {
        for charset in [Charset::Ascii, Charset::Unicode] {
            let look = Look {
                charset,
                depth: Depth::Plain,
            };
            let mut marks: Vec<char> = Color::BOTH.map(|color| look.stone(color)).to_vec();
            marks.extend(EyeKind::ALL.map(|kind| look.eye(kind)));
            marks.extend(Color::BOTH.map(side_mark));
            marks.extend(".()[]".chars());
            // The star point's `+` is also the mark of a living group, which stands behind a letter only.
            marks.extend(GroupStatus::ALL.map(GroupStatus::mark));
            for (i, mark) in marks.iter().enumerate() {
                assert!(!marks[..i].contains(mark), "{mark} in {charset:?}");
                let is_stone = "XO".contains(*mark);
                assert!(
                    is_stone || !mark.is_ascii_alphanumeric(),
                    "{mark} names a group or a value"
                );
            }
        }
    }
}
