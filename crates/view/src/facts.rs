// SPDX-License-Identifier: MIT OR Apache-2.0

//! What is known of groups, strings and eye spaces, as labelled values.

use katachi_rules::Point;
use mkpat::Status;

use katachi::analysis::eye::EyeSpace;
use katachi::analysis::{Analysis, Dragon, Worm};
use katachi::reading::Verdict;

/// The value of a fact. Views for people write it out, those for programs keep its parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(u32),
    /// A number with a fraction.
    Decimal(f32),
    /// True.
    True,
    /// Several numbers of one kind.
    Numbers(Vec<u32>),
    /// A number that is not known or not decided: at least, at most.
    Range(u32, u32),
    /// A point.
    Point(Point),
    /// Several points.
    Points(Vec<Point>),
    /// The answer of a reading, with the first moves that make it true, best first.
    Reading(Verdict, Vec<Point>),
}

/// One thing that is known of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// What it is about, one word.
    pub label: &'static str,
    /// What is known.
    pub value: Value,
}

/// Label of the fact that tells how a group is killed.
pub const KILLED: &str = "killed";
/// Label of the fact that tells how a group is saved.
pub const SAVED: &str = "saved";
/// Label of the moves that kill a group by its eyes or a race, without reading.
pub const KILLS: &str = "kills";
/// Label of the moves that save it, likewise.
pub const SAVES: &str = "saves";

fn some_points(points: &[Point]) -> Option<Value> {
    (!points.is_empty()).then(|| Value::Points(points.to_vec()))
}

fn known<const N: usize>(facts: [(&'static str, Option<Value>); N]) -> Vec<Fact> {
    let known = |(label, value): (_, Option<_>)| value.map(|value| Fact { label, value });
    facts.into_iter().filter_map(known).collect()
}

/// The facts of a dragon: first those that all have, then those that only some have.
pub(super) fn of_dragon(analysis: &Analysis, dragon: &Dragon) -> Vec<Fact> {
    let life = &dragon.life;
    let is_read = life.attack != Verdict::Unknown;
    let reading = |verdict, points: &[Point]| Value::Reading(verdict, points.to_vec());
    let (kills, saves) = if dragon.status == Status::Critical && !is_read {
        dragon.decisive_points()
    } else {
        (Vec::new(), Vec::new())
    };
    let opponents: Vec<Point> = dragon.races.iter().map(|race| race.opponent).collect();
    let bridges: Vec<Point> = dragon.friends.iter().map(|friend| friend.bridge).collect();
    let strings = dragon.strings.len() as u32;
    known([
        ("stones", Some(Value::Number(dragon.size))),
        ("strings", (strings > 1).then_some(Value::Number(strings))),
        ("eyes", Some(Value::Range(dragon.eyes.min, dragon.eyes.max))),
        ("halves", some_points(&dragon.eyes.halves)),
        (KILLED, is_read.then(|| reading(life.attack, &life.attack_points))),
        (
            SAVED,
            life.attack
                .is_possible()
                .then(|| reading(life.defense, &life.defense_points)),
        ),
        (KILLS, some_points(&kills)),
        (SAVES, some_points(&saves)),
        ("races", some_points(&opponents)),
        ("seki", dragon.seki.then_some(Value::True)),
        ("joins", some_points(&bridges)),
        ("ways", Some(Value::Number(dragon.ways_out))),
        (
            "area",
            Some(Value::Number(analysis.influence.area_spaces(dragon.origin) as u32)),
        ),
    ])
}

/// What is known of a string.
pub(super) fn of_string(worm: &Worm) -> Vec<Fact> {
    let reading = |verdict, points: &[Point]| Value::Reading(verdict, points.to_vec());
    let threats = [worm.attack_threats.as_slice(), &worm.defense_threats].concat();
    known([
        ("worth", Some(Value::Decimal(worm.effective_size))),
        ("liberties", Some(Value::Numbers(worm.liberties.to_vec()))),
        ("attack", Some(reading(worm.attack, &worm.attack_points))),
        (
            "defense",
            (worm.attack != Verdict::No).then(|| reading(worm.defense, &worm.defense_points)),
        ),
        ("threats", some_points(&threats)),
        ("lunch", worm.lunch.map(Value::Point)),
        ("ko", worm.ko.map(Value::Point)),
        (
            "cuts",
            (worm.cutstone > 0).then_some(Value::Number(worm.cutstone)),
        ),
        ("invincible", worm.invincible.then_some(Value::True)),
        ("vital", some_points(&worm.vital_regions)),
        ("inessential", worm.inessential.then_some(Value::True)),
    ])
}

/// What is known of an eye space.
pub(super) fn of_eye_space(space: &EyeSpace) -> Vec<Fact> {
    let halves: Vec<Point> = space.halves().map(|half| half.point).collect();
    let falses = space.diagonals.iter().filter(|d| d.is_false()).map(|d| d.point);
    known([
        ("points", Some(Value::Number(space.points.len() as u32))),
        (
            "eyes",
            Some(Value::Range(u32::from(space.min), u32::from(space.max))),
        ),
        ("halves", some_points(&halves)),
        ("false", some_points(&falses.collect::<Vec<_>>())),
        ("spoils", some_points(&space.attack)),
        ("makes", some_points(&space.defense)),
        ("ko", space.is_ko.then_some(Value::True)),
    ])
}
