// SPDX-License-Identifier: MIT OR Apache-2.0

//! The komi of a header, in the unit of the program that wrote it.
//!
//! The standard has points. Fox writes hundredths, of stones under area rules and of points under territory
//! rules, and so do files that were made from its games: 375 is 3.75 stones, 7.5 points. Chinese records have
//! stones, too, 3.75: of the usual komi only numbers of stones end in a quarter.

use super::number::{self, Unit};
use super::record::APPLICATION;
use super::tree::Tree;
use crate::rules::{MAX_KOMI, Rules, Scoring};

/// Points for a stone of area scoring.
const POINTS_OF_A_STONE: f32 = 2.0;
/// Below this number a komi may be in stones: it is less than ten points.
const MAX_STONES: f32 = 5.0;
/// From this number on Fox counts hundredths: a quarter of a stone is the least.
const MIN_HUNDREDTHS: f32 = 25.0;
/// The largest komi that is not doubted, in points: a guess, twice the usual one and more.
const MAX_USUAL: f32 = 20.0;

/// The program that wrote a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writer {
    /// Any number of points is meant.
    Katachi,
    Fox,
    Other,
}

impl Writer {
    pub(super) fn from_root(tree: &Tree) -> Self {
        let root = tree.root();
        let programs = tree.properties(root).filter(|property| property.name() == "AP");
        let names = programs.flat_map(|property| property.values().map(|value| value.text().to_lowercase()));
        let names: Vec<String> = names.collect();
        let own = APPLICATION.split(':').next().unwrap_or_default().to_lowercase();
        // Without its name Fox has clocks and numbers that no other server writes.
        let has_fox_header = ["TC", "TT", "RL"]
            .iter()
            .all(|name| tree.get(root, name).is_some());
        // A file that Katachi has signed may still name others behind it.
        let signer = names.first().and_then(|name| name.split(':').next());
        if signer == Some(own.as_str()) {
            Self::Katachi
        } else if has_fox_header || names.iter().any(|name| name.contains("foxwq")) {
            Self::Fox
        } else {
            Self::Other
        }
    }
}

/// A komi as it was read.
#[derive(Debug, PartialEq)]
pub(super) enum Komi {
    /// Points as the standard writes them.
    Plain(f32),
    /// Points, read from another unit or other words.
    Read(f32, &'static str),
    /// A word for a komi that is not told.
    Untold,
    /// Not understood.
    Unread,
}

impl Komi {
    /// Reads `KM`. `rules` and `handicap` are those of the same header.
    pub(super) fn read(text: &str, writer: Writer, rules: Option<Rules>, handicap: u32) -> Self {
        let text = text.trim();
        let (number, unit, is_plain) = match (text.parse::<f32>(), number::read(text)) {
            (Ok(number), _) => (number, None, true),
            (Err(_), Some(number)) => (number.value, number.unit, false),
            (Err(_), None) => return Self::Unread,
        };
        if !number.is_finite() || writer == Writer::Katachi && is_plain && number.abs() <= MAX_KOMI {
            return Self::Plain(number);
        }
        if writer == Writer::Fox && number == 0.0 && handicap == 0 {
            return Self::Untold;
        }
        let is_hundredths = unit.is_none()
            && number.fract() == 0.0
            && (writer == Writer::Fox && number.abs() >= MIN_HUNDREDTHS || number.abs() > MAX_KOMI);
        let count = if is_hundredths { number / 100.0 } else { number };
        let is_stones = match unit {
            Some(unit) => unit == Unit::Stones,
            None => {
                let is_quarter = (count * 4.0).fract() == 0.0 && (count * 2.0).fract() != 0.0;
                let counts_area = rules.is_some_and(|rules| rules.scoring == Scoring::Area);
                count.abs() < MAX_STONES && (is_quarter || is_hundredths && counts_area)
            }
        };
        let points = count * if is_stones { POINTS_OF_A_STONE } else { 1.0 };
        match (is_hundredths, is_stones) {
            _ if points.abs() > MAX_KOMI => Self::Unread,
            (false, false) if is_plain => Self::Plain(points),
            (false, false) => Self::Read(points, ""),
            (false, true) => Self::Read(points, ", from stones of two points"),
            (true, false) => Self::Read(points, ", from hundredths of points"),
            (true, true) => Self::Read(points, ", from hundredths of stones of two points"),
        }
    }

    /// The points, if they were understood.
    pub(super) fn points(&self) -> Option<f32> {
        match *self {
            Self::Plain(points) | Self::Read(points, _) => Some(points),
            Self::Untold | Self::Unread => None,
        }
    }

