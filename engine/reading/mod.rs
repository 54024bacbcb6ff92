//! Tactical reading: can a string be captured, can it be saved, and by which move?
//!
//! A depth-first search over the moves around one string, with a table of positions seen. The side of
//! the string wins when it has four liberties, the other side when the string is gone. Strings with one
//! or two liberties are read to the end, so that ladders are followed over the whole board; nets and
//! fights about a third liberty are read to a limited depth. A reading has a budget of nodes (moves
//! played) and says [`Verdict::Unknown`] when it is used up; it never claims what it did not see.
//! Kos are read as the rule of simple ko leaves them: nobody looks for threats elsewhere.

mod candidates;

use katachi_rules::{Board, Color, Move, Point, Undo};
use rustc_hash::FxHashMap;

use candidates::Candidates;

/// The answer of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Read, and it does not work.
    No,
    /// Read, and it works.
    Yes,
    /// The budget ran out first.
    Unknown,
}

impl Verdict {
    /// Read, and it works.
    pub fn is_yes(self) -> bool {
        self == Self::Yes
    }
}

/// The answer of a reading with the move that makes it true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Does it work?
    pub verdict: Verdict,
    /// The first move, where it works. None if no move is needed.
    pub point: Option<Point>,
}

/// A string with that many liberties is taken to be safe.
const SAFE_LIBERTIES: u32 = 4;
/// Plies to which a string with three liberties is attacked; beyond it is safe.
const THREE_LIBERTIES_DEPTH: u32 = 5;
/// Plies to which moves that do not take a liberty are tried: nets, counter-attacks, jumps.
const WIDE_DEPTH: u32 = 4;
/// No reading goes deeper: the longest ladder on 25x25 ends before.
const MAX_DEPTH: u32 = 300;

/// Reads on its own copy of a position. After every call the copy is as before it.
#[derive(Debug)]
pub struct Reader {
    board: Board,
    /// Nodes for one reading.
    budget: u32,
    /// Nodes left for the reading under way.
    left: u32,
    /// Nodes of all readings so far.
    nodes: u64,
    /// Positions seen in the reading under way, with the verdict for the side to move.
    seen: FxHashMap<u64, bool>,
}

/// The budget ran out.
struct OutOfNodes;

