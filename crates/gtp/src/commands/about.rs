// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands about the engine and the session itself.

use katachi_gtp_protocol::{Arguments, Failure};

use super::command::Outcome;
use crate::cpu;
use crate::session::Session;

pub(super) fn protocol_version(_: &mut Session, arguments: Arguments<'_>) -> Outcome {
    constant(arguments, "2")
}

pub(super) fn name(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    constant(arguments, &session.identity[0])
}

pub(super) fn version(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    constant(arguments, &session.identity[1])
}

fn constant(arguments: Arguments<'_>, text: &str) -> Outcome {
    let [] = arguments.exactly()?;
    Ok(text.to_string())
}

pub(super) fn quit(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    session.quit = true;
    Ok(String::new())
}

pub(super) fn cpu_time(_: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    let seconds = cpu::own_cpu_seconds().ok_or_else(|| Failure::new("CPU time is not available"))?;
    Ok(format!("{seconds:.3}"))
}

pub(super) fn game_over(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    session.stop_waiting();
    constant(arguments, "")
}

/// A server shows the reply to users who chat with the engine.
pub(super) fn chat(_: &mut Session, arguments: Arguments<'_>) -> Outcome {
    match arguments.words().count() {
        0..3 => Err(Failure::syntax("expected game or private, a name and a message")),
        _ => Ok("I am a program and do not chat".to_string()),
    }
}

/// There are no networks.
pub(super) fn models(_: &mut Session, arguments: Arguments<'_>) -> Outcome {
    constant(arguments, "[]")
}

/// The server of the session sees such lines.
pub(super) fn interrupt(_: &mut Session, arguments: Arguments<'_>) -> Outcome {
    constant(arguments, "")
}

pub(super) fn describe(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    let settings = session.engine().settings;
    Ok(format!(
        "Katachi {}, a Go engine that plays by shapes with names\nlevel {}, seed {}, {} rules, komi {}",
        env!("CARGO_PKG_VERSION"),
        settings.level,
        settings.seed,
        session.game.rules(),
        session.game.komi()
    ))
}
