// SPDX-License-Identifier: MIT OR Apache-2.0

//! The goal of one side of a race.

use std::cell::RefCell;

use katachi_rules::{Board, Color, Point};

use super::moves;
use super::side::{Cavity, Side};
use crate::ladder::LadderWork;
use crate::local::Shapes;
use crate::reading::candidates::Candidates;
use crate::reading::search::{
    Level, RACE_MAX_LIBERTIES, ReadingGoal, SearchPosition, SearchStyle, point_key, race_number,
};

/// The level of a race: wide and patient at every depth. Plies. reading.md: 355 tests in place of 353.
const RACE_STYLE: SearchStyle = SearchStyle {
    levels: &[Level::new(100, 100, 0)],
    // A defense has a move, if one is needed, and is tried out.
    is_threatened: true,
    ..SearchStyle::PLAIN
};
/// Lead in liberties over the hunter, its owner to move, with which the prey has won the race or has left it;
/// 3 to 8.
const WON_LEAD: i32 = 5;
/// Increase of that lead for each shared liberty; 1 to 2.
const WON_LEAD_PER_SHARED: i32 = 2;
/// Limit of the stones whose capture leaves one eye: the largest such shape has six points, by the rules.
const MAX_STONES_IN_EYE: u32 = 6;

#[derive(Clone, Debug)]
pub(super) struct Kill {
    pub(super) prey: Point,
    pub(super) hunter: Point,
    pub(super) attacker: Color,
    state: RefCell<Option<(u64, RaceState)>>,
    shapes: RefCell<Shapes>,
}

#[derive(Clone, Debug)]
pub(super) struct RaceState {
    pub(super) prey: Side,
    pub(super) hunter: Side,
    /// Number of liberties of both.
    pub(super) shared: i32,
}

impl Kill {
    /// The goal of `attacker`: to capture the prey before the hunter, his own string, is captured.
    pub(super) fn new(attacker: Color, hunter: Point, prey: Point) -> Self {
        Self {
            prey,
            hunter,
            attacker,
            state: RefCell::new(None),
            shapes: RefCell::default(),
        }
    }

    /// Whether the captor has one eye where the captured string stood, and no more.
    fn is_left_with_one_eye(&self, board: &Board, captor: Point, captured: Point) -> bool {
        let shapes = &mut self.shapes.borrow_mut();
        Side::new(board, captor, None, shapes).is_left_with_one_eye(board, captured, shapes)
    }

    fn with_state<R>(&self, board: &Board, look: impl FnOnce(&RaceState) -> R) -> R {
        let mut known = self.state.borrow_mut();
        let key = board.key();
        match &*known {
            Some((of, state)) if *of == key => look(state),
            _ => {
                let state = RaceState::new(board, self.prey, self.hunter, &mut self.shapes.borrow_mut());
                let answer = look(&state);
                *known = Some((key, state));
                answer
            }
        }
    }
}

impl RaceState {
    fn new(board: &Board, prey: Point, hunter: Point, shapes: &mut Shapes) -> Self {
        let prey = Side::new(board, prey, Some(hunter), shapes);
        let hunter = Side::new(board, hunter, Some(prey.stone), shapes);
        Self {
            shared: prey.liberties.len() as i32 - prey.own.len() as i32,
            prey,
            hunter,
        }
    }

    fn sides(&self, attacks: bool) -> (&Side, &Side) {
        match attacks {
            true => (&self.hunter, &self.prey),
            false => (&self.prey, &self.hunter),
        }
    }

    /// Lead in liberties that are not shared by which the hunter wins, with the attacker's move counted.
    ///
    /// Without eyes the attacker has to fill all shared liberties but one. The better eye has the shared
    /// liberties for itself; against an eye that is as good he has to fill all of them (M. Mueller, "Race to
    /// capture: analyzing semeai in Go", 1999).
    fn needed(&self) -> i32 {
        match (self.hunter.eye, self.prey.eye) {
            (0, 0) => self.shared.max(1),
            (hunter, prey) if hunter > prey => 1 - self.shared,
            _ => 1 + self.shared,
        }
    }

    /// Lead of the attacker over the moves that he needs, by counting; he wins if it is not negative.
    fn lead(&self, attacks: bool) -> i32 {
        self.hunter.least - self.prey.least + i32::from(attacks) - self.needed()
    }

