//! What can be said of a move in a fight for life without playing it: words with a number each, to which weights belong
//! (`policy`).

use arrayvec::ArrayVec;

use super::ground::{Bits, Ground, NOWHERE, bit, each};
use super::moves::History;
use super::position::{Local, count};
use super::sketch::Sketch;

/// The words of a move: their numbers.
pub(super) type Words = ArrayVec<u8, 20>;

/// A kind of words, as it is written in `patterns/reading/policy.txt`, and how many there are of it.
type Kind = (&'static str, u8);

/// All kinds; the words of each follow those of the one before.
pub(super) const KINDS: [Kind; 14] = [
    // Lines from the nearer edge, times four, and from the farther one, each up to 3.
    ("place", 16),
    // Beside a wall, a friend, a liberty beyond; open, beside an open point.
    ("border", 5),
    // Points of the room beside it, up to 4; 5 more if it is itself none.
    ("room", 10),
    // Points of the piece of the room in which it lies, up to 8, less one, times three; 1 more if no other point of the piece has more
    // neighbours in it, 2 if all others have less.
    ("vital", 24),
    // Its piece of the room falls apart without it.
    ("splits", 1),
    // Stones that it captures, up to 4, less one; the next four if a string in atari beside them gets free.
    ("captures", 8),
    // Liberties of the new string, up to 4, less one; with one of them, 3 more for two stones, three, and more.
    ("liberties", 7),
    // Own strings in atari that it joins: stones 1, 2 or 3, more; times three; liberties afterwards, up to 3, less one.
    ("escapes", 9),
    // Enemy strings with two liberties: stones in three classes; 3 more if the new string has one liberty itself.
    ("atari", 6),
    // Enemy strings with three liberties, and with four to six: stones in three classes.
    ("presses", 6),
    // Own strings with two liberties that it joins: liberties afterwards, up to 4, less one.
    ("extends", 4),
    // Own strings beside it, up to 3, times four, and enemy strings.
    ("between", 16),
    // Where it lies to the last move: beside, diagonal, two steps away, elsewhere; there is none; liberty of its string, which has
    // one, two or more.
    ("last", 8),
    // How often it won elsewhere in the search, in eighths of the point that won most.
    ("won", 9),
];

/// How many words there are.
pub(super) const WORDS: usize = {
    let (mut sum, mut i) = (0, 0);
    while i < KINDS.len() {
        sum += KINDS[i].1 as usize;
        i += 1;
    }
    sum
};

/// The first words of the kinds.
const FIRST: [u8; KINDS.len()] = {
    let mut first = [0; KINDS.len()];
    let mut i = 1;
    while i < KINDS.len() {
        first[i] = first[i - 1] + KINDS[i - 1].1;
        i += 1;
    }
    first
};

const PLACE: usize = 0;
const BORDER: usize = 1;
const ROOM: usize = 2;
const VITAL: usize = 3;
const SPLITS: usize = 4;
const CAPTURES: usize = 5;
const LIBERTIES: usize = 6;
const ESCAPES: usize = 7;
const ATARI: usize = 8;
const PRESSES: usize = 9;
const EXTENDS: usize = 10;
const BETWEEN: usize = 11;
const LAST: usize = 12;
const WON: usize = 13;

/// The number of a word.
pub(super) fn word(kind: usize, number: u32) -> u8 {
    debug_assert!(
        number < u32::from(KINDS[kind].1),
        "{} has no {number}",
        KINDS[kind].0
    );
    FIRST[kind] + number as u8
}

/// A string of either side.
#[derive(Clone, Copy, Debug)]
struct String {
    stones: Bits,
    liberties: Bits,
    size: u32,
    is_mine: bool,
    /// It has a liberty that nobody takes.
    is_lasting: bool,
}

/// A connected part of the room.
struct Piece {
    points: Bits,
    size: u32,
    /// The most neighbours in it that a point of it has, and how many points have so many.
    most: u32,
    with_most: u32,
}

/// In a larger piece a point is not vital for its neighbours alone.
const LARGE_PIECE: u32 = 12;

impl Piece {
    fn new(ground: &Ground, points: Bits) -> Self {
        let mut piece = Self {
            points,
            size: count(points),
            most: 0,
            with_most: 0,
        };
        if piece.size <= LARGE_PIECE {
            for p in each(points) {
                let degree = count(ground.near(p) & points);
                if degree > piece.most || piece.with_most == 0 {
                    (piece.most, piece.with_most) = (degree, 1);
                } else if degree == piece.most {
                    piece.with_most += 1;
                }
            }
        }
        piece
    }
}

/// A position, prepared for the question what its moves are.
pub(super) struct Scene<'a> {
    ground: &'a Ground,
    local: &'a Local,
    room: Bits,
    empty: Bits,
    strings: ArrayVec<String, 128>,
    pieces: ArrayVec<Piece, 64>,
    last: u8,
    beside_last: Bits,
    diagonal_to_last: Bits,
    near_last: Bits,
    liberties_of_last: Bits,
}

