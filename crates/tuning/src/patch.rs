// SPDX-License-Identifier: MIT OR Apache-2.0

//! New values of patterns as a unified diff of their files, for `git apply`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use anyhow::{Context as _, bail, ensure};
use katachi_rules::quantity;
use mkpat::{Database, Pattern};
use similar::TextDiff;

use crate::report::Report;

const BEGINNING: &[u8] = b"diff --git a/";

/// Refuses to write over a file that is no patch.
///
/// # Errors
/// If the file is one of another kind.
pub fn check(file: &Path, overwrite: bool) -> anyhow::Result<()> {
    let is_free = match fs::read(file) {
        Ok(bytes) => bytes.is_empty() || bytes.starts_with(BEGINNING),
        // It is not there, or writing it fails.
        Err(_) => true,
    };
    let name = file.display();
    let advice = "it is no patch; name another file, or use --overwrite";
    ensure!(overwrite || is_free, "cannot write {name}: {advice}");
    Ok(())
}

/// The diffs of files, with paths from a folder.
#[derive(Clone, Debug)]
pub struct Patch {
    /// The text.
    pub text: Vec<u8>,
    /// The root of the repository of the files, or the current folder.
    root: PathBuf,
    /// Number of changed values, and of suggested ones of joseki trees, whose values stand in comments.
    changes: usize,
    left_out: usize,
}

impl Patch {
    /// Makes the diff of all files with a suggested value, with paths from the root of their repository, as
    /// `git apply` takes them. Without a repository they are from the current folder.
    ///
    /// # Errors
    /// A file that cannot be read, is in no repository and not below the current folder, or has other values
    /// by now; files of two repositories.
    pub fn new(database: &Database, report: &Report) -> anyhow::Result<Self> {
        let mut files: BTreeMap<&str, Vec<(&Pattern, i32)>> = BTreeMap::new();
        let mut left_out = 0;
        let suggested = report
            .patterns
            .iter()
            .filter_map(|p| Some((p.pattern, p.suggested?)));
        for (pattern, new) in suggested {
            let pattern = &database.patterns[pattern];
            // Values of joseki stand in comments of records, which a patch of a line does not change.
            match database.files.get(usize::from(pattern.file)) {
                Some(file) if !file.to_ascii_lowercase().ends_with(".sgf") => {
                    files.entry(file).or_default().push((pattern, new));
                }
                _ => left_out += 1,
            }
        }
        let names: Vec<&str> = files.keys().copied().collect();
        let root = root_of(&names)?;
        let changes = files.values().map(Vec::len).sum();
        let mut text = Vec::new();
        for (file, values) in files {
            let bytes = fs::read(file).with_context(|| unreadable(file))?;
            let lines: Vec<&[u8]> = bytes.split_inclusive(|&b| b == b'\n').collect();
            let mut changed = BTreeMap::new();
            for (pattern, new) in values {
                let missing = || {
                    let (name, line, old) = (&pattern.name, pattern.line, pattern.weight);
                    let what = format!("there is no pattern {name} with the value {old}");
                    format!("{file}:{line}: {what}: name the file as it is with --db")
                };
                let (index, line) = changed_line(pattern, new, &lines).with_context(missing)?;
                changed.insert(index, line);
            }
            diff(&relative(file, &root)?, &lines, &changed, &mut text)?;
        }
        Ok(Self {
            text,
            root,
            changes,
            left_out,
        })
    }

    /// `values.patch changes 4 values; git apply values.patch makes the changes.`
    pub fn summary(&self, file: &Path) -> String {
        let name = file.display();
        let (changes, command) = (quantity(self.changes, "value"), self.command(file));
        let mut line = match self.changes {
            0 => format!("{name} is empty, as no value changes."),
            _ => format!("{name} changes {changes}; {command} makes the changes."),
        };
        if self.left_out > 0 {
            line += &format!(" {} of joseki trees left out.", quantity(self.left_out, "value"));
        }
        line
    }

    /// The command that makes the changes. In a folder of a repository below its root `git apply` leaves out
    /// all files above that folder, and says nothing.
    fn command(&self, file: &Path) -> String {
        match current_folder() {
            Ok(folder) if folder == self.root => format!("git apply {}", quoted(file)),
            _ => {
                let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
                format!("git -C {} apply {}", quoted(&self.root), quoted(&file))
            }
        }
    }
}

/// A path as a word of a shell.
pub fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    shlex::try_quote(&text).map_or_else(|_| text.to_string(), |quoted| quoted.into_owned())
}

fn unreadable(file: &str) -> String {
    format!(
        "cannot read {file}, whose values change: name its folder with --db, or run the command where it lies"
    )
}

fn current_folder() -> anyhow::Result<PathBuf> {
    let folder = env::current_dir().and_then(fs::canonicalize);
    folder.context("cannot find the current folder")
}

fn canonical(file: &str) -> anyhow::Result<PathBuf> {
    fs::canonicalize(file).with_context(|| unreadable(file))
}

/// The root of the repository of all files, or the current folder without one.
fn root_of(files: &[&str]) -> anyhow::Result<PathBuf> {
    let mut roots: Vec<PathBuf> = Vec::new();
    for file in files {
        let path = canonical(file)?;
        let mut folders = path.ancestors().skip(1);
        let root = folders.find(|folder| folder.join(".git").exists());
        roots.push(root.map_or_else(current_folder, |root| Ok(root.to_owned()))?);
    }
    roots.dedup();
    let (files, advice) = (files.join(", "), "name the folders of one with --db");
    ensure!(
        roots.len() < 2,
        "--patch: {files} are not in one repository: {advice}"
    );
    roots.pop().map_or_else(current_folder, Ok)
}

