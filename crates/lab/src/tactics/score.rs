// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers to questions with known answers.

use anyhow::Context as _;
use clap::ValueEnum;
use katachi_rules::Point;
use serde::{Deserialize, Serialize};

use super::cut;
use super::engines::{GtpReader, Judge as _, NoAnswer};
use super::exhaustive::solve;
use super::kind::{Given, Kind, Truth};
use super::question::Question;

/// Comparison of an answer with the truth. Unknown is wrong. Of the parts of a question the last outcome in
/// this order counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize, Deserialize)]
pub(crate) enum Outcome {
    Right,
    /// Yes where it is no.
    #[value(name = "wrong yes")]
    WrongYes,
    /// No where it is yes.
    #[value(name = "wrong no")]
    WrongNo,
    /// A ko where it is none, or none where it is one.
    Ko,
    /// No answer.
    Unknown,
}

impl Outcome {
    /// Compares an answer to a part of a question. Too many eyes are a wrong yes and too few a wrong no, also
    /// where the other side takes them.
    fn new(given: Option<Truth>, truth: Truth, is_taken: bool) -> Self {
        let Some(given) = given else {
            return Self::Unknown;
        };
        match given {
            given if given == truth => Self::Right,
            given if Truth::Ko == given || Truth::Ko == truth => Self::Ko,
            given if (given == Truth::Yes) != is_taken => Self::WrongYes,
            _ => Self::WrongNo,
        }
    }
}

/// An answer to a question.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answered {
    /// Answers to the parts of the question.
    pub(crate) given: Vec<Given>,
    /// How it compares with the truth.
    pub(crate) outcome: Outcome,
    /// Nodes of the answer, if they are known.
    nodes: Option<u64>,
    /// CPU seconds of the answer, if they are known.
    cpu: Option<f64>,
}

/// Asks a question. A lost program or a malformed answer counts as unknown.
///
/// # Errors
/// If the program refuses the question.
pub fn answer(engine: &mut GtpReader, question: &Question) -> anyhow::Result<Answered> {
    engine.begin();
    let before = engine.effort();
    let given = match engine.answers(&question.board, question.kind, &question.stones) {
        Err(NoAnswer::Lost(_) | NoAnswer::Garbled { .. }) => vec![Given::default(); question.truths.len()],
        given => given?,
    };
    let outcome = outcomes(question, &given).into_iter().max();
    let after = engine.effort();
    Ok(Answered {
        outcome: outcome.context("a question has an answer")?,
        given,
        nodes: after
            .0
            .zip(before.0)
            .map(|(after, before)| after.saturating_sub(before)),
        cpu: after.1.zip(before.1).map(|(after, before)| after - before),
    })
}

/// Compares the answers to the parts of a question.
fn outcomes(question: &Question, given: &[Given]) -> Vec<Outcome> {
    let parts = given.iter().zip(&question.truths).enumerate();
    let is_taken = |part| question.kind == Kind::Eye && part < 2;
    parts
        .map(|(part, (given, &truth))| Outcome::new(given.truth, truth, is_taken(part)))
        .collect()
}

/// Comparison with exhaustive search on small groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Questions that it answers.
    pub solved: usize,
    /// Of these, living groups that an answer without ko calls dead.
    pub called_dead: usize,
    /// Of these, dead groups that an answer without ko calls alive.
    pub called_alive: usize,
    /// Of these, questions with another truth in the file.
    pub false_truths: usize,
}

impl Checked {
    /// Compares a question and an answer to it with exhaustive search, if that has one.
    pub fn add(&mut self, question: &Question, answered: &Answered) {
        let Some(solved) = solve(&question.board, question.kind, &question.stones) else {
            return;
        };
        self.solved += 1;
        match (
            Outcome::new(answered.given[0].truth, solved.truth, false),
            question.kind,
        ) {
            (Outcome::WrongYes, Kind::Kill) | (Outcome::WrongNo, Kind::Live) => self.called_dead += 1,
            (Outcome::WrongYes | Outcome::WrongNo, _) => self.called_alive += 1,
            _ => {}
        }
        self.false_truths += usize::from(question.truths != [solved.truth]);
    }
}

/// Answers to questions, counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally(Vec<Answered>);

