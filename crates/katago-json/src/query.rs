// SPDX-License-Identifier: MIT OR Apache-2.0

//! Queries about positions.

use katachi_rules::{Board, BoardSize, Color, Game, Move};
use serde_json::{Value, json};

use crate::{MoveLimit, Question};

/// The query about a position, whose answer has that id. Values are Black's, whatever the configuration of
/// the engine says.
pub(crate) fn about(question: &Question, id: &str, visits: Option<u32>) -> Value {
    let Question { game, color } = question;
    let size = game.size();
    let mut query = json!({
        "id": id,
        "rules": serde_json::from_str::<Value>(&game.rules().to_json(None))
            .unwrap_or_else(|_| game.rules().to_string().into()),
        "komi": game.komi(),
        "boardXSize": size.width(),
        "boardYSize": size.height(),
        "includeOwnership": true,
        "includePolicy": true,
        "overrideSettings": { "reportAnalysisWinratesAs": "BLACK" },
    });
    // Engines take the side to move from the moves. Where it is another one, the stones are set up.
    let (start, moves) = match game.to_move() == *color {
        true => played(game),
        false => (game.board().clone(), Vec::new()),
    };
    if start.size().points().any(|point| !start.is_empty(point)) {
        query["initialStones"] = stones(&start);
    }
    if moves.is_empty() {
        query["initialPlayer"] = letter(*color).into();
    }
    query["moves"] = moves
        .iter()
        .map(|&(color, mv)| json!([letter(color), name(size, mv)]))
        .collect();
    if let Some(visits) = visits {
        query["maxVisits"] = visits.into();
    }
    query
}

/// Moves that are left out, or the only ones.
pub(crate) fn limit(limit: &MoveLimit, size: BoardSize) -> Value {
    let moves: Vec<String> = limit.moves.iter().map(|&mv| name(size, mv)).collect();
    json!({ "player": letter(limit.color), "moves": moves, "untilDepth": limit.until })
}

/// The first position of a game, and its moves.
fn played(game: &Game) -> (Board, Vec<(Color, Move)>) {
    let moves = game.moves().collect();
    let mut start = game.clone();
    while start.undo().is_some() {}
    (start.board().clone(), moves)
}

fn stones(board: &Board) -> Value {
    let size = board.size();
    let stone = |point| {
        let color = board.cell(point).color()?;
        Some(json!([letter(color), size.vertex(point).to_string()]))
    };
    size.points().filter_map(stone).collect()
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

fn name(size: BoardSize, mv: Move) -> String {
    match mv {
        Move::Play(point) => size.vertex(point).to_string(),
        Move::Pass => "pass".to_owned(),
    }
}
