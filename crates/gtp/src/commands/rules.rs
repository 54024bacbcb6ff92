// SPDX-License-Identifier: MIT OR Apache-2.0

//! The rules of the game: names, KataGo's text, or its JSON.

use katachi_gtp_protocol::{Arguments, Failure};
use katachi_rules::{Rules, RulesError};
use serde_json::{Map, Value};

use super::command::Outcome;
use crate::session::{Session, rules_of_protocol};

/// As `kata-set-rules`, but `chinese` has positional superko, as KGS plays it.
pub(super) fn set_of_kgs(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    match arguments.text().trim() {
        "chinese" => accept(session, Rules::CHINESE_SUPERKO),
        _ => set(session, arguments),
    }
}

pub(super) fn set_one(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [name, value] = arguments.exactly()?;
    let mut all: Map<String, Value> =
        serde_json::from_str(&session.game.rules().to_json(None)).expect("rules are a JSON object");
    let Some(old) = all.get_mut(name) else {
        let names: Vec<String> = all.keys().cloned().collect();
        let text = format!("unknown rule, expected one of {}", names.join(", "));
        return Err(Failure::new(text));
    };
    *old = match (old.is_boolean(), value) {
        (true, "true") => true.into(),
        (true, "false") => false.into(),
        _ => value.into(),
    };
    let text = Value::Object(all).to_string();
    accept(session, Rules::parse(&text).map_err(unreadable)?.0)
}

/// Sets the rules and keeps the komi, even if the text has one.
pub(super) fn set(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let (rules, _) = match arguments.text().trim() {
        "" => return Err(Failure::syntax("expected rules")),
        text => Rules::parse(text).map_err(unreadable)?,
    };
    accept(session, rules)
}

fn accept(session: &mut Session, rules: Rules) -> Outcome {
    session
        .game
        .set_rules(rules_of_protocol(rules))
        .map_err(|(number, why)| {
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
