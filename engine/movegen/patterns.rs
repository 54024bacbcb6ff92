//! Proposals from the pattern database: classes, constraints, assistance, bonuses.

use katachi_rules::{Board, Color, Point};
use mkpat::{Assistance, Cell, Classes, Pattern, Status, Variant};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rustc_hash::FxHashMap;

use super::facts::PositionFacts;
use super::{Context, PatternValue, Proposals, Reason, Wind, trial};
use crate::analysis::Analysis;
use crate::matcher::{DivisionByZero, Match, Place, evaluate};

/// Points by which patterns of class `A` or `D` would rather capture or save a string, by the string's origin.
pub(crate) type Preferred = FxHashMap<Point, Point>;

/// What the patterns say beside their proposals.
#[derive(Debug, Default)]
pub(crate) struct Remarks {
    pub(crate) preferred: Preferred,
    /// Patterns whose constraint divides by zero, each once.
    pub(crate) divisions_by_zero: Vec<String>,
}

/// Evaluates the patterns that lie on the board. Without `all`, those that cannot be worth more than the
/// best so far are passed over.
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
    // In the order of falling highest value, so that most can be passed over.
    for found in context.matcher.matches(context.database, board, context.color) {
        let variant = &context.database.variants[found.variant as usize];
        let pattern = &context.database.patterns[variant.pattern as usize];
        if !all
            && pattern.highest_value() < best - trial::WITHIN as i32
            && !pattern.classes.contains(Classes::LOUD)
        {
            continue;
        }
        let lie = Lie {
            context,
            board,
            pattern,
            variant,
            found,
        };
        match lie.is_accepted(&mut facts) {
            Ok(true) => {}
            Ok(false) => continue,
            Err(DivisionByZero) => {
                if !remarks.divisions_by_zero.contains(&pattern.name) {
                    remarks.divisions_by_zero.push(pattern.name.clone());
                }
                continue;
            }
        }
        lie.prefer(&mut facts, &mut remarks.preferred);
        let value = lie.value(facts.analysis());
        best = best.max(value.value);
        if value.value > 0 {
            proposals.add(found.mv, Reason::Pattern(Box::new(value)));
        }
    }
    remarks
}

/// A pattern where it lies on the board.
struct Lie<'a> {
    context: &'a Context<'a>,
    board: &'a Board,
    pattern: &'a Pattern,
    variant: &'a Variant,
    found: Match,
}

impl Lie<'_> {
    fn color(&self) -> Color {
        self.context.color
    }

    /// Stones of the pattern of one kind, on the board.
    fn stones(&self, cell: Cell) -> impl Iterator<Item = Point> + '_ {
        let place = Place {
            size: self.board.size(),
            mv: self.found.mv,
            transformation: self.variant.transformation,
        };
        self.pattern
            .elements
            .iter()
            .filter(move |e| e.cell == cell)
            .map(move |e| place.point(e.at))
    }

    /// Distinct strings among the stones of one kind, by one stone of each.
    fn strings(&self, cell: Cell) -> Vec<Point> {
        let mut strings: Vec<Point> = self.stones(cell).map(|p| self.board.head(p)).collect();
        strings.sort_unstable();
        strings.dedup();
        strings
    }

    /// Classes, safety and the constraint: the cheap tests first.
    fn is_accepted(&self, facts: &mut PositionFacts<'_>) -> Result<bool, DivisionByZero> {
        let classes = self.pattern.classes;
        let mv = self.found.mv;
        let statuses = |facts: &mut PositionFacts<'_>, cell, lives, dies| {
            self.stones(cell)
                .all(|p| match facts.analysis().dragons.status(p) {
                    Status::Alive => !classes.contains(dies),
                    Status::Dead => !classes.contains(lives),
                    Status::Critical => !classes.intersects(lives | dies),
                    Status::Unknown => true,
                })
        };
        let accepted = statuses(facts, Cell::Friend, Classes::FRIEND_LIVES, Classes::FRIEND_DIES)
            && statuses(facts, Cell::Enemy, Classes::ENEMY_LIVES, Classes::ENEMY_DIES)
            && self
                .context
                .game
                .is_legal(self.color(), katachi_rules::Move::Play(mv))
            && (classes.contains(Classes::SACRIFICE) || facts.is_safe(self.color(), mv))
            && (!classes.contains(Classes::ENEMY_SAFE) || facts.is_safe(self.color().opposite(), mv));
        let (true, Some(constraint)) = (accepted, &self.pattern.constraint) else {
            return Ok(accepted);
        };
        let (size, turn) = (self.board.size(), self.variant.transformation);
        Ok(evaluate(constraint, size, mv, turn, facts)? != 0)
    }

    /// Classes `A` and `D`: strings that the move captures or saves get it as their point.
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

    /// The value with assistance, limit, bonuses and random variation, in this order.
    fn value(&self, analysis: &mut Analysis) -> PatternValue {
        let pattern = self.pattern;
        let mv = self.found.mv;
        let mut value = pattern.weight;
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

    /// Classes `C` and `B`: what it is worth to connect our strings, or to keep theirs apart; the larger plus a
    /// fifth of the smaller. None if the pattern asks for neither or has no two strings.
    fn connection_value(&self, analysis: &Analysis) -> Option<i32> {
        let of = |class, cell| {
            if !self.pattern.classes.contains(class) {
                return None;
            }
            let mut values: Vec<i32> = self
                .strings(cell)
                .iter()
                .map(|&s| worth_of_connection(analysis, s))
                .collect();
            values.sort_unstable();
            // The less important of the two most important strings is what hangs on the connection.
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

/// What hangs on a string staying connected, in value: a dead one nothing, a weak one more.
fn worth_of_connection(analysis: &Analysis, stone: Point) -> i32 {
    let Some(worm) = analysis.worms.get(stone) else {
        return 0;
    };
    match analysis.dragons.status(stone) {
        Status::Dead => 0,
        Status::Alive => 35 + 3 * worm.size as i32,
        _ if analysis.is_weak(stone) => 60 + 10 * worm.size as i32,
        _ => 45 + 6 * worm.size as i32,
    }
}

/// Power of a colour near a point: 6-d for each of its stones at distance d < 6.
fn power(board: &Board, at: Point, color: Color) -> i32 {
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
