// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers: the result of a search with KataGo's names, and reasons in words, which KataGo does not have.

use std::str::FromStr;

use katachi_engine::Engine;
use katachi_engine::play::{Level, Player, Request};
use katachi_engine::search::{Report, Searched};
use katachi_katago_json::{MoveInfo, Response, RootInfo, Values};
use katachi_rules::{Color, Game, Move, Point};
use katachi_view::advice::MoveReasons;
use katachi_view::analysis::{Numbers, deviation, listed};
use serde_json::{Map, Value, json};

use crate::query::Positions;

/// Maximum number of moves with reasons, the best ones.
const EXPLAINED: usize = 4;

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

/// Returns the answer about a position. `None` without visits. `first` are the numbers of the search's
/// beginning.
pub(super) fn analysed(
    of: &Positions,
    (turn, is_during_search): (usize, bool),
    game: &Game,
    (report, first): (&Report, &Numbers),
) -> Option<Response> {
    if report.visits == 0 {
        return None;
    }
    let side = of.perspective.0.unwrap_or(report.color);
    let moves = listed(report, 0, usize::MAX).enumerate();
    let sign = if side == Color::Black { 1.0 } else { -1.0 };
    let points = |number: &dyn Fn(Point) -> f32| game.size().points().map(|p| rounded(number(p))).collect();
    let ownership = || points(&|p| sign * report.ownership[p]);
    let deviations = || points(&|p| deviation(report.ownership[p]));
    Some(Response {
        id: Some(of.id.clone()),
        turn_number: Some(turn),
        is_during_search: Some(is_during_search),
        move_infos: Some(
            moves
                .map(|(order, searched)| of_move(of, game, report, searched, order, side))
                .collect(),
        ),
        root_info: Some(of_position(game, report, first, side)),
        ownership: of.wants(|query| query.include_ownership).then(ownership),
        ownership_stdev: of.wants(|query| query.include_ownership_stdev).then(deviations),
        policy: of.wants(|query| query.include_policy).then(|| {
            let sum: f32 = report.moves.iter().map(|searched| searched.prior).sum();
            let prior = |mv| report.searched(mv).map_or(0.0, |searched| searched.prior);
            policy(game, report.color, |mv| prior(mv) / sum.max(f32::MIN_POSITIVE))
        }),
        ..Response::default()
    })
}

/// Adds the probabilities of the moves of people of a level, in the fields of KataGo's human model.
pub(super) fn add_human(
    engine: &Engine,
    level: Level,
    (game, report): (&Game, &Report),
    with_policy: bool,
    answer: &mut Response,
) {
    let all = engine.probabilities_at(level, game, report);
    let of = |mv: Move| {
        let found = all.iter().find(|known| known.0 == mv);
        found.map_or(0.0, |known| known.1)
    };
    for info in answer.move_infos.iter_mut().flatten() {
        let mv = game.size().parse_move(&info.mv);
        info.human_prior = Some(rounded(mv.map_or(0.0, of)));
    }
    if with_policy && answer.move_infos.is_some() {
        answer.human_policy = Some(policy(game, report.color, of));
    }
}

/// Adds a `name` and `reasons` to the best moves of an answer: what a player calls the move, and sentences.
/// They come from the classical choice, some tens of milliseconds on 9x9 and more on larger boards.
pub(crate) fn add_reasons(engine: &Engine, game: &Game, answer: &mut Value) {
    let Some(moves) = answer.get_mut("moveInfos").and_then(Value::as_array_mut) else {
        return;
    };
    let color = game.to_move();
    let choice = Player::new(engine.clone()).weigh(&Request::new(game, color));
    let is_best = |info: &&mut Value| {
        info["order"]
            .as_u64()
            .is_some_and(|order| order < EXPLAINED as u64)
    };
    for info in moves.iter_mut().filter(is_best) {
        let mv = info["move"]
            .as_str()
            .and_then(|name| game.size().parse_move(name));
        let Some(mv) = mv.filter(|&mv| game.is_legal(color, mv)) else {
            continue;
        };
        let found = MoveReasons::new(&choice, game, color, mv, engine.database());
        info["name"] = found.name.into();
        info["reasons"] = found.sentences.into();
    }
}

