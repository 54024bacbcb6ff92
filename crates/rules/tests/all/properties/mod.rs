// SPDX-License-Identifier: MIT OR Apache-2.0

//! Random games on all sizes and under all rules, against slow and plain models of the rules. The incremental
//! state of board and game must agree with that computed by the models.

pub(super) mod agree;
mod board;
mod game;
mod life;
mod plain;
mod plain_life;
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
