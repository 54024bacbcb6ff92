// SPDX-License-Identifier: MIT OR Apache-2.0

//! The commands of the manuals that have no test of their own, run as they stand, and the links of all
//! documents.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use snapbox::Data;

use super::repository;

/// A game on 19x19 with more than 94 moves.
fn record() -> String {
    let games = include_str!("../data/games.sgf");
    let start = games.match_indices("(;").nth(7).expect("there are ten games").0;
    let end = games[start..].find(")\n").expect("a game ends");
    games[start..=start + end].to_owned()
}

/// The listings for a shell in a document.
fn listings(page: &str) -> impl Iterator<Item = &str> {
    page.split("```sh\n")
        .skip(1)
        .map(|rest| rest.split("\n```").next().unwrap_or_default())
}

#[test]
fn the_commands_of_the_manual_of_the_view_work() {
    let manual = fs::read_to_string(repository().join("docs/view.md")).expect("the manual can be read");
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("game.sgf"), record()).expect("a file can be written");
    let commands: Vec<&str> = listings(&manual).flat_map(str::lines).collect();
    assert!(
        commands.len() >= 10,
        "only {} commands were found",
        commands.len()
    );
    commands.par_iter().for_each(|line| {
        let command = line.split(" #").next().unwrap_or_default();
        let words = shlex::split(command).unwrap_or_else(|| panic!("a quote is not closed in '{line}'"));
        assert_eq!(words.first().map(String::as_str), Some("katachi"), "{line}");
        let done = super::program()
            .args(&words[1..])
            .current_dir(folder.path())
            .output();
        let done = done.expect("the program starts");
        let errors = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{line}\n{errors}");
    });
}

/// The documents: all Markdown files but those of folders that hold no text of the project.
fn documents() -> Vec<PathBuf> {
    let folders = ["", "docs", "docs/experiments", "patterns", "joseki"];
    let entries = folders.map(|folder| fs::read_dir(repository().join(folder)).expect(folder));
    let mut files: Vec<PathBuf> = entries
        .into_iter()
        .flatten()
        .map(|entry| entry.expect("a folder can be read").path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "md"));
    files
}

/// The lines of a document outside of its listings.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut is_listing = false;
    page.lines().filter(move |line| {
        is_listing ^= line.starts_with("```");
        !is_listing
    })
}

/// Where the links of a line lead: what stands in the brackets of `](...)`, if that is not on the web.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|target| !target.contains("://"))
}

/// The names by which headings can be linked to, as the usual hosts make them: small letters, a hyphen for
/// each space, no other signs.
fn anchors(page: &str) -> Vec<String> {
    let headings = prose(page).filter_map(|line| line.strip_prefix('#'));
    let texts = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    let anchor = |text: String| -> String {
        let kept = text.chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    texts.map(anchor).collect()
}

#[test]
fn every_link_of_the_documents_leads_to_a_file_and_a_heading_that_are_there() {
    let mut count = 0;
    for file in documents() {
        let page = fs::read_to_string(&file).expect("a document can be read");
        for target in prose(&page).flat_map(links) {
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let leads_to = match path {
                "" => file.clone(),
                path => file.parent().expect("it is in a folder").join(path),
            };
            assert!(leads_to.exists(), "{}: {target}", file.display());
            if !anchor.is_empty() {
                let there = anchors(&fs::read_to_string(&leads_to).expect("a document can be read"));
                assert!(
                    there.iter().any(|a| a == anchor),
                    "{}: {target}, of {there:?}",
                    file.display()
                );
            }
            count += 1;
        }
    }
    assert!(count > 50, "only {count} links were found");
}

/// The paths in a document: what stands in backticks with a slash inside, but not in its listings.
fn paths(page: &str) -> impl Iterator<Item = &str> {
    prose(page)
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .filter(|code| code.trim_matches('/').contains('/'))
}

#[test]
fn every_path_of_the_map_of_the_repository_is_there() {
    let map = fs::read_to_string(repository().join("ARCHITECTURE.md")).expect("the map can be read");
    let gone: Vec<&str> = paths(&map)
        .filter(|path| !repository().join(path).exists())
        .collect();
    assert!(gone.is_empty(), "ARCHITECTURE.md names {gone:?}");
    assert!(paths(&map).count() > 50, "the map has hardly a path");
}

/// Runs the commands of a listing. Returns the listing with what they print now; what the listing leaves out
/// by `...` and `[..]` stays left out.
#[cfg(feature = "runtime-db")]
fn run_listing(listing: &str, folder: &Path) -> String {
    let mut text = String::new();
    for part in listing.trim_start_matches("$ ").split("\n$ ") {
        let (line, shown) = part.split_once('\n').unwrap_or((part, ""));
        let (status, shown) = match shown.strip_prefix("? ").and_then(|rest| rest.split_once('\n')) {
            Some((status, shown)) => (status, shown),
            None => ("0", shown),
        };
        let words = shlex::split(line).unwrap_or_else(|| panic!("a quote is not closed in '{line}'"));
        // Boards have stones as in the manuals.
        let done = snapbox::cmd::Command::from_std(super::program())
            .args(&words[1..])
            .env("PATH", super::path())
            .env("LC_ALL", "C.UTF-8")
            .current_dir(folder)
            .stderr_to_stdout()
            .output()
            .expect("the program starts");
        let printed = String::from_utf8(done.stdout).expect("it prints text");
        let code = done.status.code().expect("it ends by itself");
        assert_eq!(code.to_string(), status, "{line}\n{printed}");
        let kept = shown.trim_end();
        let printed = Data::text(printed.trim_end().to_owned());
        let (printed, _) = snapbox::Assert::new().normalize(printed, Data::text(kept.to_owned()));
        let status = if status == "0" {
            String::new()
        } else {
            format!("? {status}\n")
        };
        let end = &shown[kept.len()..];
        let newline = if text.is_empty() { "" } else { "\n" };
        write!(
            text,
            "{newline}$ {line}\n{status}{}{end}",
            printed.render().unwrap_or_default()
        )
        .expect("a text grows");
    }
    text
}

/// Copies a folder with all that is in it.
#[cfg(feature = "runtime-db")]
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("a folder can be read") {
        let entry = entry.expect("a folder can be read").path();
        let to = to.join(entry.file_name().expect("an entry has a name"));
        match entry.is_dir() {
            true => copy(&entry, &to),
            false => drop(fs::copy(&entry, to).expect("a file can be copied")),
        }
    }
}

#[test]
#[cfg(feature = "runtime-db")]
fn the_listings_of_the_manuals_show_what_their_commands_print() {
    for name in ["tuning", "review"] {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let docs = repository().join("docs");
        for entry in fs::read_dir(docs.join(format!("{name}.in"))).expect("the files of the manual are there")
        {
            let entry = entry.expect("a folder can be read");
            fs::copy(entry.path(), folder.path().join(entry.file_name())).expect("a file can be copied");
        }
        if name == "tuning" {
            for shipped in ["patterns", "joseki"] {
                copy(&repository().join(shipped), &folder.path().join(shipped));
            }
        }
        let path = docs.join(format!("{name}.md"));
        let manual = fs::read_to_string(&path).expect("the manual can be read");
        let mut parts = manual.split("```console\n");
        let mut page = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (listing, rest) = part.split_once("```").expect("a listing ends");
            write!(
                page,
                "```console\n{}```{rest}",
                run_listing(listing, folder.path())
            )
            .expect("a text grows");
        }
        snapbox::Assert::new()
            .action_env("SNAPSHOTS")
            .eq(page, Data::read_from(&path, None).raw());
    }
}
