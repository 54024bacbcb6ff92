// SPDX-License-Identifier: MIT OR Apache-2.0

//! Neighbourhoods of a point, from small to large, each as a hash that all eight rotations and reflections
//! share.
//!
//! Distance is dx + dy + the larger of the two, which makes nearly round neighbourhoods (D. Stern, R.
//! Herbrich, T. Graepel, "Bayesian Pattern Ranking for Move Prediction in the Game of Go", 2006). Stones
//! around the point count by their liberties.

use std::sync::LazyLock;

use katachi_rules::{Board, Color, MAX_SIDE, Point};
use mkpat::Offset;

use super::FeatureSet;
use super::shape_name::Picture;

/// Radii of the neighbourhoods, the smallest first.
pub(super) const LEVELS: [u8; 7] = [3, 4, 5, 6, 8, 10, 12];
/// Number of neighbourhoods of the last move, the smallest first, that are features of a reply.
const REPLY_LEVELS: usize = 2;
/// Number of neighbourhoods of a move, the smallest first, that are features together with the place of the
/// last move.
const ANSWER_LEVELS: usize = 3;
/// Maximum distance between the last move and a reply.
const REPLY_REACH: i32 = 8;
/// Make hashes of replies and answers different from hashes of neighbourhoods.
const REPLY: u64 = 1 << 32;
const ANSWER: u64 = 1 << 33;
/// Lines around the board that neighbourhoods reach.
const MARGIN: usize = 6;
const WIDTH: usize = MAX_SIDE as usize + 2 * MARGIN;
/// Rows and columns of the largest neighbourhood.
const SIDE: usize = 2 * MARGIN + 1;

/// Content of a point, for the side to move.
type State = u8;
const EMPTY: State = 0;
const OWN: State = 1;
const ENEMY: State = 4;
const EDGE: State = 7;
/// Letters of the states. Own and enemy stones have one, two, or more liberties.
const LETTERS: [u8; 8] = *b".1xX0oO#";
/// State of a stone that is not beside the point, where liberties do not matter.
const FAR: [State; 8] = [EMPTY, 3, 3, 3, 6, 6, 6, EDGE];
/// Number of cells around the point in which liberties count: the smallest neighbourhood. They come first.
const BESIDE: usize = 8;

/// Cells of the largest neighbourhood.
struct Cells {
    /// Columns to the right and rows down, by distance.
    offsets: Vec<(i32, i32)>,
    /// Number of cells of each level.
    ends: [usize; LEVELS.len()],
    /// Index in `offsets` of each row and column of the square around the point, from the top left.
    places: [[Option<u8>; SIDE]; SIDE],
    /// Random hashes of a cell for each state and each of the eight symmetries.
    hashes: Vec<[[u64; 8]; 8]>,
}

impl Cells {
    fn at(&self, dx: i32, dy: i32) -> Option<usize> {
        let index = |d: i32| (d + MARGIN as i32) as usize;
        self.places[index(dy)][index(dx)].map(usize::from)
    }
}

static CELLS: LazyLock<Cells> = LazyLock::new(|| {
    let reach = MARGIN as i32;
    let largest = i32::from(LEVELS[LEVELS.len() - 1]);
    let square = (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy)));
    let mut offsets: Vec<(i32, i32)> = square
        .filter(|&o| (1..=largest).contains(&distance(o.0, o.1)))
        .collect();
    offsets.sort_by_key(|&(dx, dy)| (distance(dx, dy), dy, dx));
    let ends = LEVELS.map(|level| {
        let inside = |o: &&(i32, i32)| distance(o.0, o.1) <= i32::from(level);
        offsets.iter().filter(inside).count()
    });
    let hashes = offsets.iter().map(|&(dx, dy)| {
        let hash = |turn, state| {
            let (x, y) = transformed(turn, dx, dy);
            let place = ((y + reach) * (2 * reach + 1) + x + reach) as u64;
            mixed(8 * place + state as u64)
        };
        std::array::from_fn(|state| std::array::from_fn(|turn| hash(turn, state)))
    });
    let mut places = [[None; SIDE]; SIDE];
    for (place, &(dx, dy)) in offsets.iter().enumerate() {
        places[(dy + reach) as usize][(dx + reach) as usize] = Some(place as u8);
    }
    Cells {
        hashes: hashes.collect(),
        ends,
        places,
        offsets,
    }
});

