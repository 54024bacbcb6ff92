// SPDX-License-Identifier: MIT OR Apache-2.0

//! Changed values, and their effect in a small game.

use katachi_rules::sgf::{Record, Turn};
use katachi_rules::{Color, Move};

use katachi_engine::model::FeatureSet;
use katachi_engine::movegen::{Generators, ReasonKind};
use katachi_engine::play::Request;
use katachi_engine::{Engine, Proposal, Settings};

use super::places::pattern_places;
use super::report::tests::{compiled, engine, engine_with};
use super::what_if::value_without_bonus;
use super::*;

const PATTERNS: &str = "\
Pattern Corner
|...
|.*.
|...
+---
:/,50

Pattern Side
|....
|...*
|....
|....
+----
:8,40
";

fn opening() -> Vec<Turn> {
    let record = Record::parse(b"(;SZ[9]KM[7.5];B[ee];W[cc];B[])").unwrap();
    turns(&record, 1).unwrap().iter().collect()
}

#[test]
fn changes_are_read_as_they_are_written() {
    for text in [
        "Hane=60",
        "Hane=-3",
        "Hane.xbonus=10",
        "A.dot=5",
        "A.dot.maxrand=5",
    ] {
        assert_eq!(text.parse::<Change>().unwrap().to_string(), text);
    }
    assert_eq!("Hane.value=60".parse::<Change>().unwrap().to_string(), "Hane=60");
    for text in ["Hane", "Hane=", "=60", "Hane=6x", ".xbonus=3", ""] {
        let error = text.parse::<Change>().unwrap_err().to_string();
        assert!(error.starts_with("expected NAME=VALUE"), "{text}: {error}");
    }
}

#[test]
fn a_change_makes_the_database_that_the_changed_text_compiles_to() {
    let mut database = compiled(PATTERNS);
    let change: Change = "Side=70".parse().unwrap();
    assert_eq!(change.make(&mut database), Ok(40));
    assert_eq!(database, compiled(&PATTERNS.replace(":8,40", ":8,70")));
    assert_eq!(database.patterns[0].name, "Side", "it is the highest now");
}

#[test]
fn an_impossible_change_is_refused() {
    let mut database = compiled(PATTERNS);
    let make = |text: &str, database: &mut mkpat::Database| {
        let change: Change = text.parse().unwrap();
        change.make(database).unwrap_err().to_string()
    };
    let found = make("corn=7", &mut database);
    assert_eq!(found, "there is no pattern corn; there are Corner");
    assert_eq!(make("Hane=7", &mut database), "there is no pattern Hane");
    let found = make("Corner.minrand=7", &mut database);
    assert_eq!(found, "minrand would be above maxrand in pattern Corner");
}

#[test]
fn the_positions_of_a_record_come_with_the_moves_played() {
    let turns = opening();
    let seen: Vec<(usize, Color, Move)> = turns
        .iter()
        .map(|t| (t.game.move_count(), t.color, t.mv))
        .collect();
    assert_eq!(seen.len(), 3);
    assert_eq!((seen[0].0, seen[0].1), (0, Color::Black));
    assert_eq!((seen[1].0, seen[1].1), (1, Color::White));
    assert_eq!(seen[2].2, Move::Pass);
}

#[test]
fn a_pattern_is_found_at_each_place_with_its_outcome() {
    // By more than the model can make up for.
    let engine = engine(&PATTERNS.replace(":/,50", ":/,400"));
    let turn = &opening()[1];
    let found = pattern_places(&engine, turn, "Side").unwrap();
    // In four corners, from either side.
    assert_eq!(found.len(), 8);
    for place in found.iter().filter(|place| place.verdict.is_ok()) {
        let (chosen, best) = place.chosen;
        assert_eq!(place.verdict, Ok(40));
        assert!(
            best > 40 && chosen != place.mv,
            "the corner is worth more: {place:?}"
        );
    }
    assert!(pattern_places(&engine, turn, "Sode").is_err());
}

