// SPDX-License-Identifier: MIT OR Apache-2.0

//! The commands of the manuals that have no test of their own, run as they stand, and the links of all documents.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use super::repository;

/// A folder of one test, removed when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("katachi-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A record of 100 moves on 19x19, spread over the board: every 97th point.
fn record() -> String {
    let letter = |n: usize| char::from(b'a' + n as u8);
    let mut text = "(;GM[1]FF[4]SZ[19]KM[6.5]RU[Japanese]".to_owned();
    for i in 0..100 {
        let point = i * 97 % 361;
        let side = if i % 2 == 0 { 'B' } else { 'W' };
        write!(text, ";{side}[{}{}]", letter(point % 19), letter(point / 19)).expect("a text grows");
    }
    text + ")"
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
    let folder = Folder::new("manual-of-the-view");
    fs::write(folder.0.join("game.sgf"), record()).expect("a file can be written");
    let mut count = 0;
    for line in listings(&manual).flat_map(str::lines) {
        let command = line.split(" #").next().unwrap_or_default();
        let words = shlex::split(command).unwrap_or_else(|| panic!("a quote is not closed in '{line}'"));
        assert_eq!(words.first().map(String::as_str), Some("katachi"), "{line}");
        let done = super::program().args(&words[1..]).current_dir(&folder.0).output();
        let done = done.expect("the program starts");
        let errors = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{line}\n{errors}");
        count += 1;
    }
    assert!(count >= 10, "only {count} commands were found");
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

/// The names by which headings can be linked to, as the usual hosts make them: small letters, a hyphen for each space, no other
/// signs.
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
