// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pairs and colours that follow from results and a seed alone.

use std::cmp::{Ordering, Reverse};
use std::collections::HashSet;

use katachi_arena::shuffled;
use katachi_rules::Color;
use serde::{Deserialize, Serialize};

/// Two programs that meet, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Pair {
    pub(super) black: usize,
    pub(super) white: usize,
}

/// Maximum number of programs: the bits of a set of programs without an opponent.
pub(super) const MAX_PROGRAMS: usize = u128::BITS as usize;

#[derive(Clone, Debug, Default)]
pub(super) struct History {
    pub(super) score: u32,
    pub(super) opponents: Vec<usize>,
    pub(super) colors: Vec<Color>,
    pub(super) byes: u32,
}

impl History {
    /// Number of games with Black less that with White.
    fn balance(&self) -> i32 {
        let one = |color: &Color| if *color == Color::Black { 1 } else { -1 };
        self.colors.iter().map(one).sum()
    }
}

/// Pairs a round of a Swiss tournament. An odd number of programs leaves one of them a bye.
///
/// The bye goes to the lowest program among those with the fewest byes. Then the best program is paired
/// first, with the opponent nearest in points that it has not met. If the rest cannot be paired after that,
/// the next opponent is tried. The round has the smallest possible number of rematches.
pub(super) fn swiss(histories: &[History], seed: u64) -> (Vec<Pair>, Option<usize>) {
    let mut ranking = shuffled(histories.len(), seed);
    ranking.sort_by_key(|&number| Reverse(histories[number].score));
    let fewest = histories.iter().map(|history| history.byes).min();
    let mut byes = vec![None];
    if ranking.len() % 2 == 1 {
        let has_fewest = |&place: &usize| Some(histories[ranking[place]].byes) == fewest;
        byes = (0..ranking.len()).rev().filter(has_fewest).map(Some).collect();
    }
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

/// A depth-first search for pairs, from the best program down.
struct Search<'a> {
    histories: &'a [History],
    ranking: &'a [usize],
    /// Sets of ranks that cannot be paired with that number of rematches.
    failed: HashSet<(u128, u32)>,
}

impl Search<'_> {
    /// Pairs all ranks of a set; the last pair comes first.
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

    /// Cost of a pair: a rematch counts most, then the difference in points, then two programs that need the
    /// same colour.
    fn cost(&self, a: usize, b: usize) -> (bool, u32, bool, usize) {
        let [one, two] = [a, b].map(|place| &self.histories[self.ranking[place]]);
        let clash = one.balance() * two.balance() > 0;
        (self.have_met(a, b), one.score.abs_diff(two.score), clash, b)
    }
}

/// Gives colours to two programs. Black goes to the program that had it less often; then to the one that had
/// White in the last round in which their colours differed; then to `a`.
pub(super) fn colored(histories: &[History], a: usize, b: usize) -> Pair {
    let [one, two] = [&histories[a], &histories[b]];
    let mut colors = one.colors.iter().rev().zip(two.colors.iter().rev());
    let is_black = match one.balance().cmp(&two.balance()) {
        Ordering::Less => true,
        Ordering::Greater => false,
        Ordering::Equal => colors.find(|(one, two)| one != two).map(|(one, _)| *one) != Some(Color::Black),
    };
    let (black, white) = if is_black { (a, b) } else { (b, a) };
    Pair { black, white }
}

