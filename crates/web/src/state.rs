// SPDX-License-Identifier: MIT OR Apache-2.0

//! The state of the game as data for the page.

use katachi_katago_json::SharedJudge;
use katachi_pages::grid::stars;
use katachi_rules::{BoardSize, Color, Game, Move, PointSet, area_owner};
use katachi_session::{InteractiveGame, Stage, Strictness, VariationMove, Warning};
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::marks;

/// Maximum number of moves of variations. A page with more is slow.
const MAX_VARIATIONS: usize = 3000;
/// Properties of a record that the page shows: players with ranks, result, and circumstances of the game.
const RECORD_TEXTS: [&str; 12] = [
    "PB", "BR", "PW", "WR", "RE", "GN", "EV", "RO", "DT", "PC", "SO", "GC",
];

/// Returns the state of the game. The server adds its own state to it.
pub(crate) fn to_json(play: &InteractiveGame) -> Json {
    let game = play.game();
    let size = game.size();
    let (stage, color) = match play.stage() {
        Stage::Person(color) => ("person", Some(color)),
        Stage::Thinking(color) => ("thinking", Some(color)),
        Stage::Waiting(color) => ("waiting", Some(color)),
        Stage::Agreement => ("agreement", None),
        Stage::Over(_) => ("over", None),
    };
    let made = game.moves().chain(play.taken_back());
    let moves = made.map(|(color, mv)| json!([lower(color), size.show(mv)]));
    let setup = play.setup();
    let mut position = position(game);
    add_notes(&mut position, play, &game.moves().collect::<Vec<_>>());
    json!({
        "stage": stage,
        "color": color.map(lower),
        "busy": play.is_busy(),
        "judges": play.is_judging(),
        "judge": play.judge.as_ref().map(SharedJudge::name),
        "teaching": play.teaching().map_or("off", Strictness::name),
        "warning": play.warning().map(|warning| self::warning(warning, size)),
        "sides": setup.sides,
        "level": play.engine().settings.level.number(),
        "rules": game.rules().to_string(),
        "komi": game.komi(),
        "handicap": game.handicap(),
        "time": setup.time.to_string(),
        "clocks": { "black": clock(play, Color::Black), "white": clock(play, Color::White) },
        "moves": moves.collect::<Vec<_>>(),
        "made": game.move_count(),
        "position": position,
        "record": record(play),
        "dead": play.dead().map(|dead| names(game, dead)),
        "territory": play.dead().map(|dead| territory(game, dead)),
        "count": play.count(),
        "result": play.result().map(|result| result.to_string()),
    })
}

/// Returns the criticism of the last move. The better move is there when the person has asked for it.
fn warning(warning: &Warning, size: BoardSize) -> Json {
    let better = || json!({ "move": size.show(warning.better), "text": warning.better_text });
    json!({
        "color": lower(warning.color),
        "move": size.show(warning.mv),
        "text": warning.text,
        "better": warning.is_better_told.then(better),
    })
}

/// Adds the comment and the marks of a position, which that line leads to.
pub(crate) fn add_notes(position: &mut Json, play: &InteractiveGame, line: &[(Color, Move)]) {
    position["comment"] = play.comment_on(line).into();
    position["marks"] = json!(marks::rows(&play.marks_on(line), play.game().size()));
}

/// Returns the points without living stones that each side surrounds, the other side's dead stones among
/// them.
fn territory(game: &Game, dead: &PointSet) -> Json {
    let owner = area_owner(game.board(), dead);
    let of = |color| {
        let is_free = |p| dead.contains(p) || !game.board().cell(p).is_stone();
        let points = game
            .size()
            .points()
            .filter(|&p| owner[p] == Some(color) && is_free(p));
        names(game, &points.collect())
    };
    json!({ "black": of(Color::Black), "white": of(Color::White) })
}

/// Returns the texts of the record that was opened, by their properties; null without a record.
fn record(play: &InteractiveGame) -> Json {
    let texts = RECORD_TEXTS
        .iter()
        .filter_map(|&name| Some((name.to_owned(), play.opened_text(name)?.into())));
    let texts: serde_json::Map<String, Json> = texts.collect();
    match texts.is_empty() {
        true => Json::Null,
        false => Json::Object(texts),
    }
}

/// Returns the stones of the present position of a game. `captures` are the numbers of enemy stones that the
/// sides have taken.
pub(crate) fn position(game: &Game) -> Json {
    let (size, board) = (game.size(), game.board());
    // The game counts the stones that a side has lost.
    let lost = game.captured();
    json!({
        "moves": game.move_count(),
        "width": size.width(),
        "height": size.height(),
        "rows": board.to_string().lines().map(|row| row.replace(' ', "")).collect::<Vec<_>>(),
        "stars": stars(size).map(|star| size.vertex(star).to_string()).collect::<Vec<_>>(),
        "to_move": lower(game.to_move()),
        "last": game.moves().next_back().map(|(_, mv)| size.show(mv)),
        "captures": { "black": lost.white, "white": lost.black },
    })
}

/// Returns the display of a clock: seconds, and stones or periods left in overtime. `None`: no limit.
fn clock(play: &InteractiveGame, color: Color) -> Option<Json> {
    let left = play.time_left(color)?;
    Some(json!({ "seconds": left.time.as_secs_f64(), "count": left.count }))
}

pub(crate) fn names(game: &Game, points: &PointSet) -> Vec<String> {
    points.iter().map(|p| game.size().show(Move::Play(p))).collect()
}

pub(crate) fn lower(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The moves as rows: the index of the move before it, its side, the move, whether there is a comment,
/// whether it is a move of the game. `left_out` is the number of moves beyond the limit.
#[derive(Debug, Serialize)]
pub(crate) struct Variations {
    moves: Vec<(Option<usize>, &'static str, String, bool, bool)>,
    left_out: usize,
}

impl Variations {
    pub(crate) fn new(moves: &[VariationMove], size: BoardSize) -> Self {
        let rows = moves.iter().take(MAX_VARIATIONS).map(|found| {
            let (side, mv) = (lower(found.color), size.show(found.mv));
            (found.before, side, mv, found.has_comment, found.is_game)
        });
        Self {
            moves: rows.collect(),
            left_out: moves.len().saturating_sub(MAX_VARIATIONS),
        }
    }
}
