// SPDX-License-Identifier: MIT OR Apache-2.0

//! The contents of each point, independent of their drawing.

use katachi_engine::analysis::Influence;
use katachi_engine::analysis::influence::InfluenceMap;
use katachi_engine::play::lines::Line;
use katachi_pages::grid::is_star;
use katachi_rules::{Board, BoardSize, Color, Game, Point, PointMap, PointSet};

use crate::PositionView;
use crate::choice;
use crate::groups::{Group, GroupStatus, Groups};
use crate::panel::STRENGTHS;
use crate::{EyeKind, shown_kind};

crate::worded! {
    /// A map of influence or of ownership.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Map {
        /// Points near the stones of a side.
        Area = "area",
        /// Points that may become a side's territory.
        Moyo = "moyo",
        /// Points that are nearly certain territory.
        Territory = "territory",
        /// Owners of all points at the end of playouts.
        Ownership = "ownership",
    }
}

impl Map {
    /// The maps of influence, the widest first.
    pub const INFLUENCE: [Self; 3] = [Self::Area, Self::Moyo, Self::Territory];

    /// Returns the values of a map of influence. `None` for ownership, which comes from playouts.
    pub fn influence(self, influence: &Influence) -> Option<&InfluenceMap> {
        match self {
            Self::Area => Some(&influence.area),
            Self::Moyo => Some(&influence.moyo),
            Self::Territory => Some(&influence.territory),
            Self::Ownership => None,
        }
    }
}

/// Returns the side with influence on a point and its strength, 1 to [`STRENGTHS`]. Values of empty points
/// are 1 to about 20.
pub(crate) fn influence_at(map: &InfluenceMap, point: Point) -> Option<(Color, u8)> {
    let owner = map.owner(point)?;
    let steps = (map.value(point).unsigned_abs().saturating_sub(1) / 4).min(u32::from(STRENGTHS) - 1);
    Some((owner, 1 + steps as u8))
}

/// Returns the owner by ownership from 1 (Black) to -1 (White), and the certainty, 1 to [`STRENGTHS`]. A
/// point that neither side owns in 5 of 8 playouts has no owner.
pub(crate) fn owner_by(balance: f32) -> Option<(Color, u8)> {
    let owner = if balance < 0.0 { Color::White } else { Color::Black };
    let quarters = (4.0 * balance.abs()) as u8;
    (quarters > 0).then_some((owner, quarters.min(STRENGTHS)))
}

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    #[default]
    Empty,
}

impl Content {
    pub(crate) fn stone(self) -> Option<Color> {
        match self {
            Self::Stone(color, ..)
            | Self::BareStone(color)
            | Self::DeadStone(color)
            | Self::Move(color, _) => Some(color),
            _ => None,
        }
    }
}

/// A point with its content and marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Effect {
    /// It kills or saves the group.
    Decides,
    /// It kills the group as a move of the enemy.
    Kills,
    /// It saves the group as a move of the owner.
    Saves,
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

impl Picture {
    /// Creates a picture of the stones and the last move of a game, without an analysis.
    pub fn plain(game: &Game, cursor: Option<Point>) -> Self {
        let last = game.moves().next_back().and_then(|(_, mv)| mv.point());
        Self::of_board(game.board(), last, cursor)
    }

    pub(crate) fn of_board(board: &Board, last: Option<Point>, cursor: Option<Point>) -> Self {
        let mut spots = PointMap::filled(Spot::default());
        for p in board.size().points() {
            spots[p] = Spot {
                content: match board.cell(p).color() {
                    Some(color) => Content::BareStone(color),
                    None if is_star(board.size(), p) => Content::Star,
                    None => Content::Empty,
                },
                is_last: last == Some(p),
                is_cursor: cursor == Some(p),
                ..Spot::default()
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

/// Number of considered points that are shown, as nearly every point has a value.
const SHOWN: usize = 15;

impl PositionView {
    /// Returns the picture of the board.
    pub fn picture(&self, layers: &Layers) -> Picture {
        let line = layers.line.and_then(|index| self.lines.get(index));
        let board = self.game.board();
        let mut picture = Picture::plain(&self.game, layers.cursor);
        picture.map = layers.influence;
        for p in board.size().points() {
            let spot = &mut picture.spots[p];
            spot.content = self.content(layers, line, p).unwrap_or(spot.content);
            spot.influence = layers.influence.and_then(|map| self.owner(map, p));
            let eye = || shown_kind(&self.analysis.eyes, board, p);
            spot.eye = layers.eyes.then(eye).flatten();
        }
        if layers.groups && line.is_none() {
            picture.decisive = decisive(&self.groups);
        }
        picture
    }

    /// Returns what is more than a bare stone or an empty point.
    fn content(&self, layers: &Layers, line: Option<&Line>, point: Point) -> Option<Content> {
        if let Some((color, number)) = line.and_then(|line| line.first_at(point)) {
            return Some(Content::Move(color, number));
        }
        if let Some(group) = self.groups.get(point) {
            let stone = Content::Stone(group.color, group.letter, group.status);
            return layers.groups.then_some(stone);
        }
        let choice = self.choice.as_ref().filter(|_| layers.values)?;
        let mut numbers = choice::numbers(choice).into_iter().take(SHOWN);
        let (_, number) = numbers.find(|&(considered, _)| considered == point)?;
        Some(match choice.mv.point() == Some(point) {
            true => Content::Best(number),
            false => Content::Value(number),
        })
    }

    /// Returns the owner of a point on a map, and the strength.
    fn owner(&self, map: Map, point: Point) -> Option<(Color, u8)> {
        match map.influence(&self.analysis.influence) {
            Some(values) if self.game.board().is_empty(point) => influence_at(values, point),
            Some(_) => None,
            None => owner_by(self.ownership(point)),
        }
    }
}

fn decisive(groups: &Groups) -> Vec<DecisiveMove> {
    let is_critical = |group: &&Group| group.status.plain() == GroupStatus::Critical;
    let critical = groups.iter().filter(is_critical);
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
    moves.sort_by_key(|mv| mv.effect);
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

    #[test]
    fn a_point_that_both_sides_own_about_as_often_is_nobodys() {
        assert_eq!([owner_by(0.2), owner_by(-0.2)], [None, None]);
        assert_eq!(owner_by(0.25), Some((Color::Black, 1)));
        assert_eq!(owner_by(-0.6), Some((Color::White, 2)));
        assert_eq!(owner_by(-1.0), Some((Color::White, 3)));
    }
}