#[test]
fn a_move_changes_when_another_pattern_becomes_the_best() {
    let compare = |change: &str, turn: &Turn| {
        let change: Change = change.parse().unwrap();
        let engine = engine(&format!("{PATTERNS}\nPattern Hane\nXO*\n:-,30\n"));
        let (comparison, lines) = Comparison::new(engine, &[&change], None).unwrap();
        (comparison.compare(turn), lines)
    };
    let (changed, lines) = compare("Corner=400", &opening()[1]);
    let [before, after] = changed.expect("it matches");
    assert!(after.value > before.value && after.mv != before.mv);
    assert_eq!(lines, "Corner=400, which was 50\n");
    let (changed, _) = compare("Hane=31", &opening()[0]);
    assert_eq!(
        changed, None,
        "no choice is made where the pattern does not match"
    );
}

#[test]
fn a_pattern_needs_the_value_that_makes_its_move_the_best() {
    let engine = engine(PATTERNS);
    let turn = &opening()[2];
    let request = Request::new(&turn.game, turn.color);
    let chosen = engine.choose(&request, &mut engine.reader(&turn.game));
    let names = |proposal: &Proposal| -> Vec<String> {
        let patterns = proposal.reasons.iter().filter_map(|reason| match &reason.kind {
            ReasonKind::Pattern(value) => Some(value.name.clone()),
            _ => None,
        });
        patterns.collect()
    };
    let best = chosen.mv.point().expect("a move");
    // A pattern that holds at the chosen point, too, raises that move as well.
    let winning = chosen.proposal(best).map(names).unwrap_or_default();
    let losing = chosen.proposals.iter().find_map(|proposal| {
        let name = names(proposal).into_iter().find(|name| !winning.contains(name))?;
        (proposal.point != best).then_some((proposal.point, name))
    });
    let (point, name) = losing.expect("a pattern holds for another move");
    let needed = needed_value(&engine, &request, point, &name).expect("it is not the move");
    let needed_now = needed.needed.expect("its best move wins with a high value");
    let chosen_with = |value: i32| {
        let change: Change = format!("{name}={value}").parse().expect("a change");
        let mut database = engine.database().clone();
        change.make(&mut database).expect("a known pattern");
        let changed = engine_with(engine.settings, database);
        changed.choose(&request, &mut changed.reader(&turn.game)).mv
    };
    assert_eq!(chosen_with(needed_now), Move::Play(point));
    assert_ne!(chosen_with(needed_now - 1), Move::Play(point));
    let best = chosen.mv.point().expect("a move");
    let found = needed_value(&engine, &request, best, &name);
    assert_eq!(found, None, "it is the move");
    assert_eq!(needed_value(&engine, &request, point, "Nobody"), None);
}

#[test]
fn the_value_without_a_bonus_is_that_of_the_fit_or_12_for_a_new_pattern() {
    let fitted = "\nPattern Fitted\n*X\n:-,40\n#= 0.50, held 9, played 3, value 33\n";
    let mine = "\nPattern Mine\n*O\n:-,40\n#= 0.50, mine\n";
    let engine = engine_with(
        Settings::default(),
        compiled(&format!("{PATTERNS}{fitted}{mine}")),
    );
    let value = |name: &str| value_without_bonus(&engine, name);
    let found = ["Corner", "Fitted", "Mine", "None"].map(value);
    assert_eq!(found, [Some(12), Some(33), None, None]);
    let is_of_author = |name: &str| has_weight_of_author(&engine, name);
    let found = ["Corner", "Fitted", "Mine"].map(is_of_author);
    assert_eq!(found, [false, false, true]);
    let alone = Engine {
        settings: Settings {
            generators: Generators::Patterns,
            ..engine.settings
        },
        ..engine.clone()
    };
    assert!(!has_weight_of_author(&alone, "Mine"), "by values");
    let unfitted = engine_with(Settings::default(), compiled(PATTERNS));
    assert_eq!(value_without_bonus(&unfitted, "Corner"), None);
}

