// SPDX-License-Identifier: MIT OR Apache-2.0

//! The moves of a review, with their phases and judgements.

use katachi_rules::{BoardSize, Color, Move};
use katachi_view::Named;
use katachi_view::consequence::Consequence;
use serde::{Deserialize, Serialize};

use super::assessment::{Assessment, Considered};
use super::readings::GroupReading;
use super::settings::{ENDGAME, OPENING, SETTLED, SUSPECTED, UNUSUAL};
use super::value::{Counted, Loss, Value};
use super::weakness::Weakness;

katachi_view::worded! {
    /// The severity of a move, by its loss.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Severity {
        /// Its loss is not significant.
        #[default]
        Fine = "fine",
        /// It reaches [`INACCURACY`](super::INACCURACY).
        Inaccuracy = "inaccuracy",
        /// It reaches [`MISTAKE`](super::MISTAKE).
        Mistake = "mistake",
        /// It reaches [`BLUNDER`](super::BLUNDER).
        Blunder = "blunder",
    }
}

impl Severity {
    /// The severities of losing moves, the worst first.
    pub const LOSING: [Self; 3] = [Self::Blunder, Self::Mistake, Self::Inaccuracy];
}

katachi_view::worded! {
    /// A part of a game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Phase {
        /// The first moves.
        Opening = "opening",
        /// The moves between opening and endgame.
        Middle = "middle game",
        /// Most points are settled and stay settled.
        Endgame = "endgame",
    }
}

/// Returns the phase of each move, by its number and the assessments before the moves. The endgame begins
/// after the last position with too few settled points; a game that stops in a fight has none.
pub(crate) fn phases(size: BoardSize, first: usize, positions: &[Option<Assessment>]) -> Vec<Phase> {
    let opening = (OPENING * size.area() as f32) as usize;
    let is_open = |found: &Option<Assessment>| found.as_ref().is_some_and(|found| !is_settled(found, size));
    let last_open = positions.iter().rposition(is_open);
    let endgame = last_open.map_or(0, |last| last + 1);
    let phase = |i: usize| match first + i {
        _ if i >= endgame && first + i > opening => Phase::Endgame,
        number if number <= opening => Phase::Opening,
        _ => Phase::Middle,
    };
    (0..positions.len()).map(phase).collect()
}

fn is_settled(found: &Assessment, size: BoardSize) -> bool {
    let settled = size.points().filter(|&p| found.ownership[p].abs() >= SETTLED);
    settled.count() as f32 >= ENDGAME * size.area() as f32
}

/// A move of the game.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedMove {
    /// Its number, counted from 1.
    pub number: usize,
    /// The side.
    pub color: Color,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Named<Move>,
    /// What a player calls it: `a hane around D4`. Empty for a pass and without a name of its own.
    pub name: String,
    /// Whether the position after it is the next one of the record. Not where stones are set up.
    #[serde(skip)]
    pub is_followed: bool,
    /// The part of the game.
    pub phase: Phase,
    /// How bad it is; fine without a judgement.
    pub severity: Severity,
    /// It and its severity in words: `Move 37, Black C7: a mistake`.
    pub headline: String,
    /// What is said about it below its headline, in lines.
    pub comment: Vec<String>,
    /// The values before and after it, and its ranks, in sentences. Empty without a judgement.
    pub numbers: String,
    /// The judgement of the search. `None` for a side that is not reviewed, and where the game was over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
    /// What the strongest pattern that holds at it is for: the note of its author. `None` where the name of
    /// the move says as much.
    pub shape: Option<String>,
}

impl ReviewedMove {
    /// Returns whether the searches cannot tell if it is a mistake.
    pub fn is_doubtful(&self) -> bool {
        let chance = self.judgement.as_ref().map_or(0.0, |found| found.chance);
        self.severity == Severity::Fine && (SUSPECTED..1.0).contains(&chance)
    }

    /// Returns whether it is told as one that may be a mistake: nearly as likely as those that are called so.
    pub fn may_be_mistake(&self) -> bool {
        self.is_doubtful() && self.judgement.as_ref().is_some_and(|found| found.may_be_mistake)
    }

    /// Returns the usual moves in its place, most probable first, if it is a move of the opening that good
    /// players seldom make where others are common, by the move model: what joseki and shapes say where
    /// searches see no loss. Else nothing.
    pub fn usual(&self) -> Vec<Named<Move>> {
        let [unusual, usual] = UNUSUAL;
        let is_unusual = self.phase == Phase::Opening && self.severity == Severity::Fine;
        let found = self.judgement.as_ref();
        let found = found.filter(|found| is_unusual && found.prior < unusual);
        let candidates = found.into_iter().flat_map(|found| &found.candidates);
        let mut common: Vec<&Considered> = candidates.filter(|other| other.prior >= usual).collect();
        common.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        common.into_iter().map(|other| other.mv).collect()
    }

    /// Returns its significant loss.
    pub fn counted(&self) -> Counted {
        let found = self.judgement.as_ref();
        found.map_or(Counted::default(), |found| found.counted)
    }

    pub(crate) fn criticism(&self) -> Option<&Criticism> {
        self.judgement.as_ref()?.criticism.as_ref()
    }
}

