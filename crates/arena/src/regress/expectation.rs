// SPDX-License-Identifier: MIT OR Apache-2.0

//! Expected answers: `[1 (C3|E3)]`, `[!P13]*`.

use anyhow::{Context as _, Result};
use regex::Regex;

/// The text after `#?`.
///
/// The brackets contain a regular expression, which the first line of the answer has to match; `!` before it
/// negates. After the brackets `*` marks an expected failure, and `&` an answer that is not compared. The
/// anchors go around the bare expression as in GNU Go's own scripts, and so bind tighter than a `|` outside
/// groups: `[B1|D17]` accepts every answer that begins with `B1` or ends with `D17`, and suites rely on it.
#[derive(Clone, Debug)]
pub(super) struct Expectation {
    pub(super) text: String,
    negated: bool,
    /// None if the answer is not compared.
    regex: Option<Regex>,
}

impl Expectation {
    /// Parses the text; `None` if it is empty.
    pub(super) fn parse(text: &str) -> Result<Option<Self>> {
        if text.is_empty() {
            return Ok(None);
        }
        let body = text.strip_prefix('[').unwrap_or(text);
        let inside = body.trim_end_matches(['&', '*']).strip_suffix(']');
        let body = inside.unwrap_or(body);
        let (negated, expression) = match body.strip_prefix('!') {
            Some(expression) => (true, expression),
            None => (false, body),
        };
        let regex = if text.ends_with('&') {
            None
        } else {
            let anchored = format!("^{expression}$");
            Some(Regex::new(&anchored).with_context(|| format!("'{expression}' is no regular expression"))?)
        };
        Ok(Some(Self {
            text: text.to_string(),
            negated,
            regex,
        }))
    }

    pub(super) fn is_compared(&self) -> bool {
        self.regex.is_some()
    }

    pub(super) fn fits(&self, answer: &str) -> bool {
        self.regex
            .as_ref()
            .is_some_and(|regex| regex.is_match(answer) != self.negated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, fitting: &[&str], others: &[&str]) {
        let expectation = Expectation::parse(text).unwrap().unwrap();
        for answer in fitting {
            assert!(expectation.fits(answer), "{text} takes '{answer}'");
        }
        for answer in others {
            assert!(!expectation.fits(answer), "{text} refuses '{answer}'");
        }
    }

    #[test]
    fn the_whole_answer_has_to_match() {
        check("[1 (C3|E3)]", &["1 C3", "1 E3"], &["1 C33", "11 C3", "1", ""]);
        check("[W\\+3.5 .*]*", &["W+3.5 (upper bound: 4)"], &["W+3.5"]);
        check("[!P13]*", &["P14", "PASS", ""], &["P13"]);
    }

    #[test]
    fn anchors_bind_tighter_than_a_bare_alternative() {
        check("[B1|D17]", &["B1", "B14", "C1 D17"], &["C1", "AB1"]);
        check("[!B1|D17]", &["C1"], &["B14", "D17"]);
    }

    #[test]
    fn marks_after_the_brackets_are_outside_the_expression() {
        let parse = |text| Expectation::parse(text).unwrap().unwrap();
        assert!(!parse("[0]&").is_compared() && !parse("[(]&").is_compared());
        assert!(parse("[0]&*").is_compared() && !parse("[0]*&").is_compared());
        // Brackets that are forgotten, too many, or part of the expression.
        check("[undecided", &["undecided"], &["alive"]);
        check("[[AB]1]*", &["A1", "B1"], &["C1"]);
        check("0", &["0"], &["1"]);
        assert!(Expectation::parse("").unwrap().is_none());
        assert!(Expectation::parse("[(]").is_err());
    }
}
