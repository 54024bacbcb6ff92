// SPDX-License-Identifier: MIT OR Apache-2.0

//! Patterns whose weights are fitted with the move-prediction model, and written into their files.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use katachi::database;
use katachi_engine::model::{FittedPattern, NamedFeatures};
use katachi_engine::{Engine, Settings};
use mkpat::{FitSource, Input, with_fits};

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

    /// The patterns as features; none without files.
    pub(super) fn features(&self) -> &dyn NamedFeatures {
        match self.files.is_empty() {
            true => &(),
            false => self.engine.knowledge.named_features(),
        }
    }

    /// Writes the weights below the colon lines of the files. Files are replaced one by one. Weights without
    /// the move-prediction model stay.
    pub(super) fn write(&self, fitted: &[FittedPattern]) -> anyhow::Result<()> {
        let patterns = self.engine.database().patterns.iter().zip(fitted);
        let fits: HashMap<&str, mkpat::Fit> = patterns
            .map(|(pattern, fitted)| {
                let alone = pattern.fit.map_or(0, |fit| fit.alone);
                (
                    pattern.name.as_str(),
                    mkpat::Fit {
                        alone,
                        ..fit(pattern.weight, fitted)
                    },
                )
            })
            .collect();
        self.write_fits(&fits)
    }

    /// Writes the weights without the move-prediction model, in nats, of patterns that have another one.
    pub(super) fn write_alone(&self, alone: &[f32]) -> anyhow::Result<()> {
        let patterns = self.engine.database().patterns.iter().zip(alone);
        let with_alone = |(pattern, &alone): (&'_ mkpat::Pattern, &f32)| {
            let fit = mkpat::Fit {
                alone: hundredths(alone),
                ..pattern.fit?
            };
            Some((pattern.name.clone(), fit))
        };
        let fits: Vec<(String, mkpat::Fit)> = patterns.filter_map(with_alone).collect();
        self.write_fits(&fits.iter().map(|(name, fit)| (name.as_str(), *fit)).collect())
    }

    /// The engine with the patterns.
    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    fn write_fits(&self, fits: &HashMap<&str, mkpat::Fit>) -> anyhow::Result<()> {
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

/// Rounds a weight to hundredths of a nat. `value` is that of the colon line.
fn fit(value: i32, fitted: &FittedPattern) -> mkpat::Fit {
    mkpat::Fit {
        weight: hundredths(fitted.weight),
        differences: fitted.differences.map(hundredths),
        alone: 0,
        source: FitSource::Games {
            held: (fitted.held > 0).then_some(fitted.held),
            played: fitted.played,
            value,
        },
    }
}

fn hundredths(nats: f32) -> i32 {
    let max = mkpat::Fit::MAX_WEIGHT;
    ((100.0 * nats).round() as i32).clamp(-max, max)
}
