// SPDX-License-Identifier: MIT OR Apache-2.0

//! Variations that are tried beside the game, and comments on positions. The game itself stays as it is.

use katachi_rules::sgf::Mark;
use katachi_rules::{Color, Game, Move, Point};

use super::InteractiveGame;
use crate::event::Event;
use crate::opened::{Opened, VariationMove};
use crate::refusal::Refusal;

impl InteractiveGame {
    /// Returns whether there may be variations or comments.
    pub fn has_notes(&self) -> bool {
        self.opened.is_some()
    }

    /// Returns the moves of the game and of all variations, each after the move before it.
    pub fn variations(&self) -> Vec<VariationMove> {
        let line = self.whole_line();
        match &self.opened {
            Some(opened) => opened.variation_moves(&line),
            None => Opened::from_game(&self.game).map_or(Vec::new(), |opened| opened.variation_moves(&line)),
        }
    }

    /// Returns the comment on the position after a line from the beginning of the game.
    pub fn comment_on(&self, line: &[(Color, Move)]) -> Option<String> {
        self.opened.as_ref()?.comment(line)
    }

    /// Returns the marks on the points of the position after a line from the beginning of the game.
    pub fn marks_on(&self, line: &[(Color, Move)]) -> Vec<(Point, Mark)> {
        self.opened
            .as_ref()
            .map_or(Vec::new(), |opened| opened.marks(line))
    }

    /// Replaces the marks on a point of the position after a line; `None` removes them. Returns an
    /// [`Event::Refused`] if the line has an illegal move.
    pub fn set_mark(&mut self, line: &[(Color, Move)], point: Point, mark: Option<Mark>) -> Vec<Event> {
        self.annotate_line(line, |notes, game| notes.set_mark(line, game, point, mark))
    }

    /// Adds a line from the beginning of the game as a variation. Returns an [`Event::Refused`] if it has an
    /// illegal move.
    pub fn try_line(&mut self, line: &[(Color, Move)]) -> Vec<Event> {
        self.annotate_line(line, |notes, game| {
            notes.add_line(line, game);
        })
    }

    /// Changes the comment on the position after a line. An empty text removes it. Returns an
    /// [`Event::Refused`] if the line has an illegal move.
    pub fn set_comment(&mut self, line: &[(Color, Move)], text: &str) -> Vec<Event> {
        self.annotate_line(line, |notes, game| notes.set_comment(line, game, text))
    }

    /// Removes the last move of a variation with all that follows it. Returns an [`Event::Refused`] if it is
    /// a move of the game, or not there.
    pub fn remove_line(&mut self, line: &[(Color, Move)]) -> Vec<Event> {
        self.annotate(|this| {
            let is_game = this.whole_line().starts_with(line);
            let opened = this.opened.as_mut().filter(|_| !is_game);
            match opened.is_some_and(|opened| opened.remove_line(line)) {
                true => Ok(()),
                false => Err(Refusal::NO_VARIATION),
            }
        })
    }

    /// Changes the notes on a line, which must be legal. `change` gets them and the moves of the game.
    fn annotate_line(
        &mut self,
        line: &[(Color, Move)],
        change: impl FnOnce(&mut Opened, &[(Color, Move)]),
    ) -> Vec<Event> {
        self.annotate(|this| {
            this.is_legal(line)?;
            let game = this.whole_line();
            change(this.notes()?, &game);
            Ok(())
        })
    }

    fn annotate(&mut self, change: impl FnOnce(&mut Self) -> Result<(), Refusal>) -> Vec<Event> {
        match change(self) {
            Ok(()) => self.keep(),
            Err(why) => self.tell(Event::Refused(why)),
        }
        self.news()
    }

    /// Returns the record for notes, and makes one if the game has none.
    fn notes(&mut self) -> Result<&mut Opened, Refusal> {
        if self.opened.is_none() {
            let made = Opened::from_game(&self.game);
            self.opened = Some(made.map_err(|why| Refusal::load("the game", &why))?);
        }
        self.opened.as_mut().ok_or(Refusal::NO_VARIATION)
    }

    /// Returns the moves of the game, with those that were taken back.
    fn whole_line(&self) -> Vec<(Color, Move)> {
        self.game.moves().chain(self.taken_back()).collect()
    }

    fn is_legal(&self, line: &[(Color, Move)]) -> Result<(), Refusal> {
        let mut game: Game = self.game.clone();
        let shared = game
            .moves()
            .zip(line)
            .take_while(|(made, wanted)| made == *wanted)
            .count();
        while game.move_count() > shared {
            game.undo();
        }
        let size = game.size();
        line[shared..].iter().try_for_each(|&(color, mv)| {
            let played = game.play(color, mv);
            played.map_err(|why| Refusal::illegal(size, mv, why))
        })
    }
}
