// SPDX-License-Identifier: MIT OR Apache-2.0

//! The data of the page: the game, its positions, and its moves. Names of points and moves are those of the
//! board.

use std::collections::BTreeMap;

use katachi_katago_json::SharedJudge;
use katachi_pages::grid::stars;
use katachi_rules::sgf::Mark;
use katachi_rules::{BoardSize, ByColor, Color, Game, Move, Point, PointSet, TimeLeft, area_owner};
use katachi_session::{InteractiveGame, Sides, Stage, Strictness, VariationMove, Warning};
use katachi_view::{Named, data};
use serde::Serialize;

use crate::exercise::Running;
use crate::review::ReviewStatus;
use crate::server::Shared;

/// Maximum number of moves of variations. A page with more is slow.
const MAX_VARIATIONS: usize = 3000;
/// Properties of a record that the page shows: players with ranks, result, and circumstances of the game.
const RECORD_TEXTS: [&str; 12] = [
    "PB", "BR", "PW", "WR", "RE", "GN", "EV", "RO", "DT", "PC", "SO", "GC",
];

/// A move with its side.
pub(crate) type Turn = (Color, Named<Move>);

pub(crate) fn turns(moves: impl Iterator<Item = (Color, Move)>, size: BoardSize) -> Vec<Turn> {
    moves.map(|(color, mv)| (color, Named::new(mv, size))).collect()
}

data! {
    /// The state of the game and of the server.
    pub(crate) struct GameState<'a>(shared: &'a Shared, play: &'a InteractiveGame, game: &Game) {
        #[serde(flatten)]
        stage: Stage = play.stage(),
        busy: bool = play.is_busy(),
        /// The last move is judged.
        judges: bool = play.is_judging(),
        judge: Option<&'a str> = play.judge.as_ref().map(SharedJudge::name),
        teaching: &'static str = play.teaching().map_or("off", Strictness::name),
        warning: Option<&'a Warning> = play.warning(),
        sides: Sides = play.setup().sides,
        level: f32 = play.engine().settings.level.number(),
        rules: String = game.rules().to_string(),
        komi: f32 = game.komi(),
        handicap: u32 = game.handicap(),
        time: String = play.setup().time.to_string(),
        clocks: ByColor<Option<TimeLeft>> = ByColor::from_fn(|color| play.time_left(color)),
        /// All moves, those that were taken back among them.
        moves: Vec<Turn> = turns(game.moves().chain(play.taken_back()), game.size()),
        /// Number of moves that are made.
        made: usize = game.move_count(),
        position: Position = Position::new(game, Some(play)),
        /// The texts of the record that was opened, by their properties.
        record: BTreeMap<&'static str, &'a str> = record_texts(play),
        dead: Option<Named<PointSet>> = play.dead().map(|&dead| Named::new(dead, game.size())),
        territory: Option<ByColor<Named<PointSet>>> = play.dead().map(|dead| territory(game, dead)),
        count: Option<String> = play.count(),
        result: Option<String> = play.result().map(|result| result.to_string()),
        game: u64 = shared.game,
        archived: Option<&'a str> = shared.archived.as_deref(),
        messages: &'a [Message] = &shared.messages,
        review: Option<&'a ReviewStatus> = shared.review.status.as_ref(),
        exercise: Option<&'a Running> = shared.exercise.running.as_ref(),
        notes: Option<u64> = play.has_notes().then_some(shared.notes),
        graph: Vec<Option<(f32, f32)>> = shared.graph.values(&shared.whole_game()),
    }
}

fn record_texts(play: &InteractiveGame) -> BTreeMap<&'static str, &str> {
    let text = |&name: &&'static str| Some((name, play.opened_text(name)?));
    RECORD_TEXTS.iter().filter_map(text).collect()
}

/// A message to the person.
#[derive(Debug, Serialize)]
pub(crate) struct Message {
    pub(crate) id: u64,
    pub(crate) text: String,
}

/// Returns the points without living stones that each side surrounds, the other side's dead stones among
/// them.
fn territory(game: &Game, dead: &PointSet) -> ByColor<Named<PointSet>> {
    let owner = area_owner(game.board(), dead);
    let is_free = |p| dead.contains(p) || !game.board().cell(p).is_stone();
    ByColor::from_fn(|color| {
        let points = game.size().points();
        let points = points.filter(|&p| owner[p] == Some(color) && is_free(p));
        Named::new(points.collect(), game.size())
    })
}

data! {
    /// The present position of a game, with the comment and the marks that an interactive game has on it.
    pub(crate) struct Position(game: &Game, play: Option<&InteractiveGame>) {
        moves: usize = game.move_count(),
        #[serde(flatten)]
        size: BoardSize = game.size(),
        rows: Vec<String> = game.board().to_string().lines().map(|row| row.replace(' ', "")).collect(),
        stars: Named<Vec<Point>> = Named::new(stars(game.size()).collect(), game.size()),
        to_move: Color = game.to_move(),
        last: Option<Named<Move>> = game.moves().next_back().map(|(_, mv)| Named::new(mv, game.size())),
        /// Numbers of enemy stones that the sides have taken. The game counts those that a side has lost.
        captures: ByColor<u32> = ByColor::from_fn(|color| game.captured()[color.opposite()]),
        comment: Option<String> = play.and_then(|play| play.comment_on(&game.moves().collect::<Vec<_>>())),
        marks: Vec<(Named<Point>, Mark)> = play.map_or(Vec::new(), |play| marks(game, play)),
    }
}

fn marks(game: &Game, play: &InteractiveGame) -> Vec<(Named<Point>, Mark)> {
    let marks = play.marks_on(&game.moves().collect::<Vec<_>>()).into_iter();
    marks
        .map(|(point, mark)| (Named::new(point, game.size()), mark))
        .collect()
}

/// The moves of the game and of its variations. `left_out` is the number of moves beyond the limit.
#[derive(Debug, Serialize)]
pub(crate) struct Variations {
    moves: Vec<VariationMove>,
    left_out: usize,
}

impl Variations {
    pub(crate) fn new(mut moves: Vec<VariationMove>) -> Self {
        let left_out = moves.len().saturating_sub(MAX_VARIATIONS);
        moves.truncate(MAX_VARIATIONS);
        Self { moves, left_out }
    }
}
