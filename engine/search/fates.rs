//! Groups whose fate is read while the search runs.
//!
//! At the root the reader is asked about strings that may be captured and groups that are shut in, and again in nodes with many
//! visits when the move to them was near such a group. A group that dies, or lives, whoever moves first, belongs to its owner at the
//! end of playouts; where the first move decides, the moves that kill and save get a higher prior.
//!
//! What reading proves holds against one move: the other side has an answer. So in nodes that were not read it is held to for as long as
//! each move against it is answered, and dropped where two of them were made in a row.

use katachi_rules::{Board, Color, Game, Point, PointMap, PointSet};
use rustc_hash::FxHashMap;

use crate::analysis::Status;
use crate::reading::{Reader, Reading, Verdict};

/// Strings with more liberties are not asked about.
const MOST_LIBERTIES: u32 = 4;
/// Smaller strings are not asked about.
const SMALLEST: u32 = 2;
/// Groups of so many stones are asked about their life.
const LIVING_SIZES: std::ops::RangeInclusive<u32> = 3..=25;
/// Moves so many steps away from the stones may change their fate.
const REACH: usize = 3;

/// What reading says of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fate {
    status: Status,
    /// If it is critical: the moves that kill and save it.
    kill: Option<Point>,
    save: Option<Point>,
    /// Moves near it against its fate, less those for it, since it was read.
    against: i32,
}

impl Fate {
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

/// What is asked about a group.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Question {
    /// Is the string of a stone captured?
    Capture(Point),
    Life,
}

#[derive(Debug)]
struct Group {
    color: Color,
    stones: PointSet,
    size: u32,
    question: Question,
    /// Moves here may change its fate.
    near: PointSet,
}

impl Group {
    fn new(board: &Board, color: Color, stones: PointSet, question: Question) -> Self {
        Self {
            color,
            stones,
            size: stones.len() as u32,
            question,
            near: near(board, &stones),
        }
    }

    /// The side that a fate is good for, if it is decided.
    fn owner(&self, status: Status) -> Option<Color> {
        match status {
            Status::Alive => Some(self.color),
            Status::Dead => Some(self.color.opposite()),
            _ => None,
        }
    }

    fn read(&self, reader: &mut Reader) -> Fate {
        let is_there = |&p: &Point| reader.board().cell(p).is(self.color);
        let stones: PointSet = self.stones.iter().filter(is_there).collect();
        match self.question {
            Question::Capture(stone) if stones.contains(stone) => {
                let attack = reader.attack(stone);
                decided(attack, reader, |reader| reader.defend(stone))
            }
            Question::Life if !stones.is_empty() => {
                let attack = reader.kill_cached(&stones);
                if attack.verdict == Verdict::No && reader.is_shut_in(&stones) {
                    return Fate::known(Status::Alive);
                }
                decided(attack, reader, |reader| reader.live_cached(&stones))
            }
            _ => Fate::UNKNOWN,
        }
    }
}

/// The fate of a group that can be attacked; unknown if it cannot be, or by a ko.
fn decided(attack: Reading, reader: &mut Reader, defend: impl FnOnce(&mut Reader) -> Reading) -> Fate {
    if !attack.verdict.is_yes() {
        return Fate::UNKNOWN;
    }
    let defense = defend(reader);
    match defense.verdict {
        Verdict::No => Fate::known(Status::Dead),
        _ => Fate {
            kill: attack.point,
            save: defense.point,
            ..Fate::known(Status::Critical)
        },
    }
}

/// The stones and what lies within [`REACH`] steps of them.
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

/// A move that kills or saves a group of so many stones.
pub(super) struct Decisive {
    pub(super) point: Point,
    pub(super) stones: u32,
}

/// The readings of one thread of a search.
pub(super) struct Fates {
    reader: Reader,
    /// Visits from which on a node is read.
    visits: u32,
    groups: Vec<Group>,
    /// By node, of each group.
    known: FxHashMap<u32, Vec<Fate>>,
    /// Where the simulation is now.
    now: Vec<Fate>,
    owners: PointMap<Option<Color>>,
}

impl Fates {
    /// Reads the root, with so many nodes for each question at most; other nodes are read from so many visits on.
    pub(super) fn new(game: &Game, root: u32, nodes: u32, visits: u32) -> Self {
        let mut reader = Reader::new(game.board(), nodes);
        let groups = groups(&mut reader);
        let now: Vec<Fate> = groups.iter().map(|group| group.read(&mut reader)).collect();
        Self {
            reader,
            visits,
            groups,
            known: FxHashMap::from_iter([(root, now.clone())]),
            now,
            owners: PointMap::filled(None),
        }
    }

    /// A simulation comes to a node by a move. If the node is read now, the moves that decide the fate of a group there.
    pub(super) fn enter(
        &mut self,
        node: u32,
        visits: u32,
        game: &Game,
        to_move: Color,
        last: Option<Point>,
    ) -> Vec<Decisive> {
        if let Some(known) = self.known.get(&node) {
            self.now.clone_from(known);
        } else if visits >= self.visits {
            self.read(game, last);
            self.known.insert(node, self.now.clone());
            return self.decisive(to_move);
        } else if let Some(last) = last {
            self.count(last, to_move.opposite());
        }
        Vec::new()
    }

