// SPDX-License-Identifier: MIT OR Apache-2.0

//! Which proposals are chosen, rejected and overruled.

use katachi_rules::sgf::{Record, read};
use katachi_rules::{Board, Color, Game, Move, Rules};

use super::*;
use crate::analysis::{Analysis, Effort};
use crate::choice_model::Sum;
use crate::knowledge::Knowledge;
use crate::learn::VALUE_PER_NAT;
use crate::model::{FeatureSet, MoveModel};
use crate::movegen::for_tests::{self, FINISHED, ONE_STONE};
use crate::movegen::{Generators, PatternValue};
use crate::patterns::PatternSource;
use crate::play::{Engine, Level, Request, Settings};
use crate::position::Position;

fn pattern(value: i32, preferred_for: Vec<Point>) -> ReasonKind {
    ReasonKind::Pattern(Box::new(PatternValue {
        value,
        preferred_for,
        ..PatternValue::default()
    }))
}

fn game_at(color: Color, diagram: &str) -> Game {
    Game::from_position(Board::from_diagram(diagram), color, Rules::default(), 0.0)
}

/// The choice by that evidence, each with a vertex.
fn choose_by(game: &Game, color: Color, evidence: Vec<(&str, ReasonKind, i32)>, among: &[Point]) -> Weighed {
    let at = |(vertex, kind, value): (&str, ReasonKind, i32)| {
        Evidence::new(game.size().parse_vertex(vertex).expect("a vertex"), kind, value)
    };
    let evidence = evidence.into_iter().map(at).collect();
    for_tests::with_input(game, color, &Knowledge::default(), |input, reader| {
        choose(input, reader, evidence, among)
    })
}

