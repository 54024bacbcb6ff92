// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files of weights. A weight that is not finite is refused; with any other weights the engine works.

use std::sync::LazyLock;

use katachi_engine::Engine;
use katachi_engine::knowledge::{ChoiceModel, Knowledge};
use katachi_engine::model::MoveModel;
use katachi_engine::play::{Player, Request};
use katachi_engine::playout::PlayoutWeights;
use katachi_engine::reading::LifePolicy;
use katachi_rules::{BoardSize, Color, Game, Point, PointSet, Rules};

const VISITS: u32 = 3;

/// Knowledge without patterns, which take long to join with a model.
static KNOWLEDGE: LazyLock<Knowledge> =
    LazyLock::new(|| Knowledge::default().with_database(mkpat::Database::default()));

/// Reads a move-prediction model, and searches with it.
pub fn move_model(bytes: &[u8]) {
    if let Some(model) = read(bytes, MoveModel::parse) {
        search(KNOWLEDGE.clone().with_move_model(model));
    }
}

/// Reads the weights of the classical choice, and chooses a move by them.
pub fn choice_model(bytes: &[u8]) {
    if let Some(model) = read(bytes, ChoiceModel::parse) {
        let (engine, game) = position(KNOWLEDGE.clone().with_choice_model(model));
        let choice = Player::new(engine).weigh(&Request::new(&game, game.to_move()));
        assert!(game.is_legal(game.to_move(), choice.mv), "{:?}", choice.mv);
    }
}

/// Reads the policy of the life-and-death search, and asks for the life of a group.
pub fn life_policy(bytes: &[u8]) {
    if let Some(policy) = read(bytes, LifePolicy::parse) {
        let (engine, game) = position(KNOWLEDGE.clone().with_life_policy(policy));
        let is_white = |p: &Point| game.board().cell(*p).is(Color::White);
        let group: PointSet = game.size().points().filter(is_white).collect();
        let _ = engine.reader(&game).life().kill(&group);
    }
}

/// Reads playout weights, and searches with them.
pub fn playout_weights(bytes: &[u8]) {
    if let Some(weights) = read(bytes, PlayoutWeights::parse) {
        search(KNOWLEDGE.clone().with_playout_weights(weights));
    }
}

/// A model, if the bytes are one. It has no weight that is not a number.
fn read<M, E>(bytes: &[u8], parse: impl Fn(&str) -> Result<M, E>) -> Option<M> {
    let text = String::from_utf8_lossy(bytes);
    let model = parse(&text).ok()?;
    for line in text.lines() {
        let words = line.split_ascii_whitespace();
        let mut words = words.take_while(|word| !word.starts_with('#'));
        let weight = words.nth(1).and_then(|word| word.parse::<f32>().ok());
        assert!(weight.is_none_or(f32::is_finite), "accepted: {line}");
    }
    Some(model)
}

/// An engine with that knowledge, and a position with a few stones.
fn position(knowledge: Knowledge) -> (Engine, Game) {
    let mut game = Game::new(BoardSize::square(5), Rules::CHINESE, 0.5);
    for name in ["C3", "C2", "B2", "D3", "D2"] {
        let mv = game.size().parse_move(name).expect("it is on the board");
        game.play(game.to_move(), mv).expect("it is legal");
    }
    let settings = super::settings(VISITS);
    (Engine { knowledge, settings }, game)
}

fn search(knowledge: Knowledge) {
    let (engine, game) = position(knowledge);
    let choice = Player::new(engine).choose(&Request::new(&game, game.to_move()));
    assert!(game.is_legal(game.to_move(), choice.mv), "{:?}", choice.mv);
    for searched in choice.search.iter().flat_map(|report| &report.moves) {
        assert!(searched.prior.is_finite(), "{searched:?}");
    }
}
