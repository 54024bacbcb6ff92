// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lists of real positions, with the built-in database.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use katachi_engine::Engine;
use katachi_engine::analysis::Analysis;
use katachi_engine::matcher::{Match, Matcher, PatternBoard};
use katachi_engine::movegen::{ReasonKind, Rejection};
use katachi_engine::play::{Level, Request, Settings};
use katachi_rules::sgf::{Record, read};
use katachi_rules::{Game, Point, Rules};

use super::*;

/// Positions of twelve games of all sizes, five each.
fn sixty_positions() -> Vec<Game> {
    let games = read(include_bytes!("../../../../../tests/data/positions.sgf")).expect("records");
    let of_record = |tree| {
        let record = Record::from_tree(tree).expect("a record");
        let moves = record.move_count();
        let game = move |part| record.game_after(moves * part / 5, Rules::CHINESE, 7.5);
        (1..=5).map(move |part| game(part).expect("a position"))
    };
    games.trees.iter().flat_map(of_record).collect()
}

/// A position with the choice of an engine of the lowest level.
struct Seen {
    game: Game,
    engine: Engine,
    analysis: Analysis,
    choice: Choice,
}

impl Seen {
    fn new(game: Game) -> Self {
        let engine = Engine::new(Settings {
            level: Level::MIN,
            ..Settings::default()
        });
        let mut reader = engine.reader(&game);
        let analysis = engine.analyse(&game, &mut reader);
        let request = Request {
            analysis: Some(&analysis),
            lists_patterns: true,
            ..Request::new(&game, game.to_move())
        };
        let choice = engine.choose(&request, &mut reader);
        Self {
            game,
            engine,
            analysis,
            choice,
        }
    }

    fn request(&self) -> Request<'_> {
        Request {
            analysis: Some(&self.analysis),
            ..Request::new(&self.game, self.game.to_move())
        }
    }

    fn considered(&self) -> Considered<'_> {
        Considered {
            choice: &self.choice,
            database: self.engine.database(),
            size: self.game.size(),
        }
    }
}

static SEEN: LazyLock<Vec<Seen>> = LazyLock::new(|| sixty_positions().into_iter().map(Seen::new).collect());

#[test]
fn every_point_where_a_picture_fits_is_listed_with_values_or_rejections() {
    let mut rejected = 0;
    for seen in &*SEEN {
        let (game, database) = (&seen.game, seen.engine.database());
        let (mut found, board) = (Vec::new(), PatternBoard::new(game.board()));
        Matcher::new(database, |_| true).each(&board, game.to_move(), |m| found.push(m));
        let past = game.moves().rev().take(2).map(|(_, mv)| mv.point());
        let past: Vec<Option<Point>> = past.filter(Option::is_some).collect();
        // An answer to the last move fits beside that move alone.
        let fits = |m: &&Match| {
            let variant = &database.variants[m.variant as usize];
            let answered = database.patterns[variant.pattern as usize].answered();
            answered.is_none_or(|(at, _)| {
                let at = variant.transformation.apply(at);
                past.contains(&game.size().offset(m.mv, at.dx.into(), at.dy.into()))
            })
        };
        let found = found.iter().filter(fits);
        let found: BTreeSet<_> = found.map(|m| (m.mv, m.variant)).collect();
        let listed = seen.choice.patterns.iter();
        let listed: BTreeSet<_> = listed.map(|p| (p.point, p.variant)).collect();
        assert_eq!(listed, found, "in\n{}", game.board());
        assert_eq!(seen.choice.patterns.len(), found.len(), "each once");
        let text = seen.considered().all(&Shown::default());
        let rows: BTreeSet<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
        for &(point, _) in &found {
            assert!(rows.contains(game.size().vertex(point).to_string().as_str()));
        }
        rejected += text.matches("       no pattern ").count();
    }
    assert!(rejected > 1000, "{rejected}");
}

#[test]
fn the_list_changes_nothing_else_in_the_choice() {
    for seen in SEEN.iter().step_by(7) {
        let plain = seen
            .engine
            .choose(&seen.request(), &mut seen.engine.reader(&seen.game));
        let of = |choice: &Choice| (choice.mv, choice.value, choice.proposals.clone());
        assert_eq!(of(&plain), of(&seen.choice), "in\n{}", seen.game.board());
        assert!(plain.patterns.is_empty());
    }
}

#[test]
fn the_text_of_one_point_is_a_part_of_the_list() {
    for seen in &*SEEN {
        let all = seen.considered().all(&Shown::default());
        let is_rejected = |line: &&str| line.trim_start().starts_with("no pattern ");
        let all: Vec<&str> = all.lines().filter(|line| !is_rejected(line)).collect();
        let mut reader = seen.engine.reader(&seen.game);
        for point in seen.game.size().points() {
            let matches = seen.choice.patterns_at(point);
            let alone = seen
                .engine
                .pattern_matches(&seen.request(), Some(point), &mut reader);
            assert_eq!(alone, matches);
            let Some(text) = seen.considered().point(point) else {
                assert_eq!(matches, []);
                continue;
            };
            let lines: Vec<&str> = text.lines().skip(1).collect();
            assert!(all.windows(lines.len()).any(|window| window == lines), "{text}");
            check_point(&seen.choice, point);
        }
    }
}

/// Checks a point: it is proposed or not, its patterns that hold are its reasons with the same values, and
/// its parts add up.
fn check_point(choice: &Choice, point: Point) {
    let (proposal, rejection) = (choice.proposal(point), choice.rejection(point));
    assert_ne!(proposal.is_some(), rejection.is_some());
    let reason = rejection.map(|e| e.reason);
    let proposal = proposal.or(rejection.map(|e| &e.proposal)).expect("one of them");
    let parts = proposal.parts();
    assert_eq!(parts.patterns + parts.model + parts.others, proposal.value);
    let held = choice.patterns_at(point).iter();
    let held: Vec<_> = held.filter_map(|p| p.verdict.as_ref().ok()).collect();
    let mut reasons: Vec<_> = proposal
        .reasons
        .iter()
        .filter_map(|reason| match &reason.kind {
            ReasonKind::Pattern(pattern) => Some(&**pattern),
            _ => None,
        })
        .collect();
    reasons.sort_by_key(|pattern| -pattern.value);
    let names = |patterns: &[&katachi_engine::movegen::PatternValue]| {
        let mut names: Vec<_> = patterns
            .iter()
            .map(|p| (p.name.clone(), p.transformation, p.value))
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(&held), names(&reasons));
    if matches!(reason, Some(Rejection::NoPatternHolds | Rejection::Illegal)) {
        assert!(held.is_empty() && proposal.reasons.is_empty());
    }
}
