// SPDX-License-Identifier: MIT OR Apache-2.0

//! Days of the calendar, as results are kept from day to day. A day begins at midnight UTC.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use time::{Date, Duration};
use web_time::{SystemTime, UNIX_EPOCH};

const SECONDS: u64 = 86_400;
/// The Julian day of 1970-01-01.
const FIRST: i32 = 2_440_588;

/// A day. As text it is `2026-11-26`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Day(Date);

impl Day {
    /// Returns the present day by the clock of the system.
    pub fn today() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let days = (since.as_secs() / SECONDS) as i32;
        Self(Date::from_julian_day(FIRST + days).unwrap_or(Date::MAX))
    }

    /// Returns the day that many days later.
    pub fn after(self, days: u16) -> Self {
        Self(self.0.saturating_add(Duration::days(days.into())))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let date = || {
            let mut parts = text.splitn(3, '-');
            let year = parts
                .next()?
                .parse()
                .ok()
                .filter(|year| (1..=9999).contains(year))?;
            let month = parts.next()?.parse::<u8>().ok()?.try_into().ok()?;
            let day = parts.next()?.parse().ok()?;
            let date = Date::from_calendar_date(year, month, day).ok();
            date.filter(|date| date.to_string() == text)
        };
        let found = date().map(Self);
        found.ok_or_else(|| format!("'{text}' is no date such as 2026-11-26"))
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
    fn dates_are_texts_and_others_are_none() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        assert_eq!(day("2000-02-29").after(1), day("2000-03-01"));
        assert_eq!(day("2026-12-31").after(1).to_string(), "2027-01-01");
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
            let why = format!("'{text}' is no date such as 2026-11-26");
            assert_eq!(text.parse::<Day>(), Err(why));
        }
    }
}
