// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reports about small databases and records.

use std::fmt::Write as _;

use katachi_rules::sgf::Record;
use mkpat::{Options, Source};

use super::*;
use crate::turns;
use katachi_engine::knowledge::Knowledge;
use katachi_engine::play::Level;
use katachi_engine::{Engine, Settings};

fn engine(text: &str) -> Engine {
    let settings = Settings {
        level: Level::MIN,
        ..Settings::default()
    };
    let compiled = mkpat::compile(&[Source::new("own.db", text)], &Options::default());
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
    Engine {
        knowledge: Knowledge::default().with_database(compiled.database),
        settings,
    }
}

/// A game on 9x9 with these moves, Black first.
fn game(moves: &str) -> String {
    let mut text = "(;SZ[9]KM[7.5]".to_owned();
    for (i, mv) in moves.split_whitespace().enumerate() {
        let _ = write!(text, ";{}[{mv}]", if i % 2 == 0 { 'B' } else { 'W' });
    }
    text + ")"
}

/// The report about games.
fn report(engine: &Engine, games: &[String], name: &str) -> Report {
    let surveys = games.iter().enumerate().map(|(number, text)| {
        let record = Record::parse(text.as_bytes()).expect("a record");
        survey(engine, &turns(&record, 1).expect("a game"), number)
    });
    Report::new(engine, surveys.collect(), name)
}

fn named<'a>(report: &'a Report, engine: &Engine, name: &str) -> &'a PatternReport {
    let found = report
        .patterns
        .iter()
        .find(|p| engine.database().patterns[p.pattern].name == name);
    found.unwrap_or_else(|| panic!("{name} matches nowhere"))
}

/// The first line from the corner is hardly ever played in the games below, the point beside a stone always.
const PATTERNS: &str = "\
Pattern Edge
|...
|*..
|...
:-,40

Pattern Beside
X*
:-,12

Pattern Beside_again
X*
:-,30

Pattern Two_liberties
X*
:-,25
A*
;lib(A) == 2

Pattern Five_in_a_row
XXXXX*
:-,20,0,-
AXXXX*
;lib(A) > 90
";

/// Games in which each move stands beside the last one, along the second and third line.
fn games(count: usize) -> Vec<String> {
    let text = game("ee ed dd dc cc cb bb");
    vec![text; count]
}

#[test]
fn a_place_counts_once_with_the_moves_that_were_played() {
    let engine = engine(PATTERNS);
    let report = report(&engine, &games(1), "");
    assert_eq!((report.games, report.positions, report.left_out), (1, 7, 0));
    let beside = named(&report, &engine, "Beside");
    // All moves but the first stand beside an enemy stone.
    assert_eq!(beside.counts.holds.played, 6);
    assert!(beside.counts.holds.expected > 0.5 && beside.counts.holds.places > 20);
    assert_eq!(
        beside.counts.holds,
        named(&report, &engine, "Beside_again").counts.holds
    );
}

#[test]
fn patterns_predict_and_misfire_against_the_model() {
    let engine = engine(PATTERNS);
    let report = report(&engine, &games(8), "");
    let beside = named(&report, &engine, "Beside");
    assert_eq!(beside.verdict(), Verdict::Predicts);
    assert!(beside.measured() > 12.0 && beside.baseline == 12);
    let example = beside.examples()[0];
    assert_eq!((example.game, example.number), (0, 2));
    let edge = named(&report, &engine, "Edge");
    assert!(edge.counts.holds.places > 100 && edge.verdict() != Verdict::Predicts);
    assert_eq!(edge.estimate.low, -128.0, "it was never played");
}

#[test]
fn a_constraint_that_is_never_true_is_found_with_its_cause() {
    let engine = engine(PATTERNS);
    let row = game("ai aa bi ba ci ca di da ei ga fg gi gg hi");
    let report = report(&engine, &vec![row; 4], "");
    let five = named(&report, &engine, "Five_in_a_row");
    assert_eq!(
        (five.counts.holds.places, five.verdict()),
        (0, Verdict::NeverHolds)
    );
    let rejected: u32 = five.counts.rejected.iter().map(|tally| tally.places).sum();
    assert_eq!(rejected, five.counts.matches.places);
    assert!(five.counts.rejected[Cause::Constraint as usize].places > 0);
    assert_eq!(five.examples().len(), 3);
}

#[test]
fn patterns_that_say_the_same_are_a_pair() {
    let engine = engine(PATTERNS);
    let report = report(&engine, &games(2), "");
    let names = |twins: &Twins| twins.patterns.map(|p| engine.database().patterns[p].name.clone());
    let pairs: Vec<_> = report.twins.iter().map(names).collect();
    assert_eq!(pairs, [["Beside_again".to_owned(), "Beside".to_owned()]]);
    let twins = report.twins[0];
    assert_eq!(twins.both, twins.either);
}

#[test]
fn values_are_suggested_from_every_second_game_and_tested_on_the_others() {
    let engine = engine(&PATTERNS.replace(":-,30", ":-,2"));
    let report = report(&engine, &games(8), "Beside");
    let effect = report.effect.expect("there are two games and more");
    assert_eq!((effect.fitted_games, effect.games, effect.positions), (4, 4, 28));
    let suggested: Vec<Option<i32>> = report.patterns.iter().map(|p| p.suggested).collect();
    assert!(suggested.iter().any(Option::is_some), "{suggested:?}");
    // The games are the same, so that they are predicted better.
    assert!(effect.after.log_likelihood > effect.before.log_likelihood + 0.05);
    assert!(effect.gain > effect.half_width);
    let names = report
        .patterns
        .iter()
        .map(|p| &engine.database().patterns[p.pattern].name);
    assert!(
        names.clone().all(|name| name.contains("Beside")),
        "{:?}",
        names.collect::<Vec<_>>()
    );
}

#[test]
fn one_game_gives_no_values() {
    let engine = engine(PATTERNS);
    let report = report(&engine, &games(1), "");
    assert!(report.effect.is_none() && report.patterns.iter().all(|p| p.suggested.is_none()));
}

#[test]
fn the_same_games_give_the_same_report() {
    let engine = engine(PATTERNS);
    let text = |report: &Report| format!("{report:?}");
    let first = text(&report(&engine, &games(3), ""));
    assert_eq!(first, text(&report(&engine, &games(3), "")));
}

#[test]
fn passes_are_left_out() {
    let engine = engine(PATTERNS);
    let report = report(&engine, &["(;SZ[9];B[ee];W[];B[])".to_owned()], "");
    assert_eq!((report.positions, report.left_out), (1, 2));
}

#[test]
fn a_built_in_name_has_the_built_in_value_for_a_baseline() {
    let built_in = Engine::default();
    let pattern = &built_in.database().patterns[0];
    let text = PATTERNS.replace("Beside_again", &pattern.name);
    let engine = engine(&text);
    let report = report(&engine, &games(1), "");
    assert_eq!(named(&report, &engine, &pattern.name).baseline, pattern.weight);
}
