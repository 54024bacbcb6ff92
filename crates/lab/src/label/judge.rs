// SPDX-License-Identifier: MIT OR Apache-2.0

//! The judge: a program that answers questions about positions by KataGo's JSON analysis protocol.
//!
//! Questions and answers are lines. Any number of questions may be open; answers name theirs, and come in
//! any order. Every answer is checked before its use.

use std::fmt;
use std::time::{Duration, Instant};

use katachi_arena::{LineProgram, NoLine, quote};
use katachi_rules::{BoardSize, Color, Move};
use serde::Deserialize;
use serde_json::json;
use thiserror::Error;

use super::games::UnjudgedGame;
use crate::judged::JudgedPosition;

/// A program for `--judge`, in messages.
const WANTED: &str = "--judge takes a program that speaks KataGo's JSON analysis protocol, such as \
    'katago analysis -config FILE -model FILE'";

/// Smallest share of a move that is kept.
const MIN_SHARE: f32 = 0.004;

/// Maximum sum of the shares of a policy: an engine may round them.
const MAX_SUM: f32 = 1.005;

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question {
    /// Number of the game, from 0.
    pub game: usize,
    /// Moves before the position.
    pub turn: usize,
}

/// `position 5 of game 3`, both counted from 1.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position {} of game {}", self.turn + 1, self.game + 1)
    }
}

impl Question {
    fn id(self) -> String {
        format!("{}-{}", self.game, self.turn)
    }

    fn from_id(id: &str) -> Option<Self> {
        let (game, turn) = id.split_once('-')?;
        Some(Self {
            game: game.parse().ok()?,
            turn: turn.parse().ok()?,
        })
    }
}

/// The judge's answer about a position, not rounded.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Share of each point, in the order of [`BoardSize::points`], then of a pass. Those of illegal moves are
    /// negative.
    pub policy: Vec<f32>,
    /// Win rate of Black, 0 to 1.
    pub black_win_rate: f32,
    /// Lead of Black in points, komi included.
    pub black_lead: f32,
    /// Owner of each point, -1 White's to 1 Black's.
    pub ownership: Vec<f32>,
}

impl Answer {
    /// Returns the judgement as it is kept: moves with a share of 0.004 or more, the largest first.
    pub fn judged(&self, size: BoardSize) -> JudgedPosition {
        let moves = all_moves(size).zip(self.policy.iter().copied());
        let mut policy: Vec<(Move, f32)> = moves.filter(|&(_, share)| share >= MIN_SHARE).collect();
        policy.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        JudgedPosition {
            policy,
            black_win_rate: self.black_win_rate,
            black_lead: self.black_lead,
            ownership: self.ownership.clone(),
        }
    }
}

/// Returns the moves of a policy: all points, row by row from the top left, and a pass.
pub(super) fn all_moves(size: BoardSize) -> impl Iterator<Item = Move> {
    size.points().map(Move::Play).chain([Move::Pass])
}

/// Why the judge cannot be used.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// It cannot be started.
    #[error("{0:#}; {WANTED}")]
    Start(anyhow::Error),
    /// It has ended.
    #[error("the judge {0}; run its command in a shell to see more")]
    Lost(NoLine),
    /// It gives no answer in time.
    #[error(
        "the judge gave no answer within {} s; if it needs longer, raise --timeout or lower --queries", .0.as_secs_f64()
    )]
    Silent(Duration),
    /// A line is no answer.
    #[error("the judge wrote a line that is no JSON answer, '{0}'; {WANTED}")]
    Garbled(String),
    /// It refuses a question.
    #[error("the judge refused {position}: {message}; it may not know such a board, rules or komi")]
    Refused {
        /// The question, if the judge says it.
        position: String,
        /// Its message.
        message: String,
    },
    /// An answer is not usable.
    #[error("the judge's answer to {question} has {problem}; {WANTED}")]
    Unusable {
        /// The question.
        question: Question,
        /// The problem, as a noun phrase.
        problem: String,
    },
    /// An answer to no open question.
    #[error("the judge answered a question that is not open, with id '{0}'; {WANTED}")]
    Unasked(String),
}

/// The fields of a line of the judge. Others are skipped.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    id: Option<String>,
    error: Option<String>,
    warning: Option<String>,
    #[serde(default)]
    is_during_search: bool,
    policy: Option<Vec<f32>>,
    ownership: Option<Vec<f32>>,
    root_info: Option<RootInfo>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo {
    winrate: f32,
    score_lead: f32,
}

/// A running judge. Dropping it ends the program.
pub struct Judge {
    program: LineProgram,
    visits: u32,
    timeout: Duration,
}

