// SPDX-License-Identifier: MIT OR Apache-2.0

//! What has to hold for any input: nothing panics, places lie in the text, what is compiled can be stored and read
//! back, and laying a text out changes nothing that it means.

#![allow(dead_code, reason = "every target has its own law")]

use mkpat::{
    Compiled, Database, Input, Kind, Options, Severity, Source, compile, draw_eye, draw_pattern, format,
    joseki, position, render,
};

/// A law for any bytes. It panics if it does not hold.
pub(crate) type Law = fn(&[u8]);

pub(crate) fn moves(bytes: &[u8]) {
    text(bytes, Input::Moves);
}

pub(crate) fn connections(bytes: &[u8]) {
    text(bytes, Input::Connections);
}

pub(crate) fn eyes(bytes: &[u8]) {
    text(bytes, Input::Eyes);
}

pub(crate) fn trees(bytes: &[u8]) {
    text(bytes, Input::Joseki);
    let source = Source::new("any.sgf", String::from_utf8_lossy(bytes));
    let _ = joseki(&source);
    let _ = position(&source.text, None);
}

/// Bytes that pretend to be a table.
pub(crate) fn table(bytes: &[u8]) {
    let _ = Database::decode(bytes);
    // With the checksum that belongs to them, the checks behind it are reached.
    let sealed = Database::sealed(bytes);
    if let Ok(database) = Database::decode(&sealed) {
        assert_eq!(
            database.encode(),
            sealed,
            "what is accepted is written again as it was"
        );
        for index in 0..database.patterns.len().min(8) {
            draw_pattern(&database, index);
        }
    }
}

/// The tables of a text, as something to damage.
pub(crate) fn tables(text: &str) -> Vec<Vec<u8>> {
    let inputs = [Input::Moves, Input::Connections, Input::Eyes];
    let compiled = inputs.map(|i| compile(&[Source::new("seed", text).with_input(i)], &Options::default()));
    let all = compiled.iter().flat_map(|c| Kind::ALL.map(|k| c.of_kind(k)));
    let full = all.filter(|d| !d.patterns.is_empty() || !d.eyes.is_empty());
    full.map(Database::encode).collect()
}

fn text(bytes: &[u8], input: Input) {
    let sources = [Source::new("any.db", String::from_utf8_lossy(bytes)).with_input(input)];
    let options = Options {
        helpers: Some(vec!["some_helper".into()]),
        allow_unknown_helpers: true,
        ..Options::default()
    };
    let compiled = compile(&sources, &options);
    render(&compiled.diagnostics, &sources, true);
    for diagnostic in &compiled.diagnostics {
        diagnostic.one_line(&sources);
        let spans = diagnostic
            .related
            .iter()
            .map(|l| &l.span)
            .chain([&diagnostic.span]);
        for span in spans {
            assert!(
                sources[0].text.get(span.clone()).is_some(),
                "a place: {diagnostic:?}"
            );
        }
    }
    for kind in Kind::ALL {
        let database = compiled.of_kind(kind);
        assert_eq!(Database::decode(&database.encode()).as_ref(), Ok(database));
        for index in 0..database.patterns.len().min(2) {
            draw_pattern(database, index);
        }
        for index in 0..database.eyes.len().min(2) {
            draw_eye(database, index);
        }
    }
    if input != Input::Joseki && compiled.count(Severity::Error) == 0 {
        let laid_out = format(&sources[0]);
        let again = Source::new("any.db", laid_out.clone()).with_input(input);
        assert_eq!(format(&again), laid_out, "a layout that stays");
        let after = compile(&[again], &options);
        assert_eq!(without_lines(after), without_lines(compiled), "the same meaning");
    }
}

/// What is left of a database when layout is taken from it.
fn without_lines(mut compiled: Compiled) -> [Database; 3] {
    compiled.database.patterns.iter_mut().for_each(|p| p.line = 0);
    compiled.connections.patterns.iter_mut().for_each(|p| p.line = 0);
    compiled.eyes.eyes.iter_mut().for_each(|e| e.line = 0);
    [compiled.database, compiled.connections, compiled.eyes]
}
