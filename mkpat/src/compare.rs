// SPDX-License-Identifier: MIT OR Apache-2.0

//! Differences between two versions of a database.

use std::collections::BTreeMap;
use std::fmt;

use crate::compile::Compiled;
use crate::database::{Database, Kind};
use crate::draw::colon_line;

/// How an entry changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Only the second database has it.
    Added,
    /// Only the first database has it.
    Removed,
    /// The colon line changed: before and after.
    Value(String, String),
    /// The diagram or the constraint changed, and perhaps the colon line too.
    Shape,
}

/// An entry that differs between two databases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its name.
    pub name: String,
    /// How it changed.
    pub change: Change,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.change {
            Change::Added => write!(f, "+ {}", self.name),
            Change::Removed => write!(f, "- {}", self.name),
            Change::Value(from, to) => write!(f, "~ {}   {from} -> {to}", self.name),
            Change::Shape => write!(f, "~ {}   another shape or constraint", self.name),
        }
    }
}

/// Colon line and shape of the entries, by kind, name, and number among the entries of that name.
type Entries = BTreeMap<(Kind, String, usize), (String, String)>;

/// Compares databases entry by entry: moves, then connections, then eyes, each in the order of names.
pub fn differences(before: &Compiled, after: &Compiled) -> Vec<Difference> {
    let (before, mut after) = (entries(before), entries(after));
    let mut found = Vec::new();
    for (key, (colon, shape)) in before {
        let change = match after.remove(&key) {
            None => Change::Removed,
            Some(new) if new.1 != shape => Change::Shape,
            Some(new) if new.0 != colon => Change::Value(colon, new.0),
            Some(_) => continue,
        };
        found.push((key, change));
    }
    found.extend(after.into_keys().map(|key| (key, Change::Added)));
    found.sort_by(|a, b| a.0.cmp(&b.0));
    let found = found.into_iter();
    found
        .map(|((_, name, _), change)| Difference { name, change })
        .collect()
}

fn entries(compiled: &Compiled) -> Entries {
    let mut entries = Entries::new();
    let mut add = |kind, name: &str, colon: String, shape: String| {
        let mut count = 0;
        while entries.contains_key(&(kind, name.to_owned(), count)) {
            count += 1;
        }
        entries.insert((kind, name.to_owned(), count), (colon, shape));
    };
    for Database { kind, patterns, .. } in [&compiled.database, &compiled.connections] {
        for p in patterns {
            let shape = format!("{:?}", (p.size, p.move_at, p.edges, &p.elements, &p.constraint));
            add(*kind, &p.name, colon_line(p, *kind), shape);
        }
    }
    for eye in &compiled.eyes.eyes {
        let colon = format!(":{},{}", eye.max, eye.min);
        add(Kind::Eyes, &eye.name, colon, format!("{:?}", eye.cells));
    }
    entries
}
