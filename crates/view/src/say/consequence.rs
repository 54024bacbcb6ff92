// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a move changes on the board beside a better one: the points whose owner differs between the positions
//! after the two, joined into stones and territories.
//!
//! Both maps of ownership come from searches, or from a judge.

use katachi_rules::{Board, BoardSize, Color, Move, Point, PointMap, PointSet, quantity};
use serde::Serialize;

use crate::Named;

/// Smallest change of the ownership of a point that counts; ownership goes from -1 to 1.
const SMALLEST_CHANGE: f32 = 0.3;
/// Mean ownership beyond which stones are called safe, or lost below its negative.
const SAFE: f32 = 0.4;
/// A consequence of fewer points is not told, nor one with a smaller share of the largest one's points.
const SMALLEST: (f32, f32) = (1.0, 0.25);
/// Lines between a move and what it changes, at most, 2 to 4.
const NEAR: u8 = 2;
/// Number of consequences of a move.
const MAX_TOLD: usize = 3;

/// What happens to stones, or to territory, after the played move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Own stones are lost.
    Lost,
    /// Own stones may be lost.
    InDanger,
    /// Stones of the other side live.
    Alive,
    /// Stones of the other side may live.
    MayLive,
    /// Territory gets smaller, or the other side's larger.
    Territory,
    /// What the move gains elsewhere.
    Gain,
}

/// A consequence of a move beside a better one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Consequence {
    /// What happens.
    pub change: Change,
    /// The side of the stones, or of the territory that gets smaller.
    pub color: Color,
    /// The first stone of the largest string. `None` for territory.
    pub stone: Option<Named<Point>>,
    /// Number of the stones.
    pub stones: usize,
    /// Where it is: `lower left corner`.
    pub place: &'static str,
    /// Points that the side of the move loses there, in the mean.
    pub points: f32,
    /// The answer of the other side to the played move, where it is near.
    pub answer: Option<Named<Point>>,
    /// After the better move the stones belong to the side of the move in nearly all playouts.
    #[serde(skip)]
    is_sure: bool,
    /// The points that change.
    #[serde(skip)]
    at: PointSet,
}

impl Consequence {
    /// The consequences of a move of `color`, the most costly first. `board` is the position after it with
    /// the `played` stone, which is none of those that the better move saves; `owner` has the ownership of
    /// each point after the better move and after the played one, -1 White to 1 Black.
    pub fn all(board: &Board, color: Color, played: Option<Point>, owner: [&PointMap<f32>; 2]) -> Vec<Self> {
        let size = board.size();
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        let own = |i: usize, point: Point| sign * owner[i][point];
        let lost = |point: Point| own(0, point) - own(1, point);
        let changed = |sign: f32| -> PointSet {
            let points = size.points();
            points
                .filter(|&point| sign * lost(point) >= SMALLEST_CHANGE)
                .collect()
        };
        let losses = clusters(&changed(1.0));
        let mut all: Vec<Self> = losses
            .iter()
            .map(|at| Self::new(board, color, played, at, own))
            .collect();
        all.sort_by(|a, b| b.points.total_cmp(&a.points));
        let most = all.first().map_or(0.0, |first| first.points);
        let least = SMALLEST.0.max(SMALLEST.1 * most);
        all.retain(|consequence| consequence.points >= least);
        all.truncate(MAX_TOLD);
        let gains = clusters(&changed(-1.0));
        let gains = gains.iter().map(|at| Self {
            change: Change::Gain,
            color,
            stone: None,
            stones: 0,
            place: place(size, at),
            points: -at.iter().map(lost).sum::<f32>(),
            answer: None,
            is_sure: false,
            at: *at,
        });
        let gain = gains.max_by(|a, b| a.points.total_cmp(&b.points));
        all.extend(gain.filter(|gain| gain.points >= least && least < most));
        all
    }