#[test]
fn a_number_that_cannot_be_changed_is_named_with_those_that_can() {
    let engine = engine_with(Settings::default(), compiled(PATTERNS));
    let error = with_shape(&engine, "Corner.wind")
        .expect_err("no pattern")
        .to_string();
    assert_eq!(
        error,
        "wind of Corner cannot be changed: NAME.NUMBER is for one of value, obonus, xbonus, splitbonus, minrand, maxrand"
    );
}

/// The name of the largest learned shape at the second most probable point.
fn learned_name(engine: &Engine, turn: &Turn) -> String {
    let mut predictions = engine
        .knowledge
        .predict_in(FeatureSet::All, &turn.game, turn.color);
    predictions.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    let model = engine.knowledge.move_model();
    let mut shapes = predictions
        .iter()
        .skip(1)
        .filter_map(|prediction| prediction.shape);
    model.name(shapes.next().expect("a known shape")).to_string()
}

#[test]
fn a_learned_shape_is_tuned_like_a_pattern() {
    let turn = &opening()[1];
    let plain = Engine::default();
    let name = learned_name(&plain, turn);
    let before = with_shape(&plain, &name).expect("a shape of the model");
    let request = Request::new(&turn.game, turn.color);
    let choose = |engine: &Engine| engine.choose(&request, &mut engine.reader(&turn.game));
    let (unchanged, as_entry) = (choose(&plain), choose(&before));
    assert_eq!(unchanged.mv, as_entry.mv);
    let change = unchanged.value.abs_diff(as_entry.value);
    assert!(change <= 1, "{change}: parts of a value are rounded");
    let places = pattern_places(&before, turn, &name).expect("a pattern");
    assert!(!places.is_empty());
    let change: Change = format!("{name}=90").parse().expect("a change");
    let (comparison, _) = Comparison::new(plain.clone(), &[&change], None).expect("a known shape");
    assert!(comparison.compare(turn).is_some());
    let error = with_shape(&plain, "Hane_9_9999").unwrap_err().to_string();
    assert!(error.starts_with("there is no pattern Hane_9_9999"), "{error}");
}

#[test]
fn the_search_obeys_the_changed_value_of_a_learned_shape() {
    let turn = &opening()[1];
    let plain = Engine::default();
    let name = learned_name(&plain, turn);
    let shape = plain.knowledge.move_model().shape(&name).expect("its name");
    let change = format!("{name}={}", shape.value() + 64);
    let change: Change = change.parse().expect("a change");
    let (comparison, _) = Comparison::new(plain, &[&change], Some(150)).expect("a known shape");
    let [before, after] = comparison.compare(turn).expect("it holds");
    assert!(before.bonuses.is_empty());
    let bonuses = &after.bonuses;
    assert!(bonuses.iter().all(|bonus| bonus.value == 64 && bonus.in_priors));
    // The shape is found at several points.
    let searched = |choice: &katachi_engine::Choice| {
        let report = choice.search.as_ref().expect("a search");
        let found = bonuses
            .iter()
            .filter_map(|bonus| report.searched(Move::Play(bonus.point)));
        found.fold((0.0, 0), |sum, found| (sum.0 + found.prior, sum.1 + found.visits))
    };
    let (old, new) = (searched(&before), searched(&after));
    assert!(new.0 > old.0 && new.1 > old.1, "{old:?} {new:?}");
    let odds = |prior: f32| (prior / (1.0 - prior)).ln();
    let change = odds(new.0) - odds(old.0);
    let holds = (3.0..4.1).contains(&change);
    assert!(holds, "64 units are four nats, once: {change}");
}

#[test]
fn a_shape_with_another_entry_in_its_place_is_named() {
    let plain = Engine::default();
    let name = learned_name(&plain, &opening()[1]);
    let shape = plain.knowledge.move_model().shape(&name).expect("its name");
    let entry = mkpat::entry(&shape.pattern()).replacen(&name, "Mine", 1);
    let engine = engine_with(plain.settings, compiled(&entry));
    assert_eq!(
        with_shape(&engine, &name).unwrap_err().to_string(),
        format!("Mine is in the place of the learned shape {name}: change that")
    );
}
