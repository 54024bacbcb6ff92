// SPDX-License-Identifier: MIT OR Apache-2.0

//! Log-linear models: what those of the engine share, whatever their features and tables are.
//!
//! A model gives each candidate a logit, the sum of the weights of its features; the softmax of the logits is
//! the probability of each candidate. `katachi-lab train` fits the weights and writes them to files:
//!
//! ```text
//! # Comments say what the weights were fitted to.
//! weights moves
//!
//! last=2 1.84
//! shape=.../.*./... 0.25 1200
//! ```
//!
//! `weights` and the name of the model come first. Each further line is the name of a feature without blanks,
//! its weight, and for some features the number of times that it was seen. A word that begins with `#` begins
//! a comment.

use std::path::{Path, PathBuf};

use katachi_rules::BoardSize;
use thiserror::Error;

/// Units of value for each nat of a logarithm of probability. A nat is a factor of 2.7.
pub const VALUE_PER_NAT: f32 = 16.0;
/// The value of a move for which nothing but the move-prediction model speaks, before the model adds to it,
/// in units of value; 0 to 30.
pub const BARE_VALUE: i32 = 12;

/// A class of boards, by the longer side. Each adds its own differences to the weights that all boards share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoardClass {
    /// Up to 11 lines.
    Small,
    /// 12 to 15 lines.
    Medium,
    /// 16 lines and more.
    Large,
}

impl BoardClass {
    /// All classes, the smallest first.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// Returns the class of a board.
    pub fn new(size: BoardSize) -> Self {
        match size.width().max(size.height()) {
            ..12 => Self::Small,
            12..16 => Self::Medium,
            16.. => Self::Large,
        }
    }

    /// Returns the name, which is the usual size of its boards.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "9x9",
            Self::Medium => "13x13",
            Self::Large => "19x19",
        }
    }

    /// Splits the name of a class off the name of a weight: `9x9/last=2`. `None` for the class: all boards
    /// share the weight.
    pub(crate) fn split(name: &str) -> Option<(Option<Self>, &str)> {
        let head = name.split('=').next()?;
        let Some((class, _)) = head.split_once('/') else {
            return Some((None, name));
        };
        let class = Self::ALL.into_iter().find(|known| known.name() == class)?;
        Some((Some(class), &name[class.name().len() + 1..]))
    }
}

/// Turns the logits of all candidates into probabilities.
pub fn softmax<T>(candidates: &mut [T], value: impl Fn(&mut T) -> &mut f32) {
    let max = candidates.iter_mut().map(|c| *value(c)).fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for c in candidates.iter_mut() {
        let value = value(c);
        *value = (*value - max).exp();
        sum += *value;
    }
    for c in candidates {
        *value(c) /= sum;
    }
}

