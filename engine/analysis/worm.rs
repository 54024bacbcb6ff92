//! Worms: strings of stones, and what reading says of them.

use katachi_rules::{Board, Color, Point, PointMap, PointSet};
use mkpat::Status;

use super::influence::Influence;
use crate::reading::{Reader, Verdict};

/// A string with what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Worm {
    /// Whose.
    pub color: Color,
    /// One fixed stone of it.
    pub origin: Point,
    /// Its stones.
    pub stones: PointSet,
    /// Number of stones.
    pub size: u32,
    /// Liberties of order 1 to 4: empty points that so many friendly stones, no fewer, would connect to it;
    /// stones placed beyond the first do not touch the enemy.
    pub liberties: [u32; 4],
    /// Can it be captured if the enemy moves first?
    pub attack: Verdict,
    /// Moves that capture it, best first.
    pub attack_points: Vec<Point>,
    /// Can it be saved if its owner moves first? Only read if there is an attack; `Yes` otherwise.
    pub defense: Verdict,
    /// Moves that save it, best first; none if there is no attack.
    pub defense_points: Vec<Point>,
    /// 2: next to two enemy strings without a liberty in common; 1: to two that share one; 0.
    pub cutstone: u32,
    /// An enemy string beside it that can be captured.
    pub lunch: Option<Point>,
}

impl Worm {
    /// What reading alone says of its life. Until whole groups are read, a string that cannot be captured is
    /// UNKNOWN, or ALIVE if it has a good part of a territory.
    fn status(&self, dead: &PointSet, influence: &Influence) -> Status {
        match (self.attack, self.defense) {
            _ if dead.contains(self.origin) => Status::Dead,
            (Verdict::Yes, _) => Status::Critical,
            _ => {
                let territory = influence
                    .area
                    .component(self.origin)
                    .iter()
                    .filter(|&p| !self.stones.contains(p) && influence.territory.owner(p) == Some(self.color))
                    .count();
                if territory >= LIVING_TERRITORY {
                    Status::Alive
                } else {
                    Status::Unknown
                }
            }
        }
    }
}

/// So many points of territory leave room for two eyes.
const LIVING_TERRITORY: usize = 10;

/// All strings of a position.
#[derive(Clone, Debug)]
pub struct Worms {
    worms: Vec<Worm>,
    statuses: Vec<Status>,
    at: PointMap<u16>,
}

const NONE: u16 = u16::MAX;

impl Worms {
    /// Reads every string of the position.
    pub fn new(board: &Board, reader: &mut Reader) -> Self {
        let mut worms: Vec<Worm> = Vec::new();
        let mut at = PointMap::filled(NONE);
        for p in board.size().points().filter(|&p| board.cell(p).is_stone()) {
            if at[p] == NONE {
                for stone in board.string(p) {
                    at[stone] = worms.len() as u16;
                }
                worms.push(read_worm(board, p, reader));
            }
        }
        let mut this = Self {
            statuses: Vec::new(),
            worms,
            at,
        };
        for i in 0..this.worms.len() {
            let lunch = board.adjacent_strings(this.worms[i].origin).find(|&enemy| {
                let enemy = this.get(enemy).expect("a string is a worm");
                enemy.attack.is_yes()
            });
            this.worms[i].lunch = lunch;
        }
        this
    }

    /// Decides the status of every worm, once the influence of the position is known.
    pub(super) fn judge(&mut self, dead: &PointSet, influence: &Influence) {
        self.statuses = self
            .worms
            .iter()
            .map(|worm| worm.status(dead, influence))
            .collect();
    }

    /// The worm of a stone; none for an empty point.
    pub fn get(&self, stone: Point) -> Option<&Worm> {
        self.worms.get(self.at[stone] as usize)
    }

    /// The status of the worm of a stone.
    pub fn status(&self, stone: Point) -> Status {
        self.statuses
            .get(self.at[stone] as usize)
            .copied()
            .unwrap_or(Status::Unknown)
    }

    /// All worms, by their first stone from the top left.
    pub fn iter(&self) -> impl Iterator<Item = &Worm> {
        self.worms.iter()
    }

