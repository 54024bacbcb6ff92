// SPDX-License-Identifier: MIT OR Apache-2.0

//! Earlier positions of a game, for superko.
//!
//! An open-addressed table of Zobrist keys, allocated once for the longest game. Positions are compared by
//! their 64-bit keys alone; two positions of a game have the same key once in more than 10^13 games.

/// An empty slot: the key of the empty board, to which no legal play leads.
const FREE: u64 = 0;

/// Length of the table for a game of `max_steps` steps: at least half of them stay free.
pub(super) fn table_len(max_steps: u32) -> usize {
    (2 * max_steps as usize).next_power_of_two()
}

/// Adds a key; true if it was present.
#[inline]
pub(super) fn insert(seen: &mut [u64], key: u64) -> bool {
    let last = seen.len() - 1;
    // All bits of a key are random.
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
