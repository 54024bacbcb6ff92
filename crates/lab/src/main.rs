// SPDX-License-Identifier: MIT OR Apache-2.0

//! The program `katachi-lab`.

use std::process::ExitCode;

fn main() -> ExitCode {
    katachi::exit("katachi-lab", katachi_lab::run().map(|()| ExitCode::SUCCESS))
}
