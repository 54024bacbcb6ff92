//! What a move does and where it lies, beside its surroundings: a few words for each.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point, PointSet};

use super::shape::distance;

/// Words about moves come in kinds; of each a move has one at most, told apart by a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The distance from the last move, 2 to 17.
    Last,
    /// The distance from the own move before that, 2 to 17.
    Own,
    /// Lines from the nearer edge and from the farther one, by the stones on the board.
    Place,
    /// How many stones it captures, whether that saves an own string in atari, and whether the last move is among them.
    Capture,
    /// An own string in atari that gets liberties.
    Escape,
    /// Own stones in atari after the move.
    SelfAtari,
    /// Enemy stones in atari after the move, and whether the last move is among them.
    Atari,
    /// Enemy stones left with two liberties, and whether the last move is among them.
    Press,
    /// An own string of two liberties with more after the move, and whether the last move is beside it.
    Extend,
}

/// All kinds, with their names in files and how many words each has.
pub(super) const KINDS: [(Kind, &str, usize); 9] = [
    (Kind::Last, "last", 18),
    (Kind::Own, "own", 18),
    (Kind::Place, "place", 3 * PLACES * PLACES),
    (Kind::Capture, "capture", 12),
    (Kind::Escape, "escape", 6),
    (Kind::SelfAtari, "self-atari", 4),
    (Kind::Atari, "atari", 6),
    (Kind::Press, "press", 6),
    (Kind::Extend, "extend", 8),
];
/// Lines from an edge that are told apart.
const PLACES: usize = 10;
/// The number of all words.
pub(super) const WORDS: usize = {
    let mut sum = 0;
    let mut i = 0;
    while i < KINDS.len() {
        sum += KINDS[i].2;
        i += 1;
    }
    sum
};
/// From so many stones on a game is in its middle, and near its end.
const PHASES: [usize; 2] = [24, 120];

/// The words about a move.
pub(super) type Words = ArrayVec<u16, 9>;

/// The number of a word among all.
pub(super) fn number(kind: Kind, word: usize) -> u16 {
    let before = KINDS.iter().take_while(|k| k.0 != kind).map(|k| k.2);
    (before.sum::<usize>() + word) as u16
}

/// What does not change from move to move of one position.
pub(super) struct Circumstances {
    color: Color,
    last: Option<Point>,
    own: Option<Point>,
    phase: usize,
}

impl Circumstances {
    /// For the side to move, after the last move and its own one before.
    pub(super) fn new(board: &Board, color: Color, last: Option<Point>, own: Option<Point>) -> Self {
        let stones = board.size().area() - board.empty_points().len();
        Self {
            color,
            last,
            own,
            phase: PHASES.iter().filter(|&&p| stones >= p).count(),
        }
    }

    /// The words about a legal move. The board is as before afterwards.
    pub(super) fn words(&self, board: &mut Board, point: Point) -> Words {
        let mut words = Words::new();
        let mut say = |kind, word| words.push(number(kind, word));
        for (kind, from) in [(Kind::Last, self.last), (Kind::Own, self.own)] {
            if let Some(from) = from {
                let (dx, dy) = (
                    i32::from(from.x()) - i32::from(point.x()),
                    i32::from(from.y()) - i32::from(point.y()),
                );
                say(kind, distance(dx, dy).min(17) as usize);
            }
        }
        say(Kind::Place, self.place(board, point));
        self.tactics(board, point, say);
        words
    }

    fn place(&self, board: &Board, point: Point) -> usize {
        let (width, height) = (board.size().width(), board.size().height());
        let x = point.x().min(width - 1 - point.x());
        let y = point.y().min(height - 1 - point.y());
        let (near, far) = (usize::from(x.min(y)), usize::from(x.max(y)));
        (self.phase * PLACES + near.min(PLACES - 1)) * PLACES + far.min(PLACES - 1)
    }

    fn tactics(&self, board: &mut Board, point: Point, mut say: impl FnMut(Kind, usize)) {
        let (own, enemy) = (self.color, self.color.opposite());
        let ours = board.strings_beside(point, own);
        let theirs = board.strings_beside(point, enemy);
        let least = ours.iter().map(|&s| board.liberties(s)).min();
        let in_atari: u32 = ours
            .iter()
            .filter(|&&s| board.liberties(s) == 1)
            .map(|&s| board.string_size(s))
            .sum();
        let is_last = |board: &Board, s: Point| {
            self.last
                .is_some_and(|l| board.cell(l).is_stone() && board.head(l) == board.head(s))
        };
        let mut captured = (0, false, false);
        for &s in theirs.iter().filter(|&&s| board.liberties(s) == 1) {
            let saves = board
                .adjacent_strings(s)
                .any(|a| board.liberties(a) == 1 && board.cell(a).is(own));
            captured.0 += board.string_size(s);
            captured.1 |= saves;
            captured.2 |= is_last(board, s);
        }
        if captured.0 > 0 {
            say(
                Kind::Capture,
                4 * class(captured.0, [2, 4]) + 2 * usize::from(captured.1) + usize::from(captured.2),
            );
        }
        let beside_last = self
            .last
            .is_some_and(|l| ours.iter().any(|&s| touches(board, l, s)));
        let mut pressed = (0, false);
        let mut attacked = (0, false);
        for &s in &theirs {
            let to = match board.liberties(s) {
                2 => &mut attacked,
                3 => &mut pressed,
                _ => continue,
            };
            to.0 += board.string_size(s);
            to.1 |= is_last(board, s);
        }
        for (kind, to) in [(Kind::Atari, attacked), (Kind::Press, pressed)] {
            if to.0 > 0 {
                say(kind, 2 * class(to.0, [2, 4]) + usize::from(to.1));
            }
        }
        let undo = board.play(own, point);
        let liberties = if board.cell(point).is(own) {
            board.liberties(point)
        } else {
            0
        };
        let size = if liberties > 0 {
            board.string_size(point)
        } else {
            0
        };
        board.undo(undo);
        let after = liberties.clamp(1, 3) as usize - 1;
        if in_atari > 0 && captured.0 == 0 {
            say(Kind::Escape, 3 * usize::from(in_atari > 1) + after);
        } else if least == Some(2) {
            let gained = (liberties.clamp(1, 4) - 1) as usize;
            say(Kind::Extend, 2 * gained + usize::from(beside_last));
        }
        if liberties == 1 && captured.0 == 0 {
            let sizes = [2, 4, 8].iter().filter(|&&s| size >= s).count();
            say(Kind::SelfAtari, sizes);
        }
    }
}

/// One, a few, or many.
fn class(stones: u32, limits: [u32; 2]) -> usize {
    limits.iter().filter(|&&limit| stones >= limit).count()
}

fn touches(board: &Board, stone: Point, string: Point) -> bool {
    let head = board.head(string);
    let beside: PointSet = stone.neighbours().into_iter().collect();
    beside
        .iter()
        .any(|n| board.size().contains(n) && board.cell(n).is_stone() && board.head(n) == head)
}
