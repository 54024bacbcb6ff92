// SPDX-License-Identifier: MIT OR Apache-2.0

//! The contents of each point, independent of their drawing.

use katachi_engine::Choice;
use katachi_engine::analysis::Influence;
use katachi_engine::analysis::eye::Eyes;
use katachi_engine::play::lines::Line;
use katachi_pages::grid::is_star;
use katachi_rules::{Board, BoardSize, Color, Game, Move, Point, PointMap, PointSet};

use crate::choice;
use crate::colours::STRENGTHS;
use crate::eye_kind::{EyeKind, shown_kind};
use crate::facts::map::{influence_at, owner_by};
use crate::groups::{GroupStatus, Groups};

pub use crate::facts::map::Map;

/// Layers over the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// Letters and statuses of groups; without them stones are `X` and `O`.
    pub groups: bool,
    /// The influence on empty points, or the owners of all points.
    pub influence: Option<Map>,
    /// Eye spaces.
    pub eyes: bool,
    /// The numbers of the best points that were considered.
    pub values: bool,
    /// Index of the line of play whose moves are on the board.
    pub line: Option<usize>,
    /// The cursor.
    pub cursor: Option<Point>,
}

impl Default for Layers {
    fn default() -> Self {
        Self {
            groups: true,
            influence: None,
            eyes: false,
            values: false,
            line: None,
            cursor: None,
        }
    }
}

/// The content of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A stone of a group, with its letter.
    Stone(Color, char, GroupStatus),
    /// A stone without a status.
    BareStone(Color),
    /// A dead stone, by agreement of the players.
    DeadStone(Color),
    /// A numbered move of the line of play.
    Move(Color, usize),
    /// A point that was considered, with its number: see [`choice::numbers`].
    Value(i64),
    /// The chosen point, with its number.
    Best(i64),
    /// A letter on an empty point.
    Letter(char),
    /// An empty star point.
    Star,
    /// An empty point.
    Empty,
}

/// A point with its content and marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Its content.
    pub content: Content,
    /// The side with influence on it, or its owner, and the strength, 1 to
    /// [`STRENGTHS`]. Stones have only ownership.
    pub influence: Option<(Color, u8)>,
    /// The owner of its eye space and its kind. `None` for stones and for points of large or worthless
    /// spaces.
    pub eye: Option<(Color, EyeKind)>,
    /// It is the last move.
    pub is_last: bool,
    /// It is the cursor.
    pub is_cursor: bool,
}

/// A move that decides the life of a critical group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisiveMove {
    /// Its point.
    pub point: Point,
    /// The letter of the group.
    pub letter: char,
    /// The colour of the group.
    pub color: Color,
    /// Its effect on the group.
    pub effect: Effect,
}

/// The effect of a move on a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// It kills the group as a move of the enemy.
    Kills,
    /// It saves the group as a move of the owner.
    Saves,
    /// It kills or saves the group.
    Decides,
}

/// The points of a board.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The board's size.
    pub size: BoardSize,
    /// The map on its points.
    pub map: Option<Map>,
    spots: PointMap<Spot>,
    decisive: Vec<DecisiveMove>,
}

/// The input of a picture.
pub(crate) struct Subject<'a> {
    pub(crate) board: &'a Board,
    pub(crate) last: Option<Move>,
    pub(crate) groups: &'a Groups,
    pub(crate) influence: &'a Influence,
    pub(crate) eyes: &'a Eyes,
    pub(crate) choice: Option<&'a Choice>,
    pub(crate) line: Option<&'a Line>,
    /// Ownership, from 1 (Black) to -1 (White).
    pub(crate) ownership: &'a dyn Fn(Point) -> f32,
}

impl Picture {
    pub(crate) fn new(subject: &Subject<'_>, layers: &Layers) -> Self {
        let board = subject.board;
        let last = subject.last.and_then(Move::point);
        let mut spots = PointMap::filled(NOTHING);
        for p in board.size().points() {
            spots[p] = Spot {
                content: content(subject, layers, p),
                influence: layers.influence.and_then(|map| owner(subject, map, p)),
                eye: layers.eyes.then(|| shown_kind(subject.eyes, board, p)).flatten(),
                is_last: last == Some(p),
                is_cursor: layers.cursor == Some(p),
            };
        }
        Self {
            size: board.size(),
            map: layers.influence,
            spots,
            decisive: if layers.groups && subject.line.is_none() {
                decisive(subject.groups)
            } else {
                Vec::new()
            },
        }
    }

    /// Creates a picture of the stones and the last move of a game, without an analysis.
    pub fn plain(game: &Game, cursor: Option<Point>) -> Self {
        let last = game.moves().next_back().and_then(|(_, mv)| mv.point());
        Self::of_board(game.board(), last, cursor)
    }

    /// Creates a picture of the stones, the last move and the cursor on a board.
    pub(crate) fn of_board(board: &Board, last: Option<Point>, cursor: Option<Point>) -> Self {
        let mut spots = PointMap::filled(NOTHING);
        for p in board.size().points() {
            spots[p] = Spot {
                content: match board.cell(p).color() {
                    Some(color) => Content::BareStone(color),
                    None => empty(board, p),
                },
                is_last: last == Some(p),
                is_cursor: cursor == Some(p),
                ..NOTHING
            };
        }
        Self {
            size: board.size(),
            map: None,
            spots,
            decisive: Vec::new(),
        }
    }