/// Returns the places of a knockout from top to bottom; neighbours meet. The best seeds are as far apart as
/// possible and have the byes, the places without a program.
pub(super) fn bracket(count: usize) -> Vec<Option<usize>> {
    let mut seeds = vec![0];
    while seeds.len() < count {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    let places = seeds.into_iter().map(|seed| (seed < count).then_some(seed));
    places.collect()
}

/// Laws of pairings, for tournaments of any size whose games end in any way.
#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// Plays the round; `ends` yields Black's half points of each game.
    fn play(
        histories: &mut [History],
        pairs: &[Pair],
        bye: Option<usize>,
        ends: &mut impl Iterator<Item = u8>,
    ) {
        for &Pair { black, white } in pairs {
            let black_score = u32::from(ends.next().unwrap_or(0) % 3);
            for (one, other, color, score) in [
                (black, white, Color::Black, black_score),
                (white, black, Color::White, 2 - black_score),
            ] {
                histories[one].score += score;
                histories[one].opponents.push(other);
                histories[one].colors.push(color);
            }
        }
        if let Some(bye) = bye {
            histories[bye].score += 2;
            histories[bye].byes += 1;
        }
    }

    /// Checks that every program is in the round once.
    fn check_complete(count: usize, pairs: &[Pair], bye: Option<usize>) {
        let seated = pairs.iter().flat_map(|pair| [pair.black, pair.white]).chain(bye);
        let seated: Vec<usize> = seated.collect();
        assert_eq!(seated.len(), count, "nobody is there twice");
        assert_eq!(
            seated.iter().collect::<BTreeSet<_>>().len(),
            count,
            "nobody is missing"
        );
        assert_eq!(bye.is_some(), count % 2 == 1);
    }

    /// Smallest number of rematches over all ways to pair the programs that are left, by trying all.
    fn fewest_rematches(histories: &[History], left: &[usize]) -> usize {
        let Some((&first, rest)) = left.split_first() else {
            return 0;
        };
        let ways = rest.iter().map(|&other| {
            let others: Vec<usize> = rest.iter().copied().filter(|&one| one != other).collect();
            usize::from(histories[first].opponents.contains(&other)) + fewest_rematches(histories, &others)
        });
        ways.min().unwrap_or(0)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn a_swiss_round_pairs_all_programs_with_as_few_rematches_as_possible(
            count in 2_usize..=8, rounds in 1_usize..=9, seed: u64, ends in prop::collection::vec(any::<u8>(), 40),
        ) {
            let mut histories = vec![History::default(); count];
            let mut ends = ends.into_iter();
            for round in 0..rounds as u64 {
                let (pairs, bye) = swiss(&histories, seed ^ round);
                prop_assert_eq!((&pairs, bye), (&swiss(&histories, seed ^ round).0, bye), "it is a function");
                check_complete(count, &pairs, bye);
                let rematches = pairs.iter().filter(|pair| histories[pair.black].opponents.contains(&pair.white)).count();
                let fewest_byes = histories.iter().map(|history| history.byes).min();
                if let Some(bye) = bye {
                    prop_assert_eq!(Some(histories[bye].byes), fewest_byes, "byes go round");
                }
                let byes: Vec<Option<usize>> = match bye {
                    None => vec![None],
                    Some(_) => (0..count).filter(|&one| Some(histories[one].byes) == fewest_byes).map(Some).collect(),
                };
                let fewest = byes.into_iter().map(|bye| {
                    let left: Vec<usize> = (0..count).filter(|&one| Some(one) != bye).collect();
                    fewest_rematches(&histories, &left)
                });
                prop_assert_eq!(Some(rematches), fewest.min());
                play(&mut histories, &pairs, bye, &mut ends);
            }
        }

        #[test]
        fn large_tournaments_have_no_rematch_and_balanced_colours(
            count in 25_usize..=64, seed: u64, ends in prop::collection::vec(any::<u8>(), 400),
        ) {
            let mut histories = vec![History::default(); count];
            let mut ends = ends.into_iter();
            for round in 0..8 {
                let (pairs, bye) = swiss(&histories, seed ^ round);
                check_complete(count, &pairs, bye);
                for pair in &pairs {
                    prop_assert!(!histories[pair.black].opponents.contains(&pair.white));
                }
                play(&mut histories, &pairs, bye, &mut ends);
            }
            for history in &histories {
                prop_assert!(history.byes <= 1);
                prop_assert!(history.balance().abs() <= 3, "{:?}", history.colors);
            }
            let mean = histories.iter().map(|history| history.balance().abs()).sum::<i32>() as f64 / count as f64;
            prop_assert!(mean < 1.0, "games with one colour more than with the other: {mean}");
        }

        #[test]
        fn in_a_bracket_the_better_seeds_meet_last(count in 2_usize..=128) {
            let places = bracket(count);
            prop_assert!(places.len().is_power_of_two() && places.len() < 2 * count);
            let there: BTreeSet<usize> = places.iter().flatten().copied().collect();
            prop_assert_eq!(there, (0..count).collect());
            prop_assert!(places.chunks(2).all(|pair| pair != [None, None]));
            // If the better seed always wins, those that are left after each round are the best.
            let mut left: Vec<usize> = places.chunks(2).filter_map(|pair| pair.iter().flatten().min().copied()).collect();
            while left.len() > 1 {
                let mut sorted = left.clone();
                sorted.sort_unstable();
                prop_assert_eq!(sorted, (0..left.len()).collect::<Vec<_>>());
                left = left.chunks(2).filter_map(|pair| pair.iter().min().copied()).collect();
            }
        }
    }

    #[test]
    fn programs_with_equal_points_meet() {
        let history = |score| History {
            score,
            ..History::default()
        };
        let histories = [4, 0, 4, 2, 0, 2].map(history);
        for seed in 0..20 {
            let (pairs, bye) = swiss(&histories, seed);
            assert_eq!(bye, None);
            for pair in pairs {
                assert_eq!(histories[pair.black].score, histories[pair.white].score);
            }
        }
    }

    #[test]
    fn black_goes_to_the_program_that_had_it_less_often() {
        use Color::{Black, White};
        let of = |colors: &[Color]| History {
            colors: colors.to_vec(),
            ..History::default()
        };
        let histories = [
            of(&[Black, White]),
            of(&[White, Black]),
            of(&[Black, Black]),
            of(&[]),
        ];
        assert_eq!(
            colored(&histories, 0, 1),
            Pair { black: 0, white: 1 },
            "the one had White last"
        );
        assert_eq!(colored(&histories, 1, 0), Pair { black: 0, white: 1 });
        assert_eq!(colored(&histories, 2, 3), Pair { black: 3, white: 2 });
        assert_eq!(colored(&histories, 3, 3).black, 3);
    }

    #[test]
    fn a_bracket_of_five_has_byes_for_the_best_three() {
        assert_eq!(
            bracket(5),
            [Some(0), None, Some(3), Some(4), Some(1), None, Some(2), None]
        );
    }
}
