// SPDX-License-Identifier: MIT OR Apache-2.0

#![no_main]

#[path = "../laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::table(bytes));
