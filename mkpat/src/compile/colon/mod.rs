// SPDX-License-Identifier: MIT OR Apache-2.0

//! The colon line: symmetry, value, assistance, classes, bonuses, random variation and helper.

mod value;

use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;

use super::Options;
use super::grammar::{Grammar, Rule, error_column};
use super::reports::Reports;
use super::split::Line;
use crate::database::{Kind, Pattern};
use crate::diagnostic::Code;
use value::{assistance, classes, helper, is_class, number, symmetry};

const FIELDS: usize = 10;
const NAMES: [&str; FIELDS] = [
    "symmetry",
    "value",
    "assistance",
    "class",
    "obonus",
    "xbonus",
    "splitbonus",
    "minrand",
    "maxrand",
    "helper",
];

/// The fields of a language, in their order.
const fn order(kind: Kind) -> &'static [usize] {
    match kind {
        Kind::Connections => &[0, 3, 9],
        Kind::Reading => &[0, 1, 3],
        _ => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    }
}

/// The content of a colon line.
#[derive(Debug, Default)]
pub(super) struct Colon {
    /// A pattern with the fields of the line, and nothing else.
    pub(super) pattern: Pattern,
    pub(super) symmetry_span: Range<usize>,
    /// Whether the symmetry was unknown and replaced by `8`.
    pub(super) symmetry_is_unknown: bool,
    pub(super) weight_span: Range<usize>,
    pub(super) class_span: Range<usize>,
    /// Whether it has characters that are not class letters.
    pub(super) has_unknown_class: bool,
}

impl Colon {
    fn read_symmetry(&mut self, field: &Field<'_>, reports: &mut Reports) {
        self.pattern.symmetry = symmetry(field, reports);
        self.symmetry_is_unknown = !field.text.starts_with(self.pattern.symmetry);
        self.symmetry_span = field.span.clone();
        // For reports about the class of a pattern that has none.
        self.class_span = field.span.clone();
    }

    fn read_classes(&mut self, field: &Field<'_>, reports: &mut Reports) {
        (self.pattern.classes, self.has_unknown_class) = classes(field, reports);
        self.class_span = field.span.clone();
    }
}

/// An argument of an assistance with its place in the source.
type Value<'s> = (&'s str, Range<usize>);

/// A field with its place in the source.
struct Field<'s> {
    text: &'s str,
    span: Range<usize>,
    /// Name and values of an assistance with arguments.
    call: Option<(&'s str, Vec<Value<'s>>)>,
}

impl<'s> Field<'s> {
    fn new(pair: &Pair<'s, Rule>, base: usize) -> Self {
        let at = |p: &Pair<'s, Rule>| base + p.as_span().start()..base + p.as_span().end();
        let inner = pair.clone().into_inner().next();
        let call = inner.filter(|p| p.as_rule() == Rule::assistance).and_then(|p| {
            let mut parts = p.into_inner();
            let name = parts.next()?.as_str();
            Some((name, parts.map(|v| (v.as_str(), at(&v))).collect()))
        });
        Self {
            text: pair.as_str(),
            span: at(pair),
            call,
        }
    }

    /// A `;`, or a `:` after a symmetry or a number: probably a typing error for a comma.
    fn other_separator(&self) -> Option<Range<usize>> {
        let at = self.text.find([';', ':'])?;
        let (before, after) = (&self.text[..at], &self.text[at + 1..]);
        let is_slip = self.text[at..].starts_with(';')
            || !after.is_empty() && before.bytes().all(|b| b.is_ascii_digit());
        let start = self.span.start + at;
        is_slip.then_some(start..start + 1)
    }

    fn is_integer(&self) -> bool {
        self.text.parse::<i32>().is_ok()
    }

    /// Whether it looks like another field of a move pattern, so that the order is wrong.
    fn belongs_elsewhere(&self) -> bool {
        self.call.is_some() || self.is_integer() || is_class(self.text)
    }

    /// Whether it looks like the name of a helper rather than another field.
    fn is_name(&self) -> bool {
        let mut chars = self.text.chars();
        self.call.is_none()
            && chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
            && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
    }
}

/// Reads a colon line; `None` if it has an error.
pub(super) fn parse(line: &Line<'_>, kind: Kind, options: &Options, reports: &mut Reports) -> Option<Colon> {
    let names: Vec<&str> = order(kind).iter().map(|&index| NAMES[index]).collect();
    let fields = fields(line, &names, reports)?;
    let before = reports.errors();
    let colon = read(&fields, kind, options, reports);
    (reports.errors() == before).then_some(colon)
}

/// The numbers of a colon line of an eye shape, `:max,min`, and their places; `None` if it has an error.
pub(super) fn parse_eyes(line: &Line<'_>, reports: &mut Reports) -> Option<[(i32, Range<usize>); 2]> {
    let fields = fields(line, &["max", "min"], reports)?;
    let before = reports.errors();
    let [max, min] = fields.as_slice() else {
        let message = "an eye shape has two numbers of eyes";
        let help = "write those if the owner plays first, then those if the attacker does: `:max,min`";
        reports.add(Code::NotANumber, line.span(), message, help);
        return None;
    };
    let numbers = [(max, "max"), (min, "min")]
        .map(|(field, name)| (number(field.text, &field.span, name, reports), field.span.clone()));
    (reports.errors() == before).then_some(numbers)
}