impl<'a> Scene<'a> {
    /// The position with its sketch, after a last move.
    pub(super) fn new(ground: &'a Ground, sketch: &Sketch, local: &'a Local, last: u8) -> Self {
        let (mine, theirs) = local.sides();
        let mut scene = Self {
            ground,
            local,
            room: sketch.room,
            empty: local.empty(ground),
            strings: ArrayVec::new(),
            pieces: ArrayVec::new(),
            last,
            beside_last: 0,
            diagonal_to_last: 0,
            near_last: 0,
            liberties_of_last: 0,
        };
        for (side, is_mine) in [(mine, true), (theirs, false)] {
            let beyond = if is_mine == local.owner_moves {
                ground.friend_beside
            } else {
                ground.wall_beside
            };
            for stones in Local::strings(ground, side) {
                let liberties = ground.around(stones) & scene.empty;
                if last != NOWHERE && stones & bit(last) != 0 {
                    scene.liberties_of_last = liberties;
                }
                scene.strings.push(String {
                    stones,
                    liberties,
                    size: if stones & ground.solid == 0 {
                        count(stones)
                    } else {
                        7
                    },
                    is_mine,
                    is_lasting: stones & (ground.leaks | beyond) != 0,
                });
            }
        }
        for piece in Local::strings(ground, sketch.room) {
            if scene.pieces.try_push(Piece::new(ground, piece)).is_err() {
                break;
            }
        }
        if last != NOWHERE {
            scene.beside_last = ground.near(last);
            scene.diagonal_to_last = ground.diagonal(last);
            scene.near_last = ground.around(scene.beside_last);
        }
        scene
    }

    pub(super) fn owner_moves(&self) -> bool {
        self.local.owner_moves
    }

    /// The empty points.
    pub(super) fn points(&self) -> impl Iterator<Item = u8> + use<> {
        each(self.empty)
    }

    /// What stands around a point.
    pub(super) fn shape(&self, point: u8) -> u16 {
        self.ground.shape(self.local.own, self.local.attackers, point)
    }

    /// All words of a move.
    pub(super) fn words(&self, point: u8, history: &History) -> Words {
        let mut words = Words::new();
        words.push(word(PLACE, u32::from(self.ground.place(point))));
        self.add_border(point, &mut words);
        self.add_room(point, &mut words);
        self.add_strings(point, &mut words);
        self.add_last(point, &mut words);
        let won = history.eighths(self.local.owner_moves, point);
        words.push(word(WON, won));
        words
    }