impl Reader {
    /// A reader of this position, with a budget in nodes for each question.
    pub fn new(board: &Board, budget: u32) -> Self {
        Self {
            board: board.clone(),
            budget,
            left: 0,
            nodes: 0,
            seen: FxHashMap::default(),
        }
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Nodes of all readings so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Can the string at `stone` be captured if the other side moves first?
    pub fn attack(&mut self, stone: Point) -> Reading {
        self.read(|reader| reader.find_attack(stone, 0))
    }

    /// Can the string at `stone` be saved if its own side moves first?
    pub fn defend(&mut self, stone: Point) -> Reading {
        self.read(|reader| reader.find_defense(stone, 0))
    }

    /// Every first move by which the string can be captured, in the order in which the search tries them.
    pub fn attack_points(&mut self, stone: Point) -> Vec<Point> {
        let candidates = Candidates::of_attack(&self.board, stone, true);
        candidates
            .iter()
            .filter(|&p| self.does_attack(p, stone).is_yes())
            .collect()
    }

    /// Every first move by which the string can be saved, in the order in which the search tries them.
    pub fn defense_points(&mut self, stone: Point) -> Vec<Point> {
        let candidates = Candidates::of_defense(&self.board, stone, true);
        candidates
            .iter()
            .filter(|&p| self.does_defend(p, stone).is_yes())
            .collect()
    }

    /// Does a move at `point` by the other side capture the string at `stone`, or leave it without a defence?
    pub fn does_attack(&mut self, point: Point, stone: Point) -> Verdict {
        let Some(color) = self.board.cell(stone).color() else {
            return Verdict::No;
        };
        self.after(color.opposite(), point, |reader| {
            if reader.board.cell(stone).color() != Some(color) {
                return Verdict::Yes;
            }
            match reader.defend(stone).verdict {
                Verdict::Yes => Verdict::No,
                Verdict::No => Verdict::Yes,
                Verdict::Unknown => Verdict::Unknown,
            }
        })
        .unwrap_or(Verdict::No)
    }

    /// Does a move at `point` by its own side save the string at `stone`?
    pub fn does_defend(&mut self, point: Point, stone: Point) -> Verdict {
        let Some(color) = self.board.cell(stone).color() else {
            return Verdict::No;
        };
        self.after(color, point, |reader| {
            if reader.board.cell(stone).color() != Some(color) {
                return Verdict::No;
            }
            match reader.attack(stone).verdict {
                Verdict::Yes => Verdict::No,
                Verdict::No => Verdict::Yes,
                Verdict::Unknown => Verdict::Unknown,
            }
        })
        .unwrap_or(Verdict::No)
    }

    /// Is a move there legal, and is the stone not captured at once? Being captured by ko only is safe.
    pub fn is_safe_move(&mut self, color: Color, point: Point) -> bool {
        self.after(color, point, |reader| {
            reader.board.cell(point).is(color) && !reader.attack(point).verdict.is_yes()
        })
        .unwrap_or(false)
    }

    /// What `look` sees after a legal move; none if the move is not legal.
    pub fn after<R>(&mut self, color: Color, point: Point, look: impl FnOnce(&mut Self) -> R) -> Option<R> {
        if !self.board.is_legal(color, point) {
            return None;
        }
        let before = cfg!(debug_assertions).then(|| self.board.key());
        let undo = self.board.play(color, point);
        let seen = look(self);
        self.board.undo(undo);
        debug_assert!(
            before.is_none_or(|key| key == self.board.key()),
            "a reading leaves the board as it was"
        );
        Some(seen)
    }

    /// What `look` sees after a sequence of moves by alternating colours. Moves that are not legal are left out.
    pub fn after_sequence<R>(
        &mut self,
        first: Color,
        points: &[Point],
        look: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let mut color = first;
        let mut undos: Vec<Undo> = Vec::with_capacity(points.len());
        for &point in points {
            if self.board.is_legal(color, point) {
                undos.push(self.board.play(color, point));
            }
            color = color.opposite();
        }
        let seen = look(self);
        while let Some(undo) = undos.pop() {
            self.board.undo(undo);
        }
        seen
    }

    fn read(&mut self, search: impl FnOnce(&mut Self) -> Result<Option<Move>, OutOfNodes>) -> Reading {
        self.seen.clear();
        self.left = self.budget;
        let found = search(self);
        self.nodes += u64::from(self.budget - self.left);
        match found {
            Ok(Some(mv)) => Reading {
                verdict: Verdict::Yes,
                point: mv.point(),
            },
            Ok(None) => Reading {
                verdict: Verdict::No,
                point: None,
            },
            Err(OutOfNodes) => Reading {
                verdict: Verdict::Unknown,
                point: None,
            },
        }
    }

    /// The move that captures the string, or a pass if it is gone already.
    fn find_attack(&mut self, stone: Point, depth: u32) -> Result<Option<Move>, OutOfNodes> {
        let Some(color) = self.board.cell(stone).color() else {
            return Ok(Some(Move::Pass));
        };
        let attacker = color.opposite();
        let liberties = self.board.liberties(stone);
        if liberties >= SAFE_LIBERTIES
            || (liberties == 3 && depth > THREE_LIBERTIES_DEPTH)
            || depth > MAX_DEPTH
        {
            return Ok(None);
        }
        if liberties == 1 {
            // The last liberty takes the string, and only ko can forbid it.
            let last = self.board.first_liberties::<1>(stone)[0];
            return Ok(self.board.is_legal(attacker, last).then_some(Move::Play(last)));
        }
        let key = self.board.situation_key(attacker);
        if depth > 0 && self.seen.get(&key) == Some(&false) {
            return Ok(None);
        }
        for point in Candidates::of_attack(&self.board, stone, depth < WIDE_DEPTH).iter() {
            if self.works(attacker, point, |reader| {
                Ok(reader.find_defense(stone, depth + 1)?.is_none())
            })? {
                return Ok(Some(Move::Play(point)));
            }
        }
        self.seen.insert(key, false);
        Ok(None)
    }

    /// The move that saves the string, or a pass if it needs none.
    fn find_defense(&mut self, stone: Point, depth: u32) -> Result<Option<Move>, OutOfNodes> {
        let Some(color) = self.board.cell(stone).color() else {
            return Ok(None);
        };
        let liberties = self.board.liberties(stone);
        if liberties >= SAFE_LIBERTIES
            || (liberties == 3 && depth > THREE_LIBERTIES_DEPTH)
            || depth > MAX_DEPTH
        {
            return Ok(Some(Move::Pass));
        }
        let key = self.board.situation_key(color);
        if depth > 0 && self.seen.get(&key) == Some(&false) {
            return Ok(None);
        }
        let wide = depth < WIDE_DEPTH && liberties > 1;
        for point in Candidates::of_defense(&self.board, stone, wide).iter() {
            if self.works(color, point, |reader| {
                Ok(reader.find_attack(stone, depth + 1)?.is_none())
            })? {
                return Ok(Some(Move::Play(point)));
            }
        }
        self.seen.insert(key, false);
        Ok(None)
    }

    /// Plays a candidate, one node, and asks whether it does what it should.
    fn works(
        &mut self,
        color: Color,
        point: Point,
        test: impl FnOnce(&mut Self) -> Result<bool, OutOfNodes>,
    ) -> Result<bool, OutOfNodes> {
        if !self.board.is_legal(color, point) {
            return Ok(false);
        }
        self.left = self.left.checked_sub(1).ok_or(OutOfNodes)?;
        let undo = self.board.play(color, point);
        let works = test(self);
        self.board.undo(undo);
        works
    }
}

#[cfg(test)]
mod tests;
