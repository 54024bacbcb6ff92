// SPDX-License-Identifier: MIT OR Apache-2.0

//! Patterns whose weights are fitted with the move-prediction model, and written into their files.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use katachi::database;
use katachi_engine::knowledge::Knowledge;
use katachi_engine::learn::BoardClass;
use katachi_engine::playout::PlayoutWeights;
use katachi_engine::{Engine, Settings};
use mkpat::{Fit, FitSource, Input, Pattern, with_fits};

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

    /// The weights of playouts, with the patterns of class `P` of the files.
    pub(super) fn playout_weights(&self, file: Option<&Path>) -> anyhow::Result<PlayoutWeights> {
        let engine = self.engine.clone();
        let knowledge = match file {
            Some(_) => engine
                .knowledge
                .with_playout_weights(database::playout_weights(file)?),
            None => engine.knowledge,
        };
        Ok(knowledge.playout_weights().clone())
    }

    /// Writes the weights of the patterns of class `P` that were fitted on a class of boards: those of the
    /// largest boards hold for all, others are differences from them.
    pub(super) fn write_playouts(
        &self,
        class: BoardClass,
        playouts: &PlayoutWeights,
        fitted: &[f32],
    ) -> anyhow::Result<()> {
        let patterns: Vec<usize> = playouts.named_patterns().collect();
        let fitted = &fitted[fitted.len() - patterns.len()..];
        self.write(|at, pattern| {
            let Some(place) = patterns.iter().position(|&known| known == at) else {
                return pattern.fit;
            };
            let (weight, mut fit) = (Fit::hundredths(fitted[place]), pattern.fit.unwrap_or_default());
            match class {
                BoardClass::Large => fit.weight = weight,
                _ => fit.differences[class as usize] = weight - fit.weight,
            }
            let (held, played, value) = (None, 0, pattern.weight);
            fit.source = FitSource::Games { held, played, value };
            Some(fit)
        })
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
