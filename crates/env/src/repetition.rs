// SPDX-License-Identifier: MIT OR Apache-2.0

//! The positions that a game has seen, for superko.
//!
//! An open-addressed table of Zobrist keys, allocated once for the longest game. Positions are told apart
//! by their 64-bit keys alone; that two of one game share a key is not to be expected in 10^13 games.

/// A slot without a key. It is the key of the board without stones, to which no legal play leads.
const FREE: u64 = 0;

/// Slots for a game of that number of steps: at least half of them stay free.
pub(super) fn slots(max_steps: u32) -> usize {
    (2 * max_steps as usize).next_power_of_two()
}

/// Notes a key; true if it was there.
#[inline]
pub(super) fn insert(seen: &mut [u64], key: u64) -> bool {
    let last = seen.len() - 1;
    // The keys are random in all their bits.
    let mut slot = key as usize & last;
    loop {
        match seen[slot] {
            FREE => {
                seen[slot] = key;
                return false;
            }
            noted if noted == key => return true,
            _ => slot = (slot + 1) & last,
        }
    }
}
