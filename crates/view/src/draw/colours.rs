// SPDX-License-Identifier: MIT OR Apache-2.0

//! Colours: one table for all views, in 16 colours and in 24 bits.
//!
//! In a terminal the board has a ground of its own, on which stones look black and white with any colours of
//! the terminal.

use anstyle::{AnsiColor, Color as Ink, RgbColor, Style};
use katachi_rules::Color;

use crate::EyeKind;
use crate::groups::GroupStatus;
use crate::palette::{self, BLACK, Rgb, WHITE};
use crate::panel::{Part, STRENGTHS};

/// Number of colours of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// No colours: marks and letters show everything.
    #[default]
    Plain,
    /// The 16 colours of every terminal, which its owner sets.
    Sixteen,
    /// The 240 fixed colours of terminals with 256 colours.
    Indexed,
    /// Red, green and blue of 8 bits each.
    TrueColour,
}

impl Depth {
    /// Returns the colours of a terminal by its variables `COLORTERM` and `TERM`.
    pub fn of_terminal(colorterm: Option<&str>, term: Option<&str>) -> Self {
        match (colorterm, term) {
            (Some("truecolor" | "24bit"), _) => Self::TrueColour,
            (_, Some(term)) if term.ends_with("256color") => Self::Indexed,
            _ => Self::Sixteen,
        }
    }
}

/// The board in a terminal, with contrast to both colours of stones.
const GROUND: Rgb = [0xa9, 0x81, 0x4b];
/// Empty points on it.
const DOT: Rgb = [0x3c, 0x28, 0x0c];
const CURSOR: Rgb = [0x1f, 0x9e, 0xa8];

/// The ground under influence: darker where Black is stronger, brighter where White is.
pub const fn influence(color: Color, strength: u8) -> Rgb {
    let step = 22 * if strength > STRENGTHS { STRENGTHS } else { strength };
    match color {
        Color::Black => [0x7c - step, 0x72 - step, 0x66 - step],
        Color::White => [0x98 + step, 0x94 + step, 0x8a + step],
    }
}

/// The ground of a side's eye space.
pub const fn eye_ground(color: Color) -> Rgb {
    match color {
        Color::Black => [0x30, 0x30, 0x38],
        Color::White => [0xec, 0xea, 0xf2],
    }
}

/// The letters of points of eye space, on its ground.
pub const fn eye_letter(color: Color, kind: EyeKind) -> Rgb {
    match (color, kind) {
        (Color::Black, EyeKind::Vital) => [0xff, 0xa0, 0xe0],
        (Color::Black, _) => [0x9a, 0xdc, 0xe8],
        (Color::White, EyeKind::Vital) => [0xa0, 0x10, 0x70],
        (Color::White, _) => [0x10, 0x4c, 0x78],
    }
}

const fn painted(front: Ink, ground: Ink) -> Style {
    Style::new().fg_color(Some(front)).bg_color(Some(ground))
}

/// Returns the style of a part.
pub fn style(part: Part, depth: Depth) -> Style {
    match depth {
        Depth::Plain => Style::new(),
        Depth::Sixteen => coloured(part, true),
        Depth::Indexed => indexed(coloured(part, false)),
        Depth::TrueColour => coloured(part, false),
    }
}

/// Returns the style in 16 colours or in 24 bits. In 16 colours the ground is yellow, which is brown or ochre
/// in most terminals and no status. A likely status is in italics, beside its mark.
fn coloured(part: Part, is_sixteen: bool) -> Style {
    let ink = |ansi: AnsiColor, [red, green, blue]: Rgb| match is_sixteen {
        true => Ink::Ansi(ansi),
        false => Ink::Rgb(RgbColor(red, green, blue)),
    };
    let (black, white) = (ink(AnsiColor::Black, BLACK), ink(AnsiColor::BrightWhite, WHITE));
    let ground = ink(AnsiColor::Yellow, GROUND);
    match part {
        Part::Stone(_, status) => {
            let style = painted(black, ink(ansi_status(status), palette::status(status)));
            if status.is_likely() { style.italic() } else { style }
        }
        Part::BareStone(Color::Black) => painted(black, ground),
        Part::BareStone(Color::White) => painted(white, ground),
        Part::Influence(color @ Color::Black, strength) => {
            painted(white, ink(AnsiColor::BrightBlack, influence(color, strength)))
        }
        Part::Influence(color @ Color::White, strength) => {
            painted(black, ink(AnsiColor::White, influence(color, strength)))
        }
        Part::Eye(color, kind) => {
            let is_vital = kind == EyeKind::Vital;
            let (letter, ground) = match color {
                Color::Black if is_vital => (AnsiColor::BrightMagenta, AnsiColor::Black),
                Color::Black => (AnsiColor::BrightCyan, AnsiColor::Black),
                Color::White if is_vital => (AnsiColor::Magenta, AnsiColor::BrightWhite),
                Color::White => (AnsiColor::Blue, AnsiColor::BrightWhite),
            };
            let (letter, ground) = (
                ink(letter, eye_letter(color, kind)),
                ink(ground, eye_ground(color)),
            );
            let style = painted(letter, ground);
            match is_sixteen && is_vital {
                true => style.bold(),
                false => style,
            }
        }
        Part::Grid => painted(ink(AnsiColor::Black, DOT), ground),
        Part::Value => painted(white, ink(AnsiColor::Blue, [0x00, 0x4f, 0x7a])),
        Part::Best => painted(black, ink(AnsiColor::BrightCyan, [0x4f, 0xc3, 0xd9])).bold(),
        Part::Last => Style::new()
            .fg_color(Some(ink(AnsiColor::Red, [0x8a, 0x08, 0x08])))
            .bold(),
        Part::Cursor => painted(black, ink(AnsiColor::Cyan, CURSOR)).bold(),
        Part::Coordinates => Style::new().dimmed(),
        Part::Heading => Style::new().bold(),
    }
}

