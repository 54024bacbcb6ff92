// SPDX-License-Identifier: MIT OR Apache-2.0

//! Random draws by seed and number of the game, independent of threads and batches.

use super::player::Player;

/// The finalizer of SplitMix64 (Steele, Lea, Flood, 2014).
#[inline]
const fn mix(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Increment of SplitMix64's state.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// A state made of a seed and a number.
#[inline]
const fn fork(seed: u64, number: u64) -> u64 {
    mix(mix(seed.wrapping_add(GAMMA)) ^ number.wrapping_mul(GAMMA))
}

/// Draws the player of Black in a game of a batch.
pub(super) fn black(seed: u64, game: usize, episode: u64) -> Player {
    Player::BOTH[(fork(fork(seed, game as u64), episode) >> 63) as usize]
}

/// Draws one of the actions of the mask, uniformly; the last action for an empty mask.
#[inline]
pub(super) fn action(seed: u64, game: usize, mask: &[bool]) -> u16 {
    let mut state = fork(seed, game as u64);
    // Rejection sampling needs no count of the legal actions, and takes two or three tries.
    for _ in 0..16 * mask.len() {
        state = state.wrapping_add(GAMMA);
        let drawn = (((mix(state) >> 32) * mask.len() as u64) >> 32) as usize;
        if mask[drawn] {
            return drawn as u16;
        }
    }
    mask.len().saturating_sub(1) as u16
}