    /// What a person has to know: how it was read, and doubts. `shown` is the property as written.
    pub(super) fn remarks(&self, shown: &str, writer: Writer) -> Vec<String> {
        let mut remarks = match self {
            Self::Plain(_) => Vec::new(),
            Self::Read(points, from) => vec![format!("{shown} was read as a komi of {points}{from}")],
            Self::Untold => vec![format!(
                "{shown} of Fox without a handicap is no komi: the usual one counts"
            )],
            Self::Unread => vec![format!("{shown} is no komi: it does not count")],
        };
        let is_usual = |komi: &f32| komi.abs() <= MAX_USUAL && (komi * 2.0).fract() == 0.0;
        if let Some(komi) = self.points().filter(|komi| komi.is_finite() && !is_usual(komi))
            && writer != Writer::Katachi
        {
            remarks.push(format!("no rules have a komi of {komi}: check {shown}"));
        }
        remarks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str, writer: Writer, rules: Option<Rules>) -> Option<f32> {
        Komi::read(text, writer, rules, 2).points()
    }

    #[test]
    fn fox_counts_hundredths_of_stones_under_area_rules_and_of_points_under_territory_rules() {
        let (chinese, japanese) = (Some(Rules::CHINESE), Some(Rules::JAPANESE));
        let table = [
            (
                "375 7.5, -375 -7.5, 325 6.5, 350 7, 25 0.5, 50 1, 100 2, 150 3, 750 7.5",
                chinese,
            ),
            ("50 0.5, 100 1, 150 1.5, 650 6.5, 350 3.5", japanese),
            // No komi in points ends in a quarter.
            ("25 0.5, 375 7.5", japanese),
            ("375 7.5, 650 6.5, 50 0.5", None),
            // Another program has put the last two right.
            ("0 0, 7.5 7.5, 7 7", chinese),
        ];
        let rows = table
            .iter()
            .flat_map(|(texts, rules)| texts.split(", ").map(move |row| (row, *rules)));
        for (row, rules) in rows {
            let (text, komi) = row.split_once(' ').expect("a text and its komi");
            let komi: f32 = komi.parse().expect("a number");
            assert_eq!(points(text, Writer::Fox, rules), Some(komi), "{text}, {rules:?}");
        }
        assert_eq!(Komi::read("0", Writer::Fox, chinese, 0), Komi::Untold);
        assert_eq!(Komi::read("0", Writer::Other, chinese, 0), Komi::Plain(0.0));
    }

    #[test]
    fn other_programs_have_points_but_for_quarters_and_for_numbers_that_no_komi_reaches() {
        let table = "50 50|3.75 7.5|-2,75 -5.5|6.25 6.25|150 150|325 6.5|650 6.5|-15000 -150|15100 none|\
                     6目半 6.5|3又3/4子 7.5|3.75 points 3.75|none none| none";
        for row in table.split('|') {
            let (text, komi) = row.rsplit_once(' ').expect("a text and its komi");
            let komi: Option<f32> = komi.parse().ok();
            assert_eq!(points(text, Writer::Other, Some(Rules::CHINESE)), komi, "{text}");
        }
        assert!(points("nan", Writer::Other, None).is_some_and(f32::is_nan));
    }

    #[test]
    fn katachi_writes_any_number_of_points() {
        for komi in [3.75, 6.25, 50.0, 150.0] {
            let found = Komi::read(&komi.to_string(), Writer::Katachi, None, 0);
            assert_eq!(found, Komi::Plain(komi));
        }
    }

    #[test]
    fn a_komi_that_no_rules_have_is_doubted() {
        let remarks = |text, writer| {
            let komi = Komi::read(text, writer, None, 0);
            komi.remarks(&format!("KM[{text}]"), writer)
        };
        for text in ["21", "-50", "6.2", "6.25"] {
            let expected = format!("no rules have a komi of {text}: check KM[{text}]");
            assert_eq!(remarks(text, Writer::Other), [expected]);
            assert_eq!(remarks(text, Writer::Katachi), [""; 0]);
        }
        for text in ["20", "6.5", "-20", "0"] {
            assert_eq!(remarks(text, Writer::Other), [""; 0]);
        }
        assert_eq!(
            remarks("1,8", Writer::Other),
            [
                "KM[1,8] was read as a komi of 1.8",
                "no rules have a komi of 1.8: check KM[1,8]"
            ]
        );
    }
}
