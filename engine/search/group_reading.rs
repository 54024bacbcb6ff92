// SPDX-License-Identifier: MIT OR Apache-2.0

//! Statuses of groups by reading while the search runs.
//!
//! At the root, strings that may be captured and groups that are shut in are read. In a node with many visits a group
//! is read again if the move to the node was near it. Stones of groups that are alive or dead whichever side moves
//! first have a known owner at the end of playouts; where the first move decides, the moves that kill and save get a
//! higher prior.
//!
//! A status that reading proves holds against one move, which has an answer. In nodes that were not read it is
//! therefore kept as long as each move against it is answered, and dropped after two such moves in a row.
//!
//! It is off by default. On small boards it finds moves that make sekis, but it took time and won no more games
//! (`docs/experiments/search.md`).

use katachi_rules::{Board, Color, Game, Point, PointMap, PointSet};
use rustc_hash::FxHashMap;

use crate::analysis::Status;
use crate::reading::{Reader, Reading, Verdict};

/// The captures of strings with more liberties are not read.
const MAX_LIBERTIES: u32 = 4;
/// Strings with fewer stones are not read.
const SMALLEST: u32 = 2;
/// The lives of groups with these numbers of stones are read.
const LIVING_SIZES: std::ops::RangeInclusive<u32> = 3..=25;
/// Moves within this number of steps of the stones may change their status.
const REACH: usize = 3;

/// The status of a group by reading.
#[derive(Clone, Copy, Debug, PartialEq)]
struct GroupStatus {
    status: Status,
    /// If it is critical: the moves that kill and save it.
    kill: Option<Point>,
    save: Option<Point>,
    /// Moves near it by the side that its status is bad for, less those by the other side, since it was read.
    against: i32,
}

impl GroupStatus {
    const UNKNOWN: Self = Self::known(Status::Unknown);

    const fn known(status: Status) -> Self {
        Self {
            status,
            kill: None,
            save: None,
            against: 0,
        }
    }
}

/// The question that reading answers about a group.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ReadingQuestion {
    /// Is the string of a stone captured?
    Capture(Point),
    Life,
}

#[derive(Debug)]
struct ReadGroup {
    color: Color,
    stones: PointSet,
    size: u32,
    question: ReadingQuestion,
    /// Moves here may change its status.
    near: PointSet,
}

impl ReadGroup {
    fn new(board: &Board, color: Color, stones: PointSet, question: ReadingQuestion) -> Self {
        Self {
            color,
            stones,
            size: stones.len() as u32,
            question,
            near: near(board, &stones),
        }
    }

    /// The owner of its stones at the end of the game, if the status is decided.
    fn owner(&self, status: Status) -> Option<Color> {
        match status {
            Status::Alive => Some(self.color),
            Status::Dead => Some(self.color.opposite()),
            _ => None,
        }
    }

    fn read(&self, reader: &mut Reader) -> GroupStatus {
        let is_there = |&p: &Point| reader.board().cell(p).is(self.color);
        let stones: PointSet = self.stones.iter().filter(is_there).collect();
        match self.question {
            ReadingQuestion::Capture(stone) if stones.contains(stone) => {
                let attack = reader.tactics().attack(stone);
                decided(attack, reader, |reader| reader.tactics().defend(stone))
            }
            ReadingQuestion::Life if !stones.is_empty() => {
                let attack = reader.life().kill(&stones);
                if attack.verdict == Verdict::No && reader.life().is_surrounded(&stones) {
                    return GroupStatus::known(Status::Alive);
                }
                decided(attack, reader, |reader| reader.life().live(&stones))
            }
            _ => GroupStatus::UNKNOWN,
        }
    }
}

/// The status of a group by its attack and its defence: unknown if the attack fails, or works only by a ko.
fn decided(attack: Reading, reader: &mut Reader, defend: impl FnOnce(&mut Reader) -> Reading) -> GroupStatus {
    if !attack.verdict.is_yes() {
        return GroupStatus::UNKNOWN;
    }
    let defense = defend(reader);
    match defense.verdict {
        Verdict::No => GroupStatus::known(Status::Dead),
        _ => GroupStatus {
            kill: attack.point,
            save: defense.point,
            ..GroupStatus::known(Status::Critical)
        },
    }
}

