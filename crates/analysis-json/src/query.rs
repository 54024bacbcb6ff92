// SPDX-License-Identifier: MIT OR Apache-2.0

//! Queries: positions to analyse, or actions.

use std::sync::Arc;
use std::time::Duration;

use katachi_engine::play::{Level, Rank};
use katachi_engine::search::{MAX_VISITS, MAX_WIDE_ROOT_NOISE, Restriction, temperature_of_noise};
use katachi_rules::{BoardSize, Color, Game};
use serde_json::{Map, Value};

use crate::answer::{Perspective, Wanted};
use crate::fields::{FieldError, Fields, QueryError, text, whole};
use crate::lines::MAX_BYTES;
use crate::record::{Record, color, mv, turns};

/// A query.
#[derive(Debug)]
pub(super) enum Query {
    /// Positions of a game.
    Positions(Positions),
    /// An action, with the fields of the query, which the answer echoes.
    Action(Action, Map<String, Value>),
}

/// Positions to analyse, with the options of the answers.
#[derive(Debug)]
pub(super) struct Positions {
    pub(super) id: String,
    /// The game with all its moves.
    pub(super) game: Arc<Game>,
    /// Turns to analyse, with their priorities.
    pub(super) turns: Vec<(usize, i64)>,
    pub(super) wanted: Wanted,
    pub(super) restriction: Restriction,
    pub(super) visits: Option<u32>,
    pub(super) time: Option<Duration>,
    /// The level of the player whose moves are to be predicted.
    pub(super) human: Option<Level>,
    /// Temperature of the priors of the root.
    pub(super) temperature: f32,
    /// Interval of reports during the search.
    pub(super) every: Option<Duration>,
    /// Fields without effect, with reasons.
    pub(super) warnings: Vec<(String, String)>,
}

/// An action.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Action {
    Version,
    Models,
    ClearCache,
    /// Ends queries of that id, or all. With turns it ends only these.
    Terminate {
        id: Option<String>,
        turns: Option<Vec<usize>>,
    },
}

/// Fields without effect, with reasons.
const WITHOUT_EFFECT: [(&str, &str); 4] = [
    ("rootFpuReductionMax", "moves start with games by their priors"),
    (
        "includeMovesOwnership",
        "the tree keeps no ownership of single moves",
    ),
    (
        "includeMovesOwnershipStdev",
        "the tree keeps no ownership of single moves",
    ),
    ("includeNoResultValue", "all games have a result"),
];

impl Query {
    /// Parses a line.
    pub(super) fn read(line: &str, perspective: Perspective) -> Result<Self, QueryError> {
        let without_id = |message: String| QueryError {
            id: None,
            field: None,
            message,
        };
        if line.len() > MAX_BYTES {
            return Err(without_id(format!("the line has more than {MAX_BYTES} bytes")));
        }
        let value: Value = serde_json::from_str(line)
            .map_err(|error| without_id(format!("the line is no JSON: {error}")))?;
        let Value::Object(all) = value else {
            return Err(without_id("a query is a JSON object".to_owned()));
        };
        let mut fields = Fields::new(all.clone());
        let id = match fields.text("id") {
            Ok(Some(id)) => id,
            Ok(None) => {
                return Err(without_id(
                    "a query needs a field \"id\" with a string".to_owned(),
                ));
            }
            Err(error) => return Err(without_id(format!("field \"id\": {}", error.message))),
        };
        let of_field = |error: FieldError| QueryError {
            id: Some(id.clone()),
            field: Some(error.field),
            message: error.message,
        };
        match fields.text("action").map_err(of_field)? {
            Some(name) => Action::take(&name, &mut fields).map(|action| Self::Action(action, all)),
            None => Positions::take(id.clone(), fields, perspective).map(Self::Positions),
        }
        .map_err(of_field)
    }
}

