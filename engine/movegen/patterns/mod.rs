// SPDX-License-Identifier: MIT OR Apache-2.0

//! The patterns of the database: classes, constraints, assistance, bonuses.
//!
//! Every pattern that matches is evaluated. Its random variation depends on the seed, the position, the point
//! and the name alone, so that no pattern changes the value of another one. Classes `A` and `D` are applied
//! here only in part: this module finds the strings that the move captures or saves, and `weigh` prefers the
//! move for them.

use katachi_rules::{Board, Color, Point};
use mkpat::{Assistance, Classes, Pattern, Status, Variant};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

mod connection;

use super::evaluated::{EvaluatedPattern, MatchRejection};
use super::facts::PositionFacts;
use super::helpers::{self, Site};
use super::{AuthorBonus, Evidence, Input, PatternValue, ReasonKind, Wind, worth};
use crate::analysis::{Analysis, Dragon};
use crate::learn::BoardClass;
use crate::matcher::{Match, MatchPlace, evaluate};
use crate::patterns::PatternSource;
use crate::reading::Reader;

#[derive(Debug, Default)]
pub(super) struct Matches {
    pub(super) evidence: Vec<Evidence>,
    /// Names of the patterns whose constraint divides by zero, each once.
    pub(super) divisions_by_zero: Vec<String>,
    /// Every pattern match, in the order of [`sort`], if they are to be listed.
    pub(super) list: Vec<EvaluatedPattern>,
}

