// SPDX-License-Identifier: MIT OR Apache-2.0

//! Endgames that can be counted by hand, and reasons that the endgame search leaves alone.

use katachi_rules::{Game, Rules};

use super::search::Gain;
use super::*;
use crate::movegen::for_tests::{self, FINISHED, ONE_STONE};

/// The vertices of moves that gain something, best first, with their gains.
fn proposed(color: Color, diagram: &str) -> Vec<(String, ReasonKind)> {
    for_tests::proposed(color, diagram, gains)
}

#[test]
fn a_stone_that_either_side_gets_is_a_point_for_the_move() {
    for color in Color::BOTH {
        let proposals = proposed(color, ONE_STONE);
        let (vertex, ReasonKind::Endgame { points, is_sente }) = &proposals[0] else {
            panic!("{color}: {proposals:?}");
        };
        assert_eq!(
            (vertex.as_str(), *points, *is_sente),
            ("D3", 1.0, false),
            "{color}"
        );
    }
}

#[test]
fn sente_comes_before_gote_that_gains_more_as_long_as_it_is_answered() {
    let size = katachi_rules::BoardSize::square(9);
    let at = |vertex: &str| size.parse_vertex(vertex).unwrap();
    let gain = |points: f32, sente_temperature: f32| Gain {
        point: 0,
        points,
        sente_temperature,
        stop: 0.0,
        ends_in_sente: true,
    };
    let gained = [
        (at("C1"), gain(1.5, 1.5), 0),
        (at("G1"), gain(1.0, 4.0), 0),
        // Its threat is no larger than what C1 gains, and White would rather play there.
        (at("A5"), gain(1.0, 1.25), 0),
    ];
    let values: Vec<(Point, i32)> = evidence(&gained).iter().map(|e| (e.point, e.value)).collect();
    assert_eq!(values, [(at("C1"), 15), (at("G1"), 20), (at("A5"), 10)]);
}

#[test]
fn of_moves_that_gain_as_much_the_one_with_the_higher_stop_is_worth_more() {
    let gain = |stop: f32, sente_temperature: f32, ends_in_sente: bool| Gain {
        point: 0,
        points: 2.0,
        sente_temperature,
        stop,
        ends_in_sente,
    };
    let best = gain(7.0, 2.0, false);
    assert_eq!(
        loss_against(&gain(6.0, 2.0, false), &best),
        5,
        "a point less in the end"
    );
    assert_eq!(loss_against(&best, &gain(6.0, 2.0, false)), 0);
    // A threat before the move, after which it is Black's turn as before.
    let detour = gain(7.0, 9.0, false);
    assert!(!detour.is_sente());
    assert_eq!(loss_against(&detour, &best), 1);
    assert_eq!(loss_against(&best, &detour), 0);
    let sente = gain(7.0, 9.0, true);
    assert_eq!((loss_against(&best, &sente), loss_against(&sente, &best)), (1, 0));
}

#[test]
fn a_threat_before_a_move_that_gains_as_much_without_it_is_dominated() {
    let gain = |points: f32, sente_temperature: f32, stop: f32| Gain {
        point: 0,
        points,
        sente_temperature,
        stop,
        ends_in_sente: true,
    };
    // The threat afterwards is as large as the gain: neither sente nor gote.
    let plain = gain(1.0, 1.0, 7.0);
    let threat_first = gain(1.0, 4.0, 7.0);
    assert!(threat_first.is_sente() && is_dominated(&threat_first, &plain));
    assert!(!is_dominated(&plain, &threat_first));
    // The side that begins with the threat gets both moves.
    assert!(
        !is_dominated(&gain(1.0, 4.0, 8.0), &plain),
        "it leaves a point more"
    );
    assert!(!is_dominated(&gain(1.5, 4.0, 7.0), &plain), "it gains more");
}

#[test]
fn nothing_is_gained_where_all_borders_are_closed() {
    for color in Color::BOTH {
        assert_eq!(proposed(color, FINISHED), [], "{color}");
    }
}

