//! Which stones are dead.

use katachi_rules::{Board, Color, Point, PointSet};

use super::KnownLife;
use super::games::InThought;
use crate::analysis::unconditional::Unconditional;
use crate::reading::{Reader, Verdict};

/// A string that is kept in fewer games is in doubt.
const SURE: f32 = 0.9;
/// Nodes for one reading of a string in doubt.
const NODES_A_STRING: u32 = 2_000;
/// Nodes for one reading of the life of a group in doubt.
const NODES_A_GROUP: u32 = 5_000;
/// How often games are played again without the groups that were found to be dead.
const ROUNDS: u32 = 3;

pub(super) struct Judge<'a> {
    board: &'a Board,
    certain: Unconditional,
    known: KnownLife,
    games: u32,
}

impl<'a> Judge<'a> {
    pub(super) fn new(board: &'a Board, known: &KnownLife, games: u32) -> Self {
        Self {
            board,
            certain: Unconditional::of(board),
            known: *known,
            games,
        }
    }

    /// The dead stones, and the games that were played in the end. Groups in doubt are read; where some are dead,
    /// games are played without them.
    pub(super) fn judge(mut self) -> (PointSet, InThought) {
        let mut closed = PointSet::EMPTY;
        for color in Color::BOTH {
            closed.extend_with(&self.certain.territory[color]);
        }
        let mut rest = self.board.clone();
        let mut asked = PointSet::EMPTY;
        for _ in 1..ROUNDS {
            let games = InThought::play(&rest, closed, self.games);
            if !self.read_groups(&rest, &games, &mut asked) {
                return (self.dead_stones(&rest, &games), games);
            }
            rest.remove_stones(&self.known.dead);
        }
        let games = InThought::play(&rest, closed, self.games);
        (self.dead_stones(&rest, &games), games)
    }

    /// Reads the groups in doubt that were not yet asked about. Is one of them dead?
    fn read_groups(&mut self, board: &Board, games: &InThought, asked: &mut PointSet) -> bool {
        let mut reader = Reader::new(board, NODES_A_GROUP);
        let mut found = false;
        for group in self.groups_in_doubt(board, games) {
            if asked.intersects(&group) {
                continue;
            }
            asked.extend_with(&group);
            let f = fate(&mut reader, &group); // DBG
            if std::env::var("DBG").is_ok() { let p = group.iter().next().unwrap(); eprintln!("{:?} {:?} n{} kept {:.2} kill {:?} live {:?} -> {f:?}", board.size().vertex(p).to_string(), board.cell(p).color().unwrap(), group.len(), games.kept(board, p), reader.kill(&group).verdict, reader.live(&group).verdict); } // DBG
            match f {
                Some(true) if games.kept(board, group.iter().next().unwrap()) >= 0.0 => self.known.alive.extend_with(&group), Some(true) => {}
                Some(false) => {
                    self.known.dead.extend_with(&group);
                    found = true;
                }
                None => {}
            }
        }
        found
    }

    /// Strings on which the games do not agree, those together that share their fate.
    fn groups_in_doubt(&self, board: &Board, games: &InThought) -> Vec<PointSet> {
        let mut strings: Vec<Point> = heads(board)
            .filter(|&p| self.is_known(p).is_none() && games.kept(board, p).abs() < SURE)
            .collect();
        let mut groups = Vec::new();
        while let Some(first) = strings.pop() {
            let color = board.cell(first);
            let mut group: PointSet = board.string(first).collect();
            strings.retain(|&p| {
                let joins = board.cell(p) == color && games.share_fate(first, p);
                if joins {
                    group.extend(board.string(p));
                }
                !joins
            });
            groups.push(group);
        }
        groups
    }

    fn dead_stones(&self, board: &Board, games: &InThought) -> PointSet {
        let mut reader = Reader::new(board, NODES_A_STRING);
        let mut dead = self.known.dead;
        for p in heads(board) {
            let lives = self.is_known(p).unwrap_or_else(|| {
                let kept = games.kept(board, p);
                let is_lost = |reader: &mut Reader| {
                    reader.attack(p).verdict == Verdict::Yes && reader.defend(p).verdict == Verdict::No
                };
                kept >= SURE || (kept >= 0.0 && !is_lost(&mut reader))
            });
            if !lives {
                dead.extend(board.string(p));
            }
        }
        dead
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
fn heads(board: &Board) -> impl Iterator<Item = Point> + '_ {
    board
        .size()
        .points()
        .filter(|&p| board.cell(p).is_stone() && board.head(p) == p)
}

/// Does a group live whoever moves first, or die? None if that decides, or is not seen.
fn fate(reader: &mut Reader, group: &PointSet) -> Option<bool> {
    match reader.kill(group).verdict {
        Verdict::No => Some(true),
        Verdict::Yes if reader.live(group).verdict == Verdict::No => Some(false),
        _ => None,
    }
}
