// SPDX-License-Identifier: MIT OR Apache-2.0

//! Ladders: a string of two liberties that is put into atari again and again.
//!
//! Only the two liberties and captures of chasing stones are searched, so a ladder takes microseconds. A
//! ladder that is found works. [`Ladder`] reads one within a search, [`Ladders`] answers for the weak strings
//! of a position. The module knows the rules alone.

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point, PointSet, Undo};

/// Limit of the moves of one ladder in [`Ladders`]; 100 to 1,000.
const MAX_MOVES: u32 = 300;
/// A result depends on the liberties of chasing strings with at most this number of them; 2 or 3.
const CHASER_LIBERTIES: u32 = 2;
/// Liberties of a string that belong to the relevance zone; strings beside a liberty of a chaser with more of
/// them do not matter; 2 to 4.
const ZONE_LIBERTIES: usize = 3;

/// A position in which ladders are read: a board, and who may retake a ko.
pub(crate) trait LadderPosition {
    fn board(&self) -> &Board;

    /// May the colour play at that point, by the rule of ko that is in force?
    fn is_allowed(&self, color: Color, point: Point) -> bool;

    fn play(&mut self, color: Color, point: Point) -> Undo;

    fn undo(&mut self, undo: Undo);
}

/// The moves played in ladders so far, the number of them at which a ladder fails, and the points that a
/// success depends on.
pub(crate) struct LadderWork {
    pub(crate) nodes: u32,
    pub(crate) limit: u32,
    pub(crate) zone: PointSet,
}

impl LadderWork {
    pub(crate) fn new(nodes: u32, limit: u32) -> Self {
        let zone = PointSet::EMPTY;
        Self { nodes, limit, zone }
    }
}

/// A string that is chased.
pub(crate) struct Ladder<'a, P> {
    pub(crate) position: &'a mut P,
    pub(crate) stone: Point,
    pub(crate) attacker: Color,
    pub(crate) work: &'a mut LadderWork,
}

impl<'a, P: LadderPosition> Ladder<'a, P> {
    pub(crate) fn new(position: &'a mut P, stone: Point, attacker: Color, work: &'a mut LadderWork) -> Self {
        Self {
            position,
            stone,
            attacker,
            work,
        }
    }

    /// Returns the attacker's move that takes a string in atari for good, or starts a ladder that works.
    pub(crate) fn capture(&mut self) -> Option<Point> {
        let board = self.position.board();
        match board.liberties(self.stone) {
            1 => {
                let last = board.first_liberties::<1>(self.stone)[0];
                can_take_for_good(self.position, self.stone, self.attacker).then_some(last)
            }
            2 => self.start(),
            _ => None,
        }
    }

    fn start(&mut self) -> Option<Point> {
        let board = self.position.board();
        let mut liberties = board.first_liberties::<2>(self.stone);
        // First the liberty with more empty points beside it, then by position: the order of a string's
        // stones depends on the moves before.
        liberties.sort_unstable_by_key(|&p| (Reverse(board.empty_beside(p)), p));
        let point = liberties.into_iter().find(|&point| self.works_from(point))?;
        self.work.zone.insert(point);
        Some(point)
    }

    /// Does the ladder work that begins at one of the two liberties?
    fn works_from(&mut self, point: Point) -> bool {
        if self.work.nodes >= self.work.limit || !self.position.is_allowed(self.attacker, point) {
            return false;
        }
        self.work.nodes += 1;
        let undo = self.position.play(self.attacker, point);
        let works = self.position.board().cell(point).is(self.attacker) && !self.escapes();
        self.position.undo(undo);
        works
    }

    /// Does a string in atari get out of the ladder?
    fn escapes(&mut self) -> bool {
        let (stone, defender) = (self.stone, self.attacker.opposite());
        let board = self.position.board();
        if !board.cell(stone).is(defender) {
            return false;
        }
        let last = board.first_liberties::<1>(stone)[0];
        let mut moves: ArrayVec<Point, 8> = board
            .adjacent_strings(stone)
            .filter(|&chaser| board.liberties(chaser) == 1)
            .map(|chaser| board.first_liberties::<1>(chaser)[0])
            .take(7)
            .collect();
        moves.sort_unstable();
        moves.push(last);
        for point in moves {
            if self.work.nodes >= self.work.limit {
                return true;
            }
            if !self.position.is_allowed(defender, point) {
                continue;
            }
            self.work.nodes += 1;
            let undo = self.position.play(defender, point);
            let captured = self.capture().is_some();
            if captured {
                let liberties = self.position.board().first_liberties::<2>(stone);
                self.work.zone.extend(liberties);
            }
            self.position.undo(undo);
            if !captured {
                return true;
            }
            self.work.zone.insert(point);
        }
        add_chasers(self.position.board(), stone, true, &mut self.work.zone);
        // No move saves it: the attacker captures it, unless it is a ko, or its owner can make one.
        may_be_ko(self.position.board(), stone, self.attacker, 1)
            || !can_take_for_good(self.position, stone, self.attacker)
    }
}

/// Can the attacker, to move, capture a string in atari without a ko?
pub(crate) fn can_take_for_good(position: &impl LadderPosition, stone: Point, attacker: Color) -> bool {
    let board = position.board();
    let last = board.first_liberties::<1>(stone)[0];
    if !position.is_allowed(attacker, last) {
        return false;
    }
    let taken = board
        .strings_beside(last, attacker.opposite())
        .iter()
        .filter(|&&s| board.liberties(s) == 1)
        .count();
    taken > 1 || !may_be_ko(board, stone, attacker, 0)
}

