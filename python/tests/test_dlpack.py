# SPDX-License-Identifier: MIT OR Apache-2.0
"""JAX and PyTorch take the arrays without a copy."""

import numpy as np
import pytest
from katachi_env import Batch

RESULTS = ["observation", "legal_action_mask", "rewards", "terminated", "current_player"]


def skip_booleans_of_old_versions(array):
    try:
        array.__dlpack__()
    except BufferError:
        pytest.skip(f"NumPy {np.__version__} gives no booleans by DLPack: from_numpy shares them, too")


@pytest.mark.parametrize("name", RESULTS)
def test_the_arrays_are_exported_without_a_copy(name):
    array = getattr(Batch(64, 9), name)
    skip_booleans_of_old_versions(array)
    assert np.shares_memory(np.from_dlpack(array), array)
    assert memoryview(array).nbytes == array.nbytes


@pytest.mark.parametrize("name", RESULTS)
def test_jax_takes_the_arrays_without_a_copy(name):
    jax = pytest.importorskip("jax", reason="needs JAX: pip install jax")
    array = getattr(Batch(64, 9), name)
    taken = jax.numpy.from_dlpack(array, copy=False)
    assert taken.unsafe_buffer_pointer() == array.ctypes.data
    np.testing.assert_array_equal(np.asarray(taken), array)


@pytest.mark.parametrize("name", RESULTS)
def test_pytorch_takes_the_arrays_without_a_copy(name):
    torch = pytest.importorskip("torch", reason="needs PyTorch: pip install torch")
    batch = Batch(64, 9)
    ways = [torch.from_numpy]
    try:
        torch.from_dlpack(getattr(batch, name))
        ways.append(torch.from_dlpack)
    except (BufferError, RuntimeError):
        # Old versions of NumPy and PyTorch have no booleans there.
        assert getattr(batch, name).dtype == bool
    for take in ways:
        taken = take(getattr(batch, name))
        assert taken.data_ptr() == getattr(batch, name).ctypes.data
        batch.step(batch.random_actions(1))
        np.testing.assert_array_equal(taken.numpy(), getattr(batch, name))


def test_arrays_of_jax_and_pytorch_are_actions():
    batch = Batch(2, 5)
    jax = pytest.importorskip("jax", reason="needs JAX: pip install jax")
    batch.step(jax.numpy.array([3, 4]))
    assert batch.actions(1) == [4]
    torch = pytest.importorskip("torch", reason="needs PyTorch: pip install torch")
    batch.step(torch.tensor([5, 6]))
    assert batch.actions(1) == [4, 6]
