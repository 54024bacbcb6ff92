// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game between a person and the engine, whatever shows it: lines on a terminal, a full screen, a browser.
//!
//! [`PersonGame`] owns the game, the engine, the clocks and the file in which the game is kept. It takes a [`Command`] and
//! returns [`Event`]s; what the engine finds comes later, by [`PersonGame::poll`] or [`PersonGame::wait`]. [`read`] makes
//! commands of the words that a person types. [`PersonGame::stage`] says at each moment what can be done.
//!
//! ```
//! use katachi::play::Level;
//! use katachi::{Engine, Settings};
//! use katachi_session::{Command, PersonGame, Setup, Stage, Thinking};
//! use katachi_rules::{BoardSize, Color};
//!
//! let setup = Setup { size: BoardSize::square(5), ..Setup::default() };
//! let engine = Engine::new(Settings { level: Level::LEAST, ..Settings::default() });
//! let mut play = PersonGame::new(engine, setup, Thinking::Synchronous)?;
//! assert_eq!(play.stage(), Stage::Person(Color::Black));
//! let middle = play.game().size().parse_move("C3").expect("a point");
//! play.obey(Command::Play(middle));
//! assert_eq!(play.stage(), Stage::Thinking(Color::White));
//! for event in play.wait() {
//!     println!("{}", event.text(play.game().size())); // Katachi plays ...
//! }
//! assert_eq!(play.stage(), Stage::Person(Color::Black));
//! # Ok::<(), katachi_session::Refusal>(())
//! ```

mod agreement;
mod clocks;
mod command;
mod event;
mod game;
mod refusal;
mod setup;
mod store;
mod time_text;
mod words;
mod worker;

pub use command::Command;
pub use event::Event;
pub use game::{PersonGame, Stage};
pub use refusal::Refusal;
pub use setup::{Setup, Sides};
pub use store::{FOLDER_VARIABLE, Saved, Slot, Store, Unfinished};
pub use time_text::{EXPECTED as TIME_EXPECTED, parse_time_system, time_left_text, time_system_text};
pub use words::{Misread, Shown, Typed, WORDS, Word, help, read};
pub use worker::{Thinking, Wake};