/// The fields of a line: at most as many as names.
fn fields<'s>(line: &Line<'s>, names: &[&str], reports: &mut Reports) -> Option<Vec<Field<'s>>> {
    let form = format!(":{}", names.join(","));
    let pair = match Grammar::parse(Rule::colon_line, line.text) {
        Ok(mut pairs) => pairs.next()?,
        Err(error) => {
            unreadable(line, error_column(&error), &form, reports);
            return None;
        }
    };
    if line.text[1..].starts_with([' ', '\t']) {
        line.report_space_after_mark(reports);
    }
    let fields = pair.into_inner().filter(|p| p.as_rule() == Rule::field);
    let mut fields: Vec<_> = fields.map(|p| Field::new(&p, line.start)).collect();
    // Trailing commas omit the remaining fields.
    while fields.len() > 2 && fields.last().is_some_and(|f| f.text.is_empty()) {
        fields.pop();
    }
    if let Some(place) = fields.iter().find_map(Field::other_separator) {
        let mark = &line.text[place.start - line.start..place.end - line.start];
        let message = format!("`{mark}` where `,` belongs");
        let help = format!("write `{form}`; nothing stands behind the last field");
        reports.add(Code::ColonSyntax, place, message, help);
        return None;
    }
    let (count, most) = (fields.len(), names.len());
    let Some(field) = fields.get(most) else {
        return Some(fields);
    };
    let place = field.span.start..fields[count - 1].span.end;
    let message = format!("this colon line has {count} fields, {most} are the most");
    let help = format!("the fields are {}", names.join(", "));
    reports.add(Code::TooManyFields, place, message, help);
    None
}

/// A colon line that the grammar rejects from a column on.
fn unreadable(line: &Line<'_>, column: usize, form: &str, reports: &mut Reports) {
    let text = line.text;
    let closed = text.matches(')').count();
    let open = text.find('(').filter(|_| text.matches('(').count() > closed);
    let (column, message) = match open {
        Some(open) => (open, "this parenthesis is not closed"),
        None => (column, "this colon line cannot be read from here on"),
    };
    let start = line.start + column;
    let length = text[column..].chars().next().map_or(0, char::len_utf8);
    let help = format!("write `{form}`; fields may be left out from the right");
    reports.add(Code::ColonSyntax, start..start + length, message, help);
}

fn read(fields: &[Field<'_>], kind: Kind, options: &Options, reports: &mut Reports) -> Colon {
    let mut colon = Colon::default();
    let mut numbers = [0; 5];
    let mut number_spans: [Range<usize>; 5] = Default::default();
    for (at, (field, &index)) in fields.iter().zip(order(kind)).enumerate() {
        let last = at + 1 == fields.len();
        let errors = reports.errors();
        match index {
            0 => colon.read_symmetry(field, reports),
            1 => {
                colon.pattern.weight = number(field.text, &field.span, "the value", reports);
                colon.weight_span = field.span.clone();
            }
            2 | 3 if last && closes_early(field, options) => helper(field, options, &mut colon, reports),
            2 => colon.pattern.assistance = assistance(field, reports),
            3 => colon.read_classes(field, reports),
            4..=8 if last && field.is_name() => helper(field, options, &mut colon, reports),
            4..=8 => {
                numbers[index - 4] = number(field.text, &field.span, NAMES[index], reports);
                number_spans[index - 4] = field.span.clone();
            }
            _ => helper(field, options, &mut colon, reports),
        }
        // If the order is wrong, the following fields are in the wrong place too.
        if reports.errors() > errors && index < FIELDS - 1 && field.belongs_elsewhere() {
            return colon;
        }
    }
    if fields.len() < 2 && kind != Kind::Connections {
        let span = fields.first().map_or(0..0, |f| f.span.clone());
        let message = "this colon line has no value";
        let help = "write at least the symmetry and the value with a comma between, like `:8,50`";
        reports.add(Code::NotANumber, span, message, help);
    }
    let pattern = &mut colon.pattern;
    let [obonus, xbonus, splitbonus, minrand, maxrand] = numbers;
    (pattern.obonus, pattern.xbonus, pattern.splitbonus) = (obonus, xbonus, splitbonus);
    (pattern.minrand, pattern.maxrand) = (minrand, maxrand);
    if minrand > maxrand {
        let [.., from, to] = number_spans;
        let message = format!("minrand {minrand} is above maxrand {maxrand}");
        let help = "write the lower end of the random variation first, then the upper end";
        reports.add(Code::RandomRange, from.start..to.end.max(from.end), message, help);
    }
    colon
}

/// The highest value that does not look like a typing error: ten times the value of the largest moves.
const HIGHEST_LIKELY: i32 = 1000;

/// Reports an implausible value.
pub(super) fn report_unlikely(colon: &Colon, reports: &mut Reports) {
    let weight = colon.pattern.weight;
    let mut message = "is far above that of any move";
    let mut help = "5 are about one point; the largest moves are worth 100";
    if weight < 0 {
        message = "is negative, so that its move is never played for it";
        help = "write what the move is worth, 5 for each point, or 0 if its helper or class is what counts";
    } else if weight <= HIGHEST_LIKELY {
        return;
    }
    let message = format!("value {weight} {message}");
    reports.add(Code::UnlikelyValue, colon.weight_span.clone(), message, help);
}

/// Whether the last field is a helper in the place of assistance or class. It is recognised unless it looks
/// like class letters.
fn closes_early(field: &Field<'_>, options: &Options) -> bool {
    let helpers = options.helpers.as_ref();
    field.is_name()
        && (field.text == "NULL"
            || field.text.contains('_')
            || helpers.is_some_and(|names| names.iter().any(|n| n.name == field.text)))
}
