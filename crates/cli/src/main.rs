// SPDX-License-Identifier: MIT OR Apache-2.0

//! The program: dispatch, and what errors look like from outside.
//!
//! Exit status 0 is success, 1 means that a check that was asked for has failed, 2 that something given to the
//! program could not be used. A reader that closes the pipe early is content with what it got.

mod cli;

use std::io::{self, Write as _};
use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(status) => status,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "katachi: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let of_arena = || cause.downcast_ref::<katachi_arena::Error>()?.io();
        let io = cause.downcast_ref::<io::Error>().or_else(of_arena);
        io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}
