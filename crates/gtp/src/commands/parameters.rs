// SPDX-License-Identifier: MIT OR Apache-2.0

//! Settings that a client may change during a session: the level, and parameters with counterparts in KataGo,
//! by KataGo's names.

use std::time::Duration;

use katachi_engine::play::{Level, LevelError, Settings};
use katachi_engine::search::{MAX_VISITS, MAX_WIDE_ROOT_NOISE, SearchSettings, temperature_of_noise};
use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_rules::BoardSize;

use serde_json::{Map, Value};

use super::arguments::{number_in, truth};
use super::command::Outcome;
use crate::session::Session;

/// KataGo's value for unlimited time, in seconds.
const UNLIMITED: &str = "1e20";
/// Maximum number of threads of the search, as on the command line.
const MAX_THREADS: usize = 256;

struct Parameter {
    name: &'static str,
    get: fn(&Settings, BoardSize) -> Outcome,
    set: fn(&mut Settings, &str) -> Result<(), Failure>,
}

const PARAMETERS: [Parameter; 6] = [
    Parameter {
        name: "maxVisits",
        get: |settings, size| search(settings).map(|_| settings.visits(size).to_string()),
        set: |settings, word| {
            let visits = number_in(word, 1..=u64::MAX, "a number")?.min(u64::from(MAX_VISITS));
            search_mut(settings)?.visits = Some(visits as u32);
            settings.level = Level::FULL;
            Ok(())
        },
    },
    Parameter {
        name: "maxTime",
        get: |settings, _| {
            let time = settings.time.per_move;
            Ok(time.map_or(UNLIMITED.to_owned(), |time| time.as_secs_f64().to_string()))
        },
        set: |settings, word| {
            search(settings)?;
            let seconds = positive_number(word)?;
            // A value beyond the range of a duration is no limit.
            settings.time.per_move = Duration::try_from_secs_f64(seconds).ok();
            Ok(())
        },
    },
    Parameter {
        name: "numSearchThreads",
        get: |settings, _| Ok(search(settings)?.threads.to_string()),
        set: |settings, word| {
            search_mut(settings)?.threads = number_in(word, 1..=MAX_THREADS, "a number")?;
            Ok(())
        },
    },
    Parameter {
        name: "analysisWideRootNoise",
        get: |settings, _| {
            let temperature = search(settings)?.analysis_temperature;
            Ok(((temperature - 1.0) / 4.0).to_string())
        },
        set: |settings, word| {
            let noise = number_in(word, 0.0..=MAX_WIDE_ROOT_NOISE, "a number")?;
            search_mut(settings)?.analysis_temperature = temperature_of_noise(noise);
            Ok(())
        },
    },
    Parameter {
        name: "ponderingEnabled",
        get: |settings, _| Ok(settings.time.ponder.to_string()),
        set: |settings, word| {
            settings.time.ponder = truth(word)?;
            Ok(())
        },
    },
    Parameter {
        name: "lagBuffer",
        get: |settings, _| Ok(settings.time.reserve.as_secs_f64().to_string()),
        set: |settings, word| {
            let time = Duration::try_from_secs_f64(positive_number(word)?);
            settings.time.reserve =
                time.map_err(|_| Failure::syntax(format!("the time is too long: '{word}'")))?;
            Ok(())
        },
    },
];

fn find(name: &str) -> Result<&'static Parameter, Failure> {
    let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name);
    parameter.ok_or_else(|| {
        let names = PARAMETERS.map(|parameter| parameter.name).join(", ");
        Failure::new(format!("unknown parameter, expected one of {names}"))
    })
}

fn no_search() -> Failure {
    Failure::new("the engine does not search")
}

fn search(settings: &Settings) -> Result<SearchSettings, Failure> {
    settings.search.ok_or_else(no_search)
}

fn search_mut(settings: &mut Settings) -> Result<&mut SearchSettings, Failure> {
    settings.search.as_mut().ok_or_else(no_search)
}

fn positive_number(word: &str) -> Result<f64, Failure> {
    let number: f64 = protocol::number(word)?;
    match number >= 0.0 {
        true => Ok(number),
        false => Err(Failure::syntax(format!(
            "expected a time in seconds, found '{word}'"
        ))),
    }
}

pub(super) fn list(_: &mut Session) -> Outcome {
    Ok(PARAMETERS.map(|parameter| parameter.name).join(" "))
}

pub(super) fn get(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [name] = arguments.exactly()?;
    (find(name)?.get)(&session.player.engine.settings, session.game.size())
}

pub(super) fn set(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [name, value] = arguments.exactly()?;
    (find(name)?.set)(&mut session.player.engine.settings, value)?;
    Ok(String::new())
}

pub(super) fn get_all(session: &mut Session) -> Outcome {
    let mut all = Map::new();
    for parameter in &PARAMETERS {
        let Ok(word) = (parameter.get)(&session.player.engine.settings, session.game.size()) else {
            continue;
        };
        let value = serde_json::from_str(&word).unwrap_or_else(|_| Value::from(word));
        all.insert(parameter.name.to_owned(), value);
    }
    Ok(Value::Object(all).to_string())
}

pub(super) fn set_all(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let all: Map<String, Value> = serde_json::from_str(arguments.text())
        .map_err(|error| Failure::syntax(format!("expected a JSON object: {error}")))?;
    let settings = &mut session.player.engine.settings;
    let mut changed = *settings;
    for (name, value) in all {
        let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        (find(&name)?.set)(&mut changed, &word)?;
    }
    *settings = changed;
    Ok(String::new())
}

/// The level takes the place of visits that were set, as visits take that of a level.
pub(super) fn level(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let settings = &mut session.player.engine.settings;
    match arguments.at_most_one()? {
        None => Ok(settings.level.to_string()),
        Some(word) => {
            settings.level = word
                .parse()
                .map_err(|error: LevelError| Failure::syntax(error.to_string()))?;
            if let Some(search) = &mut settings.search {
                search.visits = None;
            }
            Ok(String::new())
        }
    }
}
