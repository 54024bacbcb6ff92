// SPDX-License-Identifier: MIT OR Apache-2.0

//! Requests of a page about the game in JSON, and the actions that they mean.

use katachi_engine::play::{Level, LevelError};
use katachi_rules::sgf::Tree;
use katachi_rules::{BoardSize, Color, Game, MAX_KOMI, Move, Point, Rules};
use katachi_session::{Command, Setup, Sides, Strictness, parse_time_system};
use serde::Deserialize;

use crate::at::At;
use crate::error::Refusal;
use crate::marks::Shape;

/// A request of the person.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum GameRequest {
    /// A stone in the position after that number of moves. A page that shows an older position plays nothing.
    Play { point: String, moves: usize },
    /// A pass in that position.
    Pass { moves: usize },
    /// Takes back a move and the answer to it.
    Undo {},
    /// Plays them again.
    Redo {},
    /// Goes to the position after that number of moves.
    GoTo { moves: usize },
    /// Lets Katachi move now.
    Go {},
    /// Asks for a move for the person.
    Hint {},
    /// Asks for the reasons of the last move.
    Why {},
    /// Asks for an estimate of the score.
    Score {},
    /// Resigns.
    Resign {},
    /// After two passes: marks the string of that stone as dead, or as alive again.
    Mark { point: String },
    /// After two passes: accepts the marks.
    Done {},
    /// After two passes: plays on.
    Resume {},
    /// Sets the strength.
    Level { level: f32 },
    /// Sets the sides that the person plays.
    Sides { sides: Sides },
    /// Judges the moves of the person from now on: `strict`, `normal`, `gentle` or `off`.
    Teach { how: String },
    /// After a warning: shows the better move.
    Better {},
    /// Begins guesses of the moves of a side of the game, or of both, from a move on.
    Guess {
        side: Option<Side>,
        #[serde(default)]
        from: usize,
    },
    /// Begins a quiz of the mistakes in the review of the game.
    Quiz {},
    /// Answers the task of that number in an exercise: a point or `pass`; `None` asks for the solution.
    Answer { task: usize, point: Option<String> },
    /// Goes on to the next task after the one of that number.
    Next { task: usize },
    /// Ends the exercise.
    EndExercise {},
    /// Begins a review of the game.
    Review {},
    /// Drops the review.
    StopReview {},
    /// Tries a move in a position, as a variation: a point or `pass`.
    Try {
        moves: usize,
        #[serde(default)]
        tried: String,
        point: String,
    },
    /// Changes the comment on a position.
    Comment {
        moves: usize,
        #[serde(default)]
        tried: String,
        text: String,
    },
    /// Draws a mark on a point of a position, or removes it.
    Draw {
        moves: usize,
        #[serde(default)]
        tried: String,
        point: String,
        shape: Shape,
    },
    /// Removes the last of the tried moves, with all that follows it.
    Remove { moves: usize, tried: String },
    /// Begins a new game.
    New(NewGame),
}

/// An action on the game.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// A command.
    Command(Command),
    /// Begins a new game.
    Begin(Beginning),
    /// Replaces the game by a record. The person plays both sides, so that the engine does not move at once.
    Open(Tree),
    /// Changes the notes at a position.
    Note(At, Note),
    /// Works at an exercise.
    Learn(Learn),
    /// Begins a review of the game, with the moves that were taken back.
    Review,
    /// Drops the review.
    StopReview,
}

/// A request to an exercise.
#[derive(Clone, Debug)]
pub(crate) enum Learn {
    /// Begins guesses.
    Guess(Option<Color>, usize),
    /// Begins a quiz.
    Quiz,
    /// Answers a task.
    Answer(usize, Option<String>),
    /// Goes on after a task.
    Next(usize),
    /// Ends it.
    End,
}

/// A side as a page names it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    /// Black.
    Black,
    /// White.
    White,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

/// A new game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beginning {
    pub(crate) setup: Setup,
    pub(crate) level: Level,
    /// `None`: no move is judged.
    pub(crate) teaching: Option<Strictness>,
}

/// A change of variations and comments.
#[derive(Clone, Debug)]
pub(crate) enum Note {
    /// Adds a move: a point or `pass`.
    Try(String),
    /// Changes the comment.
    Comment(String),
    /// Draws a mark, or removes it.
    Draw(Point, Shape),
    /// Removes the last move.
    Remove,
}

