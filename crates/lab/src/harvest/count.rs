// SPDX-License-Identifier: MIT OR Apache-2.0

//! How often each position of a corner or a side arose in games, and what was played in it.

use std::collections::BTreeMap;

use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Board, Color, Move, Point, Rules};
use rustc_hash::FxHashMap;

use super::HarvestLimits;
use super::region::{Play, Region, SIZE, Standard, Stones, point};

/// A position in a region, colours and points as its standard form has them.
#[derive(Clone, Debug, Default)]
pub(super) struct RegionPosition {
    /// First turns of each colour after it arose: of the opponent at once, of the own side if the opponent
    /// played elsewhere.
    pub(super) turns: [u32; 2],
    /// Those of them that were used in this region.
    pub(super) used: [u32; 2],
    /// Times that a colour played elsewhere between two moves that the other one made here.
    pub(super) tenuki: [u32; 2],
    /// Moves played in it, at any time.
    pub(super) plays: BTreeMap<Play, u32>,
}

/// All positions of one kind of region. Looked up only, so that the order of the map does not matter.
pub(super) type Positions = FxHashMap<Stones, RegionPosition>;

/// Counts the four regions of a game: the first moves of each.
///
/// # Errors
/// Why none can be counted, in words that follow the number of games.
pub(super) fn add(
    positions: &mut Positions,
    record: &Record,
    region: Region,
    limits: &HarvestLimits,
) -> Result<(), &'static str> {
    let moves = moves(record)?;
    let mut parts = [0, 1, 2, 3].map(|which| Part::new(which, region));
    let mut whole = Board::new(SIZE);
    for (number, &(color, mv)) in moves.iter().enumerate() {
        let Move::Play(played) = mv else { continue };
        let mut is_capture = whole.play(color, played).is_capture();
        for part in parts.iter_mut().filter(|part| part.is_open) {
            if let Some(at) = region.lines(played, part.which) {
                is_capture |= part.play(positions, Play { color, at }, number);
                part.is_open &= part.moves < limits.max_moves;
            }
        }
        // Stones beyond the region had a part in a capture, or a move there took stones in it.
        for part in parts.iter_mut().filter(|_| is_capture) {
            part.is_open &= part.is_as_on(&whole);
        }
    }
    for part in parts.iter().filter(|part| part.is_open) {
        part.count_turns(positions, moves.len(), None);
    }
    Ok(())
}

/// The moves of a game, all of them legal and in turn.
fn moves(record: &Record) -> Result<Vec<(Color, Move)>, &'static str> {
    const IMPOSSIBLE: &str = "with moves that cannot be";
    if record.size != SIZE {
        return Err("not on 19x19");
    }
    if record.steps.iter().any(|step| matches!(step, Step::Setup(_))) {
        return Err("with set-up stones");
    }
    let game = record.game_after(usize::MAX, Rules::JAPANESE, 0.0);
    let moves: Vec<_> = game.map_err(|_| IMPOSSIBLE)?.moves().collect();
    match moves.windows(2).all(|pair| pair[0].0 != pair[1].0) {
        true => Ok(moves),
        false => Err(IMPOSSIBLE),
    }
}

/// One corner or side of a game under way, turned to its standard place, on a board without the others.
struct Part {
    which: usize,
    board: Board,
    form: Standard,
    region: Region,
    moves: u8,
    /// The side that moved here last, and the number of that move in the game.
    last: Option<(Color, usize)>,
    is_open: bool,
}

impl Part {
    fn new(which: usize, region: Region) -> Self {
        let board = Board::new(SIZE);
        Self {
            which,
            form: Standard::new(&board, region),
            board,
            region,
            moves: 0,
            last: None,
            is_open: true,
        }
    }

    /// Counts and makes a move; true if it captures.
    fn play(&mut self, positions: &mut Positions, play: Play, number: usize) -> bool {
        let stone = point(play.at);
        // A ko that was answered elsewhere is none here.
        self.board.clear_ko();
        if !self.board.is_legal(play.color, stone) {
            self.is_open = false;
            return false;
        }
        self.count_turns(positions, number, Some(play.color));
        let position = positions.entry(self.form.stones).or_default();
        *position.plays.entry(self.form.play(play)).or_default() += 1;
        if self.last.is_some_and(|(color, _)| color == play.color) {
            position.tenuki[self.form.color(play.color.opposite()) as usize] += 1;
        }
        let is_capture = self.board.play(play.color, stone).is_capture();
        self.form = Standard::new(&self.board, self.region);
        self.moves += 1;
        self.last = Some((play.color, number));
        is_capture
    }

    /// Counts the first turns since the last move here, up to move `number`, which `next` makes here if it is
    /// given.
    fn count_turns(&self, positions: &mut Positions, number: usize, next: Option<Color>) {
        let Some((last, at)) = self.last else { return };
        let position = positions.entry(self.form.stones).or_default();
        // The opponent has the turn after the move, its own side the one after that.
        for (turn, color) in [(at + 1, last.opposite()), (at + 2, last)] {
            let color = self.form.color(color) as usize;
            let is_used = turn == number && next.is_some();
            position.turns[color] += u32::from(turn < number || is_used);
            position.used[color] += u32::from(is_used);
        }
    }

    fn is_as_on(&self, whole: &Board) -> bool {
        let is_same = |p: Point| {
            let here = self.region.lines(p, self.which);
            here.is_none_or(|at| whole.cell(p) == self.board.cell(point(at)))
        };
        SIZE.points().all(is_same)
    }
}
