// SPDX-License-Identifier: MIT OR Apache-2.0

//! Ladders: a string of two liberties that is put into atari again and again.
//!
//! Only the two liberties and captures of chasing stones are searched, so a ladder takes microseconds. A
//! ladder that is found works. [`read_ladder`] reads one within a search, [`Ladders`] answers for the weak
//! strings of a position.

use std::cell::Cell;
use std::cmp::Reverse;

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point, PointSet, Undo};

use crate::local::{KoThreats, Role};

/// Limit of the moves of one ladder in [`Ladders`]; 100 to 1,000.
const MAX_MOVES: u32 = 300;
/// A result depends on the liberties of chasing strings with at most this number of them; 2 or 3.
const CHASER_LIBERTIES: u32 = 2;
/// Liberties of a string that belong to the relevance zone; strings beside a liberty of a chaser with more of
/// them do not matter; 2 to 4.
const ZONE_LIBERTIES: usize = 3;

/// A position under search, and the rule of ko in it.
#[derive(Clone, Debug)]
pub(crate) struct SearchPosition {
    pub(crate) board: Board,
    pub(crate) threats: KoThreats,
    pub(crate) attacker: Color,
    /// A move was refused or allowed because of a ko, since this was last cleared.
    pub(crate) ko_mattered: Cell<bool>,
    /// Where stones have been played since the search began.
    pub(crate) played: PointSet,
}

impl SearchPosition {
    pub(crate) fn new(board: &Board, attacker: Color, threats: KoThreats) -> Self {
        Self {
            board: board.clone(),
            threats,
            attacker,
            ko_mattered: Cell::new(false),
            played: PointSet::EMPTY,
        }
    }

    /// Plays a stone that is taken back by `board.undo`.
    pub(crate) fn play(&mut self, color: Color, point: Point) -> Undo {
        self.played.insert(point);
        self.board.play(color, point)
    }

    fn role(&self, color: Color) -> Role {
        Role::of_owner(color != self.attacker)
    }

    /// Returns whether the colour may play there, by the rule of ko with these threats.
    pub(crate) fn is_allowed(&self, color: Color, point: Point) -> bool {
        if !self.board.is_empty(point) || self.board.is_suicide(color, point) {
            return false;
        }
        if self.board.ko() != Some((point, color)) {
            return true;
        }
        self.ko_mattered.set(true);
        self.threats == Some(self.role(color))
    }

    /// Whether `color` has just taken a ko that the other side retakes at once: the two moves change nothing.
    pub(crate) fn would_be_retaken(&self, color: Color) -> bool {
        let other_retakes = self.threats == Some(self.role(color).opposite());
        let retaken = other_retakes && self.board.ko().is_some_and(|(_, closed_to)| closed_to != color);
        if retaken {
            self.ko_mattered.set(true);
        }
        retaken
    }

    /// Returns whether that colour can fill the point of a ko without being in atari then.
    pub(crate) fn ends_ko(&mut self, color: Color, point: Point) -> bool {
        if self.board.is_suicide(color, point) {
            return false;
        }
        let undo = self.board.play(color, point);
        let ends = self.board.liberties(point) > 1;
        self.board.undo(undo);
        ends
    }

    /// Returns whether there is a ko that the colour cannot take now and will be able to take after a move
    /// elsewhere.
    pub(crate) fn is_ko_closed_to(&self, color: Color) -> bool {
        let ko = self.board.ko();
        ko.is_some_and(|(point, closed_to)| closed_to == color && !self.is_allowed(color, point))
    }

    /// Returns whether the attacker, to move, can capture a string in atari without a ko.
    pub(crate) fn can_take_for_good(&self, stone: Point) -> bool {
        let Self { board, attacker, .. } = self;
        let last = board.first_liberties::<1>(stone)[0];
        let beside = board.strings_beside(last, attacker.opposite());
        self.is_allowed(*attacker, last)
            && (beside.iter().filter(|&&s| board.liberties(s) == 1).count() > 1
                || !may_be_ko(board, stone, *attacker, 0))
    }
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

/// Returns the attacker's move that takes a string in atari for good, or starts a ladder that works.
pub(crate) fn read_ladder(
    position: &mut SearchPosition,
    stone: Point,
    work: &mut LadderWork,
) -> Option<Point> {
    let mut ladder = Ladder {
        position,
        stone,
        work,
        moves: 0,
    };
    ladder.capture()
}

struct Ladder<'a> {
    position: &'a mut SearchPosition,
    stone: Point,
    work: &'a mut LadderWork,
    /// Moves of the attacker on the current line. With more than there are points it goes round in kos.
    moves: usize,
}

