// SPDX-License-Identifier: MIT OR Apache-2.0

//! Candidate moves of a reading, best first.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point, PointSet};

/// Number of liberties of a string that candidates and relevance zones look at; 4 to 12.
pub(super) const LIBERTIES_SEEN: usize = 8;
/// Limit of the candidates of a node; 16 to 40.
pub(super) const MAX_CANDIDATES: usize = 24;
/// Score of a liberty for each liberty that a stone there gains or takes away.
const SCORE_PER_GAIN: i32 = 10;
const SACRIFICE_MALUS: i32 = 25;
/// Limit of the liberties of an attacking stone beyond one that count, 1 score each.
const MAX_SPARE_COUNTED: i32 = 3;
/// Score for each stone of a chasing string in atari that the attacker saves.
const SCORE_PER_CHASING_STONE: i32 = 5;
/// Chasing strings with more liberties need no help of the attacker; 2 to 4.
const HELPED_CHASER_LIBERTIES: usize = 3;
const HELP_CHASER_SCORE: i32 = 12;
const HELP_CHASER_PER_LIBERTY: i32 = 4;
const HELP_CHASER_PER_GAIN: i32 = 2;
/// Chasing strings with at most this number of liberties are relieved by a capture beside them; 1 to 3.
const RELIEVED_CHASER_LIBERTIES: u32 = 2;
const RELIEF_SCORE: i32 = 8;
/// Strings of more liberties are not captured to make a liberty playable; 2 to 4.
const PREPARATION_LIBERTIES: usize = 3;
const PREPARATION_SCORE: i32 = 4;
/// Score for each way out that a stone beside it closes, as in a net.
const SCORE_PER_CLOSED_WAY: i32 = 4;
/// Number of indirect attacks by the liberties of the string (two, three, more), in a narrow and in a wide
/// search; 0 to 15.
const INDIRECT_ATTACKS: [[usize; 2]; 3] = [[4, 10], [2, 8], [0, 4]];
/// Number of indirect defenses in a narrow and in a wide search; 2 to 15.
const INDIRECT_DEFENSES: [usize; 2] = [4, 12];
/// Score of capturing a chasing string, to which its stones are added.
const CAPTURE_CHASER_SCORE: i32 = 100;
/// Chasing strings with more liberties are not raced; 3 to 5.
const RACED_CHASER_LIBERTIES: usize = 4;
/// A chasing string is raced if it has at most this number of liberties more than the string; 0 to 2.
const RACED_CHASER_LEAD: u32 = 1;
const RACE_CHASER_SCORE: i32 = 8;
const RACE_CHASER_PER_LIBERTY: i32 = 4;
const RACE_CHASER_SAFE_BONUS: i32 = 10;
/// Limit of the captured stones that count as liberties in the estimate of what a string can reach; 1 to 3.
const MAX_CAPTURED_COUNTED: u32 = 2;

/// Moves to try at one node, at most [`MAX_CANDIDATES`]; the least promising ones are left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates(ArrayVec<(i32, Point), MAX_CANDIDATES>);

