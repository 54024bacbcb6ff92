// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers of readings as JSON: the verdict by its name, and the point as column and row from 0.

use katachi_engine::reading::{Reading, Verdict};
use katachi_rules::Point;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A verdict by its name.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Verdict", rename_all = "kebab-case")]
enum Name {
    No,
    KoBehind,
    KoAhead,
    Yes,
    Unknown,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    #[serde(with = "Name")]
    verdict: Verdict,
    point: Option<(u8, u8)>,
}

pub(super) fn serialize<S: Serializer>(readings: &[Reading], serializer: S) -> Result<S::Ok, S::Error> {
    let stored = readings.iter().map(|reading| Stored {
        verdict: reading.verdict,
        point: reading.point.map(|point| (point.x(), point.y())),
    });
    serializer.collect_seq(stored)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Reading>, D::Error> {
    let stored = Vec::<Stored>::deserialize(deserializer)?.into_iter();
    let readings = stored.map(|stored| Reading {
        verdict: stored.verdict,
        point: stored.point.map(|(x, y)| Point::new(x, y)),
    });
    Ok(readings.collect())
}
