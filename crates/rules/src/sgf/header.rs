// SPDX-License-Identifier: MIT OR Apache-2.0

//! Properties of the game as a whole: kind of game, board, komi, handicap, and texts.

use super::error::{self, SgfError};
use super::komi::{Komi, Writer};
use super::number::{self, Unit};
use super::record::{APPLICATION, INFO, PRISONERS, Record};
use super::tree::{NodeId, Property, Tree};
use super::write::show;
use crate::color::ByColor;
use crate::point::BoardSize;
use crate::rules::Rules;

/// Maximum number of prisoners of a side: more than any game has.
const MAX_PRISONERS: u32 = 1 << 20;

/// Properties of Sina and Cyberoro in a root without a move, and those of the standard for them. In other
/// nodes `KO` and `TE` are properties of a move.
const OTHER_NAMES: [(&str, &str); 4] = [("KO", "KM"), ("RD", "DT"), ("TE", "EV"), ("HD", "HA")];

/// Words for a game without handicap stones, and for one in which Black begins without komi.
const EVEN: [&str; 5] = ["对子", "對子", "互先", "分先", "호선"];
const FIRST: [&str; 4] = ["先", "定先", "让先", "讓先"];

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
    let (place, found) = (tree.place(tree.root()), show("GM", property.value().raw()));
    let message = format!("{place}: the record is not of a game of Go: expected GM[1], found {found}");
    Err(SgfError::Other(message))
}

