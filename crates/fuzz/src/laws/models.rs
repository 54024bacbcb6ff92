// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files of weights. A weight that is not finite is refused; with any other weights the engine works.

use std::sync::LazyLock;

use katachi_engine::Engine;
use katachi_engine::knowledge::{ChoiceModel, Knowledge};
use katachi_engine::model::MoveModel;
use katachi_engine::play::{Player, Request};
use katachi_engine::playout::PlayoutWeights;
use katachi_engine::reading::LifePolicy;
use katachi_rules::{BoardSize, Color, Game, PointSet, Rules};

/// Visits of a search with the weights.
const VISITS: u32 = 3;

/// Knowledge without patterns, which take long to join with a model.
static KNOWLEDGE: LazyLock<Knowledge> =
    LazyLock::new(|| Knowledge::default().with_database(mkpat::Database::default()));

/// Reads a move-prediction model, and searches with it.
pub fn move_model(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(model) = MoveModel::parse(&text) {
        assert_finite(&text);
        search(KNOWLEDGE.clone().with_move_model(model));
    }
}

/// Reads the weights of the classical choice, and chooses a move by them.
pub fn choice_model(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(model) = ChoiceModel::parse(&text) {
        assert_finite(&text);
        let engine = Engine {
            knowledge: KNOWLEDGE.clone().with_choice_model(model),
            settings: super::settings(VISITS),
        };
        let game = position();
        let choice = Player::new(engine).weigh(&Request::new(&game, game.to_move()));
        assert!(game.is_legal(game.to_move(), choice.mv), "{:?}", choice.mv);
    }
}

/// Reads the policy of the life-and-death search, and asks for the life of a group.
pub fn life_policy(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(policy) = LifePolicy::parse(&text) {
        assert_finite(&text);
        let engine = Engine {
            knowledge: KNOWLEDGE.clone().with_life_policy(policy),
            settings: super::settings(VISITS),
        };
        let game = position();
        let board = game.board();
        let group: PointSet = game
            .size()
            .points()
            .filter(|&p| board.cell(p).is(Color::White))
            .collect();
        let _ = engine.reader(&game).life().kill(&group);
    }
}

/// Reads playout weights, and searches with them.
pub fn playout_weights(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(weights) = PlayoutWeights::parse(&text) {
        assert_finite(&text);
        search(KNOWLEDGE.clone().with_playout_weights(weights));
    }
}

/// A text that was read has no weight that is not a number.
fn assert_finite(text: &str) {
    for line in text.lines() {
        let mut words = line
            .split_ascii_whitespace()
            .take_while(|word| !word.starts_with('#'));
        let weight = words.nth(1).and_then(|word| word.parse::<f32>().ok());
        assert!(weight.is_none_or(f32::is_finite), "accepted: {line}");
    }
}

/// A position with a few stones.
fn position() -> Game {
    let mut game = Game::new(BoardSize::square(5), Rules::CHINESE, 0.5);
    for name in ["C3", "C2", "B2", "D3", "D2"] {
        let mv = game.size().parse_move(name).expect("it is on the board");
        game.play(game.to_move(), mv).expect("it is legal");
    }
    game
}

fn search(knowledge: Knowledge) {
    let engine = Engine {
        knowledge,
        settings: super::settings(VISITS),
    };
    let game = position();
    let choice = Player::new(engine).choose(&Request::new(&game, game.to_move()));
    assert!(game.is_legal(game.to_move(), choice.mv), "{:?}", choice.mv);
    let report = choice.search.iter().flat_map(|report| &report.moves);
    for searched in report {
        assert!(searched.prior.is_finite(), "{searched:?}");
    }
}
