// SPDX-License-Identifier: MIT OR Apache-2.0

//! All positions of an area, and which of them the attacker wins.

use rustc_hash::FxHashMap;

use super::area::{Area, Set};

/// Positions of a search about a group at most.
const MAX_POSITIONS: usize = 400_000;
/// Positions of a search about an eye space at most: one question takes up to eight.
const MAX_POSITIONS_OF_EYES: usize = 50_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AreaGoal {
    /// The stone in question is captured.
    Stone,
    /// No stone of the owner is left inside, and the owner's next move captures nothing.
    All,
}

/// The side that has a ko threat whenever it needs one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threats {
    Attacker,
    Owner,
}

impl Threats {
    fn has(self, is_owner: bool) -> bool {
        is_owner == (self == Self::Owner)
    }
}

pub(super) struct Solution {
    /// Whether the attacker kills, or the owner comes to live, whatever the other side does.
    pub(super) succeeds: bool,
    pub(super) moves: Set,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Position {
    owner: Set,
    attacker: Set,
    owner_moves: bool,
    /// The number of the point that the side to move may not retake, for lack of threats.
    ko: Option<u8>,
}

/// Searches whether the attacker reaches the goal. None if there are too many positions.
pub(super) fn kills(area: &Area, goal: AreaGoal, threats: Threats, owner_moves: bool) -> Option<Solution> {
    let all = Positions::generate(area, goal, threats, owner_moves, MAX_POSITIONS)?;
    Some(all.solution(all.is_goal.clone(), false))
}

/// Searches whether the owner can reach a position in which the stone in question is never captured, though
/// its owner passes ever after. None if there are too many positions.
pub(super) fn lives(area: &Area, threats: Threats, owner_moves: bool) -> Option<Solution> {
    let all = Positions::generate(area, AreaGoal::Stone, threats, owner_moves, MAX_POSITIONS_OF_EYES)?;
    let won = all.captured_unopposed().into_iter().map(|is| !is).collect();
    Some(all.solution(won, true))
}

struct Step {
    /// The number of the position after the move.
    to: u32,
    /// The owner passes or fills a liberty outside: it may come closer to capturing a wall.
    is_outside: bool,
}

struct Positions<'a> {
    area: &'a Area,
    goal: AreaGoal,
    threats: Threats,
    numbers: FxHashMap<Position, u32>,
    list: Vec<Position>,
    /// The moves of each position. Where the game is over there is none, elsewhere a pass at least.
    steps: Vec<Vec<Step>>,
    is_goal: Vec<bool>,
}

impl<'a> Positions<'a> {
    /// Generates all reachable positions. None if there are more than `most`.
    fn generate(
        area: &'a Area,
        goal: AreaGoal,
        threats: Threats,
        owner_moves: bool,
        most: usize,
    ) -> Option<Self> {
        let closed = |&(_, to_owner): &(u8, bool)| to_owner == owner_moves && !threats.has(owner_moves);
        let start = Position {
            owner: area.owner,
            attacker: area.attacker,
            owner_moves,
            ko: area.ko.filter(closed).map(|(point, _)| point),
        };
        let mut all = Self {
            area,
            goal,
            threats,
            numbers: FxHashMap::from_iter([(start, 0)]),
            list: vec![start],
            steps: Vec::new(),
            is_goal: Vec::new(),
        };
        while all.is_goal.len() < all.list.len() {
            let from = all.is_goal.len();
            let position = all.list[from];
            let is_goal = all.is_reached(&position);
            all.is_goal.push(is_goal);
            all.steps.push(Vec::new());
            // Where the owner has captured a wall it is out, and the attacker has lost.
            if is_goal || area.weak & !position.attacker != 0 {
                continue;
            }
            all.reach(from, None, position.after_pass());
            for point in 0..area.points.len() as u8 {
                if let Some(next) = all.play(&position, point) {
                    all.reach(from, Some(point), next);
                }
            }
            if all.list.len() > most {
                return None;
            }
        }
        Some(all)
    }

    fn reach(&mut self, from: usize, point: Option<u8>, next: Position) {
        let new = self.list.len() as u32;
        let to = *self.numbers.entry(next).or_insert(new);
        if to == new {
            self.list.push(next);
        }
        let is_inside = point.is_some_and(|point| self.area.outside >> point & 1 == 0);
        let is_outside = self.list[from].owner_moves && !is_inside;
        self.steps[from].push(Step { to, is_outside });
    }

