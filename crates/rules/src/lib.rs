// SPDX-License-Identifier: MIT OR Apache-2.0

//! The rules of Go: points and coordinates, the board, whole games with their kos, phases and scores,
//! clocks, and game records.
//!
//! [`Board`] has the operations of reading (play, undo, liberties, neighbours, simple ko); it is fast and
//! allocates nothing. [`Game`] adds history, superko, passes, phases and komi. One [`Rules`] value holds the
//! agreements that players make before a game.
//!
//! ```
//! use katachi_rules::{BoardSize, Color, Game, IllegalMove, Rules};
//! let mut game = Game::new(BoardSize::square(5), Rules::TROMP_TAYLOR, 0.5);
//! for text in ["C3", "C4", "B4", "D3", "A3", "B3"] {
//!     let mv = game.size().parse_move(text).unwrap();
//!     game.play(game.to_move(), mv)?;
//! }
//! assert_eq!(
//!     game.board().to_string(),
//!     ". . . . .\n\
//!      . X O . .\n\
//!      X O X O .\n\
//!      . . . . .\n\
//!      . . . . .\n"
//! );
//! let occupied = game.size().parse_move("C3").unwrap();
//! assert_eq!(game.play(Color::Black, occupied), Err(IllegalMove::Occupied));
//! # Ok::<(), IllegalMove>(())
//! ```
//!
//! # The rules and their sources
//!
//! All rules are those of *KataGo's Supported Go Rules* by David Wu, version 2 of 2021. A few switches cover
//! the rules of many countries. Where KataGo's behaviour differs from that text, this crate follows the
//! behaviour, or the text with [`PassDead::Letter`].
//!
//! | Rule | Where | Source |
//! |---|---|---|
//! | Groups, liberties, capture | [`Board::play`] | KataGo's rules, basic definitions |
//! | Suicide of several stones | [`Rules::suicide`], [`IllegalMove::Suicide`] | New Zealand, Tromp and Taylor |
//! | Basic ko, superkos, Spight's ko | [`KoRule`] | KataGo's rules, main phase; Bill Spight |
//! | Ends by passes, cycles without result | [`End`] | KataGo's rules, main phase |
//! | Cleanup phases, blocked kos | [`Phase`], [`Action::Unblock`], [`Game::blocked`] | KataGo's rules, cleanup |
//! | The button | [`Rules::button`], [`Game::button`] | Button Go (André Engels) |
//! | Pass-alive stones and territory | [`pass_alive`] | Benson, *Life in the Game of Go* (1976) |
//! | Early end of settled games | [`Rules::self_play_opts`] | KataGo's rules, SelfPlayOpts |
//! | Independent life, seki, dame | [`Areas`] | KataGo's rules, additional definitions |
//! | Area, territory, taxes | [`Scoring`], [`Tax`], [`Count`] | KataGo's rules, scoring |
//! | Handicap and its compensation | [`Game::handicap`], [`HandicapBonus`] | KataGo's rules, notes |
//! | Dead stones by agreement | [`Game::agreed_score`] | what players do |
//!
//! # Ko
//!
//! ```
//! use katachi_rules::{Board, Color, Game, IllegalMove, Move, Rules};
//! let board = Board::from_diagram(
//!     ". X O .
//!      X O . O
//!      . X O .
//!      . . . .",
//! );
//! let take = Move::Play(board.size().parse_vertex("C3").unwrap());
//! let retake = Move::Play(board.size().parse_vertex("B3").unwrap());
//! for (rules, after_passes) in [
//!     (Rules::CHINESE, Ok(())),
//!     (Rules::TROMP_TAYLOR, Err(IllegalMove::Superko)),
//! ] {
//!     let mut game = Game::from_position(board.clone(), Color::Black, rules, 7.5);
//!     game.play(Color::Black, take)?;
//!     assert_eq!(game.check(Color::White, retake), Err(IllegalMove::Ko));
//!     game.play(Color::White, Move::Pass)?;
//!     game.play(Color::Black, Move::Pass)?;
//!     assert_eq!(game.check(Color::White, retake), after_passes);
//! }
//! # Ok::<(), IllegalMove>(())
//! ```
//!
//! # Cleanup
//!
//! With territory scoring two phases without ko threats follow the main phase. The stone that takes a ko is
//! marked. The other side has to spend a turn to remove the mark before it can retake:
//!
//! ```
//! use katachi_rules::{Action, Board, Color, Game, Move, Rules};
//! let board = Board::from_diagram(
//!     ". X O .
//!      X O . O
//!      . X O .
//!      . . . .",
//! );
//! let mut game = Game::from_position(board, Color::Black, Rules::JAPANESE, 6.5);
//! let [take, retake] = ["C3", "B3"].map(|v| game.size().parse_vertex(v).unwrap());
//! for mv in [Move::Pass, Move::Pass, Move::Play(take)] {
//!     game.play(game.to_move(), mv)?;
//! }
//! assert_eq!(game.action(Color::White, Move::Play(retake)), Ok(Action::Unblock(take)));
//! game.play(Color::White, Move::Play(retake))?;
//! game.play(Color::Black, Move::Pass)?;
//! assert_eq!(game.action(Color::White, Move::Play(retake)), Ok(Action::Stone(retake)));
//! # Ok::<(), katachi_rules::IllegalMove>(())
//! ```
//!
//! # Counting
//!
//! [`Game::result`] is the result of a game played to its very end. [`Game::agreed_score`] counts the points
//! of each side when players agree on the dead stones.

mod benson;
mod board;
mod clock;
mod color;
mod game;
mod handicap;
mod options;
mod playout;
mod point;
mod printable;
mod rules;
mod score;
pub mod sgf;
mod zobrist;

pub use benson::{PassAlive, pass_alive};
pub use board::{Board, Undo};
pub use clock::{GameClock, TIME_EXPECTED, TimeLeft, TimeSystem};
pub use color::{ByColor, Cell, Color};
pub use game::{Action, Agreement, End, Game, IllegalMove, Phase, PositionId, Score, Tally};
pub use handicap::fixed_handicap;
pub use options::{parse_komi, parse_rules, parse_size};
pub use playout::{Around, PlayoutBoard};
pub use point::{BoardSize, COLUMNS, MAX_SIDE, Move, Point, PointMap, PointSet, Vertex};
pub use printable::{capital, is_unprintable, percent, printable, printable_line, printable_path, quantity};
pub use rules::{HandicapBonus, KoRule, MAX_KOMI, PassDead, Rules, RulesError, Scoring, Tax, check_komi};
pub use score::{Areas, Count, GameResult, area_owner, area_score};