impl Action {
    fn take(name: &str, fields: &mut Fields) -> Result<Self, FieldError> {
        let mut turn_numbers = || match fields.list("turnNumbers")? {
            None => Ok(None),
            Some(values) => values
                .iter()
                .map(|value| whole("turnNumbers", value, 0, i64::MAX).map(|turn| turn as usize))
                .collect::<Result<Vec<_>, _>>()
                .map(Some),
        };
        Ok(match name {
            "query_version" => Self::Version,
            "query_models" => Self::Models,
            "clear_cache" => Self::ClearCache,
            "terminate" => {
                let turns = turn_numbers()?;
                let id = fields.required("terminateId")?;
                Self::Terminate {
                    id: Some(text("terminateId", &id)?.to_owned()),
                    turns,
                }
            }
            "terminate_all" => Self::Terminate {
                id: None,
                turns: turn_numbers()?,
            },
            _ => {
                let message = format!(
                    "expected query_version, query_models, clear_cache, terminate or terminate_all, found {name:?}"
                );
                return Err(FieldError::new("action", message));
            }
        })
    }
}

impl Positions {
    fn take(id: String, mut fields: Fields, perspective: Perspective) -> Result<Self, FieldError> {
        let record = Record::take(&mut fields)?;
        let size = record.start.size();
        let turns = turns(&mut fields, record.moves.len())?;
        let game = Arc::new(record.game()?);
        let mut settings = Overridden::take(&mut fields)?;
        let visits = fields.whole("maxVisits", 1, i64::MAX)?;
        let visits = visits.map(|visits| visits.min(i64::from(MAX_VISITS)) as u32);
        let every = seconds("reportDuringSearchEvery", &mut fields)?;
        let restriction = restriction(size, &mut fields)?;
        let mut positions = Self {
            id,
            game,
            turns,
            wanted: Wanted {
                ownership: fields.truth("includeOwnership")?,
                ownership_deviation: fields.truth("includeOwnershipStdev")?,
                policy: fields.truth("includePolicy")?,
                variation_visits: fields.truth("includePVVisits")?,
                reasons: fields.truth("includeReasons")?,
                max_moves: fields.whole("analysisPVLen", 0, i64::MAX)?.or(settings.max_moves),
                perspective: settings.perspective.unwrap_or(perspective),
            },
            restriction,
            visits: visits.or(settings.visits),
            time: settings.time,
            every,
            human: settings.human,
            temperature: temperature(&mut fields, "rootPolicyTemperature")? * settings.temperature,
            warnings: Vec::new(),
        };
        for (field, why) in WITHOUT_EFFECT {
            let is_asked = fields
                .take(field)
                .is_some_and(|value| value != Value::Bool(false));
            if is_asked {
                positions
                    .warnings
                    .push((field.to_owned(), format!("it has no effect: {why}")));
            }
        }
        let unknown = settings
            .unknown
            .drain(..)
            .map(|key| format!("overrideSettings.{key}"));
        let unknown: Vec<_> = unknown.chain(fields.left()).collect();
        for field in unknown {
            positions
                .warnings
                .push((field, "it is not known and has no effect".to_owned()));
        }
        Ok(positions)
    }
}

/// Settings for one query.
struct Overridden {
    visits: Option<u32>,
    time: Option<Duration>,
    max_moves: Option<i64>,
    perspective: Option<Perspective>,
    human: Option<Level>,
    /// Temperature of the priors of the root.
    temperature: f32,
    unknown: Vec<String>,
}

