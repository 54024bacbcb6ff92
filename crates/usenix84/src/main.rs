// SPDX-License-Identifier: MIT OR Apache-2.0

//! The program `katachi-usenix84`.

use std::process::ExitCode;

fn main() -> ExitCode {
    katachi::exit(
        "katachi-usenix84",
        katachi_usenix84::run().map(|()| ExitCode::SUCCESS),
    )
}