impl Judge {
    /// Starts the program of a command. It has the timeout for each answer, and for its start with the first
    /// one.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &str, visits: u32, timeout: Duration) -> Result<Self, JudgeError> {
        Ok(Self {
            program: LineProgram::start(command).map_err(JudgeError::Start)?,
            visits,
            timeout,
        })
    }

    /// Asks about the position of a game after its first `question.turn` moves.
    pub fn ask(&self, question: Question, game: &UnjudgedGame) {
        let sides = [Color::Black, Color::White].into_iter().cycle();
        let moves = game.moves[..question.turn].iter().zip(sides);
        let moves: Vec<[String; 2]> = moves
            .map(|(&mv, side)| [side.letter().to_string(), game.size.show(mv)])
            .collect();
        let query = json!({
            "id": question.id(),
            "moves": moves,
            "rules": game.rules.to_string(),
            "komi": game.komi,
            "boardXSize": game.size.width(),
            "boardYSize": game.size.height(),
            "maxVisits": self.visits,
            "includePolicy": true,
            "includeOwnership": true,
            // Its configuration may prefer the side to move.
            "overrideSettings": { "reportAnalysisWinratesAs": "BLACK" },
        });
        self.program.send(&query.to_string());
    }

    /// Waits for the next answer; `size_of` knows the boards of open questions. Warnings and reports during a
    /// search are skipped.
    ///
    /// # Errors
    /// If there is none in time, or one that is not usable.
    pub fn answer(
        &mut self,
        size_of: impl Fn(Question) -> Option<BoardSize>,
    ) -> Result<(Question, Answer), JudgeError> {
        let deadline = Instant::now() + self.timeout;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            // Lines that are no answers may come without end.
            if left.is_zero() {
                return Err(JudgeError::Silent(self.timeout));
            }
            let text = self.program.receive(left).map_err(|why| match why {
                NoLine::Silent => JudgeError::Silent(self.timeout),
                lost => JudgeError::Lost(lost),
            })?;
            if text.trim().is_empty() {
                continue;
            }
            let line: Line = serde_json::from_str(&text).map_err(|_| JudgeError::Garbled(quote(&text)))?;
            if let Some(message) = &line.error {
                return Err(refused(&line, message));
            }
            if line.warning.is_some() || line.is_during_search {
                continue;
            }
            let id = line.id.clone().unwrap_or_default();
            let question = Question::from_id(&id);
            let open = question.and_then(|question| Some((question, size_of(question)?)));
            let (question, size) = open.ok_or_else(|| JudgeError::Unasked(quote(&id)))?;
            return match line.answer(size) {
                Ok(answer) => Ok((question, answer)),
                Err(problem) => Err(JudgeError::Unusable { question, problem }),
            };
        }
    }

    /// Ends the program: its input is closed, and it is killed if it runs on.
    pub fn close(self) {
        self.program.close();
    }
}

fn refused(line: &Line, message: &str) -> JudgeError {
    let question = line.id.as_deref().and_then(Question::from_id);
    JudgeError::Refused {
        position: question.map_or_else(|| "a question".to_owned(), |it| it.to_string()),
        message: quote(message),
    }
}

impl Line {
    /// Checks the answer about a position.
    ///
    /// # Errors
    /// The problem, as a noun phrase.
    fn answer(self, size: BoardSize) -> Result<Answer, String> {
        let area = size.area();
        let root = self.root_info.ok_or("no field rootInfo")?;
        let policy = numbers("policy", self.policy, area + 1)?;
        let sum: f32 = policy.iter().filter(|&&share| share > 0.0).sum();
        if sum > MAX_SUM {
            return Err(format!("a policy with a sum of {sum:.3}, more than 1"));
        }
        let ownership = numbers("ownership", self.ownership, area)?;
        if !(0.0..=1.0).contains(&root.winrate) {
            return Err(format!("a win rate of {}, expected 0 to 1", root.winrate));
        }
        if !root.score_lead.is_finite() {
            return Err("a lead that is not finite".to_owned());
        }
        Ok(Answer {
            policy,
            black_win_rate: root.winrate,
            black_lead: root.score_lead,
            ownership,
        })
    }
}

/// Checks a list of numbers from -1 to 1, with some room for rounding.
fn numbers(field: &str, values: Option<Vec<f32>>, count: usize) -> Result<Vec<f32>, String> {
    let values = values.ok_or_else(|| format!("no field {field}"))?;
    if values.len() != count {
        return Err(format!(
            "a field {field} of {} numbers, expected {count}",
            values.len()
        ));
    }
    match values.iter().find(|value| !(-1.001..=1.001).contains(*value)) {
        Some(value) => Err(format!("a field {field} with {value}, expected -1 to 1")),
        None => Ok(values),
    }
}
