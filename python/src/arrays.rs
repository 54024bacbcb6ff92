// SPDX-License-Identifier: MIT OR Apache-2.0

//! The numpy arrays into which a batch writes: its own, or arrays of the caller.

use katachi_env::{BatchEnv, Config};
use numpy::prelude::*;
use numpy::{Element, Ix1, Ix2, Ix4, PyArray, PyArray1, PyReadwriteArray};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

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

/// Bytes to which the arrays are aligned: JAX takes arrays without a copy only from such an address.
const ALIGNMENT: usize = 64;

/// A new array of zeros, aligned.
fn aligned<'py, T: Element, D: numpy::ndarray::Dimension>(
    py: Python<'py>,
    shape: &[usize],
) -> PyResult<Py<PyArray<T, D>>> {
    let bytes = shape.iter().product::<usize>() * size_of::<T>();
    let memory = PyArray1::<u8>::zeros(py, bytes + ALIGNMENT, false);
    let offset = memory.data().align_offset(ALIGNMENT);
    let shape = PyTuple::new(py, shape)?;
    let array = py
        .import("numpy")?
        .call_method1("ndarray", (shape, numpy::dtype::<T>(py), memory, offset))?;
    Ok(array.cast_into::<PyArray<T, D>>()?.unbind())
}

impl Arrays {
    /// New arrays for that number of games.
    pub(crate) fn new(py: Python<'_>, config: Config, games: usize) -> PyResult<Self> {
        Ok(Self {
            observation: aligned(py, &observation_shape(config, games))?,
            legal_action_mask: aligned(py, &[games, config.actions()])?,
            rewards: aligned(py, &[games, 2])?,
            terminated: aligned(py, &[games])?,
            current_player: aligned(py, &[games])?,
        })
    }

    /// The values of rewards and ends, which may tell of games that have been followed by others.
    pub(crate) fn values(&self, py: Python<'_>) -> PyResult<(Vec<f32>, Vec<u8>)> {
        let mut arrays = self.borrow(py)?;
        let values = arrays.slices()?;
        let terminated = values.terminated.iter().map(|&is_over| is_over.into());
        Ok((values.rewards.to_vec(), terminated.collect()))
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
    let kind = numpy::dtype::<T>(array.py());
    let wanted = || {
        let shape = tuple(shape);
        format!("{name}: expected a writable array of {kind} in C order with shape {shape}")
    };
    let Ok(array) = array.cast::<PyArray<T, D>>() else {
        let message = match array.cast::<numpy::PyUntypedArray>() {
            Ok(found) => format!(
                "{}, found {} with shape {}",
                wanted(),
                found.dtype(),
                tuple(found.shape())
            ),
            Err(_) => format!("{}, found {}", wanted(), array.get_type().name()?),
        };
        return Err(PyTypeError::new_err(message));
    };
    if array.shape() != shape {
        return Err(invalid(format!(
            "{}, found shape {}",
            wanted(),
            tuple(array.shape())
        )));
    }
    let is_usable = array.is_c_contiguous() && array.try_readwrite().is_ok();
    if !is_usable {
        return Err(invalid(format!(
            "{}, found one that is read-only or in another order",
            wanted()
        )));
    }
    Ok(array.clone().unbind())
}

/// A shape as Python writes it: `(3,)`, `(3, 2)`.
pub(crate) fn tuple(shape: &[usize]) -> String {
    let sides: Vec<String> = shape.iter().map(usize::to_string).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    format!("({}{comma})", sides.join(", "))
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
    /// Writes the values that rewards and ends had in another process, or in the batch of a copy.
    pub(crate) fn write_values(&mut self, rewards: &[f32], terminated: &[u8]) {
        self.rewards.copy_from_slice(rewards);
        for (out, &is_over) in self.terminated.iter_mut().zip(terminated) {
            *out = is_over != 0;
        }
    }

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
