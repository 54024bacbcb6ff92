// SPDX-License-Identifier: MIT OR Apache-2.0

//! The state that all pages share.

use katachi_rules::Game;
use katachi_session::{Event, InteractiveGame};
use serde::Serialize;

use crate::exercise::ExerciseJob;
use crate::graph::Graph;
use crate::review::ReviewJob;

/// Number of messages that are kept for pages that are opened later.
const KEPT_MESSAGES: usize = 20;

/// The game with its messages, its review and its graph.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) play: InteractiveGame,
    pub(crate) review: ReviewJob,
    pub(crate) exercise: ExerciseJob,
    pub(crate) graph: Graph,
    /// Number of changes of variations and comments, so that pages notice one.
    pub(crate) notes: u64,
    pub(crate) messages: Vec<Message>,
    /// The number of the next message.
    next: u64,
    /// The number of the game, so that pages notice another one.
    pub(crate) game: u64,
    /// The place of the record of the game before, in words.
    pub(crate) archived: Option<String>,
}

/// A message to the person.
#[derive(Debug, Serialize)]
pub(crate) struct Message {
    pub(crate) id: u64,
    pub(crate) text: String,
}

impl Shared {
    pub(crate) fn new(play: InteractiveGame) -> Self {
        Self {
            play,
            review: ReviewJob::default(),
            exercise: ExerciseJob::default(),
            graph: Graph::default(),
            notes: 0,
            messages: Vec::new(),
            next: 1,
            game: 1,
            archived: None,
        }
    }

    /// Returns the game with the moves that were taken back.
    pub(crate) fn whole_game(&self) -> Game {
        let mut game = self.play.game().clone();
        for (color, mv) in self.play.taken_back() {
            if game.play(color, mv).is_err() {
                break;
            }
        }
        game
    }

    /// Drops all that is about the game before.
    pub(crate) fn forget_game(&mut self) {
        self.game += 1;
        self.review.clear();
        self.exercise.clear();
        self.messages.clear();
        self.archived = None;
    }

    /// Keeps the texts of events. Returns the text of a refusal.
    pub(crate) fn add_events(&mut self, events: &[Event]) -> Option<String> {
        let size = self.play.game().size();
        let mut refused = None;
        for event in events {
            let text = event.text(size);
            match event {
                Event::Refused(_) => refused = Some(text),
                Event::Archived(_) => self.archived = Some(text),
                // The page shows these from the state.
                Event::Counted(_) | Event::Ended(_) | Event::Warned(_) | Event::Better { .. } => {}
                _ if text.is_empty() => {}
                _ => self.add_message(text),
            }
        }
        refused
    }

    pub(crate) fn add_message(&mut self, text: String) {
        self.messages.push(Message { id: self.next, text });
        self.next += 1;
        let too_many = self.messages.len().saturating_sub(KEPT_MESSAGES);
        self.messages.drain(..too_many);
    }
}
