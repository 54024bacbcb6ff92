// SPDX-License-Identifier: MIT OR Apache-2.0

//! The data of the page: the game with what is shown beside it, and its variations.

use std::collections::BTreeMap;
use std::sync::Arc;

use katachi_katago_json::SharedJudge;
use katachi_rules::{ByColor, Game, PointSet, TimeLeft, area_owner};
use katachi_session::{InteractiveGame, Sides, Stage, Strictness, VariationMove, Warning};
use katachi_view::{Named, data};
use serde::Serialize;

use crate::exercise::Running;
use crate::position::{Position, Turn, turns};
use crate::review::ReviewStatus;
use crate::shared::{Message, Shared};

/// Maximum number of moves of variations. A page with more is slow.
const MAX_VARIATIONS: usize = 3000;
/// Properties of a record that the page shows: players with ranks, result, and circumstances of the game.
const RECORD_TEXTS: [&str; 12] = [
    "PB", "BR", "PW", "WR", "RE", "GN", "EV", "RO", "DT", "PC", "SO", "GC",
];

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

/// Returns the state as JSON.
pub(crate) fn text(shared: &Shared) -> Arc<str> {
    let state = serde_json::to_string(&GameState::new(shared, &shared.play, shared.play.game()));
    state.expect("it is data").into()
}

fn record_texts(play: &InteractiveGame) -> BTreeMap<&'static str, &str> {
    let text = |&name: &&'static str| Some((name, play.opened_text(name)?));
    RECORD_TEXTS.iter().filter_map(text).collect()
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
