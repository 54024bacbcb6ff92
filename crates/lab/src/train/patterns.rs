// SPDX-License-Identifier: MIT OR Apache-2.0

//! Patterns whose weights are fitted with the move-prediction model, and written into their files.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use katachi::database;
use katachi_engine::knowledge::Knowledge;
use katachi_engine::{Engine, Settings};
use mkpat::{Fit, Input, Pattern, with_fits};

pub(super) struct NamedPatterns {
    files: Vec<PathBuf>,
    pub(super) engine: Engine,
}

impl NamedPatterns {
    /// Reads the patterns of files. Weights that were fitted before have no part in the fit.
    pub(super) fn read(files: &[PathBuf]) -> anyhow::Result<Self> {
        let engine = database::engine(Settings::default(), files, false)?;
        let files = files.to_vec();
        Ok(Self { files, engine })
    }

    /// The knowledge whose patterns are features; none without files.
    pub(super) fn knowledge(&self) -> Option<&Knowledge> {
        (!self.files.is_empty()).then_some(&self.engine.knowledge)
    }

    /// Writes the fit of each pattern that gets one, by its number, below its colon line. Files are replaced
    /// one by one.
    pub(super) fn write(&self, fit: impl Fn(usize, &Pattern) -> Option<Fit>) -> anyhow::Result<()> {
        let patterns = self.engine.database().patterns.iter().enumerate();
        let fits = patterns.filter_map(|(at, pattern)| Some((pattern.name.as_str(), fit(at, pattern)?)));
        let fits: HashMap<&str, Fit> = fits.collect();
        for file in &self.files {
            if Input::from_file_name(&file.to_string_lossy()) != Input::Moves {
                continue;
            }
            let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
            super::write(file, &with_fits(&text, |name| fits.get(name).copied()))?;
        }
        Ok(())
    }
}