/// Reads size, komi, handicap and texts from the nodes of a line before its first move. They belong into the
/// root; some programs leave it empty and put them into the next node.
pub(super) fn read(tree: &Tree, line: &[NodeId]) -> Result<Record, SgfError> {
    check_game(tree)?;
    let first_move = line.iter().position(|&node| has_move(tree, node));
    let head = &line[..first_move.map_or(line.len(), |first| first + 1)];
    let mut record = Record::new(BoardSize::square(19));
    let mut has_size = false;
    for &node in head {
        for property in tree.properties(node) {
            let mut warn = |message: String| error::warn(&mut record.warnings, tree.place(node), message);
            let raw = property.value().raw();
            let unread = |why: &str| format!("{} {why}: it does not count", show(property.name(), raw));
            match standard_name(tree, node, property) {
                "SZ" => {
                    if raw.trim().is_empty() {
                        warn("SZ is empty: read as 19x19".to_string());
                        continue;
                    }
                    let size = read_size(raw).ok_or_else(|| {
                        SgfError::value(tree.place(node), &show("SZ", raw), "1 to 25 lines")
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
                "KM" if record.komi.is_none() => {
                    let komi = read_komi(tree, head, raw);
                    let writer = Writer::from_root(tree);
                    let remarks = komi.remarks(&show(property.name(), raw), writer);
                    remarks.into_iter().for_each(warn);
                    record.komi = komi.points();
                }
                "HA" if record.handicap.is_none() => match read_handicap(raw) {
                    Some(stones) => record.handicap = Some(stones),
                    None => warn(unread("is no number")),
                },
                PRISONERS if node == tree.root() => match read_prisoners(raw) {
                    Some(prisoners) => record.prisoners = prisoners,
                    None => warn(unread("has no two numbers")),
                },
                name if is_info(name, node == tree.root()) && record.get(name).is_none() => {
                    record.info.push((name.to_string(), info_text(property)));
                }
                _ => {}
            }
        }
    }
    if let Some(text) = record.get("RU").filter(|text| !text.trim().is_empty())
        && record.rules().is_none()
    {
        let message = format!("{} names no known rules: it does not count", show("RU", text));
        error::warn(&mut record.warnings, tree.place(tree.root()), message);
    }
    Ok(record)
}

impl Tree {
    /// Writes that Katachi is the program. What the program before it wrote in units of its own is written in
    /// those of the standard.
    pub fn sign(&mut self) {
        let root = self.root();
        if let Some(komi) = self.get(root, "KM") {
            let raw = komi.value().raw().trim();
            match read_komi(self, &[root], raw) {
                Komi::Read(points, _) => self.set_text(root, "KM", &points.to_string()),
                Komi::Untold => self.remove(root, "KM"),
                Komi::Plain(_) | Komi::Unread => {}
            }
        }
        self.set_text(root, "AP", APPLICATION);
    }
}

fn has_move(tree: &Tree, node: NodeId) -> bool {
    tree.get(node, "B").is_some() || tree.get(node, "W").is_some()
}

/// The name that the standard has for a property of a header.
fn standard_name<'a>(tree: &Tree, node: NodeId, property: Property<'a>) -> &'a str {
    let name = property.name();
    let other = OTHER_NAMES.iter().find(|(other, _)| *other == name);
    let Some(&(_, standard)) = other.filter(|_| node == tree.root() && !has_move(tree, node)) else {
        return name;
    };
    let text = property.value().simple_text();
    // `TE[1]` judges a move.
    let is_judgement = name == "TE" && matches!(text.trim(), "1" | "2");
    if text.trim().is_empty() || is_judgement || tree.get(node, standard).is_some() {
        return name;
    }
    standard
}

/// Reads a komi by the program, the rules and the handicap of its header.
fn read_komi(tree: &Tree, head: &[NodeId], raw: &str) -> Komi {
    let find = |wanted: &str| {
        head.iter().find_map(|&node| {
            let mut properties = tree.properties(node);
            let found = properties.find(|&property| standard_name(tree, node, property) == wanted)?;
            Some(found.value().simple_text().into_owned())
        })
    };
    let rules = find("RU").and_then(|text| Rules::named_in(&text));
    let handicap = find("HA").and_then(|text| read_handicap(&text));
    Komi::read(raw, Writer::from_root(tree), rules, handicap.unwrap_or(0))
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

/// `19`, `19:13`, and `19x19` or `19路` as some programs write it.
fn read_size(text: &str) -> Option<BoardSize> {
    let text = number::plain(text);
    let text = text.strip_suffix('路').unwrap_or(&text);
    let number = |text: &str| text.trim().parse().ok();
    match text.split_once([':', 'x', '*', '×']) {
        None => number(text).and_then(|side| BoardSize::new(side, side)),
        Some((width, height)) => BoardSize::new(number(width)?, number(height)?),
    }
}

/// Reads a number of handicap stones: `2`, `2子`, `让二子`; `对子` and `互先` are none.
fn read_handicap(text: &str) -> Option<u32> {
    let text = text.trim();
    if EVEN.contains(&text) {
        return Some(0);
    }
    if FIRST.contains(&text) {
        return Some(1);
    }
    let number = number::read(text).filter(|number| number.unit != Some(Unit::Points))?;
    let is_count = number.value >= 0.0 && number.value.fract() == 0.0 && number.value <= 625.0;
    is_count.then_some(number.value as u32)
}

/// Reads the stones that Black and White have lost: `3:1`.
fn read_prisoners(text: &str) -> Option<ByColor<u32>> {
    let (black, white) = text.split_once(':')?;
    let number = |text: &str| {
        let number = text.trim().parse().ok();
        number.filter(|&lost: &u32| lost <= MAX_PRISONERS)
    };
    Some(ByColor {
        black: number(black)?,
        white: number(white)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All properties of a header that are understood; `docs/records.md` has them with the programs that
    /// write them.
    fn understood() -> impl Iterator<Item = &'static str> {
        let read = ["AP", "CA", "GM", "HA", "KM", "SZ", PRISONERS].into_iter();
        let other = OTHER_NAMES.iter().map(|(name, _)| *name);
        read.chain(INFO).chain(other)
    }

    #[test]
    fn sizes_are_one_number_or_two() {
        let size = |text| read_size(text).map(|size| size.to_string());
        assert_eq!(size("9").as_deref(), Some("9x9"));
        assert_eq!(size(" 19:13 ").as_deref(), Some("19x13"));
        assert_eq!(size("19x19").as_deref(), Some("19x19"));
        assert_eq!(size("１３路").as_deref(), Some("13x13"));
        for bad in ["0", "26", "52", "-9", "19:", "a", "9:26", "19.5", "999"] {
            assert_eq!(size(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_handicap_is_a_number_of_stones_or_a_word_for_it() {
        for (text, stones) in [
            ("2", Some(2)),
            (" 3 ", Some(3)),
            ("４子", Some(4)),
            ("受五子", Some(5)),
            ("6 stones", Some(6)),
            ("对子", Some(0)),
            ("互先", Some(0)),
            ("让先", Some(1)),
            ("2目", None),
            ("2.5", None),
            ("-2", None),
            ("2 or 3", None),
            ("x", None),
        ] {
            assert_eq!(read_handicap(text), stones, "{text}");
        }
    }

    #[test]
    fn the_manual_has_every_property_of_a_header_that_is_understood_and_no_other() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/records.md");
        // The published package has no manual.
        let Ok(manual) = std::fs::read_to_string(path) else {
            return;
        };
        let table = manual
            .split("\n## ")
            .find(|part| part.starts_with("The header\n"));
        let rows = table.expect("a section of properties").lines();
        let mut written: Vec<&str> = rows
            .filter_map(|row| row.strip_prefix("| `")?.split('|').next())
            .flat_map(|names| names.split(['`', ',', ' ']).filter(|name| !name.is_empty()))
            .collect();
        let mut understood: Vec<&str> = understood().collect();
        written.sort_unstable();
        understood.sort_unstable();
        assert_eq!(written, understood);
    }
}