/// Returns the answer about a position that was cancelled before its search.
pub(super) fn nothing(id: &str, turn: usize) -> Response {
    Response {
        id: Some(id.to_owned()),
        turn_number: Some(turn),
        is_during_search: Some(false),
        no_results: Some(true),
        ..Response::default()
    }
}

fn of_move(
    of: &Positions,
    game: &Game,
    report: &Report,
    searched: &Searched,
    order: usize,
    side: Color,
) -> MoveInfo {
    let name = |mv| game.size().show(mv);
    let line = searched.variation.iter().take(of.max_moves);
    let visits = searched.variation_visits.iter().take(of.max_moves).copied();
    let visits: Option<Vec<u32>> = of
        .wants(|query| query.include_pv_visits)
        .then(|| visits.collect());
    let mut values = values(&Numbers::of_move(report, searched), report.color, side);
    let weight = f64::from(values.visits);
    values.more.extend(fields(json!({
        "edgeVisits": searched.visits,
        "edgeWeight": weight,
        "playSelectionValue": weight,
        "scoreMean": values.score_lead,
        // Each edge of the tree leads to a node of its own.
        "pvEdgeVisits": visits,
    })));
    MoveInfo {
        mv: name(searched.mv),
        order,
        prior: rounded(searched.prior),
        human_prior: None,
        pv: line.map(|&mv| name(mv)).collect(),
        pv_visits: visits,
        values,
    }
}

/// Returns the values of the position. Those of the search's beginning have the names of KataGo's network;
/// their errors are standard errors of means.
fn of_position(game: &Game, report: &Report, first: &Numbers, side: Color) -> RootInfo {
    let mut values = values(&Numbers::of_position(report), report.color, side);
    let (board, color) = (game.board(), report.color);
    let (won, lead) = match color == side {
        true => (first.win_rate, first.lead),
        false => (1.0 - first.win_rate, -first.lead),
    };
    let root = (first.visits.max(1) as f32).sqrt();
    values.more.extend(fields(json!({
        "thisHash": format!("{:016X}", board.situation_key(color)),
        "symHash": format!("{:016X}", board.symmetric_key(color)),
        "rawWinrate": rounded(won),
        "rawLead": rounded(lead),
        "rawScoreSelfplay": rounded(lead),
        "rawScoreSelfplayStdev": rounded(first.deviation),
        "rawNoResultProb": 0.0,
        "rawStWrError": rounded((won * (1.0 - won)).sqrt() / root),
        "rawStScoreError": rounded(first.deviation / root),
    })));
    RootInfo {
        current_player: Some(color.letter().to_string()),
        values,
    }
}

/// Returns the values that moves and positions share. The bound is the bad one for the side to move.
fn values(numbers: &Numbers, to_move: Color, side: Color) -> Values {
    let is_own = to_move == side;
    let share = |share: f32| rounded(if is_own { share } else { 1.0 - share });
    let signed = |value: f32| rounded(if is_own { value } else { -value });
    Values {
        visits: numbers.visits,
        winrate: share(numbers.win_rate),
        lcb: Some(share(numbers.lower_bound)),
        score_lead: signed(numbers.lead),
        score_stdev: rounded(numbers.deviation),
        more: fields(json!({
            "weight": f64::from(numbers.visits),
            "utility": signed(numbers.utility()),
            "utilityLcb": signed(numbers.utility_bound()),
            "scoreSelfplay": signed(numbers.lead),
        })),
    }
}

fn fields(object: Value) -> Map<String, Value> {
    match object {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// Returns the probability of each point and of a pass; -1 for illegal moves.
fn policy(game: &Game, color: Color, of: impl Fn(Move) -> f32) -> Vec<f64> {
    let point = |p| match game.is_legal(color, Move::Play(p)) {
        true => rounded(of(Move::Play(p))),
        false => -1.0,
    };
    let points = game.size().points().map(point);
    points.chain([rounded(of(Move::Pass))]).collect()
}

fn rounded(value: f32) -> f64 {
    (f64::from(value) * 1e6).round() / 1e6
}
