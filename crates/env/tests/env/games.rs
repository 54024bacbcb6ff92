// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games played step by step, alone and in batches.

use katachi_env::{BatchEnv, Config, EnvError, MAX_HISTORY, Player};
use katachi_rules::{Cell, Color};

use crate::one;

/// A game after some actions that do not end it.
#[track_caller]
fn played(size: usize, actions: &[u16]) -> BatchEnv {
    let mut env = one(Config::new(size).unwrap(), Player::Zero);
    for &action in actions {
        env.step(&[action]).unwrap();
        assert!(!env.terminated()[0], "the game is over after {action}");
    }
    env
}

fn observation(env: &BatchEnv, player: Player) -> Vec<bool> {
    let mut out = vec![true; env.config().observation_len()];
    env.observe_game(0, player, &mut out).unwrap();
    out
}

/// Black sends two stones, White takes both, and Black could take back and repeat the position.
const SEND_TWO: [u16; 8] = [1, 5, 3, 6, 7, 24, 0, 2];

#[test]
fn a_play_that_repeats_a_position_is_in_the_mask_and_loses() {
    let mut env = played(5, &SEND_TWO);
    assert!(env.legal_action_masks()[1]);
    env.step(&[1]).unwrap();
    assert!(env.terminated()[0]);
    assert_eq!(env.rewards()[0], [-1.0, 1.0]);
}

#[test]
fn a_ko_is_closed_to_the_next_move_and_open_again_after_it() {
    let mut env = played(5, &[1, 2, 5, 8, 11, 12, 7, 6]);
    assert_eq!(env.rows(0).unwrap(), ".XO..\nXO.O.\n.XO..\n.....\n.....\n");
    assert!(!env.legal_action_masks()[7], "Black may not take back at once");
    // A pass is a move elsewhere too.
    env.step(&[env.config().pass()]).unwrap();
    env.step(&[24]).unwrap();
    assert!(env.legal_action_masks()[7]);
}

#[test]
fn illegal_actions_lose_and_show_on_the_board() {
    // A stone of the opponent changes sides.
    let mut env = played(5, &[6, 8]);
    env.step(&[8]).unwrap();
    assert_eq!((env.terminated()[0], env.rewards()[0]), (true, [-1.0, 1.0]));
    assert_eq!(env.cell(0, 1, 3).unwrap(), Cell::Black);
    // A suicide stays on the board, and White is the offender.
    let mut env = played(5, &[1, 24, 5]);
    assert!(!env.legal_action_masks()[0]);
    env.step(&[0]).unwrap();
    assert_eq!(env.rewards()[0], [1.0, -1.0]);
    assert_eq!(env.cell(0, 0, 0).unwrap(), Cell::White);
}

#[test]
fn steps_after_the_end_change_nothing_but_the_rewards() {
    let mut env = played(5, &[12, 25]);
    env.step(&[25]).unwrap();
    assert_eq!(env.rewards()[0], [1.0, -1.0]);
    let planes = Player::BOTH.map(|player| observation(&env, player));
    for action in [12, 0, 25] {
        env.step(&[action]).unwrap();
        assert_eq!(
            (env.terminated()[0], env.rewards()[0], env.steps(0).unwrap()),
            (true, [0.0; 2], 3)
        );
        assert_eq!(env.current_players()[0], Player::One);
        assert!(env.legal_action_masks().iter().all(|&legal| legal));
        assert_eq!(Player::BOTH.map(|player| observation(&env, player)), planes);
    }
}

#[test]
fn a_tie_is_won_by_white_and_the_board_without_stones_by_komi() {
    for (komi, black_wins) in [(-0.5, true), (0.0, false), (0.5, false)] {
        let config = Config::new(4).unwrap().with_komi(komi).unwrap();
        let mut env = one(config, Player::One);
        env.step(&[config.pass()]).unwrap();
        env.step(&[config.pass()]).unwrap();
        assert_eq!((env.area(0).unwrap().black, env.area(0).unwrap().white), (16, 16));
        let found = env.rewards()[0][Player::One.index()] == 1.0;
        assert_eq!(found, black_wins, "komi {komi}");
        assert_eq!(env.black_player(0), Ok(Player::One));
    }
}

#[test]
fn the_limit_of_steps_ends_a_game_by_the_score() {
    let config = Config::new(3).unwrap().with_max_steps(1).unwrap();
    let mut env = one(config, Player::Zero);
    env.step(&[4]).unwrap();
    assert_eq!((env.terminated()[0], env.rewards()[0]), (true, [1.0, -1.0]));
}

