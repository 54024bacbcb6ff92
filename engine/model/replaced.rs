// SPDX-License-Identifier: MIT OR Apache-2.0

//! Learned neighbourhoods whose places entries of a database have taken.
//!
//! Such a neighbourhood has weight 0 on all boards, and smaller and larger ones keep theirs. The entry adds
//! its own weight where its picture matches (`crate::patterns`).

use std::sync::Arc;

#[cfg(feature = "runtime-db")]
use mkpat::Pattern;
use rustc_hash::FxHashMap;

use super::{KnownShape, MoveModel, neighbourhood, shape_entry};

/// An entry that takes the place of a learned neighbourhood.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replacement<'a> {
    /// Name of the neighbourhood.
    pub(crate) shape: &'a str,
    pub(crate) entry: &'a str,
    /// Weight of the entry on each class of boards, in nats.
    pub(crate) weights: [f32; 3],
}

/// A neighbourhood with an entry in its place.
#[derive(Clone, Debug)]
pub(super) struct Replaced {
    shape: KnownShape,
    learned: [f32; 3],
    /// Weights of all its entries together, for predictions in which no pictures are matched.
    pub(super) weights: [f32; 3],
    /// Name of the first entry.
    pub(super) entry: Arc<str>,
}

impl MoveModel {
    pub(crate) fn has_replaced(&self) -> bool {
        !self.replaced.is_empty()
    }

    /// Takes neighbourhoods out for entries, and puts back all that were taken out before. Names that the
    /// model does not have are left out. Looks through all neighbourhoods.
    pub(crate) fn replace(&mut self, entries: &[Replacement<'_>]) {
        for (hash, replaced) in std::mem::take(&mut self.replaced) {
            if let Some(shape) = self.shapes.get_mut(&hash) {
                shape.weights = replaced.learned;
            }
        }
        let names: Vec<&str> = entries.iter().map(|entry| entry.shape).collect();
        for (entry, hash) in entries.iter().zip(self.find(&names)) {
            let Some((hash, shape)) = hash.and_then(|hash| Some((hash, self.shapes.get_mut(&hash)?))) else {
                continue;
            };
            let learned = std::mem::take(&mut shape.weights);
            let replaced = self.replaced.entry(hash).or_insert_with(|| Replaced {
                shape: shape.known,
                learned,
                weights: [0.0; 3],
                entry: entry.entry.into(),
            });
            for (weight, added) in replaced.weights.iter_mut().zip(entry.weights) {
                *weight += added;
            }
        }
    }

    /// Returns the value of the neighbourhood of each name ([`super::LearnedShape::value`]). `None` for a
    /// name that the model does not have. Looks through all neighbourhoods.
    pub(crate) fn values(&self, names: &[&str]) -> Vec<Option<i32>> {
        let value = |hash| shape_entry::value(self.learned_weights(hash).0);
        let found = self.find(names).into_iter();
        found.map(|hash| hash.map(value)).collect()
    }

    pub(super) fn entry_for(&self, shape: KnownShape) -> Option<Arc<str>> {
        let mut replaced = self.replaced.values();
        let found = replaced.find(|replaced| replaced.shape == shape)?;
        Some(Arc::clone(&found.entry))
    }

    /// Own weights of a neighbourhood, whatever takes its place: what all boards share, and the sum on each
    /// class of boards. 0 if it is never reached.
    pub(super) fn learned_weights(&self, hash: u64) -> (f32, [f32; 3]) {
        let shape = &self.shapes[&hash];
        let replaced = self.replaced.get(&hash);
        match self.is_reached(shape.known) {
            true => (
                shape.shared,
                replaced.map_or(shape.weights, |replaced| replaced.learned),
            ),
            false => (0.0, [0.0; 3]),
        }
    }

    /// Returns whether the model has all smaller neighbourhoods of one. A prediction ends at the first that
    /// it does not have, so that larger ones never act.
    pub(super) fn is_reached(&self, shape: KnownShape) -> bool {
        let smaller = neighbourhood::smaller(self.picture(shape));
        smaller.iter().all(|hash| self.shapes.contains_key(hash))
    }

    /// Returns for each pattern the name of the neighbourhood that it copies. Looks through all of them.
    #[cfg(feature = "runtime-db")]
    pub(crate) fn copied_by(&self, patterns: &[&Pattern]) -> Vec<Option<String>> {
        let mut copied = vec![None; patterns.len()];
        if patterns.is_empty() {
            return copied;
        }
        for shape in self.shapes.values().filter(|shape| shape.known.place > 0) {
            let picture = self.picture(shape.known);
            for (pattern, copied) in patterns.iter().zip(&mut copied) {
                if shape_entry::is_copy(pattern, picture) {
                    *copied = Some(self.learned_name(shape.known).to_string());
                }
            }
        }
        copied
    }

    /// Returns the hashes of the neighbourhoods of these names.
    pub(super) fn find(&self, names: &[&str]) -> Vec<Option<u64>> {
        // Size and place tell nearly all apart; the first word has to be made from the picture.
        let numbers = |name: &str| -> Option<(u32, u32)> {
            let mut parts = name.split('_').skip(1);
            Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
        };
        let mut wanted: FxHashMap<(u32, u32), Vec<usize>> = FxHashMap::default();
        for (i, name) in names.iter().enumerate() {
            if let Some(numbers) = numbers(name) {
                wanted.entry(numbers).or_default().push(i);
            }
        }
        let mut found = vec![None; names.len()];
        if wanted.is_empty() {
            return found;
        }
        for (&hash, shape) in &self.shapes {
            let numbers = (shape.known.points, shape.known.place);
            let Some(indices) = wanted.get(&numbers).filter(|_| shape.known.place > 0) else {
                continue;
            };
            let name = self.learned_name(shape.known).to_string();
            for &i in indices.iter().filter(|&&i| names[i] == name) {
                found[i] = Some(hash);
            }
        }
        found
    }
}
