// SPDX-License-Identifier: MIT OR Apache-2.0

//! Searches that are stopped, trees that are kept, and priors.

use katachi_rules::{BoardSize, Move, Point, Rules};

use super::*;

/// All legal moves that fill no own eye have the same prior.
#[derive(Debug)]
struct Even;

impl Priors for Even {
    fn cheap(&self, game: &Game, color: Color, _: bool) -> Vec<(Point, f32)> {
        let board = game.board();
        let points = board
            .empty_points()
            .filter(|&p| board.is_legal(color, p) && !board.is_eye(color, p));
        points.map(|p| (p, 0.01)).collect()
    }
}

/// A search of the side to move with even priors.
pub(super) fn task(game: &Game, visits: u32) -> SearchTask<'_> {
    SearchTask {
        game,
        color: game.to_move(),
        priors: &Even,
        full: &[],
        goal: None,
        playouts: PlayoutWeights::built_in(),
        bonuses: None,
        root_temperature: 1.0,
        seed: 1,
        limits: Limits::visits(visits),
    }
}

fn search(threads: usize) -> Search {
    Search::new(SearchSettings {
        threads,
        memory: 16,
        ..SearchSettings::default()
    })
}

fn game() -> Game {
    Game::new(BoardSize::square(7), Rules::CHINESE, 7.5)
}

#[test]
fn a_search_that_is_stopped_before_it_begins_has_a_move() {
    let (game, stop) = (game(), AtomicBool::new(true));
    let limits = Limits {
        stop: Some(&stop),
        ..Limits::visits(1000)
    };
    let report = search(1).run(&SearchTask {
        limits,
        ..task(&game, 0)
    });
    assert_eq!((report.visits, report.playouts), (0, 0));
    assert!(game.is_legal(Color::Black, report.best()));
    assert_ne!(report.best(), Move::Pass);
}

#[test]
fn visits_are_those_of_all_threads_together() {
    for threads in [1, 3] {
        let report = search(threads).run(&task(&game(), 300));
        assert!(report.visits <= 300, "{threads} threads: {}", report.visits);
        assert!(report.visits > 150, "{threads} threads: {}", report.visits);
    }
}

/// Checks what holds of a report, whatever the threads did at the same time.
fn check_report(game: &Game, report: &Report) {
    let visited: u32 = report.moves.iter().map(|searched| searched.visits).sum();
    assert!(visited <= report.visits, "{visited} of {}", report.visits);
    for searched in &report.moves {
        assert!((0.0..=1.0).contains(&searched.win_rate), "{searched:?}");
        assert!(searched.lead.is_finite(), "{searched:?}");
        let mut line = game.clone();
        for &mv in &searched.variation {
            line.play(line.to_move(), mv).expect("variations are legal");
        }
    }
    let mut points = game.size().points();
    assert!(points.all(|point| (-1.0..=1.0).contains(&report.ownership[point])));
}

#[test]
fn many_threads_on_one_tree_give_whole_reports_when_they_are_stopped() {
    let (mut search, mut game) = (search(8), game());
    for round in 0..60 {
        let stop = AtomicBool::new(false);
        let limits = Limits {
            stop: Some(&stop),
            ..Limits::visits(400)
        };
        let search_task = SearchTask {
            limits,
            seed: round,
            ..task(&game, 0)
        };
        let report = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_micros(round * 200));
                // Every other search comes to its end.
                stop.store(round % 2 == 0, Relaxed);
            });
            search.run(&search_task)
        });
        check_report(&game, &report);
        if round % 3 == 0 && !game.main_phase_is_over() {
            game.play(game.to_move(), report.best()).expect("a legal move");
        } else if round % 7 == 6 {
            game.undo();
        }
    }
}

#[test]
fn a_tree_that_is_kept_still_has_playouts_from_its_root() {
    let (mut search, mut game) = (search(1), game());
    let report = search.run(&task(&game, 2000));
    game.play(Color::Black, report.best()).unwrap();
    // The tree has more visits than requested.
    let report = search.run(&task(&game, 100));
    assert!(report.visits > 100 && report.playouts == MIN_SIMULATIONS);
    // The same position again keeps its statistics.
    let again = search.run(&task(&game, 100));
    assert_eq!(again, report);
}

#[test]
fn asking_again_gives_the_same_priors() {
    let (mut search, game) = (search(1), game());
    let point = game.size().parse_vertex("A1").expect("a vertex");
    let mut priors = |full: &[(Point, f32)]| {
        let report = search.run(&SearchTask {
            full,
            ..task(&game, 100)
        });
        let mut priors: Vec<_> = report
            .moves
            .iter()
            .map(|m| (game.size().show(m.mv), m.prior))
            .collect();
        priors.sort_by(|one, other| one.0.cmp(&other.0));
        priors
    };
    let full = [(point, 1.0)];
    let (bare, blended) = (priors(&[]), priors(&full));
    assert_ne!(bare, blended);
    assert_eq!(priors(&full), blended);
    assert_eq!(priors(&[]), bare);
}

#[test]
fn stepping_back_and_forth_finds_the_trees_of_each_position() {
    let (mut search, mut game) = (search(1), game());
    let mut reports = Vec::new();
    for _ in 0..3 {
        let report = search.run(&task(&game, 300));
        let best = report.best();
        reports.push((game.clone(), report));
        game.play(game.to_move(), best).expect("a legal move");
    }
    // The trees have the visits: a simulation more finds that the search is over.
    for (i, (game, report)) in reports.iter().rev().chain(&reports).enumerate() {
        let again = search.run(&task(game, 300));
        let expected = report.visits..=report.visits + 2;
        assert!(expected.contains(&again.visits), "step {i}: {}", again.visits);
        assert_eq!(again.best(), report.best(), "step {i}");
    }
    // Another move after the first position goes on from the tree of that position.
    let (game, report) = &reports[0];
    let mut other = game.clone();
    let second = report.moves[1].clone();
    other.play(other.to_move(), second.mv).expect("a legal move");
    let after = search.run(&task(&other, 1));
    assert!(
        after.visits >= second.visits,
        "{} and {}",
        after.visits,
        second.visits
    );
}

#[test]
fn past_trees_have_a_limit_of_memory() {
    let (mut search, mut game) = (search(1), game());
    for i in 0..30 {
        let report = search.run(&task(&game, 60));
        let best = report.moves[i % report.moves.len()].mv;
        game.play(game.to_move(), best).expect("a legal move");
    }
    // The past trees may have 4 of the 16 MiB. Each tree is a block of 16,384 nodes or more.
    let count = 1 + search.trees.past.len();
    assert!((2..10).contains(&count), "{count}");
}
