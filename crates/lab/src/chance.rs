// SPDX-License-Identifier: MIT OR Apache-2.0

//! Draws from a random generator.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng as _;

const BITS: u32 = 53;

/// Draws a number below `count`, which is 1 or more.
pub(crate) fn random_below(rng: &mut ChaCha8Rng, count: usize) -> usize {
    rng.next_u32() as usize % count
}

/// Draws a number from 0 to below 1.
pub(crate) fn random_share(rng: &mut ChaCha8Rng) -> f64 {
    (rng.next_u64() >> (u64::BITS - BITS)) as f64 / (1_u64 << BITS) as f64
}
