// SPDX-License-Identifier: MIT OR Apache-2.0

//! Queries as they are read: positions to analyse, or actions.

use std::num::NonZeroU64;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use katachi_engine::play::{Level, Rank};
use katachi_engine::search::{MAX_VISITS, MAX_WIDE_ROOT_NOISE, Restriction, temperature_of_noise};
use katachi_katago_json::{Action, Query, Response, remove_nulls};
use katachi_rules::{BoardSize, Color, Game};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::record::{Refusal, color, game, mv, turns, wrong};

/// Maximum bytes of a line, more than any query has. Only the beginning of a longer one is kept.
pub(crate) const MAX_BYTES: usize = 1 << 20;

/// The side of win rates, leads and ownership: Black or White, or `None` for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective(pub Option<Color>);

/// Black's, as in KataGo's example configuration.
impl Default for Perspective {
    fn default() -> Self {
        Self(Some(Color::Black))
    }
}

impl FromStr for Perspective {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name.to_ascii_uppercase().as_str() {
            "BLACK" => Ok(Self(Some(Color::Black))),
            "WHITE" => Ok(Self(Some(Color::White))),
            "SIDETOMOVE" => Ok(Self(None)),
            _ => Err(format!("expected BLACK, WHITE or SIDETOMOVE, found {name:?}")),
        }
    }
}

/// A line that is asked.
#[derive(Debug)]
pub(super) enum Request {
    /// Positions of a game.
    Positions(Box<Positions>),
    /// An action, with the fields of the query, which the answer echoes.
    Action(Action, Map<String, Value>),
}

/// Positions to analyse, with the options of the answers.
#[derive(Debug)]
pub(super) struct Positions {
    pub(super) id: String,
    /// The fields of the query that the answers need.
    pub(super) query: Query,
    pub(super) game: Arc<Game>,
    pub(super) turns: Vec<(usize, i64)>,
    pub(super) perspective: Perspective,
    pub(super) max_moves: usize,
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

const SETTINGS: &str = "overrideSettings";

impl Request {
    pub(super) fn read(line: &str, perspective: Perspective) -> Result<Self, Refusal> {
        let without_id = |message: String| {
            Box::new(Response {
                error: Some(message),
                ..Response::default()
            })
        };
        if line.len() > MAX_BYTES {
            return Err(without_id(format!("the line has more than {MAX_BYTES} bytes")));
        }
        let mut value: Value = serde_json::from_str(line)
            .map_err(|error| without_id(format!("the line is no JSON: {error}")))?;
        let Some(Value::String(id)) = value.get("id").cloned() else {
            let message = "a query is a JSON object with a field \"id\" with a string";
            return Err(without_id(message.to_owned()));
        };
        let echo = value.as_object().cloned().unwrap_or_default();
        remove_nulls(&mut value);
        let read = match value.get("action") {
            Some(_) => typed(value).map(|action| Self::Action(action, echo)),
            None => typed(value)
                .and_then(|query| Positions::new(id.clone(), query, perspective))
                .map(|positions| Self::Positions(Box::new(positions))),
        };
        read.map_err(|mut error| {
            error.id = Some(id);
            error
        })
    }
}

/// The fields of an object. An error names the field. That of an action without one is about the action.
fn typed<T: DeserializeOwned>(value: Value) -> Result<T, Refusal> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let (field, within) = path.split_at(path.find(['.', '[']).unwrap_or(path.len()));
        let place = match within.trim_start_matches('.') {
            "" => String::new(),
            within => format!("{within}: "),
        };
        let field = if field.is_empty() { "action" } else { field };
        wrong(field, format!("{place}{}", error.inner()))
    })
}

