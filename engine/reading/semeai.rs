//! Capturing races: two strings that cannot both live as they are, each of which would be saved by capturing the other.

use katachi_rules::{Board, Color, Point, PointSet};

use super::candidates::Candidates;
use super::distance::liberties_after;
use super::search::{Goal, Position};
use super::{Reader, Reading, Verdict};

/// How a race ends if the owner of the first string moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    /// Is the first string saved, by winning the race or by a seki?
    pub saved: Verdict,
    /// Is the second string captured?
    pub killed: Verdict,
    /// The move that does it. None if the result is the same after a pass, or if the race is lost.
    pub point: Option<Point>,
}

impl Reader {
    /// Reads the race between the strings of two stones, the owner of the first to move. Between strings of one
    /// colour and empty points there is no race: the first is saved and the second not captured.
    ///
    /// Up to four questions are read, each with the budget of the reader: what can be had by moving, and what is
    /// had already.
    pub fn race(&mut self, first: Point, second: Point) -> Race {
        let (own, enemy) = match (self.board.cell(first).color(), self.board.cell(second).color()) {
            (Some(own), Some(enemy)) if own != enemy => (own, enemy),
            _ => {
                return Race {
                    saved: Verdict::Yes,
                    killed: Verdict::No,
                    point: None,
                };
            }
        };
        let kill = Kill {
            prey: second,
            hunter: first,
            attacker: own,
        };
        let survive = Kill {
            prey: first,
            hunter: second,
            attacker: enemy,
        };
        let killing = self.read(&kill, own);
        let mut saving = self.read(&survive, own);
        if rank(saving.verdict) <= rank(killing.verdict) {
            // To capture the other is to be saved.
            saving = killing;
        }
        let best = if killing.verdict.is_possible() {
            killing
        } else {
            saving
        };
        let point = best
            .point
            .filter(|_| !self.is_had_already(&kill, &survive, enemy, saving, killing));
        Race {
            saved: saving.verdict,
            killed: killing.verdict,
            point,
        }
    }

    /// Is nothing lost if the other side moves first?
    fn is_had_already(
        &mut self,
        kill: &Kill,
        survive: &Kill,
        enemy: Color,
        saving: Reading,
        killing: Reading,
    ) -> bool {
        let mut keeps = |goal, wanted: Reading| {
            !wanted.verdict.is_possible()
                || rank(self.read(goal, enemy).verdict.opposite()) >= rank(wanted.verdict)
        };
        keeps(survive, saving) && keeps(kill, killing)
    }
}

/// Verdicts by how good they are for the side that asks.
fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::No | Verdict::Unknown => 0,
        Verdict::KoBehind => 1,
        Verdict::KoAhead => 2,
        Verdict::Yes => 3,
    }
}

/// Capture one string before another is captured.
#[derive(Clone, Copy, Debug)]
struct Kill {
    prey: Point,
    hunter: Point,
    attacker: Color,
}

/// With so many liberties more than the hunter, and its owner to move, the prey has won the race or left it.
const AHEAD: u32 = 4;
/// Longer races are not read.
const MOST_LIBERTIES: usize = 12;

impl Kill {
    fn moves(&self, board: &Board, to_move: Color) -> Candidates {
        let (own, other) = if to_move == self.attacker {
            (self.hunter, self.prey)
        } else {
            (self.prey, self.hunter)
        };
        let mut moves = Candidates::default();
        let own_liberties = board.first_liberties::<MOST_LIBERTIES>(own);
        // Outside liberties are as good as one another, so one of them will do.
        let mut outside: Option<(u32, Point)> = None;
        for p in board.first_liberties::<MOST_LIBERTIES>(other) {
            let room = liberties_after(board, to_move, p).min(4);
            if own_liberties.contains(&p) {
                moves.add(p, 10 + room as i32);
            } else if room >= 3 && board.strings_beside(p, to_move.opposite()).len() == 1 {
                outside = outside.max(Some((room, p)));
            } else {
                moves.add(p, 26 + room as i32);
            }
        }
        if let Some((_, p)) = outside {
            moves.add(p, 40);
        }
        for enemy in board.adjacent_strings(own) {
            // Capturing around the own string gains liberties.
            let short = board.liberties(enemy);
            if short <= 2 && board.head(other) != enemy {
                for p in board.first_liberties::<2>(enemy) {
                    moves.add(p, if short == 1 { 45 } else { 20 });
                }
            }
        }
        for friend in board.adjacent_strings(other).filter(|&f| f != board.head(own)) {
            // So does saving the stones that hold the other one in.
            if board.liberties(friend) == 1 {
                moves.add(board.first_liberties::<1>(friend)[0], 42);
            }
        }
        let own_set = board.liberty_set(own);
        for &p in &own_liberties {
            let gain = gain(board, own, p, &own_set);
            if gain > 0 {
                moves.add(p, 24 + 2 * gain.min(5));
            }
        }
        moves.sorted()
    }
}

