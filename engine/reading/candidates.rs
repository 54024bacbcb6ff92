//! Which moves a reading tries, best first.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point};

/// Moves to try at one node. More than fit are the least promising and left out.
#[derive(Debug, Default)]
pub(super) struct Candidates(ArrayVec<(i32, Point), 24>);

impl Candidates {
    /// Moves that may capture the string of `stone`, which has two or three liberties. `wide`: also moves that
    /// do not take a liberty but close the way out (nets).
    pub(super) fn of_attack(board: &Board, stone: Point, wide: bool) -> Self {
        let color = stone_color(board, stone);
        let attacker = color.opposite();
        let liberties = board.first_liberties::<3>(stone);
        let mut candidates = Self::default();
        for &liberty in &liberties {
            // Where the string would gain most is where it must not come out. A stone that is left in atari
            // itself is a sacrifice, to be tried late.
            let gain = gain(board, color, liberty, stone);
            let own = room(board, attacker, liberty);
            candidates.add(liberty, 10 * gain + if own == 0 { -25 } else { own.min(3) });
        }
        if wide {
            for &liberty in &liberties {
                for p in liberty.neighbours() {
                    if board.is_empty(p) && !liberties.contains(&p) && room(board, attacker, p) > 0 {
                        candidates.add(p, gain(board, color, p, stone) - 20);
                    }
                }
            }
        }
        candidates.sorted()
    }

    /// Moves that may save the string of `stone`: capture a string around it, extend, and if `wide` also
    /// attack strings around it and jump.
    pub(super) fn of_defense(board: &Board, stone: Point, wide: bool) -> Self {
        let color = stone_color(board, stone);
        let liberties = board.first_liberties::<3>(stone);
        let mut candidates = Self::default();
        for enemy in board.adjacent_strings(stone) {
            match board.liberties(enemy) {
                1 => candidates.add(
                    board.first_liberties::<1>(enemy)[0],
                    100 + board.string_size(enemy) as i32,
                ),
                2 if wide => {
                    for p in board.first_liberties::<2>(enemy) {
                        candidates.add(p, 5);
                    }
                }
                _ => {}
            }
        }
        for &liberty in &liberties {
            candidates.add(liberty, 10 * gain(board, color, liberty, stone));
        }
        if wide {
            for &liberty in &liberties {
                for p in liberty.neighbours() {
                    if board.is_empty(p) && !liberties.contains(&p) {
                        candidates.add(p, -10 + gain(board, color, p, stone));
                    }
                }
            }
        }
        candidates.sorted()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().map(|&(_, point)| point)
    }

    fn add(&mut self, point: Point, score: i32) {
        match self.0.iter_mut().find(|c| c.1 == point) {
            Some(known) => known.0 = known.0.max(score),
            None => {
                let _ = self.0.try_push((score, point));
            }
        }
    }

    fn sorted(mut self) -> Self {
        // Ties go by the place on the board, so that the order of a string's stones does not matter.
        self.0.sort_unstable_by_key(|&(score, point)| (-score, point));
        self
    }
}

fn stone_color(board: &Board, stone: Point) -> Color {
    board.cell(stone).color().expect("a reading is about a stone")
}

/// About how many liberties a stone at `point` would add to the string of `stone`: empty neighbours, those
/// of friends that it joins, and stones that it captures.
fn gain(board: &Board, color: Color, point: Point, stone: Point) -> i32 {
    let mut gain = board.empty_beside(point) as i32;
    for friend in board.strings_beside(point, color) {
        if board.head(stone) != friend {
            gain += board.liberties(friend) as i32 - 1;
        }
    }
    for enemy in board.strings_beside(point, color.opposite()) {
        if board.liberties(enemy) == 1 {
            gain += board.string_size(enemy) as i32;
        }
    }
    gain
}

/// Whether a stone of that colour at `point` would have liberties beyond one: more than 0 if it would.
fn room(board: &Board, color: Color, point: Point) -> i32 {
    let mut room = board.empty_beside(point) as i32 - 1;
    for friend in board.strings_beside(point, color) {
        room = room.max(board.liberties(friend) as i32 - 1);
    }
    for enemy in board.strings_beside(point, color.opposite()) {
        if board.liberties(enemy) == 1 {
            room += 1;
        }
    }
    room.max(0)
}
