// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves, points and sides as Python writes them.

use katachi_rules::{BoardSize, ByColor, Color, Game, Move};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;

use crate::invalid;

/// A move: a name such as `"D4"` or `"pass"`, or the number of an action of the environment.
pub(crate) enum AnyMove {
    Name(String),
    Action(i64),
}

impl<'py> FromPyObject<'_, 'py> for AnyMove {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(name) = object.extract() {
            return Ok(Self::Name(name));
        }
        object.extract().map(Self::Action).map_err(|_| {
            let found = object.get_type();
            PyTypeError::new_err(format!(
                "expected a point such as 'D4', 'pass', or an action, found {found}"
            ))
        })
    }
}

/// Converts a whole number of 0 or more, within the range of its type.
pub(crate) fn count<T: TryFrom<u64>>(object: &Bound<'_, PyAny>) -> PyResult<T> {
    let too_large = || invalid(format!("{object} is out of range: expected a smaller number"));
    match object.extract::<u64>() {
        Ok(number) => T::try_from(number).map_err(|_| too_large()),
        Err(why) if why.is_instance_of::<PyOverflowError>(object.py()) => match object.lt(0)? {
            true => Err(invalid(format!("{object} is out of range: expected 0 or more"))),
            false => Err(too_large()),
        },
        Err(_) => {
            let found = object.get_type();
            Err(PyTypeError::new_err(format!(
                "expected a whole number, found {found}"
            )))
        }
    }
}

/// As [`count`], or None.
pub(crate) fn optional<T: TryFrom<u64>>(object: &Bound<'_, PyAny>) -> PyResult<Option<T>> {
    match object.is_none() {
        true => Ok(None),
        false => count(object).map(Some),
    }
}

impl AnyMove {
    pub(crate) fn on(&self, size: BoardSize) -> PyResult<Move> {
        match self {
            Self::Name(name) => size.parse_move(name.trim()).ok_or_else(|| {
                invalid(format!(
                    "expected a point of {size}, such as D4, or pass, found {name:?}"
                ))
            }),
            Self::Action(action) => from_action(size, *action).ok_or_else(|| {
                let pass = size.area();
                invalid(format!(
                    "action {action} does not exist, the last one is {pass} (pass)"
                ))
            }),
        }
    }
}

/// The move of an action of the environment: points row by row from the top left, then the pass.
pub(crate) fn from_action(size: BoardSize, action: i64) -> Option<Move> {
    let action = usize::try_from(action).ok()?;
    let moves = size.points().map(Move::Play).chain([Move::Pass]);
    moves.into_iter().nth(action)
}

pub(crate) fn to_action(size: BoardSize, mv: Move) -> usize {
    mv.point().map_or(size.area(), |point| {
        usize::from(point.y()) * usize::from(size.width()) + usize::from(point.x())
    })
}

pub(crate) fn color(text: &str) -> PyResult<Color> {
    Color::parse(text).ok_or_else(|| invalid(format!("expected black or white, found {text:?}")))
}

pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// A move with its side, such as `("black", "D4")`.
pub(crate) fn pair(size: BoardSize, (color, mv): (Color, Move)) -> (&'static str, String) {
    (color_name(color), size.show(mv))
}

/// A number of each colour: a dictionary in Python.
#[derive(IntoPyObject)]
pub(crate) struct Counts {
    black: u32,
    white: u32,
}

impl From<ByColor<u32>> for Counts {
    fn from(ByColor { black, white }: ByColor<u32>) -> Self {
        Self { black, white }
    }
}

/// Parses a move and checks that the side may make it.
pub(crate) fn legal(game: &Game, color: Color, mv: &AnyMove) -> PyResult<Move> {
    let mv = mv.on(game.size())?;
    game.check(color, mv).map_err(|why| {
        let name = game.size().show(mv);
        invalid(format!("{color} cannot play {name}: {why}"))
    })?;
    Ok(mv)
}
