// SPDX-License-Identifier: MIT OR Apache-2.0

//! Collection of diagnostics.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Severity};

/// The diagnostics of all stages.
#[derive(Debug, Default)]
pub(super) struct Reports {
    /// The source that is being read, or whose entry is being checked.
    pub(super) source: usize,
    pub(super) list: Vec<Diagnostic>,
    errors: usize,
}

impl Reports {
    /// Adds a finding in the source, with how to correct it.
    pub(super) fn add(
        &mut self,
        code: Code,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> &mut Diagnostic {
        self.errors += usize::from(code.severity() == Severity::Error);
        self.list.push_mut(Diagnostic {
            code,
            severity: code.severity(),
            source: self.source,
            span,
            message: message.into(),
            label: String::new(),
            related: Vec::new(),
            help: Some(help.into()),
        })
    }

    /// Number of errors so far.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }
}
