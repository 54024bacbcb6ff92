// SPDX-License-Identifier: MIT OR Apache-2.0

//! The `;` lines of an entry as one text, and error messages about that text.

use std::borrow::Cow;
use std::ops::Range;

use super::reports::Reports;
use super::split::Line;
use crate::diagnostic::Code;
use crate::expr::Expr;

/// Maximum nesting of parentheses. The grammar recurses once for each.
const MAX_PARENTHESES: usize = 64;

/// The lines of an expression as one text with the sources of its parts.
pub(super) struct Joined {
    pub(super) text: String,
    /// Beginning of each line in the text and in the source, ascending.
    pub(super) parts: Vec<(usize, usize)>,
}

impl Joined {
    pub(super) fn new(lines: &[Line<'_>]) -> Self {
        let mut joined = Self {
            text: String::new(),
            parts: Vec::new(),
        };
        for line in lines {
            // A line that lacks its mark was reported.
            let mark = usize::from(line.text.starts_with(';'));
            let body = without_comments(&line.text[mark..]);
            let body = body.trim_end();
            if body.trim().is_empty() {
                continue;
            }
            let start = body.trim_start();
            let is_joined = joined.text.trim_end().ends_with(OPERATOR_END)
                || start.starts_with(OPERATOR_START)
                || start.starts_with("!=");
            let is_joined = is_joined || joined.text.is_empty();
            joined.text.push_str(if is_joined { "\n" } else { "\n&&\n" });
            joined.parts.push((joined.text.len(), line.start + mark));
            joined.text.push_str(body);
        }
        joined
    }

    /// Removes a `;` at the end of the expression, which GNU Go's compiler to C allowed.
    pub(super) fn end_statement(&mut self, reports: &mut Reports) {
        let end = self.text.trim_end_matches([';', ' ', '\t', '\n']).len();
        if end > 0 && self.text[end..].contains(';') {
            let place = self.place(end..self.text.trim_end().len());
            self.text.replace_range(end.., &" ".repeat(self.text.len() - end));
            let message = "this expression has a `;` at its end";
            let help = "remove it: an expression ends with its line";
            reports.add(Code::EmptyStatement, place, message, help);
        }
    }

    /// The place in the source; text between lines belongs to the end of the previous line.
    pub(super) fn place(&self, span: Range<usize>) -> Range<usize> {
        let at = |index: usize, end: bool| {
            let is_before = |p: &(usize, usize)| if end { p.0 < index } else { p.0 <= index };
            let part = self.parts.partition_point(is_before);
            let (text, source) = self.parts[part.saturating_sub(1)];
            let line = &self.text[text..];
            let length = line.find('\n').unwrap_or(line.len());
            source + index.saturating_sub(text).min(length)
        };
        let start = at(span.start, false);
        let end = (!span.is_empty()).then(|| at(span.end, true));
        start..end.map_or(start, |end| end.max(start))
    }
}

/// The text with spaces in place of C comments and of everything after `#`.
fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains(['/', '#']) {
        return text.into();
    }
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text.as_bytes()[at..];
        let length = match rest {
            [b'#', ..] | [b'/', b'/', ..] => rest.len(),
            [b'/', b'*', inside @ ..] => {
                let end = inside.windows(2).position(|w| w == b"*/");
                end.map_or(rest.len(), |e| e + 4)
            }
            _ => {
                at += 1;
                continue;
            }
        };
        bytes[at..at + length].fill(b' ');
        at += length;
    }
    // Comments begin and end with ASCII, so the rest has whole characters.
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// Characters at the end or beginning of a line that prevent an implicit `&&` between lines.
const OPERATOR_END: &[char] = &['&', '|', '!', '+', '-', '*', '/', '%', '<', '>', '=', '(', ','];
const OPERATOR_START: &[char] = &['&', '|', '+', '-', '*', '/', '%', '<', '>', '=', ')', ','];

pub(super) fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_PARENTHESES {
            return Some(index);
        }
    }
    None
}

pub(super) fn report_depth(span: Range<usize>, reports: &mut Reports) {
    let operators = Expr::MAX_DEPTH;
    let most = format!("{MAX_PARENTHESES} parentheses and {operators} operators in a row are the most");
    let message = format!("this expression is nested too deeply: {most}");
    let help = "split the pattern into several with simpler constraints";
    reports.add(Code::TooDeep, span, message, help);
}

const TWO_CHARACTERS: [&str; 6] = ["&&", "||", "==", "!=", "<=", ">="];

fn operator_at_end(text: &str) -> Option<&str> {
    let length = match TWO_CHARACTERS.iter().any(|o| text.ends_with(o)) {
        true => 2,
        false => usize::from(text.ends_with(['<', '>', '+', '-', '*', '/', '%', '!'])),
    };
    (length > 0 && !is_operand_end(text)).then(|| &text[text.len() - length..])
}

