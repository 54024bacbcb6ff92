// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers to questions with known answers.

use std::fmt;

use katachi_engine::reading::{Reading, Verdict};
use katachi_rules::Point;
use serde::{Deserialize, Serialize};

use super::engines::{EngineUnderTest, GtpReader, NoAnswer};
use super::exhaustive::solve;
use super::kind::Kind;
use super::question::Question;
use super::truth::Truth;

/// Comparison of an answer with the truth. Unknown is wrong. Of the parts of a question the last outcome in
/// this order counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Outcome {
    /// The truth.
    Right,
    /// Yes where it is no.
    WrongYes,
    /// No where it is yes.
    WrongNo,
    /// A ko where it is none, or none where it is one.
    Ko,
    /// The nodes ran out.
    Unknown,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Right,
        Self::WrongYes,
        Self::WrongNo,
        Self::Ko,
        Self::Unknown,
    ];

    /// Compares.
    pub fn new(verdict: Verdict, truth: Truth) -> Self {
        match (Truth::from_verdict(verdict), truth) {
            (None, _) => Self::Unknown,
            (Some(given), truth) if given == truth => Self::Right,
            (Some(Truth::Ko), _) | (_, Truth::Ko) => Self::Ko,
            (Some(Truth::Yes), _) => Self::WrongYes,
            (Some(Truth::No), _) => Self::WrongNo,
        }
    }
}

impl Outcome {
    /// Compares an answer to a part of a question. Too many eyes are a wrong yes and too few a wrong no, for
    /// both sides to move.
    pub fn of_part(kind: Kind, verdict: Verdict, truth: Truth) -> Self {
        match (Self::new(verdict, truth), kind) {
            (Self::WrongYes, Kind::TakeEyes(_)) => Self::WrongNo,
            (Self::WrongNo, Kind::TakeEyes(_)) => Self::WrongYes,
            (outcome, _) => outcome,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Right => "right",
            Self::WrongYes => "wrong yes",
            Self::WrongNo => "wrong no",
            Self::Ko => "ko",
            Self::Unknown => "unknown",
        })
    }
}

/// An answer to a question.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answered {
    /// Answers to the [parts](super::Kind::parts) of the question.
    #[serde(with = "super::readings_as_text")]
    pub readings: Vec<Reading>,
    /// How it compares with the truth.
    pub outcome: Outcome,
    /// Nodes of the answer, if they are known.
    pub nodes: Option<u64>,
    /// CPU seconds of the answer, if they are known.
    pub cpu: Option<f64>,
}

/// Asks a question. A lost program or a malformed answer counts as unknown.
///
/// # Errors
/// If the program refuses the question.
pub fn answer(engine: &mut dyn EngineUnderTest, question: &Question) -> Result<Answered, NoAnswer> {
    engine.begin();
    let before = engine.effort();
    let mut readings = Vec::new();
    let parts = question.kind.parts(&question.stones);
    for (kind, stones) in &parts {
        readings.push(match engine.ask(&question.board, *kind, stones) {
            Err(NoAnswer::Lost(_) | NoAnswer::Garbled { .. }) => Reading {
                verdict: Verdict::Unknown,
                point: None,
            },
            answered => answered?,
        });
    }
    let outcomes = parts
        .iter()
        .zip(&readings)
        .zip(&question.truths)
        .map(|(((kind, _), reading), &truth)| Outcome::of_part(*kind, reading.verdict, truth));
    let outcome = outcomes.max().expect("a question has an answer");
    let after = engine.effort();
    let nodes = after.nodes.zip(before.nodes);
    Ok(Answered {
        readings,
        outcome,
        nodes: nodes.map(|(after, before)| after.saturating_sub(before)),
        cpu: after.cpu.zip(before.cpu).map(|(after, before)| after - before),
    })
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
        let outcome = Outcome::new(answered.readings[0].verdict, solved.truth);
        self.solved += 1;
        match (outcome, question.kind) {
            (Outcome::WrongYes, Kind::Kill) | (Outcome::WrongNo, Kind::Live) => self.called_dead += 1,
            (Outcome::WrongYes | Outcome::WrongNo, _) => self.called_alive += 1,
            _ => {}
        }
        self.false_truths += usize::from(question.truths != [solved.truth]);
    }
}

