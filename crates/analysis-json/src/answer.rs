// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers: the result of a search as JSON with KataGo's names.

use std::str::FromStr;

use katachi_engine::search::{Report, Searched};
use katachi_rules::{Color, Game, Move};
use katachi_view::analysis::{Numbers, deviation, listed};
use serde_json::{Map, Value, json};

use crate::fields::QueryError;

/// The side of win rates, leads and ownership.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Perspective {
    /// Black, as in KataGo's example configuration.
    #[default]
    Black,
    /// White.
    White,
    /// The side to move.
    SideToMove,
}

/// Parses KataGo's names.
impl FromStr for Perspective {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name.to_ascii_uppercase().as_str() {
            "BLACK" => Ok(Self::Black),
            "WHITE" => Ok(Self::White),
            "SIDETOMOVE" => Ok(Self::SideToMove),
            _ => Err(format!("expected BLACK, WHITE or SIDETOMOVE, found {name:?}")),
        }
    }
}

impl Perspective {
    fn side(self, to_move: Color) -> Color {
        match self {
            Self::Black => Color::Black,
            Self::White => Color::White,
            Self::SideToMove => to_move,
        }
    }
}

/// The optional parts of an answer.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) ownership: bool,
    /// Standard deviation of ownership from playout to playout.
    pub(super) ownership_deviation: bool,
    pub(super) policy: bool,
    pub(super) variation_visits: bool,
    /// Names and reasons in words: Katachi's own field `includeReasons`.
    pub(super) reasons: bool,
    /// Maximum number of moves of a variation after its first.
    pub(super) max_moves: Option<i64>,
    pub(super) perspective: Perspective,
}

/// Returns the answer about a position. `None` without visits. `first` are the numbers of the search's
/// beginning.
pub(super) fn analysed(
    id: &str,
    (turn, is_during_search): (usize, bool),
    game: &Game,
    (report, first): (&Report, &Numbers),
    wanted: &Wanted,
) -> Option<Value> {
    if report.visits == 0 {
        return None;
    }
    let side = wanted.perspective.side(report.color);
    let moves = listed(report, 0, usize::MAX).enumerate();
    let moves: Vec<Value> = moves
        .map(|(order, searched)| of_move(game, report, searched, order, wanted, side))
        .collect();
    let mut answer = json!({
        "id": id,
        "turnNumber": turn,
        "isDuringSearch": is_during_search,
        "moveInfos": moves,
        "rootInfo": of_position(game, report, first, side),
    });
    if wanted.ownership {
        let sign = if side == Color::Black { 1.0 } else { -1.0 };
        let points = game.size().points();
        answer["ownership"] = points.map(|p| rounded(sign * report.ownership[p])).collect();
    }
    if wanted.ownership_deviation {
        let points = game.size().points();
        let deviation = |p| rounded(deviation(report.ownership[p]));
        answer["ownershipStdev"] = points.map(deviation).collect();
    }
    if wanted.policy {
        answer["policy"] = policy(game, report);
    }
    Some(answer)
}

/// Returns the answer about a position that was cancelled before its search.
pub(super) fn nothing(id: &str, turn: usize) -> Value {
    json!({ "id": id, "turnNumber": turn, "isDuringSearch": false, "noResults": true })
}

/// Returns the answer to an invalid query.
pub(super) fn error(error: &QueryError) -> Value {
    let mut answer = Map::new();
    answer.insert("error".to_owned(), error.message.as_str().into());
    if let Some(field) = error.field {
        answer.insert("field".to_owned(), field.into());
    }
    if let Some(id) = &error.id {
        answer.insert("id".to_owned(), id.as_str().into());
    }
    Value::Object(answer)
}

/// Returns the warning about a field without effect.
pub(super) fn warning(id: &str, field: &str, message: &str) -> Value {
    json!({ "warning": message, "field": field, "id": id })
}

/// Returns the fields of a query with more fields.
pub(super) fn echo(mut fields: Map<String, Value>, more: &[(&str, Value)]) -> Value {
    for (name, value) in more {
        fields.insert((*name).to_owned(), value.clone());
    }
    Value::Object(fields)
}

