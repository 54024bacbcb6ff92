// SPDX-License-Identifier: MIT OR Apache-2.0

//! The look of text: character set and number of colours.

use anstyle::Style;
use katachi_rules::Color;

use crate::EyeKind;
use crate::colours::{Depth, style};
use crate::panel::Part;

/// The character set of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// Only ASCII: stones are `X` and `O`.
    #[default]
    Ascii,
    /// Stones are `●` and `○`.
    Unicode,
}

impl Charset {
    /// Returns the character set by the variables `LC_ALL`, `LC_CTYPE` and `LANG`. The first that is set
    /// decides, as in POSIX. UTF-8 has stones.
    pub fn of_locale(variables: [Option<String>; 3]) -> Self {
        let locale = variables.into_iter().flatten().find(|value| !value.is_empty());
        let locale = locale.unwrap_or_default().to_ascii_lowercase();
        match locale.contains("utf-8") || locale.contains("utf8") {
            true => Self::Unicode,
            false => Self::Ascii,
        }
    }
}

/// Character set and colours. The default is plain ASCII, as in replies of GTP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The character set.
    pub charset: Charset,
    /// The number of colours.
    pub depth: Depth,
}

impl Look {
    /// Returns whether there are no colours.
    pub fn is_plain(self) -> bool {
        self.depth == Depth::Plain
    }

    /// Returns the style of a part.
    pub fn style(self, part: Part) -> Style {
        style(part, self.depth)
    }

    /// Returns the character of a stone. In colours both are `●` with different inks, as `○` would show the
    /// board inside.
    pub fn stone(self, color: Color) -> char {
        match (self.charset, color) {
            (Charset::Ascii, Color::Black) => 'X',
            (Charset::Ascii, Color::White) => 'O',
            (Charset::Unicode, Color::White) if self.is_plain() => '○',
            (Charset::Unicode, _) => '●',
        }
    }

    /// Returns the character of a dead stone, a small letter in every character set.
    pub fn dead_stone(self, color: Color) -> char {
        match color {
            Color::Black => 'x',
            Color::White => 'o',
        }
    }

    /// Returns the character of a point of an eye space.
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

/// Returns the mark of a side without colours, on points under its influence and after points of its eye
/// spaces.
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
    fn the_first_set_variable_of_the_locale_decides() {
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