/// How many liberties more the string has after it extends to one of them; about, if it joins others.
fn gain(board: &Board, string: Point, point: Point, liberties: &PointSet) -> i32 {
    let is_new = |&n: &Point| board.is_empty(n) && !liberties.contains(n);
    let new = point.neighbours().iter().filter(|n| is_new(n)).count() as i32;
    let friends = board
        .cell(string)
        .color()
        .map(|color| board.strings_beside(point, color));
    let of_friends = friends
        .into_iter()
        .flatten()
        .filter(|&f| f != board.head(string))
        .map(|f| board.liberties(f) as i32 - 1);
    new + of_friends.sum::<i32>() - 1
}

/// Liberties of a string in a race that is clear enough to be counted.
struct Count {
    /// Those that are not liberties of the other string, eyes among them.
    exclusive: i32,
    /// Points that the enemy cannot play on before all other liberties are gone.
    eyes: usize,
}

/// Counts the liberties of a string that are not shared, if each takes its enemy one move and none is worth more:
/// the enemy stone there stands safely, the own one gains no liberty, and no string around is captured sooner.
fn count(board: &Board, string: Point, other: Point, shared: &PointSet) -> Option<Count> {
    let own = board.cell(string).color()?;
    let liberties = board.liberties(string);
    let holds = |enemy| enemy == board.head(other) || board.liberties(enemy) > liberties + 1;
    if !board.adjacent_strings(string).all(holds) {
        return None;
    }
    let mut eyes = 0;
    let all = board.liberty_set(string);
    for p in all.iter() {
        if gain(board, string, p, &all) > 0 {
            return None;
        }
        if shared.contains(p) {
            continue;
        }
        if board.is_eye(own, p) && board.strings_beside(p, own).len() == 1 {
            eyes += 1;
        } else if liberties_after(board, own.opposite(), p) < 3 {
            return None;
        }
    }
    Some(Count {
        exclusive: liberties as i32 - shared.len() as i32,
        eyes,
    })
}

impl Kill {
    /// Is the prey captured, as liberties count? None where counting is not enough.
    ///
    /// With an eye against none the shared liberties count for the eye; otherwise who wants to capture has to fill
    /// all of them, but for the last where nobody has an eye (M. Mueller, "Race to capture: analyzing semeai in Go",
    /// 1999).
    fn counted(&self, board: &Board, to_move: Color) -> Option<bool> {
        let mut shared = board.liberty_set(self.prey);
        let of_hunter = board.liberty_set(self.hunter);
        shared.retain(|p| of_hunter.contains(p));
        let prey = count(board, self.prey, self.hunter, &shared)?;
        let hunter = count(board, self.hunter, self.prey, &shared)?;
        let shared = shared.len() as i32;
        let tempo = i32::from(to_move == self.attacker);
        let lead = hunter.exclusive - prey.exclusive;
        let needed = match (hunter.eyes, prey.eyes) {
            (0, 0) => shared.max(1),
            (1, 0) => 1 - shared,
            (0, 1) => 1 + shared,
            (1, 1) => 1 + shared,
            _ => return None,
        };
        Some(lead + tempo >= needed)
    }
}

impl Goal for Kill {
    fn attacker(&self) -> Color {
        self.attacker
    }

    fn key(&self) -> u64 {
        let place = |p: Point| u64::from(p.x()) << 8 | u64::from(p.y());
        (place(self.prey) << 20 ^ place(self.hunter) ^ 1 << 62).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    fn decided(&self, position: &Position, to_move: Color, _wide: bool) -> Option<bool> {
        let board = &position.board;
        if !board.cell(self.hunter).is(self.attacker) {
            return Some(false);
        }
        if !board.cell(self.prey).is(self.attacker.opposite()) {
            return Some(true);
        }
        let (prey, hunter) = (board.liberties(self.prey), board.liberties(self.hunter));
        if let Some(success) = self.counted(board, to_move) {
            return Some(success);
        }
        if prey as usize > MOST_LIBERTIES || (to_move != self.attacker && prey >= hunter + AHEAD) {
            return Some(false);
        }
        None
    }

    fn candidates(&self, position: &Position, to_move: Color, _wide: bool) -> Candidates {
        self.moves(&position.board, to_move)
    }

    fn estimate(&self, position: &Position, to_move: Color) -> (u32, u32) {
        let board = &position.board;
        let prey = board.liberties(self.prey) as i32;
        let hunter = board.liberties(self.hunter) as i32;
        let lead = hunter - prey + i32::from(to_move == self.attacker);
        let proof = (3 + prey - 2 * lead).clamp(1, 30) as u32;
        let disproof = (3 + hunter + 2 * (lead - 1)).clamp(1, 30) as u32;
        (proof, disproof)
    }

    fn shortcut(
        &self,
        position: &mut Position,
        _nodes: &mut u32,
        _limit: u32,
        _zone: &mut PointSet,
    ) -> Option<Point> {
        let board = &position.board;
        if self.counted(board, self.attacker) == Some(true) {
            let moves = self.moves(board, self.attacker);
            return moves.iter().find(|&p| {
                board.liberty_set(self.prey).contains(p) && position.is_allowed(self.attacker, p)
            });
        }
        if board.liberties(self.prey) != 1 {
            return None;
        }
        let last = board.first_liberties::<1>(self.prey)[0];
        // A single stone might be a ko.
        (board.string_size(self.prey) > 1 && position.is_allowed(self.attacker, last)).then_some(last)
    }

    fn may_pass(&self, _position: &Position) -> bool {
        true
    }
}

#[cfg(test)]
mod tests;
