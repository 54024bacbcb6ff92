// SPDX-License-Identifier: MIT OR Apache-2.0

//! Kos that matter: taking them, ending them, and, where they may not be retaken yet, threats elsewhere.
//!
//! A ko takes three moves to win, one more than other fights, so that each move is worth two thirds of a move
//! in another fight. A threat is large enough if ignoring it costs about as much as the ko. The smallest of
//! those is made first, as the larger ones may be needed for larger kos, and those near the ko last, as they
//! often change its worth.
//!
//! The worth of a ko is found by reading: the worth of the strings near it that are safe if their side ends
//! the ko, and lost if the other side ends it. The side that may not retake yet threatens a string of about
//! that worth: one that cannot be captured, or an own one that cannot be saved.

use katachi_rules::{Board, Color, Point};

use super::{Evidence, Input, ReasonKind, worth};
use crate::analysis::{Analysis, Worm};
use crate::reading::{Reader, Verdict};

/// Kos with a smaller worth are left to the endgame search: the worth of a string of two stones; 18 to 50.
const MIN_KO_WORTH: i32 = 28;
/// Strings within this number of steps from a ko may depend on it; 3 to 8.
const KO_DISTANCE: u32 = 5;
/// A threat suffices if it is worth at least this share of the ko's worth, as a fraction; a half to one.
const SUFFICIENT_THREAT: (i32, i32) = (2, 3);
/// A threat loses a unit of value for each of these units by which it exceeds the ko's worth; 5 to 20.
const THREAT_EXCESS_PER_UNIT: i32 = 10;
/// The most that a threat loses for being larger than the ko's worth, in units of value; 0 to 20.
const MAX_THREAT_EXCESS_LOSS: i32 = 8;
/// Loss of a threat near the ko, in units of value; 0 to 20.
const LOCAL_THREAT_LOSS: i32 = 10;
/// Nodes of one reading; 100 to 2,000.
const KO_READING_NODES: u32 = 400;

/// Moves that take and end kos, and threats where one may not be taken.
pub(super) fn kos(input: &Input<'_>, reader: &mut Reader) -> Vec<Evidence> {
    let nodes = KO_READING_NODES.min(reader.budget());
    let board = input.position.board();
    let kos = board.size().points().filter_map(|p| Ko::at(board, p));
    let mut evidence = Vec::new();
    for ko in kos {
        let ko_worth = reader.with_budget(nodes, |reader| ko.worth(input.analysis, reader));
        if ko_worth < MIN_KO_WORTH {
            continue;
        }
        if input.position.is_legal(ko.point) {
            let kind = ReasonKind::Ko {
                stone: ko.stone,
                ends: ko.taker() != input.color(),
            };
            evidence.push(Evidence::new(ko.point, kind, value_of_move(ko_worth)));
        } else if ko.taker() == input.color() {
            evidence.extend(threats(input, reader, &ko, ko_worth));
        }
    }
    evidence
}

/// The value of a move of a ko: it takes three moves instead of two to win it.
fn value_of_move(ko_worth: i32) -> i32 {
    2 * ko_worth / 3
}

/// A stone that can be taken in a ko.
struct Ko {
    stone: Point,
    /// Its only liberty.
    point: Point,
    color: Color,
}

impl Ko {
    /// The ko in which the stone at a point can be taken, even if that is not allowed yet.
    fn at(board: &Board, stone: Point) -> Option<Self> {
        let color = board.cell(stone).color()?;
        if board.string_size(stone) != 1 || board.liberties(stone) != 1 {
            return None;
        }
        let point = board.first_liberties::<1>(stone)[0];
        // The stone that takes it stands between enemies, and would be alone with one liberty.
        let on_board = |p: &Point| board.size().contains(*p);
        let mut around = point.neighbours().into_iter().filter(on_board);
        around
            .all(|p| board.cell(p).is(color))
            .then_some(Self { stone, point, color })
    }

    fn taker(&self) -> Color {
        self.color.opposite()
    }

    /// Its worth: that of the strings near it that are safe if their side wins it, and lost otherwise.
    fn worth(&self, analysis: &Analysis, reader: &mut Reader) -> i32 {
        let near = |worm: &&Worm| worm.stones.iter().any(|p| p.distance(self.point) <= KO_DISTANCE);
        let strings: Vec<(Point, Color, i32)> = analysis
            .worms
            .iter()
            .filter(near)
            .filter(|worm| worm.origin != self.stone && !worm.invincible)
            .map(|worm| (worm.origin, worm.color, worth::of_string(analysis, worm)))
            .collect();
        let board = reader.board().clone();
        let mut open = board.clone();
        open.clear_ko();
        reader.set_board(&open);
        let mut ko_worth = 0;
        for (stone, color, worth) in strings {
            // The owner of the string ends the ko, or the other side does.
            let lives = self.ended(reader, color, |reader| is_safe(reader, stone, color));
            let dies = self.ended(reader, color.opposite(), |reader| is_lost(reader, stone, color));
            if lives && dies {
                ko_worth += worth;
            }
        }
        reader.set_board(&board);
        ko_worth
    }

    /// Runs `f` after a side has ended the ko, with no move elsewhere.
    fn ended(&self, reader: &mut Reader, winner: Color, f: impl FnOnce(&mut Reader) -> bool) -> bool {
        let seen = reader.with_move(winner, self.point, |reader| {
            if winner == self.color {
                f(reader)
            } else {
                // The stone is taken, and its point filled.
                reader.with_move(winner, self.stone, f).unwrap_or(false)
            }
        });
        seen.unwrap_or(false)
    }
}

/// Whether a string is still there, and cannot be captured.
fn is_safe(reader: &mut Reader, stone: Point, color: Color) -> bool {
    reader.board().cell(stone).is(color) && reader.tactics().attack(stone).verdict == Verdict::No
}

/// Whether a string is gone, or can no longer be saved.
fn is_lost(reader: &mut Reader, stone: Point, color: Color) -> bool {
    !reader.board().cell(stone).is(color)
        || reader.tactics().attack(stone).verdict.is_yes()
            && reader.tactics().defend(stone).verdict == Verdict::No
}

/// Threats that are about as large as the worth of a ko that may not be taken yet.
fn threats(input: &Input<'_>, reader: &mut Reader, ko: &Ko, ko_worth: i32) -> Vec<Evidence> {
    let mut evidence = Vec::new();
    for worm in input.analysis.worms.iter() {
        let is_own = worm.color == input.color();
        let verdict = if is_own { worm.defense } else { worm.attack };
        if verdict != Verdict::No || worm.invincible {
            continue;
        }
        let worth = worth::of_string(input.analysis, worm);
        if SUFFICIENT_THREAT.1 * worth < SUFFICIENT_THREAT.0 * ko_worth || worm.stones.contains(ko.stone) {
            continue;
        }
        let excess_loss = ((worth - ko_worth).max(0) / THREAT_EXCESS_PER_UNIT).min(MAX_THREAT_EXCESS_LOSS);
        for point in reader.tactics().threats(worm.origin, is_own) {
            let is_local = point.distance(ko.point) <= KO_DISTANCE;
            let loss = excess_loss + if is_local { LOCAL_THREAT_LOSS } else { 0 };
            let kind = ReasonKind::KoThreat {
                string: worm.origin,
                size: worm.size,
            };
            evidence.push(Evidence::new(point, kind, value_of_move(ko_worth) - loss));
        }
    }
    evidence
}

#[cfg(test)]
mod tests;
