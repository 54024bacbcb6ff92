// SPDX-License-Identifier: MIT OR Apache-2.0

//! Collection of diagnostics.

use crate::diagnostic::{Diagnostic, Severity};

/// The diagnostics of all stages.
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

    /// Number of errors so far.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }
}
