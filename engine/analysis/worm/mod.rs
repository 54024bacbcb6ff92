// SPDX-License-Identifier: MIT OR Apache-2.0

//! Worms: strings of stones with what reading says of them, and cavities between them.

mod shape;

use katachi_rules::{Board, Color, PassAlive, Point, PointMap, PointSet, pass_alive};

use super::orientation::{MapBack, Orientation, map_back};
use super::question::{Aim, Question};
use crate::reading::{Reader, Verdict};

pub(super) use shape::component;
pub(crate) use shape::is_ko_point;

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
    /// Size plus, for each liberty, one divided by the number of strings that it touches.
    pub effective_size: f32,
    /// Liberties of order 1 to 4: empty points that N friendly stones, no fewer, would connect to it for
    /// order N; stones placed beyond the first do not touch the enemy, and none in a ko connects.
    pub liberties: [u32; 4],
    /// Can it be captured if the enemy moves first?
    pub attack: Verdict,
    /// Moves that capture it as `attack` says, best first.
    pub attack_points: Vec<Point>,
    /// If it cannot be captured: moves after which it can be if they are not answered.
    pub attack_threats: Vec<Point>,
    /// Can it be saved if its owner moves first? Only read if there is an attack; `Yes` otherwise.
    pub defense: Verdict,
    /// Moves that save it as `defense` says, best first. Empty if there is no attack.
    pub defense_points: Vec<Point>,
    /// If it cannot be saved: moves after which it can be if they are not answered.
    pub defense_threats: Vec<Point>,
    /// 2: next to two enemy strings without a liberty in common; 1: to two that share one; 0.
    pub cutstone: u32,
    /// The enemy string beside it that can be captured, the largest if there are several; its origin.
    pub lunch: Option<Point>,
    /// Parts into which its stones divide the rest of the board, less one.
    pub genus: u32,
    /// It is one stone, in atari in the ko with this empty point.
    pub ko: Option<Point>,
    /// Taken off the board, it would leave a hole among stones of the other colour, and it has no way out of
    /// there: genus 0, no lunch, no liberty at the edge or of order 2.
    pub inessential: bool,
    /// Alive even if its side passes for ever (Benson).
    pub invincible: bool,
    /// If it is invincible: its vital regions, one point of each. All empty points of a vital region are
    /// liberties of the string.
    pub vital_regions: Vec<Point>,
}

/// A worm without stones: a connected empty area.
#[derive(Clone, Debug, PartialEq)]
pub struct Cavity {
    /// Its first point from the top left.
    pub origin: Point,
    /// Its points.
    pub points: PointSet,
    /// Number of points.
    pub size: u32,
    /// The side of all stones around it, or `None` if there are stones of both sides or no stones.
    pub border: Option<Color>,
    /// Parts into which it divides the rest of the board, less one.
    pub genus: u32,
    /// It is the empty point of a ko.
    pub is_ko: bool,
}

impl Worm {
    /// Read to be captured whoever moves first.
    pub fn is_captured(&self) -> bool {
        self.attack.is_yes() && self.defense == Verdict::No
    }
}

map_back!(Worm {
    color,
    origin,
    stones,
    attack_points,
    attack_threats,
    defense_points,
    defense_threats,
    lunch,
    ko,
    vital_regions
});

map_back!(Cavity {
    origin,
    points,
    border
});

/// All worms of a position.
#[derive(Clone, Debug)]
pub struct Worms {
    worms: Vec<Worm>,
    cavities: Vec<Cavity>,
    /// Of a stone its worm, of an empty point its cavity.
    at: PointMap<u16>,
}

const NONE: u16 = u16::MAX;

