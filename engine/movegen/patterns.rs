//! Proposals from the pattern database: classes, constraints, assistance, bonuses.

use katachi_rules::{Board, Color, Move, Point};
use mkpat::{Assistance, Cell, Classes, Pattern, Status, Variant};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rustc_hash::FxHashMap;

use super::evaluated::{ConstraintCall, EvaluatedPattern, Recorder, Rejection};
use super::facts::PositionFacts;
use super::helpers::{self, Site};
use super::{Context, PatternValue, Proposals, Reason, Wind};
use crate::analysis::{Analysis, Dragons, Worms};
use crate::matcher::{Match, PatternBoard, Place, evaluate};

/// Points by which patterns of class `A` or `D` would rather capture or save a string, by the string's origin.
pub(crate) type Preferred = FxHashMap<Point, Point>;

/// A pattern whose highest value is more than this below the best proposal so far is passed over: even together with other reasons it
/// does not make its move the best.
const PASSED_OVER_BELOW_BEST: i32 = 60;

/// Results of the patterns beside their proposals.
#[derive(Debug, Default)]
pub(crate) struct Remarks {
    pub(crate) preferred: Preferred,
    /// Patterns whose constraint divides by zero, each once.
    pub(crate) divisions_by_zero: Vec<String>,
}

/// Evaluates the patterns that match on the board. Without `all`, those whose highest value is too far below the best proposal so far are
/// passed over.
pub(crate) fn propose(
    context: &Context<'_>,
    analysis: &mut Analysis,
    proposals: &mut Proposals,
    all: bool,
) -> Remarks {
    let board = context.game.board();
    let mut remarks = Remarks::default();
    let mut best = proposals.best();
    let mut facts = PositionFacts::new(analysis, context.color);
    // By falling highest value, so that most can be passed over.
    for found in context.matcher.matches(context.database, board, context.color) {
        let variant = &context.database.variants[found.variant as usize];
        let pattern = &context.database.patterns[variant.pattern as usize];
        if !all
            && proposals.value_by(found.mv, pattern.highest_value()) < best - PASSED_OVER_BELOW_BEST
            && !pattern.classes.contains(Classes::LOUD)
        {
            continue;
        }
        let matched = PatternMatch {
            context,
            board,
            pattern,
            variant,
            found,
        };
        let value = match matched.evaluate(&mut facts, None) {
            Ok(value) => value,
            Err(Rejection::DivisionByZero) => {
                if !remarks.divisions_by_zero.contains(&pattern.name) {
                    remarks.divisions_by_zero.push(pattern.name.clone());
                }
                continue;
            }
            Err(_) => continue,
        };
        matched.prefer(&mut facts, &mut remarks.preferred);
        best = best.max(proposals.value_by(found.mv, value.value));
        if value.value > 0 {
            proposals.add(found.mv, Reason::Pattern(Box::new(value)));
        }
    }
    remarks
}

/// Evaluates every pattern match whose move is at a point: those that hold by falling value, then the others in the order of the
/// database.
pub(crate) fn at(context: &Context<'_>, analysis: &mut Analysis, point: Point) -> Vec<EvaluatedPattern> {
    let board = context.game.board();
    let mut facts = PositionFacts::new(analysis, context.color);
    let mut found = Vec::new();
    context
        .matcher
        .matches_at(&PatternBoard::of(board), context.color, point, &mut found);
    let evaluated = |found: Match| {
        let variant = &context.database.variants[found.variant as usize];
        let matched = PatternMatch {
            context,
            board,
            pattern: &context.database.patterns[variant.pattern as usize],
            variant,
            found,
        };
        let mut calls = Vec::new();
        let verdict = matched.evaluate(&mut facts, Some(&mut calls));
        EvaluatedPattern {
            variant: found.variant,
            point,
            calls,
            verdict,
        }
    };
    let mut matches: Vec<EvaluatedPattern> = found.into_iter().map(evaluated).collect();
    matches.sort_by_key(|m| m.verdict.as_ref().map_or((true, 0), |v| (false, -v.value)));
    matches
}

fn check(accepted: bool, otherwise: Rejection) -> Result<(), Rejection> {
    if accepted { Ok(()) } else { Err(otherwise) }
}

/// A pattern match with what its evaluation needs.
struct PatternMatch<'a> {
    context: &'a Context<'a>,
    board: &'a Board,
    pattern: &'a Pattern,
    variant: &'a Variant,
    found: Match,
}

