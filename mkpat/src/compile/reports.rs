// SPDX-License-Identifier: MIT OR Apache-2.0

//! Where the stages put what they find.

use crate::diagnostic::{Diagnostic, Severity};

/// Where findings are collected.
#[derive(Debug, Default)]
pub(super) struct Reports {
    /// The source that is being read.
    pub(super) source: usize,
    pub(super) list: Vec<Diagnostic>,
    errors: usize,
}

impl Reports {
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.list.push(diagnostic);
    }

    /// How many errors there are so far.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }
}
