// SPDX-License-Identifier: MIT OR Apache-2.0

//! Patterns of class `P`: answers to the last move that have names, and multiply the weights of their moves.
//!
//! Their pictures lie within two points of the last move. Six tables of bitsets have the variants that accept
//! four of these 24 points each, a seventh one those that accept the liberties of the last move. Other
//! conditions are tested for each variant that is left.

use std::ops::Range;

use katachi_rules::{Cell, Color, PlayoutBoard, Point};
use mkpat::Offset;

use super::shape::seen_by;
use crate::learn::BoardClass;
use crate::matcher::{VariantTests, anchored};
use crate::patterns::{Condition, Patterns};

/// How far the pictures reach from the last move, and the points of the square that they lie in.
const REACH: i8 = 2;
const SQUARE: usize = 25;
/// Liberties are counted up to this number.
const LIBERTIES: usize = 4;
/// States of four points: two bits each, the first lowest.
const STATES: usize = 1 << 8;
/// The points beside the last move, diagonal to it, and for each direction of `Point::neighbours` the point
/// two away, the two beside that one, and a corner.
const GROUPS: [[Offset; 4]; 6] = {
    const fn at(dx: i8, dy: i8) -> Offset {
        Offset::new(dx, dy)
    }
    [
        [at(0, -1), at(-1, 0), at(1, 0), at(0, 1)],
        [at(-1, -1), at(1, -1), at(-1, 1), at(1, 1)],
        [at(0, -2), at(-1, -2), at(1, -2), at(-2, -2)],
        [at(-2, 0), at(-2, -1), at(-2, 1), at(-2, 2)],
        [at(2, 0), at(2, -1), at(2, 1), at(2, -2)],
        [at(0, 2), at(-1, 2), at(1, 2), at(2, 2)],
    ]
};
/// For each direction the diagonals, by their places in `Point::diagonals`, of the point beside the last move
/// that lie beyond it, and the diagonal of the last move towards the corner.
const BEYOND: [[usize; 3]; 4] = [[0, 1, 0], [0, 2, 2], [1, 3, 1], [2, 3, 3]];

/// The patterns of class `P` of a database.
#[derive(Debug, Default)]
pub(super) struct NamedAnswers {
    pub(super) answers: Vec<NamedAnswer>,
    variants: Vec<Variant>,
    conditions: Vec<Condition>,
    /// For each state of a group of points one bit for each variant.
    accepted: [Vec<u64>; 6],
    /// The same for each number of liberties of the last move.
    by_liberties: Vec<u64>,
    /// Whether one has a weight, for each class of boards.
    acts: [bool; 3],
}

#[derive(Debug)]
pub(super) struct NamedAnswer {
    /// Its place in the database.
    pub(super) pattern: u32,
    /// Its weight on each class of boards, in nats.
    pub(super) weights: [f32; 3],
}

/// A pattern in an orientation, with the conditions that do not ask for the liberties of the last move.
#[derive(Clone, Debug)]
struct Variant {
    answer: u32,
    to_move: Offset,
    /// The place of its move in the square of five lines around the last move, row by row.
    place: u8,
    /// The factor of its weight on each class of boards.
    factors: [f32; 3],
    conditions: Range<u32>,
}

impl NamedAnswers {
    pub(super) fn new(patterns: &Patterns) -> Self {
        let (database, mut this) = (&patterns.database, Self::default());
        let mut tests = Vec::new();
        for (pattern, weights) in patterns.answers_in_playouts() {
            let own = database
                .variants
                .iter()
                .filter(|variant| variant.pattern == pattern);
            let anchored = own.filter_map(|variant| anchored(database, variant));
            let mut own: Vec<mkpat::Variant> = anchored.collect();
            // Those with the same move lie side by side.
            own.sort_by_key(|variant| (variant.to_move.dy, variant.to_move.dx));
            for variant in own {
                let mut conditions = Vec::new();
                if let Some(constraint) = &database.patterns[pattern as usize].constraint {
                    Condition::add(constraint, variant.transformation, &mut conditions);
                }
                let to_move = variant.to_move;
                let of_last = Offset::new(-to_move.dx, -to_move.dy);
                let (about_last, others): (Vec<_>, Vec<_>) = conditions
                    .into_iter()
                    .partition(|condition| condition.range_at(of_last).is_some());
                let start = this.conditions.len() as u32;
                this.conditions.extend(others);
                this.variants.push(Variant {
                    answer: this.answers.len() as u32,
                    to_move,
                    place: (5 * (to_move.dy + REACH) + to_move.dx + REACH) as u8,
                    factors: weights.map(f32::exp),
                    conditions: start..this.conditions.len() as u32,
                });
                let ranges = about_last
                    .iter()
                    .filter_map(|condition| condition.range_at(of_last));
                tests.push((
                    VariantTests::new(database, 0, &variant),
                    ranges.collect::<Vec<_>>(),
                ));
            }
            for (acts, weight) in this.acts.iter_mut().zip(weights) {
                *acts |= weight != 0.0;
            }
            this.answers.push(NamedAnswer { pattern, weights });
        }
        this.accepted = GROUPS.map(|group| {
            sets(&tests, STATES, |(test, _), state| {
                let accepts =
                    |(i, at): (usize, &Offset)| test.accepted(*at) >> (state >> (2 * i) & 3) & 1 != 0;
                group.iter().enumerate().all(accepts)
            })
        });
        this.by_liberties = sets(&tests, LIBERTIES + 1, |(_, ranges), liberties| {
            ranges.iter().all(|range| range.contains(&(liberties as i32)))
        });
        this
    }