impl Tally {
    pub(crate) fn add(&mut self, answered: &Answered) {
        self.0.push(answered.clone());
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The head of the table of [`Tally::row`].
    pub(crate) fn head() -> String {
        let mut head = format!("{:24} {:>6} {:>14}", "", "asked", "right");
        for outcome in &Outcome::value_variants()[1..] {
            head.push_str(&format!(" {outcome:>9}"));
        }
        format!("{head} {:>12} {:>10}", "median nodes", "mean CPU")
    }

    /// A row: numbers of outcomes, the median of the nodes and the mean of the CPU time.
    pub(crate) fn row(&self, name: &str) -> String {
        let count = |outcome| {
            self.0
                .iter()
                .filter(|answered| answered.outcome == outcome)
                .count()
        };
        let (all, right) = (self.0.len(), count(Outcome::Right));
        let share = 100.0 * right as f64 / all.max(1) as f64;
        let mut row = format!("{name:24} {all:>6} {right:>6} {share:>5.1} %");
        for &outcome in &Outcome::value_variants()[1..] {
            row.push_str(&format!(" {:>9}", count(outcome)));
        }
        let mut nodes: Vec<u64> = self.0.iter().filter_map(|answered| answered.nodes).collect();
        nodes.sort_unstable();
        let median = nodes.get(nodes.len() / 2).map_or("-".to_string(), u64::to_string);
        let cpu: Vec<f64> = self.0.iter().filter_map(|answered| answered.cpu).collect();
        let mean = match cpu.len() {
            0 => "-".to_string(),
            known => format!("{:.1} ms", 1_000.0 * cpu.iter().sum::<f64>() / known as f64),
        };
        format!("{row} {median:>12} {mean:>10}")
    }
}

/// Cause of a wrong answer of the engine of this process, found by asking again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize, Deserialize)]
pub(crate) enum Cause {
    #[value(name = "budget: right with a hundredfold budget")]
    Budget,
    #[value(name = "budget: unknown with a hundredfold budget, too")]
    FarFromBudget,
    /// The truth or the answer is a ko.
    Ko,
    #[value(name = "candidate missing: sees that a known move works once it is played")]
    Candidate,
    #[value(name = "reply misjudged: still no after a known move that works")]
    Reply,
    #[value(name = "wrong no, no move that works is known")]
    NoMoveKnown,
    #[value(name = "refutation missing: still yes after its move")]
    Refutation,
    #[value(name = "not carried through: no or unknown after its own move")]
    Inconsistent,
    #[value(name = "wrong if the other side moves first")]
    FirstOther,
    #[value(name = "wrong if the owner moves first")]
    FirstOwner,
    #[value(name = "wrong whoever moves first")]
    Both,
}

crate::names::display_names!(Outcome, Cause);

impl Cause {
    fn of_eyes(question: &Question, answered: &Answered) -> Self {
        let is_right = |parts: std::ops::Range<usize>| {
            let mut pairs = answered.given[parts.clone()].iter().zip(&question.truths[parts]);
            pairs.all(|(given, &truth)| given.truth == Some(truth))
        };
        match (answered.outcome, is_right(0..2), is_right(2..4)) {
            (Outcome::Unknown, ..) => Self::FarFromBudget,
            (_, false, true) => Self::FirstOther,
            (_, true, false) => Self::FirstOwner,
            _ => Self::Both,
        }
    }

    /// Looks for it by asking again. Takes up to a hundred times the nodes of the question.
    pub(crate) fn new(question: &Question, answered: &Answered, nodes: u32) -> anyhow::Result<Self> {
        let hundredfold = answer(&mut GtpReader::own(nodes.saturating_mul(100)), question)?;
        if hundredfold.outcome == Outcome::Right {
            return Ok(Self::Budget);
        }
        if question.kind == Kind::Eye {
            return Ok(Self::of_eyes(question, answered));
        }
        let outcomes = outcomes(question, &answered.given).into_iter();
        let mut parts = question
            .kind
            .parts(&question.stones)
            .into_iter()
            .zip(outcomes)
            .zip(&answered.given);
        let wrong = parts.find(|((_, outcome), _)| *outcome == answered.outcome);
        let (((kind, stones), _), given) = wrong.context("the outcome is that of a part")?;
        let after = |point: Point| answer_after(question, (kind, &stones), point, nodes);
        Ok(match answered.outcome {
            Outcome::Right | Outcome::Unknown => Self::FarFromBudget,
            Outcome::Ko => Self::Ko,
            Outcome::WrongNo if question.moves.is_empty() => Self::NoMoveKnown,
            Outcome::WrongNo => {
                let answers: Result<Vec<_>, _> = question.moves.iter().map(|&point| after(point)).collect();
                match answers?.contains(&Some(Truth::Yes)) {
                    true => Self::Candidate,
                    false => Self::Reply,
                }
            }
            Outcome::WrongYes => match given.point {
                Some(point) if after(point)? != Some(Truth::Yes) => Self::Inconsistent,
                _ => Self::Refutation,
            },
        })
    }
}

/// The answer to a part of a question after a first move. `None` if it is unknown, or the move is not legal.
fn answer_after(
    question: &Question,
    (kind, stones): (Kind, &[Point]),
    point: Point,
    nodes: u32,
) -> Result<Option<Truth>, NoAnswer> {
    let owner = question
        .board
        .cell(stones[0])
        .color()
        .expect("questions are about stones");
    let mover = kind.first(owner);
    let Some(board) = cut::after(&question.board, mover, point) else {
        return Ok(None);
    };
    if let Some(&gone) = stones.iter().find(|&&stone| !board.cell(stone).is_stone()) {
        let is_own = question.board.cell(gone).is(mover);
        return Ok(Some(Truth::from_success(!is_own)));
    }
    let reply = GtpReader::own(nodes).ask(&board, kind.counter(), stones)?;
    Ok(reply.truth.map(Truth::opposite))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_not_proved_is_wrong_whatever_the_truth_is() {
        for &truth in Truth::value_variants() {
            assert_eq!(Outcome::new(None, truth, false), Outcome::Unknown);
        }
        let outcome = |given, truth| Outcome::new(Some(given), truth, false);
        assert_eq!(outcome(Truth::Ko, Truth::Ko), Outcome::Right);
        assert_eq!(outcome(Truth::Ko, Truth::Yes), Outcome::Ko);
        assert_eq!(outcome(Truth::No, Truth::Ko), Outcome::Ko);
        assert_eq!(outcome(Truth::No, Truth::Yes), Outcome::WrongNo);
        assert_eq!(outcome(Truth::Yes, Truth::No), Outcome::WrongYes);
        assert_eq!(Outcome::new(Some(Truth::Yes), Truth::No, true), Outcome::WrongNo);
    }

    #[test]
    fn a_row_has_the_counts_of_all_outcomes() {
        let mut tally = Tally::default();
        for (index, &outcome) in Outcome::value_variants().iter().enumerate() {
            let answered = Answered {
                given: vec![Given::default()],
                outcome,
                nodes: Some(index as u64),
                cpu: None,
            };
            tally.add(&answered);
        }
        let row = tally.row("x");
        let words: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(words, ["x", "5", "1", "20.0", "%", "1", "1", "1", "1", "2", "-"]);
    }
}