    fn new(
        board: &Board,
        color: Color,
        played: Option<Point>,
        cluster: &PointSet,
        own: impl Fn(usize, Point) -> f32,
    ) -> Self {
        let size = board.size();
        // Stones that are the other side's after the better move, too, do not change hands.
        let stones_of = |side: Color| -> Vec<Point> {
            let stones = cluster.iter().filter(|&point| board.cell(point).is(side));
            stones
                .filter(|&stone| Some(stone) != played && own(0, stone) > 0.0)
                .collect()
        };
        let of_string = |stone: &Point, stones: &[Point]| {
            let string = board.string(*stone);
            string.filter(|other| stones.contains(other)).count()
        };
        let [ours, theirs] = [color, color.opposite()].map(stones_of);
        let mean = |i: usize, stones: &[Point]| {
            let sum: f32 = stones.iter().map(|&point| own(i, point)).sum();
            sum / stones.len() as f32
        };
        let (change, side, stones) = match (ours.len(), theirs.len()) {
            (0, 0) => (Change::Territory, color, ours),
            (own, other) if own >= other && mean(1, &ours) < -SAFE => (Change::Lost, color, ours),
            (own, other) if own >= other => (Change::InDanger, color, ours),
            _ if mean(1, &theirs) < -SAFE => (Change::Alive, color.opposite(), theirs),
            _ => (Change::MayLive, color.opposite(), theirs),
        };
        let is_sure = match change {
            Change::Territory => true,
            _ => mean(0, &stones) > SAFE,
        };
        Self {
            change,
            color: side,
            stone: stones
                .iter()
                .rev()
                .max_by_key(|stone| of_string(stone, &stones))
                .map(|&stone| Named::new(stone, size)),
            stones: stones.len(),
            place: place(size, cluster),
            points: cluster.iter().map(|point| own(0, point) - own(1, point)).sum(),
            answer: None,
            is_sure,
            at: *cluster,
        }
    }

    /// Returns whether a point is two lines or less away from what changes.
    pub fn is_near(&self, point: Point) -> bool {
        let beside = |other: Point| point.x().abs_diff(other.x()).max(point.y().abs_diff(other.y())) <= NEAR;
        self.at.iter().any(beside)
    }

    /// Takes the answer of the other side, by which it happens if it is near.
    pub fn answer_at(&mut self, answer: Named<Point>) {
        let is_told = self.change != Change::Gain && self.is_near(*answer);
        self.answer = Some(answer).filter(|_| is_told);
    }

    /// Returns it in sentences: `After C3 White can play D5, and Black's 6 stones at D4 are lost; E5 saves
    /// them. That is about 14 points in the lower left corner.` A better move far away is not what saves the
    /// stones.
    pub fn text(&self, size: BoardSize, played: Move, better: Move) -> String {
        let is_near = better.point().is_some_and(|point| self.is_near(point));
        let [played, better] = [played, better].map(|mv| size.show(mv));
        let Some(stones) = self.subject() else {
            let (color, about, place) = (self.color, self.about(), in_place(self.place));
            return match self.change {
                Change::Gain => format!("For that {played} gains {about} {place}."),
                _ => {
                    let begin = self.begin(&format!("After {played}"));
                    format!("{begin} {color} has {about} less {place} than after {better}.")
                }
            };
        };
        let begin = format!("After {played}");
        if !is_near {
            return self.alone(&begin);
        }
        let one = self.stones == 1;
        let (them, they_are) = if one {
            ("it", "it is")
        } else {
            ("them", "they are")
        };
        let instead = match (self.change, self.is_sure) {
            (Change::Lost, true) => format!("{better} saves {them}"),
            (Change::Lost, false) => format!("{better} gives {them} a chance"),
            (Change::Alive, true) => format!("after {better} {they_are} lost"),
            (Change::Alive, false) => format!("after {better} {they_are} in danger"),
            (Change::MayLive, true) => format!("{better} captures {them}"),
            (Change::MayLive, false) => format!("after {better} that is less likely"),
            (Change::InDanger | Change::Territory | Change::Gain, _) => {
                format!("{better} makes {them} safer")
            }
        };
        format!(
            "{} {stones} {}; {instead}. That is {}.",
            self.begin(&begin),
            self.does(),
            self.cost()
        )
    }

    /// Returns the same without the better move: `Otherwise Black's 6 stones at D4 are lost, about 14 points
    /// in the lower left corner.` `when` begins the sentence.
    pub fn alone(&self, when: &str) -> String {
        let when = self.begin(when);
        match self.subject() {
            Some(stones) => format!("{when} {stones} {}, {}.", self.does(), self.cost()),
            None => format!("{when} {} loses {}.", self.color, self.cost()),
        }
    }

    /// Returns `Otherwise White can play D5, and`, or `Otherwise` without an answer.
    fn begin(&self, when: &str) -> String {
        let other = match self.change {
            Change::Alive | Change::MayLive => self.color,
            Change::Lost | Change::InDanger | Change::Territory | Change::Gain => self.color.opposite(),
        };
        match self.answer {
            Some(answer) => format!("{when} {other} can play {answer}, and"),
            None => when.to_owned(),
        }
    }

