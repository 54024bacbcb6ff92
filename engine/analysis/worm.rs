// SPDX-License-Identifier: MIT OR Apache-2.0

//! Worms: strings of stones with what reading says of them.

use std::cmp::Reverse;

use katachi_rules::{Board, Color, PassAlive, Point, PointMap, PointSet, pass_alive};

use super::orientation::{MapBack, Orientation, map_back};
use super::question::{Aim, Question};
use crate::reading::{Reader, Verdict};

/// A string with what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Worm {
    /// Whose.
    pub color: Color,
    /// Its first stone from the top left: two stones are of one worm if the origins agree.
    pub origin: Point,
    /// Its stones.
    pub stones: PointSet,
    /// Number of stones.
    pub size: u32,
    /// Liberties of order 1 to 4: empty points that N friendly stones, no fewer, would connect to it for
    /// order N; stones placed beyond the first do not touch the enemy, and none in a ko connects.
    pub liberties: [u32; 4],
    /// Whether it can be captured if the enemy moves first.
    pub attack: Verdict,
    /// Moves that capture it as `attack` says, best first.
    pub attack_points: Vec<Point>,
    /// Whether it can be saved if its owner moves first. Only read if there is an attack; `Yes` otherwise.
    pub defense: Verdict,
    /// Moves that save it as `defense` says, best first. Empty if there is no attack.
    pub defense_points: Vec<Point>,
    /// 2: next to two enemy strings without a liberty in common; 1: to two that share one; 0.
    pub cutstone: u32,
    /// The enemy string beside it that can be captured, the largest if there are several; its origin.
    pub lunch: Option<Point>,
    /// It is one stone, in atari in the ko with this empty point.
    pub ko: Option<Point>,
    /// Alive even if its side passes for ever (Benson).
    pub invincible: bool,
}

impl Worm {
    /// Read to be captured whoever moves first.
    pub fn is_captured(&self) -> bool {
        self.attack.is_yes() && self.defense == Verdict::No
    }
}

map_back!(Worm:
    color, origin, stones, attack_points, defense_points, lunch, ko
);

/// All worms of a position.
#[derive(Clone, Debug)]
pub struct Worms {
    worms: Vec<Worm>,
    /// The worm of each stone.
    at: PointMap<u16>,
}

impl Worms {
    /// Reads every string of the position.
    pub fn new(board: &Board, reader: &mut Reader) -> Self {
        let mut worms = Vec::new();
        let mut seen = PointSet::EMPTY;
        let alive = pass_alive(board, false);
        for p in board.size().points().filter(|&p| board.cell(p).is_stone()) {
            if !seen.contains(p) {
                let worm = read_worm(board, p, reader, &alive);
                seen.extend_with(&worm.stones);
                worms.push(worm);
            }
        }
        let mut this = Self::by_point(worms);
        for i in 0..this.worms.len() {
            let origin = this.worms[i].origin;
            let beside = board.adjacent_strings(origin).filter_map(|enemy| this.get(enemy));
            let preys = beside.filter(|enemy| enemy.attack.is_yes());
            let lunch = preys.max_by_key(|prey| (prey.size, Reverse(prey.origin)));
            this.worms[i].lunch = lunch.map(|prey| prey.origin);
        }
        this
    }

    fn by_point(worms: Vec<Worm>) -> Self {
        let mut at = PointMap::filled(u16::MAX);
        for (i, worm) in worms.iter().enumerate() {
            worm.stones.iter().for_each(|stone| at[stone] = i as u16);
        }
        Self { worms, at }
    }

    /// The worm of a stone, or `None` for an empty point.
    pub fn get(&self, stone: Point) -> Option<&Worm> {
        self.worms.get(usize::from(self.at[stone]))
    }

    /// All strings, by their first stone from the top left.
    pub fn iter(&self) -> impl Iterator<Item = &Worm> {
        self.worms.iter()
    }

    /// Stones that can be captured and not be saved.
    pub fn dead_stones(&self) -> PointSet {
        let dead = self.worms.iter().filter(|worm| worm.is_captured());
        dead.flat_map(|worm| worm.stones.iter()).collect()
    }
}

impl MapBack for Worms {
    fn map_back(self, orientation: Orientation) -> Self {
        let mut worms = self.worms.map_back(orientation);
        // An origin is the first stone in the original position.
        for worm in &mut worms {
            worm.origin = worm.stones.iter().next().expect("a worm has stones");
        }
        worms.sort_by_key(|worm| worm.origin);
        let mut this = Self::by_point(worms);
        for i in 0..this.worms.len() {
            let lunch = this.worms[i].lunch.and_then(|stone| this.get(stone));
            this.worms[i].lunch = lunch.map(|prey| prey.origin);
        }
        this
    }
}

fn read_worm(board: &Board, origin: Point, reader: &mut Reader, alive: &PassAlive) -> Worm {
    let color = board.cell(origin).color().expect("a worm has stones");
    let stones: PointSet = board.string(origin).collect();
    let invincible = alive.stones[color].contains(origin);
    let mut worm = Worm {
        color,
        origin,
        size: board.string_size(origin),
        liberties: liberties_by_order(board, origin),
        attack: Verdict::No,
        attack_points: Vec::new(),
        defense: Verdict::Yes,
        defense_points: Vec::new(),
        cutstone: cutstone(board, origin),
        lunch: None,
        ko: ko_of_string(board, origin),
        invincible,
        stones,
    };
    if !invincible {
        read_tactics(&mut worm, reader);
    }
    worm
}