impl Candidates {
    /// Returns moves that may capture the string of `stone`, which has two liberties or more: taking
    /// liberties, closing the way out, and helping the own strings around it. The more liberties it has, the
    /// fewer indirect moves are tried.
    pub(super) fn of_attack(board: &Board, stone: Point, all: bool) -> Self {
        let color = stone_color(board, stone);
        let attacker = color.opposite();
        let liberties = board.first_liberties::<LIBERTIES_SEEN>(stone);
        let mut direct = Self::default();
        for &liberty in &liberties {
            // The liberty where the string would gain most is the most important one to take. A stone that
            // would be in atari itself is a sacrifice, to be tried late.
            let own = spare_liberties(board, attacker, liberty);
            let sacrifice = if own == 0 { SACRIFICE_MALUS } else { 0 };
            let gain = gain(board, color, liberty, stone, &liberties);
            let score = SCORE_PER_GAIN * gain + own.min(MAX_SPARE_COUNTED) - sacrifice;
            direct.add(liberty, score);
        }
        let mut wide = Self::default();
        for chaser in board.adjacent_strings(stone) {
            let short = board.liberties(chaser);
            if short == 1 {
                let score = SCORE_PER_CHASING_STONE * board.string_size(chaser) as i32;
                direct.add_liberties::<1>(board, chaser, score);
            } else if short <= HELPED_CHASER_LIBERTIES as u32 && short <= board.liberties(stone) {
                // The chasing string must not run out of liberties first.
                let score = HELP_CHASER_SCORE - HELP_CHASER_PER_LIBERTY * short as i32;
                let of_chaser = board.first_liberties::<LIBERTIES_SEEN>(chaser);
                for &p in &of_chaser {
                    let gain = gain(board, attacker, p, chaser, &of_chaser);
                    wide.add(p, score + HELP_CHASER_PER_GAIN * gain);
                }
            }
            if short <= RELIEVED_CHASER_LIBERTIES {
                for prey in in_atari_around(board, chaser).filter(|&prey| prey != board.head(stone)) {
                    direct.add_liberties::<1>(board, prey, RELIEF_SCORE);
                }
            }
        }
        for &liberty in &liberties {
            if spare_liberties(board, attacker, liberty) == 0 {
                // The liberty cannot be taken yet: others have to go first, or own stones nearby need more
                // liberties.
                for other in board.strings_beside(liberty, color) {
                    if other != board.head(stone) && board.liberties(other) <= PREPARATION_LIBERTIES as u32 {
                        wide.add_liberties::<PREPARATION_LIBERTIES>(board, other, PREPARATION_SCORE);
                    }
                }
                for own in board.strings_beside(liberty, attacker) {
                    wide.add_liberties::<PREPARATION_LIBERTIES>(board, own, PREPARATION_SCORE);
                }
            }
            for p in liberty.neighbours() {
                if board.is_empty(p) && !direct.contains(p) && spare_liberties(board, attacker, p) > 0 {
                    // A stone that stops two ways out at once is a net.
                    let ways = p.neighbours().iter().filter(|n| liberties.contains(n)).count() as i32;
                    let gain = gain(board, color, p, stone, &liberties);
                    wide.add(p, gain + SCORE_PER_CLOSED_WAY * ways);
                }
            }
        }
        let by_width = INDIRECT_ATTACKS[liberties.len().clamp(2, 4) - 2];
        let widest = by_width[usize::from(all)];
        direct.sorted().followed_by(wide.sorted(), widest)
    }

    /// Returns moves that may save the string of `stone`: capturing a string around it, extending, attacking
    /// strings around it, jumping. A string in atari has only the first two.
    pub(super) fn of_defense(board: &Board, stone: Point, all: bool) -> Self {
        Self::of_defense_at_most(board, stone, INDIRECT_DEFENSES[usize::from(all)])
    }

    /// The same with at most `indirect` moves that neither extend nor capture.
    pub(super) fn of_defense_at_most(board: &Board, stone: Point, indirect: usize) -> Self {
        let color = stone_color(board, stone);
        let liberties = board.first_liberties::<LIBERTIES_SEEN>(stone);
        let in_atari = liberties.len() == 1;
        let mut direct = Self::default();
        for &liberty in &liberties {
            let gain = gain(board, color, liberty, stone, &liberties);
            direct.add(liberty, SCORE_PER_GAIN * gain);
        }
        let mut wide = Self::default();
        for chaser in board.adjacent_strings(stone) {
            match board.liberties(chaser) {
                1 => {
                    let score = CAPTURE_CHASER_SCORE + board.string_size(chaser) as i32;
                    direct.add_liberties::<1>(board, chaser, score);
                }
                // A race: the chaser may run out of liberties first.
                n if n <= board.liberties(stone) + RACED_CHASER_LEAD
                    && n <= RACED_CHASER_LIBERTIES as u32
                    && !in_atari =>
                {
                    let score = RACE_CHASER_SCORE - RACE_CHASER_PER_LIBERTY * n as i32;
                    for p in board.first_liberties::<RACED_CHASER_LIBERTIES>(chaser) {
                        let is_safe = spare_liberties(board, color, p) > 0;
                        wide.add(p, score + if is_safe { RACE_CHASER_SAFE_BONUS } else { 0 });
                    }
                }
                _ => {}
            }
        }
        if in_atari {
            return direct.sorted();
        }
        for &liberty in &liberties {
            for p in liberty.neighbours() {
                if board.is_empty(p) && !direct.contains(p) {
                    wide.add(p, gain(board, color, p, stone, &liberties));
                }
            }
        }
        direct.sorted().followed_by(wide.sorted(), indirect)
    }

