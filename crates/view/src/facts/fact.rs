// SPDX-License-Identifier: MIT OR Apache-2.0

//! Facts of groups, strings and eye spaces, as values with keys.

use katachi_rules::Point;
use mkpat::Status;

use katachi_engine::analysis::eye::EyeSpace;
use katachi_engine::analysis::{Analysis, Dragon, Worm};
use katachi_engine::reading::{Certainty, Verdict};

use crate::status_reason::StatusReason;

/// The value of a fact. Text writes it out; data keeps its parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(u32),
    /// Size of a string in stones, with its share of the empty points around it.
    Size(f32),
    /// True.
    True,
    /// Liberties of a string by order, from 1.
    Liberties([u32; 4]),
    /// A cutting stone: 2 if the enemy strings beside it share no liberty, 1 if two of them do.
    Cuts(u32),
    /// Lower and upper bound of an undecided number.
    Range(u32, u32),
    /// A point.
    Point(Point),
    /// Several points.
    Points(Vec<Point>),
    /// The result of a reading, with its first moves, best first.
    Reading(Verdict, Vec<Point>),
    /// The same about a group, with how sure it is.
    Judged(Verdict, Vec<Point>, Certainty),
    /// Why a group has its status.
    Why(StatusReason),
}

macro_rules! fact_keys {
    ($($(#[$doc:meta])* $key:ident = $name:literal, $label:literal;)*) => {
        /// The subject of a fact.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum FactKey {
            $($(#[$doc])* $key,)*
        }

        impl FactKey {
            /// Returns its name in data, one word.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$key => $name,)*
                }
            }

            /// Returns its label for people.
            pub fn label(self) -> &'static str {
                match self {
                    $(Self::$key => $label,)*
                }
            }
        }
    };
}

fact_keys! {
    /// What the status of a group rests on, and how sure it is.
    Why = "why", "why";
    /// Number of stones of a group.
    Stones = "stones", "stones";
    /// Number of strings of a group.
    Strings = "strings", "strings";
    /// Number of eyes.
    Eyes = "eyes", "eyes";
    /// Half eyes.
    Halves = "halves", "half eyes";
    /// Reading: the group is killed.
    Killed = "killed", "killed";
    /// Reading: the group is saved.
    Saved = "saved", "saved";
    /// Moves that kill a critical group by its eyes or a race, without reading.
    Kills = "kills", "kills";
    /// Moves that save a critical group by its eyes or a race, without reading.
    Saves = "saves", "saves";
    /// Groups in a race with it.
    Races = "races", "races";
    /// The group lives in seki.
    Seki = "seki", "seki";
    /// Moves that join it to friends.
    Joins = "joins", "joins";
    /// Ways out to the centre.
    Ways = "ways", "ways out";
    /// Empty points of its area.
    Area = "area", "room";
    /// Effective size of a string.
    Worth = "worth", "worth";
    /// Liberties of the first four orders.
    Liberties = "liberties", "liberties";
    /// Reading: the string is captured.
    Attack = "attack", "attack";
    /// Reading: the string is saved.
    Defense = "defense", "defense";
    /// Moves that threaten to capture or to save it.
    Threats = "threats", "threats";
    /// Enemy string that it can capture.
    Lunch = "lunch", "prey";
    /// The ko that it takes part in, or a ko of an eye space.
    Ko = "ko", "ko";
    /// Strength as a cutting stone.
    Cuts = "cuts", "cuts";
    /// It cannot be captured.
    Invincible = "invincible", "invincible";
    /// Points of regions that are vital to it.
    Vital = "vital", "vital";
    /// Its loss does not matter.
    Inessential = "inessential", "no loss";
    /// Number of points of an eye space.
    Points = "points", "points";
    /// False eyes at its diagonals.
    FalseEyes = "false", "false eyes";
    /// Moves that spoil an eye.
    Spoils = "spoils", "spoils";
    /// Moves that make an eye.
    Makes = "makes", "makes";
}

/// One fact of a group, a string or an eye space.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Its subject.
    pub key: FactKey,
    /// Its value.
    pub value: Value,
}

fn some_points(points: &[Point]) -> Option<Value> {
    (!points.is_empty()).then(|| Value::Points(points.to_vec()))
}

fn present<const N: usize>(facts: [(FactKey, Option<Value>); N]) -> Vec<Fact> {
    let present = |(key, value): (_, Option<_>)| value.map(|value| Fact { key, value });
    facts.into_iter().filter_map(present).collect()
}

