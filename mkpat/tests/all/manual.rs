// SPDX-License-Identifier: MIT OR Apache-2.0

//! The manual, `docs/patterns.md`: its examples compile, and its tables have everything that there is.
#![cfg(feature = "compile")]

use mkpat::{Classes, Code, Function, Input, Options, Source, compile, format, render};

const MANUAL: &str = include_str!("../../../docs/patterns.md");

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
            let report = render(&compiled.diagnostics, &sources, false);
            assert_eq!(report, "", "{}", sources[0].name);
            // The first example has its remark in a column of its own.
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(words(&format(&sources[0])), words(&sources[0].text));
        }
    }
}

/// The manual's first pattern, and the game in which it is looked for.
#[cfg(feature = "cli")]
#[test]
fn the_program_prints_what_the_manual_shows() {
    let texts: Vec<String> = blocks("text").into_iter().map(|b| b.1).collect();
    let database = &blocks("pattern")[0].1;
    let game = texts.iter().find(|t| t.starts_with("(;GM")).expect("a game");
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let put =
        |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("it can be written");
    put("nine.sgf", game);
    let mut shown = 0;
    for text in texts.iter().filter(|t| t.starts_with("$ mkpat ")) {
        let (command, expected) = text.split_once('\n').expect("a command with its output");
        // One of them shows a slip of the pen.
        let slip = expected.contains("4S");
        put(
            "hane.db",
            &database.replace(":8,45", if slip { ":8,4S" } else { ":8,45" }),
        );
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_mkpat"))
            .args(command.split_whitespace().skip(2))
            .current_dir(&folder)
            .output()
            .expect("the program starts");
        let found = String::from_utf8(output.stdout).expect("UTF-8");
        match expected.strip_suffix("...\n") {
            Some(beginning) => assert!(found.starts_with(beginning), "{command}\n{found}"),
            None => assert_eq!(found, expected, "{command}"),
        }
        shown += 1;
    }
    assert_eq!(shown, 4);
}

#[test]
fn the_tree_of_the_manual_compiles() {
    let texts = blocks("text");
    let tree = texts.iter().find(|t| t.1.starts_with("(;SZ")).expect("a tree");
    let source = Source::new("hoshi.sgf", tree.1.as_str());
    let compiled = compile(&[source], &Options::default());
    assert_eq!(compiled.diagnostics, []);
    assert_eq!(compiled.database.patterns.len(), 2);
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
