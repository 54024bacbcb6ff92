// SPDX-License-Identifier: MIT OR Apache-2.0

//! How sure an answer is, and what a status rests on, in words.

use katachi::analysis::{Grounds, Status};
use katachi::reading::Certainty;
use katachi_rules::BoardSize;

/// Returns `proved`, `not proved: static evaluation`, `not proved: successful in 83 of 100 playouts`, or
/// `not decided`. Playouts begin with the side that moves first and count how often it reaches its aim.
pub fn words(certainty: Certainty) -> String {
    match certainty {
        Certainty::Proved => "proved".to_owned(),
        Certainty::Estimated => "not proved: static evaluation".to_owned(),
        Certainty::Playouts(share) => format!("not proved: successful in {share} of 100 playouts"),
        Certainty::Contradicted => "not proved: after its move it is judged otherwise".to_owned(),
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

/// Returns why a group has its status and how sure that is: `no attack works (proved)`.
pub fn why(status: Status, grounds: Grounds, certainty: Certainty, size: BoardSize) -> String {
    let reason = reason(status, grounds, size);
    match grounds {
        // The words say it.
        Grounds::Open | Grounds::Playouts(_) => reason,
        Grounds::Race(_) => format!("{reason} (not proved: other moves are not read)"),
        _ => match certainty {
            // Their share is that of one of several questions, which the reader of the status does not see.
            Certainty::Playouts(_) => format!("{reason} (not proved: by playouts)"),
            _ => format!("{reason} ({})", words(certainty)),
        },
    }
}

/// Returns why a group has its status, in a few words.
pub fn reason(status: Status, grounds: Grounds, size: BoardSize) -> String {
    let by_moves = match status {
        Status::Alive => "no attack works",
        Status::Dead => "an attack works, and no defense",
        Status::Critical => "an attack works, and a defense",
        Status::Unknown => "neither is known to work",
    };
    match grounds {
        Grounds::Unconditional => "alive by Benson's criterion".to_owned(),
        Grounds::Capture => format!("its main string: {by_moves}"),
        Grounds::Life => by_moves.to_owned(),
        Grounds::Race(opponent) => {
            let result = match status {
                Status::Alive => "won, or seki",
                Status::Dead => "lost",
                Status::Critical => "the first move decides it",
                Status::Unknown => "open",
            };
            format!("race with {}: {result}", size.vertex(opponent))
        }
        Grounds::Eyes if status == Status::Critical => "the first move decides its eyes".to_owned(),
        Grounds::Eyes => "two eyes".to_owned(),
        Grounds::Playouts(share) => format!("its points stay its own in {share} of 100 playouts"),
        Grounds::Territory => "territory enough for two eyes".to_owned(),
        Grounds::Open => "nothing decides it yet".to_owned(),
    }
}
