// SPDX-License-Identifier: MIT OR Apache-2.0

//! Races on a row of points: answers by trying every move against those of the reader.

use katachi_rules::{Board, Color, Point};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use rustc_hash::FxHashMap;

use super::*;

/// Both strings are on the second line between walls that nobody can capture; the points below them are open.
const ABOVE: &str = "
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    O O O O O O X X X X X X
    O O X X X X O O O O X X";

/// Solves one question by trying every move: whether the attacker captures the prey first, without ko
/// threats.
struct Plain {
    board: Board,
    moves: Vec<Point>,
    attacker: Color,
    prey: Point,
    hunter: Point,
    known: FxHashMap<(u64, bool), bool>,
    path: Vec<(u64, bool)>,
    /// A position was repeated: such races are left out.
    repeats: bool,
}

impl Plain {
    fn captures(&mut self, to_move: Color, passed: bool) -> bool {
        if !self.board.cell(self.hunter).is(self.attacker) {
            return false;
        }
        if !self.board.cell(self.prey).is(self.attacker.opposite()) {
            return true;
        }
        let key = (self.board.situation_key(to_move), passed);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if self.path.contains(&key) {
            self.repeats = true;
            return false;
        }
        self.path.push(key);
        let attacks = to_move == self.attacker;
        let mut wins = !attacks;
        for point in self.moves.clone() {
            if wins == attacks {
                break;
            }
            if self.board.is_legal(to_move, point) {
                let undo = self.board.play(to_move, point);
                wins = self.captures(to_move.opposite(), false);
                self.board.undo(undo);
            }
        }
        if wins != attacks {
            let ko = self.board.clear_ko();
            wins = !passed && self.captures(to_move.opposite(), true);
            self.board.set_ko(ko);
        }
        self.path.pop();
        self.known.insert(key, wins);
        wins
    }
}

/// The row below filled with stones of both sides and open points. None if a string would have no liberty.
fn random_race(random: &mut ChaCha8Rng) -> Option<Board> {
    let mut board = Board::from_diagram(&format!("{ABOVE}\n. . . . . . . . . . . ."));
    let below = (0..12).map(|x| board.size().point(x, 5).expect("a point of the row"));
    let stones = below.filter_map(|p| {
        let color = match (p.x(), random.next_u32() % 8) {
            (0, _) | (1..=10, 0 | 1) => Color::White,
            (11, _) | (1..=10, 2 | 3) => Color::Black,
            _ => return None,
        };
        Some((p, color))
    });
    let stones: Vec<_> = stones.collect();
    board.set_stones(stones).ok()?;
    Some(board)
}

#[test]
fn races_agree_with_trying_every_move() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let (mut decided, mut unknown, mut repeats) = (0, 0, 0);
    while decided < 1000 {
        let Some(board) = random_race(&mut random) else {
            continue;
        };
        let size = board.size();
        let (black, white) = (size.point(2, 4).unwrap(), size.point(6, 4).unwrap());
        for (attacker, hunter, prey) in [(Color::Black, black, white), (Color::White, white, black)] {
            for to_move in Color::BOTH {
                let goal = Kill::new(attacker, hunter, prey);
                let reading = Reader::new(&board, 30_000).read(&goal, to_move);
                let attacks = to_move == attacker;
                let expected = match reading.verdict {
                    Verdict::Yes => attacks,
                    Verdict::No => !attacks,
                    _ => {
                        unknown += 1;
                        continue;
                    }
                };
                let mut plain = Plain {
                    board: board.clone(),
                    moves: size.points().filter(|p| p.y() == 5).collect(),
                    attacker,
                    prey,
                    hunter,
                    known: FxHashMap::default(),
                    path: Vec::new(),
                    repeats: false,
                };
                let captures = plain.captures(to_move, false);
                if plain.repeats {
                    repeats += 1;
                    continue;
                }
                assert_eq!(
                    captures, expected,
                    "{attacker} wants to capture, {to_move} to move: {reading:?}\n{board}"
                );
                decided += 1;
            }
        }
    }
    assert!(
        (unknown + repeats) * 2 < decided,
        "{unknown} kos and unknown, {repeats} with repetitions, beside {decided}"
    );
}
