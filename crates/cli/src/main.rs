// SPDX-License-Identifier: MIT OR Apache-2.0

//! The program `katachi`.

use std::process::ExitCode;

fn main() -> ExitCode {
    katachi::exit("katachi", katachi::run())
}