impl PatternMatch<'_> {
    fn color(&self) -> Color {
        self.context.color
    }

    fn place(&self) -> Place {
        Place {
            size: self.board.size(),
            mv: self.found.mv,
            transformation: self.variant.transformation,
        }
    }

    /// The stones of one kind that the pattern has, as points of the board.
    fn stones(&self, cell: Cell) -> impl Iterator<Item = Point> + '_ {
        self.place().stones(self.pattern, cell)
    }

    /// Distinct strings among the stones of one kind, by one stone of each.
    fn strings(&self, cell: Cell) -> Vec<Point> {
        self.place().strings(self.board, self.pattern, cell)
    }

    /// Classes, safety, the constraint and the helper, the cheap tests first; then the value. `calls` gets the calls of
    /// the constraint.
    fn evaluate(
        &self,
        facts: &mut PositionFacts<'_>,
        calls: Option<&mut Vec<ConstraintCall>>,
    ) -> Result<PatternValue, Rejection> {
        let classes = self.pattern.classes;
        let mv = self.found.mv;
        self.check_groups(facts, Cell::Friend, Classes::FRIEND_LIVES, Classes::FRIEND_DIES)?;
        self.check_groups(facts, Cell::Enemy, Classes::ENEMY_LIVES, Classes::ENEMY_DIES)?;
        let legal = self.context.game.is_legal(self.color(), Move::Play(mv));
        check(legal, Rejection::Illegal)?;
        let safe = classes.contains(Classes::SACRIFICE) || facts.is_safe(self.color(), mv);
        check(safe, Rejection::Captured)?;
        let needed = !classes.contains(Classes::ENEMY_SAFE) || facts.is_safe(self.color().opposite(), mv);
        check(needed, Rejection::EnemyCaptured)?;
        if let Some(constraint) = &self.pattern.constraint {
            let (size, turn) = (self.board.size(), self.variant.transformation);
            let value = match calls {
                Some(calls) => evaluate(constraint, size, mv, turn, &mut Recorder { facts, calls }),
                None => evaluate(constraint, size, mv, turn, facts),
            };
            check(value? != 0, Rejection::Constraint)?;
        }
        let helped = self.ask_helper(facts.analysis()).ok_or(Rejection::Helper)?;
        Ok(self.value(facts.analysis(), helped))
    }

    /// The classes that ask how the groups of one side stand.
    fn check_groups(
        &self,
        facts: &mut PositionFacts<'_>,
        cell: Cell,
        lives: Classes,
        dies: Classes,
    ) -> Result<(), Rejection> {
        let classes = self.pattern.classes;
        for stone in self.stones(cell) {
            let status = facts.analysis().dragons.status(stone);
            let accepted = match status {
                Status::Alive => !classes.contains(dies),
                Status::Dead => !classes.contains(lives),
                Status::Critical => !classes.intersects(lives | dies),
                Status::Unknown => true,
            };
            check(accepted, Rejection::Group { stone, status })?;
        }
        Ok(())
    }

    /// What the helper of the pattern adds to its value, 0 or less; none if the pattern does not hold. A helper that is not known here adds
    /// nothing.
    fn ask_helper(&self, analysis: &mut Analysis) -> Option<i32> {
        let Some(helper) = helpers::of(self.pattern) else {
            return Some(0);
        };
        let worth = helper(&mut Site::new(analysis, self.color(), self.pattern, self.place()))?;
        Some((worth - self.pattern.weight).min(0))
    }

    /// Classes `A` and `D`: makes the move the preferred point of the strings that it captures or saves.
    fn prefer(&self, facts: &mut PositionFacts<'_>, preferred: &mut Preferred) {
        let mv = self.found.mv;
        let classes = self.pattern.classes;
        if classes.contains(Classes::ATTACKS) {
            for stone in self.strings(Cell::Enemy) {
                let analysis = facts.analysis();
                let worm = analysis.worms.get(stone).expect("a stone has a worm");
                if worm.attack.is_yes() && worm.defense.is_yes() {
                    let origin = worm.origin;
                    if analysis.reader.does_attack(mv, origin).is_yes() {
                        preferred.entry(origin).or_insert(mv);
                    }
                }
            }
        }
        if classes.contains(Classes::DEFENDS) {
            for stone in self.strings(Cell::Friend) {
                let analysis = facts.analysis();
                let worm = analysis.worms.get(stone).expect("a stone has a worm");
                if worm.attack.is_yes() {
                    let origin = worm.origin;
                    if analysis.reader.does_defend(mv, origin).is_yes() {
                        preferred.entry(origin).or_insert(mv);
                    }
                }
            }
        }
    }

    /// The value with the helper's part, assistance, limit, bonuses and random variation, in this order.
    fn value(&self, analysis: &mut Analysis, helped: i32) -> PatternValue {
        let pattern = self.pattern;
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
                let their_power = power(self.board, mv, self.color().opposite());
                let my_power = power(self.board, mv, self.color());
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
                let gain = analysis.influence.delta_moyo(mv, self.color());
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
        }
    }

    /// Classes `C` and `B`: the value of connecting our strings, or of keeping theirs apart; the larger plus a
    /// fifth of the smaller. None if the pattern asks for neither or has no two strings.
    fn connection_value(&self, analysis: &Analysis) -> Option<i32> {
        let of = |class, cell| {
            if !self.pattern.classes.contains(class) {
                return None;
            }
            let mut values: Vec<i32> = self
                .strings(cell)
                .iter()
                .map(|&s| worth_of_connection(&analysis.worms, &analysis.dragons, s))
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

    /// The random part of the value. It depends on the seed, the position, the move and the pattern, not on
    /// what else is evaluated.
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
            .context
            .seed
            .wrapping_add(self.board.key())
            .wrapping_add(name << 16);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let span = (high - low) as u64 + 1;
        low + ((u64::from(rng.next_u32()) * span) >> 32) as i32
    }
}

/// What it is worth that a string stays connected: nothing for a dead one, more for a weak one.
pub(super) fn worth_of_connection(worms: &Worms, dragons: &Dragons, stone: Point) -> i32 {
    let (Some(worm), Some(dragon)) = (worms.get(stone), dragons.get(stone)) else {
        return 0;
    };
    match dragon.status {
        Status::Dead => 0,
        Status::Alive => 35 + 3 * worm.size as i32,
        _ if dragon.weak => 60 + 10 * worm.size as i32,
        _ => 45 + 6 * worm.size as i32,
    }
}

/// Power of a colour near a point: 6-d for each of its stones at distance d < 6.
pub(super) fn power(board: &Board, at: Point, color: Color) -> i32 {
    let mut power = 0;
    for dy in -5i32..=5 {
        let reach = 5 - dy.abs();
        for dx in -reach..=reach {
            if board
                .size()
                .offset(at, dx, dy)
                .is_some_and(|p| board.cell(p).is(color))
            {
                power += 6 - dx.abs() - dy.abs();
            }
        }
    }
    power
}

#[cfg(test)]
mod tests;