/// Options of a new game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    /// Lines of the board, or `19x13`.
    size: String,
    #[serde(default)]
    handicap: u8,
    /// `None`: the usual komi of the rules.
    komi: Option<f32>,
    rules: String,
    sides: Sides,
    level: f32,
    /// Which moves of the person are questioned.
    #[serde(default = "off")]
    teach: String,
    /// Such as `10m+5x30s`; empty for no clocks.
    #[serde(default)]
    time: String,
}

impl GameRequest {
    /// Returns the action that it means in a game.
    ///
    /// # Errors
    /// A part of it is impossible.
    pub(crate) fn action(self, game: &Game) -> Result<Action, Refusal> {
        let in_position = |moves: usize| match moves == game.move_count() {
            true => Ok(()),
            false => Err(Refusal::conflict(
                "The game is at another move now, perhaps by another page. Nothing was played",
            )),
        };
        Ok(Action::Command(match self {
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
            Self::Teach { how } => Command::Teach(parse_teaching(&how)?),
            Self::Better {} => Command::Better,
            Self::Try { moves, tried, point } => {
                return Ok(Action::Note(At { moves, tried }, Note::Try(point)));
            }
            Self::Comment { moves, tried, text } => {
                return Ok(Action::Note(At { moves, tried }, Note::Comment(text)));
            }
            Self::Draw {
                moves,
                tried,
                point,
                shape,
            } => {
                return Ok(Action::Note(
                    At { moves, tried },
                    Note::Draw(parse_point(game, &point)?, shape),
                ));
            }
            Self::Remove { moves, tried } => return Ok(Action::Note(At { moves, tried }, Note::Remove)),
            Self::Guess { side, from } => return Ok(Action::Learn(Learn::Guess(side.map(Into::into), from))),
            Self::Quiz {} => return Ok(Action::Learn(Learn::Quiz)),
            Self::Answer { task, point } => return Ok(Action::Learn(Learn::Answer(task, point))),
            Self::Next { task } => return Ok(Action::Learn(Learn::Next(task))),
            Self::EndExercise {} => return Ok(Action::Learn(Learn::End)),
            Self::Review {} => return Ok(Action::Review),
            Self::StopReview {} => return Ok(Action::StopReview),
            Self::New(new) => return new.action(),
        }))
    }
}

impl NewGame {
    fn action(self) -> Result<Action, Refusal> {
        let size = BoardSize::parse(self.size.trim())
            .ok_or_else(|| Refusal::bad("the board has 1 to 25 lines, or a size such as 19x13"))?;
        let rules: Rules = self
            .rules
            .parse()
            .map_err(|_| Refusal::bad("there are no rules of that name"))?;
        if self
            .komi
            .is_some_and(|komi| komi.is_nan() || komi.abs() > MAX_KOMI)
        {
            let range = format!("komi is a number of points from -{MAX_KOMI} to {MAX_KOMI}");
            return Err(Refusal::bad(range));
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
        Ok(Action::Begin(Beginning {
            setup,
            level,
            teaching: parse_teaching(&self.teach)?,
        }))
    }
}

fn parse_level(level: f32) -> Result<Level, Refusal> {
    Level::new(level).ok_or_else(|| Refusal::bad(LevelError.to_string()))
}

/// The name of no teaching.
fn off() -> String {
    "off".to_owned()
}

fn parse_teaching(how: &str) -> Result<Option<Strictness>, Refusal> {
    Strictness::parse(how).map_err(|expected| Refusal::bad(format!("teaching: {expected}")))
}

/// Returns the move of that name: a point or `pass`.
pub(crate) fn parse_move(game: &Game, name: &str) -> Result<Move, Refusal> {
    match name {
        "pass" => Ok(Move::Pass),
        _ => parse_point(game, name).map(Move::Play),
    }
}

/// Returns the point of that name.
pub(crate) fn parse_point(game: &Game, name: &str) -> Result<Point, Refusal> {
    let point = game.size().parse_vertex(name);
    point.ok_or_else(|| Refusal::bad(format!("there is no such point on {}", game.size())))
}
