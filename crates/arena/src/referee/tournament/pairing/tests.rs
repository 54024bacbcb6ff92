// SPDX-License-Identifier: MIT OR Apache-2.0

//! Laws of pairings, for tournaments of any size whose games end in any way.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

/// Plays the round: `ends` says for each game who gets how much, in turn.
fn play(histories: &mut [History], pairs: &[Pair], bye: Option<usize>, ends: &mut impl Iterator<Item = u8>) {
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

/// Everybody is in the round once.
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

/// The fewest pairs of all that have met before, over all ways to pair those that are left: slow and sure.
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
    fn a_swiss_tournament_pairs_all_in_each_round_and_nobody_twice_while_that_can_be(
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
    fn large_tournaments_have_no_rematch_and_colours_that_are_balanced(
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
fn programs_of_equal_points_meet() {
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
fn colours_go_to_whom_they_are_due() {
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