/// The path of a file from a folder, with `/`.
fn relative(file: &str, root: &Path) -> anyhow::Result<String> {
    let path = canonical(file)?;
    let Ok(path) = path.strip_prefix(root) else {
        let place = format!(
            "is in no git repository and not below the folder {}",
            root.display()
        );
        bail!("--patch: {file} {place}: run the command above it");
    };
    path_text(path).with_context(|| format!("--patch: {file} has no name that a patch can have"))
}

/// A path that needs no quotes in a patch.
fn path_text(path: &Path) -> anyhow::Result<String> {
    let text = path.to_str().context("its name is not UTF-8")?.replace('\\', "/");
    let needs_quotes = |c: char| c.is_control() || c == '"' || c == '\\' || !c.is_ascii();
    ensure!(!text.contains(needs_quotes), "rename it to letters of ASCII");
    Ok(text)
}

/// The colon line of a pattern with a new value, and its index. `None` if the file has another value than the
/// pattern, or no such pattern.
fn changed_line(pattern: &Pattern, new: i32, lines: &[&[u8]]) -> Option<(usize, Vec<u8>)> {
    let first = (pattern.line as usize).checked_sub(1)?;
    let header = String::from_utf8_lossy(lines.get(first)?);
    if header.split_whitespace().nth(1) != Some(pattern.name.as_str()) {
        return None;
    }
    let below = lines.iter().enumerate().skip(first + 1);
    let mut entry = below.take_while(|(_, line)| !line.starts_with(b"Pattern"));
    let (index, line) = entry.find(|(_, line)| line.starts_with(b":"))?;
    let start = line.iter().position(|&b| b == b',')? + 1;
    let start = start + line[start..].iter().position(|b| !b.is_ascii_whitespace())?;
    let length = line[start..].iter().take_while(|b| b.is_ascii_digit()).count();
    let old = std::str::from_utf8(&line[start..start + length]).ok()?;
    let new = new.to_string();
    let changed = [&line[..start], new.as_bytes(), &line[start + length..]].concat();
    (old.parse() == Ok(pattern.weight)).then_some((index, changed))
}

/// Writes the diff of a file whose lines of these indexes change.
fn diff(
    path: &str,
    lines: &[&[u8]],
    changed: &BTreeMap<usize, Vec<u8>>,
    patch: &mut Vec<u8>,
) -> io::Result<()> {
    let new = lines.iter().enumerate();
    let new = new.map(|(index, &line)| changed.get(&index).map_or(line, Vec::as_slice));
    let new: Vec<&[u8]> = new.collect();
    // A name with a blank ends at a tab.
    let end = if path.contains(' ') { "\t" } else { "" };
    let [old_name, new_name] = ["a", "b"].map(|side| format!("{side}/{path}{end}"));
    patch.extend(BEGINNING);
    patch.extend(format!("{path} b/{path}\n").bytes());
    let diff = TextDiff::configure()
        .newline_terminated(true)
        .diff_slices(lines, &new);
    diff.unified_diff().header(&old_name, &new_name).to_writer(patch)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Pattern A\nO*\n:8, 40,0,-\n\n\nPattern B\nX*\n\n:8,30 # thirty\n;1";

    fn pattern(name: &str, line: u32, weight: i32) -> Pattern {
        Pattern {
            name: name.to_owned(),
            line,
            weight,
            ..Pattern::default()
        }
    }

    fn lines() -> Vec<&'static [u8]> {
        TEXT.as_bytes().split_inclusive(|&b| b == b'\n').collect()
    }

    #[test]
    fn only_the_number_of_a_colon_line_changes() {
        let line = |pattern: &Pattern, new| {
            let changed = changed_line(pattern, new, &lines());
            changed.map(|(i, line)| (i, String::from_utf8(line).unwrap()))
        };
        let found = line(&pattern("A", 1, 40), 55);
        assert_eq!(found, Some((2, ":8, 55,0,-\n".to_owned())));
        let found = line(&pattern("B", 6, 30), 9);
        assert_eq!(found, Some((8, ":8,9 # thirty\n".to_owned())));
        for other in [
            pattern("A", 1, 41),
            pattern("B", 1, 40),
            pattern("A", 6, 30),
            pattern("A", 99, 40),
        ] {
            assert_eq!(line(&other, 9), None, "{other:?}");
        }
    }

    #[test]
    fn changes_that_are_near_share_a_hunk() {
        let changed = BTreeMap::from([(2, b":8, 55,0,-\n".to_vec()), (8, b":8,9 # thirty\n".to_vec())]);
        let mut patch = Vec::new();
        diff("my own.db", &lines(), &changed, &mut patch).unwrap();
        assert_eq!(
            String::from_utf8(patch).unwrap(),
            "diff --git a/my own.db b/my own.db\n--- a/my own.db\t\n+++ b/my own.db\t\n@@ -1,10 +1,10 @@\n \
             Pattern A\n O*\n-:8, 40,0,-\n+:8, 55,0,-\n \n \n Pattern B\n X*\n \n-:8,30 # thirty\n+:8,9 # thirty\n \
             ;1\n\\ No newline at end of file\n"
        );
    }
}
