// SPDX-License-Identifier: MIT OR Apache-2.0

//! Damages databases, trees and tables for as long as it is told, and stops at the first input that breaks a law.
//!
//! ```text
//! cargo run -p mkpat --release --example fuzz -- --seconds 3600 [--seed 1]
//! ```
//!
//! The laws are in `laws`; the targets of `fuzz/` are held to the same ones.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[path = "../../fuzz/laws.rs"]
mod laws;

/// Texts to be damaged, and what has to hold for them.
const SEEDS: [(&str, laws::Law); 6] = [
    (include_str!("../../patterns/shape.db"), laws::moves),
    (include_str!("../../patterns/conn.db"), laws::connections),
    (include_str!("../../patterns/eyes.db"), laws::eyes),
    (include_str!("../../fuzz/seeds/odd.db"), laws::moves),
    (include_str!("../tests/all/mistakes.txt"), laws::moves),
    (include_str!("../../fuzz/seeds/tree.sgf"), laws::trees),
];

const TOKENS: [&str; 48] = [
    "O",
    "X",
    "o",
    "x",
    "*",
    "?",
    ".",
    "!",
    "@",
    "|",
    "+",
    "-",
    ":",
    ";",
    "\n",
    "\r\n",
    " ",
    "\t",
    "(",
    ")",
    ",",
    "&&",
    "||",
    "8",
    "0",
    "t",
    "a",
    "A",
    "lib(a)",
    "xplay_attack(a,*,b)",
    "Pattern",
    "Pattern Q\n",
    "#",
    "é",
    "\"",
    "999999999999",
    "wind(",
    "moyo(1,2)",
    "/*",
    "//",
    "[",
    "]",
    "\\",
    "LB[aa:A]",
    ";B[pd]",
    "\u{feff}",
    "NULL",
    "\0",
];

/// The generator of Sebastiano Vigna's splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// A few entries of a seed, damaged.
fn damaged(seed: &str, random: &mut Random) -> Vec<u8> {
    let bytes = seed.as_bytes();
    let length = 200 + random.below(1200);
    let from = random.below(bytes.len().saturating_sub(length));
    // A cut at the beginning of an entry keeps more of it sound.
    let from = seed
        .get(from..)
        .and_then(|rest| rest.find("\nPattern"))
        .map_or(0, |i| from + i + 1);
    let mut text = bytes[from..bytes.len().min(from + length)].to_vec();
    for _ in 0..random.below(8) {
        let at = random.below(text.len() + 1);
        let end = (at + random.below(6)).min(text.len());
        match random.below(4) {
            0 if at < text.len() => text[at] = random.next() as u8,
            1 => {
                let copied = text[at..].iter().copied().take(40).collect::<Vec<_>>();
                let to = random.below(text.len() + 1);
                text.splice(to..to, copied);
            }
            _ => drop(text.splice(at..end, TOKENS[random.below(TOKENS.len())].bytes())),
        }
    }
    text
}

fn argument(name: &str) -> Option<u64> {
    let mut arguments = std::env::args().skip_while(|a| a != name);
    arguments.nth(1)?.parse().ok()
}

fn main() -> ExitCode {
    let seconds = argument("--seconds").unwrap_or(60);
    let mut random = Random(argument("--seed").unwrap_or(1));
    let end = Instant::now() + Duration::from_secs(seconds);
    let tables: Vec<Vec<u8>> = SEEDS.iter().flat_map(|s| laws::tables(s.0)).collect();
    let mut runs = 0_u64;
    while Instant::now() < end {
        let (law, input): (laws::Law, Vec<u8>) = if random.below(4) == 0 {
            let mut table = tables[random.below(tables.len())].clone();
            for _ in 0..1 + random.below(4) {
                let at = random.below(table.len());
                table[at] = random.next() as u8;
            }
            (laws::table, table)
        } else {
            let (seed, law) = SEEDS[random.below(SEEDS.len())];
            (law, damaged(seed, &mut random))
        };
        if catch_unwind(AssertUnwindSafe(|| law(&input))).is_err() {
            println!("after {runs} runs, by {:?}:", String::from_utf8_lossy(&input));
            return ExitCode::FAILURE;
        }
        runs += 1;
    }
    println!("{runs} runs in {seconds} seconds, every law held");
    ExitCode::SUCCESS
}
