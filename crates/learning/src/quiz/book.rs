// SPDX-License-Identifier: MIT OR Apache-2.0

//! The problems of a person with the results so far, in one file beside the games that are kept, or in a text
//! that a browser keeps.
//!
//! Each problem is in a box. A right answer puts it into the next box, which is asked after a longer time; a
//! wrong one puts it back into the first (Leitner 1972). The file is replaced as a whole after each answer. A
//! file that cannot be read is never written over.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, bail};
use katachi_atomic_file::{lock, replace};
use serde::{Deserialize, Serialize};

use super::day::Day;
use super::problem::Problem;

const VERSION: u32 = 1;
const NAME: &str = "quiz.json";
/// Days until a problem of each box is asked again. The first one is also that of a wrong answer.
const DAYS: [u16; 6] = [1, 2, 4, 8, 16, 32];

/// A problem with its results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    id: String,
    /// The problem.
    #[serde(flatten)]
    pub problem: Problem,
    /// Its box, from 1. `None`: it was never asked.
    #[serde(rename = "box", default, skip_serializing_if = "Option::is_none")]
    number: Option<usize>,
    /// The day from which on it is asked again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    due: Option<Day>,
    /// Number of answers, and of right ones.
    #[serde(default)]
    asked: u32,
    #[serde(default)]
    right: u32,
}

impl Card {
    fn answer(&mut self, is_right: bool, today: Day) {
        let number = match (self.number, is_right) {
            (_, false) => 1,
            (None, true) => 2,
            (Some(number), true) => (number + 1).min(DAYS.len()),
        };
        self.number = Some(number);
        self.due = Some(today.after(DAYS[number - 1]));
        // A damaged file may have any numbers.
        self.asked = self.asked.saturating_add(1);
        self.right = self.right.saturating_add(u32::from(is_right));
    }

    /// Returns `new`, or `2 of 3 right so far`.
    pub fn history(&self) -> String {
        match self.asked {
            0 => "new".to_owned(),
            asked => format!("{} of {asked} right so far", self.right),
        }
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Content {
    version: u32,
    /// In the order in which they were found.
    problems: Vec<Card>,
    /// Games without marks that were reviewed, by a hash of their text, with the numbers of their problems.
    reviewed: BTreeMap<String, Vec<String>>,
}

/// The place of the problems.
#[derive(Clone, Debug)]
pub enum Place {
    /// A file in that folder.
    Folder(PathBuf),
    /// A text, empty at first, that the caller keeps, as in a browser.
    Text(Arc<Mutex<String>>),
}

/// The problems of a person.
#[derive(Debug)]
pub struct Book {
    place: Place,
    /// It keeps other programs from writing the file meanwhile.
    _lock: Option<File>,
    content: Content,
}

impl Book {
    /// Reads the problems at a place.
    ///
    /// # Errors
    /// They are damaged, or their file is in use or cannot be read.
    pub fn at(place: &Place) -> anyhow::Result<Self> {
        let (lock, content) = match place {
            Place::Folder(folder) => Self::read(folder)?,
            Place::Text(text) => match text.lock().unwrap_or_else(PoisonError::into_inner).as_str() {
                "" => (None, empty()),
                text => (
                    None,
                    content(text).context("the results of earlier quizzes are damaged")?,
                ),
            },
        };
        Ok(Self {
            place: place.clone(),
            _lock: lock,
            content,
        })
    }

    /// Reads the file of a folder, which is created if it is needed.
    fn read(folder: &Path) -> anyhow::Result<(Option<File>, Content)> {
        let file = folder.join(NAME);
        let name = file.display();
        fs::create_dir_all(folder).with_context(|| format!("cannot use {}", folder.display()))?;
        let lock = lock(&folder.join("quiz.lock")).with_context(|| format!("cannot use {name}"))?;
        if lock.is_none() {
            bail!("cannot use {name}: another quiz is running; end it first");
        }
        let content = match fs::read_to_string(&file) {
            Ok(text) => content(&text).with_context(|| {
                format!("cannot use {name}: it is damaged and stays as it is; mend it, or move it away to begin anew")
            })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => empty(),
            Err(error) => return Err(error).with_context(|| format!("cannot read {name}")),
        };
        Ok((lock, content))
    }

    /// Writes the file, or changes the text.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save(&self) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(&self.content)? + "\n";
        match &self.place {
            Place::Folder(folder) => {
                let file = folder.join(NAME);
                replace(&file, &text).with_context(|| format!("cannot write {}", file.display()))
            }
            Place::Text(kept) => {
                *kept.lock().unwrap_or_else(PoisonError::into_inner) = text;
                Ok(())
            }
        }
    }

    /// Adds a problem unless it is there. Returns its number.
    ///
    /// # Errors
    /// The record of the problem is damaged.
    pub fn add(&mut self, problem: Problem) -> anyhow::Result<String> {
        let game = problem.game();
        let id = problem.id(&game.map_err(|why| anyhow::anyhow!("{}: {why}", problem.name))?);
        if self.card(&id).is_none() {
            self.content.problems.push(Card {
                id: id.clone(),
                problem,
                number: None,
                due: None,
                asked: 0,
                right: 0,
            });
        }
        Ok(id)
    }

    /// Returns a problem with its results.
    pub fn card(&self, id: &str) -> Option<&Card> {
        self.content.problems.iter().find(|card| card.id == id)
    }

    /// Records an answer, and writes the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn answer(&mut self, id: &str, is_right: bool, today: Day) -> anyhow::Result<()> {
        if let Some(card) = self.content.problems.iter_mut().find(|card| card.id == id) {
            card.answer(is_right, today);
        }
        self.save()
    }