/// The stones and the points within [`REACH`] steps of them.
fn near(board: &Board, stones: &PointSet) -> PointSet {
    let mut all = *stones;
    for _ in 0..REACH {
        let before = all;
        for n in before.iter().flat_map(Point::neighbours) {
            if board.size().contains(n) {
                all.insert(n);
            }
        }
    }
    all
}

/// A move that kills or saves a group of `stones` stones.
pub(super) struct Decisive {
    pub(super) point: Point,
    pub(super) stones: u32,
}

/// The readings of one thread of a search.
pub(super) struct GroupReadings {
    reader: Reader,
    /// Visits from which on a node is read.
    visits: u32,
    groups: Vec<ReadGroup>,
    /// The statuses of all groups, by node.
    by_node: FxHashMap<u32, Vec<GroupStatus>>,
    /// The statuses of all groups at the node of the simulation.
    current: Vec<GroupStatus>,
    owners: PointMap<Option<Color>>,
}

impl GroupReadings {
    /// Reads the root, with at most `nodes` nodes for each question; other nodes are read from `visits` visits on.
    pub(super) fn new(game: &Game, root: u32, nodes: u32, visits: u32) -> Self {
        let mut reader = Reader::new(game.board(), nodes);
        let groups = groups(&mut reader);
        let current: Vec<GroupStatus> = groups.iter().map(|group| group.read(&mut reader)).collect();
        Self {
            reader,
            visits,
            groups,
            by_node: FxHashMap::from_iter([(root, current.clone())]),
            current,
            owners: PointMap::filled(None),
        }
    }

    /// Takes the simulation to a node, by the move `last`. If the node is read now, the moves that decide the status of a group there.
    pub(super) fn enter(
        &mut self,
        node: u32,
        visits: u32,
        game: &Game,
        to_move: Color,
        last: Option<Point>,
    ) -> Vec<Decisive> {
        if let Some(known) = self.by_node.get(&node) {
            self.current.clone_from(known);
        } else if visits >= self.visits {
            self.read(game, last);
            self.by_node.insert(node, self.current.clone());
            return self.decisive(to_move);
        } else if let Some(last) = last {
            self.count(last, to_move.opposite());
        }
        Vec::new()
    }

    /// Reads the groups near the last move.
    fn read(&mut self, game: &Game, last: Option<Point>) {
        self.reader.set_board(game.board());
        for (group, group_status) in self.groups.iter().zip(&mut self.current) {
            if last.is_some_and(|last| group.near.contains(last)) {
                *group_status = group.read(&mut self.reader);
            }
        }
    }

    /// The moves of a side that decide the status of a group.
    pub(super) fn decisive(&self, to_move: Color) -> Vec<Decisive> {
        let of = |(group, group_status): (&ReadGroup, &GroupStatus)| {
            let point = if to_move == group.color {
                group_status.save
            } else {
                group_status.kill
            };
            point.map(|point| Decisive {
                point,
                stones: group.size,
            })
        };
        self.groups.iter().zip(&self.current).filter_map(of).collect()
    }

    /// Notes a move that leads to a node that is not read.
    fn count(&mut self, point: Point, mover: Color) {
        for (group, group_status) in self.groups.iter().zip(&mut self.current) {
            if group.near.contains(point) {
                match group.owner(group_status.status) {
                    Some(owner) => group_status.against += if mover == owner { -1 } else { 1 },
                    None => *group_status = GroupStatus::UNKNOWN,
                }
            }
        }
    }

    /// The owners of the stones whose status is decided at the node of the simulation.
    pub(super) fn owners(&mut self, to_move: Color) -> &PointMap<Option<Color>> {
        self.owners = PointMap::filled(None);
        for (group, group_status) in self.groups.iter().zip(&self.current) {
            let owner = group.owner(group_status.status);
            // A move against it may still be answered if it is the owner's turn.
            let answerable = i32::from(owner == Some(to_move));
            for p in group
                .stones
                .iter()
                .filter(|_| owner.is_some() && group_status.against <= answerable)
            {
                self.owners[p] = owner;
            }
        }
        &self.owners
    }
}