impl Positions {
    fn new(id: String, mut query: Query, perspective: Perspective) -> Result<Self, Refusal> {
        let game = Arc::new(game(&query)?);
        let turns = turns(&query, query.moves.as_ref().map_or(0, Vec::len))?;
        // They are in the game.
        (query.moves, query.initial_stones) = (None, None);
        let settings = query.override_settings.take().unwrap_or_default();
        let field = |name: &'static str| move |message: String| wrong(name, message);
        let setting = |name: &'static str| move |why: String| wrong(SETTINGS, format!("{name}: {why}"));
        let named = settings.report_analysis_winrates_as.map(|name| name.parse());
        let named = named.transpose().map_err(setting("reportAnalysisWinratesAs"))?;
        let human = settings.human_sl_profile.map(|profile| level(&profile));
        let spread = noise(settings.wide_root_noise).map_err(setting("wideRootNoise"))?
            * temperature(settings.root_policy_temperature).map_err(setting("rootPolicyTemperature"))?;
        let max_moves = query.analysis_pv_len.or(settings.analysis_pv_len);
        Ok(Self {
            id,
            turns,
            perspective: named.unwrap_or(perspective),
            max_moves: max_moves.map_or(usize::MAX, |max| max.saturating_add(1)),
            restriction: restriction(game.size(), &query)?,
            visits: query.max_visits.or(settings.max_visits).map(visits),
            time: seconds(settings.max_time).map_err(setting("maxTime"))?,
            human: human.transpose().map_err(setting("humanSLProfile"))?,
            temperature: spread
                * temperature(query.root_policy_temperature).map_err(field("rootPolicyTemperature"))?,
            every: seconds(query.report_during_search_every).map_err(field("reportDuringSearchEvery"))?,
            warnings: warnings(&mut query.more, settings.more),
            query,
            game,
        })
    }

    pub(super) fn wants(&self, option: impl Fn(&Query) -> Option<bool>) -> bool {
        option(&self.query) == Some(true)
    }
}

fn warnings(fields: &mut Map<String, Value>, settings: Map<String, Value>) -> Vec<(String, String)> {
    let known = WITHOUT_EFFECT.into_iter().filter_map(|(field, why)| {
        let is_asked = fields.remove(field).is_some_and(|value| value != false);
        is_asked.then(|| (field.to_owned(), format!("it has no effect: {why}")))
    });
    let mut warnings: Vec<_> = known.collect();
    let settings = settings.into_iter().map(|(name, _)| format!("{SETTINGS}.{name}"));
    let unknown = settings.chain(std::mem::take(fields).into_iter().map(|(name, _)| name));
    warnings.extend(unknown.map(|field| (field, "it is not known and has no effect".to_owned())));
    warnings
}

fn visits(visits: NonZeroU64) -> u32 {
    visits.get().min(MAX_VISITS.into()) as u32
}

/// A temperature of priors; 1 where the field is missing.
fn temperature(number: Option<f64>) -> Result<f32, String> {
    match number.unwrap_or(1.0) {
        temperature if (0.01..=100.0).contains(&temperature) => Ok(temperature as f32),
        _ => Err("expected a number from 0.01 to 100".to_owned()),
    }
}

/// The temperature of a noise that widens the search.
fn noise(number: Option<f64>) -> Result<f32, String> {
    match number.unwrap_or(0.0) {
        noise if (0.0..=f64::from(MAX_WIDE_ROOT_NOISE)).contains(&noise) => {
            Ok(temperature_of_noise(noise as f32))
        }
        _ => Err(format!("expected a number from 0 to {MAX_WIDE_ROOT_NOISE}")),
    }
}

/// The level of a profile of KataGo's human model: `rank_5k`, `preaz_12k`, `rank_3d`, `proyear_2010`. Ranks
/// beyond the levels have the nearest one.
fn level(profile: &str) -> Result<Level, String> {
    let error = || format!("expected rank_25k to rank_9d, found {profile:?}");
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

/// A time that is not negative. A time too long to represent is no limit.
fn seconds(number: Option<f64>) -> Result<Option<Duration>, String> {
    match number {
        Some(seconds) if seconds < 0.0 => Err("a time is not negative".to_owned()),
        seconds => Ok(seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())),
    }
}

fn restriction(size: BoardSize, query: &Query) -> Result<Restriction, Refusal> {
    let mut restriction = Restriction::default();
    let lists = [
        ("avoidMoves", &query.avoid_moves),
        ("allowMoves", &query.allow_moves),
    ];
    for (field, limits) in lists {
        for limit in limits.iter().flatten() {
            let player = color(field, &limit.player)?;
            let moves = limit.moves.iter().map(|name| mv(size, field, name));
            let moves = moves.collect::<Result<Vec<_>, _>>()?;
            let depth = limit.until_depth;
            if depth == 0 {
                return Err(wrong(field, "untilDepth: expected a number from 1 on"));
            }
            match field {
                "avoidMoves" => restriction.avoid(player, &moves, depth),
                _ => restriction.allow(player, &moves, depth),
            }
        }
    }
    Ok(restriction)
}
