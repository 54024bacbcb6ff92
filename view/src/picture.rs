// SPDX-License-Identifier: MIT OR Apache-2.0

//! The contents of each point, independent of the way they are drawn.

use katachi::analysis::Influence;
use katachi::analysis::eye::Eyes;
use katachi::analysis::influence::InfluenceMap;
use katachi::movegen::Choice;
use katachi_pages::grid::is_star;
use katachi_rules::{Board, BoardSize, Color, Move, Point, PointMap};

use super::choice;
use super::colours::{Part, STRENGTHS};
use super::eye_kind::{EyeKind, eye_kind, is_shown};
use super::groups::{Groups, Standing};

/// A map of influence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Map {
    /// Points near the stones of a side.
    Area,
    /// Points that may become a side's territory.
    Moyo,
    /// Points that are nearly certain territory.
    Territory,
}

impl Map {
    /// All of them, the widest first.
    pub const ALL: [Self; 3] = [Self::Area, Self::Moyo, Self::Territory];

    /// Its name, such as `moyo`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Area => "area",
            Self::Moyo => "moyo",
            Self::Territory => "territory",
        }
    }

    /// The values of this map.
    pub fn of(self, influence: &Influence) -> &InfluenceMap {
        match self {
            Self::Area => &influence.area,
            Self::Moyo => &influence.moyo,
            Self::Territory => &influence.territory,
        }
    }
}

/// What is laid over the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// Letters of groups and their status; without them stones are `X` and `O`.
    pub groups: bool,
    /// The influence on empty points.
    pub influence: Option<Map>,
    /// Eye spaces.
    pub eyes: bool,
    /// The numbers of the best points that were considered.
    pub values: bool,
    /// The point that is looked at.
    pub cursor: Option<Point>,
}

impl Default for Layers {
    fn default() -> Self {
        Self {
            groups: true,
            influence: None,
            eyes: false,
            values: false,
            cursor: None,
        }
    }
}

/// What is on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A stone of a group, with its letter.
    Stone(Color, char, Standing),
    /// A stone without a status.
    BareStone(Color),
    /// A point that was considered, with its number: see [`choice::numbers`].
    Value(i64),
    /// The chosen one.
    Best(i64),
    /// Nothing, on one of the dots of the board.
    Star,
    /// Nothing.
    Empty,
}

/// A point with everything that is to be seen there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// What is there.
    pub content: Content,
    /// The side with influence on it and the strength, 1 to [`STRENGTHS`]; none for stones.
    pub influence: Option<(Color, u8)>,
    /// The owner of its eye space, and its kind there; none for stones, and none for the points of large
    /// spaces and of those that are worth nothing.
    pub eye: Option<(Color, EyeKind)>,
    /// The last move was here.
    pub is_last: bool,
    /// It is looked at.
    pub is_cursor: bool,
}

impl Spot {
    /// It in letters: a group's letter and mark, a value, the kind of an eye point and its owner, `#` under Black's
    /// influence, `=` under White's.
    pub fn text(&self) -> String {
        match (self.content, self.influence) {
            (Content::Stone(_, letter, standing), _) => [letter, standing.mark()].iter().collect(),
            (Content::BareStone(Color::Black), _) => "X".to_owned(),
            (Content::BareStone(Color::White), _) => "O".to_owned(),
            (Content::Value(value) | Content::Best(value), _) => value.to_string(),
            _ if self.eye.is_some() => self.eye.map_or_else(String::new, eye_text),
            (_, Some((owner, _))) => influence_mark(owner).to_string(),
            (Content::Star, None) => "+".to_owned(),
            (Content::Empty, None) => ".".to_owned(),
        }
    }

    /// What its colour says.
    pub fn part(&self) -> Part {
        match (self.content, self.influence) {
            (Content::Stone(color, _, standing), _) => Part::Stone(color, standing),
            (Content::BareStone(color), _) => Part::BareStone(color),
            (Content::Best(_), _) => Part::Best,
            (Content::Star | Content::Empty, influence) if self.eye.is_some() || influence.is_some() => {
                let influence = influence.map(|(owner, strength)| Part::Influence(owner, strength));
                let eye = self.eye.map(|(owner, kind)| Part::Eye(owner, kind));
                eye.or(influence).unwrap_or(Part::Grid)
            }
            (_, Some((owner, strength))) => Part::Influence(owner, strength),
            (Content::Value(_), None) => Part::Value,
            (Content::Star | Content::Empty, None) => Part::Grid,
        }
    }
}

/// `e#`: the kind of an eye point, and the mark of its owner.
fn eye_text((owner, kind): (Color, EyeKind)) -> String {
    [kind.mark(), influence_mark(owner)].iter().collect()
}

/// The letter of empty points under a side's influence.
pub fn influence_mark(owner: Color) -> char {
    match owner {
        Color::Black => '#',
        Color::White => '=',
    }
}

/// All points of a board.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Of the board.
    pub size: BoardSize,
    spots: PointMap<Spot>,
}

/// What a picture is made from.
pub(super) struct Subject<'a> {
    pub(super) board: &'a Board,
    pub(super) last: Option<Move>,
    pub(super) groups: &'a Groups,
    pub(super) influence: &'a Influence,
    pub(super) eyes: &'a Eyes,
    pub(super) choice: Option<&'a Choice>,
}

impl Picture {
    pub(super) fn new(subject: &Subject<'_>, layers: &Layers) -> Self {
        let board = subject.board;
        let last = subject.last.and_then(Move::point);
        let mut spots = PointMap::filled(Spot {
            content: Content::Empty,
            influence: None,
            eye: None,
            is_last: false,
            is_cursor: false,
        });
        for p in board.size().points() {
            spots[p] = Spot {
                content: content(subject, layers, p),
                influence: layers
                    .influence
                    .filter(|_| board.is_empty(p))
                    .and_then(|map| strength(map.of(subject.influence), p)),
                eye: (layers.eyes && board.is_empty(p))
                    .then(|| subject.eyes.around(p).filter(|space| is_shown(space)))
                    .flatten()
                    .map(|space| (space.color, eye_kind(space, p))),
                is_last: last == Some(p),
                is_cursor: layers.cursor == Some(p),
            };
        }
        Self {
            size: board.size(),
            spots,
        }
    }

    /// What is to be seen on a point of the board.
    pub fn spot(&self, point: Point) -> &Spot {
        &self.spots[point]
    }

    /// Columns of text for a point: two, or as many as the longest value needs and a space.
    pub fn cell_width(&self) -> usize {
        let value = |p: Point| match self.spots[p].content {
            Content::Value(_) | Content::Best(_) => self.spots[p].text().len() + 1,
            _ => 2,
        };
        self.size.points().map(value).max().unwrap_or(2)
    }
}

/// How many of the points that were considered are shown: nearly every point is worth something.
const SHOWN: usize = 15;

fn content(subject: &Subject<'_>, layers: &Layers, point: Point) -> Content {
    if let Some(color) = subject.board.cell(point).color() {
        return match subject.groups.get(point) {
            Some(group) if layers.groups => Content::Stone(color, group.letter, group.standing),
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
    if is_star(subject.board.size(), point) {
        Content::Star
    } else {
        Content::Empty
    }
}

/// Values of empty points reach from 1 to about 20.
fn strength(map: &InfluenceMap, point: Point) -> Option<(Color, u8)> {
    let owner = map.owner(point)?;
    let steps = (map.value(point).unsigned_abs().saturating_sub(1) / 4).min(u32::from(STRENGTHS) - 1);
    Some((owner, 1 + steps as u8))
}
