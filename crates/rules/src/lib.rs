// SPDX-License-Identifier: MIT OR Apache-2.0

//! The rules of Go: points and coordinates, the board, whole games with their kos, phases and scores, and game
//! records.
//!
//! What an engine asks while it reads (play, undo, liberties, neighbours, simple ko) is on [`Board`], which is
//! fast and allocates nothing. What only a game needs (history, superko, passes, phases, komi) is on [`Game`].
//! What players agree on before a game is one [`Rules`] value.
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
//! # The rules, and where they are said
//!
//! All rules are those of *KataGo's Supported Go Rules* by David Wu, version 2 of 2021, which sum up the rules of
//! many countries as settings of a few switches; where that text and KataGo's own behaviour differ, behaviour is
//! followed, unless [`PassDead::Letter`] asks for the text. [`Edition::Draft0`] chooses the earlier draft where
//! it differs.
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
//! With territory scoring the main phase is followed by two phases of play without ko threats. The side that
//! lost a ko has to spend a turn on removing the mark of the stone that took it:
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
//! [`Game::result`] is the result of a game played to its very end. [`Game::agreed_score`] counts a position
//! in which players agree on what is dead, and says what each side has.

mod benson;
mod board;
mod color;
mod game;
mod handicap;
mod playout;
mod point;
mod rules;
mod score;
pub mod sgf;
mod zobrist;

pub use benson::{PassAlive, pass_alive};
pub use board::{Board, Undo};
pub use color::{ByColor, Cell, Color};
pub use game::{Action, Agreement, End, Game, IllegalMove, Phase, PositionId, Score, Tally};
pub use handicap::fixed_handicap;
pub use playout::{Around, PlayoutBoard};
pub use point::{BoardSize, COLUMNS, MAX_SIDE, Move, Point, PointMap, PointSet, Vertex};
pub use rules::{Edition, HandicapBonus, KoRule, PassDead, Rules, RulesError, Scoring, Tax, check_komi};
pub use score::{AreaScore, Areas, Count, GameResult, Removal, area_owner, area_score, result_text};