impl Worms {
    /// Reads every string of the position.
    pub fn new(board: &Board, reader: &mut Reader) -> Self {
        let (mut worms, mut cavities) = (Vec::new(), Vec::new());
        let mut at = PointMap::filled(NONE);
        let alive = pass_alive(board, false);
        for p in board.size().points() {
            if at[p] != NONE {
                continue;
            }
            let (points, index) = if board.cell(p).is_stone() {
                worms.push(read_worm(board, p, reader, &alive));
                (worms.last().expect("just pushed").stones, worms.len() - 1)
            } else {
                cavities.push(cavity(board, p));
                (cavities.last().expect("just pushed").points, cavities.len() - 1)
            };
            for point in points.iter() {
                at[point] = index as u16;
            }
        }
        let mut this = Self { worms, cavities, at };
        for i in 0..this.worms.len() {
            let origin = this.worms[i].origin;
            let lunch = board
                .adjacent_strings(origin)
                .map(|enemy| &this.worms[this.at[enemy] as usize])
                .filter(|enemy| enemy.attack.is_yes())
                .max_by(|a, b| {
                    let by_size = a.effective_size.total_cmp(&b.effective_size);
                    by_size.then(b.origin.cmp(&a.origin))
                })
                .map(|enemy| enemy.origin);
            let worm = &mut this.worms[i];
            worm.lunch = lunch;
            worm.inessential =
                lunch.is_none() && shape::leaves_a_hole(board, origin, worm.genus, &worm.liberties);
        }
        this
    }

    /// The worm of a stone, or `None` for an empty point.
    pub fn get(&self, stone: Point) -> Option<&Worm> {
        let worm = self.worms.get(self.at[stone] as usize)?;
        worm.stones.contains(stone).then_some(worm)
    }

    /// The cavity of an empty point, or `None` for a stone.
    pub fn cavity(&self, point: Point) -> Option<&Cavity> {
        let cavity = self.cavities.get(self.at[point] as usize)?;
        cavity.points.contains(point).then_some(cavity)
    }

    /// All strings, by their first stone from the top left.
    pub fn iter(&self) -> impl Iterator<Item = &Worm> {
        self.worms.iter()
    }

    /// Stones that can be captured and not be saved.
    pub fn dead_stones(&self) -> PointSet {
        let mut dead = PointSet::EMPTY;
        for worm in self.worms.iter().filter(|w| w.is_captured()) {
            dead.extend_with(&worm.stones);
        }
        dead
    }
}

impl MapBack for Worms {
    fn map_back(self, orientation: Orientation) -> Self {
        let first = |points: &PointSet| points.iter().next().expect("a worm has points");
        let (mut worms, mut cavities) = (
            self.worms.map_back(orientation),
            self.cavities.map_back(orientation),
        );
        // An origin is the first point in the original position.
        worms
            .iter_mut()
            .for_each(|worm| worm.origin = first(&worm.stones));
        cavities
            .iter_mut()
            .for_each(|cavity| cavity.origin = first(&cavity.points));
        worms.sort_by_key(|worm| worm.origin);
        cavities.sort_by_key(|cavity| cavity.origin);
        let mut at = PointMap::filled(NONE);
        let sets = worms.iter().map(|worm| &worm.stones).enumerate();
        for (i, points) in sets.chain(cavities.iter().map(|cavity| &cavity.points).enumerate()) {
            points.iter().for_each(|p| at[p] = i as u16);
        }
        let origins: Vec<Point> = worms.iter().map(|worm| worm.origin).collect();
        for worm in &mut worms {
            worm.lunch = worm.lunch.map(|stone| origins[usize::from(at[stone])]);
        }
        Self { worms, cavities, at }
    }
}

fn read_worm(board: &Board, origin: Point, reader: &mut Reader, alive: &PassAlive) -> Worm {
    let color = board.cell(origin).color().expect("a worm has stones");
    let stones: PointSet = board.string(origin).collect();
    let liberties = shape::liberties_by_order(board, origin);
    let genus = shape::genus(board, &stones);
    let invincible = alive.stones[color].contains(origin);
    let mut worm = Worm {
        color,
        origin,
        size: board.string_size(origin),
        effective_size: shape::effective_size(board, origin),
        liberties,
        attack: Verdict::No,
        attack_points: Vec::new(),
        attack_threats: Vec::new(),
        defense: Verdict::Yes,
        defense_points: Vec::new(),
        defense_threats: Vec::new(),
        cutstone: shape::cutstone(board, origin),
        lunch: None,
        genus,
        ko: shape::ko_of_string(board, origin),
        inessential: false,
        invincible,
        vital_regions: if invincible {
            vital_regions(board, origin, &alive.territory[color])
        } else {
            Vec::new()
        },
        stones,
    };
    if !invincible {
        read_tactics(&mut worm, reader);
    }
    worm
}