impl Overridden {
    fn take(fields: &mut Fields) -> Result<Self, FieldError> {
        let field = "overrideSettings";
        let mut settings = fields.object(field)?.unwrap_or(Fields::new(Map::new()));
        let within =
            |error: FieldError| FieldError::new(field, format!("{}: {}", error.field, error.message));
        let visits = settings.whole("maxVisits", 1, i64::MAX).map_err(within)?;
        let perspective = settings.text("reportAnalysisWinratesAs").map_err(within)?;
        let perspective = perspective.map(|name| name.parse()).transpose();
        let noise = settings.number("wideRootNoise").map_err(within)?.unwrap_or(0.0);
        if !(0.0..=f64::from(MAX_WIDE_ROOT_NOISE)).contains(&noise) {
            let expected = format!("wideRootNoise: expected a number from 0 to {MAX_WIDE_ROOT_NOISE}");
            return Err(FieldError::new(field, expected));
        }
        let temperature = temperature(&mut settings, "rootPolicyTemperature").map_err(within)?;
        let human = settings.text("humanSLProfile").map_err(within)?;
        let human = human.map(|profile| level(&profile)).transpose();
        Ok(Self {
            human: human.map_err(|message: String| FieldError::new(field, message))?,
            visits: visits.map(|visits| visits.min(i64::from(MAX_VISITS)) as u32),
            time: seconds("maxTime", &mut settings).map_err(within)?,
            max_moves: settings.whole("analysisPVLen", 0, i64::MAX).map_err(within)?,
            perspective: perspective.map_err(|message: String| FieldError::new(field, message))?,
            temperature: temperature * temperature_of_noise(noise as f32),
            unknown: settings.left().collect(),
        })
    }
}

/// A temperature of priors; 1 where the field is missing.
fn temperature(fields: &mut Fields, field: &'static str) -> Result<f32, FieldError> {
    match fields.number(field)? {
        None => Ok(1.0),
        Some(temperature) if (0.01..=100.0).contains(&temperature) => Ok(temperature as f32),
        Some(_) => Err(FieldError::new(field, "expected a number from 0.01 to 100")),
    }
}

/// The level of a profile of KataGo's human model: `rank_5k`, `preaz_12k`, `rank_3d`, `proyear_2010`. Ranks
/// beyond the levels have the nearest one.
fn level(profile: &str) -> Result<Level, String> {
    let error = || format!("humanSLProfile: expected rank_25k to rank_9d, found {profile:?}");
    let (kind, rank) = profile.split_once('_').ok_or_else(error)?;
    let (number, is_kyu) = match (kind, rank.strip_suffix('k'), rank.strip_suffix('d')) {
        ("rank" | "preaz", Some(kyu), _) => (kyu, true),
        ("rank" | "preaz", _, Some(dan)) => (dan, false),
        ("proyear", ..) => (rank, false),
        _ => return Err(error()),
    };
    let number: u16 = number.parse().map_err(|_| error())?;
    let nearest = format!("{}k", number.clamp(2, 25)).parse::<Rank>();
    match is_kyu {
        true => nearest.map(Level::from).map_err(|_| error()),
        false => Ok(Level::FULL),
    }
}

/// Parses a time that is not negative. A time too long to represent is no limit.
fn seconds(field: &'static str, fields: &mut Fields) -> Result<Option<Duration>, FieldError> {
    match fields.number(field)? {
        Some(seconds) if seconds < 0.0 => Err(FieldError::new(field, "a time is not negative")),
        seconds => Ok(seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())),
    }
}

fn restriction(size: BoardSize, fields: &mut Fields) -> Result<Restriction, FieldError> {
    let mut restriction = Restriction::default();
    for field in ["avoidMoves", "allowMoves"] {
        for entry in fields.list(field)?.unwrap_or_default() {
            let (player, moves, until) = listed(size, field, &entry)?;
            match field {
                "avoidMoves" => restriction.avoid(player, &moves, until),
                _ => restriction.allow(player, &moves, until),
            }
        }
    }
    Ok(restriction)
}

/// Parses a side, its moves, and the depth up to which they are excluded or the only ones.
fn listed(
    size: BoardSize,
    field: &'static str,
    entry: &Value,
) -> Result<(Color, Vec<katachi_rules::Move>, u32), FieldError> {
    let part = |name: &str| {
        let missing = || {
            FieldError::new(
                field,
                format!("an entry needs player, moves and untilDepth: {entry}"),
            )
        };
        entry.get(name).ok_or_else(missing)
    };
    let player = color(field, text(field, part("player")?)?)?;
    let moves = part("moves")?.as_array().cloned().unwrap_or_default();
    let moves = moves
        .iter()
        .map(|name| mv(size, field, text(field, name)?))
        .collect::<Result<_, _>>()?;
    let until = whole(field, part("untilDepth")?, 1, i64::from(u32::MAX))?;
    Ok((player, moves, until as u32))
}
