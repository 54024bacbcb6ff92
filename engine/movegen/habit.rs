//! What strong players would do: every move gets what its likelihood is worth, beside all other reasons.
//!
//! The value of a move's other reasons and the logarithm of its chance by habit (`crate::habit`) add up, as two opinions of a
//! choice do that do not know of each other. A move that nothing else proposes begins with a value of its own: reasons are known
//! for about half of all good moves only.

use katachi_rules::{Color, Game, Point, PointMap, PointSet};

use super::Reason;
use crate::habit::{Habit, Habits};

/// Value of a natural logarithm of the chance.
const BY_LOGARITHM: f32 = 16.0;
/// Moves of a smaller chance get nothing: a chance of 1 in 100.
const LEAST: f32 = 0.005;
/// What a move that has no other reason is worth before its habit, and moves with lesser reasons.
const BARE: i32 = 12;

/// What habit adds to moves of a position.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    habits: Vec<Habit>,
    /// Of a point what is added.
    bonus: PointMap<i32>,
    /// Where shapes are nothing beside what is known.
    left_out: PointSet,
    /// What of it is believed, 0 to 1.
    share: f32,
}

impl Expected {
    /// Nothing is expected anywhere.
    pub(super) fn nothing() -> Self {
        Self {
            habits: Vec::new(),
            bonus: PointMap::filled(0),
            left_out: PointSet::EMPTY,
            share: 1.0,
        }
    }

    /// For the side to move.
    pub(super) fn of(game: &Game, color: Color) -> Self {
        let mut past = game.moves().rev().map(|(_, mv)| mv.point());
        let (last, own) = (past.next().flatten(), past.next().flatten());
        let mut this = Self::nothing();
        this.habits = Habits::built_in().of(game.board(), color, last, own);
        // In a strange position something is the least strange.
        this.habits
            .retain(|habit| habit.chance > LEAST && habit.shape.is_some());
        for habit in &this.habits {
            this.bonus[habit.point] = (BY_LOGARITHM * (habit.chance / LEAST).ln()) as i32;
        }
        this
    }

    /// Nothing is added there from now on.
    pub(super) fn leave_out(&mut self, point: Point) {
        self.left_out.insert(point);
    }

    /// Only so large a part of everything is added from now on, 0 to 1.
    pub(super) fn fade(&mut self, share: f32) {
        self.share = share;
    }

    /// The value of a move with what is added, if it is worth anything.
    pub(super) fn with(&self, point: Point, value: i32) -> i32 {
        let bonus = self.bonus[point];
        if bonus == 0 || self.left_out.contains(point) || value < 0 {
            value
        } else {
            let part = |value: i32| (self.share * value as f32) as i32;
            value.max(part(BARE)) + part(bonus)
        }
    }

    /// The moves that something is added to.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> + '_ {
        let habits = self.habits.iter().map(|habit| habit.point);
        habits.filter(|&point| self.bonus[point] > 0 && !self.left_out.contains(point))
    }

    /// As a reason beside others that are worth so much together.
    pub(super) fn reason(&self, point: Point, others: i32) -> Option<Reason> {
        let value = self.with(point, others) - others;
        let habit = self.habits.iter().find(|habit| habit.point == point)?;
        (value > 0).then_some(Reason::Habit {
            chance: habit.chance,
            points: habit.shape.map_or(0, |shape| shape.points),
            played: habit.shape.map_or(0, |shape| shape.played),
            value,
        })
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{BoardSize, Move, Rules};

    use super::*;

    /// After a stone at Q16 on an empty board.
    fn after_one_stone() -> (BoardSize, Expected) {
        let size = BoardSize::square(19);
        let mut game = Game::new(size, Rules::default(), 7.5);
        let q16 = Move::Play(size.parse_vertex("Q16").expect("a vertex"));
        game.play(Color::Black, q16).expect("a legal move");
        (size, Expected::of(&game, Color::White))
    }

    #[test]
    fn an_empty_corner_is_expected_and_the_edge_is_not() {
        let (size, expected) = after_one_stone();
        let bonus = |vertex| expected.with(size.parse_vertex(vertex).expect("a vertex"), 0);
        assert!(bonus("D4") > 0 && bonus("Q4") > 0);
        assert_eq!(bonus("A1"), 0);
        assert_eq!(bonus("K1"), 0);
    }

    #[test]
    fn what_is_added_is_shown_as_a_reason() {
        let (_, expected) = after_one_stone();
        for point in expected.points() {
            let reason = expected.reason(point, 40).expect("a point that is expected");
            assert_eq!(40 + reason.value(), expected.with(point, 40));
        }
    }

    #[test]
    fn where_moves_were_counted_habit_is_silent() {
        let (size, mut expected) = after_one_stone();
        let d4 = size.parse_vertex("D4").expect("a vertex");
        expected.leave_out(d4);
        assert_eq!(expected.with(d4, 7), 7);
        assert_eq!(expected.reason(d4, 7), None);
        assert!(expected.points().all(|point| point != d4));
    }

    #[test]
    fn where_little_is_left_to_gain_habit_says_less() {
        let (size, mut expected) = after_one_stone();
        let d4 = size.parse_vertex("D4").expect("a vertex");
        let whole = expected.with(d4, 40) - 40;
        expected.fade(0.5);
        assert_eq!(expected.with(d4, 40) - 40, whole / 2);
    }

    #[test]
    fn a_move_that_something_speaks_against_gets_nothing() {
        let (size, expected) = after_one_stone();
        let d4 = size.parse_vertex("D4").expect("a vertex");
        assert_eq!(expected.with(d4, -10), -10);
    }
}
