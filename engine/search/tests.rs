// SPDX-License-Identifier: MIT OR Apache-2.0

//! Searches that are stopped, and trees that are kept.

use katachi_rules::{BoardSize, Move, Rules};

use super::*;

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
    let report = search(1).run(&game, Color::Black, 1, &limits);
    assert_eq!((report.visits, report.playouts), (0, 0));
    assert!(game.is_legal(Color::Black, report.best()));
    assert_ne!(report.best(), Move::Pass);
}

#[test]
fn visits_are_those_of_all_threads_together() {
    for threads in [1, 3] {
        let report = search(threads).run(&game(), Color::Black, 1, &Limits::visits(300));
        assert!(report.visits <= 300, "{threads} threads: {}", report.visits);
        assert!(report.visits > 150, "{threads} threads: {}", report.visits);
    }
}

#[test]
fn a_tree_that_is_kept_still_has_playouts_from_its_root() {
    let (mut search, mut game) = (search(1), game());
    let report = search.run(&game, Color::Black, 1, &Limits::visits(2000));
    game.play(Color::Black, report.best()).unwrap();
    // The tree has more visits than are asked for.
    let report = search.run(&game, Color::White, 1, &Limits::visits(100));
    assert!(report.visits > 100 && report.playouts == MIN_SIMULATIONS);
    // The same position once more: what is known of it stays.
    let again = search.run(&game, Color::White, 1, &Limits::visits(100));
    assert_eq!(again, report);
}

#[test]
fn asking_again_gives_the_same_priors() {
    let (mut search, game) = (search(1), game());
    let point = game.size().parse_vertex("A1").expect("a vertex");
    let guide = Guide {
        evidence: vec![(point, 40)],
    };
    let mut priors = |guide: &Guide| {
        let report = search.run_guided(&game, Color::Black, 1, &Limits::visits(100), guide, None);
        let mut priors: Vec<_> = report
            .moves
            .iter()
            .map(|m| (game.size().show(m.mv), m.prior))
            .collect();
        priors.sort_by(|one, other| one.0.cmp(&other.0));
        priors
    };
    let (bare, guided) = (priors(&Guide::default()), priors(&guide));
    assert_ne!(bare, guided);
    assert_eq!(priors(&guide), guided);
    assert_eq!(priors(&Guide::default()), bare);
}
