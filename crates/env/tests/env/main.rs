// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tests of the environment against episodes of Pgx and a plain model, one program so that it is linked once.

mod allocations;
mod games;
mod golden;
mod rules;

use katachi_env::{BatchEnv, Config, Player};

/// An environment of one game, in which `black` has Black.
fn one(config: Config, black: Player) -> BatchEnv {
    let mut env = BatchEnv::new(config, 1, 0).unwrap();
    env.reset_as(0, 0, black).unwrap();
    env
}
