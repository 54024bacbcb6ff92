// SPDX-License-Identifier: MIT OR Apache-2.0

//! The data of the page: the game, its positions, and its moves. Names of points and moves are those of the
//! board.

use std::collections::BTreeMap;

use katachi_katago_json::SharedJudge;
use katachi_pages::grid::stars;
use katachi_rules::sgf::Mark;
use katachi_rules::{BoardSize, ByColor, Color, Game, Move, Point, PointSet, TimeLeft, area_owner};
use katachi_session::{InteractiveGame, Sides, Stage, Strictness, VariationMove, Warning};
use katachi_view::Named;
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

/// The state of the game and of the server.
#[derive(Debug, Serialize)]
pub(crate) struct GameState<'a> {
    #[serde(flatten)]
    stage: Stage,
    busy: bool,
    /// The last move is judged.
    judges: bool,
    judge: Option<&'a str>,
    teaching: &'static str,
    warning: Option<&'a Warning>,
    sides: Sides,
    level: f32,
    rules: String,
    komi: f32,
    handicap: u32,
    time: String,
    clocks: ByColor<Option<TimeLeft>>,
    /// All moves, those that were taken back among them.
    moves: Vec<Turn>,
    /// Number of moves that are made.
    made: usize,
    position: Position,
    /// The texts of the record that was opened, by their properties.
    record: BTreeMap<&'static str, &'a str>,
    dead: Option<Named<PointSet>>,
    territory: Option<ByColor<Named<PointSet>>>,
    count: Option<String>,
    result: Option<String>,
    game: u64,
    archived: Option<&'a str>,
    messages: &'a [Message],
    review: Option<&'a ReviewStatus>,
    exercise: Option<&'a Running>,
    notes: Option<u64>,
    graph: Vec<Option<(f32, f32)>>,
}

/// A message to the person.
#[derive(Debug, Serialize)]
pub(crate) struct Message {
    pub(crate) id: u64,
    pub(crate) text: String,
}

impl<'a> GameState<'a> {
    pub(crate) fn new(shared: &'a Shared) -> Self {
        let play = &shared.play;
        let (game, setup) = (play.game(), play.setup());
        let text = |&name: &&'static str| Some((name, play.opened_text(name)?));
        Self {
            stage: play.stage(),
            busy: play.is_busy(),
            judges: play.is_judging(),
            judge: play.judge.as_ref().map(SharedJudge::name),
            teaching: play.teaching().map_or("off", Strictness::name),
            warning: play.warning(),
            sides: setup.sides,
            level: play.engine().settings.level.number(),
            rules: game.rules().to_string(),
            komi: game.komi(),
            handicap: game.handicap(),
            time: setup.time.to_string(),
            clocks: ByColor::from_fn(|color| play.time_left(color)),
            moves: turns(game.moves().chain(play.taken_back()), game.size()),
            made: game.move_count(),
            position: Position::with_notes(game, play),
            record: RECORD_TEXTS.iter().filter_map(text).collect(),
            dead: play.dead().map(|&dead| Named::new(dead, game.size())),
            territory: play.dead().map(|dead| territory(game, dead)),
            count: play.count(),
            result: play.result().map(|result| result.to_string()),
            game: shared.game,
            archived: shared.archived.as_deref(),
            messages: &shared.messages,
            review: shared.review.status.as_ref(),
            exercise: shared.exercise.running.as_ref(),
            notes: play.has_notes().then_some(shared.notes),
            graph: shared.graph.values(&shared.whole_game()),
        }
    }
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

/// The stones of a position, with the comment and the marks on it.
#[derive(Debug, Serialize)]
pub(crate) struct Position {
    moves: usize,
    width: u8,
    height: u8,
    rows: Vec<String>,
    stars: Named<Vec<Point>>,
    pub(crate) to_move: Color,
    last: Option<Named<Move>>,
    /// Numbers of enemy stones that the sides have taken.
    captures: ByColor<u32>,
    comment: Option<String>,
    marks: Vec<(Named<Point>, Mark)>,
}

impl Position {
    /// Returns the present position of a game.
    pub(crate) fn new(game: &Game) -> Self {
        let size = game.size();
        let board = game.board().to_string();
        // The game counts the stones that a side has lost.
        let lost = game.captured();
        Self {
            moves: game.move_count(),
            width: size.width(),
            height: size.height(),
            rows: board.lines().map(|row| row.replace(' ', "")).collect(),
            stars: Named::new(stars(size).collect(), size),
            to_move: game.to_move(),
            last: game.moves().next_back().map(|(_, mv)| Named::new(mv, size)),
            captures: ByColor {
                black: lost.white,
                white: lost.black,
            },
            comment: None,
            marks: Vec::new(),
        }
    }

    /// Returns the present position of a game with the notes of an interactive game on it.
    pub(crate) fn with_notes(game: &Game, play: &InteractiveGame) -> Self {
        let (line, size): (Vec<_>, _) = (game.moves().collect(), game.size());
        let marks = play.marks_on(&line).into_iter();
        Self {
            comment: play.comment_on(&line),
            marks: marks
                .map(|(point, mark)| (Named::new(point, size), mark))
                .collect(),
            ..Self::new(game)
        }
    }
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