    /// The factors of the points of the square of five lines around the last move, row by row. Nothing is
    /// allocated.
    #[inline]
    pub(super) fn factors(
        &self,
        board: &PlayoutBoard,
        color: Color,
        last: Point,
        class: BoardClass,
    ) -> [f32; SQUARE] {
        let mut factors = [1.0; SQUARE];
        if !self.acts[class as usize] {
            return factors;
        }
        self.each(board, color, last, |variant| {
            factors[usize::from(variant.place)] *= variant.factors[class as usize];
        });
        factors
    }

    /// Hands the answers of the patterns that match around the last move to `see`, by their numbers, each
    /// once a pattern and a move.
    pub(super) fn answers(
        &self,
        board: &PlayoutBoard,
        color: Color,
        last: Point,
        mut see: impl FnMut(Point, usize),
    ) {
        let answer = |variant: &Variant| {
            let point = moved(board, last, variant).expect("a diagram lies on the board");
            see(point, variant.answer as usize);
        };
        self.each(board, color, last, answer);
    }

    #[inline]
    fn each(&self, board: &PlayoutBoard, color: Color, last: Point, mut see: impl FnMut(&Variant)) {
        if self.variants.is_empty() || !board.cell(last).is(color.opposite()) {
            return;
        }
        let states = states(board, color, last);
        let words = self.variants.len().div_ceil(64);
        let of_last = words * liberties(board, last) as usize;
        let mut before = None;
        for word in 0..words {
            let mut bits = self.by_liberties[of_last + word];
            for (accepted, &state) in self.accepted.iter().zip(&states) {
                bits &= accepted[words * usize::from(state) + word];
            }
            while bits != 0 {
                let variant = &self.variants[64 * word + bits.trailing_zeros() as usize];
                bits &= bits - 1;
                let at = Some((variant.answer, variant.place));
                if before != at && self.holds(board, last, variant) {
                    before = at;
                    see(variant);
                }
            }
        }
    }

    /// Whether the conditions of a variant hold that do not ask for the liberties of the last move.
    #[inline]
    fn holds(&self, board: &PlayoutBoard, last: Point, variant: &Variant) -> bool {
        let Range { start, end } = variant.conditions;
        let mut conditions = self.conditions[start as usize..end as usize].iter();
        let holds =
            |mv, condition: &Condition| condition.holds(board.size(), mv, |stone| liberties(board, stone));
        conditions.all(|condition| moved(board, last, variant).is_some_and(|mv| holds(mv, condition)))
    }
}

fn moved(board: &PlayoutBoard, last: Point, variant: &Variant) -> Option<Point> {
    let Offset { dx, dy } = variant.to_move;
    board.size().offset(last, dx.into(), dy.into())
}

/// For each state one bit for each of the items that accept it.
fn sets<T>(items: &[T], states: usize, accepts: impl Fn(&T, usize) -> bool) -> Vec<u64> {
    let words = items.len().div_ceil(64);
    let mut sets = vec![0; states * words];
    for (bit, item) in items.iter().enumerate() {
        for state in 0..states {
            sets[words * state + bit / 64] |= u64::from(accepts(item, state)) << (bit % 64);
        }
    }
    sets
}

/// The states of the groups of points around a move, for a side.
#[inline]
fn states(board: &PlayoutBoard, color: Color, last: Point) -> [u8; 6] {
    let around = seen_by(board.around(last).bits(), color);
    let mut states = [around as u8, (around >> 8) as u8, 0, 0, 0, 0];
    let (sides, diagonals) = (last.neighbours(), last.diagonals());
    for (direction, state) in states[2..].iter_mut().enumerate() {
        let (side, [a, b, corner]) = (sides[direction], BEYOND[direction]);
        let mut cells = u16::from(u8::MAX);
        if board.cell(side) != Cell::Off {
            let (beyond, towards) = (side.diagonals(), diagonals[corner]);
            let corner = match board.cell(towards) {
                Cell::Off => Cell::Off,
                _ => board.cell(towards.diagonals()[corner]),
            };
            let cell = |point| board.cell(point) as u16;
            cells = cell(side.neighbours()[direction])
                | cell(beyond[a]) << 2
                | cell(beyond[b]) << 4
                | (corner as u16) << 6;
        }
        *state = seen_by(cells, color) as u8;
    }
    states
}

