// SPDX-License-Identifier: MIT OR Apache-2.0

//! Dead stones after two passes: as Katachi has read them, and as the person has marked them.

use katachi_engine::analysis::FinalStatus;
use katachi_rules::{
    Agreement, Board, BoardSize, Color, Game, Point, PointSet, Score, Scoring, Tax, area_owner,
};

/// Marks of the person, with the result of reading.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    /// Stones that are marked as dead.
    pub(crate) dead: PointSet,
    /// Result of reading, once it is there.
    read: Option<Agreement>,
}

impl Marks {
    pub(crate) fn unread(dead: PointSet) -> Self {
        Self { dead, read: None }
    }

    pub(crate) fn is_read(&self) -> bool {
        self.read.is_some()
    }

    /// Records the result of reading. Takes it over unless `kept`, after marks of the person.
    pub(crate) fn record(&mut self, status: &FinalStatus, kept: bool) {
        if !kept {
            self.dead = status.dead;
        }
        self.read = Some(Agreement {
            dead: status.dead,
            seki: status.seki,
        });
    }

    pub(crate) fn mark(&mut self, board: &Board, stone: Point, dead: bool) {
        let group = strings_sharing_eyes(board, stone);
        match dead {
            true => self.dead.extend(group.iter()),
            false => self.dead.retain(|point| !group.contains(point)),
        }
    }

    /// Returns the stones whose marks contradict the reading in the person's favour.
    pub(crate) fn disputed(&self, board: &Board, is_katachi: impl Fn(Color) -> bool) -> PointSet {
        let Some(read) = &self.read else {
            return PointSet::EMPTY;
        };
        let differs = |&p: &Point| self.dead.contains(p) != read.dead.contains(p);
        let harms = |&p: &Point| {
            let owner = board.cell(p).color();
            let is_loser = |owner: Color| match self.dead.contains(p) {
                true => is_katachi(owner),
                false => is_katachi(owner.opposite()),
            };
            owner.is_some_and(is_loser)
        };
        board.size().points().filter(differs).filter(harms).collect()
    }

    pub(crate) fn score(&self, game: &Game) -> Score {
        let mut seki = self.read.as_ref().map_or(PointSet::EMPTY, |read| read.seki);
        seki.retain(|p| !self.dead.contains(p));
        game.agreed_score(&Agreement {
            dead: self.dead,
            seki,
        })
    }

    /// Returns the dead stones, and the count in the second line.
    pub(crate) fn text(&self, game: &Game) -> String {
        let count = self.count(game);
        match self.dead.is_empty() {
            true => format!("No stones are dead.\n{count}"),
            false => format!(
                "Dead (small letters): {}\n{count}",
                names(game.size(), &self.dead)
            ),
        }
    }

    pub(crate) fn count(&self, game: &Game) -> String {
        let (rules, score) = (game.rules(), self.score(game));
        let result = score.result();
        let is_plain = rules.scoring == Scoring::Area && rules.tax == Tax::None;
        // The usual case in fewer words.
        if is_plain && game.handicap_bonus() == 0 && game.button().is_none() {
            let owner = area_owner(game.board(), &self.dead);
            let owned = |of| game.size().points().filter(|&p| owner[p] == of).count();
            let [black, white, neutral] = [Some(Color::Black), Some(Color::White), None].map(owned);
            let komi = game.komi();
            return format!("Black {black}, White {white} and komi {komi}, neutral {neutral}: {result}");
        }
        format!("{score}: {result}")
    }
}

/// Returns the names of points, separated by blanks.
pub(crate) fn names(size: BoardSize, points: &PointSet) -> String {
    let names: Vec<_> = points.iter().map(|p| size.vertex(p).to_string()).collect();
    names.join(" ")
}

/// Returns the string of a stone with the strings of its colour that share an eye space with it. An eye space
/// is an empty region that only stones of that colour surround.
fn strings_sharing_eyes(board: &Board, stone: Point) -> PointSet {
    let cell = board.cell(stone);
    let (mut group, mut waiting) = (PointSet::EMPTY, vec![stone]);
    while let Some(next) = waiting.pop() {
        if group.contains(next) {
            continue;
        }
        group.extend(board.string(next));
        for liberty in board.liberty_set(next).iter() {
            let (region, border) = region(board, liberty);
            let own_alone = border.iter().all(|p| board.cell(p) == cell);
            // The empty board around a lone stone is no eye space.
            if own_alone && region.len() < board.size().area() / 2 {
                waiting.extend(border.iter());
            }
        }
    }
    group
}

/// Returns the empty region of a point and the stones beside it.
fn region(board: &Board, point: Point) -> (PointSet, PointSet) {
    let (mut region, mut border, mut waiting) = (PointSet::EMPTY, PointSet::EMPTY, vec![point]);
    while let Some(next) = waiting.pop() {
        if !region.insert(next) {
            continue;
        }
        for neighbour in next.neighbours() {
            if board.is_empty(neighbour) {
                waiting.push(neighbour);
            } else if board.cell(neighbour).is_stone() {
                border.insert(neighbour);
            }
        }
    }
    (region, border)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_around_an_eye_space_are_marked_together() {
        let board = Board::from_diagram(
            ". X . O . O .
             X . X O O O O
             . X . X O . .
             X X X X O O .
             O O O O X . .
             . . O X X X X
             . . O X . . .",
        );
        let of = |vertex| {
            let stone = board.size().parse_vertex(vertex).unwrap();
            strings_sharing_eyes(&board, stone).len()
        };
        // B7, A6, C6 and the string of B5 are around the eyes of the corner.
        assert_eq!(of("B7"), 3 + 6);
        assert_eq!(of("D2"), 6, "its liberties are beside White, too");
    }
}