#[test]
fn nothing_is_searched_before_the_board_fills() {
    let open = "
        . . . . . . .
        . . X . . . .
        . . . . . . .
        . . . . O . .
        . . X . . . .
        . . . . O . .
        . . . . . . .";
    assert_eq!(proposed(Color::Black, open), []);
}

#[test]
fn a_settled_point_that_gains_nothing_has_evidence_for_that() {
    let game = Game::from_position(Board::from_diagram(FINISHED), Color::White, Rules::default(), 0.0);
    let evidence = for_tests::evidence(&game, Color::White, gains);
    let settled = game.board().empty_points().len();
    assert!(evidence.len() == settled && evidence.iter().all(|e| e.value == 0));
}

fn local_gains(color: Color, diagram: &str, center: &str) -> Vec<(String, Gain)> {
    let board = Board::from_diagram(diagram);
    let center = board.size().parse_vertex(center).unwrap();
    let window = Window::around(board.size(), center);
    let window_board = WindowBoard::new(&board, window, &PointSet::EMPTY);
    let empty = window_board.empty(&window_board.start);
    let gains = EndgameSearch::new(&window_board, empty, WINDOW_NODES).gains(color, empty, QUIET_DEPTH);
    let named = |gain: Gain| (board.size().vertex(window.point(gain.point)).to_string(), gain);
    gains.into_iter().map(named).collect()
}

#[test]
fn a_ko_for_one_stone_gains_a_third_of_its_swing() {
    // Black takes at D3 and connects there, or White fills it: three moves for one point.
    let ko = "
        X . X O . O .
        X X X O O O O
        X X O . O . O
        . X X O O O O
        X . X X O . O";
    for (color, vertex) in [(Color::Black, "D3"), (Color::White, "D3")] {
        let gain = local_gains(color, ko, "D3").into_iter().find(|g| g.0 == vertex);
        let points = gain.expect("the move is allowed").1.points;
        assert!((points - 1.0 / 3.0).abs() < 0.1, "{color}: {points}");
    }
}

#[test]
fn the_count_is_the_same_for_both_colours() {
    let swapped = ONE_STONE.replace('X', "#").replace('O', "X").replace('#', "O");
    for color in Color::BOTH {
        assert_eq!(proposed(color, ONE_STONE), proposed(color.opposite(), &swapped));
    }
}

#[test]
fn a_window_has_the_borders_of_the_board() {
    let size = katachi_rules::BoardSize::square(19);
    for vertex in ["A1", "T19", "K10", "T10"] {
        let center = size.parse_vertex(vertex).unwrap();
        let window = Window::around(size, center);
        assert_eq!(window.all.count_ones(), 121, "{vertex}");
        for bit in singles(window.all) {
            let point = window.point(bit);
            let beside = point
                .neighbours()
                .into_iter()
                .filter(|&n| size.contains(n))
                .map(|n| window.bit(n));
            assert_eq!(window.grown(bit), beside.fold(bit, |set, b| set | b), "{point:?}");
        }
    }
}

#[test]
fn stones_are_played_and_captured_as_on_a_board() {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for _ in 0..20 {
        let mut board = Board::new(katachi_rules::BoardSize::square(5));
        let window = Window::around(board.size(), Point::new(2, 2));
        let window_board = WindowBoard::new(&board, window, &PointSet::EMPTY);
        let mut stones = window_board.start;
        for turn in 0..80 {
            let color = Color::BOTH[turn % 2];
            let point = Point::new((rng.next_u32() % 5) as u8, (rng.next_u32() % 5) as u8);
            let bit = window.bit(point);
            if !board.is_empty(point) {
                continue;
            }
            let next = window_board.play(&stones, color, bit);
            assert_eq!(next.is_some(), board.is_legal(color, point), "\n{board}");
            if let Some(next) = next {
                board.place(color, point);
                stones = next;
                let game = Game::from_position(board.clone(), color, Rules::default(), 0.0);
                for p in game.size().points() {
                    for color in Color::BOTH {
                        let has = stones.of[color] & window.bit(p) != 0;
                        assert_eq!(has, board.cell(p).is(color));
                    }
                }
            }
        }
    }
}
