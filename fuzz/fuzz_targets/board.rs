// SPDX-License-Identifier: MIT OR Apache-2.0

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| katachi_fuzz::laws::board(bytes));
