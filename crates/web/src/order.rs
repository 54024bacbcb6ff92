// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a page may ask of the game, as it comes in JSON, and the command that it means.

use katachi::play::{Level, LevelError};
use katachi_rules::sgf::Record;
use katachi_rules::{BoardSize, Game, Move, Point, Rules};
use katachi_session::{Command, Setup, Sides, parse_time_system};
use serde::Deserialize;

use crate::error::Refusal;

/// An order of the person.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Order {
    /// A stone, in the position after that number of moves: a page that shows an older one plays nothing.
    Play { point: String, moves: usize },
    /// No stone, likewise.
    Pass { moves: usize },
    /// Take back a move and the answer to it.
    Undo {},
    /// Make them again.
    Redo {},
    /// To the position after that number of moves.
    GoTo { moves: usize },
    /// Katachi is to move now.
    Go {},
    /// The move that Katachi would make for the person.
    Hint {},
    /// The reasons of the last move.
    Why {},
    /// An estimate of the score.
    Score {},
    /// Give the game up.
    Resign {},
    /// After two passes: the string of that stone is dead, or alive if it is marked as dead.
    Mark { point: String },
    /// After two passes: the marks are right.
    Done {},
    /// After two passes: play on.
    Resume {},
    /// The strength from now on.
    Level { level: f32 },
    /// Which sides the person plays from now on.
    Sides { sides: Sides },
    /// Review the game.
    Review {},
    /// Give the review up, or put it away.
    StopReview {},
    /// A new game.
    New(NewGame),
}

/// What is done with the game.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    /// A command.
    Command(Command),
    /// A new game, with the level.
    Begin(Setup, Level),
    /// A record in place of the game; the person plays both sides of it, so that nothing happens before the person wants it.
    Open(Record),
    /// A review of the game, those of its moves that were taken back among them.
    Review,
    /// No review.
    StopReview,
}

/// What a new game begins with.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    /// Lines of the board, or `19x13`.
    size: String,
    #[serde(default)]
    handicap: u8,
    /// None: what is usual.
    komi: Option<f32>,
    rules: String,
    sides: Sides,
    level: f32,
    /// As it is typed, such as `10m+5x30s`; empty: no clocks.
    #[serde(default)]
    time: String,
}

impl Order {
    /// What it means in that game.
    ///
    /// # Errors
    /// What of it is not possible in any game.
    pub(crate) fn deed(self, game: &Game) -> Result<Deed, Refusal> {
        let in_position = |moves: usize| match moves == game.move_count() {
            true => Ok(()),
            false => Err(Refusal::conflict(
                "The game is at another move by now, perhaps because of another page; nothing was played",
            )),
        };
        Ok(Deed::Command(match self {
            Self::Play { point, moves } => {
                in_position(moves)?;
                Command::Play(Move::Play(parse_point(game, &point)?))
            }
            Self::Pass { moves } => {
                in_position(moves)?;
                Command::Play(Move::Pass)
            }
            Self::Undo {} => Command::Undo(1),
            Self::Redo {} => Command::Redo(1),
            Self::GoTo { moves } => Command::GoTo(moves.saturating_add(1)),
            Self::Go {} => Command::Go,
            Self::Hint {} => Command::Hint,
            Self::Why {} => Command::Why,
            Self::Score {} => Command::Score,
            Self::Resign {} => Command::Resign,
            Self::Mark { point } => Command::ToggleDead(parse_point(game, &point)?),
            Self::Done {} => Command::Done,
            Self::Resume {} => Command::Resume,
            Self::Level { level } => Command::Level(parse_level(level)?),
            Self::Sides { sides } => Command::Sides(sides),
            Self::Review {} => return Ok(Deed::Review),
            Self::StopReview {} => return Ok(Deed::StopReview),
            Self::New(new) => return new.deed(),
        }))
    }
}

impl NewGame {
    fn deed(self) -> Result<Deed, Refusal> {
        let size = BoardSize::parse(self.size.trim())
            .ok_or_else(|| Refusal::bad("the board has 1 to 25 lines, or is as 19x13"))?;
        let rules: Rules = self
            .rules
            .parse()
            .map_err(|_| Refusal::bad("there are no rules of that name"))?;
        if self
            .komi
            .is_some_and(|komi| !komi.is_finite() || komi.abs() > MAX_KOMI)
        {
            return Err(Refusal::bad("komi is a number of points from -400 to 400"));
        }
        let level = parse_level(self.level)?;
        let time = match self.time.trim() {
            "" => Default::default(),
            text => parse_time_system(text).map_err(Refusal::bad)?,
        };
        let setup = Setup {
            size,
            rules,
            komi: self.komi,
            handicap: self.handicap,
            sides: self.sides,
            time,
        };
        Ok(Deed::Begin(setup, level))
    }
}

fn parse_level(level: f32) -> Result<Level, Refusal> {
    Level::new(level).ok_or_else(|| Refusal::bad(LevelError.to_string()))
}

/// Points that are worth more than the board are of no use.
const MAX_KOMI: f32 = 400.0;

/// The point of that name on the board.
pub(crate) fn parse_point(game: &Game, name: &str) -> Result<Point, Refusal> {
    let point = game.size().parse_vertex(name);
    point.ok_or_else(|| Refusal::bad(format!("there is no such point on {}", game.size())))
}
