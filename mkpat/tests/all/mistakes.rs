// SPDX-License-Identifier: MIT OR Apache-2.0

//! Typical mistakes: one mistake has one message at its place, with a remedy.
#![cfg(feature = "compile")]

use std::fmt::Write as _;

use mkpat::{Input, Options, Severity, Source, compile, render};

use super::check_snapshot;

/// Small texts with one mistake each; the first line names it.
const MISTAKES: &str = include_str!("mistakes.txt");

/// The parts of a list of texts, each with its title.
fn parts() -> Vec<(&'static str, Source)> {
    let parts = MISTAKES.split("#### ").skip(1).map(|part| {
        let (title, text) = part.split_once('\n').expect("a line with the title");
        let kind = text.strip_prefix("#: ").and_then(|t| t.lines().next());
        let input = Input::ALL.iter().find(|i| Some(i.0) == kind).map(|i| i.1);
        let source = Source::new("shapes.db", text).with_input(input.unwrap_or_default());
        (title, source)
    });
    parts.collect()
}

#[test]
fn one_mistake_has_one_message_with_a_remedy() {
    let mut drawn = String::new();
    let mut wrong = Vec::new();
    for (title, source) in parts() {
        let sources = [source];
        let compiled = compile(&sources, &Options::for_engine());
        let report = render(&compiled.diagnostics, &sources, false);
        let is_one = matches!(compiled.diagnostics.as_slice(), [one]
            if one.help.is_some() && one.severity >= Severity::Warning);
        if !is_one {
            wrong.push(format!("{title}\n{report}"));
        }
        let _ = writeln!(drawn, "#### {title}\n{}\n", report.trim_end());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    check_snapshot("mistakes", &drawn);
}

#[test]
fn there_are_more_than_forty_kinds_of_mistakes() {
    assert!(parts().len() > 40);
}

#[test]
fn every_mistake_is_an_error_if_the_compiler_is_strict() {
    let options = Options {
        strict: true,
        ..Options::for_engine()
    };
    for (title, source) in parts() {
        let compiled = compile(&[source], &options);
        assert_eq!(compiled.count(Severity::Error), 1, "{title}");
        assert_eq!(compiled.count(Severity::Warning), 0, "{title}");
    }
}
