// SPDX-License-Identifier: MIT OR Apache-2.0

//! Dragons in positions where they are known, and in all orientations of random ones.

use katachi_rules::{BoardSize, Color};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::*;
use crate::analysis::orientation::Orientation;
use crate::analysis::{Analysis, Effort, Worms};
use crate::knowledge::Knowledge;
use crate::reading::Reader;
use crate::reading::Verdict;

/// Without playouts the answers follow from the position.
const EFFORT: Effort = Effort {
    reading_nodes: 2000,
    playouts: 0,
};

/// A position with its analysis.
struct Seen {
    board: Board,
    analysis: Analysis,
}

fn see(diagram: &str) -> Seen {
    let board = Board::from_diagram(diagram);
    Seen {
        analysis: Analysis::new(&board, EFFORT),
        board,
    }
}

/// The analysis of a question of a person.
fn see_as_person(diagram: &str) -> Seen {
    let board = Board::from_diagram(diagram);
    let effort = Effort {
        reading_nodes: 30_000,
        playouts: 50,
    };
    let mut reader = Reader::new(&board, effort.reading_nodes).for_person();
    Seen {
        analysis: Analysis::with_knowledge(&board, effort, &Knowledge::default(), &mut reader),
        board,
    }
}

impl Seen {
    fn at(&self, vertex: &str) -> Point {
        self.board.size().parse_vertex(vertex).expect(vertex)
    }

    #[track_caller]
    fn dragon(&self, vertex: &str) -> &Dragon {
        self.analysis.dragons.get(self.at(vertex)).expect(vertex)
    }

    fn are_one(&self, a: &str, b: &str) -> bool {
        self.analysis.dragons.are_one(self.at(a), self.at(b))
    }
}

#[test]
fn strings_are_one_dragon_unless_they_can_be_cut_apart() {
    let diagonal = "
        . . . . . . .
        . . . . . . .
        . . X . . . .
        . . . X . . .
        . . . . . . .";
    let pushed = "
        . . . . . . .
        . . O O . . .
        . . X O O . .
        . O O X O . .
        . . . . . . .";
    // The cutting stone would be captured.
    let mouth = "
        . . . . . . . .
        . . . O . . . .
        . . X . X . . .
        . . . X . . . .
        . . . . . . . .
        . . . . . . . .";
    let waist = "
        . . . . . . . . .
        . . . . . . . . .
        . . . O O . . . .
        . X X O X X . . .
        . . O O . . . . .
        . . . O . . . . .
        . . . . . . . . .";
    let jump = "
        . . . . . . .
        . . . . . . .
        . . X . X . .
        . . . . . . .
        . . . . . . .";
    // One reply keeps both connections against White at D4.
    let bridge = "
        . . . O . . .
        . O O O O O .
        X X X . X X X
        O O . X . X O
        . O O X X O .
        . . . X . . .";
    for (diagram, pairs) in [
        (diagonal, &[("C3", "D2", true)][..]),
        (pushed, &[("C3", "D2", false)]),
        (mouth, &[("C4", "E4", true), ("C4", "D3", true)]),
        (waist, &[("C4", "E4", false), ("D5", "C3", true)]),
        (jump, &[("C3", "E3", true)]),
        (bridge, &[("C4", "D3", true), ("D3", "E4", true)]),
    ] {
        let seen = see(diagram);
        for &(a, b, are_one) in pairs {
            assert_eq!(seen.are_one(a, b), are_one, "{a} and {b} of\n{}", seen.board);
        }
    }
}

