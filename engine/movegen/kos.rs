// SPDX-License-Identifier: MIT OR Apache-2.0

//! Kos that matter: taking them, ending them, and, where they may not be retaken yet, threats elsewhere.
//!
//! A ko takes three moves to win, one more than other fights, so that each move is worth two thirds of what it would be in another fight.
//! A threat is large enough if ignoring it costs about as much as the ko. Of those, the smallest is made first, as the larger ones may be
//! needed for larger kos, and those near the ko last, as they often change its worth.

use katachi_rules::{Board, Color, Move, Point};

use super::{Context, Proposals, Reason, tactics};
use crate::analysis::Analysis;
use crate::reading::{Reader, Verdict};

/// Kos with a smaller worth are left to the endgame search: the value of a string of two stones.
const LEAST_WORTH: i32 = 28;
/// Strings within this distance of a ko, in steps, may depend on it.
const KO_DISTANCE: u32 = 5;
/// A threat suffices if what it threatens is worth at least this share of the ko's worth, as a fraction.
const SUFFICIENT_SHARE: (i32, i32) = (2, 3);
/// A threat loses one unit of value for each of these units by which it is larger than the ko's worth.
const EXCESS_PER_UNIT: i32 = 10;
/// The most that a threat loses for being larger than the ko's worth.
const MOST_EXCESS_LOSS: i32 = 8;
/// What a threat near the ko loses.
const LOCAL_LOSS: i32 = 10;
/// Nodes of one reading.
const KO_READING_NODES: u32 = 400;

/// Proposes to take and to end kos, and threats where one may not be taken.
pub(super) fn propose(context: &Context<'_>, analysis: &mut Analysis, proposals: &mut Proposals) {
    let board = context.game.board();
    let kos: Vec<Ko> = board.size().points().filter_map(|p| Ko::at(board, p)).collect();
    let budget = analysis.reader.budget();
    analysis.reader.set_budget(KO_READING_NODES.min(budget));
    for ko in kos {
        let ko_worth = ko.worth(analysis);
        if ko_worth < LEAST_WORTH {
            continue;
        }
        // Three moves instead of two.
        let value = 2 * ko_worth / 3;
        let may_play = context.game.is_legal(context.color, Move::Play(ko.point));
        if may_play {
            let reason = Reason::Ko {
                stone: ko.stone,
                ends: ko.taker() != context.color,
                value,
            };
            proposals.add(ko.point, reason);
        } else if ko.taker() == context.color {
            propose_threats(context, analysis, &ko, ko_worth, proposals);
        }
    }
    analysis.reader.set_budget(budget);
}

/// A stone that can be taken in a ko.
struct Ko {
    /// The stone.
    stone: Point,
    /// Its only liberty.
    point: Point,
    color: Color,
}

impl Ko {
    /// The ko in which the stone there can be taken, whether that is allowed yet or not.
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

    /// The side that can take it.
    fn taker(&self) -> Color {
        self.color.opposite()
    }

    /// Its worth: that of the strings near it that are safe if their side wins it, and lost if the other side does.
    fn worth(&self, analysis: &mut Analysis) -> i32 {
        let near =
            |worm: &&crate::analysis::Worm| worm.stones.iter().any(|p| p.distance(self.point) <= KO_DISTANCE);
        let strings: Vec<(Point, Color, i32)> = analysis
            .worms
            .iter()
            .filter(near)
            .filter(|worm| worm.origin != self.stone && !worm.invincible)
            .map(|worm| (worm.origin, worm.color, tactics::worth(analysis, worm)))
            .collect();
        let board = analysis.reader.board().clone();
        let mut open = board.clone();
        open.clear_ko();
        let reader = &mut analysis.reader;
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

    /// The result of `look` once a side has ended the ko, with nothing played elsewhere.
    fn ended(&self, reader: &mut Reader, winner: Color, look: impl FnOnce(&mut Reader) -> bool) -> bool {
        let seen = reader.after(winner, self.point, |reader| {
            if winner == self.color {
                look(reader)
            } else {
                // The stone is taken, and its point filled.
                reader.after(winner, self.stone, look).unwrap_or(false)
            }
        });
        seen.unwrap_or(false)
    }
}

/// Is a string still there, and cannot be captured?
fn is_safe(reader: &mut Reader, stone: Point, color: Color) -> bool {
    reader.board().cell(stone).is(color) && reader.attack(stone).verdict == Verdict::No
}

/// Is a string gone, or can it no longer be saved?
fn is_lost(reader: &mut Reader, stone: Point, color: Color) -> bool {
    !reader.board().cell(stone).is(color)
        || reader.attack(stone).verdict.is_yes() && reader.defend(stone).verdict == Verdict::No
}

/// Proposes threats that are about as large as the worth of a ko that may not be taken yet.
fn propose_threats(
    context: &Context<'_>,
    analysis: &Analysis,
    ko: &Ko,
    ko_worth: i32,
    proposals: &mut Proposals,
) {
    for worm in analysis.worms.iter() {
        let threats = if worm.color == context.color {
            &worm.defense_threats
        } else {
            &worm.attack_threats
        };
        let worth = tactics::worth(analysis, worm);
        if SUFFICIENT_SHARE.1 * worth < SUFFICIENT_SHARE.0 * ko_worth || worm.stones.contains(ko.stone) {
            continue;
        }
        let excess_loss = ((worth - ko_worth).max(0) / EXCESS_PER_UNIT).min(MOST_EXCESS_LOSS);
        for &point in threats {
            if !context.game.is_legal(context.color, Move::Play(point)) {
                continue;
            }
            let local = if point.distance(ko.point) <= KO_DISTANCE {
                LOCAL_LOSS
            } else {
                0
            };
            let reason = Reason::KoThreat {
                string: worm.origin,
                size: worm.size,
                value: 2 * ko_worth / 3 - excess_loss - local,
            };
            proposals.add(point, reason);
        }
    }
}

#[cfg(test)]
mod tests;
