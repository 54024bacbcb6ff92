// SPDX-License-Identifier: MIT OR Apache-2.0

//! Whole games of the engine against itself, under random rules and settings, beside a plain model.

use katachi_engine::Engine;
use katachi_engine::play::{Level, Player, Request, Settings};
use katachi_engine::search::SearchSettings;
use katachi_rules::{
    Action, Agreement, BoardSize, Game, HandicapBonus, KoRule, PassDead, Phase, PointSet, Rules, Scoring,
    Tax, fixed_handicap,
};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::SoakReport;
use crate::twins::agree::area_agrees;
use crate::twins::plain::{cells_of, place};
use crate::twins::tally::{Counted, plain_score};
use crate::twins::twin::Twin;

const MAX_VISITS: u32 = 12;

/// Plays games. The board has `size` lines or, in every fourth game, random sides up to that. Every move is
/// legal in the plain model, and every score at the end is that of a recount.
pub fn games(count: u32, size: u8, seed: u64) -> SoakReport {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let engine = Engine::new(Settings::default());
    SoakReport::of_run("games", count, |_| play(&engine, size, &mut random))
}

fn below(random: &mut ChaCha8Rng, n: u32) -> u32 {
    random.next_u32() % n
}

fn one_of<T: Copy>(random: &mut ChaCha8Rng, all: &[T]) -> T {
    all[below(random, all.len() as u32) as usize]
}

/// Returns the number of moves.
fn play(engine: &Engine, size: u8, random: &mut ChaCha8Rng) -> u64 {
    let mut game = start(size, random);
    let (size, rules) = (game.size(), game.rules());
    let mut twin = Twin::from_stones(size, rules, cells_of(game.board()), game.to_move());
    let mut counted = Counted::default();
    let mut players = [(); 2].map(|()| player(engine, random));
    // Games under simple ko may be endless.
    let max_moves = 4 * size.area() + 20;
    while !game.is_over() && game.move_count() < max_moves {
        let (color, phase) = (game.to_move(), game.phase());
        let choice = players[color as usize].choose(&Request::new(&game, color));
        let mv = choice.allowed(&game, color);
        let action = game.action(color, mv).expect("the engine chooses legal moves");
        if let Some(point) = mv.point() {
            let expected = twin.action(color, place(size, point));
            let board = game.board();
            assert_eq!(Some(action), expected, "{color} at {point:?} on\n{board:?}");
        }
        game.play(color, mv).expect("it is legal");
        twin.play(color, action, |p| place(size, p));
        if matches!(action, Action::Stone(_)) && phase == Phase::Cleanup2 {
            counted.free_moves[color as usize] += 1;
        }
        let found = (&cells_of(game.board()), game.phase(), game.end());
        let expected = (twin.cells(), twin.phase, twin.end);
        assert_eq!(found, expected, "move {}", game.move_count());
    }
    counted.captured = twin.captured;
    counted.button = twin.button;
    let dead = players[0].engine.final_status(&game).dead;
    for dead in [PointSet::EMPTY, dead] {
        area_agrees(game.board(), &dead);
        let agreement = Agreement {
            dead,
            ..Agreement::default()
        };
        let score = game.agreed_score(&agreement);
        let found = [score.sides.black.total(), score.sides.white.total()];
        let expected = plain_score(&game, &counted, &dead);
        assert_eq!(found, expected, "{score} on\n{:?}", game.board());
    }
    game.move_count() as u64
}

fn start(size: u8, random: &mut ChaCha8Rng) -> Game {
    let size = match below(random, 4) {
        0 => {
            let mut side = || 2 + below(random, u32::from(size) - 1) as u8;
            BoardSize::new(side(), side()).expect("the sides are in range")
        }
        _ => BoardSize::square(size),
    };
    let rules = match below(random, 3) {
        0 => one_of(random, &Rules::PRESETS).1,
        _ => random_rules(random),
    };
    let komi = below(random, 41) as f32 / 2.0 - 5.0;
    let mut game = Game::new(size, rules, komi);
    let stones = below(random, 10);
    if let Some(points) = fixed_handicap(size, stones as usize) {
        game.set_handicap(&points).expect("the board is empty");
    }
    game
}

fn random_rules(random: &mut ChaCha8Rng) -> Rules {
    use HandicapBonus::{Stones, StonesLessOne, Zero};
    use KoRule::{Positional, Simple, Situational, Spight};
    const SWITCH: &[bool] = &[false, true];
    Rules {
        ko: one_of(random, &[Simple, Positional, Situational, Spight]),
        scoring: one_of(random, &[Scoring::Area, Scoring::Territory]),
        tax: one_of(random, &[Tax::None, Tax::Seki, Tax::All]),
        suicide: one_of(random, SWITCH),
        button: one_of(random, SWITCH),
        handicap_bonus: one_of(random, &[Zero, Stones, StonesLessOne]),
        // A setting of programs, which no text of rules tells.
        handicap_from_moves: false,
        friendly_pass_ok: one_of(random, SWITCH),
        self_play_opts: below(random, 4) == 0,
        pass_dead: one_of(random, &[PassDead::Practice, PassDead::Letter]),
    }
}

/// A player with a random level or a few visits, which never resigns.
fn player(engine: &Engine, random: &mut ChaCha8Rng) -> Player {
    let visits = match below(random, 3) {
        0 => None,
        _ => Some(1 + below(random, MAX_VISITS)),
    };
    let settings = Settings {
        seed: u64::from(random.next_u32()),
        // Without a number of visits these levels choose most moves without a search.
        level: Level::new(1.0 + below(random, 20) as f32 / 10.0).unwrap_or(Level::MIN),
        resign: None,
        search: Some(SearchSettings {
            visits,
            memory: 16,
            ..SearchSettings::default()
        }),
        ..Settings::default()
    };
    Player::new(Engine {
        knowledge: engine.knowledge.clone(),
        settings,
    })
}
