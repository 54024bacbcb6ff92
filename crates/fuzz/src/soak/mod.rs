// SPDX-License-Identifier: MIT OR Apache-2.0

//! Long runs in one process: whole games, and sessions of GTP.

mod games;
mod session;

use std::fmt;
use std::fs;
use std::time::{Duration, Instant};

pub use games::games;
pub use session::commands;

/// Growth of the memory from a tenth of a run to its end that counts as none, in KiB. Caches and trees fill
/// up to their bounds, and the allocator keeps freed memory: 1 MiB in 100 games on 9x9, 9 MiB in 5 games on
/// 19x19, 8 MiB in 100,000 commands. A leak of 1 KiB a move is 110 MiB in 2000 games on 9x9.
const MAX_GROWTH: u64 = 64 << 10;

/// The end of a run in which every check held.
#[derive(Clone, Debug)]
pub struct SoakReport {
    unit: &'static str,
    count: u32,
    moves: u64,
    time: Duration,
    /// Resident memory in KiB after a tenth of the run and at its end; 0 on systems without `/proc`.
    memory: [u64; 2],
}

impl SoakReport {
    /// Runs `count` times what returns its number of moves.
    fn of_run(unit: &'static str, count: u32, mut run: impl FnMut(u32) -> u64) -> Self {
        let (begin, mut moves, mut memory) = (Instant::now(), 0, [0; 2]);
        for number in 1..=count {
            moves += run(number);
            for (memory, at) in memory.iter_mut().zip([count.div_ceil(10), count]) {
                if number == at {
                    *memory = resident();
                }
            }
        }
        Self {
            unit,
            count,
            moves,
            time: begin.elapsed(),
            memory,
        }
    }

    /// Whether the memory has not grown.
    pub fn is_flat(&self) -> bool {
        self.memory[1].saturating_sub(self.memory[0]) <= MAX_GROWTH
    }
}

impl fmt::Display for SoakReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, unit, moves, seconds) = (self.count, self.unit, self.moves, self.time.as_secs_f64());
        let each = 1000.0 * seconds / f64::from(count.max(1));
        let [early, late] = self.memory;
        write!(
            f,
            "{count} {unit} with {moves} moves in {seconds:.1} s, {each:.2} ms each; \
             memory {early} KiB after a tenth, {late} KiB at the end"
        )?;
        if !self.is_flat() {
            write!(f, ", more than the limit of {MAX_GROWTH} KiB")?;
        }
        Ok(())
    }
}

fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|rest| rest.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}