    fn add_border(&self, point: u8, words: &mut Words) {
        let ground = self.ground;
        let at = bit(point);
        let sets = [
            ground.wall_beside,
            ground.friend_beside,
            ground.leaks,
            ground.open,
        ];
        for (number, set) in sets.into_iter().enumerate() {
            if set & at != 0 {
                words.push(word(BORDER, number as u32));
            }
        }
        if ground.open & at == 0 && ground.near(point) & ground.open != 0 {
            words.push(word(BORDER, 4));
        }
    }

    fn add_room(&self, point: u8, words: &mut Words) {
        let beside = self.ground.near(point) & self.room;
        let degree = count(beside).min(4);
        let Some(piece) = self.pieces.iter().find(|piece| piece.points & bit(point) != 0) else {
            words.push(word(ROOM, 5 + degree));
            return;
        };
        words.push(word(ROOM, degree));
        let rank = if piece.size > LARGE_PIECE || degree < piece.most {
            0
        } else {
            1 + u32::from(piece.with_most == 1)
        };
        words.push(word(VITAL, 3 * (piece.size.min(8) - 1) + rank));
        if degree >= 2 {
            let rest = piece.points & !bit(point);
            if self.ground.flood(beside & beside.wrapping_neg(), rest) & beside != beside {
                words.push(word(SPLITS, 0));
            }
        }
    }

    fn add_strings(&self, point: u8, words: &mut Words) {
        let ground = self.ground;
        let near = ground.near(point);
        let at = bit(point);
        let (mut own, mut enemies, mut captured, mut taken) = (0, 0, 0, 0);
        let mut liberties = near & self.empty;
        let mut joined = at;
        let mut size = 1;
        let beyond = if self.local.owner_moves {
            ground.friend_beside
        } else {
            ground.wall_beside
        };
        let mut is_lasting = (ground.leaks | beyond) & at != 0;
        // The largest own strings with one liberty and with two.
        let mut short = [0; 2];
        // The largest enemy strings with two liberties, with three, and with up to six.
        let mut pressed = [0; 3];
        for string in self.strings.iter().filter(|s| s.stones & near != 0) {
            if string.is_mine {
                own += 1;
                joined |= string.stones;
                liberties |= string.liberties;
                size += string.size;
                if let (false, n @ 1..=2) = (string.is_lasting, count(string.liberties)) {
                    let most = &mut short[n as usize - 1];
                    *most = string.size.max(*most);
                }
                is_lasting |= string.is_lasting;
            } else {
                enemies += 1;
                if string.is_lasting {
                    continue;
                }
                let most = match count(string.liberties) {
                    2 => &mut pressed[0],
                    3 => &mut pressed[1],
                    4..=6 => &mut pressed[2],
                    1 => {
                        captured |= string.stones;
                        taken += string.size;
                        continue;
                    }
                    _ => continue,
                };
                *most = string.size.max(*most);
            }
        }
        liberties &= !at;
        if captured != 0 {
            let beside = ground.around(captured);
            liberties |= ground.around(joined) & captured;
            let frees = |s: &String| s.is_mine && s.stones & beside != 0 && count(s.liberties) == 1;
            let gets_free = self.strings.iter().any(frees);
            words.push(word(CAPTURES, taken.min(4) - 1 + 4 * u32::from(gets_free)));
        }
        let after = if is_lasting { 4 } else { count(liberties).min(4) };
        // Without a liberty it is not legal.
        let after = after.max(1);
        let number = match (after, size) {
            (1, 2..) => 2 + size.min(4),
            _ => after - 1,
        };
        words.push(word(LIBERTIES, number));
        if short[0] > 0 {
            words.push(word(ESCAPES, 3 * class(short[0]) + after.min(3) - 1));
        }
        if short[1] > 0 {
            words.push(word(EXTENDS, after - 1));
        }
        let [atari, three, more] = pressed;
        if atari > 0 {
            words.push(word(ATARI, class(atari) + 3 * u32::from(after == 1)));
        }
        if three > 0 {
            words.push(word(PRESSES, class(three)));
        } else if more > 0 {
            words.push(word(PRESSES, 3 + class(more)));
        }
        words.push(word(BETWEEN, 4 * u32::min(own, 3) + u32::min(enemies, 3)));
    }

