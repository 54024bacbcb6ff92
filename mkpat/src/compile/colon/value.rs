// SPDX-License-Identifier: MIT OR Apache-2.0

//! Parsing of the single fields of a colon line.

use std::ops::Range;

use super::{Colon, Field};
use crate::compile::near::did_you_mean;
use crate::compile::{Helper, Options, Reports};
use crate::database::{Assistance, Classes, Pattern};
use crate::diagnostic::Code;

/// Bound on numbers of a database, so that sums do not overflow.
const LIMIT: i32 = 1_000_000;

/// The help text for a field in the wrong place.
const ORDER: &str = "the order is symmetry, value, assistance (`0` for none), class, obonus, xbonus, splitbonus, minrand, maxrand, helper";

/// Returns whether a text consists of class letters.
pub(super) fn is_class(text: &str) -> bool {
    let is_letter = |c| Classes::LETTERS.iter().any(|l| l.0 == c);
    !text.is_empty() && text.chars().all(is_letter)
}

/// Reads the symmetry; `8` if it is none.
pub(super) fn symmetry(field: &Field<'_>, reports: &mut Reports) -> char {
    let mut chars = field.text.chars();
    let (code, message) = match (chars.next(), chars.next()) {
        (Some(c), None) if Pattern::SYMMETRIES.contains(&c) => return c,
        (Some(c), None) => (
            Code::UnknownSymmetry,
            format!("`{c}` is no symmetry and is taken for `8`"),
        ),
        (None, _) => (Code::BadSymmetry, "this colon line has no symmetry".to_owned()),
        _ => (Code::BadSymmetry, format!("`{}` is no symmetry", field.text)),
    };
    let help = match field.is_integer() && field.text.len() > 1 {
        true => "the symmetry stands first, then the value, like `:8,50`",
        false => {
            "write one of `8` (none), `|` `-` `/` `\\` (an axis), `+` (both straight axes), `X` (both diagonals)"
        }
    };
    reports.add(code, field.span.clone(), message, help);
    '8'
}

pub(super) fn number(text: &str, span: &Range<usize>, what: &str, reports: &mut Reports) -> i32 {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        let message = match text {
            "" => format!("{what} is missing"),
            _ => format!("`{text}` is no integer, but {what} has to be one"),
        };
        let help = match is_class(text) {
            true => ORDER,
            false => "write an integer, or leave out this field and all fields to its right",
        };
        reports.add(Code::NotANumber, span.clone(), message, help);
        return 0;
    }
    match text.parse::<i32>() {
        Ok(n) if (-LIMIT..=LIMIT).contains(&n) => n,
        _ => {
            let message = format!("{what} is out of range");
            let help = format!("numbers lie between -{LIMIT} and {LIMIT}");
            reports.add(Code::NumberRange, span.clone(), message, help);
            0
        }
    }
}

pub(super) fn assistance(field: &Field<'_>, reports: &mut Reports) -> Assistance {
    let report = |reports: &mut Reports, message: String| {
        let help = match field.is_integer() || is_class(field.text) {
            true => ORDER,
            false => "write `0`, `wind(ucutoff,uvalue,mycutoff,myvalue)` or `moyo(cutoff,value)`",
        };
        reports.add(Code::BadAssistance, field.span.clone(), message, help);
        Assistance::None
    };
    let Some((name, values)) = &field.call else {
        // Old databases also write the placeholder for classes here.
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
        let given = values.len();
        let message = format!("`{name}` takes {wanted} numbers and is given {given}");
        return report(reports, message);
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

/// Reads the classes of a field; true if it has other characters.
pub(super) fn classes(field: &Field<'_>, reports: &mut Reports) -> (Classes, bool) {
    let mut classes = Classes::empty();
    let mut unknown: Vec<Range<usize>> = Vec::new();
    for (index, c) in field.text.char_indices().filter(|&(_, c)| c != '-') {
        let span = field.span.start + index..field.span.start + index + c.len_utf8();
        let letter = Classes::LETTERS.iter().find(|(letter, _)| *letter == c);
        match letter {
            // The conventional zero of an empty field.
            None if field.text == "0" => {}
            None => unknown.push(span),
            Some(&(_, class)) if classes.contains(class) => {
                let message = format!("class letter `{c}` is repeated");
                reports.add(Code::RepeatedClass, span, message, "write it once");
            }
            Some(&(_, class)) => classes |= class,
        }
    }
    if let (Some(first), Some(last)) = (unknown.first(), unknown.last()) {
        let place = first.start..last.end;
        let text = &field.text[place.start - field.span.start..place.end - field.span.start];
        let message = match unknown.as_slice() {
            [_] => format!("`{text}` is no class letter and is ignored"),
            _ => format!("`{text}` has characters that are no class letters and are ignored"),
        };
        let help = "class letters are `s n O o X x A D C B L P`, and `-` stands for none";
        reports.add(Code::UnknownClass, place, message, help);
    }
    if classes.contains(Classes::SACRIFICE | Classes::ENEMY_SAFE) {
        let message = "classes `s` and `n` contradict each other";
        let help = "`s` asks only for a legal move, `n` asks for a safe one: keep the one that is meant";
        reports.add(Code::ClassConflict, field.span.clone(), message, help);
    }
    (classes, !unknown.is_empty())
}

pub(super) fn helper(field: &Field<'_>, options: &Options, colon: &mut Colon, reports: &mut Reports) {
    if matches!(field.text, "NULL" | "") {
        return;
    }
    if !field.is_name() {
        let message = format!("`{}` is no name of a helper", field.text);
        let help = "write the name of a helper, or `NULL`";
        reports.add(Code::ColonSyntax, field.span.clone(), message, help);
        return;
    }
    colon.pattern.helper = Some(field.text.to_owned());
    let Some(helpers) = &options.helpers else { return };
    if let Some(helper) = helpers.iter().find(|h| h.name == field.text) {
        above_helper(helper, colon, reports);
        return;
    }
    let code = if options.allow_unknown_helpers {
        Code::HelperNotChecked
    } else {
        Code::UnknownHelper
    };
    let other = match helpers.is_empty() {
        true => "the engine has no helpers: write `NULL`, or express it as a constraint",
        false => {
            "write a name of the table in `docs/patterns.md`, or `NULL`; for the database of another engine, `--allow-unknown-helpers` makes this a warning"
        }
    };
    let near = did_you_mean(field.text, helpers.iter().map(|h| h.name.as_str()));
    let help = near.unwrap_or_else(|| other.to_owned());
    let so = match options.allow_unknown_helpers {
        true => ", so its pattern never holds",
        false => "",
    };
    let message = format!("there is no helper `{}`{so}", field.text);
    reports.add(code, field.span.clone(), message, help);
}

/// Reports a value of the pattern that is higher than the highest value of its helper.
fn above_helper(helper: &Helper, colon: &Colon, reports: &mut Reports) {
    let Some(highest) = helper.highest.filter(|&h| h < colon.pattern.weight) else {
        return;
    };
    let (value, name) = (colon.pattern.weight, &helper.name);
    let message = format!("value {value} is above {highest}, the highest that helper `{name}` returns");
    let help = "the value is what patterns are sorted by: write the highest that the helper returns";
    reports.add(Code::AboveHelper, colon.weight_span.clone(), message, help);
}