fn ansi_status(status: GroupStatus) -> AnsiColor {
    match status {
        GroupStatus::Alive | GroupStatus::LikelyAlive => AnsiColor::BrightGreen,
        GroupStatus::Unknown => AnsiColor::BrightYellow,
        GroupStatus::Weak => AnsiColor::BrightMagenta,
        GroupStatus::Critical | GroupStatus::LikelyCritical => AnsiColor::BrightRed,
        GroupStatus::Dead | GroupStatus::LikelyDead => AnsiColor::BrightBlue,
    }
}

fn indexed(style: Style) -> Style {
    let nearest = |ink: Option<Ink>| match ink {
        Some(Ink::Rgb(color)) => Some(anstyle_lossy::rgb_to_xterm(color).into()),
        ink => ink,
    };
    let (front, ground) = (style.get_fg_color(), style.get_bg_color());
    style.fg_color(nearest(front)).bg_color(nearest(ground))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::tests::vision::contrast;

    #[test]
    fn a_plain_view_has_no_styles_and_others_tell_standings_apart() {
        for depth in [Depth::Sixteen, Depth::Indexed, Depth::TrueColour] {
            for color in Color::BOTH {
                let styles = GroupStatus::ALL.map(|how| style(Part::Stone(color, how), depth));
                for (i, style) in styles.iter().enumerate() {
                    assert!(
                        !styles[..i].contains(style),
                        "{:?} in {depth:?}",
                        GroupStatus::ALL[i]
                    );
                }
                assert_eq!(
                    style(Part::Stone(color, GroupStatus::Alive), Depth::Plain),
                    Style::new()
                );
            }
        }
    }

    #[test]
    fn letters_can_be_read_on_their_ground() {
        // WCAG asks for 3 between shapes and their ground.
        for ground in [GROUND, CURSOR] {
            assert!(contrast(WHITE, ground) > 3.0 && contrast(ground, BLACK) > 3.0);
        }
        for kind in EyeKind::ALL {
            assert!(contrast(eye_letter(Color::Black, kind), eye_ground(Color::Black)) > 4.5);
            assert!(contrast(eye_letter(Color::White, kind), eye_ground(Color::White)) > 4.5);
        }
        for strength in 1..=STRENGTHS {
            assert!(contrast([0xff; 3], influence(Color::Black, strength)) > 4.5);
            assert!(contrast(influence(Color::White, strength), [0; 3]) > 4.5);
        }
    }

    #[test]
    fn the_depth_follows_the_variables_of_the_terminal() {
        let of = |colorterm| Depth::of_terminal(colorterm, Some("xterm-256color"));
        assert_eq!(of(Some("truecolor")), Depth::TrueColour);
        assert_eq!(of(Some("24bit")), Depth::TrueColour);
        assert_eq!(of(Some("yes")), Depth::Indexed);
        assert_eq!(Depth::of_terminal(None, Some("linux")), Depth::Sixteen);
        assert_eq!(Depth::of_terminal(None, None), Depth::Sixteen);
    }

    #[test]
    fn indexed_colours_are_none_of_the_16_that_a_theme_changes() {
        for part in [
            Part::BareStone(Color::Black),
            Part::BareStone(Color::White),
            Part::Grid,
        ] {
            let style = style(part, Depth::Indexed);
            for ink in [style.get_fg_color(), style.get_bg_color()] {
                assert!(
                    matches!(ink, Some(Ink::Ansi256(index)) if index.0 >= 16),
                    "{ink:?}"
                );
            }
        }
    }
}
