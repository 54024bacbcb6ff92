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
    let source = sources.get(source);
    let line_column = |byte| source.map_or((1, 1), |source| source.line_column(byte));
    let ((line, column), (end_line, end_column)) = (line_column(span.start), line_column(span.end));
    json!({
        "file": source.map_or("?", |source| &source.name),
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "start_byte": span.start,
        "end_byte": span.end,
    })
}
