// SPDX-License-Identifier: MIT OR Apache-2.0

//! Diagnostics for editors.

use mkpat::{Diagnostic, Source};
use serde_json::{Value, json};
use std::ops::Range;

/// One diagnostic. Lines and columns count from 1, columns in characters; bytes count from 0.
pub(crate) fn diagnostic(diagnostic: &Diagnostic, sources: &[Source]) -> Value {
    let d = diagnostic;
    let related = d.related.iter().map(|label| {
        let mut place = place(label.source, &label.span, sources);
        place["message"] = label.text.as_str().into();
        place
    });
    let mut value = place(d.source, &d.span, sources);
    value["code"] = d.code.name().into();
    value["severity"] = d.severity.to_string().into();
    value["message"] = d.message.as_str().into();
    value["help"] = d.help.as_deref().into();
    value["related"] = related.collect();
    value
}

fn place(source: usize, span: &Range<usize>, sources: &[Source]) -> Value {
    let (file, text) = sources
        .get(source)
        .map_or(("?", ""), |s| (s.name.as_str(), s.text.as_str()));
    let (line, column) = line_column(text, span.start);
    let (end_line, end_column) = line_column(text, span.end);
    json!({
        "file": file,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "start_byte": span.start,
        "end_byte": span.end,
    })
}

fn line_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    (
        1 + before.matches('\n').count(),
        1 + before[line_start..].chars().count(),
    )
}
