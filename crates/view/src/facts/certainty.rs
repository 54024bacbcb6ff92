// SPDX-License-Identifier: MIT OR Apache-2.0

//! How sure an answer is, in words.

use katachi_engine::reading::Certainty;

/// Returns `proved`, `not proved: static evaluation`, `not proved: successful in 83 of 100 playouts`, or
/// `not decided`. Playouts begin with the side that moves first and count how often it reaches its aim.
pub fn words(certainty: Certainty) -> String {
    match certainty {
        Certainty::Proved => "proved".to_owned(),
        Certainty::Estimated => "not proved: static evaluation".to_owned(),
        Certainty::Playouts(share) => format!("not proved: successful in {share} of 100 playouts"),
        Certainty::Contradicted => "not proved: two readings contradict each other".to_owned(),
        Certainty::Unknown => "not decided".to_owned(),
    }
}

/// Returns its name in data: `proved`, `estimated`, `playouts`, `contradicted` or `unknown`.
pub fn name(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Proved => "proved",
        Certainty::Estimated => "estimated",
        Certainty::Playouts(_) => "playouts",
        Certainty::Contradicted => "contradicted",
        Certainty::Unknown => "unknown",
    }
}

/// Returns the percentage of playouts in which the side that moves first reached its aim, if these decide.
pub fn share(certainty: Certainty) -> Option<u8> {
    match certainty {
        Certainty::Playouts(share) => Some(share),
        _ => None,
    }
}