/// Distance of two points that are `dx` columns and `dy` rows apart.
pub(super) fn distance(dx: i32, dy: i32) -> i32 {
    dx.abs() + dy.abs() + dx.abs().max(dy.abs())
}

/// Whether liberties count there.
fn is_beside(dx: i32, dy: i32) -> bool {
    distance(dx, dy) <= i32::from(LEVELS[0])
}

fn transformed(turn: usize, dx: i32, dy: i32) -> (i32, i32) {
    let (x, y) = if turn & 1 == 0 { (dx, dy) } else { (-dx, dy) };
    let (x, y) = if turn & 2 == 0 { (x, y) } else { (x, -y) };
    if turn & 4 == 0 { (x, y) } else { (y, x) }
}

/// Spreads the bits of a number (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
/// generators", 2014).
fn mixed(number: u64) -> u64 {
    let z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A position, from the point of view of the side to move.
pub struct Grid {
    states: [State; WIDTH * WIDTH],
    /// Last move with the hashes of its neighbourhoods, if it is an enemy stone on the board.
    last: Option<(Point, [[u64; 8]; REPLY_LEVELS])>,
}

impl Grid {
    /// The grid of all features.
    pub fn new(board: &Board, to_move: Color, last: Option<Point>) -> Self {
        Self::with_features(FeatureSet::All, board, to_move, last)
    }

    pub(crate) fn with_features(set: FeatureSet, board: &Board, to_move: Color, last: Option<Point>) -> Self {
        let mut grid = Self {
            states: [EDGE; WIDTH * WIDTH],
            last: None,
        };
        for point in board.size().points() {
            grid.states[index(point)] = match board.cell(point).color() {
                None => EMPTY,
                Some(color) => {
                    let liberties = match set {
                        FeatureSet::All => board.liberties(point).min(3) as State,
                        FeatureSet::Shape => 3,
                    };
                    (if color == to_move { OWN } else { ENEMY }) + liberties - 1
                }
            };
        }
        grid.last = last
            .filter(|&point| (ENEMY..EDGE).contains(&grid.states[index(point)]))
            .map(|point| (point, grid.around_last(point)));
        grid
    }

    fn around_last(&self, last: Point) -> [[u64; 8]; REPLY_LEVELS] {
        let liberties = mixed(u64::from(self.states[index(last)]));
        let mut levels = self.turns(last).map(|turns| turns.map(|turn| turn ^ liberties));
        std::array::from_fn(|_| levels.next().expect("there are more levels"))
    }

    fn state(&self, point: usize, offset: (i32, i32), is_beside: bool) -> State {
        let at = point as i32 + offset.1 * WIDTH as i32 + offset.0;
        let state = self.states[at as usize];
        if is_beside { state } else { FAR[usize::from(state)] }
    }

    /// Hashes of the neighbourhoods of a point, from small to large, made on demand.
    pub fn shapes(&self, point: Point) -> impl Iterator<Item = u64> {
        let levels = self.turns(point).enumerate();
        levels.map(|(level, turns)| hash(level as u64, &turns))
    }

    /// Hashes of a point as a reply to the last move, in a small neighbourhood of that move and in a larger
    /// one. Empty without a last move, or if it is too far away.
    pub fn replies(&self, point: Point) -> impl Iterator<Item = u64> {
        let near = self.last.iter().filter_map(move |(last, levels)| {
            let turns = offset_turns(*last, point)?;
            Some(levels.iter().enumerate().map(move |(level, around)| {
                let both = std::array::from_fn(|turn| around[turn] ^ turns[turn]);
                hash(REPLY + level as u64, &both)
            }))
        });
        near.flatten()
    }

    /// Hashes of the small neighbourhoods of a point together with the place of the last move. Empty without
    /// a last move, or if it is too far away.
    pub fn answers(&self, point: Point) -> impl Iterator<Item = u64> {
        let last = self.last.as_ref();
        let last = last.and_then(|&(last, _)| offset_turns(point, last));
        last.into_iter().flat_map(move |last| {
            let levels = self.turns(point).take(ANSWER_LEVELS).enumerate();
            levels.map(move |(level, around)| {
                let both = std::array::from_fn(|turn| around[turn] ^ last[turn]);
                hash(ANSWER + level as u64, &both)
            })
        })
    }

    /// Hashes of all three kinds of a point, each with the number of its kind and level.
    pub fn all(&self, point: Point) -> impl Iterator<Item = (usize, u64)> {
        let shapes = self.shapes(point).enumerate();
        let replies = (LEVELS.len()..).zip(self.replies(point));
        let answers = (LEVELS.len() + REPLY_LEVELS..).zip(self.answers(point));
        shapes.chain(replies).chain(answers)
    }

    /// Name in files of a point's hash of a kind and level of [`Grid::all`]: its picture.
    pub fn name(&self, point: Point, kind: usize) -> String {
        let Some((reply, (last, _))) = kind.checked_sub(LEVELS.len()).zip(self.last) else {
            let pictures = (0..8).map(|turn| self.picture(point, kind, turn, b'*'));
            return format!("shape={}", pictures.min().unwrap_or_default());
        };
        match reply.checked_sub(REPLY_LEVELS) {
            Some(level) => format!("answer={}", self.picture_with(point, b'*', level, last)),
            None => {
                let stone = LETTERS[usize::from(self.states[index(last)])];
                format!("reply={}", self.picture_with(last, stone, reply, point))
            }
        }
    }

    /// Hashes of the neighbourhoods on each level, in the eight symmetries.
    fn turns(&self, point: Point) -> impl Iterator<Item = [u64; 8]> {
        let cells = &*CELLS;
        let point = index(point);
        let mut turns = [0u64; 8];
        let mut next = 0;
        cells.ends.iter().map(move |&end| {
            for cell in next..end {
                let state = self.state(point, cells.offsets[cell], cell < BESIDE);
                if state != EMPTY {
                    for (turn, hash) in turns.iter_mut().zip(&cells.hashes[cell][usize::from(state)]) {
                        *turn ^= hash;
                    }
                }
            }
            next = end;
            turns
        })
    }

    /// Picture of the neighbourhood of a point on one level, then `@` and the columns to the right and the
    /// rows down from there to another point. It is the alphabetically first one of the eight symmetries.
    fn picture_with(&self, point: Point, middle: u8, level: usize, other: Point) -> String {
        let away = offset(point, other);
        let picture = |turn: usize| {
            // The picture shows at an offset the point at the transformed offset. The other point needs the
            // inverse.
            let back = |&(x, y): &(i32, i32)| transformed(turn, x, y) == away;
            let square =
                (-REPLY_REACH..=REPLY_REACH).flat_map(|y| (-REPLY_REACH..=REPLY_REACH).map(move |x| (x, y)));
            let (x, y) = square.into_iter().find(back).expect("a symmetry keeps distances");
            format!("{}@{x},{y}", self.picture(point, level, turn, middle))
        };
        (0..8).map(picture).min().expect("there are eight symmetries")
    }

    /// Picture of the neighbourhood of a point on one level in a symmetry, row by row with `/` between:
    /// `middle` the point, `X` own stones, `O` enemy stones, `x` and `o` stones beside the point with two
    /// liberties, `1` and `0` in atari, `#` beyond the edge.
    fn picture(&self, point: Point, level: usize, turn: usize, middle: u8) -> String {
        let at = index(point);
        rows(level, |dx, dy| {
            let (x, y) = transformed(turn, dx, dy);
            match (dx, dy) {
                (0, 0) => middle,
                _ => LETTERS[usize::from(self.state(at, (x, y), is_beside(x, y)))],
            }
        })
    }
}

/// Offset from one point to another: columns to the right and rows down.
pub(super) fn offset(from: Point, to: Point) -> (i32, i32) {
    let less = |a: u8, b: u8| i32::from(a) - i32::from(b);
    (less(to.x(), from.x()), less(to.y(), from.y()))
}

/// Random numbers for the offset of a reply, in the eight symmetries. `None` if it is too far away.
fn offset_turns(last: Point, point: Point) -> Option<[u64; 8]> {
    let (dx, dy) = offset(last, point);
    (distance(dx, dy) <= REPLY_REACH).then(|| reply_turns(dx, dy))
}

fn reply_turns(dx: i32, dy: i32) -> [u64; 8] {
    std::array::from_fn(|turn| {
        let (x, y) = transformed(turn, dx, dy);
        mixed(REPLY + (32 * (y + REPLY_REACH) + x + REPLY_REACH) as u64)
    })
}

/// Hash of the picture of a reply in [`Grid::name`]. `None` if it is malformed.
pub(super) fn read_reply(text: &str) -> Option<u64> {
    let (level, turns, middle) = read_with(text)?;
    let state = LETTERS.iter().position(|&l| l == middle)? as State;
    if level >= REPLY_LEVELS || !(ENEMY..EDGE).contains(&state) {
        return None;
    }
    let liberties = mixed(u64::from(state));
    Some(hash(REPLY + level as u64, &turns.map(|turn| turn ^ liberties)))
}

/// Hash of the picture of an answer in [`Grid::name`]. `None` if it is malformed.
pub(super) fn read_answer(text: &str) -> Option<u64> {
    let (level, turns, middle) = read_with(text)?;
    (level < ANSWER_LEVELS && middle == b'*').then(|| hash(ANSWER + level as u64, &turns))
}

/// Level of a picture with the place of another point, its hashes in the eight symmetries, and the letter in
/// the middle.
fn read_with(text: &str) -> Option<(usize, [u64; 8], u8)> {
    let (picture, offset) = text.split_once('@')?;
    let (x, y) = offset.split_once(',')?;
    let (dx, dy) = (i32::from(x.parse::<i8>().ok()?), i32::from(y.parse::<i8>().ok()?));
    let (level, turns, middle) = read_turns(picture)?;
    if distance(dx, dy) > REPLY_REACH {
        return None;
    }
    let away = reply_turns(dx, dy);
    let both = std::array::from_fn(|turn| turns[turn] ^ away[turn]);
    Some((level, both, middle))
}

/// Level and hash of a picture. `None` if it is malformed.
pub(super) fn read(picture: &str) -> Option<(usize, u64)> {
    let (level, turns, middle) = read_turns(picture)?;
    (middle == b'*').then(|| (level, hash(level as u64, &turns)))
}

/// Level of a picture, its hashes in the eight symmetries, and the letter in the middle.
fn read_turns(picture: &str) -> Option<(usize, [u64; 8], u8)> {
    let cells = &*CELLS;
    let stones: Vec<u8> = picture.bytes().filter(|&b| b != b'/').collect();
    let level = cells.ends.iter().position(|&end| end + 1 == stones.len())?;
    let mut letters = stones.into_iter();
    let mut turns = [0u64; 8];
    let mut is_right = true;
    let mut middle = b'?';
    let again = rows(level, |dx, dy| {
        let letter = letters.next().unwrap_or(b'?');
        if (dx, dy) == (0, 0) {
            middle = letter;
            return letter;
        }
        let state = LETTERS.iter().position(|&l| l == letter);
        match (state, cells.at(dx, dy)) {
            (Some(state), Some(cell)) => {
                if state != usize::from(EMPTY) {
                    for (turn, hash) in turns.iter_mut().zip(&cells.hashes[cell][state]) {
                        *turn ^= hash;
                    }
                }
            }
            _ => is_right = false,
        }
        letter
    });
    (is_right && again == picture).then_some((level, turns, middle))
}

/// Rows of a level, with the letter of each offset.
fn rows(level: usize, mut letter: impl FnMut(i32, i32) -> u8) -> String {
    let reach = MARGIN as i32;
    let mut text = String::new();
    for dy in -reach..=reach {
        let inside = (-reach..=reach).filter(|&dx| distance(dx, dy) <= i32::from(LEVELS[level]));
        let row: String = inside.map(|dx| char::from(letter(dx, dy))).collect();
        if !row.is_empty() {
            text += if text.is_empty() { "" } else { "/" };
            text += &row;
        }
    }
    text
}

/// Hashes of the smaller neighbourhoods within the picture of one.
pub(super) fn smaller(picture: Picture<'_>) -> Vec<u64> {
    let at = |dx: i32, dy: i32| {
        let letter = picture.letter(Offset::new(dx as i8, dy as i8)).unwrap_or(b'#');
        match LETTERS.iter().position(|&l| l == letter) {
            Some(state) if !is_beside(dx, dy) => LETTERS[usize::from(FAR[state])],
            _ => letter,
        }
    };
    let (level, _) = read(picture.0).unwrap_or_default();
    let pictures = (0..level).map(|level| rows(level, at));
    pictures.filter_map(|picture| Some(read(&picture)?.1)).collect()
}

/// Combines the hashes of the eight symmetries, whatever their order.
fn hash(level: u64, turns: &[u64; 8]) -> u64 {
    turns
        .iter()
        .fold(level, |sum, &turn| sum.wrapping_add(mixed(turn)))
}

fn index(point: Point) -> usize {
    (usize::from(point.y()) + MARGIN) * WIDTH + usize::from(point.x()) + MARGIN
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNER: &str = "
        . . . . .
        . X O . .
        . . X O .
        . . . . .
        . . . . .";

    fn shapes(diagram: &str, x: u8, y: u8, color: Color) -> Vec<u64> {
        let board = Board::from_diagram(diagram);
        Grid::new(&board, color, None).shapes(Point::new(x, y)).collect()
    }

    #[test]
    fn a_shape_is_the_same_mirrored_and_with_the_colours_exchanged() {
        let here = shapes(CORNER, 1, 2, Color::Black);
        let mirrored = "
            . . . . .
            . . X O .
            . X O . .
            . . . . .
            . . . . .";
        assert_eq!(here, shapes(mirrored, 3, 2, Color::White));
        assert_ne!(here[0], shapes(mirrored, 3, 2, Color::Black)[0]);
    }

    #[test]
    fn liberties_matter_on_the_eight_points_around_only() {
        let board = Board::from_diagram(CORNER);
        let grid = Grid::new(&board, Color::White, None);
        assert_eq!(grid.name(Point::new(3, 1), 0), "shape=.../.*X/.xo");
        assert_eq!(grid.name(Point::new(1, 3), 0), "shape=.../.*./..o");
        // The stone two lines away has two liberties, too.
        assert_eq!(grid.name(Point::new(2, 3), 1), "shape=#/.../..*../.oX/X");
    }

    #[test]
    fn a_picture_reads_as_the_hash_it_was_made_from() {
        let board = Board::from_diagram(CORNER);
        let grid = Grid::new(&board, Color::Black, Some(Point::new(2, 1)));
        for point in board.empty_points() {
            for (kind, hash) in grid.all(point) {
                let name = grid.name(point, kind);
                let read_as = match name.split_once('=').expect("a name and a picture") {
                    ("shape", picture) => read(picture).map(|(_, hash)| hash),
                    ("reply", picture) => read_reply(picture),
                    (_, picture) => {
                        let mirrored = mirrored(picture);
                        assert_eq!(read_answer(&mirrored), Some(hash), "{mirrored}");
                        read_answer(picture)
                    }
                };
                assert_eq!(read_as, Some(hash), "{name}");
            }
        }
    }

    #[test]
    fn a_reply_is_the_same_mirrored() {
        let board = Board::from_diagram(CORNER);
        let grid = Grid::new(&board, Color::Black, Some(Point::new(2, 1)));
        let replies = |x, y| grid.replies(Point::new(x, y)).collect::<Vec<u64>>();
        assert_eq!(replies(3, 1).len(), REPLY_LEVELS);
        let mirrored = Board::from_diagram(". . . . .\n . . O X .\n . O X . .\n . . . . .\n . . . . .");
        let other = Grid::new(&mirrored, Color::Black, Some(Point::new(2, 1)));
        let same: Vec<u64> = other.replies(Point::new(1, 1)).collect();
        assert_eq!(replies(3, 1), same);
        assert_ne!(replies(3, 1), replies(4, 1));
    }

    #[test]
    fn an_answer_is_for_points_near_the_last_move() {
        let board = Board::from_diagram(CORNER);
        let grid = Grid::new(&board, Color::Black, Some(Point::new(2, 1)));
        let answers = |x, y| grid.answers(Point::new(x, y)).collect::<Vec<u64>>();
        assert_eq!(answers(3, 1).len(), ANSWER_LEVELS);
        assert_ne!(answers(1, 3), answers(4, 4), "far from the last move");
    }

    /// A picture with left and right exchanged.
    fn mirrored(picture: &str) -> String {
        let (picture, offset) = picture.split_once('@').expect("an offset");
        let (x, y) = offset.split_once(',').expect("columns and rows");
        let rows = picture.split('/').map(|row| row.chars().rev().collect());
        let rows: Vec<String> = rows.collect();
        let x: i32 = x.parse().expect("columns");
        format!("{}@{},{y}", rows.join("/"), -x)
    }

    #[test]
    fn there_is_no_reply_to_an_own_move_or_far_away() {
        let board = Board::from_diagram(CORNER);
        let replies = |last| {
            let grid = Grid::new(&board, Color::Black, last);
            let point = Point::new(4, 4);
            (grid.replies(point).count(), grid.answers(point).count())
        };
        assert_eq!(
            [None, Some(Point::new(1, 1)), Some(Point::new(2, 1))].map(replies),
            [(0, 0), (0, 0), (REPLY_LEVELS, ANSWER_LEVELS)]
        );
    }

    #[test]
    fn a_malformed_picture_is_refused() {
        for text in ["", "...", "..O/o?./...", "..O/o*./..", "..Oo*....", "..O/o*./..*"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
