// SPDX-License-Identifier: MIT OR Apache-2.0

//! Plays a batch of random games and prints the number of steps per second, with mask and observation of
//! each.
//!
//! ```text
//! cargo run --release -p katachi-env --example random_batch -- --size 19 --games 1024 --threads 2
//! ```

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use anyhow::ensure;
use clap::Parser;
use katachi_env::{BatchEnv, Config, Player};

/// Plays a batch of random games and prints the steps per second.
#[derive(Parser)]
struct Args {
    /// Lines of the board, 2 to 25
    #[arg(long, default_value_t = 9)]
    size: usize,
    /// Number of games in the batch
    #[arg(long, default_value_t = 1024)]
    games: usize,
    /// Number of steps; finished games are followed by others
    #[arg(long, default_value_t = 1000)]
    steps: u64,
    /// Number of threads, 0 for one per core
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Seed of the actions and of the players of Black
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Results of the games. They do not depend on the number of threads.
#[derive(Default)]
struct Tally {
    finished: u64,
    won_by_player: [u64; 2],
    /// Hash of all actions in order.
    digest: u64,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let config = Config::new(args.size)?;
    let mut env = BatchEnv::new(config, args.games, args.seed)?.with_threads(args.threads)?;
    let mut actions = vec![0; args.games];
    let mut observations = vec![false; args.games * config.observation_len()];
    let mut tally = Tally::default();
    // Time for drawing actions is not counted: it is the agent's work.
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
        for game in env.games() {
            let ([zero, one], over) = (game.rewards, game.terminated);
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
