// SPDX-License-Identifier: MIT OR Apache-2.0

//! The numpy arrays into which a batch writes: its own, or arrays of the caller.

use katachi_env::{BatchEnv, Config};
use numpy::prelude::*;
use numpy::{Element, PyArray, PyArray1, PyReadwriteArray};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::invalid;

pub(crate) fn observation_shape(config: Config, games: usize) -> [usize; 4] {
    [games, config.size, config.size, 2 * config.history_length + 1]
}

/// Bytes to which the arrays are aligned: JAX takes arrays without a copy only from such an address.
const ALIGNMENT: usize = 64;

pub(crate) fn aligned<'py, T: Element, D: numpy::ndarray::Dimension>(
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

pub(crate) fn borrow<'py, T: Element, D: numpy::ndarray::Dimension>(
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
        let found = match array.cast::<numpy::PyUntypedArray>() {
            Ok(found) => format!("{} with shape {}", found.dtype(), tuple(found.shape())),
            Err(_) => array.get_type().name()?.to_string(),
        };
        return Err(PyTypeError::new_err(format!("{}, found {found}", wanted())));
    };
    let found = match array.shape() == shape {
        false => format!("shape {}", tuple(array.shape())),
        true if array.is_c_contiguous() && array.try_readwrite().is_ok() => {
            return Ok(array.clone().unbind());
        }
        true => "one that is read-only or in another order".to_owned(),
    };
    Err(invalid(format!("{}, found {found}", wanted())))
}

/// A shape as Python writes it: `(3,)`, `(3, 2)`.
pub(crate) fn tuple(shape: &[usize]) -> String {
    let sides: Vec<String> = shape.iter().map(usize::to_string).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    format!("({}{comma})", sides.join(", "))
}

/// The memory of the arrays. It can be written without the lock of the interpreter.
pub(crate) struct Slices<'a> {
    pub(crate) observation: &'a mut [bool],
    pub(crate) legal_action_mask: &'a mut [bool],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminated: &'a mut [bool],
    pub(crate) current_player: &'a mut [i8],
}

impl Slices<'_> {
    /// Writes the values that rewards and ends had in another process, or in the batch of a copy.
    pub(crate) fn write_values(&mut self, rewards: &[f32], terminated: &[u8]) {
        self.rewards.copy_from_slice(rewards);
        for (out, &is_over) in self.terminated.iter_mut().zip(terminated) {
            *out = is_over != 0;
        }
    }

    pub(crate) fn write_results(&mut self, env: &BatchEnv) {
        let out = self.rewards.chunks_exact_mut(2).zip(&mut *self.terminated);
        for ((rewards, terminated), game) in out.zip(env.games()) {
            rewards.copy_from_slice(&game.rewards);
            *terminated = game.terminated;
        }
    }

    pub(crate) fn write_turns(&mut self, env: &BatchEnv) {
        let masks = self.legal_action_mask.chunks_exact_mut(env.config().actions());
        for ((mask, player), game) in masks.zip(&mut *self.current_player).zip(env.games()) {
            mask.copy_from_slice(&game.legal_action_mask);
            *player = game.current_player.index() as i8;
        }
    }
}
