// SPDX-License-Identifier: MIT OR Apache-2.0

//! The numpy arrays into which a batch writes: its own, or arrays of the caller.

use std::any::type_name;

use katachi_env::{BatchEnv, Config};
use numpy::prelude::*;
use numpy::{Element, Ix1, Ix2, Ix4, PyArray, PyReadwriteArray};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::invalid;

/// One array for each result of a step.
pub(crate) struct Arrays {
    pub(crate) observation: Py<PyArray<bool, Ix4>>,
    pub(crate) legal_action_mask: Py<PyArray<bool, Ix2>>,
    pub(crate) rewards: Py<PyArray<f32, Ix2>>,
    pub(crate) terminated: Py<PyArray<bool, Ix1>>,
    pub(crate) current_player: Py<PyArray<i8, Ix1>>,
}

/// The shape of an observation of a batch.
pub(crate) fn observation_shape(config: Config, games: usize) -> [usize; 4] {
    let size = config.size();
    [games, size, size, 2 * config.history_length() + 1]
}

impl Arrays {
    /// New arrays for that number of games.
    pub(crate) fn new(py: Python<'_>, config: Config, games: usize) -> Self {
        Self {
            observation: PyArray::zeros(py, observation_shape(config, games), false).unbind(),
            legal_action_mask: PyArray::zeros(py, [games, config.actions()], false).unbind(),
            rewards: PyArray::zeros(py, [games, 2], false).unbind(),
            terminated: PyArray::zeros(py, [games], false).unbind(),
            current_player: PyArray::zeros(py, [games], false).unbind(),
        }
    }

    /// Borrows the arrays for writing.
    pub(crate) fn borrow<'py>(&self, py: Python<'py>) -> PyResult<Borrowed<'py>> {
        Ok(Borrowed {
            observation: borrow("observation", &self.observation, py)?,
            legal_action_mask: borrow("legal_action_mask", &self.legal_action_mask, py)?,
            rewards: borrow("rewards", &self.rewards, py)?,
            terminated: borrow("terminated", &self.terminated, py)?,
            current_player: borrow("current_player", &self.current_player, py)?,
        })
    }
}

fn borrow<'py, T: Element, D: numpy::ndarray::Dimension>(
    name: &str,
    array: &Py<PyArray<T, D>>,
    py: Python<'py>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let array = array.bind(py).try_readwrite();
    array.map_err(|_| invalid(format!("{name} is read-only, or two results share its memory")))
}

/// Checks an array of the caller into which a batch shall write.
pub(crate) fn checked<T: Element, D: numpy::ndarray::Dimension>(
    name: &str,
    array: &Bound<'_, PyAny>,
    shape: &[usize],
) -> PyResult<Py<PyArray<T, D>>> {
    let kind = type_name::<T>();
    let wanted = || format!("{name}: expected a writable array of {kind} in C order with shape {shape:?}");
    let Ok(array) = array.cast::<PyArray<T, D>>() else {
        let message = match array.cast::<numpy::PyUntypedArray>() {
            Ok(found) => format!(
                "{}, found {} with shape {:?}",
                wanted(),
                found.dtype(),
                found.shape()
            ),
            Err(_) => format!("{}, found {}", wanted(), array.get_type().name()?),
        };
        return Err(PyTypeError::new_err(message));
    };
    if array.shape() != shape {
        return Err(invalid(format!("{}, found shape {:?}", wanted(), array.shape())));
    }
    let is_usable = array
        .try_readwrite()
        .is_ok_and(|mut array| array.as_slice_mut().is_ok());
    if !is_usable {
        return Err(invalid(format!(
            "{}, found one that is read-only or has gaps",
            wanted()
        )));
    }
    Ok(array.clone().unbind())
}

/// Arrays that nobody else of this process writes.
pub(crate) struct Borrowed<'py> {
    observation: PyReadwriteArray<'py, bool, Ix4>,
    legal_action_mask: PyReadwriteArray<'py, bool, Ix2>,
    rewards: PyReadwriteArray<'py, f32, Ix2>,
    terminated: PyReadwriteArray<'py, bool, Ix1>,
    current_player: PyReadwriteArray<'py, i8, Ix1>,
}

impl Borrowed<'_> {
    /// Their memory.
    pub(crate) fn slices(&mut self) -> PyResult<Slices<'_>> {
        Ok(Slices {
            observation: self.observation.as_slice_mut()?,
            legal_action_mask: self.legal_action_mask.as_slice_mut()?,
            rewards: self.rewards.as_slice_mut()?,
            terminated: self.terminated.as_slice_mut()?,
            current_player: self.current_player.as_slice_mut()?,
        })
    }
}

/// The memory of the arrays. It can be written without the lock of the interpreter.
pub(crate) struct Slices<'a> {
    pub(crate) observation: &'a mut [bool],
    legal_action_mask: &'a mut [bool],
    rewards: &'a mut [f32],
    terminated: &'a mut [bool],
    current_player: &'a mut [i8],
}

impl Slices<'_> {
    /// Writes rewards and ends.
    pub(crate) fn write_results(&mut self, env: &BatchEnv) {
        self.rewards.copy_from_slice(env.rewards().as_flattened());
        self.terminated.copy_from_slice(env.terminated());
    }

    /// Writes masks and players.
    pub(crate) fn write_turns(&mut self, env: &BatchEnv) {
        self.legal_action_mask.copy_from_slice(env.legal_action_masks());
        for (out, player) in self.current_player.iter_mut().zip(env.current_players()) {
            *out = player.index() as i8;
        }
    }
}
