// SPDX-License-Identifier: MIT OR Apache-2.0

//! Random games on all sizes and under all rules, against models of the rules that are slow and plain. What
//! the board and the game keep up to date has to agree with what the models work out anew.

mod board;
mod game;
mod life;
mod plain;
mod plan;
mod playout;
mod twin;

use proptest::prelude::ProptestConfig;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}
