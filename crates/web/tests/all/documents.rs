// SPDX-License-Identifier: MIT OR Apache-2.0

//! The manual describes the page.

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(path).expect("it is in the repository")
}

fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let rest = text.split_once(begin).expect("the beginning").1;
    rest.split_once(end).expect("the end").0
}

#[test]
fn the_manual_has_every_key_with_its_effect() {
    let script = read("crates/web/page/keys.js");
    let keys = script.lines().filter_map(|line| {
        let (key, does) = line
            .trim()
            .strip_prefix("{ key: \"")?
            .split_once("\", does: \"")?;
        Some(format!("| `{key}` | {} |", does.strip_suffix("\" },")?))
    });
    let keys: Vec<String> = keys.collect();
    let manual = read("docs/browser.md");
    let rows: Vec<&str> = manual.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(rows, keys);
    assert!(keys.len() > 10);
}

#[test]
fn every_key_that_does_something_is_listed() {
    let script = read("crates/web/page/keys.js");
    let actions = between(&script, "const ACTIONS = {", "};");
    for pair in actions.split(',').filter(|pair| !pair.trim().is_empty()) {
        let key = pair
            .split(':')
            .next()
            .unwrap_or_default()
            .trim()
            .trim_matches('"');
        let key = key.replace("Page", "Page ");
        assert!(
            script.contains(&format!("{{ key: \"{key}\"")),
            "{key} is not listed"
        );
    }
}

#[test]
fn the_ranks_of_the_levels_are_those_of_the_manual() {
    let script = read("crates/web/page/dialogs.js");
    let ranks = between(&script, "const KYU = [", "];").split(',');
    let ranks: Vec<String> = ranks.map(|kyu| format!("{}k", kyu.trim())).collect();
    let manual = read("docs/levels.md");
    let rows = manual
        .lines()
        .filter(|line| line.starts_with("| ") && line.ends_with("k |"));
    let of_manual: Vec<&str> = rows
        .filter_map(|line| line.trim_end_matches(" |").rsplit_once("| "))
        .map(|(_, rank)| rank)
        .collect();
    assert_eq!(ranks, of_manual);
    assert_eq!(ranks.len(), 10);
}
