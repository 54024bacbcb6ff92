//! How a question gets its answer: remembered, or searched and looked at once more.
//!
//! It is searched against all ko threats of the other side first, and again with fewer where a ko mattered, so that the
//! verdict tells the kinds of ko apart.

use arrayvec::ArrayVec;
use katachi_rules::{Color, Point, PointSet};

use super::cache::{self, Question, Trace};
use super::search::{Found, Goal, KoThreats, Position};
use super::{Reader, Reading, Verdict};

/// So many defences are tried out one after the other when they turn out not to hold.
const MOST_REFUSED: usize = 6;
/// So many moves of the attacker that make a ko are looked at once more.
const LOOKS: u32 = 2;

impl Reader {
    /// [`Reader::read`], and where that is a ko which the other side has just taken: a move elsewhere opens it again,
    /// and if the other side cannot do better meanwhile, no move is needed.
    pub(super) fn read_or_wait(&mut self, goal: &dyn Goal, to_move: Color) -> Reading {
        let reading = self.read(goal, to_move);
        let is_closed = self.board.ko().is_some_and(|(_, closed_to)| closed_to == to_move);
        if !is_closed || reading.verdict.is_yes() || !reading.verdict.is_possible() {
            return reading;
        }
        let ko = self.board.clear_ko();
        let verdict = self.read(goal, to_move.opposite()).verdict.opposite();
        self.board.set_ko(ko);
        if verdict.strength() < reading.verdict.strength() {
            return reading;
        }
        Reading { verdict, point: None }
    }

    /// Can the side to move get its way about a goal? First against all ko threats of the other side, which is
    /// the answer where no ko is about; then with fewer and fewer against it.
    pub(super) fn read(&mut self, goal: &dyn Goal, to_move: Color) -> Reading {
        let name = goal.key() ^ u64::from(self.budget) << 1 ^ to_move as u64;
        let core = goal.core(&self.board);
        let question = Question::new(name, &core, &self.board);
        self.counts.questions += 1;
        if let Some(known) = self.cache.get(&question, &self.board) {
            self.counts.remembered += 1;
            return known;
        }
        let mut trace = Trace::default();
        let reading = match goal.is_threatened() {
            true if to_move == goal.attacker() => self.read_attack(goal, to_move, LOOKS, &mut trace),
            true => self.read_defence(goal, to_move, LOOKS - 1, &mut trace),
            false => self.read_anew(goal, to_move, &[], &mut trace),
        };
        let area = cache::area(&self.board, &core, &trace);
        self.cache.put(&question, &self.board, area, reading);
        reading
    }

    /// [`Reader::kill`], asked only once in a position: what the life of a group depends on may be the whole board.
    pub(crate) fn kill_remembered(&mut self, group: &PointSet) -> Reading {
        self.remembered(0x6b69_6c6c, group, Self::kill)
    }

    /// [`Reader::live`], likewise.
    pub(crate) fn live_remembered(&mut self, group: &PointSet) -> Reading {
        self.remembered(0x6c69_7665, group, Self::live)
    }

