// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reading and writing the fitted weights below colon lines.

use super::reports::Reports;
use super::split::Line;
use crate::diagnostic::Code;
use crate::fit::{BOARD_CLASSES, Fit, FitSource, is_shape_name};

/// What a line with a fitted weight begins with. Older readers of the format take it for a comment.
pub(crate) const MARK: &str = "#= ";

/// A fitted weight, and the learned shape whose place its entry takes.
type FitLine = (Fit, Option<String>);

/// Reads a line that begins with [`MARK`].
pub(super) fn parse(line: Line<'_>, reports: &mut Reports) -> Option<(Fit, Option<String>)> {
    let found = read(&line.text[MARK.len()..]);
    if found.is_none() {
        let message = "this fitted weight cannot be read";
        let help = "write nats from -20 to 20 and whose they are, like `#= 0.40, mine`, or remove the line";
        reports.add(Code::BadFit, line.span(), message, help);
    }
    found
}

fn read(text: &str) -> Option<FitLine> {
    let mut fields = text.split(',').map(str::trim);
    let mut fit = Fit {
        weight: hundredths(fields.next()?)?,
        ..Fit::default()
    };
    let mut replaces = None;
    let (mut is_mine, mut counts) = (false, [None::<i32>; 3]);
    for field in fields {
        let Some((key, number)) = field.split_once([' ', '\t']) else {
            is_mine = field == "mine";
            is_mine.then_some(())?;
            continue;
        };
        let number = number.trim();
        if key == "replaces" {
            replaces = Some(number).filter(|&name| is_shape_name(name));
            replaces?;
        } else if let Some(class) = BOARD_CLASSES.iter().position(|&name| name == key) {
            fit.differences[class] = hundredths(number)?;
        } else if key == "alone" {
            fit.alone = hundredths(number)?;
        } else {
            let key = ["held", "played", "value"].iter().position(|&name| name == key)?;
            counts[key] = Some(number.parse().ok()?);
        }
    }
    fit.source = match (is_mine, counts) {
        (true, [None, None, None]) => FitSource::Author,
        (false, [held, played, Some(value)]) => FitSource::Games {
            held: held.map(u32::try_from).transpose().ok()?,
            played: played.unwrap_or_default().try_into().ok()?,
            value,
        },
        _ => return None,
    };
    Some((fit, replaces.map(str::to_owned)))
}

/// Reads nats with at most two decimals.
fn hundredths(text: &str) -> Option<i32> {
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let nats: f64 = text.parse().ok().filter(|nats: &f64| nats.is_finite())?;
    let hundredths = (100.0 * nats).round() as i32;
    (decimals <= 2 && hundredths.abs() <= Fit::MAX_WEIGHT).then_some(hundredths)
}

/// Returns the text of a database with the weights that `fit_for` has for its patterns, by name. A weight of
/// the author stays, and that of an entry in the place of a learned shape; one of a pattern for which there
/// is none goes. O(text).
pub fn with_fits(text: &str, fit_for: impl Fn(&str) -> Option<Fit>) -> String {
    let mut new = String::with_capacity(text.len());
    let mut name = "";
    let mut is_mine = false;
    for line in text.split_inclusive('\n') {
        if let Some(rest) = line.strip_prefix("Pattern") {
            name = rest.split_whitespace().next().unwrap_or_default();
            is_mine = is_shape_name(name) || is_pinned(text, line);
        }
        if !is_mine && weight(line).is_some() {
            continue;
        }
        new.push_str(line);
        if line.starts_with(':')
            && !is_mine
            && let Some(fit) = fit_for(std::mem::take(&mut name))
        {
            if !line.ends_with('\n') {
                new.push('\n');
            }
            new.push_str(&format!("{fit}\n"));
        }
    }
    new
}

