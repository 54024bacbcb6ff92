//! Which stones are dead.

use katachi_rules::{Board, Color, Point, PointSet};

use super::games::InThought;
use super::{KnownLife, lives};
use crate::analysis::unconditional::Unconditional;
use crate::playout::is_nakade;
use crate::reading::{Reader, Verdict};

/// A string that is kept in fewer games is in doubt.
const SURE: f32 = 0.9;
/// Nodes for one reading of a string in doubt.
const NODES_A_STRING: u32 = 2_000;

pub(super) struct Judge<'a> {
    board: &'a Board,
    certain: Unconditional,
    known: KnownLife,
    games: u32,
    /// Nodes for each question about the life of a group in doubt; none are asked about with 0.
    nodes: u32,
}

impl<'a> Judge<'a> {
    pub(super) fn new(board: &'a Board, known: &KnownLife, games: u32, nodes: u32) -> Self {
        Self {
            board,
            certain: Unconditional::of(board),
            known: *known,
            games,
            nodes,
        }
    }

    /// The dead stones, and the games by which they were judged. If strings are lost by tactics that were kept in most
    /// games, games are played again without them, as their captors are better off than these games have shown. The same
    /// is done with what reading knows of groups, where nobody plays on the liberties of those that it says live.
    pub(super) fn judge(mut self) -> (PointSet, InThought) {
        let mut closed = PointSet::EMPTY;
        for color in Color::BOTH {
            closed.extend_with(&self.certain.territory[color]);
        }
        let mut games = InThought::play(self.board, closed, self.games);
        let lost = self.lost_by_tactics(&games);
        if !lost.is_empty() {
            self.known.dead.extend_with(&lost);
            let mut rest = self.board.clone();
            rest.remove_stones(&lost);
            games = InThought::play(&rest, closed, self.games);
        }
        let read = self.read_lives(&games);
        if read != KnownLife::default() {
            self.known.dead.extend_with(&read.dead);
            self.known.alive.extend_with(&read.alive);
            let mut rest = self.board.clone();
            rest.remove_stones(&self.known.dead);
            let beside = read.alive.iter().flat_map(Point::neighbours);
            closed.extend(beside.filter(|&n| self.board.is_empty(n)));
            games = InThought::play(&rest, closed, self.games);
        }
        (self.dead_stones(&games), games)
    }

    fn read_lives(&self, games: &InThought) -> KnownLife {
        if self.nodes == 0 {
            return KnownLife::default();
        }
        lives::read(self.board, games, self.nodes, |p| self.is_known(p).is_some())
    }

    /// Strings that are kept in most games, but not in all, and that one move captures and none saves. Not those that
    /// their captor cannot do without, as they leave one eye when they are captured.
    fn lost_by_tactics(&self, games: &InThought) -> PointSet {
        let mut reader = Reader::new(self.board, NODES_A_STRING);
        let mut lost = PointSet::EMPTY;
        for p in heads(self.board).filter(|&p| self.is_known(p).is_none()) {
            let stones: Vec<Point> = self.board.string(p).collect();
            if (0.0..SURE).contains(&games.kept(self.board, p))
                && !is_nakade(&stones)
                && reader.attack(p).verdict == Verdict::Yes
                && reader.defend(p).verdict == Verdict::No
            {
                lost.extend(self.board.string(p));
            }
        }
        lost
    }

    fn dead_stones(&self, games: &InThought) -> PointSet {
        let is_dead = |&p: &Point| {
            !self
                .is_known(p)
                .unwrap_or_else(|| games.kept(self.board, p) >= 0.0)
        };
        heads(self.board)
            .filter(is_dead)
            .flat_map(|p| self.board.string(p))
            .collect()
    }

    fn is_known(&self, stone: Point) -> Option<bool> {
        let color = self.board.cell(stone).color()?;
        if self.certain.territory[color.opposite()].contains(stone) || self.known.dead.contains(stone) {
            return Some(false);
        }
        let lives = self.certain.alive[color].contains(stone)
            || self.certain.territory[color].contains(stone)
            || self.known.alive.contains(stone);
        lives.then_some(true)
    }
}

/// One stone of each string.
pub(super) fn heads(board: &Board) -> impl Iterator<Item = Point> + '_ {
    board
        .size()
        .points()
        .filter(|&p| board.cell(p).is_stone() && board.head(p) == p)
}
