// SPDX-License-Identifier: MIT OR Apache-2.0

//! The native part of the Python package `katachi_env`.
//!
//! - `arrays`: numpy arrays into which a batch writes; `batch`: many games of the environment;
//!   `episode`: its games as records and for the engine; `batch_state`: a batch as pickle keeps it;
//! - `game`: a game under the rules; `game_state`: a game as pickle keeps it; `moves`: points and sides as
//!   Python writes them;
//! - `engine`: the settings of a question, and work that Ctrl-C ends; `ask`: choices, explanations,
//!   patterns, analyses; `review`: reviews of whole games.
//!
//! All work of the engine and of batches releases the lock of the interpreter. Input that cannot be used is a
//! `ValueError` with the message of the crate that refused it.

mod arrays;
mod ask;
mod batch;
mod batch_state;
mod engine;
mod episode;
mod game;
mod game_state;
mod moves;
mod review;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The native part of `katachi_env`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::ask::{Choice, Explanation, analyse, choose, explain, patterns};
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::review::{Review, review};
}

/// A `ValueError` with a message.
fn invalid(message: impl ToString) -> PyErr {
    PyValueError::new_err(message.to_string())
}