/// Liberties of the string at a point, up to four; 0 for an empty point.
#[inline]
fn liberties(board: &PlayoutBoard, stone: Point) -> i32 {
    if !board.cell(stone).is_stone() {
        return 0;
    }
    let sides = board.liberty_sides(stone) as usize;
    // No liberty touches two of one or two stones, and none more than four stones.
    if board.string_size(stone) <= 2 || sides > 4 * (LIBERTIES - 1) {
        return sides.min(LIBERTIES) as i32;
    }
    board.first_liberties::<LIBERTIES>(stone).len() as i32
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, BoardSize};
    use mkpat::{Database, Options, Source};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;
    use crate::knowledge::Knowledge;
    use crate::playout::{Learned, Policy, Turn};

    const TEXT: &str = "\
Pattern Atari
X*
:-,28,-,P
A*
;last(A) && lib(A)==2

Pattern Block
?O
X*
--
:8,-4,-,P
?O
A*
--
;last(A)

Pattern Extend
X?
O*
.?
:8,28,-,P
A?
a*
.?
;last(A) && (lib(a)<3 || lib(A)>3)

Pattern Beyond
X.*
?o?
:8,44,-,P
A.*
?o?
;last(A)
";

    fn patterns(text: &str) -> Patterns {
        let compiled = mkpat::compile(&[Source::new("a.db", text)], &Options::default());
        assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
        Patterns::new(compiled.database).with_bonuses_over(&Database::default())
    }

    const FITTED: &str = "\nPattern Fitted\nX?*\n:-,12\n#= 1.00, played 1, value 12\n";

    const BOARD: &str = "
        . X . O . X .
        X O X . O . O
        . O . X X O .
        O . O X . . X
        . X O . O X .
        X . . O X . O
        . O X . . O .";

    #[test]
    fn the_matcher_of_positions_finds_the_same_answers() {
        let text = format!("{TEXT}{FITTED}");
        let answers = NamedAnswers::new(&patterns(&text));
        let plain = patterns(&text.replace(",P\n", ",-\n"));
        let board = Board::from_diagram(BOARD);
        let mut all = 0;
        for last in board.size().points() {
            let Some(owner) = board.cell(last).color() else {
                continue;
            };
            let color = owner.opposite();
            let (mut found, playout) = (Vec::new(), PlayoutBoard::new(&board));
            answers.answers(&playout, color, last, |point, answer| {
                found.push((point, answers.answers[answer].pattern));
            });
            found.sort_unstable();
            let of_answers = |&(_, pattern, _): &(Point, u32, f32)| {
                plain.database.patterns[pattern as usize].answered().is_some()
            };
            let twin = plain
                .weights_at(&board, color, [Some(last), None])
                .filter(of_answers);
            let twin: Vec<(Point, u32)> = twin.map(|(point, pattern, _)| (point, pattern)).collect();
            assert_eq!(found, twin, "{last:?}");
            all += found.len();
        }
        assert!(all > 40, "{all}");
    }

    #[test]
    fn a_value_is_a_factor_of_the_move() {
        let answers = NamedAnswers::new(&patterns(&format!("{TEXT}{FITTED}")));
        let board = PlayoutBoard::new(&Board::from_diagram(
            ". . . . .\n. . . . .\n. . . O .\n. . O X .\n. . . . .",
        ));
        let factors = answers.factors(&board, Color::White, Point::new(3, 3), BoardClass::Small);
        let at = |dx: usize, dy: usize| factors[5 * (dy + 2) + dx + 2];
        assert_eq!(at(1, 0), 1.0_f32.exp(), "the stone has two liberties");
        assert_eq!(at(0, 1), 1.0_f32.exp());
        let other = PlayoutBoard::new(&Board::from_diagram(
            ". . . . .\n. . . . .\n. . O . .\n. . X . .\n. . . . .",
        ));
        let factors = answers.factors(&other, Color::White, Point::new(2, 3), BoardClass::Small);
        assert_eq!(factors[13], 1.0, "it has three");
    }
    #[test]
    fn an_author_changes_the_answers_of_playouts() {
        let text = "Pattern Far_knight\nX?\n??\n?*\n:8,140,-,P\nA?\n??\n?*\n;last(A)\n";
        let mut board = PlayoutBoard::new(&Board::new(BoardSize::square(9)));
        let last = Point::new(4, 4);
        board.play(Color::Black, last);
        let turn = Turn {
            color: Color::White,
            last: Some(last),
            is_first: false,
        };
        // Of 100 answers to a stone in the open those at a knight's move.
        let at_a_knight_s_move = |knowledge: &Knowledge| {
            let policy = Learned::new(knowledge.playout_weights(), board.size());
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            let answers = (0..100).filter_map(|_| policy.choose(&board, turn, &mut rng));
            answers.filter(|point| point.distance(last) == 3).count()
        };
        let plain = Knowledge::default();
        let edited = plain.clone().with_database(patterns(text).database);
        let counts = [&plain, &edited].map(at_a_knight_s_move);
        assert!(counts[1] > 80 && counts[0] < 60, "{counts:?}");
    }
}
