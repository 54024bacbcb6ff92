// SPDX-License-Identifier: MIT OR Apache-2.0

//! Random changes of seeds. The same seed of random numbers gives the same inputs.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// Maximum number of changes from one input to the next.
const MAX_CHANGES: usize = 6;
/// Number of changed inputs that are kept to be changed further.
const KEPT: usize = 64;

/// Makes inputs from seeds.
pub struct Mutator {
    random: ChaCha8Rng,
    seeds: Vec<Vec<u8>>,
    tokens: Vec<Vec<u8>>,
    max_len: usize,
    /// Inputs of earlier calls, which drift away from the seeds.
    kept: Vec<Vec<u8>>,
}

impl Mutator {
    /// Makes inputs of at most `max_len` bytes. `tokens` are words of the language of the input.
    pub fn new(seed: u64, seeds: &[&[u8]], tokens: &[&str], max_len: usize) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(seed),
            seeds: seeds.iter().map(|seed| seed.to_vec()).collect(),
            tokens: tokens.iter().map(|token| token.as_bytes().to_vec()).collect(),
            max_len,
            kept: Vec::new(),
        }
    }

    /// A number below `n`; 0 if `n` is 0.
    fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.random.next_u32()) * n as u64) >> 32) as usize
    }

    /// The next input.
    pub fn input(&mut self) -> Vec<u8> {
        let mut input = match self.below(10) {
            0..6 => self.seed(),
            _ => self.earlier(),
        };
        for _ in 0..=self.below(MAX_CHANGES) {
            self.change(&mut input);
        }
        input.truncate(self.max_len);
        if self.below(4) == 0 {
            let at = self.below(KEPT);
            match self.kept.get_mut(at) {
                Some(place) => place.clone_from(&input),
                None => self.kept.push(input.clone()),
            }
        }
        input
    }

    fn seed(&mut self) -> Vec<u8> {
        let at = self.below(self.seeds.len());
        self.seeds.get(at).cloned().unwrap_or_default()
    }

    fn earlier(&mut self) -> Vec<u8> {
        let at = self.below(self.kept.len());
        match self.kept.get(at) {
            Some(input) => input.clone(),
            None => self.seed(),
        }
    }

    /// A range of at most `max` bytes.
    fn range(&mut self, len: usize, max: usize) -> std::ops::Range<usize> {
        let start = self.below(len + 1);
        let end = start + self.below((len - start).min(max) + 1);
        start..end
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let (at, len) = (self.below(input.len() + 1), input.len());
        match self.below(12) {
            0 if len > 0 => input[at % len] ^= 1 << self.below(8),
            1 if len > 0 => input[at % len] = self.below(256) as u8,
            2 => input.insert(at, self.below(256) as u8),
            3..6 => {
                let token = self.below(self.tokens.len());
                let token = self.tokens.get(token).cloned().unwrap_or_default();
                // Half of the tokens stand in the place of some bytes.
                let gone = if self.below(2) == 0 { 0 } else { token.len() };
                input.splice(at..(at + gone).min(len), token);
            }
            6 => {
                let range = self.range(len, 64);
                input.drain(range);
            }
            7 => {
                let range = self.range(len, 200);
                let copy = input[range].to_vec();
                let times = 1 + self.below(4);
                input.splice(at..at, copy.repeat(times));
            }
            8 => {
                let other = self.seed();
                let range = self.range(other.len(), other.len());
                let end = (at + self.below(40)).min(len);
                input.splice(at..end, other[range].iter().copied());
            }
            9 if self.below(4) == 0 => input.truncate(at),
            10 => self.change_number(input),
            _ => self.exchange_lines(input),
        }
    }

    /// Replaces a number by one at a boundary.
    fn change_number(&mut self, input: &mut Vec<u8>) {
        const NUMBERS: [&str; 14] = [
            "0",
            "-1",
            "1",
            "2",
            "25",
            "26",
            "255",
            "65536",
            "2147483648",
            "4294967295",
            "18446744073709551615",
            "1e38",
            "-1e-40",
            "NaN",
        ];
        let digits: Vec<usize> = (0..input.len()).filter(|&i| input[i].is_ascii_digit()).collect();
        let pick = self.below(digits.len());
        let Some(&start) = digits.get(pick) else { return };
        let rest = input[start..].iter();
        let end = start + rest.take_while(|byte| byte.is_ascii_digit()).count();
        let number = NUMBERS[self.below(NUMBERS.len())];
        input.splice(start..end, number.bytes());
    }

    /// Swaps two lines, or repeats one.
    fn exchange_lines(&mut self, input: &mut Vec<u8>) {
        let mut lines: Vec<&[u8]> = input.split(|&byte| byte == b'\n').collect();
        let (a, b) = (self.below(lines.len()), self.below(lines.len()));
        match self.below(2) {
            0 => lines.swap(a, b),
            _ => lines.insert(a, lines[b]),
        }
        *input = lines.join(&b'\n');
    }
}
