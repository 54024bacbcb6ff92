// SPDX-License-Identifier: MIT OR Apache-2.0

//! Text of files and of other programs, as terminals and pages may show it.
//!
//! A control character can move the cursor of a terminal or change its colours. A format character can turn
//! the direction of the text around it, or is seen nowhere. Neither may come from a name, a comment or the
//! name of a file.

use std::borrow::Cow;
use std::fmt;
use std::ops::Mul;
use std::path::Path;

/// Returns a number with its unit in the singular or plural.
///
/// ```
/// assert_eq!([0_u32, 1, 2].map(|n| katachi_rules::quantity(n, "game")), ["0 games", "1 game", "2 games"]);
/// ```
pub fn quantity<N: fmt::Display + PartialEq + From<u8>>(number: N, unit: &str) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {unit}{ending}")
}

/// Returns a share in percent, with that number of decimals.
///
/// ```
/// assert_eq!(katachi_rules::percent(0.125_f32, 1), "12.5 %");
/// ```
pub fn percent<F: fmt::Display + From<u8> + Mul<Output = F>>(share: F, decimals: usize) -> String {
    format!("{:.decimals$} %", F::from(100) * share)
}

/// Returns a text with a capital at its beginning.
pub fn capital(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Returns whether a character steers a terminal, or is one that a reader does not see.
pub fn is_unprintable(c: char) -> bool {
    c.is_control() || is_hidden(c)
}

/// Returns whether a character is invisible or turns the direction of text. The joiners of emoji and of
/// Persian and Indian scripts are none of these, nor are selectors of variants, as words need them. Source:
/// Unicode 16, characters with `Default_Ignorable_Code_Point`, and `Bidi_Control`.
fn is_hidden(c: char) -> bool {
    matches!(
        c,
        // Invisible: hyphens, joiners of graphemes, fillers, spaces without width, operators.
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{200b}'
            | '\u{2060}'..='\u{2065}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            // Marks of direction, embeddings, overrides, isolates.
            | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
            // Separators of lines and paragraphs, and annotations.
            | '\u{2028}' | '\u{2029}' | '\u{fff0}'..='\u{fffb}'
            // Shorthand and music; tags, and code points without a character.
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e00ff}' | '\u{e01f0}'..='\u{e0fff}'
    )
}

/// Returns a text with U+FFFD for each control character but line feeds and tabs, and without invisible
/// characters and those that turn the direction of text.
///
/// ```
/// use katachi_rules::printable;
/// assert_eq!(printable("\u{1b}[31mSh\u{202e}u\u{200b}saku"), "\u{fffd}[31mShusaku");
/// assert_eq!(printable("שלום, 囲碁 \u{1f468}\u{200d}\u{1f469}"), "שלום, 囲碁 \u{1f468}\u{200d}\u{1f469}");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_kept = |c: char| matches!(c, '\n' | '\t') || !is_unprintable(c);
    if text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().filter(|&c| !is_hidden(c));
    let replacement = char::REPLACEMENT_CHARACTER;
    Cow::Owned(shown.map(|c| if is_kept(c) { c } else { replacement }).collect())
}

/// Returns a text as [`printable`], on one line: spaces for line feeds and tabs.
pub fn printable_line(text: &str) -> String {
    printable(text).replace(['\n', '\t'], " ")
}

/// Returns the name of a file as a line.
pub fn printable_path(path: &Path) -> String {
    printable_line(&path.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced_and_hidden_ones_left_out() {
        let found = printable("a\r\u{7}\u{7f}\u{9b}b\n\tc");
        assert_eq!(found, "a\u{fffd}\u{fffd}\u{fffd}\u{fffd}b\n\tc");
        for hidden in "\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}\u{202e}\u{2028}\u{2060}\u{2066}\
                       \u{2069}\u{3164}\u{feff}\u{fff9}\u{e0001}\u{e0041}"
            .chars()
        {
            assert_eq!(printable(&format!("a{hidden}b")), "ab", "{hidden:?}");
        }
        assert_eq!(printable_path(Path::new("a\nb\u{202e}.sgf")), "a b.sgf");
    }

    #[test]
    fn letters_of_all_scripts_stay_with_their_joiners() {
        for text in [
            "plain",
            "本因坊秀策 - 井上幻庵因碩",
            "조훈현",
            "שלום",
            "مرحبا",
            // Persian needs the joiner that parts letters, this emoji those that join.
            "می\u{200c}خواهم",
            "\u{1f469}\u{1f3fd}\u{200d}\u{2764}\u{fe0f}\u{200d}\u{1f468}",
            "葛\u{e0100}城",
            "e\u{301}",
        ] {
            assert!(matches!(printable(text), Cow::Borrowed(_)), "{text}");
        }
    }
}
