// SPDX-License-Identifier: MIT OR Apache-2.0

//! The rules of the game: names, KataGo's text, or its JSON.

use katachi_gtp_protocol::{Arguments, Failure};
use katachi_rules::{Rules, RulesError};

use super::command::Outcome;
use crate::session::Session;

/// Sets the rules and keeps the komi, even if the text has one.
pub(super) fn set(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let (rules, _) = match arguments.text().trim() {
        "" => return Err(Failure::syntax("expected rules")),
        text => Rules::parse(text).map_err(unreadable)?,
    };
    session.game.set_rules(rules).map_err(|(number, why)| {
        Failure::new("the moves so far are illegal under these rules")
            .because(format!("move {number}: {why}"))
    })?;
    Ok(String::new())
}

fn unreadable(error: RulesError) -> Failure {
    match error {
        RulesError::Unknown(_) => {
            let names: Vec<_> = Rules::PRESETS.iter().map(|(name, _)| *name).collect();
            Failure::new(format!("unknown rules: use {}", names.join(", ")))
        }
        error => Failure::new("unknown rules").because(error.to_string()),
    }
}

/// The rules as KataGo's JSON, without the komi.
pub(super) fn get(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    Ok(session.game.rules().to_json(None))
}
