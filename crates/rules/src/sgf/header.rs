// SPDX-License-Identifier: MIT OR Apache-2.0

//! Properties of the game as a whole: kind of game, board, komi, handicap, and texts.

use super::error::{SgfError, push_limited};
use super::record::{INFO, PRISONERS, Record};
use super::tree::{NodeId, Property, Tree};
use super::write::show;
use crate::color::ByColor;
use crate::point::BoardSize;
use crate::rules::MAX_KOMI;

/// Maximum number of prisoners of a side: more than any game has.
const MAX_PRISONERS: u32 = 1 << 20;

/// Checks that the game is Go.
pub(super) fn check_game(tree: &Tree) -> Result<(), SgfError> {
    let Some(property) = tree.get(tree.root(), "GM") else {
        return Ok(());
    };
    let game = property.value().simple_text();
    let game = game.trim();
    // Programs that only know Go often write an empty value.
    if game.is_empty() || game.parse() == Ok(1) || game.eq_ignore_ascii_case("go") {
        return Ok(());
    }
    Err(SgfError::OtherGame {
        place: tree.place(tree.root()),
        found: show("GM", property.value().raw()),
    })
}

/// Reads size, komi, handicap and texts from the nodes of a line before its first move. They belong into the
/// root; some programs leave it empty and put them into the next node.
pub(super) fn read(tree: &Tree, line: &[NodeId]) -> Result<Record, SgfError> {
    check_game(tree)?;
    let mut record = Record::new(BoardSize::square(19));
    let mut has_size = false;
    for &node in line {
        for property in tree.properties(node) {
            let mut warn = |message: String| {
                push_limited(&mut record.warnings, tree.place(node), || message);
            };
            let raw = property.value().raw();
            match property.name() {
                "SZ" => {
                    if raw.trim().is_empty() {
                        warn("SZ is empty: read as 19x19".to_string());
                        continue;
                    }
                    let size = read_size(raw).ok_or_else(|| SgfError::Value {
                        place: tree.place(node),
                        property: show("SZ", raw),
                        expected: "1 to 25 lines",
                    })?;
                    if !std::mem::replace(&mut has_size, true) {
                        if node != tree.root() {
                            warn("SZ belongs into the root".to_string());
                        }
                        record.size = size;
                    } else if record.size != size {
                        warn(format!("another size, {size}, does not count"));
                    }
                }
                "KM" if record.komi.is_none() => match read_komi(raw) {
                    Some((komi, is_plain)) => {
                        if !is_plain {
                            warn(format!("{} was read as a komi of {komi}", show("KM", raw)));
                        }
                        record.komi = Some(komi);
                    }
                    None => warn(format!("{} is no number: it does not count", show("KM", raw))),
                },
                "HA" if record.handicap.is_none() => match raw.trim().parse() {
                    Ok(stones) => record.handicap = Some(stones),
                    Err(_) => warn(format!("{} is no number: it does not count", show("HA", raw))),
                },
                PRISONERS if node == tree.root() => match read_prisoners(raw) {
                    Some(prisoners) => record.prisoners = prisoners,
                    None => warn(format!(
                        "{} has no two numbers: it does not count",
                        show(PRISONERS, raw)
                    )),
                },
                name if is_info(name, node == tree.root()) && record.get(name).is_none() => {
                    record.info.push((name.to_string(), info_text(property)));
                }
                _ => {}
            }
        }
        if tree.get(node, "B").is_some() || tree.get(node, "W").is_some() {
            break;
        }
    }
    if let Some(text) = record.get("RU").filter(|text| !text.trim().is_empty())
        && record.rules().is_none()
    {
        let message = format!("{} names no known rules: it does not count", show("RU", text));
        push_limited(&mut record.warnings, tree.place(tree.root()), || message);
    }
    Ok(record)
}

/// A comment is about the game only in the root.
fn is_info(name: &str, in_root: bool) -> bool {
    INFO.contains(&name) && (in_root || name != "C")
}

fn info_text(property: Property<'_>) -> String {
    let value = property.value();
    match property.name() {
        "C" | "GC" => value.text().into_owned(),
        _ => value.simple_text().into_owned(),
    }
}

/// `19`, `19:13`, and `19x19` as some programs write it.
fn read_size(text: &str) -> Option<BoardSize> {
    let number = |text: &str| text.trim().parse().ok();
    match text.split_once([':', 'x', 'X', '*']) {
        None => number(text).and_then(|side| BoardSize::new(side, side)),
        Some((width, height)) => BoardSize::new(number(width)?, number(height)?),
    }
}

/// Reads the stones that Black and White have lost: `3:1`.
fn read_prisoners(text: &str) -> Option<ByColor<u32>> {
    let (black, white) = text.split_once(':')?;
    let number = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|&lost: &u32| lost <= MAX_PRISONERS)
    };
    Some(ByColor {
        black: number(black)?,
        white: number(white)?,
    })
}

/// Reads a komi; true if it is written as the standard requires.
fn read_komi(text: &str) -> Option<(f32, bool)> {
    let text = text.trim();
    let (komi, is_plain) = match text.parse::<f32>() {
        Ok(komi) => (komi, true),
        Err(_) => {
            let text = text.replace(',', ".").replace('½', ".5");
            let end = text
                .find(|c: char| !matches!(c, '0'..='9' | '+' | '-' | '.'))
                .unwrap_or(text.len());
            (text[..end].parse().ok()?, false)
        }
    };
    if !komi.is_finite() || komi.abs() <= MAX_KOMI {
        return Some((komi, is_plain));
    }
    // Servers that count as in China give hundredths of stones, and a stone is two points: 375 is 7.5.
    // Hundredths of points come from the same servers: 650 is 6.5.
    let in_stones = komi % 50.0 != 0.0;
    let komi = komi / if in_stones { 50.0 } else { 100.0 };
    (komi.abs() <= MAX_KOMI).then_some((komi, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_one_number_or_two() {
        let size = |text| read_size(text).map(|size| size.to_string());
        assert_eq!(size("9").as_deref(), Some("9x9"));
        assert_eq!(size(" 19:13 ").as_deref(), Some("19x13"));
        assert_eq!(size("19x19").as_deref(), Some("19x19"));
        for bad in ["0", "26", "52", "-9", "19:", "a", "9:26", "19.5", "999"] {
            assert_eq!(size(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_komi_may_have_a_comma_a_unit_or_be_in_hundredths() {
        for (text, komi, is_plain) in [
            ("6.5", 6.5, true),
            ("-5", -5.0, true),
            ("6,5", 6.5, false),
            ("7½", 7.5, false),
            ("5.5 points", 5.5, false),
            ("375", 7.5, false),
            ("325", 6.5, false),
            ("275", 5.5, false),
            ("650", 6.5, false),
            ("750", 7.5, false),
            ("0", 0.0, true),
            // Of either side 150 points are the most.
            ("150", 150.0, true),
            ("-150", -150.0, true),
            ("151", 3.02, false),
            ("7475", 149.5, false),
            ("15000", 150.0, false),
            ("-15000", -150.0, false),
        ] {
            assert_eq!(read_komi(text), Some((komi, is_plain)), "{text}");
        }
        assert_eq!(read_komi(""), None);
        assert_eq!(read_komi("none"), None);
        assert_eq!(read_komi("15100"), None);
        assert!(read_komi("nan").is_some_and(|(komi, _)| komi.is_nan()));
    }
}