#[test]
fn observations_of_the_two_players_swap_planes() {
    let env = played(5, &[12, 7, 3, 25, 18]);
    let (zero, one) = (observation(&env, Player::Zero), observation(&env, Player::One));
    for (a, b) in zero.chunks(17).zip(one.chunks(17)) {
        for i in (0..16).step_by(2) {
            assert_eq!((a[i], a[i + 1]), (b[i + 1], b[i]));
        }
        assert_eq!((a[16], b[16]), (false, true));
    }
    // Five boards back the board was empty.
    assert!(zero.chunks(17).all(|planes| !planes[10..16].contains(&true)));
    // One board back is two boards back with the stone at 3; after the pass the board is there twice.
    assert!(zero[3 * 17 + 2] && zero[3 * 17 + 4] && !zero[18 * 17 + 2]);
}

#[test]
fn histories_of_any_length_begin_with_the_same_boards() {
    let actions = [12, 7, 3, 25, 18, 0, 1, 5, 24, 20, 21];
    let at = |length| {
        let config = Config::new(5).unwrap().with_history_length(length).unwrap();
        let mut env = one(config, Player::One);
        actions.iter().for_each(|&action| env.step(&[action]).unwrap());
        (observation(&env, Player::Zero), 2 * length + 1)
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
    let mut env = played(5, &SEND_TWO);
    env.step(&[1]).unwrap();
    env.reset(0, Player::One).unwrap();
    assert_eq!(env.current_players()[0], Player::One);
    assert!(observation(&env, Player::One).iter().all(|&bit| !bit));
    for action in SEND_TWO {
        env.step(&[action]).unwrap();
    }
    assert!(!env.terminated()[0], "positions of the last game do not count");
}

#[test]
fn what_cannot_be_done_is_an_error_and_changes_nothing() {
    assert_eq!(Config::new(1), Err(EnvError::Size(1)));
    assert_eq!(Config::new(26), Err(EnvError::Size(26)));
    let config = Config::new(9).unwrap();
    assert!(config.with_komi(f32::NAN).is_err());
    assert_eq!(config.with_max_steps(0), Err(EnvError::MaxSteps(0)));
    assert_eq!(config.with_history_length(33), Err(EnvError::HistoryLength(33)));

    let mut env = one(config, Player::Zero);
    let error = env.step(&[82]).unwrap_err();
    let found = error.to_string();
    assert_eq!(found, "action 82 does not exist, the last one is 81 (pass)");
    assert_eq!(env.steps(0).unwrap(), 0);
    let error = env.observe_game(0, Player::Zero, &mut [false; 80]).unwrap_err();
    assert_eq!(error.to_string(), "observation has length 80, expected 1377");

    let mut env = BatchEnv::new(config, 2, 0);
    assert!(env.step(&[0]).is_err());
    assert!(env.step(&[0, 82]).is_err());
    assert!(env.step_and_observe(&[0, 1], &mut []).is_err());
    assert!(env.observe(&mut [false; 3]).is_err());
    assert!(env.random_actions(0, &mut [0]).is_err());
    let found = env.reset(2, Player::Zero);
    assert_eq!(found, Err(EnvError::Game { game: 2, games: 2 }));
    assert!(env.legal_action_masks().iter().all(|&legal| legal));
}

#[test]
fn a_batch_without_games_can_be_stepped() {
    let mut env = BatchEnv::with_threads(Config::new(9).unwrap(), 0, 0, 2).unwrap();
    env.step_and_observe(&[], &mut []).unwrap();
    assert_eq!(env.reset_finished(), 0);
}

/// Plays a batch with resets and compares every game with an environment of one game.
fn check_batch(size: usize, games: usize, threads: usize) {
    let config = Config::new(size).unwrap();
    let mut env = BatchEnv::with_threads(config, games, 7, threads).unwrap();
    let mut alone: Vec<_> = env
        .current_players()
        .iter()
        .map(|&black| one(config, black))
        .collect();
    let len = config.observation_len();
    let (mut planes, mut again) = (vec![false; games * len], vec![false; games * len]);
    let mut actions = vec![0; games];
    for step in 0..3 * config.max_steps() {
        env.random_actions(u64::from(step), &mut actions).unwrap();
        env.step_and_observe(&actions, &mut planes).unwrap();
        env.observe(&mut again).unwrap();
        assert!(planes == again);
        let masks = env.legal_action_masks().chunks(config.actions());
        for (game, (one, mask)) in alone.iter_mut().zip(masks).enumerate() {
            one.step(&[actions[game]]).unwrap();
            assert_eq!(one.legal_action_masks(), mask);
            assert_eq!(one.current_players()[0], env.current_players()[game]);
            assert_eq!(one.rewards()[0], env.rewards()[game]);
            assert_eq!(one.terminated()[0], env.terminated()[game]);
            assert_eq!(one.area(0), env.area(game));
            assert_eq!(one.steps(0), env.steps(game));
            assert_eq!(one.black_player(0), env.black_player(game));
            assert!(observation(one, one.current_players()[0]) == planes[game * len..][..len]);
        }
        env.reset_finished();
        for (one, &black) in alone.iter_mut().zip(env.current_players()) {
            if one.terminated()[0] {
                one.reset(0, black).unwrap();
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
    let mut env = BatchEnv::new(Config::new(2).unwrap(), games, 5);
    let zero = env
        .current_players()
        .iter()
        .filter(|&&p| p == Player::Zero)
        .count();
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
    use katachi_rules::{Board, BoardSize, Point};
    for size in [2, 5, 9, 19, 25] {
        let config = Config::new(size).unwrap();
        let mut env = BatchEnv::new(config, 1, 3);
        let mut board = Board::new(BoardSize::square(size as u8));
        let mut action = [0];
        let mut color = Color::Black;
        for step in 0.. {
            env.random_actions(step, &mut action).unwrap();
            env.step(&action).unwrap();
            if env.terminated()[0] {
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
                let legal = env.legal_action_masks()[index];
                assert_eq!(
                    legal,
                    board.is_legal(color, point(index)),
                    "{:?}\n{board:?}",
                    point(index)
                );
                let found = env.cell(0, index / size, index % size);
                assert_eq!(found, Ok(board.cell(point(index))));
            }
        }
    }
}

#[test]
fn a_clone_of_a_batch_goes_its_own_way_and_games_can_be_left_out_of_a_step() {
    let config = Config::new(5).unwrap();
    let mut env = BatchEnv::new(config, 3, 7);
    let before = env.clone();
    env.step_where(&[0, 1, 2], &[true, false, true]).unwrap();
    let found = [0, 1, 2].map(|game| env.steps(game).unwrap());
    assert_eq!(found, [1, 0, 1], "the second game waits");
    assert_eq!([0, 1, 2].map(|game| before.steps(game).unwrap()), [0, 0, 0]);
    let wrong = env.step_where(&[0, 1, 2], &[true]);
    let found = wrong.unwrap_err().to_string();
    assert_eq!(found, "the choice of games has length 1, expected 3");

    let mut all = vec![true; 3 * config.observation_len()];
    let mut own = vec![true; config.observation_len()];
    env.observe(&mut all).unwrap();
    env.observe_game(2, env.current_players()[2], &mut own).unwrap();
    assert_eq!(own, all[2 * config.observation_len()..]);
}

#[test]
fn a_batch_that_was_restarted_is_as_new() {
    let config = Config::new(5).unwrap();
    let mut env = BatchEnv::new(config, 40, 1);
    env.step(&[12; 40]).unwrap();
    env.reset_drawn(3).unwrap();
    env.restart(2);
    let new = BatchEnv::new(config, 40, 2);
    assert_eq!(env.current_players(), new.current_players());
    assert!((0..40).all(|game| env.steps(game) == Ok(0)));
    env.reset_drawn(3).unwrap();
    let mut other = BatchEnv::new(config, 40, 2);
    other.reset_drawn(3).unwrap();
    assert_eq!(env.black_player(3), other.black_player(3), "draws go on alike");
}

#[test]
fn a_game_that_is_played_again_goes_on_as_the_first_one() {
    let config = Config::new(5).unwrap().with_max_steps(20).unwrap();
    let mut env = BatchEnv::new(config, 4, 7);
    let mut actions = vec![0; 4];
    let mut played = vec![Vec::new(); 4];
    for step in 0..70 {
        env.random_actions(step, &mut actions).unwrap();
        env.step(&actions).unwrap();
        for (game, &action) in actions.iter().enumerate() {
            match env.terminated()[game] {
                true => played[game].clear(),
                false => played[game].push(action),
            }
        }
        env.reset_finished();
    }
    let mut again = BatchEnv::new(config, 4, env.seed());
    for (game, actions) in played.iter().enumerate() {
        let (episode, black) = (env.episode(game).unwrap(), env.black_player(game).unwrap());
        assert!(episode > 0);
        again.reset_as(game, episode, black).unwrap();
        for &action in actions {
            let chosen: Vec<_> = (0..4).map(|other| other == game).collect();
            again.step_where(&[action; 4], &chosen).unwrap();
        }
    }
    for step in 70..200 {
        for env in [&mut env, &mut again] {
            env.random_actions(step, &mut actions).unwrap();
            env.step(&actions).unwrap();
        }
        assert_eq!(env.legal_action_masks(), again.legal_action_masks());
        assert_eq!(env.rewards(), again.rewards());
        assert_eq!(env.current_players(), again.current_players());
        assert_eq!(env.reset_finished(), again.reset_finished());
    }
    assert!(again.reset_as(4, 0, Player::Zero).is_err() && again.episode(4).is_err());
}
