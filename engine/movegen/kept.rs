// SPDX-License-Identifier: MIT OR Apache-2.0

//! The evidence of a position, kept so that choices with other values of patterns cost new sums alone.

use std::collections::BTreeMap;

use katachi_rules::Point;

use super::patterns::{self, KeptMatch};
use super::{Decided, Evidence, Input, PlayedOut, Weighed, others, weigh};
use crate::reading::Reader;

/// The evidence of a position. Values of patterns change nothing in it but the values of these patterns.
#[derive(Clone, Debug)]
pub(crate) struct KeptEvidence {
    pub(crate) played_out: PlayedOut,
    /// The pattern matches that hold.
    patterns: Vec<KeptMatch>,
    /// The evidence of all other generators.
    others: Vec<Evidence>,
}

impl KeptEvidence {
    /// Asks all generators. The reader has the board of the position.
    pub(crate) fn new(input: &Input<'_>, reader: &mut Reader) -> Self {
        Self {
            played_out: PlayedOut::default(),
            patterns: patterns::holding(input, reader),
            others: others(input, reader),
        }
    }

    /// Adds the playouts that belong to it.
    pub(crate) fn with(self, played_out: PlayedOut) -> Self {
        Self { played_out, ..self }
    }

    /// Chooses one of the points `among`, or of all if there are none, as with a database in which these
    /// patterns have these values. The input and the reader are of the same position.
    pub(crate) fn choose(
        &self,
        input: &Input<'_>,
        reader: &mut Reader,
        among: &[Point],
        values: &BTreeMap<String, i32>,
    ) -> Weighed {
        let mut evidence = patterns::revalued(input, reader, &self.patterns, values);
        evidence.extend(self.others.iter().cloned());
        Weighed {
            decided: Decided::all(input.analysis),
            ..weigh::choose(input, reader, evidence, among)
        }
    }
}
