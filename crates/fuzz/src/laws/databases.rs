// SPDX-License-Identifier: MIT OR Apache-2.0

//! Laws of the compiler that hold for any input: it does not panic, spans lie in the text, a table that is
//! written reads back the same, and a layout keeps the meaning. Shared with mkpat's own tests.

use mkpat::{
    Compiled, Database, Input, Kind, Options, Severity, Source, compile, draw_eye, draw_pattern, format,
    joseki, render,
};

/// Words of the pattern language, and others that may stand in a damaged text.
pub const TOKENS: &[&str] = &[
    "", "O", "X", "*", "?", "|", "+", "-", ":", ";", "\n", "\r\n", " ", "(", ")", ",", "!", "&&", "||", "8",
    "t", "a", "lib", "lib(a)", "Pattern", "#", "é", "99999999", "wind(", "0", "\u{feff}", ":8,50\n",
    "#= 0.5", ", mine\n",
];

/// Checks the laws for a text of move patterns.
pub fn moves(bytes: &[u8]) {
    text(bytes, Input::Moves);
}

/// Checks the laws for a text of connection patterns.
pub fn connections(bytes: &[u8]) {
    text(bytes, Input::Connections);
}

/// Checks the laws for a text of eye shapes.
pub fn eyes(bytes: &[u8]) {
    text(bytes, Input::Eyes);
}

/// Checks the laws for a joseki tree.
pub fn trees(bytes: &[u8]) {
    text(bytes, Input::Joseki);
    let source = Source::new("any.sgf", String::from_utf8_lossy(bytes));
    let _ = joseki(&source);
}

/// Checks that bytes are refused as a table, or that what they mean can be written and read again.
pub fn table(bytes: &[u8]) {
    let _ = Database::decode(bytes);
    // A valid checksum lets the bytes reach the checks behind it.
    let sealed = Database::sealed(bytes);
    if let Ok(database) = Database::decode(&sealed) {
        let again = Database::decode(&database.encode());
        assert_eq!(
            again.as_ref(),
            Ok(&database),
            "it means the same when it is written again"
        );
        for index in 0..database.patterns.len().min(8) {
            draw_pattern(&database, index);
        }
    }
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
        diagnostic.line_column(&sources);
        let related = diagnostic.related.iter().map(|label| &label.span);
        for span in related.chain([&diagnostic.span]) {
            let place = sources[0].text.get(span.clone());
            assert!(place.is_some(), "a place: {diagnostic:?}");
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

/// Databases without their line numbers.
fn without_lines(mut compiled: Compiled) -> [Database; 3] {
    compiled.database.patterns.iter_mut().for_each(|p| p.line = 0);
    compiled.connections.patterns.iter_mut().for_each(|p| p.line = 0);
    compiled.eyes.eyes.iter_mut().for_each(|e| e.line = 0);
    [compiled.database, compiled.connections, compiled.eyes]
}
