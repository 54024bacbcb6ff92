// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands about the engine and the session itself.

use katachi_gtp_protocol::{Arguments, Failure};

use super::command::Outcome;
use crate::cpu;
use crate::session::Session;

pub(super) fn quit(session: &mut Session) -> Outcome {
    session.has_quit = true;
    Ok(String::new())
}

pub(super) fn cpu_time(_: &mut Session) -> Outcome {
    let seconds = cpu::own_cpu_seconds().ok_or_else(|| Failure::new("CPU time is not available"))?;
    Ok(format!("{seconds:.3}"))
}

/// A server shows the reply to users who chat with the engine.
pub(super) fn chat(_: &mut Session, arguments: Arguments<'_>) -> Outcome {
    match arguments.words().count() {
        0..3 => Err(Failure::syntax("expected game or private, a name and a message")),
        _ => Ok("I am a program and do not chat".to_string()),
    }
}

pub(super) fn describe(session: &mut Session) -> Outcome {
    let settings = session.player.engine.settings;
    Ok(format!(
        "Katachi {}, a Go engine that plays by shapes with names\nlevel {}, seed {}, {} rules, komi {}",
        env!("CARGO_PKG_VERSION"),
        settings.level,
        settings.seed,
        session.game.rules(),
        session.game.komi()
    ))
}
