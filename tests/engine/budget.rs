// SPDX-License-Identifier: MIT OR Apache-2.0

//! The budget of CONTRIBUTING.md: product lines of each part, crates, and test programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::words::files;

const CONTRIBUTING: &str = include_str!("../../CONTRIBUTING.md");

/// A number of the table may exceed the count by this number of lines, so that small changes leave the table
/// alone. A part that shrinks by more lowers its number.
const SLACK: usize = 60;

/// Lines of a source file that are not tests. A file of tests has none; in other files the tests begin at the
/// first module after `#[cfg(test)]`. Comments and blank lines count, and the text after the last line break.
fn product_lines(path: &Path, text: &str) -> usize {
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let is_test_folder = |part: &std::ffi::OsStr| part == "tests" || part == "benches" || part == "examples";
    if path.iter().any(is_test_folder) || name == "tests.rs" || name.ends_with("_tests.rs") {
        return 0;
    }
    let lines: Vec<&str> = text.split('\n').collect();
    let begins_tests = |pair: &[&str]| {
        pair[0].trim().starts_with("#[cfg(test)]")
            && pair[1].trim().starts_with("mod ")
            && pair[1].trim_end().ends_with('{')
    };
    lines.windows(2).position(begins_tests).unwrap_or(lines.len())
}

/// The part of the table that a file belongs to: `crates/rules`, `mkpat`, `engine`.
fn part(path: &Path) -> String {
    let mut folders = path.iter().map(|part| part.to_string_lossy());
    match (folders.next(), folders.next()) {
        (Some(first), Some(second)) if first == "crates" => format!("{first}/{second}"),
        (Some(first), _) => first.into_owned(),
        _ => String::new(),
    }
}

/// Counts what the table limits.
fn counts() -> BTreeMap<String, usize> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    files(root, &["rs", "toml"], &mut paths);
    let mut counts = BTreeMap::new();
    let mut add = |name: &str, number| *counts.entry(name.to_string()).or_default() += number;
    for path in paths {
        let text = fs::read_to_string(&path).expect("a source file is UTF-8");
        let path = path.strip_prefix(root).expect("it is below the root");
        if path.ends_with("Cargo.toml") {
            add("crates", usize::from(text.contains("[package]")));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let lines = product_lines(path, &text);
            if lines > 0 {
                add(&part(path), lines);
                add("all product lines", lines);
            }
            let folder = path.parent().and_then(Path::parent).and_then(Path::file_name);
            add(
                "test programs",
                usize::from(path.ends_with("main.rs") && folder.is_some_and(|name| name == "tests")),
            );
        }
    }
    counts
}

/// Reads the table of CONTRIBUTING.md.
fn budget() -> BTreeMap<String, usize> {
    let section = CONTRIBUTING.split("## The budget").nth(1).expect("a section");
    let rows = section.split("\n## ").next().unwrap_or_default().lines();
    rows.filter_map(|row| {
        let (name, number) = row.trim_matches('|').split_once('|')?;
        let number = number.trim().replace(',', "").parse().ok()?;
        Some((name.trim().trim_matches('`').to_string(), number))
    })
    .collect()
}

/// What is wrong with a count under its limit.
fn fault(name: &str, count: usize, limit: Option<usize>) -> Option<String> {
    match limit {
        None => Some(format!("{name} has {count} and no row in the table")),
        Some(limit) if count > limit => Some(format!(
            "{name} has {count}, more than its budget of {limit}: remove lines, or raise the number in a commit \
             of its own whose body says why"
        )),
        Some(limit) if count + SLACK < limit => {
            Some(format!("{name} has {count}: lower its number of {limit}"))
        }
        Some(_) => None,
    }
}

#[test]
fn no_part_has_more_lines_than_its_budget() {
    let (counts, budget) = (counts(), budget());
    let mut faults: Vec<_> = counts
        .iter()
        .filter_map(|(name, &count)| fault(name, count, budget.get(name).copied()))
        .collect();
    let gone = budget.keys().filter(|name| !counts.contains_key(*name));
    faults.extend(gone.map(|name| format!("{name} has a row in the table and is not there")));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_part_that_outgrows_its_number_or_shrinks_far_below_it_is_a_fault() {
    for (count, limit, is_fault) in [
        (100, Some(100), false),
        (101, Some(100), true),
        (100, Some(100 + SLACK), false),
        (100, Some(101 + SLACK), true),
        (100, None, true),
    ] {
        assert_eq!(
            fault("crates/x", count, limit).is_some(),
            is_fault,
            "{count} {limit:?}"
        );
    }
}

#[test]
fn lines_of_tests_do_not_count() {
    let text = "fn f() {}\n\n#[cfg(test)]\nmod tests {\n}\n";
    assert_eq!(product_lines(Path::new("src/a.rs"), text), 2);
    assert_eq!(product_lines(Path::new("src/a.rs"), "fn f() {}\n"), 2);
    for test in ["tests/a.rs", "src/tests.rs", "src/a_tests.rs", "benches/a.rs"] {
        assert_eq!(product_lines(Path::new(test), text), 0, "{test}");
    }
}