/// The judgement of a move by the search. Values are Black's.
#[derive(Clone, Debug, Serialize)]
pub struct Judgement {
    /// The value before the move.
    pub before: Value,
    /// The value after it. `None` if the game was over.
    pub after: Option<Value>,
    /// The value after the best move, which may be the played move.
    pub after_best: Option<Value>,
    /// The loss. `None` if the game was over.
    pub loss: Option<Loss>,
    /// The significant loss.
    pub counted: Counted,
    /// The probability that it is a mistake, 0 to 1; 1 for all that a judge says.
    pub chance: f32,
    /// The best move.
    pub best: Named<Move>,
    /// The move's probability by the move-prediction model, 0 to 1.
    pub prior: f32,
    /// Its rank by that probability, 1 for the most probable.
    pub prior_rank: usize,
    /// Its rank by visits of the search, 1 for the first choice. `None` without a visit.
    pub rank: Option<usize>,
    /// Number of moves that the search visited.
    pub considered: usize,
    /// The moves with the most visits, best first.
    pub candidates: Vec<Considered>,
    /// Whether its chance is near the limit of mistakes.
    #[serde(skip)]
    pub may_be_mistake: bool,
    /// Whether the search before the move looked at it, or strong players would; all that a judge says.
    #[serde(skip)]
    pub was_looked_at: bool,
    /// Why a move is no mistake that a search takes for one, by reading: `White cannot kill the group at
    /// L14`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub denial: Option<String>,
    /// The criticism of a losing move.
    #[serde(flatten)]
    pub criticism: Option<Criticism>,
}

impl Judgement {
    /// Returns whether the move was the first choice of the search.
    pub fn is_first_choice(&self) -> bool {
        self.rank == Some(1)
    }
}

/// The criticism of a losing move, with better moves.
#[derive(Clone, Debug, Serialize)]
pub struct Criticism {
    /// Better moves, best first: at least one.
    pub better: Vec<BetterMove>,
    /// A continuation after the played move, from the other side's move on.
    pub answer: Named<Vec<Move>>,
    /// What the played move changes on the board beside the better one, the most costly first.
    pub consequences: Vec<Consequence>,
    /// What speaks against the played move, such as lost stones, in words after "The move".
    pub against: Vec<String>,
    /// The class of the mistake.
    pub weakness: Weakness,
    /// Readings that show what it changes, the most costly change first.
    pub readings: Vec<GroupReading>,
}

/// A better move than the played one.
#[derive(Clone, Debug, Serialize)]
pub struct BetterMove {
    /// The move, by its simulations in the search before the played move.
    #[serde(flatten)]
    pub considered: Considered,
    /// What a player calls it. Empty for a pass and without a name of its own.
    pub name: String,
    /// The value after it, if a search of its own found one.
    pub value: Option<Value>,
    /// A continuation, from the move on.
    pub variation: Named<Vec<Move>>,
    /// Why it is better, in words after "it", the strongest reason first.
    pub why: Vec<String>,
}

#[cfg(test)]
mod tests {
    use katachi_rules::BoardSize;

    use super::*;

    /// A move of the opening without a loss that the model gives `prior`, beside another that has `other`.
    fn opening_move(prior: f32, other: f32) -> ReviewedMove {
        let size = BoardSize::square(19);
        let at = |vertex| Named::new(size.parse_move(vertex).expect(vertex), size);
        let value = Value {
            win_rate: 0.5,
            win_rate_error: 0.0,
            lead: 0.0,
            lead_error: 0.0,
            visits: 100,
        };
        let candidate = |vertex, prior| Considered {
            mv: at(vertex),
            visits: 50,
            win_rate: 0.5,
            lead: 0.0,
            prior,
            variation: Vec::new(),
        };
        ReviewedMove {
            number: 5,
            color: Color::Black,
            mv: at("B2"),
            name: String::new(),
            is_followed: true,
            phase: Phase::Opening,
            severity: Severity::Fine,
            headline: String::new(),
            comment: Vec::new(),
            numbers: String::new(),
            judgement: Some(Judgement {
                before: value,
                after: Some(value),
                after_best: Some(value),
                loss: None,
                counted: Counted::default(),
                chance: 0.0,
                best: at("B2"),
                prior,
                prior_rank: 2,
                rank: Some(1),
                considered: 3,
                candidates: vec![
                    candidate("B2", prior),
                    candidate("D3", other / 2.0),
                    candidate("C5", other),
                ],
                may_be_mistake: false,
                was_looked_at: true,
                denial: None,
                criticism: None,
            }),
            shape: None,
        }
    }

    #[test]
    fn a_move_of_the_opening_that_good_players_seldom_make_has_the_usual_ones_beside_it() {
        let usual = |mv: &ReviewedMove| mv.usual().iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(usual(&opening_move(0.001, 0.5)), ["C5", "D3"]);
        assert_eq!(usual(&opening_move(0.001, 0.15)), ["C5"]);
        assert!(usual(&opening_move(0.02, 0.5)).is_empty(), "it is not seldom");
        assert!(
            usual(&opening_move(0.001, 0.05)).is_empty(),
            "no move is common there"
        );
        let later = ReviewedMove {
            phase: Phase::Middle,
            ..opening_move(0.001, 0.5)
        };
        assert!(usual(&later).is_empty(), "in fights all shapes occur");
    }
}
