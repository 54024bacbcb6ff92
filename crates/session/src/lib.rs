// SPDX-License-Identifier: MIT OR Apache-2.0

//! Interactive sessions: a game between a person and the engine, for lines on a terminal, a full screen or a
//! browser.
//!
//! [`InteractiveGame`] owns the game, the engine, the clocks and the file of the game. It executes a
//! [`Command`] and returns [`Event`]s. Results of the engine come later, by [`InteractiveGame::poll`] or
//! [`InteractiveGame::wait`]. [`parse`] makes commands of the lines that a person types.
//! [`InteractiveGame::stage`] tells which commands are possible. [`teaching`] has the interface of games in
//! which bad moves are questioned.
//!
//! ```
//! use katachi_engine::play::Level;
//! use katachi_engine::{Engine, Settings};
//! use katachi_session::{Command, InteractiveGame, Setup, Stage, Thinking};
//! use katachi_rules::{BoardSize, Color};
//!
//! let setup = Setup { size: BoardSize::square(5), ..Setup::default() };
//! let engine = Engine::new(Settings { level: Level::MIN, ..Settings::default() });
//! let mut play = InteractiveGame::new(engine, setup, Thinking::Synchronous)?;
//! assert_eq!(play.stage(), Stage::Person(Color::Black));
//! let middle = play.game().size().parse_move("C3").expect("a point");
//! play.execute(Command::Play(middle));
//! assert_eq!(play.stage(), Stage::Thinking(Color::White));
//! for event in play.wait() {
//!     println!("{}", event.text(play.game().size())); // Katachi plays ...
//! }
//! assert_eq!(play.stage(), Stage::Person(Color::Black));
//! # Ok::<(), katachi_session::Refusal>(())
//! ```

mod agreement;
mod clocks;
mod commands;
mod event;
mod game;
mod opened;
mod refusal;
mod setup;
mod store;
pub mod teaching;
mod worker;

pub use commands::{COMMANDS, Command, CommandWord, Input, Shown, help, parse, parse_reply};
pub use event::Event;
pub use game::{InteractiveGame, Saved, Stage, parse_turn};
pub use opened::VariationMove;
pub use refusal::Refusal;
pub use setup::{Setup, Sides};
pub use store::{FOLDER_VARIABLE, Slot, Store, Unfinished};
pub use teaching::{BetterMove, Strictness, Warning};
pub use worker::Thinking;
