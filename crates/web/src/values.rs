// SPDX-License-Identifier: MIT OR Apache-2.0

//! Temporary changes of pattern values, in the memory of this server.

use katachi_engine::Engine;
use katachi_engine::knowledge::Knowledge;
use katachi_tuning::{Change, ChangeError, numbers};
use mkpat::{Database, Pattern};

/// Returns an engine with changes of its values, such as `Hane=60`.
///
/// # Errors
/// The first change that cannot be made.
pub(crate) fn changed(engine: Engine, changes: &[String]) -> Result<Engine, ChangeError> {
    let mut values = Values::new(engine);
    for text in changes {
        values.make(text.parse()?)?;
    }
    Ok(Engine {
        knowledge: values.knowledge(),
        ..values.loaded
    })
}

/// The loaded database and the changes to it.
#[derive(Debug)]
pub(crate) struct Values {
    /// The engine without changes.
    pub(crate) loaded: Engine,
    /// The changes, the latest last.
    pub(crate) changes: Vec<Changed>,
    /// The database with the changes.
    database: Database,
}

#[derive(Clone, Debug)]
pub(crate) struct Changed {
    pub(crate) change: Change,
    /// The loaded number.
    pub(crate) before: i32,
}

impl Values {
    pub(crate) fn new(loaded: Engine) -> Self {
        Self {
            database: loaded.database().clone(),
            loaded,
            changes: Vec::new(),
        }
    }

    /// Changes a number, and replaces an earlier change of it. A change to the loaded number reverts it.
    /// Returns the knowledge with all changes.
    ///
    /// # Errors
    /// There is no such pattern, or its numbers would contradict each other. Nothing changes then.
    pub(crate) fn make(&mut self, change: Change) -> Result<Knowledge, ChangeError> {
        let is_other = |other: &&Changed| {
            other.change.pattern != change.pattern || other.change.number() != change.number()
        };
        let mut changes: Vec<Changed> = self.changes.iter().filter(is_other).cloned().collect();
        changes.push(Changed { change, before: 0 });
        let mut database = self.loaded.database().clone();
        for changed in &mut changes {
            changed.before = changed.change.make(&mut database)?;
        }
        changes.retain(|changed| changed.before != changed.change.value);
        (self.changes, self.database) = (changes, database);
        Ok(self.knowledge())
    }

    /// Reverts all changes. Returns the loaded knowledge.
    pub(crate) fn reset(&mut self) -> Knowledge {
        *self = Self::new(self.loaded.clone());
        self.loaded.knowledge.clone()
    }

    fn knowledge(&self) -> Knowledge {
        match self.changes.is_empty() {
            true => self.loaded.knowledge.clone(),
            false => self.loaded.knowledge.clone().with_database(self.database.clone()),
        }
    }

    /// Returns the changed patterns as entries of a database, each with its changes and its place.
    pub(crate) fn text(&self) -> String {
        let mut text = String::from(
            "# Patterns with changed values. Put each in the place of the entry of that name: a database that is loaded\n\
             # replaces the one that is built in, and does not add to it.\n",
        );
        for pattern in &self.database.patterns {
            let changes: Vec<_> = self.of_pattern(pattern).collect();
            if changes.is_empty() {
                continue;
            }
            let file = self.database.files.get(usize::from(pattern.file));
            let place = format!("{}:{}", file.map_or("?", String::as_str), pattern.line);
            text += &format!("\n# {place}\n");
            for changed in changes {
                text += &format!("# {}, which was {}\n", changed.change, changed.before);
            }
            text += &mkpat::entry(pattern);
        }
        text
    }

    /// Returns the numbers of a pattern: name, present number, loaded number.
    pub(crate) fn numbers(&self, pattern: &Pattern) -> impl Iterator<Item = (&'static str, i32, i32)> {
        numbers(pattern).map(|(name, now)| {
            let mut changes = self.of_pattern(pattern);
            let changed = changes.find(|changed| changed.change.number() == name);
            (name, now, changed.map_or(now, |changed| changed.before))
        })
    }

    fn of_pattern<'a>(&'a self, pattern: &'a Pattern) -> impl Iterator<Item = &'a Changed> {
        let changes = self.changes.iter();
        changes.filter(|changed| changed.change.pattern == pattern.name)
    }
}

#[cfg(test)]
mod tests {
    use katachi_engine::Settings;

    use super::*;

    fn values() -> Values {
        Values::new(Engine::new(Settings::default()))
    }

    /// The value of the first pattern of the database, and its name.
    fn first(values: &Values) -> (String, i32) {
        let pattern = &values.loaded.database().patterns[0];
        (pattern.name.clone(), pattern.weight)
    }

    #[test]
    fn a_change_replaces_an_earlier_one_and_can_be_taken_back() {
        let mut values = values();
        let (name, was) = first(&values);
        let change = |value: i32| format!("{name}={value}").parse::<Change>().unwrap();
        values.make(change(was + 1)).unwrap();
        let knowledge = values.make(change(was + 2)).unwrap();
        let engine = Engine {
            knowledge,
            ..values.loaded.clone()
        };
        assert_eq!(engine.database().patterns[0].weight, was + 2);
        assert_eq!(values.changes.len(), 1);
        assert_eq!(values.changes[0].before, was);
        assert!(
            values
                .text()
                .contains(&format!("# {name}={}, which was {was}", was + 2))
        );
        values.make(change(was)).unwrap();
        assert!(values.changes.is_empty(), "it is as it was");
    }

    #[test]
    fn an_impossible_change_leaves_the_others() {
        let mut values = values();
        let (name, was) = first(&values);
        values
            .make(format!("{name}={}", was + 1).parse().unwrap())
            .unwrap();
        assert!(values.make("No_such_pattern=3".parse().unwrap()).is_err());
        assert_eq!(values.changes.len(), 1);
    }
}