/// Counts of outcomes, and work.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    counts: [usize; Outcome::ALL.len()],
    nodes: Vec<u64>,
    cpu: Vec<f64>,
}

impl Tally {
    /// Counts an answer.
    pub fn add(&mut self, answered: &Answered) {
        self.counts[answered.outcome as usize] += 1;
        self.nodes.extend(answered.nodes);
        self.cpu.extend(answered.cpu);
    }

    /// Questions that were asked.
    pub fn all(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Questions with that outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.counts[outcome as usize]
    }

    /// The head of the table of [`Tally::row`].
    pub fn head() -> String {
        let mut head = format!("{:24} {:>6} {:>14}", "", "asked", "right");
        for outcome in &Outcome::ALL[1..] {
            head.push_str(&format!(" {:>9}", outcome.to_string()));
        }
        format!("{head} {:>12} {:>10}", "median nodes", "mean CPU")
    }

    /// A row: numbers of outcomes, the median of the nodes and the mean of the CPU time.
    pub fn row(&self, name: &str) -> String {
        let all = self.all();
        let right = self.count(Outcome::Right);
        let share = 100.0 * right as f64 / all.max(1) as f64;
        let mut row = format!("{name:24} {all:>6} {right:>6} {share:>5.1} %");
        for &outcome in &Outcome::ALL[1..] {
            row.push_str(&format!(" {:>9}", self.count(outcome)));
        }
        let mut nodes = self.nodes.clone();
        nodes.sort_unstable();
        let median = nodes.get(nodes.len() / 2).map_or("-".to_string(), u64::to_string);
        let cpu = match self.cpu.len() {
            0 => "-".to_string(),
            known => format!("{:.1} ms", 1_000.0 * self.cpu.iter().sum::<f64>() / known as f64),
        };
        format!("{row} {median:>12} {cpu:>10}")
    }
}

/// Cause of a wrong answer of the engine of this process, found by asking again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Cause {
    /// Right with a hundredfold budget.
    Budget,
    /// Unknown with a hundredfold budget, too.
    FarFromBudget,
    /// The truth or the answer is a ko.
    Ko,
    /// No, but yes after a known winning move: the move is not tried.
    Candidate,
    /// No, and still no after each known winning move.
    Reply,
    /// No, and no winning move is known.
    NoMoveKnown,
    /// Yes, and it misses the refutation of its move.
    Refutation,
    /// Yes, but no or unknown after its own move.
    Inconsistent,
    /// The number of eyes is wrong only if the other side moves first.
    FirstOther,
    /// The number of eyes is wrong only if the owner moves first.
    FirstOwner,
    /// The number of eyes is wrong for both sides to move.
    Both,
}

