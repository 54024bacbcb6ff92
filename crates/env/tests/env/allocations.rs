// SPDX-License-Identifier: MIT OR Apache-2.0

//! The environment allocates only when it is created.

use allocation_counter::measure;
use katachi_env::{BatchEnv, Config, Player};

use crate::one;

/// Allocations while games are played, observed, scored and restarted.
fn allocations_of_one_game(config: Config) -> u64 {
    let mut env = one(config, Player::Zero);
    let mut planes = vec![false; config.observation_len()];
    let info = measure(|| {
        let mut games = 0;
        for step in 0..5_000 {
            // Reaches captures, kos and illegal actions.
            let action = (step * 7919 + step / 3) % config.actions();
            env.step(&[action as u16]).unwrap();
            env.games()[0].observe(Player::Zero, &mut planes).unwrap();
            env.games()[0].observe(Player::One, &mut planes).unwrap();
            if env.games()[0].terminated {
                games += 1;
                let black = env.games()[0].black_player.opponent();
                env.reset(0, Some(black)).unwrap();
            }
        }
        assert!(games > 1, "games end");
    });
    info.count_total
}

fn allocations_of_a_batch(config: Config) -> u64 {
    let mut env = BatchEnv::new(config, 32, 1).unwrap();
    let mut planes = vec![false; 32 * config.observation_len()];
    let mut actions = vec![0; 32];
    let info = measure(|| {
        let mut games = 0;
        for step in 0..1_000 {
            env.random_actions(step, &mut actions).unwrap();
            env.step(&actions).unwrap();
            env.observe(&mut planes).unwrap();
            games += env.reset_finished();
            env.random_actions(!step, &mut actions).unwrap();
            env.step_and_observe(&actions, &mut planes).unwrap();
        }
        assert!(games > 32, "games end");
    });
    info.count_total
}

#[test]
fn stepping_observing_and_resetting_allocate_nothing() {
    for size in [9, 19] {
        let config = Config::new(size).unwrap();
        assert_eq!(allocations_of_one_game(config), 0, "one game, size {size}");
        assert_eq!(allocations_of_a_batch(config), 0, "a batch, size {size}");
    }
}

#[test]
fn making_an_environment_is_counted() {
    let config = Config::new(9).unwrap();
    assert!(measure(|| drop(one(config, Player::Zero))).count_total > 0);
}
