// SPDX-License-Identifier: MIT OR Apache-2.0

//! The moves of a review, with their judgements.

use katachi::movegen::Reason;
use katachi_rules::{Color, Move};

use super::groups::GroupChange;
use super::phases::Phase;
use super::shapes::Shape;
use super::value::{Counted, Loss, Value};
use super::weakness::Weakness;

/// How bad a move was, by its loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It lost nothing that can be told from chance.
    #[default]
    Fine,
    /// It reaches [`INACCURACY`](super::INACCURACY).
    Inaccuracy,
    /// It reaches [`MISTAKE`](super::MISTAKE).
    Mistake,
    /// It reaches [`BLUNDER`](super::BLUNDER).
    Blunder,
}

impl Severity {
    /// Those that lose something, the worst first.
    pub const LOSING: [Self; 3] = [Self::Blunder, Self::Mistake, Self::Inaccuracy];

    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The same for several.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Fine => "fine moves",
            Self::Inaccuracy => "inaccuracies",
            Self::Mistake => "mistakes",
            Self::Blunder => "blunders",
        }
    }
}

/// A move of the game.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// Its number, counted from 1.
    pub number: usize,
    /// The side.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The part of the game.
    pub phase: Phase,
    /// What the search says of it; none for a side that is not reviewed, and where the game was over.
    pub judgement: Option<Judgement>,
    /// The patterns of the database that it follows, best first.
    pub shapes: Vec<Shape>,
    /// Groups whose status is another one after the move.
    pub changes: Vec<GroupChange>,
}

impl ReviewedMove {
    /// How bad it was; fine if it was not judged.
    pub fn severity(&self) -> Severity {
        self.judgement
            .as_ref()
            .map_or(Severity::Fine, |found| found.severity)
    }

    /// What it has lost, as far as that counts.
    pub fn counted(&self) -> Counted {
        self.judgement
            .as_ref()
            .map_or(Counted::default(), |found| found.counted)
    }
}

/// What the search says of a move.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The value before the move.
    pub before: Value,
    /// The value after it; none if the game was over then.
    pub after: Option<Value>,
    /// The value after the best move that was found; that after the played move if they are the same.
    pub after_best: Option<Value>,
    /// What was lost; none if the game was over.
    pub loss: Option<Loss>,
    /// What of it counts.
    pub counted: Counted,
    /// How bad that is.
    pub severity: Severity,
    /// The best move that was found.
    pub best: Move,
    /// The move's probability by the move-prediction model, 0 to 1.
    pub prior: f32,
    /// Its place among all moves by that, 1 for the most probable.
    pub prior_rank: usize,
    /// Its place by the visits of the search, 1 for the first choice; none if it was not visited.
    pub rank: Option<usize>,
    /// Moves that the search visited.
    pub considered: usize,
    /// Those that it visited most, best first.
    pub candidates: Vec<Candidate>,
    /// What is said of a losing move; none for others.
    pub criticism: Option<Criticism>,
}

impl Judgement {
    /// Was the move the first choice of the search?
    pub fn is_first_choice(&self) -> bool {
        self.rank == Some(1)
    }
}

/// A move that the search looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Simulations that began with it.
    pub visits: u32,
    /// Black's win rate by them.
    pub win_rate: f32,
    /// Black's lead in points by them.
    pub lead: f32,
    /// Its probability by the move-prediction model.
    pub prior: f32,
}

/// What was wrong with a move, and what was better.
#[derive(Clone, Debug)]
pub struct Criticism {
    /// Better moves, best first: at least one.
    pub better: Vec<BetterMove>,
    /// How the other side may go on after the played move, its move first.
    pub answer: Vec<Move>,
    /// What speaks against the played move by the classical choice, such as stones that it loses.
    pub against: Vec<Reason>,
    /// What kind of mistake it is.
    pub weakness: Weakness,
    /// The best pattern that proposes the best move, if the played move does not follow it.
    pub left_out: Option<Shape>,
}

/// A better move than the played one.
#[derive(Clone, Debug)]
pub struct BetterMove {
    /// The move.
    pub mv: Move,
    /// What the position is worth after it, if that was searched by itself.
    pub value: Option<Value>,
    /// Black's win rate by the simulations of the search before the move that began with it.
    pub win_rate: f32,
    /// Black's lead in points by them.
    pub lead: f32,
    /// Its probability by the move-prediction model.
    pub prior: f32,
    /// How both sides may go on, the move first.
    pub variation: Vec<Move>,
    /// The patterns that propose it, best first.
    pub shapes: Vec<Shape>,
    /// What else speaks for it by the classical choice: readings, the endgame search. What counts most comes first.
    pub reasons: Vec<Reason>,
}
