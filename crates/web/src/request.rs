// SPDX-License-Identifier: MIT OR Apache-2.0

//! Requests of a page about the game in JSON, the positions that they name, and the commands that they mean.

use katachi_engine::play::{Level, LevelError};
use katachi_rules::sgf::Mark;
use katachi_rules::{Game, Move, Point, parse_komi, parse_rules, parse_size};
use katachi_session::{Command, Event, Input, InteractiveGame, Setup, Sides, Strictness};
use serde::Deserialize;

use crate::answer::Refusal;

/// The name of a position: `3` is that after three moves of the game, `1,W B3,B pass` that after moves that
/// were tried after the first.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct At(String);

impl At {
    pub(crate) fn has_tried(&self) -> bool {
        self.0.contains(',')
    }

    /// Goes to the position in a game that has all moves.
    pub(crate) fn go(&self, game: &mut Game) -> Result<(), Refusal> {
        let (moves, tried) = self.0.split_once(',').unwrap_or((&*self.0, ""));
        let there_are = game.move_count();
        let moves = moves.parse().ok().filter(|&moves: &usize| moves <= there_are);
        let moves = moves.ok_or_else(|| Refusal::bad(format!("the game has {there_are} moves")))?;
        while game.move_count() > moves {
            game.undo();
        }
        for text in tried.split(',').filter(|text| !text.is_empty()) {
            let turn = katachi_session::parse_turn(text, game.size());
            let (color, mv) =
                turn.ok_or_else(|| Refusal::bad("the tried moves have a form such as B D4,W pass"))?;
            game.play(color, mv).map_err(|why| {
                Refusal::conflict(format!("{} cannot be tried: {why}", game.size().show(mv)))
            })?;
        }
        Ok(())
    }
}

/// The commands of a terminal that a page sends. It has no business with files of this machine.
const COMMANDS: [&str; 14] = [
    "play", "pass", "undo", "redo", "goto", "go", "resign", "dead", "done", "resume", "level", "color",
    "teach", "better",
];

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum GameRequest {
    /// A command as it is typed in a terminal, such as `play D4`. If `moves` is there, it is for the position
    /// after that number of moves: a page that shows an older one does nothing.
    Type {
        line: String,
        moves: Option<usize>,
    },
    /// Begins guesses of the moves of a side of the game, `black` or `white`, or of both, from a move on.
    Guess {
        side: Option<String>,
        #[serde(default)]
        from: usize,
    },
    /// Begins a quiz of the mistakes in the review of the game.
    Quiz {},
    /// Answers the task of that number in an exercise: a point or `pass`; `None` asks for the solution.
    Answer {
        task: usize,
        point: Option<String>,
    },
    /// Goes on to the next task after the one of that number.
    Next {
        task: usize,
    },
    EndExercise {},
    Review {},
    StopReview {},
    /// Tries a move in a position, as a variation: a point or `pass`.
    Try {
        at: At,
        point: String,
    },
    Comment {
        at: At,
        text: String,
    },
    /// Draws a mark on a point of a position, or removes it.
    Draw {
        at: At,
        point: String,
        shape: Shape,
    },
    /// Removes the last of the tried moves, with all that follows it.
    Remove {
        at: At,
    },
    New(NewGame),
}

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
    /// Which moves of the person are questioned; none by default.
    teach: Option<String>,
    /// Such as `10m+5x30s`; empty for no clocks.
    #[serde(default)]
    time: String,
}

/// Returns the command of a line that is typed in a position.
pub(crate) fn typed(line: &str, moves: Option<usize>, game: &Game) -> Result<Command, Refusal> {
    if moves.is_some_and(|moves| moves != game.move_count()) {
        return Err(Refusal::conflict(
            "The game is at another move now, perhaps by another page. Nothing was played",
        ));
    }
    let word = line.split_whitespace().next().unwrap_or_default();
    match katachi_session::parse(line, game.size()).filter(|_| COMMANDS.contains(&word)) {
        Some(Ok(Input::Command(command))) => Ok(command),
        Some(Err(why)) => Err(Refusal::bad(why)),
        _ => Err(Refusal::bad("it is no command of the page")),
    }
}

