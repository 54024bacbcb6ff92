// SPDX-License-Identifier: MIT OR Apache-2.0

//! The laws hold for the seeds, and the runner finds a broken law.

use std::time::Duration;

use katachi_fuzz::{Broken, Mutator, Options, TARGETS, Target, fuzz, soak, target, write_failure};

const OPTIONS: Options = Options {
    time: Duration::from_secs(20),
    seed: 1,
    limit: Duration::from_secs(60),
};

fn planted(law: fn(&[u8])) -> Target {
    Target {
        name: "planted",
        law,
        seeds: &[b"a seed"],
        tokens: &["token"],
        max_len: 100,
    }
}

#[test]
fn every_law_holds_for_its_seeds() {
    for target in TARGETS {
        assert!(!target.seeds.is_empty(), "{}", target.name);
        for seed in target.seeds {
            (target.law)(seed);
        }
    }
}

#[test]
fn names_of_targets_are_unique() {
    for (at, one) in TARGETS.iter().enumerate() {
        assert!(
            TARGETS[..at].iter().all(|other| other.name != one.name),
            "{}",
            one.name
        );
        assert!(target(one.name).is_some());
    }
}

#[test]
fn a_panic_is_found_made_small_and_written() {
    let target = planted(|bytes| assert!(!bytes.contains(&b'k'), "there is a k"));
    let report = fuzz(&target, &OPTIONS);
    let (input, broken) = report.failure.expect("a token has a k");
    assert_eq!(input, b"k");
    assert!(
        matches!(&broken, Broken::Panic(text) if text.contains("there is a k")),
        "{broken:?}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let file = write_failure(folder.path(), &target, &input).expect("it can be written");
    assert_eq!(std::fs::read(file).expect("it was written"), input);
}

#[test]
fn a_hang_is_found() {
    let law = |bytes: &[u8]| {
        if bytes.len() > 20 {
            std::thread::sleep(Duration::from_secs(600));
        }
    };
    let options = Options {
        limit: Duration::from_millis(300),
        ..OPTIONS
    };
    let (input, broken) = fuzz(&planted(law), &options).failure.expect("an input is long");
    assert!(input.len() > 20 && matches!(broken, Broken::Hang(_)));
}

#[test]
fn a_seed_of_random_numbers_gives_the_same_inputs() {
    let inputs = |seed| {
        let mut mutator = Mutator::new(seed, &[b"one 1", b"two\n2"], &["token"], 50);
        (0..500).map(|_| mutator.input()).collect::<Vec<_>>()
    };
    assert_eq!(inputs(3), inputs(3));
    assert_ne!(inputs(3), inputs(4));
    assert!(inputs(3).iter().all(|input| input.len() <= 50));
}

#[test]
fn a_few_games_and_commands_pass_the_checks() {
    println!("{}", soak::games(3, 5, 1));
    println!("{}", soak::commands(300, 1));
}