/// The groups of a position that are read.
fn groups(reader: &mut Reader) -> Vec<ReadGroup> {
    let board = reader.board().clone();
    let (mut groups, mut seen) = (Vec::new(), PointSet::EMPTY);
    for p in board.strings() {
        let color = board.cell(p).color().expect("a string has stones");
        if board.string_size(p) < SMALLEST || seen.contains(p) {
            continue;
        }
        if board.liberties(p) <= MAX_LIBERTIES && reader.tactics().attack(p).verdict.is_possible() {
            groups.push(ReadGroup::new(
                &board,
                color,
                board.string(p).collect(),
                ReadingQuestion::Capture(p),
            ));
            continue;
        }
        let stones = reader.life().group_of(p);
        seen.extend_with(&stones);
        if LIVING_SIZES.contains(&(stones.len() as u32)) && reader.life().is_surrounded(&stones) {
            groups.push(ReadGroup::new(&board, color, stones, ReadingQuestion::Life));
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Move, Rules};

    use super::*;

    fn game(diagram: &str) -> Game {
        Game::from_position(Board::from_diagram(diagram), Color::Black, Rules::CHINESE, 7.5)
    }

    fn read(game: &Game) -> GroupReadings {
        GroupReadings::new(game, 1, 1000, 10)
    }

    /// Black's two stones in the corner cannot be saved.
    const DEAD: &str = "
        . X O . . . .
        . X O . . . .
        O O O . . . .
        . . . . . . .
        . . . . . . .
        . . . . X X .
        . . . . . . .";

    #[test]
    fn dead_stones_are_the_other_sides_until_a_move_against_it_is_left_unanswered() {
        let mut game = game(DEAD);
        let mut readings = read(&game);
        let stone = Point::new(1, 0);
        let escape = Point::new(0, 1);
        assert_eq!(readings.owners(Color::Black)[stone], Some(Color::White));
        game.play(Color::Black, Move::Play(escape)).expect("it is legal");
        assert!(readings.enter(2, 1, &game, Color::White, Some(escape)).is_empty());
        assert_eq!(readings.owners(Color::White)[stone], Some(Color::White));
        let elsewhere = Point::new(6, 6);
        game.play(Color::White, Move::Play(elsewhere))
            .expect("it is legal");
        readings.enter(3, 1, &game, Color::Black, Some(elsewhere));
        assert_eq!(readings.owners(Color::Black)[stone], None);
    }

    #[test]
    fn a_node_with_many_visits_is_read_and_remembered() {
        let mut game = game(DEAD);
        let mut readings = read(&game);
        let (stone, escape) = (Point::new(1, 0), Point::new(0, 1));
        game.play(Color::Black, Move::Play(escape)).expect("it is legal");
        game.play(Color::White, Move::Play(Point::new(6, 6)))
            .expect("it is legal");
        readings.enter(2, 10, &game, Color::Black, Some(escape));
        assert_eq!(
            readings.owners(Color::Black)[stone],
            Some(Color::White),
            "read again"
        );
        readings.enter(1, 20, &game, Color::Black, None);
        readings.enter(2, 1, &game, Color::Black, Some(escape));
        assert_eq!(readings.owners(Color::Black)[stone], Some(Color::White), "known");
    }

    #[test]
    fn where_the_first_move_decides_it_is_named_and_nobody_owns_the_stones() {
        let game = game(
            ". . . . . . .
             . . . . . . .
             . O O . . . .
             O X X . . . .
             . O O . . . .
             . . . . . . .
             . . . . . . .",
        );
        let mut readings = read(&game);
        let kills = readings.decisive(Color::White);
        assert!(
            kills
                .iter()
                .any(|kill| (kill.point, kill.stones) == (Point::new(3, 3), 2))
        );
        assert_eq!(readings.owners(Color::Black)[Point::new(1, 3)], None);
    }
}
