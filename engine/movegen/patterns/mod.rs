// SPDX-License-Identifier: MIT OR Apache-2.0

//! The patterns of the database: classes, constraints, assistance, bonuses.
//!
//! Every pattern that matches is evaluated. Its random variation depends on the seed, the position, the point
//! and the name alone, so that no pattern changes the value of another one. Classes `A` and `D` are applied
//! here only in part: this module finds the strings that the move captures or saves, and `weigh` prefers the
//! move for them.

use katachi_rules::{Board, Color, Point};
use mkpat::{Assistance, Cell, Classes, Pattern, Status, Variant};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::evaluated::{ConstraintCall, EvaluatedPattern, MatchRejection, Recorder};
use super::facts::PositionFacts;
use super::helpers::{self, Site};
use super::{Evidence, Input, PatternValue, ReasonKind, Wind, worth};
use crate::analysis::Analysis;
use crate::matcher::{Match, MatchPlace, evaluate};
use crate::reading::Reader;

/// The evidence and the remarks of the patterns in a position.
#[derive(Debug, Default)]
pub(super) struct Matches {
    /// The patterns that hold, by falling highest value.
    pub(super) evidence: Vec<Evidence>,
    /// Names of the patterns whose constraint divides by zero, each once.
    pub(super) divisions_by_zero: Vec<String>,
    /// Every pattern match, in the order of [`sort`], if they are to be listed.
    pub(super) list: Vec<EvaluatedPattern>,
}

/// Evaluates every pattern match. With `lists` all of them are listed with the calls of their constraints.
pub(super) fn matches(input: &Input<'_>, reader: &mut Reader, lists: bool) -> Matches {
    let mut matches = Matches::default();
    let mut facts = PositionFacts::new(input.analysis, reader, input.color());
    for found in found(input) {
        let matched = PatternMatch::new(input, found);
        let verdict = if lists {
            let evaluated = matched.recorded(&mut facts);
            let verdict = evaluated.verdict.clone();
            matches.list.push(evaluated);
            verdict
        } else {
            matched.evaluate(&mut facts, None)
        };
        match verdict {
            Ok(value) => {
                let total = value.value;
                let kind = ReasonKind::Pattern(Box::new(value));
                matches.evidence.push(Evidence::new(found.mv, kind, total));
            }
            Err(MatchRejection::DivisionByZero) => {
                let name = &matched.pattern.name;
                if !matches.divisions_by_zero.contains(name) {
                    matches.divisions_by_zero.push(name.clone());
                }
            }
            Err(_) => {}
        }
    }
    sort(&mut matches.list);
    matches
}

/// Lists the pattern matches whose move is a point.
pub(crate) fn at(input: &Input<'_>, reader: &mut Reader, point: Point) -> Vec<EvaluatedPattern> {
    let mut facts = PositionFacts::new(input.analysis, reader, input.color());
    let found = found(input).into_iter().filter(|found| found.mv == point);
    let evaluated = found.map(|found| PatternMatch::new(input, found).recorded(&mut facts));
    let mut matches: Vec<_> = evaluated.collect();
    sort(&mut matches);
    matches
}

/// The pattern matches in the order of the database, by their pictures alone.
fn found(input: &Input<'_>) -> Vec<Match> {
    let matcher = &input.knowledge.patterns.matcher;
    matcher.matches(input.position.board(), input.color())
}

/// Sorts by point; at each point first the patterns that hold by falling value, then the others in the order
/// of the database.
fn sort(matches: &mut [EvaluatedPattern]) {
    let rank = |m: &EvaluatedPattern| m.verdict.as_ref().map_or((true, 0), |v| (false, -v.value));
    matches.sort_by_key(|m| (m.point, rank(m), m.variant));
}

fn check(accepted: bool, otherwise: MatchRejection) -> Result<(), MatchRejection> {
    if accepted { Ok(()) } else { Err(otherwise) }
}

/// A pattern match with what its evaluation needs.
struct PatternMatch<'a> {
    input: &'a Input<'a>,
    board: &'a Board,
    pattern: &'a Pattern,
    variant: &'a Variant,
    found: Match,
}

impl<'a> PatternMatch<'a> {
    fn new(input: &'a Input<'a>, found: Match) -> Self {
        let database = &input.knowledge.patterns.database;
        let variant = &database.variants[found.variant as usize];
        Self {
            input,
            board: input.position.board(),
            pattern: &database.patterns[variant.pattern as usize],
            variant,
            found,
        }
    }

