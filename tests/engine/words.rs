// SPDX-License-Identifier: MIT OR Apache-2.0

//! The word lists of `docs/style.md`, looked for in all texts of the repository.

use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// The document with the lists.
const STYLE: &str = include_str!("../../docs/style.md");

/// An entry of a list: a regular expression, and the better wording.
struct Entry {
    pattern: Regex,
    better: &'static str,
}

/// Returns the entries of the table below a heading.
fn entries(heading: &str) -> Vec<Entry> {
    let table = STYLE.split(heading).nth(1).expect(heading);
    let rows = table.split("\n## ").next().unwrap_or_default().lines();
    rows.filter_map(|row| row.strip_prefix("| `"))
        .map(|row| {
            let (pattern, better) = row.split_once("` | ").expect("a row has two columns");
            let pattern = pattern.replace("\\|", "|");
            Entry {
                pattern: Regex::new(&pattern).unwrap_or_else(|error| panic!("{error}")),
                better: better.trim_end_matches(" |"),
            }
        })
        .collect()
}

/// Collects the files of a folder whose extension is one of `extensions`. Hidden folders and build output are
/// left out.
pub(crate) fn files(folder: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository can be read") {
        let path = entry.expect("an entry can be read").path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" && name != "corpus" {
                files(&path, extensions, found);
            }
        } else if path
            .extension()
            .and_then(|extension| extension.to_str())
            .is_some_and(|extension| extensions.contains(&extension))
        {
            found.push(path);
        }
    }
}

/// Returns the places where an entry is found: in each line, or in its part before a comment.
fn violations(entries: &[Entry], extensions: &[&str], is_code: bool) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    files(root, extensions, &mut paths);
    assert!(paths.len() > 30, "only {} files were found", paths.len());
    let mut places = Vec::new();
    for path in paths {
        // The list itself, and the history, which quotes old names.
        if path.ends_with("docs/style.md") || path.ends_with("CHANGELOG.md") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source file is UTF-8");
        for (index, line) in text.lines().enumerate() {
            let line = if is_code {
                line.split("//").next().unwrap_or_default()
            } else {
                line
            };
            for entry in entries.iter().filter(|entry| entry.pattern.is_match(line)) {
                let place = path.strip_prefix(root).expect("it is below the root").display();
                places.push(format!(
                    "{place}:{}: say {}: {}",
                    index + 1,
                    entry.better,
                    line.trim()
                ));
            }
        }
    }
    places
}

#[test]
fn names_in_code_are_those_of_the_field() {
    let places = violations(&entries("## Names in code"), &["rs"], true);
    assert!(places.is_empty(), "{}", places.join("\n"));
}

#[test]
fn texts_use_no_private_words() {
    let words = entries("## Words in comments, messages and documents");
    let places = violations(&words, &["rs", "md", "js", "css", "html", "toml"], false);
    assert!(places.is_empty(), "{}", places.join("\n"));
}

/// Maximum width of a line of comment in columns: `max_width` of rustfmt.toml, which leaves comments alone.
const MAX_WIDTH: usize = 110;

#[test]
fn comments_are_not_wider_than_the_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    files(root, &["rs"], &mut paths);
    let mut places = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a source file is UTF-8");
        let mut is_listing = false;
        for (index, line) in text.lines().enumerate() {
            let comment = line.trim_start();
            if !comment.starts_with("//") {
                is_listing = false;
                continue;
            }
            let body = comment.trim_start_matches(['/', '!']).trim_start();
            is_listing ^= body.starts_with("```");
            // Rows of tables and listings cannot be wrapped.
            if line.chars().count() > MAX_WIDTH && !is_listing && !body.starts_with('|') {
                places.push(format!("{}:{}", path.display(), index + 1));
            }
        }
    }
    assert!(
        places.is_empty(),
        "wider than {MAX_WIDTH} columns:\n{}",
        places.join("\n")
    );
}

#[test]
fn an_entry_finds_its_word_and_nothing_else() {
    let words = entries("## Words in comments, messages and documents");
    let finds = |text: &str| words.iter().any(|entry| entry.pattern.is_match(text));
    assert!(finds(concat!("The same, ", "whose readings end soon")));
    assert!(!finds("The same move"));
}