fn read_tactics(worm: &mut Worm, reader: &mut Reader) {
    let origin = worm.origin;
    let ask = |aim, reader: &mut Reader| {
        let question = Question::about_string(aim, reader.board(), origin);
        question.expect("a worm has stones").ask(reader).reading
    };
    let attack = ask(Aim::Capture, reader);
    worm.attack = attack.verdict;
    if !attack.verdict.is_possible() {
        return;
    }
    worm.attack_points = reader.tactics().points(origin, attack, false);
    let defense = ask(Aim::Rescue, reader);
    worm.defense = defense.verdict;
    if defense.verdict.is_possible() {
        worm.defense_points = reader.tactics().points(origin, defense, true);
    }
}

/// The empty point of a ko: one stone would take one there and could be retaken but for the rule.
pub(crate) fn is_ko_point(board: &Board, empty: Point) -> bool {
    board.ko().is_some_and(|(point, _)| point == empty)
        || Color::BOTH.into_iter().any(|color| {
            // All around are single enemies of the one who takes, one of them in atari.
            let enemies = board.strings_beside(empty, color.opposite());
            let in_atari: Vec<Point> = enemies.into_iter().filter(|&s| board.liberties(s) == 1).collect();
            board.empty_beside(empty) == 0
                && board.strings_beside(empty, color).is_empty()
                && in_atari.len() == 1
                && board.string_size(in_atari[0]) == 1
        })
}

/// The empty point of the ko in which the string, one stone, is in atari.
fn ko_of_string(board: &Board, origin: Point) -> Option<Point> {
    if board.string_size(origin) != 1 || board.liberties(origin) != 1 {
        return None;
    }
    Some(board.first_liberties::<1>(origin)[0]).filter(|&empty| is_ko_point(board, empty))
}

fn liberties_by_order(board: &Board, origin: Point) -> [u32; 4] {
    let color = board.cell(origin).color().expect("a worm has stones");
    let touches_enemy = |p: Point| p.neighbours().iter().any(|&n| board.cell(n).is(color.opposite()));
    let mut seen = board.liberty_set(origin);
    let mut counts = [seen.len() as u32, 0, 0, 0];
    let mut frontier: Vec<Point> = seen.iter().collect();
    let mut friends: PointSet = board.string(origin).collect();
    for count in &mut counts[1..] {
        let mut next = Vec::new();
        // A stone in a ko connects nothing for good.
        for from in frontier.into_iter().filter(|&p| !is_ko_point(board, p)) {
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

/// 2: next to two enemy strings without a liberty in common; 1: to two that share one; 0.
fn cutstone(board: &Board, origin: Point) -> u32 {
    let enemies = board.adjacent_strings(origin);
    let enemies: Vec<PointSet> = enemies.map(|head| board.liberty_set(head)).collect();
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
    fn attack_and_defense_are_known_with_their_points() {
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

    #[test]
    fn a_captured_stone_is_the_lunch_of_all_strings_around_it() {
        let shut = "
            . . . . . . .
            . . X X . . .
            . X O . X . .
            . . X X . . .
            . . . . . . .";
        assert_eq!(
            worm(shut, "C4").lunch,
            worm(shut, "B3").lunch,
            "all four could take it"
        );
    }

    #[test]
    fn two_eyes_are_invincible() {
        let alive = worm(
            ". X . X O . .
             X X X X O . .
             O O O O O . .
             . . . . . . .",
            "B4",
        );
        assert!(alive.invincible);
        assert_eq!(alive.attack, Verdict::No);
    }

    #[test]
    fn a_stone_in_a_ko_knows_its_point() {
        let board = Board::from_diagram(
            ". X O . .
             X O . O .
             . X O . .
             . . . . .
             . . . . .",
        );
        let worms = Worms::new(&board, &mut Reader::new(&board, 10_000));
        let at = |v| board.size().parse_vertex(v).unwrap();
        assert_eq!(worms.get(at("B4")).unwrap().ko, Some(at("C4")));
        assert_eq!(worms.get(at("B3")).unwrap().ko, None);
        assert!(is_ko_point(&board, at("C4")) && is_ko_point(&board, at("A5")));
        assert!(worms.get(at("E1")).is_none());
    }

    #[test]
    fn a_threat_is_a_move_after_which_a_second_one_captures() {
        let diagram = "
            . . . . . . .
            . O . . . O .
            . O . . . O .
            . O X X X O .
            . . . . . . .";
        let board = Board::from_diagram(diagram);
        let mut reader = Reader::new(&board, 50_000);
        let stone = board.size().parse_vertex("C2").unwrap();
        for point in reader.tactics().threats(stone, false) {
            let after = reader.with_move(Color::White, point, |reader| {
                reader.tactics().attack(stone).verdict
            });
            assert_eq!(after, Some(Verdict::Yes));
        }
    }
}
