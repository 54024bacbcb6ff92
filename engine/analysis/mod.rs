// SPDX-License-Identifier: MIT OR Apache-2.0

//! The analysis of a position: worms with their readings, eyes, dragons, influence and ownership.
//!
//! An [`Analysis`] depends on the position and the budgets alone. It is computed once and read by all later
//! stages. The standard form of the position is analysed (`orientation`), so that a symmetry of the board or
//! a swap of the colours changes nothing else in the results.
//!
//! Heuristic constants stand at the head of the module that uses them. Their comments give the range of
//! sensible values, and the source of the value: a paper, or `docs/experiments/analysis.md` (as
//! "experiments"). A value without a source is a guess. A change of a value changes the choices of the bench
//! (CONTRIBUTING.md). The worth of eye shapes is in `patterns/eyes.db`, which the example `eye_shapes` of
//! `katachi-lab` writes, and `patterns/conn.db` says which strings are connected.

pub mod dragon;
pub mod eye;
mod facts;
mod final_status;
pub mod influence;
mod orientation;
mod ownership;
mod question;
mod unconditional;
mod worm;

use katachi_rules::{Board, PointSet};

pub use dragon::{Dragon, Dragons, Grounds, Status};
pub(crate) use facts::Tactics;
pub use final_status::{FinalStatus, KnownLife, StoneStatus};
pub use influence::{Influence, MoyoGains};
pub use ownership::Ownership;
pub use question::{Aim, Outcome, Question};
pub(crate) use question::{StandardForm, first_stone};
pub use unconditional::{Unconditional, UnconditionalStatus};
pub(crate) use worm::is_ko_point;
pub use worm::{Worm, Worms};

use crate::knowledge::Knowledge;
use crate::reading::Reader;
use eye::Eyes;
pub(crate) use orientation::{MapBack, Orientation};

/// The work that an analysis may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes for one tactical reading.
    pub reading_nodes: u32,
    /// Uniform random playouts from which ownership is estimated.
    pub playouts: u32,
}

impl Effort {
    /// The effort of a game at the full level.
    pub const FULL: Self = Self {
        reading_nodes: 2_000,
        playouts: 100,
    };
}

/// The results of an analysis of a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Strings, with attack and defense.
    pub worms: Worms,
    /// Eye spaces of both sides.
    pub eyes: Eyes,
    /// Strings that live or die together.
    pub dragons: Dragons,
    /// Stones that are taken to be dead: captured by reading, or lost in nearly all playouts.
    pub dead: PointSet,
    /// Area, moyo and territory without the dead stones.
    pub influence: Influence,
    /// Ownership of the points by playouts.
    pub ownership: Ownership,
}

impl Analysis {
    /// Analyses a position with the built-in knowledge.
    pub fn new(board: &Board, effort: Effort) -> Self {
        let mut reader = Reader::new(board, effort.reading_nodes);
        Self::with_knowledge(board, effort, &Knowledge::default(), &mut reader)
    }

    /// Analyses a position with a reader whose cache may have answers from other positions. Afterwards the
    /// reader has the board of the position and the budget of the effort. For a person questions about
    /// strings and the life of groups get more nodes; others have limits of their own.
    pub fn with_knowledge(board: &Board, effort: Effort, knowledge: &Knowledge, reader: &mut Reader) -> Self {
        let orientation = Orientation::new(board);
        let form = orientation.board(board);
        reader.set_budget(effort.reading_nodes);
        let (worms, dragons) = Self::joined(&form, knowledge, reader);
        let captured = worms.dead_stones();
        let ownership = Ownership::estimate(&form, effort.playouts);
        let inhibited = dragons.connections.inhibited;
        let eyes = Eyes::new(reader, &worms, &captured, &inhibited, knowledge);
        let dragons = dragons.read(&form, &worms, &eyes, &ownership, reader);
        let mut dead_strings = captured;
        dead_strings.extend_with(&dragons.dead_stones());
        // Dead dragons leave eye space, too.
        let eyes = match dead_strings == captured {
            true => eyes,
            false => Eyes::new(reader, &worms, &dead_strings, &inhibited, knowledge),
        };
        reader.set_board(board);

        let worms = orientation.map_back(worms);
        let dragons = dragons.map_back(orientation, &worms);
        let dead = orientation.map_back(dead_strings);
        let influence = Influence::new(board, &dead);
        Self {
            dragons: dragons.completed(board, &influence),
            worms,
            eyes: orientation.map_back(eyes),
            dead,
            influence,
            ownership: orientation.map_back(ownership),
        }
    }

    /// The strings of a position in its standard form, and the dragons that they make, before these are read.
    /// Afterwards the reader has that position.
    pub(crate) fn joined(form: &Board, knowledge: &Knowledge, reader: &mut Reader) -> (Worms, Dragons) {
        reader.set_board(form);
        let worms = Worms::new(form, reader);
        let dragons = Dragons::joined(form, &worms, knowledge, reader);
        (worms, dragons)
    }
}
