// SPDX-License-Identifier: MIT OR Apache-2.0

//! The engine in this process, as suites are put to it.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use katachi_arena::regress::{LocalConversation, LocalEngine};
use katachi_engine::Engine;
use katachi_gtp::{Files, Session};
use katachi_rules::{Board, Game};

/// An engine, and the game that its conversations begin with.
pub(super) fn in_process(engine: Engine, game: Game) -> Arc<LocalEngine> {
    Arc::new(move |folder| {
        let (engine, game, folder) = (engine.clone(), game.clone(), Folder(folder.to_owned()));
        Box::new(Conversation(Session::with_files(engine, game, folder)))
    })
}

struct Conversation(Session);

impl LocalConversation for Conversation {
    fn answer(&mut self, line: &str) -> Option<String> {
        self.0.answer(line).map(|reply| reply.to_string())
    }

    fn has_quit(&self) -> bool {
        self.0.has_quit
    }

    fn board(&self) -> Board {
        self.0.game().board().clone()
    }
}

/// Files by names that start from a folder, as a process that runs there would see them.
#[derive(Clone, Debug)]
struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        fs::read(self.0.join(path))
    }

    fn write(&self, path: &str, text: &str) -> io::Result<()> {
        fs::write(self.0.join(path), text)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use katachi_rules::{BoardSize, Rules};

    use super::*;

    #[test]
    fn a_conversation_keeps_its_game_until_it_quits() {
        let game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
        let engine = in_process(Engine::default(), game);
        let mut conversation = engine(Path::new("."));
        assert_eq!(conversation.answer("3 name").unwrap(), "=3 Katachi\n\n");
        assert_eq!(conversation.answer("# nothing"), None);
        conversation.answer("play b D4").unwrap();
        assert_eq!(conversation.answer("list_stones black").unwrap(), "= D4\n\n");
        assert!(!conversation.has_quit());
        conversation.answer("quit").unwrap();
        assert!(conversation.has_quit());
        let anew = engine(Path::new(".")).board();
        assert_eq!(anew.key(), Board::new(BoardSize::square(9)).key());
    }
}
