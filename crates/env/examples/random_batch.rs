// SPDX-License-Identifier: MIT OR Apache-2.0

//! Plays a batch of random games and prints how many steps were made in a second, the mask and the
//! observation of each of them included.
//!
//! ```text
//! cargo run --release -p katachi-env --example random_batch -- --size 19 --games 1024 --threads 2
//! ```

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use anyhow::ensure;
use clap::Parser;
use katachi_env::{BatchEnv, Config, Player};

/// Plays a batch of random games and prints the steps a second.
#[derive(Parser)]
struct Args {
    /// Lines of the board, 2 to 25.
    #[arg(long, default_value_t = 9)]
    size: usize,
    /// Games that are played side by side.
    #[arg(long, default_value_t = 1024)]
    games: usize,
    /// Steps of each game; games that end are followed by others.
    #[arg(long, default_value_t = 1000)]
    steps: u64,
    /// Threads, 0 for as many as there are cores.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Draws the actions, and who has Black.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What the games came to. The same for the same arguments, whatever the number of threads.
#[derive(Default)]
struct Tally {
    finished: u64,
    won_by_player: [u64; 2],
    /// Of all actions, in their order.
    digest: u64,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let config = Config::new(args.size)?;
    let mut env = BatchEnv::with_threads(config, args.games, args.seed, args.threads)?;
    let mut actions = vec![0; args.games];
    let mut observations = vec![false; args.games * config.observation_len()];
    let mut tally = Tally::default();
    // Drawing the actions is the agent's work, not the environment's.
    let mut in_env = Duration::ZERO;
    let start = Instant::now();

    for step in 0..args.steps {
        env.random_actions(args.seed.wrapping_add(step), &mut actions)?;
        let stepping = Instant::now();
        env.step_and_observe(&actions, &mut observations)?;
        in_env += stepping.elapsed();
        tally.add(&env, &actions)?;
        let resetting = Instant::now();
        env.reset_finished();
        in_env += resetting.elapsed();
    }

    let all = start.elapsed().as_secs_f64();
    let steps = (args.steps * args.games as u64) as f64;
    let [zero, one] = tally.won_by_player;
    let mut out = io::stdout().lock();
    writeln!(out, "{:>12.0} steps a second", steps / in_env.as_secs_f64())?;
    writeln!(out, "{:>12.0} with the drawing of random actions", steps / all)?;
    writeln!(
        out,
        "{:>12} games finished: {zero} won by player 0, {one} by player 1",
        tally.finished
    )?;
    writeln!(out, "{:>12x} is the digest of the actions", tally.digest >> 16)?;
    Ok(())
}

impl Tally {
    fn add(&mut self, env: &BatchEnv, actions: &[u16]) -> anyhow::Result<()> {
        for &action in actions {
            self.digest =
                (self.digest.rotate_left(5) ^ u64::from(action)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        for (&[zero, one], &over) in env.rewards().iter().zip(env.terminated()) {
            ensure!(
                over == (zero != 0.0) && zero == -one,
                "a game that is over has one winner, any other none"
            );
            self.finished += u64::from(over);
            self.won_by_player[Player::Zero.index()] += u64::from(zero > 0.0);
            self.won_by_player[Player::One.index()] += u64::from(one > 0.0);
        }
        Ok(())
    }
}