    /// Carries won positions back: a side wins where one of its moves wins, and where all moves of the other
    /// one do, before the owner has moved outside so often that it may capture a wall. Each round allows the
    /// owner one more move outside.
    fn solution(&self, mut wins: Vec<bool>, is_owners: bool) -> Solution {
        let mut before = vec![false; wins.len()];
        let mut rounds_left = self.area.moves_outside;
        loop {
            self.close(&mut wins, |position, steps, wins| {
                let wins = |step: &Step| match step.is_outside {
                    true => before[step.to as usize],
                    false => wins[step.to as usize],
                };
                match position.owner_moves == is_owners {
                    true => steps.iter().any(wins),
                    false => !steps.is_empty() && steps.iter().all(wins),
                }
            });
            if rounds_left == 0 || before == wins {
                break;
            }
            rounds_left -= 1;
            before.clone_from(&wins);
        }
        let is_winner = self.list[0].owner_moves == is_owners;
        let succeeds_at = |&point: &u8| {
            let next = self.play(&self.list[0], point);
            let number = next.and_then(|next| self.numbers.get(&next));
            number.is_some_and(|&number| wins[number as usize] == is_winner)
        };
        let that_succeed = (0..self.area.points.len() as u8).filter(succeeds_at);
        Solution {
            succeeds: wins[0],
            moves: that_succeed.fold(0, |set, point| set | 1 << point),
        }
    }

    /// Positions in which the attacker captures the stone if the owner passes ever after.
    fn captured_unopposed(&self) -> Vec<bool> {
        let mut captured = self.is_goal.clone();
        self.close(&mut captured, |position, steps, captured| {
            let mut steps = steps.iter();
            steps.any(|step| captured[step.to as usize] && (!position.owner_moves || step.is_outside))
        });
        captured
    }

    /// Adds positions to a set until no other one belongs to it. Most follow from positions that were found
    /// later.
    fn close(&self, set: &mut [bool], belongs: impl Fn(&Position, &[Step], &[bool]) -> bool) {
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for number in (0..set.len()).rev() {
                if !set[number] && belongs(&self.list[number], &self.steps[number], set) {
                    set[number] = true;
                    has_changed = true;
                }
            }
        }
    }

    fn is_reached(&self, position: &Position) -> bool {
        match self.goal {
            AreaGoal::Stone => position.owner & self.area.stone == 0,
            AreaGoal::All => {
                let inside = !self.area.outside;
                position.owner & inside == 0 && position.owner_moves && !self.can_capture(position)
            }
        }
    }

    fn can_capture(&self, position: &Position) -> bool {
        let points = 0..self.area.points.len() as u8;
        let mut next = points.filter_map(|point| self.play(position, point));
        next.any(|next| next.attacker != position.attacker)
    }

    /// The position after a move. None if the move is illegal.
    fn play(&self, position: &Position, point: u8) -> Option<Position> {
        let area = self.area;
        let stone: Set = 1 << point;
        let for_other = match position.owner_moves {
            true => area.closed_to_owner,
            false => area.outside,
        };
        let is_taken = (position.owner | position.attacker | for_other) & stone != 0;
        if is_taken || position.ko == Some(point) {
            return None;
        }
        let (mut own, mut other) = position.sides();
        own |= stone;
        let mut captured = 0;
        let mut beside = area.beside[usize::from(point)] & other;
        while beside != 0 {
            let string = self.string(beside & beside.wrapping_neg(), other);
            beside &= !string;
            if self.is_captured(string, own | other, !position.owner_moves) {
                captured |= string;
            }
        }
        other &= !captured;
        let string = self.string(stone, own);
        if self.is_captured(string, own | other, position.owner_moves) {
            return None;
        }
        let is_ko = captured.count_ones() == 1
            && !self.threats.has(!position.owner_moves)
            && string == stone
            && !self.is_safe(string, position.owner_moves)
            && self.liberties(string, own | other) == captured;
        let (owner, attacker) = match position.owner_moves {
            true => (own, other),
            false => (other, own),
        };
        Some(Position {
            owner,
            attacker,
            owner_moves: !position.owner_moves,
            ko: is_ko.then(|| captured.trailing_zeros() as u8),
        })
    }

    /// The string of a stone among stones of its colour.
    fn string(&self, stone: Set, stones: Set) -> Set {
        let (mut string, mut new) = (stone, stone);
        while new != 0 {
            new = self.beside(new) & stones & !string;
            string |= new;
        }
        string
    }

    fn liberties(&self, string: Set, stones: Set) -> Set {
        self.beside(string) & !stones
    }

    fn beside(&self, mut set: Set) -> Set {
        let mut around = 0;
        while set != 0 {
            around |= self.area.beside[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        around
    }

    fn is_captured(&self, string: Set, stones: Set, is_owners: bool) -> bool {
        !self.is_safe(string, is_owners) && self.liberties(string, stones) == 0
    }

    /// Whether the string is one that is never captured.
    fn is_safe(&self, string: Set, is_owners: bool) -> bool {
        let safe = match is_owners {
            true => self.area.outside | self.area.at_ally,
            false => self.area.at_wall,
        };
        string & safe != 0
    }
}

impl Position {
    fn after_pass(&self) -> Self {
        Self {
            owner_moves: !self.owner_moves,
            ko: None,
            ..*self
        }
    }

    /// The stones of the side to move, and those of the other one.
    fn sides(&self) -> (Set, Set) {
        match self.owner_moves {
            true => (self.owner, self.attacker),
            false => (self.attacker, self.owner),
        }
    }
}