/// Attack and defense, with all moves and threats.
fn read_tactics(worm: &mut Worm, reader: &mut Reader) {
    let origin = worm.origin;
    let ask = |aim, reader: &mut Reader| {
        let question = Question::about_string(aim, reader.board(), origin);
        question.expect("a worm has stones").ask(reader).reading
    };
    let attack = ask(Aim::Capture, reader);
    worm.attack = attack.verdict;
    if !attack.verdict.is_possible() {
        if attack.verdict == Verdict::No {
            worm.attack_threats = reader.tactics().threats(origin, false);
        }
        return;
    }
    worm.attack_points = reader.tactics().points(origin, attack, false);
    let defense = ask(Aim::Rescue, reader);
    worm.defense = defense.verdict;
    if defense.verdict.is_possible() {
        worm.defense_points = reader.tactics().points(origin, defense, true);
    } else if defense.verdict == Verdict::No {
        worm.defense_threats = reader.tactics().threats(origin, true);
    }
}

/// Regions of pass-alive territory all of whose empty points are liberties of the string.
fn vital_regions(board: &Board, origin: Point, territory: &PointSet) -> Vec<Point> {
    let liberties = board.liberty_set(origin);
    let mut seen = PointSet::EMPTY;
    let mut vital = Vec::new();
    for p in liberties.iter().filter(|&p| territory.contains(p)) {
        if !seen.contains(p) {
            let region = shape::component(board, p, |n| territory.contains(n));
            if region.iter().all(|n| !board.is_empty(n) || liberties.contains(n)) {
                vital.push(p);
            }
            seen.extend_with(&region);
        }
    }
    vital
}

fn cavity(board: &Board, origin: Point) -> Cavity {
    let points = shape::component(board, origin, |p| board.is_empty(p));
    let size = points.len() as u32;
    Cavity {
        origin,
        size,
        border: shape::border(board, &points),
        genus: shape::genus(board, &points),
        is_ko: size == 1 && shape::is_ko_point(board, origin),
        points,
    }
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
    fn a_captured_stone_without_a_way_out_is_inessential() {
        let edge = ". X O . X . .\n. . X X . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .";
        assert!(!worm(edge, "C5").inessential, "it has a liberty at the edge");
        let shut = "
            . . . . . . .
            . . X X . . .
            . X O . X . .
            . . X X . . .
            . . . . . . .";
        let prisoner = worm(shut, "C3");
        assert_eq!((prisoner.genus, prisoner.inessential), (0, true));
        assert_eq!((prisoner.size, prisoner.effective_size), (1, 1.0 + 0.25));
        assert_eq!(
            worm(shut, "C4").lunch,
            worm(shut, "B3").lunch,
            "all four could take it"
        );
    }

    #[test]
    fn two_eyes_are_invincible_and_have_vital_regions() {
        let alive = worm(
            ". X . X O . .
             X X X X O . .
             O O O O O . .
             . . . . . . .",
            "B4",
        );
        assert!(alive.invincible);
        assert_eq!((alive.vital_regions.len(), alive.genus), (2, 2));
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
        let hole = worms.cavity(at("C4")).unwrap();
        assert_eq!(
            (hole.size, hole.is_ko, hole.border),
            (1, true, Some(Color::White))
        );
        let corner = worms.cavity(at("A5")).unwrap();
        assert_eq!((corner.border, corner.is_ko), (Some(Color::Black), true));
        let outside = worms.cavity(at("E1")).unwrap();
        assert_eq!((outside.border, outside.genus), (None, 0));
        assert!(worms.get(at("E1")).is_none() && worms.cavity(at("B4")).is_none());
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
        let worms = Worms::new(&board, &mut reader);
        for worm in worms.iter() {
            assert!(worm.attack == Verdict::No || worm.attack_threats.is_empty());
            assert!(worm.defense == Verdict::No || worm.defense_threats.is_empty());
        }
    }
}