    /// Shows these stones as dead.
    pub fn mark_dead(&mut self, dead: &PointSet) {
        for point in dead.iter() {
            let content = &mut self.spots[point].content;
            if let Content::Stone(color, ..) | Content::BareStone(color) = *content {
                *content = Content::DeadStone(color);
            }
        }
    }

    /// Shows letters on empty points.
    pub(crate) fn mark_letters(&mut self, letters: &[(Point, char)]) {
        for &(point, letter) in letters {
            let content = &mut self.spots[point].content;
            if let Content::Star | Content::Empty = *content {
                *content = Content::Letter(letter);
            }
        }
    }

    /// Shows who owns the points at the end of the game.
    pub fn mark_territory(&mut self, owner: &PointMap<Option<Color>>) {
        self.map = Some(Map::Ownership);
        for point in self.size.points() {
            self.spots[point].influence = owner[point].map(|color| (color, STRENGTHS));
        }
    }

    /// Returns a point.
    pub fn spot(&self, point: Point) -> &Spot {
        &self.spots[point]
    }

    /// Returns the moves on a point that decide the life of critical groups, first those of both sides. Empty
    /// unless groups are shown without a line of play.
    pub fn decisive(&self, point: Point) -> impl Iterator<Item = DecisiveMove> {
        self.decisive.iter().copied().filter(move |mv| mv.point == point)
    }
}

/// A point without content and marks.
const NOTHING: Spot = Spot {
    content: Content::Empty,
    influence: None,
    eye: None,
    is_last: false,
    is_cursor: false,
};

/// Number of considered points that are shown, as nearly every point has a value.
const SHOWN: usize = 15;

fn content(subject: &Subject<'_>, layers: &Layers, point: Point) -> Content {
    if let Some((color, number)) = subject.line.and_then(|line| line.first_at(point)) {
        return Content::Move(color, number);
    }
    if let Some(color) = subject.board.cell(point).color() {
        return match subject.groups.get(point) {
            Some(group) if layers.groups => Content::Stone(color, group.letter, group.status),
            _ => Content::BareStone(color),
        };
    }
    if let Some(choice) = subject.choice.filter(|_| layers.values)
        && let Some(&(_, number)) = choice::numbers(choice).iter().take(SHOWN).find(|n| n.0 == point)
    {
        return if choice.mv.point() == Some(point) {
            Content::Best(number)
        } else {
            Content::Value(number)
        };
    }
    empty(subject.board, point)
}

fn empty(board: &Board, point: Point) -> Content {
    if is_star(board.size(), point) {
        Content::Star
    } else {
        Content::Empty
    }
}

/// Returns the owner of a point on a map, and the strength.
fn owner(subject: &Subject<'_>, map: Map, point: Point) -> Option<(Color, u8)> {
    match map.influence(subject.influence) {
        Some(values) if subject.board.is_empty(point) => influence_at(values, point),
        Some(_) => None,
        None => owner_by((subject.ownership)(point)),
    }
}

fn decisive(groups: &Groups) -> Vec<DecisiveMove> {
    let critical = groups
        .iter()
        .filter(|group| group.status.plain() == GroupStatus::Critical);
    let moves = critical.flat_map(|group| {
        let (kills, saves) = (&group.kills, &group.saves);
        let only_saves = saves.iter().filter(|point| !kills.contains(point));
        kills.iter().chain(only_saves).map(move |point| DecisiveMove {
            point: *point,
            letter: group.letter,
            color: group.color,
            effect: match (kills.contains(point), saves.contains(point)) {
                (true, true) => Effect::Decides,
                (true, false) => Effect::Kills,
                (false, _) => Effect::Saves,
            },
        })
    });
    let mut moves: Vec<DecisiveMove> = moves.collect();
    moves.sort_by_key(|mv| match mv.effect {
        Effect::Decides => 0,
        Effect::Kills => 1,
        Effect::Saves => 2,
    });
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::tests::{ATARI, view};

    #[test]
    fn a_move_that_kills_and_saves_one_group_is_one_move() {
        let view = view(ATARI);
        let point = view.game.size().parse_vertex("D3").unwrap();
        let picture = view.picture(&Layers::default());
        let expected = DecisiveMove {
            point,
            letter: 'A',
            color: Color::Black,
            effect: Effect::Decides,
        };
        assert_eq!(picture.decisive(point).collect::<Vec<_>>(), [expected]);
        let without = Layers {
            groups: false,
            ..Layers::default()
        };
        assert_eq!(view.picture(&without).decisive(point).count(), 0);
    }

    #[test]
    fn stones_have_owners_and_no_influence() {
        let view = view(ATARI);
        let spots = |map| {
            let layers = Layers {
                influence: Some(map),
                ..Layers::default()
            };
            let picture = view.picture(&layers);
            let points = view.game.size().points();
            let stones = points.filter(|&p| !view.game.board().is_empty(p));
            stones.filter(|&p| picture.spot(p).influence.is_some()).count()
        };
        assert_eq!(spots(Map::Area), 0);
        assert!(spots(Map::Ownership) > 0);
    }
}