    fn add_last(&self, point: u8, words: &mut Words) {
        let at = bit(point);
        let number = if self.last == NOWHERE {
            4
        } else if self.beside_last & at != 0 {
            0
        } else if self.diagonal_to_last & at != 0 {
            1
        } else if self.near_last & at != 0 {
            2
        } else {
            3
        };
        words.push(word(LAST, number));
        if self.liberties_of_last & at != 0 {
            words.push(word(LAST, 4 + count(self.liberties_of_last).min(3)));
        }
    }
}

/// One stone, a few, or more.
fn class(size: u32) -> u32 {
    match size {
        1 => 0,
        2 | 3 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::ground_of;
    use super::*;

    /// The words of a move as `kind number`, after a last move.
    fn said(
        diagram: &str,
        stone: &str,
        owner_moves: bool,
        last: Option<&str>,
        point: &str,
    ) -> Vec<std::string::String> {
        let (board, ground) = ground_of(diagram, stone);
        let local = ground.position(&board, owner_moves);
        let sketch = Sketch::new(&ground, &local);
        let number = |name: &str| ground.number(board.size().parse_vertex(name).unwrap()).unwrap();
        let scene = Scene::new(&ground, &sketch, &local, last.map_or(NOWHERE, number));
        let words = scene.words(number(point), &History::new());
        let name = |w: u8| {
            let kind = FIRST.iter().rposition(|&first| first <= w).unwrap();
            format!("{} {}", KINDS[kind].0, w - FIRST[kind])
        };
        words.into_iter().map(name).collect()
    }

    const FIVE: &str = "
        . . O . . . . . .
        O O O O O O . . .
        O X X X X O . . .
        O X . . X O . . .
        O X . . X O . . .
        O X . X X O . . .
        O X X X O O . . .
        O O O O O . . . .
        . . . . . . . . .";

    #[test]
    fn the_point_with_most_neighbours_in_its_room_is_vital() {
        let middle = said(FIVE, "B3", false, None, "C5");
        assert!(
            middle.contains(&"vital 14".to_owned()),
            "alone the first of five: {middle:?}"
        );
        assert!(middle.contains(&"room 3".to_owned()) && middle.contains(&"splits 0".to_owned()));
        let end = said(FIVE, "B3", false, None, "C4");
        assert!(
            end.contains(&"vital 12".to_owned()) && !end.contains(&"splits 0".to_owned()),
            "{end:?}"
        );
    }

    #[test]
    fn strings_that_are_taken_and_saved_are_told_by_their_stones() {
        let diagram = "
            . . . . . . . . .
            . O O O O O . . .
            . O X X X O . . .
            . O X O X O O O .
            O O X O X X X O .
            O X X . . . X O .
            O X . O X . X O .
            O X X X X X X O .
            O O O O O O O O .";
        let takes = said(diagram, "B2", true, None, "D4");
        assert!(takes.contains(&"captures 1".to_owned()), "two stones: {takes:?}");
        let saves = said(diagram, "B2", false, None, "D4");
        assert!(
            saves
                .iter()
                .any(|w| w.starts_with("escapes 3") || w.starts_with("escapes 4")),
            "{saves:?}"
        );
    }

    #[test]
    fn nearness_to_the_last_move_is_a_word() {
        let near = said(FIVE, "B3", true, Some("C5"), "C6");
        assert!(near.contains(&"last 0".to_owned()), "{near:?}");
        let diagonal = said(FIVE, "B3", true, Some("C5"), "D6");
        assert!(diagonal.contains(&"last 1".to_owned()), "{diagonal:?}");
        let none = said(FIVE, "B3", true, None, "D6");
        assert!(none.contains(&"last 4".to_owned()), "{none:?}");
    }
}
