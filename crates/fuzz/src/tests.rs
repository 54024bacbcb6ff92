// SPDX-License-Identifier: MIT OR Apache-2.0

//! Each law holds for random changes of its seeds.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};

use crate::soak;
use crate::targets::{Target, target};

/// Numbers at the bounds of types.
const NUMBERS: &[&[u8]] = &[
    b"0",
    b"-1",
    b"26",
    b"256",
    b"65536",
    b"4294967295",
    b"18446744073709551615",
    b"1e38",
    b"-1e-40",
    b"NaN",
];

/// Checks the law for its seeds and for changed seeds. `PROPTEST_CASES` asks for that many times a 256th
/// of the usual number, `PROPTEST_RNG_SEED` for other inputs.
pub(crate) fn holds(name: &str) {
    let target = target(name).expect("a row of the table");
    target.seeds.iter().for_each(|seed| (target.law)(seed));
    let asked = Config::default();
    let config = Config {
        cases: (u64::from(target.inputs) * u64::from(asked.cases) / 256)
            .try_into()
            .unwrap_or(u32::MAX),
        rng_seed: match asked.rng_seed {
            RngSeed::Random => RngSeed::Fixed(1),
            fixed => fixed,
        },
        failure_persistence: None,
        ..asked
    };
    let law = |input: Vec<u8>| {
        (target.law)(&input);
        Ok(())
    };
    match TestRunner::new(config).run(&input(target), law) {
        Ok(()) => {}
        Err(TestError::Fail(why, input)) => panic!("{why}\ninput: \"{}\"", input.escape_ascii()),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
}

/// A seed with some changes, each a text in the place of some bytes.
fn input(target: &'static Target) -> impl Strategy<Value = Vec<u8>> {
    let gone = prop_oneof![2 => Just(0), 2 => 0..8_usize, 1 => 0..64_usize];
    let change = (any::<Index>(), gone, text(target));
    (select(target.seeds), vec(change, 0..12)).prop_map(|(seed, changes)| {
        let mut input = seed.to_vec();
        for (at, gone, text) in changes {
            let at = at.index(input.len() + 1);
            input.splice(at..(at + gone).min(input.len()), text);
        }
        input.truncate(target.max_len);
        input
    })
}

/// A word, a number, a part of a seed, or any bytes.
fn text(target: &'static Target) -> impl Strategy<Value = Vec<u8>> {
    let part = (select(target.seeds), any::<Index>(), 0..200_usize);
    prop_oneof![
        4 => select(target.tokens).prop_map(|token| token.as_bytes().to_vec()),
        2 => select(NUMBERS).prop_map(<[u8]>::to_vec),
        2 => part.prop_map(|(seed, at, len)| {
            let at = at.index(seed.len() + 1);
            seed[at..(at + len).min(seed.len())].to_vec()
        }),
        2 => vec(any::<u8>(), 0..4),
    ]
}

#[test]
fn a_few_games_and_commands_pass_the_checks() {
    println!("{}", soak::games(3, 5, 1));
    println!("{}", soak::commands(300, 1));
}