/// Is the string in atari a single stone, and its taker in atari then, so that it is a ko or a snapback? Or
/// can that be reached by `moves` moves around the taker? Captures of further strings are not looked at.
pub(crate) fn may_be_ko(board: &Board, stone: Point, attacker: Color, moves: u32) -> bool {
    let last = board.first_liberties::<1>(stone)[0];
    board.string_size(stone) == 1
        && board.empty_beside(last) <= moves
        && board
            .strings_beside(last, attacker)
            .iter()
            .all(|&friend| board.liberties(friend) <= 1 + moves)
}

/// Adds the liberties of chasing strings that are short of them to a relevance zone. If the string got away,
/// adds those of the strings around the chasing ones too.
pub(crate) fn add_chasers(board: &Board, stone: Point, captured: bool, zone: &mut PointSet) {
    for chaser in board
        .adjacent_strings(stone)
        .filter(|&c| board.liberties(c) <= CHASER_LIBERTIES)
    {
        add_liberties(board, chaser, zone);
        for liberty in board.first_liberties::<{ CHASER_LIBERTIES as usize }>(chaser) {
            if board.empty_beside(liberty) == 0 {
                // The chaser is captured there only after other strings beside the liberty.
                for other in
                    board.strings_beside(liberty, board.cell(chaser).color().expect("a chaser is a string"))
                {
                    if other != chaser && board.liberties(other) <= ZONE_LIBERTIES as u32 {
                        add_liberties(board, other, zone);
                    }
                }
            }
        }
        if captured {
            continue;
        }
        for prey in board
            .adjacent_strings(chaser)
            .filter(|&p| board.liberties(p) <= CHASER_LIBERTIES)
        {
            add_liberties(board, prey, zone);
        }
    }
}

/// Adds the first liberties of a string to a relevance zone.
pub(crate) fn add_liberties(board: &Board, stone: Point, zone: &mut PointSet) {
    zone.extend(board.first_liberties::<ZONE_LIBERTIES>(stone));
}

/// The ladders of a position, for callers that ask about every weak string of it. The defender retakes kos at
/// once, so that a capture is for good.
pub(crate) struct Ladders {
    board: Board,
    attacker: Color,
}

impl LadderPosition for Ladders {
    fn board(&self) -> &Board {
        &self.board
    }

    fn is_allowed(&self, color: Color, point: Point) -> bool {
        let is_closed = color == self.attacker && self.board.ko() == Some((point, color));
        self.board.is_empty(point) && !self.board.is_suicide(color, point) && !is_closed
    }

    fn play(&mut self, color: Color, point: Point) -> Undo {
        self.board.play(color, point)
    }

    fn undo(&mut self, undo: Undo) {
        self.board.undo(undo);
    }
}

impl Ladders {
    pub(crate) fn new(board: &Board) -> Self {
        Self {
            board: board.clone(),
            attacker: Color::Black,
        }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// Does an enemy move at that liberty of a string with one or two of them capture it, at once or by
    /// ataris alone?
    pub(crate) fn captures(&mut self, stone: Point, liberty: Point) -> bool {
        match self.board.liberties(stone) {
            1 => self.chase(stone, |ladder| {
                can_take_for_good(ladder.position, stone, ladder.attacker)
            }),
            2 => self.chase(stone, |ladder| ladder.works_from(liberty)),
            _ => false,
        }
    }

    /// Does a string in atari get away from ataris if its own side is to move?
    pub(crate) fn escapes(&mut self, stone: Point) -> bool {
        self.chase(stone, |ladder| ladder.escapes())
    }

    /// Runs `f` after a legal move, then undoes it.
    pub(crate) fn with_move<R>(&mut self, color: Color, point: Point, f: impl FnOnce(&mut Self) -> R) -> R {
        let undo = self.board.play(color, point);
        let result = f(self);
        self.board.undo(undo);
        result
    }

    fn chase(&mut self, stone: Point, f: impl FnOnce(&mut Ladder<Self>) -> bool) -> bool {
        let owner = self.board.cell(stone).color().expect("there is a string");
        let attacker = owner.opposite();
        self.attacker = attacker;
        f(&mut Ladder::new(
            self,
            stone,
            attacker,
            &mut LadderWork::new(0, MAX_MOVES),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ladders(diagram: &str) -> Ladders {
        Ladders::new(&Board::from_diagram(diagram))
    }

    /// Black's stone runs towards the lower right corner.
    const RUNNING: &str = "
        . . . . . . .
        . . O O . . .
        . O X . . . .
        . . O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    /// A stone stands in its way.
    const BROKEN: &str = "
        . . . . . . .
        . . O O . . .
        . O X . . . .
        . . O . . . .
        . . . . . X .
        . . . . . . .
        . . . . . . .";

    #[test]
    fn a_stone_in_atari_gets_away_if_its_ladder_is_broken() {
        let stone = Point::new(2, 2);
        assert!(!ladders(RUNNING).escapes(stone));
        assert!(ladders(BROKEN).escapes(stone));
    }

    #[test]
    fn a_ladder_begins_at_one_of_two_liberties_and_the_position_stays_as_it_is() {
        // From below White drives the stone into the corner, from the right out into the open.
        let diagram = "
            . . . . . . .
            . . O O . . .
            . O X . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        let (mut ladders, stone) = (ladders(diagram), Point::new(2, 2));
        let before = ladders.board().key();
        let from = [Point::new(2, 3), Point::new(3, 2)].map(|liberty| ladders.captures(stone, liberty));
        assert_eq!(from, [true, false]);
        let after = ladders.with_move(Color::Black, Point::new(3, 2), |ladders| {
            ladders.board().liberties(stone)
        });
        assert_eq!((after, ladders.board().key()), (3, before));
    }
}