    /// Returns `Black's 6 stones at D4`. `None` for territory.
    fn subject(&self) -> Option<String> {
        let (color, stone) = (self.color, self.stone?);
        Some(match self.stones {
            1 => format!("{color}'s stone {stone}"),
            many => format!("{color}'s {many} stones at {stone}"),
        })
    }

    fn does(&self) -> &'static str {
        let one = self.stones == 1;
        match self.change {
            Change::Lost if one => "is lost",
            Change::Lost => "are lost",
            Change::Alive if !self.is_sure && one => "is out of danger",
            Change::Alive if !self.is_sure => "are out of danger",
            Change::Alive if one => "lives",
            Change::Alive => "live",
            Change::MayLive => "may live",
            Change::InDanger | Change::Territory | Change::Gain if one => "is in danger",
            Change::InDanger | Change::Territory | Change::Gain => "are in danger",
        }
    }

    /// Returns `about 14 points in the lower left corner`.
    fn cost(&self) -> String {
        format!("{} {}", self.about(), in_place(self.place))
    }

    fn about(&self) -> String {
        format!("about {}", quantity(self.points.round().max(1.0), "point"))
    }
}

/// `in the lower left corner`, `on the left side`.
fn in_place(place: &str) -> String {
    let preposition = if place.ends_with("side") { "on" } else { "in" };
    format!("{preposition} the {place}")
}

/// The parts of a set of points that are connected, along diagonals, too.
fn clusters(points: &PointSet) -> Vec<PointSet> {
    let mut left = *points;
    let mut found = Vec::new();
    loop {
        let Some(first) = left.iter().next() else {
            return found;
        };
        let (mut cluster, mut open) = (PointSet::EMPTY, vec![first]);
        left.remove(first);
        while let Some(point) = open.pop() {
            cluster.insert(point);
            let is_near =
                |&other: &Point| point.x().abs_diff(other.x()) <= 1 && point.y().abs_diff(other.y()) <= 1;
            let near: Vec<Point> = left.iter().filter(is_near).collect();
            near.iter().for_each(|&other| {
                left.remove(other);
            });
            open.extend(near);
        }
        found.push(cluster);
    }
}

