// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games played step by step, alone and in batches. That each step is right is tested by recorded games and
//! by the plain model.

use katachi_env::{BatchEnv, Config, EnvError, Game, MAX_HISTORY, Player};
use katachi_rules::{Board, BoardSize, Color, Point};

use crate::one;

fn observation(env: &BatchEnv, player: Player) -> Vec<bool> {
    let mut out = vec![true; env.config().observation_len()];
    env.games()[0].observe(player, &mut out).unwrap();
    out
}

/// Whether a game is over, and its rewards.
fn end(game: &Game) -> (bool, [f32; 2]) {
    (game.terminated, game.rewards)
}

#[test]
fn a_tie_is_won_by_white_and_the_board_without_stones_by_komi() {
    for (komi, black_wins) in [(-0.5, true), (0.0, false), (0.5, false)] {
        let mut config = Config::new(4).unwrap();
        config.komi = komi;
        let mut env = one(config, Player::One);
        env.step(&[16]).unwrap();
        env.step(&[16]).unwrap();
        let game = &env.games()[0];
        assert_eq!((game.area().black, game.area().white), (16, 16));
        let found = game.rewards[Player::One.index()] == 1.0;
        assert_eq!(found, black_wins, "komi {komi}");
        assert_eq!(game.black_player, Player::One, "komi {komi}");
    }
}

#[test]
fn histories_of_any_length_begin_with_the_same_boards() {
    let actions = [12, 7, 3, 25, 18, 0, 1, 5, 24, 20, 21];
    let at = |history_length| {
        let mut config = Config::new(5).unwrap();
        config.history_length = history_length;
        let mut env = one(config, Player::One);
        actions.iter().for_each(|&action| env.step(&[action]).unwrap());
        (observation(&env, Player::Zero), 2 * history_length + 1)
    };
    let (longest, stride) = at(MAX_HISTORY);
    for length in 1..MAX_HISTORY {
        let (planes, short) = at(length);
        for (a, b) in planes.chunks(short).zip(longest.chunks(stride)) {
            assert_eq!(a[..short - 1], b[..short - 1], "{length} boards");
            assert_eq!(a[short - 1], b[stride - 1]);
        }
    }
}

#[test]
fn a_game_that_was_reset_is_as_new() {
    let mut env = one(Config::new(5).unwrap(), Player::Zero);
    // Black sends two stones, White takes both, and Black takes back and repeats the position.
    for (last, black) in [(true, Player::One), (false, Player::Zero)] {
        for action in [1, 5, 3, 6, 7, 24, 0, 2] {
            env.step(&[action]).unwrap();
            assert!(
                !env.games()[0].terminated,
                "positions of the last game do not count"
            );
        }
        if last {
            env.step(&[1]).unwrap();
            assert!(env.games()[0].terminated);
        }
        env.reset(0, Some(black)).unwrap();
        assert_eq!(env.games()[0].current_player, black);
        assert!(observation(&env, black).iter().all(|&bit| !bit));
    }
}

#[test]
fn what_cannot_be_done_is_an_error_and_changes_nothing() {
    let config = Config::new(9).unwrap();
    let refused = |change: fn(&mut Config)| {
        let mut config = config;
        change(&mut config);
        BatchEnv::new(config, 1, 0).unwrap_err().to_string()
    };
    assert_eq!(refused(|c| c.size = 1), "the board has 1 lines, expected 2 to 25");
    assert_eq!(
        refused(|c| c.size = 26),
        "the board has 26 lines, expected 2 to 25"
    );
    assert!(refused(|c| c.komi = f32::NAN).starts_with("komi is NaN, "));
    assert!(refused(|c| c.max_steps = 0).starts_with("the limit is 0 steps, "));
    assert!(refused(|c| c.history_length = 33).starts_with("an observation has 33 boards, "));

    let mut env = BatchEnv::new(config, 2, 0).unwrap();
    let why = |done: Result<(), EnvError>| done.unwrap_err().to_string();
    let found = why(env.step(&[0, 82]));
    assert_eq!(found, "action 82 does not exist, the last one is 81 (pass)");
    assert_eq!(why(env.step(&[0])), "actions has length 1, expected 2");
    let found = why(env.step_where(&[0, 1], &[true]));
    assert_eq!(found, "the choice of games has length 1, expected 2");
    let found = why(env.games()[0].observe(Player::Zero, &mut [false; 80]));
    assert_eq!(found, "observation has length 80, expected 1377");
    assert_eq!(why(env.reset(2, None)), "game 2 does not exist, there are 2");
    assert!(env.step_and_observe(&[0, 1], &mut []).is_err());
    assert!(env.observe(&mut [false; 3]).is_err());
    assert!(env.random_actions(0, &mut [0]).is_err());
    let is_new = |game: &Game| game.steps == 0 && game.legal_action_mask.iter().all(|&legal| legal);
    assert!(env.games().iter().all(is_new));
}