/// The move that is chosen if a pattern alone proposes each of these points, the first for most.
fn chosen(color: Color, diagram: &str, vertices: &[&'static str], among: &[Point]) -> Move {
    let game = game_at(color, diagram);
    let values = (1..60).rev();
    let evidence = vertices
        .iter()
        .zip(values)
        .map(|(&at, value)| (at, pattern(value, Vec::new()), value));
    let weighed = choose_by(&game, color, evidence.collect(), among);
    weighed.best().map_or(Move::Pass, |best| Move::Play(best.point))
}

const OPEN: &str = "
    . . . . .
    . X . . .
    . . . . .
    . . . O .
    . . . . .";

#[test]
fn the_best_proposal_is_played() {
    let center = Move::Play(Point::new(2, 2));
    assert_eq!(chosen(Color::Black, OPEN, &["C3", "A5"], &[]), center);
}

#[test]
fn a_plain_move_is_no_proposal_by_itself() {
    let game = game_at(Color::Black, OPEN);
    let proposed = |value, source| {
        let kind = ReasonKind::Pattern(Box::new(PatternValue {
            value,
            source,
            ..PatternValue::default()
        }));
        let found = choose_by(&game, Color::Black, vec![("C3", kind, value)], &[]);
        !found.proposals.is_empty()
    };
    let fitted = Some(PatternSource::Fitted {
        pattern: 0,
        weight: 1.0,
        alone: 0.0,
        bonus: 0,
    });
    assert_eq!(
        [5, BARE_VALUE, 40].map(|value| proposed(value, fitted)),
        [true, false, true]
    );
    assert!(proposed(BARE_VALUE, Some(PatternSource::Unfitted)));
}

#[test]
fn what_is_worth_nothing_is_kept_and_not_proposed() {
    let game = game_at(Color::Black, OPEN);
    let choice = choose_by(&game, Color::Black, vec![("C3", pattern(0, Vec::new()), 0)], &[]);
    assert!(choice.best().is_none() && choice.proposals.is_empty());
    let rejected: Vec<Rejection> = choice.rejected.iter().map(|e| e.reason).collect();
    assert_eq!(rejected, [Rejection::Worthless]);
}

#[test]
fn only_the_points_that_are_asked_about_are_chosen_among() {
    let center = Point::new(2, 2);
    assert_eq!(
        chosen(Color::Black, OPEN, &["A5", "C3"], &[center]),
        Move::Play(center)
    );
    assert_eq!(chosen(Color::Black, OPEN, &["A5"], &[center]), Move::Pass);
}

#[test]
fn nothing_is_played_in_settled_area() {
    let settled = "
        . X . X O . O
        X X X X O O O
        . X . X O . O
        X X X X O O O
        . X . X O . O
        X X X X O O O
        . X . X O O .";
    for color in Color::BOTH {
        assert_eq!(
            chosen(color, settled, &["A3", "G1", "F3"], &[]),
            Move::Pass,
            "{color}"
        );
    }
}

#[test]
fn what_cannot_be_chosen_is_kept_with_the_reason() {
    let game = game_at(Color::Black, FINISHED);
    let evidence = vec![
        ("A1", pattern(20, Vec::new()), 20),
        ("D3", pattern(9, Vec::new()), 9),
    ];
    let choice = choose_by(&game, Color::Black, evidence, &[]);
    let rejected = choice.rejected.iter().map(|e| (e.proposal.value, e.reason));
    assert_eq!(
        rejected.collect::<Vec<_>>(),
        [(20, Rejection::OwnEye), (9, Rejection::Settled)]
    );
}

#[test]
fn of_the_moves_that_capture_a_string_the_one_that_a_pattern_prefers_is_worth_most() {
    let game = game_at(Color::Black, OPEN);
    let string = Point::new(3, 3);
    let capture = || ReasonKind::Capture { string, size: 1 };
    let evidence = vec![
        ("C2", capture(), 28),
        ("D3", capture(), 25),
        ("E2", pattern(1, vec![string]), 1),
    ];
    let choice = choose_by(&game, Color::Black, evidence, &[]);
    let worth = |x, y| {
        let at = |p: &&Proposal| p.point == Point::new(x, y);
        let proposal = choice.proposals.iter().find(at).expect("a proposal");
        let captures = |r: &&Reason| matches!(r.kind, ReasonKind::Capture { .. });
        proposal.reasons.iter().find(captures).map(|reason| reason.value)
    };
    assert_eq!(
        [worth(4, 3), worth(3, 2), worth(2, 3)],
        [Some(28), Some(25), Some(25)]
    );
    assert_eq!(choice.proposals[0].point, Point::new(4, 3));
}

#[test]
fn what_is_not_read_makes_the_value_uncertain() {
    let game = game_at(Color::Black, OPEN);
    let string = Point::new(3, 3);
    let evidence = vec![
        ("C2", ReasonKind::Capture { string, size: 1 }, 28),
        ("C2", pattern(40, Vec::new()), 40),
        ("D3", ReasonKind::Capture { string, size: 1 }, 25),
    ];
    let choice = choose_by(&game, Color::Black, evidence, &[]);
    let uncertain = choice.proposals.iter().map(Proposal::uncertainty);
    assert_eq!(uncertain.collect::<Vec<_>>(), [40, 0], "the capture is read");
}

/// A reason that something speaks for at a vertex, after the endgame search is done.
fn weighed(color: Color, diagram: &str, vertex: &str, kind: ReasonKind, value: i32) -> Reason {
    let game = game_at(color, diagram);
    let point = game.size().parse_vertex(vertex).expect("a vertex");
    for_tests::with_input(&game, color, &Knowledge::default(), |input, reader| {
        let mut evidence = super::super::endgame::gains(input, reader);
        evidence.push(Evidence::new(point, kind.clone(), value));
        let proposals = proposals(input, evidence);
        let mut reasons = proposals.into_iter().flat_map(|proposal| proposal.reasons);
        reasons
            .find(|reason| reason.kind == kind)
            .expect("nothing vanishes")
    })
}

#[test]
fn what_the_endgame_search_has_counted_is_not_counted_twice() {
    let capture = |value| {
        let (string, size) = (Point::new(4, 2), 1);
        let kind = ReasonKind::Capture { string, size };
        weighed(Color::White, ONE_STONE, "D3", kind, value).overruled
    };
    assert_eq!(
        capture(18),
        Some(Overruled::InEndgameGain),
        "the gain in gote alone"
    );
    assert_eq!(
        capture(60),
        None,
        "so much more than was counted is something else"
    );
}

#[test]
fn a_proof_about_the_life_of_a_group_is_not_overruled() {
    let group = Board::from_diagram(FINISHED).size().parse_vertex("B9");
    let (group, saves, size, by_ko) = (group.expect("a vertex"), false, 12, false);
    let kind = ReasonKind::Life {
        group,
        saves,
        size,
        by_ko,
    };
    assert_eq!(weighed(Color::White, FINISHED, "J8", kind, 60).overruled, None);
}

#[test]
fn stones_that_are_dead_even_if_they_move_are_not_rescued() {
    let counts = |diagram: &str, at: &str, stone: &str| {
        let size = Board::from_diagram(diagram).size();
        let string = size.parse_vertex(stone).expect("a vertex");
        // So high that the endgame search does not include it.
        let kind = ReasonKind::Save { string, size: 1 };
        weighed(Color::White, diagram, at, kind, 60).overruled.is_none()
    };
    assert!(!counts(FINISHED, "D5", "C5"), "Black captures it after all");
    let critical = ONE_STONE.replace('X', "#").replace('O', "X").replace('#', "O");
    assert!(counts(&critical, "D3", "E3"), "it lives by that move");
}

#[test]
fn the_classical_choice_passes_once_all_borders_are_closed() {
    let finished = "
        . X . X O . O . O
        X X X X O O O O .
        . X . X O . O . O
        X X X X O O O O O
        . . O . X X O . O
        X X X . X O O O O
        . . . . X O . . .
        . X X X X O . O .
        . . . X X O . . .";
    let settings = Settings {
        search: None,
        level: Level::new(5.0).expect("a level"),
        ..Settings::default()
    };
    let engine = Engine::new(settings);
    for rules in [Rules::CHINESE, Rules::JAPANESE] {
        for color in Color::BOTH {
            let game = Game::from_position(Board::from_diagram(finished), color, rules, 7.5);
            let choice = engine.choose(&Request::new(&game, color), &mut engine.reader(&game));
            assert_eq!(choice.mv, Move::Pass, "{color}");
        }
    }
}

const WALLS: &str = "
    . . X . . O . .
    . . X . . O . .
    . . X . . O . .
    . . X . . O . .";

/// The proposals by an engine, with or without a search.
fn proposals_with(diagram: &str, searches: bool, generators: Generators) -> Vec<Proposal> {
    let settings = Settings {
        search: searches.then(Default::default),
        generators,
        ..Settings::default()
    };
    let engine = Engine::new(settings);
    let game = game_at(Color::Black, diagram);
    let choice = engine.choose(&Request::new(&game, Color::Black), &mut engine.reader(&game));
    choice.proposals
}

#[test]
fn the_best_moves_are_played_out_where_no_search_does() {
    let is_played_out = |p: &Proposal| {
        p.reasons
            .iter()
            .any(|r| matches!(r.kind, ReasonKind::After { .. }))
    };
    for generators in [Generators::All, Generators::WithoutModel] {
        let proposals = proposals_with(WALLS, false, generators);
        assert!(is_played_out(&proposals[0]), "{:?}", proposals[0]);
        let played_out = proposals.iter().filter(|p| is_played_out(p));
        assert_eq!(played_out.count(), 8.min(proposals.len()));
        assert!(proposals.is_sorted_by_key(|p| -p.value));
    }
    let searched = proposals_with(WALLS, true, Generators::All);
    assert!(!searched.iter().any(is_played_out));
}

#[test]
fn candidates_have_what_the_choice_adds_up() {
    let game = game_at(Color::Black, OPEN);
    let engine = Engine::default();
    let request = Request::new(&game, Color::Black);
    let candidates = engine.candidates(&request, &mut engine.reader(&game));
    let choice = &engine.knowledge.choice;
    for (sum, generators) in Sum::BOTH
        .into_iter()
        .zip([Generators::All, Generators::WithoutModel])
    {
        for proposal in proposals_with(OPEN, false, generators) {
            let candidate = candidates.iter().find(|c| c.point == proposal.point);
            let terms = &candidate.expect("a legal move").terms[sum as usize];
            let units = terms.iter().map(|term| match *term {
                Term::Feature(feature) => VALUE_PER_NAT * choice.weight(sum, feature),
                Term::Nats(nats) | Term::Alone(nats, _) => VALUE_PER_NAT * nats,
                Term::Units(units) => units as f32,
            });
            let (value, units) = (proposal.value as f32, units.sum::<f32>());
            let rounding = proposal.reasons.len() as f32;
            assert!((value - units).abs() <= rounding, "{sum:?} {units} {proposal:?}");
        }
    }
}

/// Twelve positions of all sizes, each also some moves later, as the move-prediction model would play.
fn sixty_positions() -> Vec<Game> {
    let games = read(include_bytes!("../../../tests/data/positions.sgf")).expect("records");
    let mut positions = Vec::new();
    for record in games.trees.iter().map(Record::from_tree) {
        let mut game = record
            .and_then(|record| record.game_after(usize::MAX, Rules::CHINESE, 7.5))
            .expect("a position");
        for _ in 0..5 {
            positions.push(game.clone());
            for _ in 0..3 {
                let color = game.to_move();
                let [last, own] = Position::from_game(&game, color).last_moves();
                let moves =
                    MoveModel::built_in().predict(FeatureSet::All, game.board(), color, [last, own], None);
                let best = moves
                    .iter()
                    .max_by(|a, b| a.probability.total_cmp(&b.probability));
                let best = best.map(|p| Move::Play(p.point));
                let legal = best.filter(|&mv| game.is_legal(color, mv));
                game.play(color, legal.unwrap_or(Move::Pass))
                    .expect("a legal move");
            }
        }
    }
    positions
}

#[test]
fn nothing_that_was_proposed_vanishes_and_values_add_up() {
    let effort = Effort {
        reading_nodes: 100,
        playouts: 10,
    };
    for game in sixty_positions() {
        let mut reader = Reader::new(game.board(), effort.reading_nodes);
        let status = final_status(game.board());
        let input = Input {
            position: &Position::from_game(&game, game.to_move()),
            knowledge: &Knowledge::default(),
            analysis: &Analysis::with_knowledge(game.board(), effort, &Knowledge::default(), &mut reader),
            status: status.as_ref(),
            playouts: None,
            seed: 0,
            generators: crate::movegen::Generators::All,
        };
        let evidence = crate::movegen::evidence(&input, &mut reader, false).evidence;
        let choice = choose(&input, &mut reader, evidence.clone(), &[]);
        let rejected = choice.rejected.iter().map(|e| &e.proposal);
        let listed: Vec<&Proposal> = choice.proposals.iter().chain(rejected).collect();
        for proposal in &listed {
            let sum: i32 = proposal.reasons.iter().map(|reason| reason.counted).sum();
            assert_eq!(sum, proposal.value, "{proposal:?}");
        }
        let evidence = evidence
            .iter()
            .filter(|e| speaks(&Reason::new(e.kind.clone(), e.value)));
        for e in evidence.filter(|e| input.position.is_legal(e.point)) {
            let proposal = listed.iter().find(|p| p.point == e.point);
            let kinds = |proposal: &&Proposal| proposal.reasons.iter().any(|reason| reason.kind == e.kind);
            assert!(proposal.is_some_and(kinds), "{e:?} in\n{}", game.board());
        }
    }
}