/// Evaluates every pattern match. With `lists` all of them are listed with the calls of their constraints.
pub(super) fn matches(input: &Input<'_>, reader: &mut Reader, lists: bool) -> Matches {
    let mut matches = Matches::default();
    let mut facts = PositionFacts::new(input.analysis, reader, input.color(), input.position.last_moves());
    for found in found(input) {
        let matched = PatternMatch::new(input, found);
        let verdict = if lists {
            let evaluated = matched.recorded(&mut facts);
            let verdict = evaluated.verdict.clone();
            matches.list.push(evaluated);
            verdict
        } else {
            matched.evaluate(&mut facts)
        };
        match verdict {
            Ok(value) => {
                let (total, kind) = (value.value, ReasonKind::Pattern(Box::new(value)));
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

/// Evaluates every pattern match of a point, or of all points, in the order of [`sort`].
pub(crate) fn listed(input: &Input<'_>, reader: &mut Reader, at: Option<Point>) -> Vec<EvaluatedPattern> {
    let mut facts = PositionFacts::new(input.analysis, reader, input.color(), input.position.last_moves());
    let is_at = |found: &Match| at.is_none_or(|point| found.mv == point);
    let found = found(input).into_iter().filter(is_at);
    let evaluated = found.map(|found| PatternMatch::new(input, found).recorded(&mut facts));
    let mut matches: Vec<_> = evaluated.collect();
    sort(&mut matches);
    matches
}

/// Finds the moves for which patterns with a bonus hold, each once at a point, by point and name.
pub(crate) fn bonuses(input: &Input<'_>, reader: &mut Reader) -> Vec<AuthorBonus> {
    let patterns = &input.knowledge.patterns;
    let mut facts = PositionFacts::new(input.analysis, reader, input.color(), input.position.last_moves());
    let mut bonuses = Vec::new();
    for found in found(input) {
        let value = patterns.bonus(found.variant);
        if value == 0 {
            continue;
        }
        let matched = PatternMatch::new(input, found);
        if matched.evaluate(&mut facts).is_ok() {
            bonuses.push(AuthorBonus {
                point: matched.found.mv,
                pattern: matched.pattern.name.clone(),
                value,
                in_priors: patterns.takes_place(matched.variant.pattern),
            });
        }
    }
    bonuses.sort();
    bonuses.dedup();
    bonuses
}

/// The pattern matches in the order of the database, by their pictures alone.
fn found(input: &Input<'_>) -> Vec<Match> {
    let (matcher, position) = (input.knowledge.patterns.matcher(), input.position);
    matcher.matches(position.board(), input.color(), position.last_moves())
}

/// Sorts by point; at each point first patterns that hold by falling value, then others as in the database.
fn sort(matches: &mut [EvaluatedPattern]) {
    let rank = |m: &EvaluatedPattern| m.verdict.as_ref().map_or((true, 0), |v| (false, -v.value));
    matches.sort_by_key(|m| (m.point, rank(m), m.variant));
}

fn check(accepted: bool, otherwise: MatchRejection) -> Result<(), MatchRejection> {
    if accepted { Ok(()) } else { Err(otherwise) }
}

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
        MatchPlace::new(self.board.size(), self.found.mv, self.variant.transformation)
    }

    /// The stones of one side on the cells of the pattern, also on `o` and `x`, as points of the board.
    fn stones(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        let place = self.place();
        let points = self.pattern.elements.iter().map(move |e| place.point(e.at));
        points.filter(move |&p| self.board.cell(p).is(color))
    }

    fn strings(&self, color: Color) -> Vec<Point> {
        let mut strings: Vec<Point> = self.stones(color).map(|p| self.board.head(p)).collect();
        strings.sort_unstable();
        strings.dedup();
        strings
    }

    /// Evaluates it and records the calls of its constraint.
    fn recorded(&self, facts: &mut PositionFacts<'_>) -> EvaluatedPattern {
        facts.calls = Some(Vec::new());
        let verdict = self.evaluate(facts);
        EvaluatedPattern {
            variant: self.found.variant,
            point: self.found.mv,
            calls: facts.calls.take().unwrap_or_default(),
            verdict,
        }
    }

    /// Tests classes, safety, the constraint and the helper, the cheap tests first; then computes the value.
    fn evaluate(&self, facts: &mut PositionFacts<'_>) -> Result<PatternValue, MatchRejection> {
        let classes = self.pattern.classes;
        let mv = self.found.mv;
        let (us, them) = (self.color(), self.color().opposite());
        self.check_groups(facts, us, Classes::FRIEND_LIVES, Classes::FRIEND_DIES)?;
        self.check_groups(facts, them, Classes::ENEMY_LIVES, Classes::ENEMY_DIES)?;
        check(self.input.position.is_legal(mv), MatchRejection::Illegal)?;
        let safe = classes.contains(Classes::SACRIFICE) || facts.is_safe(self.color(), mv);
        check(safe, MatchRejection::Captured)?;
        let needed = !classes.contains(Classes::ENEMY_SAFE) || facts.is_safe(self.color().opposite(), mv);
        check(needed, MatchRejection::EnemyCaptured)?;
        if let Some(constraint) = &self.pattern.constraint {
            let value = evaluate(constraint, self.place(), facts)?;
            check(value != 0, MatchRejection::Constraint)?;
        }
        let helped = self.ask_helper(facts)?;
        Ok(self.value(facts, helped))
    }

    /// Checks the classes about the status of the groups of one side. One about living stones refuses dead
    /// groups, one about dead stones living groups; a group whose fate is open passes both.
    fn check_groups(
        &self,
        facts: &mut PositionFacts<'_>,
        color: Color,
        lives: Classes,
        dies: Classes,
    ) -> Result<(), MatchRejection> {
        let classes = self.pattern.classes;
        for stone in self.stones(color) {
            let status = facts.analysis.dragons.status(stone);
            let accepted = match status {
                Status::Alive => !classes.contains(dies),
                Status::Dead => !classes.contains(lives),
                Status::Critical | Status::Unknown => true,
            };
            check(accepted, MatchRejection::Group { stone, status })?;
        }
        Ok(())
    }

    /// What the helper takes from the value, as a number of 0 or less for a positive value. A pattern whose
    /// helper does not exist does not hold.
    fn ask_helper(&self, facts: &mut PositionFacts<'_>) -> Result<i32, MatchRejection> {
        if self.pattern.helper.is_none() {
            return Ok(0);
        }
        let helper = helpers::find(self.pattern).ok_or(MatchRejection::UnknownHelper)?;
        let share = helper(&mut Site::new(facts, self.color(), self.pattern, self.place()));
        let share = share.ok_or(MatchRejection::Helper)?;
        let weight = self.pattern.weight;
        Ok((share * weight as f32).round() as i32 - weight)
    }

    /// Classes `A` and `D`: the origins of the strings that the move captures or saves.
    fn preferred_for(&self, facts: &mut PositionFacts<'_>) -> Vec<Point> {
        let mv = self.found.mv;
        let classes = self.pattern.classes;
        let mut strings = Vec::new();
        if classes.contains(Classes::ATTACKS) {
            for stone in self.strings(self.color().opposite()) {
                let worm = facts.analysis.worms.get(stone).expect("a stone has a worm");
                let is_open = worm.attack.is_yes() && worm.defense.is_yes();
                if is_open && facts.reader.tactics().does_attack(mv, worm.origin).is_yes() {
                    strings.push(worm.origin);
                }
            }
        }
        if classes.contains(Classes::DEFENDS) {
            for stone in self.strings(self.color()) {
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
                let isolated = analysis.influence.is_isolated(mv, self.color());
                let gain = match isolated {
                    true => 0,
                    false => facts.moyo_gain(mv, self.color()),
                };
                let added = factor * gain.min(cutoff);
                moyo = Some((gain, added));
                value += added;
            }
        }
        let connection = self.connection_value(analysis).filter(|&limit| limit < value);
        value = connection.unwrap_or(value);
        let any_weak = |color, bonus| {
            let weak = bonus != 0 && self.stones(color).any(|s| is_weak(analysis, s));
            if weak { bonus } else { 0 }
        };
        let obonus = any_weak(self.color(), pattern.obonus);
        let xbonus = any_weak(self.color().opposite(), pattern.xbonus);
        let splits = pattern.splitbonus != 0 && analysis.influence.split_value(mv, self.color()) > 0;
        let splitbonus = if splits { pattern.splitbonus } else { 0 };
        let random = self.random();
        value += obonus + xbonus + splitbonus + random;
        PatternValue {
            name: pattern.name.clone(),
            transformation: Some(self.variant.transformation),
            in_model: self.input.knowledge.patterns.takes_place(self.variant.pattern),
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
            source: Some(self.source()),
            preferred_for: self.preferred_for(facts),
        }
    }

    fn source(&self) -> PatternSource {
        let class = BoardClass::new(self.board.size());
        let patterns = &self.input.knowledge.patterns;
        let mut source = patterns.source(self.found.variant, class);
        if let PatternSource::Fitted { pattern, bonus, .. } = &mut source {
            // A value that is tried adds to the bonus as one that is written.
            *bonus += self.pattern.weight - patterns.database.patterns[*pattern as usize].weight;
        }
        source
    }

    /// Classes `C` and `B`: the value of connecting our dragons, or of keeping theirs apart. With both it is
    /// the larger, and a fifth of what the smaller has above 50. `None` if the pattern has neither class.
    fn connection_value(&self, analysis: &Analysis) -> Option<i32> {
        let classes = self.pattern.classes;
        let of = |class, color| {
            let asks = classes.contains(class);
            asks.then(|| self.value_of_joining(analysis, color))
        };
        let ours = of(Classes::CONNECTS, self.color());
        let theirs = of(Classes::BREAKS, self.color().opposite());
        match (ours, theirs) {
            (Some(a), Some(b)) => Some(a.max(b) + ((a.min(b) - 50) / 5).max(0)),
            (a, b) => a.or(b),
        }
    }

    /// The value of joining two dragons of one side: of the two that need it most, 0 if there is only one.
    fn value_of_joining(&self, analysis: &Analysis, color: Color) -> i32 {
        let strings = self.strings(color);
        let mut dragons: Vec<&Dragon> = strings.iter().filter_map(|&s| analysis.dragons.get(s)).collect();
        dragons.sort_by_key(|dragon| dragon.origin);
        dragons.dedup_by_key(|dragon| dragon.origin);
        let pairs = (0..dragons.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let values = pairs.map(|(a, b)| connection::value(analysis, dragons[a], dragons[b]));
        values.max().unwrap_or(0)
    }

    /// The random part of the value. It depends on the seed, the position, the move and the pattern alone.
    fn random(&self) -> i32 {
        let (low, high) = (self.pattern.minrand, self.pattern.maxrand);
        if low == high {
            return low;
        }
        let place = u64::from(self.found.mv.x()) << 8 | u64::from(self.found.mv.y());
        let bytes = self.pattern.name.bytes();
        let name = bytes.fold(place, |hash, b| hash.wrapping_mul(31).wrapping_add(b.into()));
        let seed = self.input.seed.wrapping_add(self.board.key());
        let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_add(name << 16));
        let span = (high - low) as u64 + 1;
        low + ((u64::from(rng.next_u32()) * span) >> 32) as i32
    }
}

/// Whether the group of a stone is weak, and its fate open. Bonuses ask that.
fn is_weak(analysis: &Analysis, stone: Point) -> bool {
    let is_open = |status| matches!(status, Status::Critical | Status::Unknown);
    let dragon = analysis.dragons.get(stone);
    dragon.is_some_and(|dragon| dragon.weak && is_open(dragon.status))
}

#[cfg(test)]
mod tests;