impl NewGame {
    /// Begins the game. Its level and its teaching need no message: the page shows them.
    pub(crate) fn begin(self, play: &mut InteractiveGame) -> Result<Vec<Event>, Refusal> {
        let size = parse_size(self.size.trim()).map_err(Refusal::bad)?;
        let rules = parse_rules(&self.rules).map_err(Refusal::bad)?;
        let komi = self.komi.map(|komi| parse_komi(&komi.to_string()));
        let komi = komi.transpose().map_err(Refusal::bad)?;
        let level = Level::new(self.level).ok_or_else(|| Refusal::bad(LevelError.to_string()))?;
        let time = match self.time.trim() {
            "" => Default::default(),
            text => text.parse().map_err(|why: &str| Refusal::bad(why))?,
        };
        let setup = Setup {
            size,
            rules,
            komi,
            handicap: self.handicap,
            sides: self.sides,
            time,
        };
        let teaching = Strictness::parse(self.teach.as_deref().unwrap_or("off"))
            .map_err(|expected| Refusal::bad(format!("teaching: {expected}")))?;
        let events = play.begin_with(setup);
        if !events.iter().any(Event::is_refusal) {
            play.execute(Command::Level(level));
            play.execute(Command::Teach(teaching));
        }
        Ok(events)
    }
}

/// Returns the move of that name: a point or `pass`.
pub(crate) fn parse_move(game: &Game, name: &str) -> Result<Move, Refusal> {
    match name {
        "pass" => Ok(Move::Pass),
        _ => parse_point(game, name).map(Move::Play),
    }
}

pub(crate) fn parse_point(game: &Game, name: &str) -> Result<Point, Refusal> {
    let point = game.size().parse_vertex(name);
    point.ok_or_else(|| Refusal::bad(format!("there is no such point on {}", game.size())))
}

/// What a click draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Shape {
    Triangle,
    Square,
    Circle,
    Cross,
    /// The first letter that is free.
    Letter,
    /// The first number that is free.
    Number,
}

/// Returns the mark that a click on a point leaves. `None`: the same mark was there and is removed.
pub(crate) fn clicked(marks: &[(Point, Mark)], point: Point, shape: Shape) -> Option<Mark> {
    let there = marks.iter().find(|(at, _)| *at == point).map(|(_, mark)| mark);
    let is_label = matches!(there, Some(Mark::Label(_)));
    let drawn = match shape {
        Shape::Letter | Shape::Number if is_label => None,
        Shape::Letter => first_free(marks, ('A'..='Z').map(String::from)),
        Shape::Number => first_free(marks, (1..1000).map(|number: u32| number.to_string())),
        Shape::Triangle => Some(Mark::Triangle),
        Shape::Square => Some(Mark::Square),
        Shape::Circle => Some(Mark::Circle),
        Shape::Cross => Some(Mark::Cross),
    };
    drawn.filter(|mark| there != Some(mark))
}

/// Returns the first text that is on no point.
fn first_free(marks: &[(Point, Mark)], mut texts: impl Iterator<Item = String>) -> Option<Mark> {
    let is_free = |text: &String| {
        marks
            .iter()
            .all(|(_, mark)| !matches!(mark, Mark::Label(label) if label == text))
    };
    texts.find(is_free).map(Mark::Label)
}

#[cfg(test)]
mod tests {
    use katachi_rules::BoardSize;

    use super::*;

    #[test]
    fn a_click_draws_the_next_label_and_the_same_mark_goes_away() {
        let size = BoardSize::square(5);
        let point = |vertex| size.parse_vertex(vertex).unwrap();
        let marks = [
            (point("A1"), Mark::Label("A".to_owned())),
            (point("B1"), Mark::Triangle),
        ];
        let label = |text: &str| Some(Mark::Label(text.to_owned()));
        assert_eq!(clicked(&marks, point("C1"), Shape::Letter), label("B"));
        assert_eq!(clicked(&marks, point("C1"), Shape::Number), label("1"));
        assert_eq!(clicked(&marks, point("A1"), Shape::Letter), None);
        assert_eq!(clicked(&marks, point("B1"), Shape::Triangle), None);
        assert_eq!(clicked(&marks, point("B1"), Shape::Cross), Some(Mark::Cross));
    }
}
