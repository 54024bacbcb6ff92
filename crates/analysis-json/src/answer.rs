// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers: the result of a search with KataGo's names, and reasons in words, which KataGo does not have.

use katachi_engine::Engine;
use katachi_engine::play::{Level, Player, Request};
use katachi_engine::search::{Report, Searched};
use katachi_katago_json::{MoveInfo, Response, RootInfo, Values, object};
use katachi_rules::{Board, Color, Game, Move, Point};
use katachi_view::advice::MoveReasons;
use katachi_view::analysis::{Numbers, deviation, listed};
use katachi_view::data;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::query::Positions;

/// Maximum number of moves with reasons, the best ones.
const EXPLAINED: u64 = 4;

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
    let moves = moves.map(|(order, searched)| of_move(of, game, report, searched, order, side));
    let sign = if side == Color::Black { 1.0 } else { -1.0 };
    let points = |number: &dyn Fn(Point) -> f32| game.size().points().map(|p| rounded(number(p))).collect();
    let ownership = || points(&|p| sign * report.evaluation.ownership[p]);
    let deviations = || points(&|p| deviation(report.evaluation.ownership[p]));
    Some(Response {
        id: Some(of.id.clone()),
        turn_number: Some(turn),
        is_during_search: Some(is_during_search),
        move_infos: Some(moves.collect()),
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
    let is_best = |info: &&mut Value| matches!(info["order"].as_u64(), Some(order) if order < EXPLAINED);
    for info in moves.iter_mut().filter(is_best) {
        let mv = info["move"].as_str();
        let mv = mv.and_then(|name| game.size().parse_move(name));
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
    let is_wanted = of.wants(|query| query.include_pv_visits);
    let visits: Option<Vec<u32>> = is_wanted.then(|| visits.collect());
    let mut values = values(&Numbers::of_move(report, searched), report.color, side);
    let edge = EdgeValues::new(&values, visits.clone());
    values.more.extend(fields(&edge));
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
    let color = report.color;
    let (won, lead) = match color == side {
        true => (first.win_rate, first.lead),
        false => (1.0 - first.win_rate, -first.lead),
    };
    let root = (first.visits.max(1) as f32).sqrt();
    let raw = RawValues::new(game.board(), color, first, won, lead, root);
    values.more.extend(fields(&raw));
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
        more: fields(&Utilities::new(numbers, &signed)),
    }
}

data! {
    #[serde(rename_all = "camelCase")]
    struct Utilities(numbers: &Numbers, signed: &dyn Fn(f32) -> f64) {
        weight: f64 = f64::from(numbers.visits),
        utility: f64 = signed(numbers.utility()),
        utility_lcb: f64 = signed(numbers.utility_bound()),
        score_selfplay: f64 = signed(numbers.lead),
    }
}

data! {
    #[serde(rename_all = "camelCase")]
    struct EdgeValues(values: &Values, visits: Option<Vec<u32>>) {
        edge_visits: u32 = values.visits,
        edge_weight: f64 = f64::from(values.visits),
        play_selection_value: f64 = f64::from(values.visits),
        score_mean: f64 = values.score_lead,
        // Each edge of the tree leads to a node of its own.
        pv_edge_visits: Option<Vec<u32>> = visits,
    }
}

data! {
    #[serde(rename_all = "camelCase")]
    struct RawValues(board: &Board, color: Color, first: &Numbers, won: f32, lead: f32, root: f32) {
        this_hash: String = format!("{:016X}", board.situation_key(color)),
        sym_hash: String = format!("{:016X}", board.symmetric_key(color)),
        raw_winrate: f64 = rounded(won),
        raw_lead: f64 = rounded(lead),
        raw_score_selfplay: f64 = rounded(lead),
        raw_score_selfplay_stdev: f64 = rounded(first.deviation),
        raw_no_result_prob: f64 = 0.0,
        raw_st_wr_error: f64 = rounded((won * (1.0 - won)).sqrt() / root),
        raw_st_score_error: f64 = rounded(first.deviation / root),
    }
}

fn fields(of: &impl Serialize) -> Map<String, Value> {
    serde_json::from_value(object(of)).unwrap_or_default()
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
