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

const fn rgb([red, green, blue]: Rgb) -> Ink {
    Ink::Rgb(RgbColor(red, green, blue))
}

const fn ansi(color: AnsiColor) -> Ink {
    Ink::Ansi(color)
}

const fn painted(front: Ink, ground: Ink) -> Style {
    Style::new().fg_color(Some(front)).bg_color(Some(ground))
}

/// Returns the style of a part.
pub fn style(part: Part, depth: Depth) -> Style {
    match depth {
        Depth::Plain => Style::new(),
        Depth::Sixteen => sixteen(part),
        Depth::Indexed => indexed(true_colour(part)),
        Depth::TrueColour => true_colour(part),
    }
}

/// A likely status is in italics, beside its mark.
fn by_certainty(style: Style, status: GroupStatus) -> Style {
    match status.is_likely() {
        true => style.italic(),
        false => style,
    }
}

/// Style in 16 colours. The ground is yellow, which is brown or ochre in most terminals and no status.
fn sixteen(part: Part) -> Style {
    let (black, white) = (ansi(AnsiColor::Black), ansi(AnsiColor::BrightWhite));
    let ground = ansi(AnsiColor::Yellow);
    match part {
        Part::Stone(_, status) => {
            let ink = ansi(match status {
                GroupStatus::Alive | GroupStatus::LikelyAlive => AnsiColor::BrightGreen,
                GroupStatus::Unknown => AnsiColor::BrightYellow,
                GroupStatus::Weak => AnsiColor::BrightMagenta,
                GroupStatus::Critical | GroupStatus::LikelyCritical => AnsiColor::BrightRed,
                GroupStatus::Dead | GroupStatus::LikelyDead => AnsiColor::BrightBlue,
            });
            by_certainty(painted(black, ink), status)
        }
        Part::BareStone(Color::Black) => painted(black, ground),
        Part::BareStone(Color::White) => painted(white, ground),
        Part::Influence(Color::Black, _) => painted(white, ansi(AnsiColor::BrightBlack)),
        Part::Influence(Color::White, _) => painted(black, ansi(AnsiColor::White)),
        Part::Eye(Color::Black, EyeKind::Vital) => painted(ansi(AnsiColor::BrightMagenta), black).bold(),
        Part::Eye(Color::Black, _) => painted(ansi(AnsiColor::BrightCyan), black),
        Part::Eye(Color::White, EyeKind::Vital) => painted(ansi(AnsiColor::Magenta), white).bold(),
        Part::Eye(Color::White, _) => painted(ansi(AnsiColor::Blue), white),
        Part::Grid => painted(black, ground),
        Part::Value => painted(white, ansi(AnsiColor::Blue)),
        Part::Best => painted(black, ansi(AnsiColor::BrightCyan)).bold(),
        Part::Last => Style::new().fg_color(Some(ansi(AnsiColor::Red))).bold(),
        Part::Cursor => painted(black, ansi(AnsiColor::Cyan)).bold(),
        Part::Coordinates => Style::new().dimmed(),
        Part::Heading => Style::new().bold(),
    }
}

fn true_colour(part: Part) -> Style {
    let (black, white, ground) = (rgb(BLACK), rgb(WHITE), rgb(GROUND));
    match part {
        Part::Stone(_, how) => by_certainty(painted(black, rgb(palette::status(how))), how),
        Part::BareStone(Color::Black) => painted(black, ground),
        Part::BareStone(Color::White) => painted(white, ground),
        Part::Influence(color, strength) => {
            let front = match color {
                Color::Black => white,
                Color::White => black,
            };
            painted(front, rgb(influence(color, strength)))
        }
        Part::Eye(color, kind) => painted(rgb(eye_letter(color, kind)), rgb(eye_ground(color))),
        Part::Grid => painted(rgb(DOT), ground),
        Part::Value => painted(white, rgb([0x00, 0x4f, 0x7a])),
        Part::Best => painted(black, rgb([0x4f, 0xc3, 0xd9])).bold(),
        Part::Last => Style::new().fg_color(Some(rgb([0x8a, 0x08, 0x08]))).bold(),
        Part::Cursor => painted(black, rgb(CURSOR)).bold(),
        Part::Coordinates | Part::Heading => sixteen(part),
    }
}

/// Returns the nearest of the 240 colours.
fn indexed(style: Style) -> Style {
    let nearest = |ink: Option<Ink>| match ink {
        Some(Ink::Rgb(color)) => Some(anstyle_lossy::rgb_to_xterm(color).into()),
        ink => ink,
    };
    style
        .fg_color(nearest(style.get_fg_color()))
        .bg_color(nearest(style.get_bg_color()))
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