#[test]
fn a_batch_without_games_can_be_stepped() {
    let mut env = BatchEnv::new(Config::new(9).unwrap(), 0, 0).unwrap();
    env = env.with_threads(2).unwrap();
    env.step_and_observe(&[], &mut []).unwrap();
    assert_eq!(env.reset_finished(), 0);
}

/// Plays a batch with resets and compares every game with an environment of one game.
fn check_batch(size: usize, games: usize, threads: usize) {
    let config = Config::new(size).unwrap();
    let env = BatchEnv::new(config, games, 7).unwrap();
    let mut env = env.with_threads(threads).unwrap();
    let alone = env.games().iter().map(|game| one(config, game.black_player));
    let mut alone: Vec<_> = alone.collect();
    let len = config.observation_len();
    let (mut planes, mut again) = (vec![false; games * len], vec![false; games * len]);
    let mut actions = vec![0; games];
    for step in 0..3 * config.max_steps {
        env.random_actions(u64::from(step), &mut actions).unwrap();
        env.step_and_observe(&actions, &mut planes).unwrap();
        env.observe(&mut again).unwrap();
        assert!(planes == again);
        for (index, (one, game)) in alone.iter_mut().zip(env.games()).enumerate() {
            one.step(&[actions[index]]).unwrap();
            let other = &one.games()[0];
            assert_eq!(other.legal_action_mask, game.legal_action_mask);
            assert_eq!((end(other), other.steps), (end(game), game.steps));
            assert_eq!(other.current_player, game.current_player);
            assert_eq!(other.area(), game.area());
            assert_eq!(other.black_player, game.black_player);
            assert!(observation(one, game.current_player) == planes[index * len..][..len]);
        }
        env.reset_finished();
        for (one, game) in alone.iter_mut().zip(env.games()) {
            if one.games()[0].terminated {
                one.reset(0, Some(game.black_player)).unwrap();
            }
        }
    }
}

#[test]
fn games_of_a_batch_are_what_they_are_alone_on_any_number_of_threads() {
    check_batch(2, 5, 1);
    check_batch(5, 67, 3);
    check_batch(7, 40, 2);
}

#[test]
fn draws_are_even_among_legal_actions_and_players() {
    let games = 8_000;
    let mut env = BatchEnv::new(Config::new(2).unwrap(), games, 5).unwrap();
    let has_zero = |game: &&Game| game.black_player == Player::Zero;
    let zero = env.games().iter().filter(has_zero).count();
    let holds = (3_800..4_200).contains(&zero);
    assert!(holds, "player 0 has Black in {zero} games");
    env.step(&vec![0; games]).unwrap();
    let mut actions = vec![0; games];
    env.random_actions(9, &mut actions).unwrap();
    let drawn = |action| actions.iter().filter(|&&drawn| drawn == action).count();
    assert_eq!(drawn(0), 0, "there is a stone");
    for action in 1..5 {
        assert!(
            (1_850..2_150).contains(&drawn(action)),
            "action {action}: {}",
            drawn(action)
        );
    }
}

