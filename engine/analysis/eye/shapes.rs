//! What an eye space is worth: from the shapes of `patterns/eyes.db`, or by solving its local game.

use std::sync::OnceLock;

use katachi_rules::Point;
use mkpat::{Database, EyeGraph, EyePoint};

use super::local::{LocalGame, LocalValue};

/// The eye shapes that come with the engine, as the build compiled them.
static BUILT_IN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/eyes.table"));

/// Positions of a local game that may be looked at.
const LOCAL_NODES: u32 = 20_000;

/// So many proper points are two eyes, whatever their shape, where the solvers give up.
const SURE_SIZE: usize = 8;

/// How the worth of an eye space was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// By an entry of the database of shapes.
    Shape,
    /// By solving the local game.
    LocalGame,
    /// By solving it on the points of the board.
    Exact,
    /// By its size alone: it is too large to solve.
    Size,
}

/// The worth of an eye space with moves on the board.
#[derive(Clone, Debug)]
pub(super) struct Worth {
    pub(super) max: u8,
    pub(super) min: u8,
    pub(super) attack: Vec<Point>,
    pub(super) defence: Vec<Point>,
    pub(super) source: Source,
}

impl Worth {
    /// Of no points at all.
    pub(super) fn nothing() -> Self {
        Self {
            max: 0,
            min: 0,
            attack: Vec::new(),
            defence: Vec::new(),
            source: Source::Shape,
        }
    }

    /// Of so many proper points of which nothing else is known.
    pub(super) fn of_size(proper: usize) -> Self {
        let (max, min) = match proper {
            SURE_SIZE.. => (2, 2),
            4.. => (2, 1),
            1.. => (1, 1),
            0 => (0, 0),
        };
        Self {
            max,
            min,
            source: Source::Size,
            ..Self::nothing()
        }
    }

    /// Of two parts together: who moves first gets his way in the one where it matters more.
    pub(super) fn and(self, other: Self) -> Self {
        let (gain, other_gain) = (self.max - self.min, other.max - other.min);
        let (better, worse) = if gain >= other_gain {
            (&self, &other)
        } else {
            (&other, &self)
        };
        let min = (better.min + worse.min + u8::from(gain.min(other_gain) > 0)).min(2);
        let max = (better.max + worse.min).clamp(min, 2);
        let matters = max > min;
        Self {
            max,
            min,
            attack: better.attack.iter().copied().filter(|_| matters).collect(),
            defence: better.defence.iter().copied().filter(|_| matters).collect(),
            source: if better.max > 0 { better.source } else { worse.source },
        }
    }
}

/// The value of a graph with its source.
pub(super) struct Found {
    pub(super) value: LocalValue,
    pub(super) source: Source,
}

/// The built-in shapes, made ready when they are first asked for.
fn table() -> &'static Database {
    static TABLE: OnceLock<Database> = OnceLock::new();
    TABLE.get_or_init(|| Database::decode(BUILT_IN).expect("the build writes tables that can be read"))
}

/// Looks a connected graph up, and solves it where there is no entry.
pub(super) fn value(graph: &EyeGraph) -> Found {
    if let Some(found) = table().find_eye(graph) {
        let mut keys = 0;
        for (index, cell) in found.cells.iter().enumerate() {
            keys |= u16::from(cell.is_key()) << index;
        }
        return Found {
            value: LocalValue {
                max: found.shape.max,
                min: found.shape.min,
                attack: keys,
                defence: keys,
            },
            source: Source::Shape,
        };
    }
    if let Some(value) = LocalGame::new(graph, LOCAL_NODES).solve() {
        return Found {
            value,
            source: Source::LocalGame,
        };
    }
    let proper = graph.points().iter().filter(|&&p| p == EyePoint::Proper).count();
    let size = Worth::of_size(proper);
    Found {
        value: LocalValue {
            max: size.max,
            min: size.min,
            attack: 0,
            defence: 0,
        },
        source: Source::Size,
    }
}
