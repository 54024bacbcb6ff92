// SPDX-License-Identifier: MIT OR Apache-2.0

//! Patterns whose weights are fitted with the move-prediction model, and written into their files.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use katachi::database;
use katachi_engine::knowledge::Knowledge;
use katachi_engine::{Engine, Settings};
use mkpat::{FitSource, Input, Pattern, with_fits};

use super::moves::FittedPattern;

/// Patterns of files.
pub(super) struct NamedPatterns {
    files: Vec<PathBuf>,
    engine: Engine,
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

    /// Writes the weights below the colon lines of the files. Files are replaced one by one. Weights without
    /// the move-prediction model stay.
    pub(super) fn write(&self, fitted: &[FittedPattern]) -> anyhow::Result<()> {
        self.write_fits(fitted, |pattern, fitted| {
            Some(mkpat::Fit {
                weight: hundredths(fitted.weight),
                differences: fitted.differences.map(hundredths),
                alone: pattern.fit.map_or(0, |fit| fit.alone),
                source: FitSource::Games {
                    held: (fitted.held > 0).then_some(fitted.held),
                    played: fitted.played,
                    value: pattern.weight,
                },
            })
        })
    }

    /// Writes the weights without the move-prediction model, in nats, of patterns that have another one.
    pub(super) fn write_alone(&self, alone: &[f32]) -> anyhow::Result<()> {
        self.write_fits(alone, |pattern, &alone| {
            Some(mkpat::Fit {
                alone: hundredths(alone),
                ..pattern.fit?
            })
        })
    }

    /// The engine with the patterns.
    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Writes the fit of each pattern that has one, by what was fitted for it.
    fn write_fits<T>(
        &self,
        fitted: &[T],
        fit: impl Fn(&Pattern, &T) -> Option<mkpat::Fit>,
    ) -> anyhow::Result<()> {
        let patterns = self.engine.database().patterns.iter().zip(fitted);
        let fits =
            patterns.filter_map(|(pattern, fitted)| Some((pattern.name.as_str(), fit(pattern, fitted)?)));
        let fits: HashMap<&str, mkpat::Fit> = fits.collect();
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

/// Rounds a weight to hundredths of a nat.
fn hundredths(nats: f32) -> i32 {
    let max = mkpat::Fit::MAX_WEIGHT;
    ((100.0 * nats).round() as i32).clamp(-max, max)
}
