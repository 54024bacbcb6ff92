// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games that are kept for the next start.

use std::sync::LazyLock;

use katachi_engine::Engine;
use katachi_session::{Command, InteractiveGame, Saved, Thinking};

use crate::twins::agree::strings_agree;

/// Points of a board on which commands are tried as well.
const MAX_AREA: usize = 100;

static ENGINE: LazyLock<Engine> = LazyLock::new(|| Engine::new(super::settings(1)));

/// Reads a saved game and resumes it, or refuses it. The resumed game is saved in a form that gives the same
/// game again.
pub fn saved(bytes: &[u8]) {
    let Ok(saved) = serde_json::from_slice::<Saved>(bytes) else {
        return;
    };
    let _ = (&saved.summary, &saved.record);
    let restore = |saved: &Saved| InteractiveGame::restore(ENGINE.clone(), saved, Thinking::Synchronous);
    let Ok(game) = restore(&saved) else { return };
    strings_agree(game.game().board());
    let first = game.saved();
    let again = restore(&first).unwrap_or_else(|why| panic!("{why}: {first:?}"));
    assert_eq!(again.game().board().key(), game.game().board().key());
    assert_eq!(again.saved(), first);
    if game.game().size().area() <= MAX_AREA {
        let mut game = again;
        for command in [Command::Undo(1), Command::Redo(1)] {
            game.execute(command);
        }
        strings_agree(game.game().board());
        let _ = game.saved();
    }
}