fn of_move(
    game: &Game,
    report: &Report,
    searched: &Searched,
    order: usize,
    wanted: &Wanted,
    side: Color,
) -> Value {
    let max_moves = wanted.max_moves.map_or(usize::MAX, |max| max as usize + 1);
    let names = searched
        .variation
        .iter()
        .take(max_moves)
        .map(|&mv| name(game, mv));
    let mut value = values(&Numbers::of_move(report, searched), report.color, side);
    value["move"] = name(game, searched.mv).into();
    value["order"] = order.into();
    value["prior"] = rounded(searched.prior);
    value["edgeVisits"] = searched.visits.into();
    value["edgeWeight"] = value["weight"].clone();
    value["playSelectionValue"] = value["weight"].clone();
    value["scoreMean"] = value["scoreLead"].clone();
    value["pv"] = names.collect();
    if wanted.variation_visits {
        let visits: Value = searched
            .variation_visits
            .iter()
            .take(max_moves)
            .copied()
            .collect();
        // Each edge of the tree leads to a node of its own.
        value["pvEdgeVisits"] = visits.clone();
        value["pvVisits"] = visits;
    }
    value
}

fn of_position(game: &Game, report: &Report, first: &Numbers, side: Color) -> Value {
    let mut value = values(&Numbers::of_position(report), report.color, side);
    value["currentPlayer"] = if report.color == Color::Black { "B" } else { "W" }.into();
    let (board, color) = (game.board(), report.color);
    value["thisHash"] = format!("{:016X}", board.situation_key(color)).into();
    value["symHash"] = format!("{:016X}", board.symmetric_key(color)).into();
    add_first(&mut value, first, report.color == side);
    value
}

/// Adds the numbers of the search's beginning under the names of KataGo's network. Their errors are standard
/// errors of means.
fn add_first(value: &mut Value, first: &Numbers, is_own: bool) {
    let (won, lead) = match is_own {
        true => (first.win_rate, first.lead),
        false => (1.0 - first.win_rate, -first.lead),
    };
    let root = (first.visits.max(1) as f32).sqrt();
    value["rawWinrate"] = rounded(won);
    value["rawLead"] = rounded(lead);
    value["rawScoreSelfplay"] = rounded(lead);
    value["rawScoreSelfplayStdev"] = rounded(first.deviation);
    value["rawNoResultProb"] = rounded(0.0);
    value["rawStWrError"] = rounded((won * (1.0 - won)).sqrt() / root);
    value["rawStScoreError"] = rounded(first.deviation / root);
}

/// Returns the values that moves and positions share. The bound is the bad one for the side to move.
fn values(numbers: &Numbers, to_move: Color, side: Color) -> Value {
    let is_own = to_move == side;
    let share = |share: f32| rounded(if is_own { share } else { 1.0 - share });
    let signed = |value: f32| rounded(if is_own { value } else { -value });
    json!({
        "visits": numbers.visits,
        "weight": f64::from(numbers.visits),
        "winrate": share(numbers.win_rate),
        "lcb": share(numbers.lower_bound),
        "utility": signed(numbers.utility()),
        "utilityLcb": signed(numbers.utility_bound()),
        "scoreLead": signed(numbers.lead),
        "scoreSelfplay": signed(numbers.lead),
        "scoreStdev": rounded(numbers.deviation),
    })
}

/// Returns the prior of each point and of a pass, which add up to 1; -1 for illegal moves.
fn policy(game: &Game, report: &Report) -> Value {
    let sum: f32 = report.moves.iter().map(|searched| searched.prior).sum();
    let prior = |mv: Move| {
        let searched = report.searched(mv);
        searched.map_or(0.0, |searched| searched.prior / sum.max(f32::MIN_POSITIVE))
    };
    let point = |p| match game.is_legal(report.color, Move::Play(p)) {
        true => rounded(prior(Move::Play(p))),
        false => (-1.0).into(),
    };
    let points = game.size().points().map(point);
    points.chain([rounded(prior(Move::Pass))]).collect()
}

pub(super) fn name(game: &Game, mv: Move) -> String {
    match mv {
        Move::Play(point) => game.size().vertex(point).to_string(),
        Move::Pass => "pass".to_owned(),
    }
}

/// Rounds to six decimals.
pub(super) fn rounded(value: f32) -> Value {
    ((f64::from(value) * 1e6).round() / 1e6).into()
}
