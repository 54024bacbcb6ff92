//! Proposals and the choice among them.
//!
//! Three generators propose moves: the patterns of the database, the tactics of strings that can be both
//! captured and saved, and groups whose life hangs on who moves first. All value in the same unit:
//! 5 units are about one point of the final score. The proposals are looked at once more (`choice`), and then tried out
//! beside all other moves (`trial`).

#[cfg(test)]
mod alone;
mod choice;
mod facts;
mod helpers;
mod judged;
mod life;
mod patterns;
mod reason;
mod tactics;
mod trial;

use katachi_rules::{Color, Game, Move, Point};
use mkpat::Database;

pub use helpers::names as helper_names;
pub use judged::{Judged, Question, Refusal};
pub(crate) use patterns::at as patterns_at;
pub use reason::{PatternValue, Reason, Wind};

use crate::analysis::Analysis;
use crate::matcher::Matcher;

/// A move with its value and all that speaks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// Where.
    pub point: Point,
    /// The highest value among its reasons, less what the move would lose elsewhere.
    pub value: i32,
    /// Best first.
    pub reasons: Vec<Reason>,
}

impl Proposal {
    /// Does it decide over a group by reading?
    fn is_read(&self) -> bool {
        self.reasons.iter().any(|reason| matches!(reason, Reason::Life { .. }))
    }
}

/// A move and why it was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move: a pass if no proposal was worth a stone.
    pub mv: Move,
    /// Its value, 0 for a pass.
    pub value: i32,
    /// All that was considered, best first.
    pub proposals: Vec<Proposal>,
    /// Patterns whose constraint divides by zero somewhere in this position, each once. They were not matched there.
    pub divisions_by_zero: Vec<String>,
}

impl Choice {
    /// The chosen move. One that the rules forbid would be a fault of the engine; a game is not lost for that if
    /// another proposal, or a pass, will do.
    pub fn allowed(&self, game: &Game, color: Color) -> Move {
        let legal = |mv: &Move| game.is_legal(color, *mv);
        std::iter::once(self.mv)
            .chain(self.proposals.iter().map(|p| Move::Play(p.point)))
            .find(legal)
            .unwrap_or(Move::Pass)
    }
}

/// What the generators share.
pub(crate) struct Context<'a> {
    pub(crate) game: &'a Game,
    pub(crate) color: Color,
    pub(crate) database: &'a Database,
    pub(crate) matcher: &'a Matcher,
    /// Of the random variation.
    pub(crate) seed: u64,
    /// Evaluate patterns that cannot win, too.
    pub(crate) evaluate_all: bool,
}

/// How much is tried out.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'a> {
    /// Moves in all games in thought together (`trial`).
    pub(crate) moves_in_thought: u32,
    /// Only these points; all if there are none.
    pub(crate) among: &'a [Point],
}

/// Proposes moves and chooses one.
pub(crate) fn choose(context: &Context<'_>, analysis: &mut Analysis, limits: Limits<'_>) -> Choice {
    let choice = choose_with(context, analysis, limits, context.evaluate_all);
    match choice {
        Some(choice) => choice,
        // The best proposals were refused, and patterns that were passed over because of them may be
        // the best now.
        None => choose_with(context, analysis, limits, true).unwrap_or(Choice {
            mv: Move::Pass,
            value: 0,
            proposals: Vec::new(),
            divisions_by_zero: Vec::new(),
        }),
    }
}

/// None if only some patterns were evaluated and the best proposal was refused.
fn choose_with(
    context: &Context<'_>,
    analysis: &mut Analysis,
    limits: Limits<'_>,
    evaluate_all: bool,
) -> Option<Choice> {
    let mut proposals = Proposals::default();
    let patterns = patterns::propose(context, analysis, &mut proposals, evaluate_all);
    tactics::propose(context, analysis, &patterns.preferred, &mut proposals);
    tactics::propose_combinations(context, analysis, &mut proposals);
    life::propose(context, analysis, &mut proposals);
    let choice = choice::choose(context, analysis, proposals.into_sorted(), limits, evaluate_all)?;
    Some(Choice {
        divisions_by_zero: patterns.divisions_by_zero,
        ..choice
    })
}

/// Proposals under way, one for each point.
#[derive(Debug, Default)]
pub(crate) struct Proposals(Vec<Proposal>);

impl Proposals {
    /// Adds a reason to a point.
    pub(crate) fn add(&mut self, point: Point, reason: Reason) {
        let value = reason.value();
        match self.0.iter_mut().find(|p| p.point == point) {
            Some(proposal) => {
                proposal.value = proposal.value.max(value);
                proposal.reasons.push(reason);
            }
            None => self.0.push(Proposal {
                point,
                value,
                reasons: vec![reason],
            }),
        }
    }

    /// The highest value so far.
    pub(crate) fn best(&self) -> i32 {
        self.0.iter().map(|p| p.value).max().unwrap_or(0)
    }

    /// By falling value, then by place; reasons by falling value.
    fn into_sorted(mut self) -> Vec<Proposal> {
        for proposal in &mut self.0 {
            proposal.reasons.sort_by_key(|reason| -reason.value());
        }
        self.0.sort_by_key(|p| (-p.value, p.point));
        self.0
    }
}
