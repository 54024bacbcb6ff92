// SPDX-License-Identifier: MIT OR Apache-2.0

//! Days of the calendar, as results are kept from day to day. A day begins at midnight UTC.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use web_time::{SystemTime, UNIX_EPOCH};

const SECONDS: u64 = 86_400;
/// Days from 0000-03-01 to 1970-01-01.
const TO_1970: i64 = 719_468;
/// Days of 400 years.
const ERA: i64 = 146_097;

/// A day, by its distance from 1970-01-01. As text it is `2026-11-26`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Day(i64);

impl Day {
    /// Returns the present day by the clock of the system.
    pub fn today() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self((since.as_secs() / SECONDS) as i64)
    }

    /// Returns the day that many days later.
    pub fn after(self, days: u16) -> Self {
        Self(self.0 + i64::from(days))
    }

    /// Returns year, month and day of the month. Years begin in March here, so that the day that some years
    /// have more is their last.
    fn parts(self) -> (i64, i64, i64) {
        let days = self.0 + TO_1970;
        let (era, day) = (days.div_euclid(ERA), days.rem_euclid(ERA));
        let year = (day - day / 1460 + day / 36_524 - day / (ERA - 1)) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let in_month = day - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        (year + 400 * era + i64::from(month <= 2), month, in_month)
    }

    /// Returns the day of that date, which may not exist.
    fn from_parts(year: i64, month: i64, day: i64) -> Self {
        let year = year - i64::from(month <= 2);
        let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
        let month = if month > 2 { month - 3 } else { month + 9 };
        let day = (153 * month + 2) / 5 + day - 1;
        Self(era * ERA + 365 * year + year / 4 - year / 100 + day - TO_1970)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<i64>> = text.splitn(3, '-').map(|part| part.parse().ok()).collect();
        let found = match numbers.as_deref() {
            Some(&[year @ 1..=9999, month @ 1..=12, day @ 1..=31]) => {
                Some(Self::from_parts(year, month, day))
            }
            _ => None,
        };
        // A day that does not exist has another text.
        found
            .filter(|found| found.to_string() == text)
            .ok_or_else(|| format!("'{text}' is no date such as 2026-11-26"))
    }
}

impl TryFrom<String> for Day {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Day> for String {
    fn from(day: Day) -> Self {
        day.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_counted_over_leap_years() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        assert_eq!(day("1970-01-01"), Day(0));
        assert_eq!(day("2000-02-29").after(1), day("2000-03-01"));
        assert_eq!(day("2026-12-31").after(1), day("2027-01-01"));
        assert_eq!(day("2026-11-26"), Day(20_783));
        for number in (-200_000..200_000).step_by(97) {
            let text = Day(number).to_string();
            assert_eq!(text.parse(), Ok(Day(number)), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_dates() {
        for text in [
            "2026-02-30",
            "2026-13-01",
            "2026-1-1",
            "today",
            "",
            "2026-11",
            "2026-11-26-1",
            "0000-01-01",
        ] {
            assert_eq!(
                text.parse::<Day>(),
                Err(format!("'{text}' is no date such as 2026-11-26"))
            );
        }
    }
}
