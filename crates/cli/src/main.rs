// SPDX-License-Identifier: MIT OR Apache-2.0

//! The program `katachi`.

use std::process::ExitCode;

fn main() -> ExitCode {
    katachi_cli::exit("katachi", katachi_cli::run())
}