    /// Reads the groups near the last move.
    fn read(&mut self, game: &Game, last: Option<Point>) {
        self.reader.set_board(game.board());
        for (group, fate) in self.groups.iter().zip(&mut self.now) {
            if last.is_some_and(|last| group.near.contains(last)) {
                *fate = group.read(&mut self.reader);
            }
        }
    }

    /// The moves of a side that decide the fate of a group.
    pub(super) fn decisive(&self, to_move: Color) -> Vec<Decisive> {
        let of = |(group, fate): (&Group, &Fate)| {
            let point = if to_move == group.color {
                fate.save
            } else {
                fate.kill
            };
            point.map(|point| Decisive {
                point,
                stones: group.size,
            })
        };
        self.groups.iter().zip(&self.now).filter_map(of).collect()
    }

    /// Notes a move that leads to a node that is not read.
    fn count(&mut self, point: Point, mover: Color) {
        for (group, fate) in self.groups.iter().zip(&mut self.now) {
            if group.near.contains(point) {
                match group.owner(fate.status) {
                    Some(owner) => fate.against += if mover == owner { -1 } else { 1 },
                    None => *fate = Fate::UNKNOWN,
                }
            }
        }
    }

    /// The owners of the stones whose fate is decided where the simulation is now.
    pub(super) fn owners(&mut self, to_move: Color) -> &PointMap<Option<Color>> {
        self.owners = PointMap::filled(None);
        for (group, fate) in self.groups.iter().zip(&self.now) {
            let owner = group.owner(fate.status);
            // A move against it may still be answered if it is the owner's turn.
            let answerable = i32::from(owner == Some(to_move));
            for p in group
                .stones
                .iter()
                .filter(|_| owner.is_some() && fate.against <= answerable)
            {
                self.owners[p] = owner;
            }
        }
        &self.owners
    }
}

/// The groups of a position that are asked about.
fn groups(reader: &mut Reader) -> Vec<Group> {
    let board = reader.board().clone();
    let (mut groups, mut seen) = (Vec::new(), PointSet::EMPTY);
    for p in board.size().points() {
        let Some(color) = board.cell(p).color().filter(|_| board.head(p) == p) else {
            continue;
        };
        if board.string_size(p) < SMALLEST || seen.contains(p) {
            continue;
        }
        if board.liberties(p) <= MOST_LIBERTIES && reader.attack(p).verdict.is_possible() {
            groups.push(Group::new(
                &board,
                color,
                board.string(p).collect(),
                Question::Capture(p),
            ));
            continue;
        }
        let stones = reader.group_of(p);
        seen.extend_with(&stones);
        if LIVING_SIZES.contains(&(stones.len() as u32)) && reader.is_shut_in(&stones) {
            groups.push(Group::new(&board, color, stones, Question::Life));
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

    fn read(game: &Game) -> Fates {
        Fates::new(game, 1, 1000, 10)
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
        let mut fates = read(&game);
        let stone = Point::new(1, 0);
        let escape = Point::new(0, 1);
        assert_eq!(fates.owners(Color::Black)[stone], Some(Color::White));
        game.play(Color::Black, Move::Play(escape)).expect("it is legal");
        assert!(fates.enter(2, 1, &game, Color::White, Some(escape)).is_empty());
        assert_eq!(fates.owners(Color::White)[stone], Some(Color::White));
        let elsewhere = Point::new(6, 6);
        game.play(Color::White, Move::Play(elsewhere))
            .expect("it is legal");
        fates.enter(3, 1, &game, Color::Black, Some(elsewhere));
        assert_eq!(fates.owners(Color::Black)[stone], None);
    }

    #[test]
    fn a_node_with_many_visits_is_read_and_remembered() {
        let mut game = game(DEAD);
        let mut fates = read(&game);
        let (stone, escape) = (Point::new(1, 0), Point::new(0, 1));
        game.play(Color::Black, Move::Play(escape)).expect("it is legal");
        game.play(Color::White, Move::Play(Point::new(6, 6)))
            .expect("it is legal");
        fates.enter(2, 10, &game, Color::Black, Some(escape));
        assert_eq!(
            fates.owners(Color::Black)[stone],
            Some(Color::White),
            "read again"
        );
        fates.enter(1, 20, &game, Color::Black, None);
        fates.enter(2, 1, &game, Color::Black, Some(escape));
        assert_eq!(fates.owners(Color::Black)[stone], Some(Color::White), "known");
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
        let mut fates = read(&game);
        let kills = fates.decisive(Color::White);
        assert!(
            kills
                .iter()
                .any(|kill| (kill.point, kill.stones) == (Point::new(3, 3), 2))
        );
        assert_eq!(fates.owners(Color::Black)[Point::new(1, 3)], None);
    }
}