impl Ladder<'_> {
    fn capture(&mut self) -> Option<Point> {
        let board = &self.position.board;
        match board.liberties(self.stone) {
            1 => {
                let last = board.first_liberties::<1>(self.stone)[0];
                self.position.can_take_for_good(self.stone).then_some(last)
            }
            2 => self.start(),
            _ => None,
        }
    }

    fn start(&mut self) -> Option<Point> {
        let board = &self.position.board;
        let mut liberties = board.first_liberties::<2>(self.stone);
        // First the liberty with more empty points beside it, then by position: the order of a string's
        // stones depends on the moves before.
        liberties.sort_unstable_by_key(|&p| (Reverse(board.empty_beside(p)), p));
        let point = liberties.into_iter().find(|&point| self.works_from(point))?;
        self.work.zone.insert(point);
        Some(point)
    }

    /// Whether the ladder works that begins at one of the two liberties.
    fn works_from(&mut self, point: Point) -> bool {
        let attacker = self.position.attacker;
        let goes_round = self.moves > self.position.board.size().area();
        if goes_round || self.work.nodes >= self.work.limit || !self.position.is_allowed(attacker, point) {
            return false;
        }
        self.work.nodes += 1;
        self.moves += 1;
        let undo = self.position.play(attacker, point);
        let works = self.position.board.cell(point).is(attacker) && !self.escapes();
        self.position.board.undo(undo);
        self.moves -= 1;
        works
    }

    /// Whether a string in atari gets out of the ladder.
    fn escapes(&mut self) -> bool {
        let (stone, attacker) = (self.stone, self.position.attacker);
        let defender = attacker.opposite();
        let board = &self.position.board;
        if !board.cell(stone).is(defender) {
            return false;
        }
        let last = board.first_liberties::<1>(stone)[0];
        let chasers = board.adjacent_strings(stone);
        let in_atari = chasers.filter(|&chaser| board.liberties(chaser) == 1).take(7);
        let captures = in_atari.map(|chaser| board.first_liberties::<1>(chaser)[0]);
        let mut moves: ArrayVec<Point, 8> = captures.collect();
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
                let liberties = self.position.board.first_liberties::<2>(stone);
                self.work.zone.extend(liberties);
            }
            self.position.board.undo(undo);
            if !captured {
                return true;
            }
            self.work.zone.insert(point);
        }
        add_chasers(&self.position.board, stone, true, &mut self.work.zone);
        // No move saves it: the attacker captures it, unless it is a ko, or its owner can make one.
        may_be_ko(&self.position.board, stone, attacker, 1) || !self.position.can_take_for_good(stone)
    }
}

/// Returns whether the string in atari is a single stone, and its taker is in atari then, so that it is a ko
/// or a snapback, or whether that can be reached by `moves` moves around the taker. Captures of further
/// strings are not looked at.
pub(crate) fn may_be_ko(board: &Board, stone: Point, attacker: Color, moves: u32) -> bool {
    let last = board.first_liberties::<1>(stone)[0];
    let is_short = |&friend: &Point| board.liberties(friend) <= 1 + moves;
    board.string_size(stone) == 1
        && board.empty_beside(last) <= moves
        && board.strings_beside(last, attacker).iter().all(is_short)
}

/// Adds the liberties of chasing strings that are short of them to a relevance zone. If the string got away,
/// adds those of the strings around the chasing ones too.
pub(crate) fn add_chasers(board: &Board, stone: Point, captured: bool, zone: &mut PointSet) {
    let chasers = board.adjacent_strings(stone);
    for chaser in chasers.filter(|&c| board.liberties(c) <= CHASER_LIBERTIES) {
        add_liberties(board, chaser, zone);
        for liberty in board.first_liberties::<{ CHASER_LIBERTIES as usize }>(chaser) {
            if board.empty_beside(liberty) == 0 {
                // The chaser is captured there only after other strings beside the liberty.
                let color = board.cell(chaser).color().expect("a chaser is a string");
                for other in board.strings_beside(liberty, color) {
                    if other != chaser && board.liberties(other) <= ZONE_LIBERTIES as u32 {
                        add_liberties(board, other, zone);
                    }
                }
            }
        }
        if captured {
            continue;
        }
        let preys = board.adjacent_strings(chaser);
        for prey in preys.filter(|&p| board.liberties(p) <= CHASER_LIBERTIES) {
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
pub(crate) struct Ladders(SearchPosition);

impl Ladders {
    pub(crate) fn new(board: &Board) -> Self {
        Self(SearchPosition::new(board, Color::Black, Some(Role::Owner)))
    }

    pub(crate) fn board(&self) -> &Board {
        &self.0.board
    }

    /// Returns whether an enemy move at that liberty, of one or two, captures a string at once or by ataris
    /// alone.
    pub(crate) fn captures(&mut self, stone: Point, liberty: Point) -> bool {
        match self.board().liberties(stone) {
            1 => self.chase(stone, |ladder| ladder.position.can_take_for_good(stone)),
            2 => self.chase(stone, |ladder| ladder.works_from(liberty)),
            _ => false,
        }
    }

    /// Returns whether a string in atari gets away from ataris if its own side is to move.
    pub(crate) fn escapes(&mut self, stone: Point) -> bool {
        self.chase(stone, |ladder| ladder.escapes())
    }

    pub(crate) fn with_move<R>(&mut self, color: Color, point: Point, f: impl FnOnce(&mut Self) -> R) -> R {
        let undo = self.0.board.play(color, point);
        let result = f(self);
        self.0.board.undo(undo);
        result
    }

    fn chase(&mut self, stone: Point, f: impl FnOnce(&mut Ladder) -> bool) -> bool {
        let owner = self.board().cell(stone).color().expect("there is a string");
        self.0.attacker = owner.opposite();
        f(&mut Ladder {
            position: &mut self.0,
            stone,
            work: &mut LadderWork::new(0, MAX_MOVES),
            moves: 0,
        })
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

    #[test]
    fn a_ladder_that_goes_round_in_kos_ends() {
        let board = Board::from_diagram(
            "
            O X . O O
            O O X X X
            O . O X X
            . O X X .
            O X X . X",
        );
        let mut position = SearchPosition::new(&board, Color::Black, Some(Role::Owner));
        let mut work = LadderWork::new(0, 50_000);
        assert_eq!(read_ladder(&mut position, Point::new(0, 0), &mut work), None);
    }
}