    /// Whether the prey is captured, by counting liberties. None if counting does not decide.
    fn counted(&self, board: &Board, attacks: bool) -> Option<bool> {
        let (own, target) = self.sides(attacks);
        if own.liberties.len() == 1 && target.liberties.len() > 1 {
            // A string in atari has to answer now, whatever its eyes are worth in moves.
            return None;
        }
        match self.lead(attacks) >= 0 {
            // `least` of the hunter is a lower bound, that of the prey is exact.
            true => (self.prey.is_exact && !is_bait(board, &self.prey, &self.hunter)).then_some(true),
            false => (self.hunter.is_exact && !is_bait(board, &self.hunter, &self.prey)).then_some(false),
        }
    }
}

/// Whether the captor, surrounded without an eye, might have one eye only after it has captured these stones.
fn is_bait(board: &Board, stones: &Side, captor: &Side) -> bool {
    board.string_size(stones.stone) <= MAX_STONES_IN_EYE
        && !captor.alive
        && Cavity::around(board, captor.color, stones.stone, None).is_some_and(|cavity| {
            cavity.points.len() <= MAX_STONES_IN_EYE as usize + 1 && captor.is_surrounded(board, &cavity)
        })
}

impl ReadingGoal for Kill {
    fn attacker(&self) -> Color {
        self.attacker
    }

    fn key(&self) -> u64 {
        (point_key(self.prey) << 20 ^ point_key(self.hunter) ^ 1 << 62).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    fn decided(&self, position: &SearchPosition, to_move: Color, _wide: bool) -> Option<bool> {
        let board = &position.board;
        if !board.cell(self.hunter).is(self.attacker) {
            return Some(self.is_left_with_one_eye(board, self.prey, self.hunter));
        }
        if !board.cell(self.prey).is(self.attacker.opposite()) {
            return Some(!self.is_left_with_one_eye(board, self.hunter, self.prey));
        }
        let attacks = to_move == self.attacker;
        let target = if attacks { self.prey } else { self.hunter };
        if board.liberties(target) == 1 && board.string_size(target) > MAX_STONES_IN_EYE {
            return Some(attacks);
        }
        self.with_state(board, |state| {
            if state.prey.alive {
                return Some(false);
            }
            let shapes = &mut self.shapes.borrow_mut();
            if !attacks && state.prey.has_lasting_eye(board, shapes, true) {
                return Some(false);
            }
            state.counted(board, attacks).or_else(|| {
                let lead = state.prey.least - state.hunter.least;
                let is_ahead = lead >= WON_LEAD + WON_LEAD_PER_SHARED * state.shared;
                let gets_away = state.prey.runs(board) || !attacks && state.hunter.is_settled && is_ahead;
                gets_away.then_some(false)
            })
        })
    }

    fn candidates(&self, position: &SearchPosition, to_move: Color, wide: bool, _: u32) -> Candidates {
        let board = &position.board;
        self.with_state(board, |state| {
            let (own, target) = state.sides(to_move == self.attacker);
            moves::candidates(board, own, target, wide)
        })
    }

    fn estimate(&self, position: &SearchPosition, to_move: Color) -> (u32, u32) {
        self.with_state(&position.board, |state| {
            let lead = state.lead(to_move == self.attacker);
            let lead = lead.clamp(-RACE_MAX_LIBERTIES, RACE_MAX_LIBERTIES);
            let (prey, hunter) = (state.prey.least, state.hunter.least);
            (race_number(prey, lead), race_number(hunter, -lead))
        })
    }

    fn shortcut(&self, position: &mut SearchPosition, _: &mut LadderWork) -> Option<Point> {
        let board = &position.board;
        if board.liberties(self.prey) == 1 {
            let last = board.first_liberties::<1>(self.prey)[0];
            return (board.string_size(self.prey) > MAX_STONES_IN_EYE
                && position.is_allowed(self.attacker, last))
            .then_some(last);
        }
        self.with_state(board, |state| {
            if state.counted(board, true) != Some(true) {
                return None;
            }
            let moves = moves::candidates(board, &state.hunter, &state.prey, false);
            moves
                .iter()
                .find(|&p| state.prey.liberties.contains(p) && position.is_allowed(self.attacker, p))
        })
    }

    fn may_pass(&self, _position: &SearchPosition) -> bool {
        true
    }

    fn style(&self) -> &'static SearchStyle {
        &RACE_STYLE
    }
}