    /// Returns empty points of a zone: the `near` ones next to the string, and the `far` ones farthest away,
    /// one of which stands for many (the far end of a ladder).
    pub(super) fn out_of(board: &Board, stone: Point, zone: &PointSet, near: usize, far: usize) -> Self {
        let liberties = board.first_liberties::<LIBERTIES_SEEN>(stone);
        let distance = |p: Point| {
            let nearest = liberties.iter().map(|l| l.distance(p)).min();
            nearest.unwrap_or(0).min(stone.distance(p)) as i32
        };
        let empty = zone.iter().filter(|&p| board.is_empty(p)).take(128);
        let mut points: ArrayVec<(i32, Point), 128> = empty.map(|p| (distance(p), p)).collect();
        points.sort_unstable();
        let mut this = Self::default();
        let count = points.len();
        for (i, &(distance, p)) in points.iter().enumerate() {
            if i < near || i + far >= count {
                this.add(p, -distance);
            }
        }
        this
    }

    /// This move alone.
    pub(super) fn only(point: Point) -> Self {
        let mut candidates = Self::default();
        candidates.add(point, 0);
        candidates
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().map(|&(_, point)| point)
    }

    fn contains(&self, point: Point) -> bool {
        self.0.iter().any(|c| c.1 == point)
    }

    pub(super) fn add(&mut self, point: Point, score: i32) {
        if let Some(known) = self.0.iter_mut().find(|c| c.1 == point) {
            known.0 = known.0.max(score);
        } else if self.0.try_push((score, point)).is_err() {
            // It replaces the least promising move.
            let least = self.0.iter_mut().min_by_key(|c| (c.0, std::cmp::Reverse(c.1)));
            if let Some(least) = least.filter(|c| c.0 < score) {
                *least = (score, point);
            }
        }
    }

    /// Adds the first liberties of a string.
    pub(super) fn add_liberties<const N: usize>(&mut self, board: &Board, stone: Point, score: i32) {
        for p in board.first_liberties::<N>(stone) {
            self.add(p, score);
        }
    }

    /// Adds the captures of the strings in atari around a string.
    pub(super) fn add_captures(&mut self, board: &Board, stone: Point, score: i32) {
        for other in in_atari_around(board, stone) {
            self.add_liberties::<1>(board, other, score);
        }
    }

    pub(super) fn sorted(mut self) -> Self {
        // Ties go by the place on the board, so that the order of a string's stones does not matter.
        self.0.sort_unstable_by_key(|&(score, point)| (-score, point));
        self
    }

    /// These moves, then the first few of others.
    pub(super) fn followed_by(mut self, others: Self, most: usize) -> Self {
        let new: ArrayVec<(i32, Point), MAX_CANDIDATES> =
            others.0.into_iter().filter(|c| !self.contains(c.1)).collect();
        let space = MAX_CANDIDATES - self.0.len();
        self.0.extend(new.into_iter().take(most.min(space)));
        self
    }
}

/// Strings in atari around a string.
fn in_atari_around(board: &Board, stone: Point) -> impl Iterator<Item = Point> + '_ {
    let around = board.adjacent_strings(stone);
    around.filter(|&other| board.liberties(other) == 1)
}

fn stone_color(board: &Board, stone: Point) -> Color {
    board.cell(stone).color().expect("a reading is about a stone")
}

/// Estimates the liberties that a stone at `point` would add to the string of `stone`: empty neighbours that
/// are not liberties yet, liberties of friends that it joins, and stones that it captures. `liberties` are
/// the liberties of the string.
fn gain(board: &Board, color: Color, point: Point, stone: Point, liberties: &[Point]) -> i32 {
    let is_new = |&n: &Point| board.is_empty(n) && !liberties.contains(&n);
    let mut gain = point.neighbours().iter().filter(|n| is_new(n)).count() as i32;
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

/// Estimates the liberties of the string after the best move that extends it or captures.
pub(super) fn reach(board: &Board, stone: Point) -> u32 {
    let color = stone_color(board, stone);
    let liberties = board.first_liberties::<LIBERTIES_SEEN>(stone);
    let count = board.liberties(stone) as i32;
    let extensions = liberties
        .iter()
        .map(|&e| count - 1 + gain(board, color, e, stone, &liberties));
    let captures = in_atari_around(board, stone)
        .map(|chaser| count + board.string_size(chaser).min(MAX_CAPTURED_COUNTED) as i32);
    extensions
        .chain(captures)
        .max()
        .map_or(0, |reach| reach.max(0) as u32)
}

/// Estimates the liberties beyond one of a stone of that colour at `point`; 0 if it would be in atari.
fn spare_liberties(board: &Board, color: Color, point: Point) -> i32 {
    let mut spare = board.empty_beside(point) as i32 - 1;
    for friend in board.strings_beside(point, color) {
        spare = spare.max(board.liberties(friend) as i32 - 1);
    }
    for enemy in board.strings_beside(point, color.opposite()) {
        if board.liberties(enemy) == 1 {
            spare += 1;
        }
    }
    spare.max(0)
}