/// Whether the entry that begins at `header`, a line of `text`, has a weight that a trainer leaves as it is.
fn is_pinned(text: &str, header: &str) -> bool {
    let start = header.as_ptr() as usize - text.as_ptr() as usize;
    let rest = text[start..].lines().skip(1);
    let mut entry = rest.take_while(|line| !line.starts_with("Pattern"));
    let is_kept = |(fit, replaces): FitLine| fit.source == FitSource::Author || replaces.is_some();
    entry.any(|line| weight(line).is_some_and(is_kept))
}

/// The weight that a line of the text has, if it has one.
fn weight(line: &str) -> Option<FitLine> {
    read(line.strip_prefix(MARK)?.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Source, compile};

    const TEXT: &str = "\
Pattern First
O*X
.O.
:8,50
#= 0.25, 9x9 -0.10, alone 0.90, held 100, played 20, value 50

Pattern Second
O*XX
.O..
:8,60
#= 1.50, mine
O*XX
.a..
;lib(a)>1
";

    #[test]
    fn a_weight_stands_below_the_colon_line() {
        let compiled = compile(&[Source::new("a.db", TEXT)], &Options::default());
        assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
        let fit = |name| {
            let pattern = compiled.database.patterns.iter().find(|p| p.name == name);
            pattern.and_then(|pattern| pattern.fit).expect("a weight")
        };
        let first = Fit {
            weight: 25,
            differences: [-10, 0, 0],
            alone: 90,
            source: FitSource::Games {
                held: Some(100),
                played: 20,
                value: 50,
            },
        };
        assert_eq!(fit("First"), first);
        assert_eq!((fit("Second").weight, fit("Second").value()), (150, None));
    }

    #[test]
    fn fitted_weights_are_replaced_and_those_of_the_author_stay() {
        let new = |weight| Fit {
            weight,
            source: FitSource::Games {
                held: Some(3),
                played: 1,
                value: 50,
            },
            ..Fit::default()
        };
        let text = with_fits(TEXT, |name| (name == "First").then(|| new(-7)));
        let changed = "#= -0.07, held 3, played 1, value 50";
        assert_eq!(
            text,
            TEXT.replace(
                "#= 0.25, 9x9 -0.10, alone 0.90, held 100, played 20, value 50",
                changed
            )
        );
        assert_eq!(with_fits(&text, |_| Some(new(-7))), text);
        assert!(!with_fits(TEXT, |_| None).contains("held"));
    }

    #[test]
    fn a_trainer_leaves_entries_in_the_place_of_learned_shapes() {
        let named = "Pattern Hane_21_0412\nO*X\n:8,5\n#= 0.25, played 20, value 5\n";
        let renamed = "Pattern Mine\nO*XX\n:8,5\n#= 0.25, played 20, value 5, replaces Hane_21_0412\n";
        let text = format!("{named}\n{renamed}");
        assert_eq!(with_fits(&text, |_| Some(Fit::default())), text);
        assert_eq!(with_fits(&text, |_| None), text);
    }

    #[test]
    fn an_entry_may_say_which_learned_shape_it_replaces() {
        let text = "Pattern Mine\nO*X\n:-,-5\n#= 0.25, mine, replaces Hane_21_0412\n";
        let compiled = compile(&[Source::new("a.db", text)], &Options::default());
        assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
        let pattern = &compiled.database.patterns[0];
        assert_eq!(pattern.replaces.as_deref(), Some("Hane_21_0412"));
        assert_eq!(pattern.shape_name(), Some("Hane_21_0412"));
        assert!(crate::entry(pattern).contains("#= 0.25, mine, replaces Hane_21_0412\n"));
        let source = Source::new("a.db", text);
        assert_eq!(crate::format(&source), text);
        let found = read("0.25, mine, replaces Hane");
        assert_eq!(found, None, "no name of a learned shape");
    }

    #[test]
    fn a_weight_that_cannot_be_read_is_reported() {
        for wrong in [
            "x",
            "1.234, mine",
            "30, mine",
            "1",
            "1, mine, held 3",
            "1, held 3, played 1",
            "nan, mine",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        assert!(read(" -1.5 ,mine").is_some_and(|(fit, _)| fit.weight == -150));
    }
}
