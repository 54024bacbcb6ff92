// SPDX-License-Identifier: MIT OR Apache-2.0

//! The law that the environment variable `LAW` names, for any bytes.

#![no_main]

use std::sync::LazyLock;

use katachi_fuzz::{Law, target};
use libfuzzer_sys::fuzz_target;

static LAW: LazyLock<Law> = LazyLock::new(|| {
    let name = std::env::var("LAW").expect("LAW names a target");
    target(&name).expect("LAW is a row of crates/fuzz/src/targets.rs").law
});

fuzz_target!(|bytes: &[u8]| (*LAW)(bytes));