#[test]
fn a_jump_between_two_enemies_has_a_cutting_point() {
    let pushed = see("
        . . . . . . .
        . . . O . . .
        . O X . X O .
        . . . O . . .
        . . . . . . .");
    assert!(!pushed.are_one("C3", "E3"));
    let cuts = &pushed.analysis.dragons.connections.cuts;
    assert!(cuts[Color::Black].contains(pushed.at("D3")));
    assert!(!cuts[Color::White].contains(pushed.at("A1")));
}

#[test]
fn the_strings_around_a_cavity_are_one_dragon_and_live_by_its_size() {
    let cavity = see("
        . . . . X O . . .
        . . . . X O . . .
        . . . . X O . . .
        X X X X O O . . .
        O O O O . . . . .
        . . . . . . . . .
        . . . . . . . . .");
    assert!(cavity.are_one("A4", "E7"));
    let corner = cavity.dragon("A4");
    assert_eq!((corner.eyes.max, corner.eyes.min), (2, 2));
    assert_eq!(corner.status, Status::Alive);
}

#[test]
fn strings_are_two_dragons_around_a_string_that_is_not_captured() {
    let seen = see("
        O O O O O O O O O
        O X X X X X X X O
        O X . . . . . X O
        O X O O O O O X O
        O O X . . . X O O
        O O X X X X X O O
        . . X . X . X . .
        . . X X X X X . .
        . . . . . . . . .");
    assert!(
        !seen.are_one("B8", "C4"),
        "White has captured neither side yet, and cuts"
    );
    let lower = seen.dragon("C4");
    assert_eq!(
        (lower.grounds, lower.certainty),
        (Grounds::Unconditional, Certainty::Proved)
    );
    assert_ne!(seen.dragon("B8").certainty, Certainty::Proved);
}

#[test]
fn a_captured_string_stays_alone_and_is_dead() {
    let seen = see("
        . . . . . . . .
        . . X X X . . .
        . X O O O X . .
        . . X X . X . .
        . . . . X . O .
        . . . . . . . .");
    let dead = seen.dragon("C4");
    assert_eq!((dead.status, dead.size), (Status::Dead, 3));
    assert!(seen.analysis.dead.contains(seen.at("D4")));
    assert!(!seen.are_one("C4", "G2"));
}

#[test]
fn a_string_in_atari_that_can_run_is_critical_with_both_moves() {
    let atari = see("
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . X O X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . O . O . . .
        . . . . . . . . .");
    let stone = atari.dragon("D5");
    assert_eq!(stone.status, Status::Critical);
    let (kills, saves) = stone.decisive_points();
    let out = atari.at("D4");
    assert_eq!((kills.first(), saves.first()), (Some(&out), Some(&out)));
    assert_eq!(atari.dragon("C5").lunch, Some(atari.at("D5")));
}

/// A group on the edge with an eye at E4, and one more at C4 and H4 each if its diagonal is Black's.
fn on_the_edge(left: char, right: char) -> Seen {
    see(&format!(
        "
        O X . X . X X . X O
        O {left} X X X X X X {right} O
        O O O O O O O O O O
        . . . . . . . . . ."
    ))
}

#[test]
fn of_two_half_eyes_one_is_sure() {
    let seen = on_the_edge('.', '.');
    let dragon = seen.dragon("D4");
    assert_eq!(dragon.size, 11, "all are one");
    assert_eq!(dragon.eyes.halves, [seen.at("C4"), seen.at("H4")]);
    assert_eq!((dragon.eyes.max, dragon.eyes.min), (2, 2));
    assert_eq!(dragon.status, Status::Alive);
}

#[test]
fn a_half_eye_decides_between_life_and_death() {
    let seen = on_the_edge('.', 'O');
    let dragon = seen.dragon("D4");
    assert_eq!((dragon.eyes.max, dragon.eyes.min), (2, 1));
    assert_eq!(dragon.status, Status::Critical);
    let (kills, saves) = dragon.decisive_points();
    let diagonal = seen.at("B3");
    assert_eq!((kills.first(), saves.first()), (Some(&diagonal), Some(&diagonal)));
}

#[test]
fn a_false_eye_is_none() {
    let seen = on_the_edge('O', 'O');
    let dragon = seen.dragon("D4");
    assert_eq!((dragon.eyes.max, dragon.eyes.min), (1, 1));
    assert_ne!(dragon.status, Status::Alive);
}

#[test]
fn four_points_in_a_square_are_death_and_four_in_a_row_life() {
    let square = see("
        . . X O . . .
        . . X O . . .
        X X X O . . .
        O O O O . . .
        . . . . . . .");
    let dragon = square.dragon("C5");
    assert_eq!(
        (dragon.life.attack, dragon.life.defense),
        (Verdict::Yes, Verdict::No)
    );
    assert_eq!((dragon.ways_out, dragon.status), (0, Status::Dead));
    let straight = see("
        . . . . X O .
        X X X X X O .
        O O O O O O .
        . . . . . . .");
    assert_eq!(straight.dragon("A3").status, Status::Alive);
}

#[test]
fn a_dragon_with_a_way_out_behind_its_eye_space_is_not_surrounded() {
    let seen = see("
        . . . O O O . . .
        . . O X X X O . .
        . . O X . X O . .
        . . O X . X O . .
        . . . X . X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .");
    let open = seen.dragon("D7");
    assert!(open.ways_out > 0 && open.status != Status::Dead);
    assert!(seen.analysis.eyes.get(Color::Black, seen.at("E6")).is_some());
}

#[test]
fn eye_space_is_inhibited_only_where_a_cut_divides_dragons() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let size = BoardSize::square(13);
    let mut points = 0;
    for _ in 0..8 {
        let board = random_position(size, 90, &mut rng);
        let mut reader = Reader::new(&board, 300);
        let worms = Worms::new(&board, &mut reader);
        let dragons = Dragons::joined(&board, &worms, &Knowledge::default(), &mut reader);
        for color in Color::BOTH {
            for p in dragons.connections.inhibited[color].iter() {
                let near = size
                    .points()
                    .filter(|n| n.x().abs_diff(p.x()).max(n.y().abs_diff(p.y())) == 1);
                let stones: Vec<Point> = near.filter(|&n| board.cell(n).is(color)).collect();
                assert!(stones.iter().any(|&s| !dragons.are_one(s, stones[0])), "{p:?}");
                points += 1;
            }
        }
    }
    assert!(points > 0, "there are such points");
}

#[test]
fn in_a_seki_both_live() {
    let seki = see("
        . X O . X X X X . O X .
        X X O X X X X X X O X X
        . X O O O O O O O O X .
        X X X X X X X X X X X X");
    for vertex in ["C4", "E4"] {
        let dragon = seki.dragon(vertex);
        assert!(dragon.seki && dragon.status == Status::Alive, "{vertex}");
        assert_eq!(dragon.races.len(), 1, "{vertex}");
        assert_eq!(dragon.races[0].liberties, [2, 2], "{vertex}");
        assert!(dragon.races[0].shares, "{vertex}");
    }
    let outside = seki.dragon("A1");
    assert!(!outside.seki && outside.status == Status::Alive);
}

#[test]
fn an_even_race_is_critical_and_a_lost_one_is_dead() {
    // Each has three liberties in the other side's wall, which lives by two eyes.
    let even = "
        . O . O O O O O O
        O O O O . O . . O
        O X X X X X X X O
        X O O O O O O O X
        X X X X . X . . X
        . X . X X X X X X";
    let seen = see(even);
    for vertex in ["B4", "B3"] {
        assert_eq!(seen.dragon(vertex).status, Status::Critical, "{vertex}");
    }
    for vertex in ["B6", "B1"] {
        assert_eq!(seen.dragon(vertex).status, Status::Alive, "{vertex}");
    }
    let (kills, saves) = seen.dragon("B4").decisive_points();
    let first = |points: &[Point]| points.first().map(|&p| p.y());
    assert_eq!(
        (first(&kills), first(&saves)),
        (Some(1), Some(4)),
        "each side takes a liberty of the other"
    );
    let behind = see(&even.replacen("O O O O . O", "O O O O O O", 1));
    assert_eq!(behind.dragon("B4").status, Status::Dead);
    assert_ne!(behind.dragon("B3").status, Status::Dead);
}

#[test]
fn a_small_dragon_without_area_is_weak_and_a_lone_stone_is_not() {
    let chased = see("
        . . . . . . . . . . .
        . . . . O . O . O . .
        . . . . . . . . . . .
        . O . . X X . . . O .
        . . . . . . . . . . .
        . . O . O . O . O . .
        . . . . . . . . . . .
        . . . . . . . . . . .");
    let pair = chased.dragon("E5");
    assert!(pair.weak);
    // It may still get out at the top left.
    assert_eq!((pair.status, pair.safety), (Status::Unknown, Status::Critical));
    assert!(!chased.dragon("B5").weak);
}

#[test]
fn a_friend_that_can_be_cut_off_is_reached_by_a_bridge() {
    let seen = see("
        . . . . . . . . .
        . . X O . . . . .
        . . X O O O . . .
        . . X . X X O . .
        . . O O O X O . .
        . . . . O O . . .");
    assert!(!seen.are_one("C3", "E3"));
    let pair = seen.dragon("E3");
    let bridges: Vec<Point> = pair.friends.iter().map(|friend| friend.bridge).collect();
    assert_eq!(bridges, [seen.at("D3")]);
    assert_eq!(pair.friends[0].origin, seen.dragon("C3").origin);
}

#[test]
fn for_a_person_a_dragon_that_cannot_be_killed_is_alive_and_this_is_judged_if_it_has_to_run() {
    let seen = see_as_person(
        "
        . X O . . . . . O X .
        X X O . . . . . O X X
        . X X O O O O O X X .
        X X X . X X X . X X X
        . X X O O O O O X X .
        X X O . . . . . O X X
        . X O . . . . . O X .",
    );
    let joined = seen.dragon("F4");
    assert!(!seen.are_one("F4", "C4"));
    assert!(joined.eyes.max < 2, "it has no eyes of its own");
    assert_eq!(joined.life.attack, Verdict::No, "either of two moves joins it");
    assert_eq!((joined.status, joined.grounds), (Status::Alive, Grounds::Life));
    assert_eq!(joined.certainty.is_read(), joined.ways_out == 0);
    let running = see_as_person(
        "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . X . . . . . .
        . . . O . . X . . O . . .
        . . . O . . . . . O . . .
        . . . . O . . . O . . . .
        . . . . . . . . . . . . .",
    );
    let runner = running.dragon("G5");
    assert!(runner.ways_out > 0);
    assert_eq!(runner.status, Status::Alive);
    assert!(!runner.certainty.is_read());
}

/// A position after random moves that fill no eye.
fn random_position(size: BoardSize, moves: u32, rng: &mut ChaCha8Rng) -> Board {
    let mut board = Board::new(size);
    for i in 0..moves {
        let color = Color::BOTH[i as usize % 2];
        let points: Vec<Point> = size
            .points()
            .filter(|&p| board.is_legal(color, p) && !board.is_eye(color, p))
            .collect();
        if let Some(&p) = points.get(rng.next_u32() as usize % points.len().max(1)) {
            board.place(color, p);
        }
    }
    board
}

#[test]
fn orientation_colours_and_repetition_change_nothing() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let effort = Effort {
        reading_nodes: 300,
        playouts: 10,
    };
    for (width, height, moves) in [(7, 7, 30), (9, 9, 50), (9, 7, 40), (13, 13, 120)] {
        let size = BoardSize::new(width, height).expect("a board");
        let board = random_position(size, moves, &mut rng);
        let mut reader = Reader::new(&board, 0);
        let mut analysis = || Analysis::with_knowledge(&board, effort, &Knowledge::default(), &mut reader);
        let (first, again) = (analysis(), analysis());
        assert!(first.dragons.iter().count() + first.eyes.iter().count() > 3);
        let stones: u32 = first.dragons.iter().map(|dragon| dragon.size).sum();
        assert_eq!(stones as usize, size.area() - board.empty_points().len());
        assert!(again.dragons.iter().eq(first.dragons.iter()));
        for form in Orientation::all(size) {
            let seen = Analysis::new(&form.board(&board), effort);
            let worms = form.map_back(seen.worms);
            let dragons = seen.dragons.map_back(form, &worms);
            for (found, expected) in dragons.iter().zip(first.dragons.iter()) {
                assert_eq!(found, expected, "{form:?}");
            }
            assert!(worms.iter().eq(first.worms.iter()), "{form:?}");
            let eyes = form.map_back(seen.eyes);
            assert!(eyes.iter().eq(first.eyes.iter()), "{form:?}");
        }
    }
}

#[test]
fn of_two_dead_dragons_beside_each_other_one_is_proved_dead() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let effort = Effort {
        reading_nodes: 300,
        playouts: 20,
    };
    let size = BoardSize::square(13);
    let mut dead = 0;
    for _ in 0..12 {
        let board = random_position(size, 120, &mut rng);
        let mut reader = Reader::new(&board, 0).for_person();
        let dragons = Analysis::with_knowledge(&board, effort, &Knowledge::default(), &mut reader).dragons;
        let unproved: Vec<&Dragon> = dragons
            .iter()
            .filter(|dragon| dragon.status == Status::Dead && !dragon.certainty.is_proved())
            .collect();
        dead += unproved.len();
        for dragon in &unproved {
            let is_rival =
                |other: &&&Dragon| other.color != dragon.color && dragon.neighbours.contains(&other.origin);
            assert_eq!(unproved.iter().find(is_rival), None, "{board}");
        }
    }
    assert!(dead > 0, "there are dead dragons");
}

#[test]
fn a_status_is_what_the_answers_about_killing_and_saving_say() {
    let life = |attack, defense| Life {
        attack,
        defense,
        ..Life::default()
    };
    use Verdict::{KoAhead, KoBehind, No, Unknown, Yes};
    for (attack, defense, status) in [
        (Unknown, Unknown, None),
        (No, Unknown, Some(Status::Alive)),
        (Yes, No, Some(Status::Dead)),
        (Yes, Yes, Some(Status::Critical)),
        (Yes, KoBehind, Some(Status::Critical)),
        (KoAhead, No, Some(Status::Critical)),
    ] {
        for ways_out in [0, 8] {
            let found = life(attack, defense).status(true, ways_out);
            assert_eq!(found, status, "{attack:?}, {defense:?}, {ways_out}");
        }
    }
    let runs = life(No, Unknown).status(false, 8);
    assert_eq!(runs, None, "in the choice of a move, as long as it has to run");
}
