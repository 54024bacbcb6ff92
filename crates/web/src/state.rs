// SPDX-License-Identifier: MIT OR Apache-2.0

//! The state of the game as data for the page.

use std::collections::BTreeMap;

use katachi_judge::SharedJudge;
use katachi_pages::grid::stars;
use katachi_rules::{Board, BoardSize, Color, Game, Move, Point, PointSet, area_owner};
use katachi_session::{InteractiveGame, Sides, Stage, Strictness, Warning, time_system_text};
use serde::Serialize;

use crate::marks;

/// Properties of a record that the page shows: players with ranks, result, and circumstances of the game.
const RECORD_TEXTS: [&str; 12] = [
    "PB", "BR", "PW", "WR", "RE", "GN", "EV", "RO", "DT", "PC", "SO", "GC",
];

/// Something of each side.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BySide<T> {
    black: T,
    white: T,
}

/// A move with its side.
pub(crate) type SideMove = (&'static str, String);

/// The state of the game. The server adds its own state to it.
#[derive(Debug, Serialize)]
pub(crate) struct GameState {
    stage: &'static str,
    color: Option<&'static str>,
    busy: bool,
    judges: bool,
    judge: Option<&'static str>,
    teaching: &'static str,
    warning: Option<WarningState>,
    sides: Sides,
    level: f32,
    rules: String,
    komi: f32,
    handicap: u32,
    time: String,
    clocks: BySide<Option<ClockState>>,
    moves: Vec<SideMove>,
    made: usize,
    position: Position,
    record: Option<BTreeMap<&'static str, String>>,
    dead: Option<Vec<String>>,
    territory: Option<BySide<Vec<String>>>,
    count: Option<String>,
    result: Option<String>,
}

/// The criticism of the last move. The better move is there when the person has asked for it.
#[derive(Debug, Serialize)]
struct WarningState {
    color: &'static str,
    r#move: String,
    text: String,
    better: Option<Better>,
}

/// The better move.
#[derive(Debug, Serialize)]
struct Better {
    r#move: String,
    text: String,
}

/// The display of a clock: seconds, and stones or periods left in overtime.
#[derive(Debug, Serialize)]
struct ClockState {
    seconds: f64,
    count: u32,
}

/// The stones of a position. `captures` are the numbers of enemy stones that the sides have taken.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Position {
    moves: usize,
    width: u8,
    height: u8,
    rows: Vec<String>,
    stars: Vec<String>,
    pub(crate) to_move: &'static str,
    last: Option<String>,
    captures: BySide<u32>,
    comment: Option<String>,
    marks: Vec<marks::Row>,
}

/// Returns the state of the game.
pub(crate) fn of_game(play: &InteractiveGame) -> GameState {
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
    let setup = play.setup();
    let mut position = Position::new(game);
    position.add_notes(play, &game.moves().collect::<Vec<_>>());
    GameState {
        stage,
        color: color.map(lower),
        busy: play.is_busy(),
        judges: play.is_judging(),
        judge: play.judge().map(SharedJudge::name),
        teaching: play.teaching().map_or("off", Strictness::name),
        warning: play.warning().map(|warning| WarningState::new(warning, size)),
        sides: setup.sides,
        level: play.settings().level.number(),
        rules: game.rules().to_string(),
        komi: game.komi(),
        handicap: game.handicap(),
        time: time_system_text(setup.time),
        clocks: by_side(|color| {
            let left = play.time_left(color)?;
            Some(ClockState {
                seconds: left.time.as_secs_f64(),
                count: left.count,
            })
        }),
        moves: made.map(|(color, mv)| (lower(color), size.show(mv))).collect(),
        made: game.move_count(),
        position,
        record: record(play),
        dead: play.dead().map(|dead| names(game, dead)),
        territory: play.dead().map(|dead| territory(game, dead)),
        count: play.count(),
        result: play.result().map(|result| result.to_string()),
    }
}

fn by_side<T>(of: impl Fn(Color) -> T) -> BySide<T> {
    BySide {
        black: of(Color::Black),
        white: of(Color::White),
    }
}

impl WarningState {
    fn new(warning: &Warning, size: BoardSize) -> Self {
        let better = || Better {
            r#move: size.show(warning.better),
            text: warning.better_text.clone(),
        };
        Self {
            color: lower(warning.color),
            r#move: size.show(warning.mv),
            text: warning.text.clone(),
            better: warning.is_better_told.then(better),
        }
    }
}

impl Position {
    /// Returns the present position of a game.
    pub(crate) fn new(game: &Game) -> Self {
        let (size, board) = (game.size(), game.board());
        // The game counts the stones that a side has lost.
        let lost = game.captured();
        Self {
            moves: game.move_count(),
            width: size.width(),
            height: size.height(),
            rows: rows(board),
            stars: stars(size).map(|star| size.vertex(star).to_string()).collect(),
            to_move: lower(game.to_move()),
            last: game.moves().next_back().map(|(_, mv)| size.show(mv)),
            captures: by_side(|color| lost[color.opposite()]),
            comment: None,
            marks: Vec::new(),
        }
    }

    /// Adds the comment and the marks of the position, which that line leads to.
    pub(crate) fn add_notes(&mut self, play: &InteractiveGame, line: &[(Color, Move)]) {
        self.comment = play.comment_on(line);
        self.marks = marks::rows(&play.marks_on(line), play.game().size());
    }
}

/// Returns the points without living stones that each side surrounds, the other side's dead stones among
/// them.
fn territory(game: &Game, dead: &PointSet) -> BySide<Vec<String>> {
    let owner = area_owner(game.board(), dead);
    by_side(|color| {
        let owned = game.size().points().filter(|&p| owner[p] == Some(color));
        let is_territory = |p: &Point| dead.contains(*p) || !game.board().cell(*p).is_stone();
        names(game, &owned.filter(is_territory).collect())
    })
}

/// Returns the texts of the record that was opened, by their properties. `None` without a record.
fn record(play: &InteractiveGame) -> Option<BTreeMap<&'static str, String>> {
    let texts = RECORD_TEXTS.iter();
    let texts: BTreeMap<_, _> = texts
        .filter_map(|&name| Some((name, play.opened_text(name)?.to_owned())))
        .collect();
    (!texts.is_empty()).then_some(texts)
}

/// Returns the rows from the top, with points as `X`, `O` and `.`.
fn rows(board: &Board) -> Vec<String> {
    let size = board.size();
    let of = |y: u8| {
        let points = (0..size.width()).map(|x| Point::new(x, y));
        let signs = points.map(|p| match board.cell(p).color() {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        });
        signs.collect()
    };
    (0..size.height()).map(of).collect()
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