#[test]
fn masks_agree_with_the_board_asked_point_by_point() {
    for size in [2, 5, 9, 19, 25] {
        let config = Config::new(size).unwrap();
        let mut env = BatchEnv::new(config, 1, 3).unwrap();
        let mut board = Board::new(BoardSize::square(size as u8));
        let mut action = [0];
        let mut color = Color::Black;
        for step in 0.. {
            env.random_actions(step, &mut action).unwrap();
            env.step(&action).unwrap();
            if env.games()[0].terminated {
                break;
            }
            let point = |index: usize| Point::new((index % size) as u8, (index / size) as u8);
            if action[0] == config.pass() {
                board.clear_ko();
            } else {
                board.place(color, point(usize::from(action[0])));
            }
            color = color.opposite();
            for index in 0..config.points() {
                let legal = env.games()[0].legal_action_mask[index];
                assert_eq!(
                    legal,
                    board.is_legal(color, point(index)),
                    "{:?}\n{board:?}",
                    point(index)
                );
                let found = env.games()[0].cell(index / size, index % size);
                assert_eq!(found, board.cell(point(index)));
            }
        }
    }
}

fn steps(env: &BatchEnv) -> Vec<u32> {
    env.games().iter().map(|game| game.steps).collect()
}

#[test]
fn a_clone_of_a_batch_goes_its_own_way_and_games_can_be_left_out_of_a_step() {
    let config = Config::new(5).unwrap();
    let mut env = BatchEnv::new(config, 3, 7).unwrap();
    let before = env.clone();
    env.step_where(&[0, 1, 2], &[true, false, true]).unwrap();
    assert_eq!(steps(&env), [1, 0, 1], "the second game waits");
    assert_eq!(steps(&before), [0, 0, 0]);
    let mut all = vec![true; 3 * config.observation_len()];
    let mut own = vec![true; config.observation_len()];
    env.observe(&mut all).unwrap();
    let last = &env.games()[2];
    last.observe(last.current_player, &mut own).unwrap();
    assert_eq!(own, all[2 * config.observation_len()..]);
}

fn black(env: &BatchEnv) -> Vec<Player> {
    env.games().iter().map(|game| game.black_player).collect()
}

#[test]
fn a_batch_that_was_restarted_is_as_new() {
    let config = Config::new(5).unwrap();
    let mut env = BatchEnv::new(config, 40, 1).unwrap();
    env.step(&[12; 40]).unwrap();
    env.reset(3, None).unwrap();
    env.restart(2);
    let mut other = BatchEnv::new(config, 40, 2).unwrap();
    assert_eq!(black(&env), black(&other));
    assert_eq!(steps(&env), [0; 40]);
    for env in [&mut env, &mut other] {
        env.reset(3, None).unwrap();
    }
    assert_eq!(black(&env), black(&other), "draws go on alike");
}

#[test]
fn a_game_that_is_played_again_goes_on_as_the_first_one() {
    let config = Config {
        max_steps: 20,
        ..Config::new(5).unwrap()
    };
    let mut env = BatchEnv::new(config, 4, 7).unwrap();
    let mut actions = vec![0; 4];
    let mut played = vec![Vec::new(); 4];
    for step in 0..70 {
        env.random_actions(step, &mut actions).unwrap();
        env.step(&actions).unwrap();
        for ((played, game), &action) in played.iter_mut().zip(env.games()).zip(&actions) {
            match game.terminated {
                true => played.clear(),
                false => played.push(action),
            }
        }
        env.reset_finished();
    }
    let mut again = BatchEnv::new(config, 4, env.seed()).unwrap();
    for (index, (game, actions)) in env.games().iter().zip(&played).enumerate() {
        assert!(game.episode > 0);
        again.reset_as(index, game.episode, game.black_player).unwrap();
        let chosen = [0, 1, 2, 3].map(|other| other == index);
        for &action in actions {
            again.step_where(&[action; 4], &chosen).unwrap();
        }
    }
    for step in 70..200 {
        for env in [&mut env, &mut again] {
            env.random_actions(step, &mut actions).unwrap();
            env.step(&actions).unwrap();
        }
        for (game, other) in env.games().iter().zip(again.games()) {
            assert_eq!(game.legal_action_mask, other.legal_action_mask);
            assert_eq!(end(game), end(other));
            assert_eq!(game.current_player, other.current_player);
        }
        assert_eq!(env.reset_finished(), again.reset_finished());
    }
}