impl Cause {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Budget,
        Self::FarFromBudget,
        Self::Ko,
        Self::Candidate,
        Self::Reply,
        Self::NoMoveKnown,
        Self::Refutation,
        Self::Inconsistent,
        Self::FirstOther,
        Self::FirstOwner,
        Self::Both,
    ];

    fn of_eyes(question: &Question, answered: &Answered) -> Self {
        if answered.outcome == Outcome::Unknown {
            return Self::FarFromBudget;
        }
        let given: Vec<Option<Truth>> = answered
            .readings
            .iter()
            .map(|r| Truth::from_verdict(r.verdict))
            .collect();
        let truths: Vec<Option<Truth>> = question.truths.iter().copied().map(Some).collect();
        match (given[..2] == truths[..2], given[2..] == truths[2..]) {
            (false, true) => Self::FirstOther,
            (true, false) => Self::FirstOwner,
            _ => Self::Both,
        }
    }

    /// Looks for it by asking again. Takes up to a hundred times the nodes of the question.
    ///
    /// # Errors
    /// If the engine refuses the question.
    pub fn new(question: &Question, answered: &Answered, nodes: u32) -> Result<Self, NoAnswer> {
        let hundredfold = answer(&mut GtpReader::own(nodes.saturating_mul(100)), question)?;
        if hundredfold.outcome == Outcome::Right {
            return Ok(Self::Budget);
        }
        if question.kind == Kind::Eye {
            return Ok(Self::of_eyes(question, answered));
        }
        let parts = question.kind.parts(&question.stones);
        let mut of_parts = parts
            .iter()
            .zip(&question.truths)
            .zip(&answered.readings)
            .map(|(((kind, stones), &truth), &reading)| (*kind, &stones[..], truth, reading));
        let wrong = of_parts.find(|&(kind, _, truth, reading)| {
            Outcome::of_part(kind, reading.verdict, truth) == answered.outcome
        });
        let (kind, stones, truth, reading) = wrong.expect("the outcome is that of a part");
        let mut reader = GtpReader::own(nodes);
        let mut after = |point| -> Result<Option<Truth>, NoAnswer> {
            let mut board = question.board.clone();
            let owner = board.cell(stones[0]).color().expect("questions are about stones");
            let mover = kind.first(owner);
            if !board.is_legal(mover, point) {
                return Ok(None);
            }
            let _ = board.play(mover, point);
            let is_gone = |&&stone: &&Point| !board.cell(stone).is_stone();
            if let Some(&gone) = stones.iter().find(is_gone) {
                let is_own = question.board.cell(gone).is(mover);
                return Ok(Some(if is_own { Truth::No } else { Truth::Yes }));
            }
            let reply = reader.ask(&board, kind.counter(), stones)?;
            Ok(Truth::from_verdict(reply.verdict.opposite()))
        };
        Ok(match answered.outcome {
            Outcome::Right | Outcome::Unknown => Self::FarFromBudget,
            Outcome::Ko => Self::Ko,
            Outcome::WrongNo => {
                let mut cause = if question.moves.is_empty() {
                    Self::NoMoveKnown
                } else {
                    Self::Reply
                };
                for &point in &question.moves {
                    if after(point)? == Some(truth) {
                        cause = Self::Candidate;
                    }
                }
                cause
            }
            Outcome::WrongYes => match reading.point {
                Some(point) if after(point)? != Some(Truth::Yes) => Self::Inconsistent,
                _ => Self::Refutation,
            },
        })
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Budget => "budget: right with a hundredfold budget",
            Self::FarFromBudget => "budget: unknown with a hundredfold budget, too",
            Self::Ko => "ko",
            Self::Candidate => "candidate missing: sees that a known move works once it is played",
            Self::Reply => "reply misjudged: still no after a known move that works",
            Self::NoMoveKnown => "wrong no, no move that works is known",
            Self::Refutation => "refutation missing: still yes after its move",
            Self::FirstOther => "wrong if the other side moves first",
            Self::FirstOwner => "wrong if the owner moves first",
            Self::Both => "wrong whoever moves first",
            Self::Inconsistent => "not carried through: no or unknown after its own move",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_not_proved_is_wrong_whatever_the_truth_is() {
        for truth in Truth::ALL {
            assert_eq!(Outcome::new(Verdict::Unknown, truth), Outcome::Unknown);
        }
        assert_eq!(Outcome::new(Verdict::KoBehind, Truth::Ko), Outcome::Right);
        assert_eq!(Outcome::new(Verdict::KoAhead, Truth::Yes), Outcome::Ko);
        assert_eq!(Outcome::new(Verdict::No, Truth::Ko), Outcome::Ko);
        assert_eq!(Outcome::new(Verdict::No, Truth::Yes), Outcome::WrongNo);
        assert_eq!(Outcome::new(Verdict::Yes, Truth::No), Outcome::WrongYes);
    }

    #[test]
    fn a_row_has_the_counts_of_all_outcomes() {
        let mut tally = Tally::default();
        for (index, &outcome) in Outcome::ALL.iter().enumerate() {
            let answered = Answered {
                readings: vec![Reading::NO],
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