    /// `name` tells the questions about a group apart.
    fn remembered(
        &mut self,
        name: u64,
        group: &PointSet,
        read: impl FnOnce(&mut Self, &PointSet) -> Reading,
    ) -> Reading {
        let name = (name << 32 | u64::from(self.budget)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let question = Question::new(name, group, &self.board);
        self.counts.questions += 1;
        if let Some(known) = self.cache.get(&question, &self.board) {
            self.counts.remembered += 1;
            return known;
        }
        let reading = read(self, group);
        let area = self.board.size().points().collect();
        self.cache.put(&question, &self.board, area, reading);
        reading
    }

    /// Looks for a defence that holds against an attack which looks as hard as any. In the search that finds it
    /// the attacker may have been given up on a narrow level. One of which that stays unknown is the answer only if
    /// there is no better one.
    fn read_defence(&mut self, goal: &dyn Goal, to_move: Color, looks: u32, trace: &mut Trace) -> Reading {
        let mut refused = ArrayVec::<Point, MOST_REFUSED>::new();
        let mut best = Reading::NO;
        let mut unsure: Option<Reading> = None;
        loop {
            let defence = self.read_anew(goal, to_move, &refused, trace);
            let Some(point) = defence.point else {
                return match unsure {
                    Some(unsure) => unsure,
                    None if best.verdict == Verdict::No => defence,
                    None => best,
                };
            };
            trace.played.insert(point);
            let undo = self.board.play(to_move, point);
            let after = self
                .read_attack(goal, goal.attacker(), looks, trace)
                .verdict
                .opposite();
            self.board.undo(undo);
            if after.strength() >= defence.verdict.strength() {
                return defence;
            }
            if after == Verdict::Unknown {
                if let Some(unsure) = unsure {
                    return unsure;
                }
                unsure = Some(defence);
            } else if after.strength() > best.verdict.strength() {
                best = Reading {
                    verdict: after,
                    point: Some(point),
                };
            }
            if refused.try_push(point).is_err() {
                return unsure.unwrap_or(best);
            }
        }
    }

    /// A ko that is found is looked at once more from the position after the first move, where the search sees farther:
    /// it may work without. So are kos after the answer, in as many attacks as there are `looks`.
    fn read_attack(&mut self, goal: &dyn Goal, to_move: Color, looks: u32, trace: &mut Trace) -> Reading {
        let attack = self.read_anew(goal, to_move, &[], trace);
        let is_ko = attack.verdict.is_possible() && !attack.verdict.is_yes();
        let Some(point) = attack
            .point
            .filter(|&p| looks > 0 && is_ko && self.board.is_legal(to_move, p))
        else {
            return attack;
        };
        trace.played.insert(point);
        let undo = self.board.play(to_move, point);
        let verdict = self
            .read_defence(goal, to_move.opposite(), looks - 1, trace)
            .verdict
            .opposite();
        self.board.undo(undo);
        if verdict.strength() > attack.verdict.strength() {
            Reading { verdict, ..attack }
        } else {
            attack
        }
    }

    pub(super) fn read_anew(
        &mut self,
        goal: &dyn Goal,
        to_move: Color,
        refused: &[Point],
        trace: &mut Trace,
    ) -> Reading {
        let attacks = to_move == goal.attacker();
        let (own, other) = if attacks {
            (KoThreats::Attacker, KoThreats::Defender)
        } else {
            (KoThreats::Defender, KoThreats::Attacker)
        };
        let mut unknown = false;
        for (threats, verdict) in [
            (other, Verdict::Yes),
            (KoThreats::None, Verdict::KoAhead),
            (own, Verdict::KoBehind),
        ] {
            let found = self.search(goal, to_move, threats, refused, trace);
            match found.success {
                Some(success) if success == attacks => {
                    return Reading {
                        // A way without a ko is one whoever has threats, even if it was missed before.
                        verdict: if found.rests_on_ko { verdict } else { Verdict::Yes },
                        point: found.point,
                    };
                }
                Some(_) if !found.rests_on_ko => break,
                Some(_) => {}
                // With a budget used up there is no point in using up another.
                None => {
                    unknown = true;
                    break;
                }
            }
        }
        let verdict = if unknown { Verdict::Unknown } else { Verdict::No };
        Reading { verdict, point: None }
    }

    pub(super) fn search(
        &mut self,
        goal: &dyn Goal,
        to_move: Color,
        threats: KoThreats,
        refused: &[Point],
        trace: &mut Trace,
    ) -> Found {
        let mut position = Position::new(&self.board, goal.attacker(), threats);
        let budget = self.budget.saturating_mul(goal.effort());
        let found = self
            .searcher
            .search(goal, &mut position, to_move, refused, budget);
        self.counts.nodes += u64::from(found.nodes);
        trace.played.extend_with(&position.played);
        trace.looked_at_moves |= !found.at_once;
        found
    }
}