/// Whether a value may end here. `*` is a value as an argument.
fn is_operand_end(text: &str) -> bool {
    let is_move = text
        .strip_suffix('*')
        .is_some_and(|t| t.trim_end().ends_with(['(', ',']) && is_in_call(t));
    is_move || text.ends_with(|c: char| c.is_ascii_alphanumeric() || c == ')' || c == '_')
}

pub(super) fn report_syntax(joined: &Joined, index: usize, reports: &mut Reports) {
    let mut rest = joined.text[index..].trim_start();
    if !is_operand_end(joined.text[..index].trim_end()) {
        // The parser reports the beginning of a word, but the error is after it, because a word may begin any
        // value.
        rest = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        rest = rest.trim_start();
    }
    let index = joined.text.len() - rest.len();
    let before = joined.text[..index].trim_end();
    let mut place = index..index + rest.chars().next().map_or(0, char::len_utf8);
    let (message, help) = match operator_at_end(before) {
        Some(operator) if !rest.starts_with(['=', '#', '"', '\'']) || rest.starts_with("==") => {
            place = before.len() - operator.len()..before.len();
            (format!("an operand is missing after `{operator}`"), NO_OPERAND)
        }
        _ => {
            if let Some(operator) = TWO_CHARACTERS.iter().find(|o| rest.starts_with(**o)) {
                place.end = index + operator.len();
            }
            explain(before, rest)
        }
    };
    let place = joined.place(place);
    reports.add(Code::ExpressionSyntax, place, message, help);
}

const NO_OPERAND: &str = "write a number or a function of labels there, or remove the operator";
const CLOSE: &str = "write the missing `)`";

/// The error before the rest of an expression, and how to correct it.
fn explain(before: &str, rest: &str) -> (String, &'static str) {
    let after_operand = is_operand_end(before);
    let opened = before.matches('(').count() > before.matches(')').count();
    let two = TWO_CHARACTERS.iter().find(|o| rest.starts_with(**o));
    let open = || "the parentheses of a function are not closed".to_owned();
    match rest.chars().next() {
        None if after_operand && opened => ("the expression ends inside parentheses".to_owned(), CLOSE),
        None => (
            "the expression ends where a value is expected".to_owned(),
            "write a number or a function of labels",
        ),
        Some(')') if after_operand && !opened => ("`)` closes nothing".to_owned(), "remove it"),
        Some(c @ ('=' | '&' | '|')) if two.is_none() => (
            format!("`{c}` alone is no operator"),
            "comparisons are `==` `!=` `<` `<=` `>` `>=`; conditions are joined by `&&` and `||`",
        ),
        Some(_) if two.is_some() && after_operand && opened && is_in_call(before) => (open(), CLOSE),
        Some(_) if two.is_some() && !after_operand => (
            format!("an operand is missing before `{}`", two.unwrap_or(&"")),
            NO_OPERAND,
        ),
        Some('<' | '>') if opened && is_in_call(before) => (open(), CLOSE),
        Some(';') => (
            "`;` stands inside an expression".to_owned(),
            "join conditions by `&&` or `||`; a further line begins with `;`",
        ),
        Some('(') if after_operand && !rest.contains(')') => (open(), CLOSE),
        Some(')') if before.ends_with(',') => (
            "an argument is missing after `,`".to_owned(),
            "write a label, or remove the comma",
        ),
        Some('(') if after_operand => (
            "the argument of a function has to be a label".to_owned(),
            "functions take labels of the constraint diagram, `t` or `*`, separated by commas",
        ),
        Some(c) if after_operand => (
            format!("an operator is expected before `{c}`"),
            "join conditions by `&&` or `||`, and separate arguments by commas",
        ),
        Some(c) => (
            format!("a value is expected, not `{c}`"),
            "values are numbers, functions of labels, constants like `ALIVE`, and `( )`",
        ),
    }
}

/// Whether the last open parenthesis is that of a function.
fn is_in_call(before: &str) -> bool {
    let mut depth = 0_usize;
    let open = before.bytes().enumerate().rev().find(|&(_, c)| {
        match c {
            b')' => depth += 1,
            b'(' if depth == 0 => return true,
            b'(' => depth -= 1,
            _ => {}
        }
        false
    });
    let name = |end: usize| before[..end].trim_end();
    open.is_some_and(|(index, _)| name(index).ends_with(|c: char| c.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::is_in_call;

    #[test]
    fn the_last_open_parenthesis_decides_whether_a_place_is_in_a_call() {
        for (before, expected) in [
            ("", false),
            ("lib", false),
            ("(", false),
            ("lib(", true),
            ("lib (a", true),
            ("lib(a)", false),
            ("(lib(a)", false),
            ("(lib(a)&&lib(", true),
            ("lib(a,(", false),
            ("xplay(a,(b),", true),
            ("(lib((a))", false),
        ] {
            assert_eq!(is_in_call(before), expected, "{before}");
        }
    }
}