/// Defines an enum of templates of features, with a table of their names in files and their numbers of
/// values.
macro_rules! templates {
    ($(#[$of_enum:meta])* $vis:vis enum $name:ident {
        $($(#[$of_variant:meta])* $variant:ident = ($text:literal, $values:expr),)*
    }) => {
        $(#[$of_enum])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name {
            $($(#[$of_variant])* $variant,)*
        }

        impl $name {
            $vis const ALL: [(Self, &'static str, usize); [$($text),*].len()] =
                [$((Self::$variant, $text, $values)),*];
        }
    };
}
pub(crate) use templates;

/// The number of the first feature of each template, and at last the number of all features.
pub(crate) const fn starts<T, const N: usize, const ENDS: usize>(
    templates: &[(T, &str, usize); N],
) -> [usize; ENDS] {
    let mut starts = [0; ENDS];
    let mut i = 0;
    while i < N {
        starts[i + 1] = starts[i] + templates[i].2;
        i += 1;
    }
    starts
}

/// The names of all features in files, by number.
pub(crate) fn feature_names<T: 'static>(
    templates: &'static [(T, &str, usize)],
) -> impl Iterator<Item = String> {
    let templates = templates.iter();
    templates.flat_map(|&(_, name, values)| (0..values).map(move |value| format!("{name}={value}")))
}

/// A line of a text of weights that cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}line {line}: {mistake}", .file.as_ref().map_or(String::new(), |file| format!("{}: ", file.display())))]
pub struct WeightError {
    /// The file, if the text came from one.
    pub file: Option<PathBuf>,
    /// Number of the line, from 1.
    pub line: usize,
    /// The mistake, and the text of the line.
    pub mistake: String,
}

impl WeightError {
    /// Adds the name of the file.
    #[must_use]
    pub fn in_file(mut self, file: &Path) -> Self {
        self.file = Some(file.to_path_buf());
        self
    }
}

/// Weight of a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line<Name> {
    /// Without blanks.
    pub name: Name,
    /// At most 1000 in size.
    pub weight: f32,
    /// How often the feature was seen.
    pub count: Option<u32>,
}

/// Reads the weights of a model. `set` returns none for a feature that the model does not have.
///
/// # Errors
/// A text for another model; the first line that is malformed, whose weight is not finite, or whose feature
/// is unknown.
pub fn parse<'a>(
    text: &'a str,
    model: &str,
    mut set: impl FnMut(Line<&'a str>) -> Option<()>,
) -> Result<(), WeightError> {
    let mut has_head = false;
    for (index, line) in text.lines().enumerate() {
        let words = line.split_ascii_whitespace();
        let mut words = words.take_while(|word| !word.starts_with('#'));
        let Some(first) = words.next() else { continue };
        let result = if has_head {
            entry(first, words).and_then(|entry| set(entry).ok_or("there is no such feature".to_owned()))
        } else {
            has_head = true;
            head(first, words.next(), model)
        };
        result.map_err(|mistake| WeightError {
            file: None,
            line: index + 1,
            mistake: format!("{mistake}: {line}"),
        })?;
    }
    match has_head {
        true => Ok(()),
        false => Err(WeightError {
            file: None,
            line: 1,
            mistake: format!("expected `{HEAD} {model}`"),
        }),
    }
}

/// Largest weight in nats. Fitted ones are below 20; sums of larger ones could overflow.
const MAX_WEIGHT: f32 = 1000.0;

const HEAD: &str = "weights";

/// The model whose weights a text has.
#[cfg(feature = "runtime-db")]
pub(crate) fn model(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim_start);
    let head = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
    head.strip_prefix(HEAD)
        .and_then(|rest| rest.split_ascii_whitespace().next())
}

fn head(first: &str, second: Option<&str>, model: &str) -> Result<(), String> {
    match second {
        Some(name) if first == HEAD && name == model => Ok(()),
        Some(name) if first == HEAD => Err(format!("expected weights of `{model}`, not of `{name}`")),
        _ => Err(format!("expected `{HEAD} {model}` before the first weight")),
    }
}

fn entry<'a>(name: &'a str, mut words: impl Iterator<Item = &'a str>) -> Result<Line<&'a str>, String> {
    let weight = words.next().and_then(|word| word.parse::<f32>().ok());
    let count = words.next().map(str::parse).transpose();
    let (Some(weight), Ok(count), None) = (weight, count, words.next()) else {
        return Err("expected `NAME WEIGHT` or `NAME WEIGHT COUNT`".to_owned());
    };
    match weight {
        _ if !weight.is_finite() => Err("the weight is not a finite number".to_owned()),
        _ if weight.abs() > MAX_WEIGHT => {
            Err(format!("expected a weight from -{MAX_WEIGHT} to {MAX_WEIGHT}"))
        }
        weight => Ok(Line { name, weight, count }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Line<String>>, WeightError> {
        let mut lines = Vec::new();
        parse(text, "moves", |Line { name, weight, count }| {
            let name = (name != "unknown").then(|| name.to_owned())?;
            lines.push(Line { name, weight, count });
            Some(())
        })?;
        Ok(lines)
    }

    #[test]
    fn comments_and_empty_lines_are_skipped() {
        let read = read("# all\n\n weights moves # of strong players\n\t\nlast=2 1.5 # near\n");
        assert_eq!(read.expect("weights").len(), 1);
    }

    #[test]
    fn a_line_that_cannot_be_used_is_named() {
        for (line, mistake) in [
            ("last=2", "expected `NAME WEIGHT` or `NAME WEIGHT COUNT`"),
            ("last=2 much", "expected `NAME WEIGHT` or `NAME WEIGHT COUNT`"),
            ("last=2 1.5 many", "expected `NAME WEIGHT` or `NAME WEIGHT COUNT`"),
            ("last=2 1.5 3 4", "expected `NAME WEIGHT` or `NAME WEIGHT COUNT`"),
            ("last=2 NaN", "the weight is not a finite number"),
            ("last=2 -inf", "the weight is not a finite number"),
            ("last=2 1e99", "the weight is not a finite number"),
            ("last=2 -1000.5", "expected a weight from -1000 to 1000"),
            ("unknown 1.5", "there is no such feature"),
        ] {
            let error = read(&format!("weights moves\nlast=3 1\n{line}\n")).expect_err(line);
            assert_eq!(error.line, 3);
            assert_eq!(error.mistake, format!("{mistake}: {line}"));
            let named = error.in_file(Path::new("my.txt")).to_string();
            assert_eq!(named, format!("my.txt: line 3: {mistake}: {line}"));
        }
    }

    #[test]
    fn a_text_for_another_model_is_refused() {
        for (text, message) in [
            ("# none\n", "line 1: expected `weights moves`"),
            (
                "weights life\n",
                "line 1: expected weights of `moves`, not of `life`: weights life",
            ),
            (
                "\nlast=2 1\n",
                "line 2: expected `weights moves` before the first weight: last=2 1",
            ),
        ] {
            assert_eq!(read(text).expect_err(text).to_string(), message);
        }
    }
}