    /// Stones that can be captured and not be saved.
    pub fn dead_stones(&self) -> PointSet {
        let mut dead = PointSet::EMPTY;
        for worm in self
            .worms
            .iter()
            .filter(|w| w.attack.is_yes() && w.defense == Verdict::No)
        {
            dead.extend_with(&worm.stones);
        }
        dead
    }
}

fn read_worm(board: &Board, origin: Point, reader: &mut Reader) -> Worm {
    let color = board.cell(origin).color().expect("a worm has stones");
    let attack = reader.attack(origin).verdict;
    let (mut defense, mut attack_points, mut defense_points) = (Verdict::Yes, Vec::new(), Vec::new());
    if attack.is_yes() {
        defense = reader.defend(origin).verdict;
        attack_points = reader.attack_points(origin);
        if defense.is_yes() {
            defense_points = reader.defense_points(origin);
        }
    }
    Worm {
        color,
        origin,
        stones: board.string(origin).collect(),
        size: board.string_size(origin),
        liberties: liberties_by_order(board, origin),
        attack,
        attack_points,
        defense,
        defense_points,
        cutstone: cutstone(board, origin),
        lunch: None,
    }
}

/// Numbers of liberties of order 1 to 4.
fn liberties_by_order(board: &Board, origin: Point) -> [u32; 4] {
    let color = board.cell(origin).color().expect("a worm has stones");
    let touches_enemy = |p: Point| p.neighbours().iter().any(|&n| board.cell(n).is(color.opposite()));
    let mut seen = board.liberty_set(origin);
    let mut counts = [seen.len() as u32, 0, 0, 0];
    let mut frontier: Vec<Point> = seen.iter().collect();
    let mut friends: PointSet = board.string(origin).collect();
    for count in &mut counts[1..] {
        let mut next = Vec::new();
        for from in frontier {
            // A friendly string beside a stone of the path is connected by it.
            let mut reached: Vec<Point> = from.neighbours().to_vec();
            for friend in board.strings_beside(from, color) {
                if friends.insert(friend) {
                    for stone in board.string(friend) {
                        friends.insert(stone);
                        reached.extend(stone.neighbours());
                    }
                }
            }
            for p in reached {
                if board.is_empty(p) && !touches_enemy(p) && seen.insert(p) {
                    next.push(p);
                }
            }
        }
        *count = next.len() as u32;
        frontier = next;
    }
    counts
}

fn cutstone(board: &Board, origin: Point) -> u32 {
    let enemies: Vec<PointSet> = board
        .adjacent_strings(origin)
        .map(|head| board.liberty_set(head))
        .collect();
    let mut cutstone = 0;
    for (i, first) in enemies.iter().enumerate() {
        for second in &enemies[i + 1..] {
            cutstone = cutstone.max(if first.intersects(second) { 1 } else { 2 });
        }
    }
    cutstone
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn worm(diagram: &str, vertex: &str) -> Worm {
        let board = Board::from_diagram(diagram);
        let worms = Worms::new(&board, &mut Reader::new(&board, 10_000));
        worms
            .get(board.size().parse_vertex(vertex).unwrap())
            .unwrap()
            .clone()
    }

    #[test]
    fn orders_of_liberties_stay_away_from_the_enemy() {
        let alone = ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . X . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .";
        assert_eq!(worm(alone, "D4").liberties, [4, 8, 12, 12]);
        let wall = ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . X O . .\n. . . . . . .\n. . . . . . .\n. . . . . . .";
        assert_eq!(worm(wall, "D4").liberties[..2], [3, 5]);
    }

    #[test]
    fn a_stone_between_two_strings_cuts() {
        let diagram = "
            . . . . . . .
            . . . . . . .
            . O O X O O .
            . . . X . . .
            . . . . . . .";
        assert_eq!(worm(diagram, "D3").cutstone, 2);
        assert_eq!(worm(diagram, "B3").cutstone, 0);
    }

    #[test]
    fn attack_and_defence_are_known_with_their_points() {
        let diagram = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . X X . .
            . . X O . . .";
        let edge = worm(diagram, "D1");
        assert_eq!((edge.attack, edge.defense), (Verdict::Yes, Verdict::No));
        assert!(worm(diagram, "C1").lunch.is_some());
    }
}
