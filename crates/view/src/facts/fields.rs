// SPDX-License-Identifier: MIT OR Apache-2.0

//! Data: each is one struct, which is JSON. Facts of strings, groups and eye spaces are a table of fields in
//! GTP, too.

use std::fmt;

use katachi_engine::reading::{Certainty, Verdict};
use katachi_rules::{BoardSize, Color, Point};
use serde::Serialize;

use super::certainty;
use super::named::{Named, OnBoard};

/// Defines a struct of data and the function that makes it: each field has its value.
#[macro_export]
macro_rules! data {
    ($(#[$meta:meta])* $vis:vis struct $name:ident $(<$life:lifetime>)? ($($arg:ident: $arg_type:ty),*) {
        $($(#[$doc:meta])* $field:ident: $type:ty = $value:expr,)*
    }) => {
        #[derive(Debug, serde::Serialize)]
        $(#[$meta])*
        $vis struct $name $(<$life>)? {
            $($(#[$doc])* $vis $field: $type,)*
        }

        impl $(<$life>)? $name $(<$life>)? {
            /// Creates the data.
            $vis fn new($($arg: $arg_type),*) -> Self {
                Self { $($field: $value,)* }
            }
        }
    };
}
pub(crate) use data;

/// Defines [`data`] with a table. A field with a name in quotes is a line of it; names are padded to `width`
/// columns.
macro_rules! facts {
    ($(#[$meta:meta])* pub struct $name:ident($($arg:ident: $arg_type:ty),*), $width:literal {
        $($(#[$doc:meta])* $field:ident: $type:ty = $value:expr $(=> $label:literal)?,)*
    }) => {
        $crate::facts::fields::data! {
            $(#[$meta])*
            #[derive(Clone, PartialEq)]
            pub struct $name($($arg: $arg_type),*) {
                $($(#[$doc])* $field: $type = $value,)*
            }
        }

        impl $name {
            /// Returns JSON on one line.
            pub fn json(&self) -> String {
                serde_json::to_string(self).expect("facts are plain data")
            }
        }

        /// Writes a line for each field. `PASS` stands for no point, `?` for an unknown code.
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut line = |name: &str, text: String| writeln!(f, "{name:<width$} {text}", width = $width);
                $($($crate::facts::fields::Field::write(&self.$field, &mut line, $label)?;)?)*
                Ok(())
            }
        }
    };
}
pub(crate) use facts;

pub(crate) type WriteLine<'a> = dyn FnMut(&str, String) -> fmt::Result + 'a;

pub(crate) trait Field {
    fn text(&self) -> String;

    /// Writes its line, or several.
    fn write(&self, line: &mut WriteLine<'_>, name: &str) -> fmt::Result {
        line(name, self.text())
    }
}

macro_rules! fields {
    ($($type:ty: |$value:ident| $text:expr;)*) => { $(impl Field for $type {
        fn text(&self) -> String {
            let $value = self;
            $text
        }
    })* };
}
fields! {
    u8: |number| number.to_string();
    u32: |number| number.to_string();
    usize: |number| number.to_string();
    f32: |number| format!("{number:.2}");
    bool: |is_so| u8::from(*is_so).to_string();
    String: |text| text.clone();
    &'static str: |text| (*text).to_owned();
    Color: |color| color.to_string().to_lowercase();
    Option<Named<Point>>: |point| or_pass(name(*point));
    Range: |range| format!("{} {}", range.1, range.0);
}

impl<T: OnBoard> Field for Named<T> {
    fn text(&self) -> String {
        or_pass(self.to_string())
    }
}

/// Liberties by order.
impl Field for [u32; 4] {
    fn text(&self) -> String {
        let [first, second, third, fourth] = self;
        format!("{first}; {second}, {third}, {fourth} of order 2 to 4")
    }

    fn write(&self, line: &mut WriteLine<'_>, name: &str) -> fmt::Result {
        line(name, self[0].to_string())?;
        let mut others = (2..).zip(&self[1..]);
        others.try_for_each(|(order, count)| line(&format!("{name}{order}"), count.to_string()))
    }
}

/// Least and largest value of an undecided number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range(pub u32, pub u32);

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(least, most) if least == most => write!(f, "{least}"),
            Self(least, most) => write!(f, "{least} to {most}"),
        }
    }
}

/// The verdict about a defense. Without an attack there is none: 0, as in the answers of other programs.
pub(crate) fn defense(attack: Verdict, defense: Verdict) -> Verdict {
    match attack {
        Verdict::No => Verdict::No,
        _ => defense,
    }
}

/// The answer of a reading.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReadingData {
    /// Its [`Verdict::code`]. Null if it was not read, or the budget ran out.
    pub code: Option<u8>,
    /// First moves, best first.
    pub points: Named<Vec<Point>>,
    /// How sure it is: [`certainty::name`]. Null for strings.
    pub certainty: Option<&'static str>,
    /// Percentage of playouts in which the side that moves first reached its aim, if these decide.
    pub playouts_won: Option<u8>,
    /// In words: `yes (1): D3 E4, proved`.
    pub text: String,
}

impl ReadingData {
    pub(crate) fn new(verdict: Verdict, points: &[Point], sure: Option<Certainty>, size: BoardSize) -> Self {
        let points = Named::list(points, size);
        let is_judged = sure.is_some_and(|sure| !sure.is_read());
        let word = match verdict {
            Verdict::Yes if is_judged => "probably",
            Verdict::No if is_judged => "probably not",
            Verdict::No => "no",
            Verdict::Yes => "yes",
            Verdict::KoAhead => "by ko, the other needs the first threat",
            Verdict::KoBehind => "by ko, after finding the first threat",
            Verdict::Unknown => "not read to the end",
        };
        let moves = if points.is_empty() { "" } else { ": " };
        let words = sure.map_or_else(String::new, |sure| format!(", {}", certainty::words(sure)));
        Self {
            code: (verdict != Verdict::Unknown).then(|| verdict.code()),
            certainty: sure.map(certainty::name),
            playouts_won: sure.and_then(Certainty::share),
            text: format!("{word} ({}){moves}{points}{words}", verdict.code()),
            points,
        }
    }
}

impl Field for ReadingData {
    fn text(&self) -> String {
        self.text.clone()
    }

    fn write(&self, line: &mut WriteLine<'_>, name: &str) -> fmt::Result {
        let code = self.code.map_or_else(|| "?".to_owned(), |code| code.to_string());
        line(&format!("{name}_code"), code)?;
        line(&format!("{name}_point"), self.points.text())
    }
}

pub(crate) fn when(is_true: bool, text: impl Into<String>) -> String {
    if is_true { text.into() } else { String::new() }
}

pub(crate) fn name(point: Option<Named<Point>>) -> String {
    point.map_or_else(String::new, |point| point.to_string())
}

pub(crate) fn or_pass(names: String) -> String {
    if names.is_empty() {
        "PASS".to_owned()
    } else {
        names
    }
}
