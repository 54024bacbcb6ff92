//! Tactical reading: can a string be captured, can it be saved, and by which move?
//!
//! The question is answered by proof-number search (`search`) over the moves around the string (`candidates`),
//! with ladders on a fast path of their own (`capture`). A reading has a budget of nodes (moves played) and says
//! [`Verdict::Unknown`] when it is used up; it never claims what it did not see. It is done against all ko threats of
//! the other side first, and again with fewer where a ko mattered, so that the verdict tells the kinds of ko apart.

mod candidates;
mod capture;
mod connect;
mod connection;
mod distance;
mod links;
mod search;
mod semeai;

use katachi_rules::{Board, Color, Point, Undo};
use rustc_hash::FxHashMap;

use candidates::Candidates;
use capture::Capture;
pub use semeai::Race;

use search::{Found, Goal, KoThreats, Position, Searcher};

/// The answer of a reading, from the side of the question: can it be done?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Read, and it cannot.
    No,
    /// By a ko, in which the own side has to find the first threat.
    KoBehind,
    /// By a ko, in which the other side has to find the first threat.
    KoAhead,
    /// Read, and it can, whoever has more ko threats.
    Yes,
    /// The budget ran out first.
    Unknown,
}

impl Verdict {
    /// It can be done without a ko.
    pub fn is_yes(self) -> bool {
        self == Self::Yes
    }

    /// It can be done, perhaps by a ko.
    pub fn is_possible(self) -> bool {
        matches!(self, Self::Yes | Self::KoAhead | Self::KoBehind)
    }

    /// The number by which regression suites know it: 0 no or unknown, 1 yes, 2 by a ko ahead, 3 by a ko behind.
    pub fn code(self) -> u8 {
        match self {
            Self::No | Self::Unknown => 0,
            Self::Yes => 1,
            Self::KoAhead => 2,
            Self::KoBehind => 3,
        }
    }

    /// The same seen from the other side: what one can do by a ko, the other can stop by it.
    pub fn opposite(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Yes => Self::No,
            Self::KoAhead => Self::KoBehind,
            Self::KoBehind => Self::KoAhead,
            Self::Unknown => Self::Unknown,
        }
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

/// Reads on its own copy of a position. After every call the copy is as before it.
#[derive(Debug)]
pub struct Reader {
    board: Board,
    searcher: Searcher,
    /// Nodes for one reading.
    budget: u32,
    /// Nodes of all readings so far.
    nodes: u64,
    /// Answers by position, goal and side to move; they hold wherever the reader goes.
    known: FxHashMap<u64, Reading>,
}

/// So many answers are remembered: about 1 MB. Then all are forgotten.
const MOST_KNOWN: usize = 1 << 15;

impl Reader {
    /// A reader of this position, with a budget in nodes for each question.
    pub fn new(board: &Board, budget: u32) -> Self {
        Self {
            board: board.clone(),
            searcher: Searcher::new(),
            budget,
            nodes: 0,
            known: FxHashMap::default(),
        }
    }

    /// Goes on with another position.
    pub fn set_board(&mut self, board: &Board) {
        self.board.clone_from(board);
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Nodes of all readings so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Can the string at `stone` be captured if the other side moves first? No for an empty point.
    pub fn attack(&mut self, stone: Point) -> Reading {
        match self.board.cell(stone).color() {
            Some(color) => self.read(
                &Capture {
                    stone,
                    attacker: color.opposite(),
                },
                color.opposite(),
            ),
            None => Reading {
                verdict: Verdict::No,
                point: None,
            },
        }
    }

    /// Can the string at `stone` be saved if its own side moves first? No for an empty point.
    pub fn defend(&mut self, stone: Point) -> Reading {
        match self.board.cell(stone).color() {
            Some(color) => self.read(
                &Capture {
                    stone,
                    attacker: color.opposite(),
                },
                color,
            ),
            None => Reading {
                verdict: Verdict::No,
                point: None,
            },
        }
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
            if reader.board.cell(stone).is(color) {
                reader.defend(stone).verdict.opposite()
            } else {
                Verdict::Yes
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
            if reader.board.cell(stone).is(color) {
                reader.attack(stone).verdict.opposite()
            } else {
                Verdict::No
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

    /// Can the side to move get its way about a goal? First against all ko threats of the other side, which is
    /// the answer where no ko is about; then with fewer and fewer against it.
    fn read(&mut self, goal: &dyn Goal, to_move: Color) -> Reading {
        let key = self.board.situation_key(to_move) ^ goal.key();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let reading = self.read_anew(goal, to_move);
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, reading);
        reading
    }

    fn read_anew(&mut self, goal: &dyn Goal, to_move: Color) -> Reading {
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
            let found = self.search(goal, to_move, threats);
            match found.success {
                Some(success) if success == attacks => {
                    return Reading {
                        verdict,
                        point: found.point,
                    };
                }
                Some(_) if !found.ko_mattered => break,
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

    fn search(&mut self, goal: &dyn Goal, to_move: Color, threats: KoThreats) -> Found {
        let mut position = Position::new(&self.board, goal.attacker(), threats);
        let budget = self.budget.saturating_mul(goal.effort());
        let found = self.searcher.search(goal, &mut position, to_move, budget);
        self.nodes += u64::from(found.nodes);
        found
    }
}

#[cfg(test)]
mod tests;