    /// Returns the numbers of the problems of a game that was reviewed before.
    pub fn reviewed(&self, hash: &str) -> Option<&[String]> {
        self.content.reviewed.get(hash).map(Vec::as_slice)
    }

    /// Notes that a game was reviewed, with the numbers of its problems.
    pub fn set_reviewed(&mut self, hash: String, ids: Vec<String>) {
        self.content.reviewed.insert(hash, ids);
    }

    /// Returns the numbers of the problems to ask: those that are due, the oldest first, then new ones; with
    /// `all` also those that are not due. `among` limits them.
    pub fn due(&self, today: Day, all: bool, among: Option<&[String]>) -> Vec<String> {
        let is_due = |card: &&Card| all || card.due.is_none_or(|due| due <= today);
        let mut cards: Vec<&Card> = self.among(among).filter(is_due).collect();
        let rank = |card: &Card| match card.due {
            Some(due) if due <= today => (0, Some(due)),
            None => (1, None),
            due => (2, due),
        };
        cards.sort_by_key(|card| rank(card));
        cards.into_iter().map(|card| card.id.clone()).collect()
    }

    /// Returns the number of all problems, and the next day on which one is due.
    pub fn outlook(&self, among: Option<&[String]>) -> (usize, Option<Day>) {
        let next = self.among(among).filter_map(|card| card.due).min();
        (self.among(among).count(), next)
    }

    fn among(&self, among: Option<&[String]>) -> impl Iterator<Item = &Card> {
        let is_wanted = move |card: &&Card| among.is_none_or(|ids| ids.contains(&card.id));
        self.content.problems.iter().filter(is_wanted)
    }
}

fn empty() -> Content {
    Content {
        version: VERSION,
        ..Content::default()
    }
}

/// Parses the file, and checks every problem in it.
fn content(text: &str) -> anyhow::Result<Content> {
    let content: Content = serde_json::from_str(text)?;
    if content.version != VERSION {
        let version = content.version;
        bail!("it is of version {version}, and this program reads {VERSION}");
    }
    for (index, card) in content.problems.iter().enumerate() {
        let why = card.problem.game().err();
        if let Some(why) = why.or_else(|| wrong_box(card)) {
            bail!("problem {}: {why}", index + 1);
        }
    }
    Ok(content)
}

fn wrong_box(card: &Card) -> Option<String> {
    let number = card.number?;
    let is_there = (1..=DAYS.len()).contains(&number);
    (!is_there).then(|| format!("there is no box {number}: use 1 to {}", DAYS.len()))
}

#[cfg(test)]
mod tests;
