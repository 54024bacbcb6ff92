//! The colon line: symmetry, value, assistance, classes, bonuses, random variation and helper.

use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;

use super::near::nearest;
use super::split::Line;
use super::{Grammar, Helper, Options, Reports, Rule, error_column};
use crate::database::{Assistance, Classes, Kind};
use crate::diagnostic::{Code, Diagnostic};

/// The symbols of symmetry.
pub(super) const SYMMETRIES: [char; 7] = ['8', '|', '\\', '/', '-', '+', 'X'];
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
/// Which of them a connection pattern has.
const CONNECTION_FIELDS: [usize; 3] = [0, 3, 9];
/// Numbers of a database are bounded, so that sums of them fit.
const LIMIT: i32 = 1_000_000;

/// What a colon line says.
#[derive(Debug, Default)]
pub(super) struct Colon {
    pub(super) symmetry: char,
    pub(super) symmetry_span: Range<usize>,
    pub(super) weight: i32,
    pub(super) weight_span: Range<usize>,
    pub(super) assistance: Assistance,
    pub(super) classes: Classes,
    pub(super) class_span: Range<usize>,
    pub(super) obonus: i32,
    pub(super) xbonus: i32,
    pub(super) splitbonus: i32,
    pub(super) minrand: i32,
    pub(super) maxrand: i32,
    pub(super) helper: Option<String>,
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

    /// Whether it looks like the name of a helper rather than like another field.
    fn is_name(&self) -> bool {
        let mut chars = self.text.chars();
        self.call.is_none()
            && chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
            && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
    }
}

/// Reads a colon line; none if it has an error.
pub(super) fn parse(line: &Line<'_>, kind: Kind, options: &Options, reports: &mut Reports) -> Option<Colon> {
    let fields = fields(line, &format!(":{}", names(kind).join(",")), reports)?;
    let before = reports.errors();
    too_many(&fields, &names(kind), reports);
    let colon = match kind {
        Kind::Connections => read_connection(&fields, options, reports),
        _ => read(&fields, options, reports),
    };
    (reports.errors() == before).then_some(colon)
}

fn names(kind: Kind) -> Vec<&'static str> {
    match kind {
        Kind::Connections => CONNECTION_FIELDS.map(|i| NAMES[i]).into(),
        _ => NAMES.into(),
    }
}

/// The numbers of a colon line of an eye shape, `:max,min`, and their places; none if it has an error.
pub(super) fn parse_eyes(line: &Line<'_>, reports: &mut Reports) -> Option<[(i32, Range<usize>); 2]> {
    let fields = fields(line, ":max,min", reports)?;
    let before = reports.errors();
    too_many(&fields, &["max", "min"], reports);
    let mut numbers = [(0, line.span()), (0, line.span())];
    for (index, name) in ["max", "min"].into_iter().enumerate() {
        let missing = (String::new(), line.span());
        let (text, span) = fields
            .get(index)
            .map_or(missing, |f| (f.text.to_owned(), f.span.clone()));
        numbers[index] = (number(&text, &span, name, reports), span);
    }
    (reports.errors() == before).then_some(numbers)
}

fn fields<'s>(line: &Line<'s>, form: &str, reports: &mut Reports) -> Option<Vec<Field<'s>>> {
    let pair = match Grammar::parse(Rule::colon_line, line.text) {
        Ok(mut pairs) => pairs.next()?,
        Err(error) => {
            let rest = &line.text[error_column(&error)..];
            let start = line.start + error_column(&error);
            let length = rest.chars().next().map_or(0, char::len_utf8);
            reports.push(
                Diagnostic::new(
                    Code::ColonSyntax,
                    reports.source,
                    start..start + length,
                    "this colon line cannot be read from here on",
                )
                .help(format!("write `{form}`; fields may be left out from the right")),
            );
            return None;
        }
    };
    if line.text[1..].starts_with([' ', '\t']) {
        reports.space_after_mark(line);
    }
    let fields = pair.into_inner().filter(|p| p.as_rule() == Rule::field);
    let mut fields: Vec<_> = fields.map(|p| Field::new(&p, line.start)).collect();
    // Commas at the end leave out what would follow.
    while fields.len() > 2 && fields.last().is_some_and(|f| f.text.is_empty()) {
        fields.pop();
    }
    Some(fields)
}

