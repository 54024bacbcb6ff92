// SPDX-License-Identifier: MIT OR Apache-2.0

//! How sure an answer is, in words.

use katachi_engine::reading::Certainty;

/// Returns `proved`, `read`, `judged`, `judged: successful in 83 of 100 playouts`, or `not read`. Playouts
/// begin with the side that moves first and count how often it reaches its aim.
pub fn words(certainty: Certainty) -> String {
    match certainty.share() {
        Some(share) => format!("judged: successful in {share} of 100 playouts"),
        None if certainty == Certainty::Unknown => "not read".to_owned(),
        None => name(certainty).to_owned(),
    }
}

/// Returns its name in data: `proved`, `read`, `judged` or `unknown`.
pub fn name(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Proved => "proved",
        Certainty::Read => "read",
        Certainty::Judged(_) => "judged",
        Certainty::Unknown => "unknown",
    }
}