/// Names the part of the board where the middle of the points is. A side or a corner is a third wide.
fn place(size: BoardSize, points: &PointSet) -> &'static str {
    let count = points.len() as f32;
    let third = |coordinate: fn(Point) -> u8, length: u8| {
        let mean = points
            .iter()
            .map(|point| f32::from(coordinate(point)))
            .sum::<f32>()
            / count;
        (3.0 * (mean + 0.5) / f32::from(length)) as usize
    };
    let (x, y) = (third(Point::x, size.width()), third(Point::y, size.height()));
    [
        ["upper left corner", "upper side", "upper right corner"],
        ["left side", "centre", "right side"],
        ["lower left corner", "lower side", "lower right corner"],
    ][y.min(2)][x.min(2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White's two stones at C1 and Black's five at A4 touch each other.
    const BOARD: &str = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X . . . .
        O O X X . . .
        . O O X . . .
        . . O X . . .";

    /// The consequences of a move of Black's by ownership that differs on some points, after the better move
    /// and after the played one.
    fn told(points: &[&str], owner: [f32; 2]) -> Vec<String> {
        let board = Board::from_diagram(BOARD);
        let size = board.size();
        let map = |value: f32| {
            let mut map = PointMap::filled(0.0);
            points
                .iter()
                .for_each(|vertex| map[size.parse_vertex(vertex).expect(vertex)] = value);
            map
        };
        let [better, played] = owner.map(map);
        let found = Consequence::all(&board, Color::Black, None, [&better, &played]);
        let [played, better] =
            ["F6", "B1"].map(|vertex| Move::Play(size.parse_vertex(vertex).expect(vertex)));
        let texts = found.iter().map(|change| change.text(size, played, better));
        texts.collect()
    }

    const OURS: [&str; 5] = ["A4", "B4", "C4", "C3", "D3"];
    const THEIRS: [&str; 4] = ["A3", "B3", "B2", "C2"];

    #[test]
    fn stones_that_change_hands_are_told_with_their_points_and_place() {
        assert_eq!(
            told(&OURS, [0.9, -0.7]),
            [
                "After F6 Black's 5 stones at A4 are lost; B1 saves them. That is about 8 points on the left side."
            ]
        );
        assert_eq!(
            told(&OURS, [0.9, 0.1]),
            [
                "After F6 Black's 5 stones at A4 are in danger; B1 makes them safer. That is about 4 points on the left side."
            ]
        );
        assert_eq!(
            told(&THEIRS, [0.9, -0.9]),
            [
                "After F6 White's 4 stones at A3 live; after B1 they are lost. That is about 7 points in the lower left corner."
            ]
        );
        assert_eq!(
            told(&["C1"], [0.9, 0.0]),
            Vec::<String>::new(),
            "less than a point"
        );
    }

    #[test]
    fn what_is_left_out_happens_otherwise() {
        let board = Board::from_diagram(BOARD);
        let mut owner = [PointMap::filled(0.0), PointMap::filled(0.0)];
        for vertex in OURS {
            let point = board.size().parse_vertex(vertex).expect(vertex);
            (owner[0][point], owner[1][point]) = (0.9, -0.7);
        }
        let found = Consequence::all(&board, Color::Black, None, [&owner[0], &owner[1]]);
        let [near, far] = ["C2", "G1"].map(|vertex| board.size().parse_vertex(vertex).expect(vertex));
        assert!(found[0].is_near(near) && !found[0].is_near(far));
        assert_eq!(
            found[0].alone("Otherwise"),
            "Otherwise Black's 5 stones at A4 are lost, about 8 points on the left side."
        );
        let [answer, elsewhere] = [near, far].map(|point| Named::new(point, board.size()));
        let mut answered = found[0].clone();
        answered.answer_at(elsewhere);
        assert_eq!(answered, found[0], "that is no answer there");
        answered.answer_at(answer);
        let text = answered.alone("Otherwise");
        assert!(
            text.starts_with("Otherwise White can play C2, and Black's 5 stones at A4 are lost"),
            "{text}"
        );
        let played = Move::Play(board.size().parse_vertex("F6").expect("a point"));
        assert_eq!(
            found[0].text(board.size(), played, Move::Play(far)),
            "After F6 Black's 5 stones at A4 are lost, about 8 points on the left side.",
            "a move far away does not save them"
        );
    }

    #[test]
    fn empty_points_are_territory() {
        assert_eq!(
            told(&["F7", "G7", "G6"], [0.9, -0.1]),
            ["After F6 Black has about 3 points less in the upper right corner than after B1."]
        );
    }

    #[test]
    fn a_better_move_does_not_save_the_played_stone() {
        let board = Board::from_diagram(BOARD);
        let at = |vertex: &str| board.size().parse_vertex(vertex).expect(vertex);
        let [mut better, mut played] = [PointMap::filled(0.0), PointMap::filled(0.0)];
        for vertex in ["D1", "E1"] {
            (better[at(vertex)], played[at(vertex)]) = (0.9, -0.6);
        }
        let found = Consequence::all(&board, Color::Black, Some(at("D1")), [&better, &played]);
        assert_eq!(found[0].change, Change::Territory);
        let other = Consequence::all(&board, Color::Black, Some(at("A4")), [&better, &played]);
        assert_eq!(other[0].change, Change::Lost);
    }

    #[test]
    fn small_changes_beside_a_large_one_are_left_out() {
        let many = told(&["A4", "B4", "C4", "C3", "D3", "G7"], [0.9, -0.9]);
        assert_eq!(many.len(), 1, "{many:?}");
    }

    #[test]
    fn a_gain_elsewhere_comes_last() {
        let board = Board::from_diagram(BOARD);
        let at = |vertex: &str| board.size().parse_vertex(vertex).expect(vertex);
        let [mut better, mut played] = [PointMap::filled(0.0), PointMap::filled(0.0)];
        for vertex in ["F7", "G7", "G6"] {
            (better[at(vertex)], played[at(vertex)]) = (0.9, -0.9);
        }
        for vertex in ["F1", "G1"] {
            (better[at(vertex)], played[at(vertex)]) = (-0.5, 0.5);
        }
        let found = Consequence::all(&board, Color::Black, None, [&better, &played]);
        let [played, other] = ["F2", "F6"].map(|vertex| Move::Play(at(vertex)));
        let texts = found
            .iter()
            .map(|change| change.text(board.size(), played, other));
        let texts: Vec<String> = texts.collect();
        assert_eq!(
            texts,
            [
                "After F2 Black has about 5 points less in the upper right corner than after F6.",
                "For that F2 gains about 2 points in the lower right corner."
            ]
        );
    }
}