    fn color(&self) -> Color {
        self.input.color()
    }

    fn place(&self) -> MatchPlace {
        MatchPlace {
            size: self.board.size(),
            mv: self.found.mv,
            transformation: self.variant.transformation,
        }
    }

    /// The stones of one kind in the pattern, as points of the board.
    fn stones(&self, cell: Cell) -> impl Iterator<Item = Point> + '_ {
        self.place().stones(self.pattern, cell)
    }

    /// Distinct strings among the stones of one kind, by one stone of each.
    fn strings(&self, cell: Cell) -> Vec<Point> {
        self.place().strings(self.board, self.pattern, cell)
    }

    /// Evaluates it and records the calls of its constraint.
    fn recorded(&self, facts: &mut PositionFacts<'_>) -> EvaluatedPattern {
        let mut calls = Vec::new();
        let verdict = self.evaluate(facts, Some(&mut calls));
        EvaluatedPattern {
            variant: self.found.variant,
            point: self.found.mv,
            calls,
            verdict,
        }
    }

    /// Tests classes, safety, the constraint and the helper, the cheap tests first; then computes the value.
    /// `calls` gets the calls of the constraint.
    fn evaluate(
        &self,
        facts: &mut PositionFacts<'_>,
        calls: Option<&mut Vec<ConstraintCall>>,
    ) -> Result<PatternValue, MatchRejection> {
        let classes = self.pattern.classes;
        let mv = self.found.mv;
        self.check_groups(facts, Cell::Friend, Classes::FRIEND_LIVES, Classes::FRIEND_DIES)?;
        self.check_groups(facts, Cell::Enemy, Classes::ENEMY_LIVES, Classes::ENEMY_DIES)?;
        check(self.input.position.is_legal(mv), MatchRejection::Illegal)?;
        let safe = classes.contains(Classes::SACRIFICE) || facts.is_safe(self.color(), mv);
        check(safe, MatchRejection::Captured)?;
        let needed = !classes.contains(Classes::ENEMY_SAFE) || facts.is_safe(self.color().opposite(), mv);
        check(needed, MatchRejection::EnemyCaptured)?;
        if let Some(constraint) = &self.pattern.constraint {
            let (size, turn) = (self.board.size(), self.variant.transformation);
            let value = match calls {
                Some(calls) => evaluate(constraint, size, mv, turn, &mut Recorder { facts, calls }),
                None => evaluate(constraint, size, mv, turn, facts),
            };
            check(value? != 0, MatchRejection::Constraint)?;
        }
        let helped = self.ask_helper(facts).ok_or(MatchRejection::Helper)?;
        Ok(self.value(facts, helped))
    }

    /// Checks the classes about the status of the groups of one side.
    fn check_groups(
        &self,
        facts: &mut PositionFacts<'_>,
        cell: Cell,
        lives: Classes,
        dies: Classes,
    ) -> Result<(), MatchRejection> {
        let classes = self.pattern.classes;
        for stone in self.stones(cell) {
            let status = facts.analysis.dragons.status(stone);
            let accepted = match status {
                Status::Alive => !classes.contains(dies),
                Status::Dead => !classes.contains(lives),
                Status::Critical => !classes.intersects(lives | dies),
                Status::Unknown => true,
            };
            check(accepted, MatchRejection::Group { stone, status })?;
        }
        Ok(())
    }

    /// The part of the value by the helper, 0 or less. A pattern whose helper does not exist does not hold.
    fn ask_helper(&self, facts: &mut PositionFacts<'_>) -> Result<i32, MatchRejection> {
        if self.pattern.helper.is_none() {
            return Ok(0);
        }
        let helper = helpers::find(self.pattern).ok_or(MatchRejection::UnknownHelper)?;
        let worth = helper(&mut Site::new(facts, self.color(), self.pattern, self.place()));
        let worth = worth.ok_or(MatchRejection::Helper)?;
        Ok((worth - self.pattern.weight).min(0))
    }

    /// Classes `A` and `D`: the origins of the strings that the move captures or saves.
    fn preferred_for(&self, facts: &mut PositionFacts<'_>) -> Vec<Point> {
        let mv = self.found.mv;
        let classes = self.pattern.classes;
        let mut strings = Vec::new();
        if classes.contains(Classes::ATTACKS) {
            for stone in self.strings(Cell::Enemy) {
                let worm = facts.analysis.worms.get(stone).expect("a stone has a worm");
                let is_open = worm.attack.is_yes() && worm.defense.is_yes();
                if is_open && facts.reader.tactics().does_attack(mv, worm.origin).is_yes() {
                    strings.push(worm.origin);
                }
            }
        }
        if classes.contains(Classes::DEFENDS) {
            for stone in self.strings(Cell::Friend) {
                let worm = facts.analysis.worms.get(stone).expect("a stone has a worm");
                if worm.attack.is_yes() && facts.reader.tactics().does_defend(mv, worm.origin).is_yes() {
                    strings.push(worm.origin);
                }
            }
        }
        strings
    }

    /// The value with the helper's part, assistance, limit, bonuses and random variation, in this order.
    fn value(&self, facts: &mut PositionFacts<'_>, helped: i32) -> PatternValue {
        let pattern = self.pattern;
        let analysis = facts.analysis;
        let mv = self.found.mv;
        let mut value = pattern.weight + helped;
        let mut wind = None;
        let mut moyo = None;
        match pattern.assistance {
            Assistance::None => {}
            Assistance::Wind {
                ucutoff,
                uvalue,
                mycutoff,
                myvalue,
            } => {
                let their_power = worth::power(self.board, mv, self.color().opposite());
                let my_power = worth::power(self.board, mv, self.color());
                let added = uvalue * their_power.min(ucutoff.abs()) + myvalue * my_power.min(mycutoff.abs());
                wind = Some(Wind {
                    their_power,
                    my_power,
                    value: added,
                });
                value += added;
            }
            Assistance::Moyo {
                cutoff,
                value: factor,
            } => {
                let gain = facts.moyo_gain(mv, self.color());
                let added = factor * gain.min(cutoff);
                moyo = Some((gain, added));
                value += added;
            }
        }
        let connection = self.connection_value(analysis).filter(|&limit| limit < value);
        value = connection.unwrap_or(value);
        let any_weak = |cell, bonus| {
            let weak = bonus != 0 && self.strings(cell).iter().any(|&s| analysis.is_weak(s));
            if weak { bonus } else { 0 }
        };
        let obonus = any_weak(Cell::Friend, pattern.obonus);
        let xbonus = any_weak(Cell::Enemy, pattern.xbonus);
        let splits = pattern.splitbonus != 0 && analysis.influence.split_value(mv, self.color()) > 0;
        let splitbonus = if splits { pattern.splitbonus } else { 0 };
        let random = self.random();
        value += obonus + xbonus + splitbonus + random;
        PatternValue {
            name: pattern.name.clone(),
            transformation: Some(self.variant.transformation),
            base: pattern.weight,
            helper: helped,
            wind,
            moyo,
            connection,
            obonus,
            xbonus,
            splitbonus,
            random,
            value,
            preferred_for: self.preferred_for(facts),
        }
    }

    /// Classes `C` and `B`: the value of connecting our strings, or of keeping theirs apart; the larger plus
    /// a fifth of the smaller. `None` if the pattern has neither class or no two strings.
    fn connection_value(&self, analysis: &Analysis) -> Option<i32> {
        let of = |class, cell| {
            if !self.pattern.classes.contains(class) {
                return None;
            }
            let mut values: Vec<i32> = self
                .strings(cell)
                .iter()
                .map(|&s| worth::of_connection(&analysis.worms, &analysis.dragons, s))
                .collect();
            values.sort_unstable();
            // A connection is worth the less important of the two most important strings.
            values.len().checked_sub(2).map(|i| values[i])
        };
        match (
            of(Classes::CONNECTS, Cell::Friend),
            of(Classes::BREAKS, Cell::Enemy),
        ) {
            (Some(a), Some(b)) => Some(a.max(b) + a.min(b) / 5),
            (a, b) => a.or(b),
        }
    }

    /// The random part of the value. It depends on the seed, the position, the move and the pattern alone.
    fn random(&self) -> i32 {
        let (low, high) = (self.pattern.minrand, self.pattern.maxrand);
        if low == high {
            return low;
        }
        let place = u64::from(self.found.mv.x()) << 8 | u64::from(self.found.mv.y());
        let name = self
            .pattern
            .name
            .bytes()
            .fold(place, |hash, b| hash.wrapping_mul(31).wrapping_add(b.into()));
        let seed = self
            .input
            .seed
            .wrapping_add(self.board.key())
            .wrapping_add(name << 16);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let span = (high - low) as u64 + 1;
        low + ((u64::from(rng.next_u32()) * span) >> 32) as i32
    }
}

#[cfg(test)]
mod tests;
