//! The manual, `docs/patterns.md`: its examples compile, and its tables have everything that there is.
#![cfg(feature = "compile")]

use mkpat::{Classes, Code, Function, Input, Options, Source, compile, format, render};

const MANUAL: &str = include_str!("../../docs/patterns.md");

/// The fenced blocks of a language with the line where each begins.
fn blocks(language: &str) -> Vec<(usize, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (index, line) in MANUAL.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(name), None) if name == language => open = Some((index + 2, String::new())),
            (Some(_), None) => open = Some((0, String::new())),
            (None, Some((_, text))) => *text += &(line.to_owned() + "\n"),
            (None, None) => {}
        }
    }
    blocks.retain(|b| b.0 > 0);
    blocks
}

#[test]
fn the_examples_compile_without_a_word_and_are_laid_out_as_they_should() {
    let languages = [
        ("pattern", Input::Moves, 5),
        ("conn", Input::Connections, 1),
        ("eyes", Input::Eyes, 1),
    ];
    for (language, input, least) in languages {
        let blocks = blocks(language);
        assert!(blocks.len() >= least, "{language}");
        for (line, text) in blocks {
            let sources = [Source::new(format!("docs/patterns.md:{line}"), text).with_input(input)];
            let compiled = compile(&sources, &Options::default());
            let said = render(&compiled.diagnostics, &sources, false);
            assert_eq!(said, "", "{}", sources[0].name);
            // The first example has its remark in a column of its own.
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(words(&format(&sources[0])), words(&sources[0].text));
        }
    }
}

#[test]
fn every_function_class_and_code_is_in_its_table() {
    for function in Function::ALL {
        let row = MANUAL
            .lines()
            .find(|l| l.starts_with(&format!("| `{}(", function.name())));
        let row = row.unwrap_or_else(|| panic!("no row for {}", function.name()));
        assert!(row.ends_with(&format!("| {} |", function.doc())), "{row}");
    }
    for code in Code::ALL {
        let doc = code.doc().replace('|', "\\|");
        let row = format!("| {code} | {} | {doc} |", code.severity());
        assert!(MANUAL.lines().any(|l| l == row), "{row}");
    }
    for (letter, _) in Classes::LETTERS {
        let row = MANUAL.lines().filter(|l| l.starts_with('|')).find(|l| {
            l.split('|')
                .nth(1)
                .is_some_and(|c| c.contains(&format!("`{letter}`")))
        });
        assert!(row.is_some(), "class {letter}");
    }
}
