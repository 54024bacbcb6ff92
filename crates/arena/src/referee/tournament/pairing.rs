// SPDX-License-Identifier: MIT OR Apache-2.0

//! Who meets whom, and with which colour: a function of what has happened and of the seed.

use std::cmp::Reverse;
use std::collections::HashSet;

use katachi_rules::Color;
use serde::{Deserialize, Serialize};

use crate::opening::shuffled;

/// As many as there are bits in the sets of those that have no opponent yet.
pub(super) const MAX_PROGRAMS: usize = u128::BITS as usize;

/// Two programs that meet, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Pair {
    pub(super) black: usize,
    pub(super) white: usize,
}

/// What a program has done so far.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    /// Half points.
    pub(super) score: u32,
    pub(super) opponents: Vec<usize>,
    /// Its colours, in the order of its games.
    pub(super) colors: Vec<Color>,
    /// Rounds that it won without a game.
    pub(super) byes: u32,
}

impl History {
    /// Games with Black more than with White.
    fn balance(&self) -> i32 {
        let one = |color: &Color| if *color == Color::Black { 1 } else { -1 };
        self.colors.iter().map(one).sum()
    }
}

/// A round of a Swiss tournament: the pairs, and who has a bye if the number of programs is odd.
///
/// The bye goes to the last of those that had the fewest. Then the best is paired first, with somebody it has not met and of
/// as many points as can be; where the rest cannot be paired after that, the next best opponent is tried. Nobody meets the same
/// program twice unless there is no other way to pair all, and then as few as can be do.
pub(super) fn swiss(histories: &[History], seed: u64) -> (Vec<Pair>, Option<usize>) {
    let mut ranking = shuffled(histories.len(), seed);
    ranking.sort_by_key(|&number| Reverse(histories[number].score));
    let fewest = histories.iter().map(|history| history.byes).min();
    let is_odd = ranking.len() % 2 == 1;
    let byes: Vec<Option<usize>> = match is_odd {
        true => (0..ranking.len())
            .rev()
            .filter(|&place| Some(histories[ranking[place]].byes) == fewest)
            .map(Some)
            .collect(),
        false => vec![None],
    };
    let mut search = Search {
        histories,
        ranking: &ranking,
        failed: HashSet::new(),
    };
    let all = u128::MAX >> (MAX_PROGRAMS - ranking.len());
    for rematches in 0..=ranking.len() as u32 {
        for &bye in &byes {
            let left = bye.map_or(all, |place| all & !(1 << place));
            if let Some(pairs) = search.pair(left, rematches) {
                let pairs = pairs.iter().rev().map(|&(a, b)| colored(histories, a, b));
                return (pairs.collect(), bye.map(|place| ranking[place]));
            }
        }
    }
    unreachable!("with as many rematches as there are programs all can be paired")
}

/// A search for pairs, from the best program down.
struct Search<'a> {
    histories: &'a [History],
    /// Numbers of programs, the best first.
    ranking: &'a [usize],
    /// Sets of places in the ranking, with the rematches that were allowed, that cannot be paired.
    failed: HashSet<(u128, u32)>,
}

impl Search<'_> {
    /// Pairs all of a set of places; the last pair comes first.
    fn pair(&mut self, left: u128, rematches: u32) -> Option<Vec<(usize, usize)>> {
        if left == 0 {
            return Some(Vec::new());
        }
        if self.failed.contains(&(left, rematches)) {
            return None;
        }
        let first = left.trailing_zeros() as usize;
        let rest = left & !(1 << first);
        let mut others: Vec<usize> = (first + 1..self.ranking.len())
            .filter(|&place| rest >> place & 1 == 1)
            .collect();
        others.sort_by_key(|&place| self.cost(first, place));
        for other in others {
            let again = u32::from(self.have_met(first, other));
            let Some(rematches) = rematches.checked_sub(again) else {
                continue;
            };
            if let Some(mut pairs) = self.pair(rest & !(1 << other), rematches) {
                pairs.push((self.ranking[first], self.ranking[other]));
                return Some(pairs);
            }
        }
        self.failed.insert((left, rematches));
        None
    }

    fn have_met(&self, a: usize, b: usize) -> bool {
        self.histories[self.ranking[a]]
            .opponents
            .contains(&self.ranking[b])
    }

    /// How unwelcome a pair is: a rematch most, then a difference of points, then two that both should have the same colour.
    fn cost(&self, a: usize, b: usize) -> (bool, u32, bool, usize) {
        let [one, two] = [a, b].map(|place| &self.histories[self.ranking[place]]);
        let clash = one.balance() * two.balance() > 0;
        (self.have_met(a, b), one.score.abs_diff(two.score), clash, b)
    }
}

/// Colours for two that meet: Black for whom had it less often; else for whom had White in the last round in which they had
/// different colours; else for the first.
pub(super) fn colored(histories: &[History], a: usize, b: usize) -> Pair {
    let [one, two] = [&histories[a], &histories[b]];
    let last = || {
        let pairs = one.colors.iter().rev().zip(two.colors.iter().rev());
        pairs
            .into_iter()
            .find(|(one, two)| one != two)
            .map(|(one, _)| *one)
    };
    let is_black = match one.balance().cmp(&two.balance()) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => last() != Some(Color::Black),
    };
    if is_black {
        Pair { black: a, white: b }
    } else {
        Pair { black: b, white: a }
    }
}

/// The places of a knockout from top to bottom, neighbours meeting: the best seeds are as far apart as can be, and have the
/// byes, which are the places without a program.
pub(super) fn bracket(count: usize) -> Vec<Option<usize>> {
    let mut seeds = vec![0];
    while seeds.len() < count {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    seeds
        .into_iter()
        .map(|seed| (seed < count).then_some(seed))
        .collect()
}

#[cfg(test)]
mod tests;