/// Returns the facts of a dragon.
pub(crate) fn of_dragon(analysis: &Analysis, dragon: &Dragon) -> Vec<Fact> {
    let life = &dragon.life;
    let is_read = life.attack != Verdict::Unknown;
    let judged = |verdict, points: &[Point], certainty| Value::Judged(verdict, points.to_vec(), certainty);
    let (kills, saves) = if dragon.status == Status::Critical && !is_read {
        dragon.decisive_points()
    } else {
        (Vec::new(), Vec::new())
    };
    let opponents: Vec<Point> = dragon.races.iter().map(|race| race.opponent).collect();
    let bridges: Vec<Point> = dragon.friends.iter().map(|friend| friend.bridge).collect();
    let strings = dragon.strings.len() as u32;
    present([
        (
            FactKey::Why,
            Some(Value::Why(StatusReason::new(analysis, dragon))),
        ),
        (
            FactKey::Killed,
            is_read.then(|| judged(life.attack, &life.attack_points, life.attack_certainty)),
        ),
        (
            FactKey::Saved,
            life.attack
                .is_possible()
                .then(|| judged(life.defense, &life.defense_points, life.defense_certainty)),
        ),
        (FactKey::Stones, Some(Value::Number(dragon.size))),
        (FactKey::Strings, (strings > 1).then_some(Value::Number(strings))),
        (
            FactKey::Eyes,
            Some(Value::Range(dragon.eyes.min, dragon.eyes.max)),
        ),
        (FactKey::Halves, some_points(&dragon.eyes.halves)),
        (FactKey::Kills, some_points(&kills)),
        (FactKey::Saves, some_points(&saves)),
        (FactKey::Races, some_points(&opponents)),
        (
            FactKey::Seki,
            (dragon.seki && dragon.status != Status::Dead).then_some(Value::True),
        ),
        (FactKey::Joins, some_points(&bridges)),
        (FactKey::Ways, Some(Value::Number(dragon.ways_out))),
        (
            FactKey::Area,
            Some(Value::Number(analysis.influence.area_spaces(dragon.origin) as u32)),
        ),
    ])
}

/// Returns the facts of a string.
pub(crate) fn of_string(worm: &Worm) -> Vec<Fact> {
    let reading = |verdict, points: &[Point]| Value::Reading(verdict, points.to_vec());
    let threats = [worm.attack_threats.as_slice(), &worm.defense_threats].concat();
    present([
        (FactKey::Worth, Some(Value::Size(worm.effective_size))),
        (FactKey::Liberties, Some(Value::Liberties(worm.liberties))),
        (FactKey::Attack, Some(reading(worm.attack, &worm.attack_points))),
        (
            FactKey::Defense,
            (worm.attack != Verdict::No).then(|| reading(worm.defense, &worm.defense_points)),
        ),
        (FactKey::Threats, some_points(&threats)),
        (FactKey::Lunch, worm.lunch.map(Value::Point)),
        (FactKey::Ko, worm.ko.map(Value::Point)),
        (
            FactKey::Cuts,
            (worm.cutstone > 0).then_some(Value::Cuts(worm.cutstone)),
        ),
        (FactKey::Invincible, worm.invincible.then_some(Value::True)),
        (FactKey::Vital, some_points(&worm.vital_regions)),
        (FactKey::Inessential, worm.inessential.then_some(Value::True)),
    ])
}

/// Returns the facts of an eye space.
pub(crate) fn of_eye_space(space: &EyeSpace) -> Vec<Fact> {
    let halves: Vec<Point> = space.halves().map(|half| half.point).collect();
    let falses = space.diagonals.iter().filter(|d| d.is_false()).map(|d| d.point);
    present([
        (FactKey::Points, Some(Value::Number(space.points.len() as u32))),
        (
            FactKey::Eyes,
            Some(Value::Range(u32::from(space.min), u32::from(space.max))),
        ),
        (FactKey::Halves, some_points(&halves)),
        (FactKey::FalseEyes, some_points(&falses.collect::<Vec<_>>())),
        (FactKey::Spoils, some_points(&space.attack)),
        (FactKey::Makes, some_points(&space.defense)),
        (FactKey::Ko, space.is_ko.then_some(Value::True)),
    ])
}