fn too_many(fields: &[Field<'_>], names: &[&str], reports: &mut Reports) {
    if let Some(field) = fields.get(names.len()) {
        let end = fields[fields.len() - 1].span.end;
        reports.push(
            Diagnostic::new(
                Code::TooManyFields,
                reports.source,
                field.span.start..end,
                format!(
                    "this colon line has {} fields, {} are the most",
                    fields.len(),
                    names.len()
                ),
            )
            .help(format!("the fields are {}", names.join(", "))),
        );
    }
}

/// Reads `:symmetry,class,helper`.
fn read_connection(fields: &[Field<'_>], options: &Options, reports: &mut Reports) -> Colon {
    let mut colon = Colon::default();
    if let Some(field) = fields.first() {
        colon.symmetry = symmetry(field, reports);
        colon.symmetry_span = field.span.clone();
        colon.class_span = field.span.clone();
    }
    match fields.get(1) {
        Some(field) if fields.len() == 2 && closes_early(field, options) => {
            helper(field, options, &mut colon, reports);
        }
        Some(field) => {
            colon.classes = classes(field, reports);
            colon.class_span = field.span.clone();
        }
        None => {}
    }
    if let Some(field) = fields.get(2) {
        helper(field, options, &mut colon, reports);
    }
    colon
}

fn read(fields: &[Field<'_>], options: &Options, reports: &mut Reports) -> Colon {
    let mut colon = Colon::default();
    let mut numbers = [0; 5];
    let mut number_spans: [Range<usize>; 5] = Default::default();
    for (index, field) in fields.iter().enumerate().take(FIELDS) {
        let last = index + 1 == fields.len();
        match index {
            0 => {
                colon.symmetry = symmetry(field, reports);
                colon.symmetry_span = field.span.clone();
            }
            1 => {
                colon.weight = number(field.text, &field.span, "the value", reports);
                colon.weight_span = field.span.clone();
            }
            2 if last && closes_early(field, options) => helper(field, options, &mut colon, reports),
            2 => colon.assistance = assistance(field, reports),
            3 if last && closes_early(field, options) => helper(field, options, &mut colon, reports),
            3 => {
                colon.classes = classes(field, reports);
                colon.class_span = field.span.clone();
            }
            4..=8 if last && field.is_name() => helper(field, options, &mut colon, reports),
            4..=8 => {
                numbers[index - 4] = number(field.text, &field.span, NAMES[index], reports);
                number_spans[index - 4] = field.span.clone();
            }
            _ => helper(field, options, &mut colon, reports),
        }
    }
    if fields.len() < 2 {
        let span = fields.first().map_or(0..0, |f| f.span.clone());
        reports.push(
            Diagnostic::new(
                Code::NotANumber,
                reports.source,
                span,
                "this colon line has no value",
            )
            .help("write at least the symmetry and the value, like `:8,50`"),
        );
    }
    [
        colon.obonus,
        colon.xbonus,
        colon.splitbonus,
        colon.minrand,
        colon.maxrand,
    ] = numbers;
    if colon.minrand > colon.maxrand {
        let [.., minrand, maxrand] = number_spans;
        let end = maxrand.end.max(minrand.end);
        reports.push(
            Diagnostic::new(
                Code::RandomRange,
                reports.source,
                minrand.start..end,
                format!("minrand {} is above maxrand {}", colon.minrand, colon.maxrand),
            )
            .help("write the lower end of the random variation first, then the upper end"),
        );
    }
    colon
}

/// Whether the last field is a helper though it stands in the place of assistance or class: it can be told
/// apart where no class letters look like it.
fn closes_early(field: &Field<'_>, options: &Options) -> bool {
    let known = options.helpers.as_ref();
    field.is_name()
        && (field.text == "NULL"
            || field.text.contains('_')
            || known.is_some_and(|names| names.iter().any(|n| n.name == field.text)))
}

fn symmetry(field: &Field<'_>, reports: &mut Reports) -> char {
    let mut chars = field.text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if SYMMETRIES.contains(&c) => c,
        _ => {
            reports.push(
                Diagnostic::new(
                    Code::BadSymmetry,
                    reports.source,
                    field.span.clone(),
                    match field.text {
                        "" => "this colon line has no symmetry".to_owned(),
                        text => format!("`{text}` is no symmetry"),
                    },
                )
                .help("write one of `8` (none), `|` `-` `/` `\\` (an axis), `+` (both straight axes), `X` (both diagonals)"),
            );
            '8'
        }
    }
}

fn number(text: &str, span: &Range<usize>, what: &str, reports: &mut Reports) -> i32 {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        reports.push(
            Diagnostic::new(
                Code::NotANumber,
                reports.source,
                span.clone(),
                match text {
                    "" => format!("{what} is missing"),
                    _ => format!("`{text}` is no integer, but {what} has to be one"),
                },
            )
            .help("write an integer, or leave out this field and all fields to its right"),
        );
        return 0;
    }
    match text.parse::<i32>() {
        Ok(n) if (-LIMIT..=LIMIT).contains(&n) => n,
        _ => {
            reports.push(
                Diagnostic::new(
                    Code::NumberRange,
                    reports.source,
                    span.clone(),
                    format!("{what} is out of range"),
                )
                .help(format!("numbers lie between -{LIMIT} and {LIMIT}")),
            );
            0
        }
    }
}

fn assistance(field: &Field<'_>, reports: &mut Reports) -> Assistance {
    let report = |reports: &mut Reports, message: String| {
        reports.push(
            Diagnostic::new(Code::BadAssistance, reports.source, field.span.clone(), message)
                .help("write `0`, `wind(ucutoff,uvalue,mycutoff,myvalue)` or `moyo(cutoff,value)`"),
        );
        Assistance::None
    };
    let Some((name, values)) = &field.call else {
        // Old databases also write the placeholder of classes here.
        if matches!(field.text, "0" | "-" | "") {
            return Assistance::None;
        }
        return report(reports, format!("`{}` is no assistance", field.text));
    };
    let wanted = match *name {
        "wind" => 4,
        "moyo" => 2,
        _ => return report(reports, format!("there is no assistance `{name}`")),
    };
    if values.len() != wanted {
        return report(
            reports,
            format!("`{name}` takes {wanted} numbers, {} are given", values.len()),
        );
    }
    let mut n = [0; 4];
    for (n, (text, span)) in n.iter_mut().zip(values) {
        *n = number(text, span, &format!("an argument of `{name}`"), reports);
    }
    let [a, b, c, d] = n;
    match wanted {
        4 => Assistance::Wind {
            ucutoff: a,
            uvalue: b,
            mycutoff: c,
            myvalue: d,
        },
        _ => Assistance::Moyo { cutoff: a, value: b },
    }
}

fn classes(field: &Field<'_>, reports: &mut Reports) -> Classes {
    let mut classes = Classes::empty();
    for (index, c) in field.text.char_indices().filter(|&(_, c)| c != '-') {
        let span = field.span.start + index..field.span.start + index + c.len_utf8();
        let letter = Classes::LETTERS.iter().find(|(letter, _)| *letter == c);
        match letter {
            // The conventional zero of an empty field.
            None if field.text == "0" => {}
            None => reports.push(
                Diagnostic::new(
                    Code::UnknownClass,
                    reports.source,
                    span,
                    format!("`{c}` is no class letter and is ignored"),
                )
                .help("class letters are `s n O o X x A D C B L`, and `-` stands for none"),
            ),
            Some(&(_, class)) if classes.contains(class) => reports.push(
                Diagnostic::new(
                    Code::RepeatedClass,
                    reports.source,
                    span,
                    format!("class letter `{c}` is repeated"),
                )
                .help("write it once"),
            ),
            Some(&(_, class)) => classes |= class,
        }
    }
    if classes.contains(Classes::SACRIFICE | Classes::ENEMY_SAFE) {
        reports.push(
            Diagnostic::new(
                Code::ClassConflict,
                reports.source,
                field.span.clone(),
                "classes `s` and `n` contradict each other",
            )
            .help("`s` asks only for a legal move, `n` asks for a safe one: keep the one that is meant"),
        );
    }
    classes
}

fn helper(field: &Field<'_>, options: &Options, colon: &mut Colon, reports: &mut Reports) {
    if matches!(field.text, "NULL" | "") {
        return;
    }
    if !field.is_name() {
        reports.push(
            Diagnostic::new(
                Code::ColonSyntax,
                reports.source,
                field.span.clone(),
                format!("`{}` is no name of a helper", field.text),
            )
            .help("write the name of a helper, or `NULL`"),
        );
        return;
    }
    colon.helper = Some(field.text.to_owned());
    let Some(known) = &options.helpers else { return };
    if let Some(helper) = known.iter().find(|h| h.name == field.text) {
        above_helper(helper, colon, reports);
        return;
    }
    let code = if options.allow_unknown_helpers {
        Code::HelperNotChecked
    } else {
        Code::UnknownHelper
    };
    let help = match nearest(field.text, known.iter().map(|h| h.name.as_str())).as_slice() {
        [] if known.is_empty() => {
            "the engine has no helpers: write `NULL`, or express it as a constraint".to_owned()
        }
        [] => "write a name of the helper table, or `NULL` for none".to_owned(),
        near => format!("did you mean {}?", near.join(" or ")),
    };
    let message = format!("there is no helper `{}`", field.text);
    reports.push(Diagnostic::new(code, reports.source, field.span.clone(), message).help(help));
}

/// Whether the value of the pattern promises more than its helper ever returns.
fn above_helper(helper: &Helper, colon: &Colon, reports: &mut Reports) {
    let Some(highest) = helper.highest.filter(|&h| h < colon.weight) else {
        return;
    };
    reports.push(
        Diagnostic::new(
            Code::AboveHelper,
            reports.source,
            colon.weight_span.clone(),
            format!(
                "value {} is above {highest}, the highest that helper `{}` returns",
                colon.weight, helper.name
            ),
        )
        .help("the value is what patterns are sorted by: write the highest that the helper returns"),
    );
}
