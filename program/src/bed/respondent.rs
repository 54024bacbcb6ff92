// SPDX-License-Identifier: MIT OR Apache-2.0

//! Who answers questions: the reader in this process, or a program that speaks GTP.

use std::path::Path;
use std::time::Duration;

use katachi::reading::{Reader, Reading, Verdict};
use katachi_arena::regress::{Lost, Program, Respondent as _};
use katachi_rules::{Board, Color, Move, Point, PointSet};
use thiserror::Error;

use super::kind::Kind;
use super::position::taker;

/// Nodes of a question as `katachi gtp` reads it.
pub const USUAL_NODES: u32 = 30_000;
/// Questions about groups get so many times these nodes, as over GTP.
const LIFE_NODES_FACTOR: u32 = 4;
/// An answer that is only likely.
const UNPROVEN: Reading = Reading {
    verdict: Verdict::Unknown,
    point: None,
};
/// The time that a program has for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Why a program gave no answer.
#[derive(Debug, Error)]
pub enum NoAnswer {
    /// It has to be started anew.
    #[error("the program was lost: {0}")]
    Lost(#[from] Lost),
    /// It refuses a command.
    #[error("the program refused '{command}': {why}")]
    Refused {
        /// What it was told.
        command: String,
        /// Its words.
        why: String,
    },
    /// Its answer is none of a reader.
    #[error("the program answered '{command}' with '{answer}', expected a code from 0 to 3 and a move")]
    Garbled {
        /// What it was asked.
        command: String,
        /// Its words.
        answer: String,
    },
    /// A command that cannot be split into words.
    #[error("cannot split '{0}' into words: a quote is not closed")]
    Words(String),
}

/// Work that was done so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Nodes of readings, as the respondent counts them; none if it does not.
    pub nodes: Option<u64>,
    /// CPU seconds, if they are known.
    pub cpu: Option<f64>,
}

/// Answers questions about positions.
pub trait Respondent {
    /// Can it be done?
    ///
    /// # Errors
    /// If there is no answer to be had.
    fn ask(&mut self, board: &Board, kind: Kind, stones: &[Point]) -> Result<Reading, NoAnswer>;

    /// Is the question one of a new position? What is remembered of others does not matter then.
    fn begin(&mut self) {}

    /// All work so far.
    fn effort(&mut self) -> Effort;

    /// Its name and version.
    ///
    /// # Errors
    /// If it cannot be asked.
    fn name(&mut self) -> Result<String, NoAnswer>;
}

/// The reader in this process, asked as over GTP. Each question is read anew.
#[derive(Debug)]
pub struct OwnReader {
    nodes: u32,
    read: u64,
}

impl OwnReader {
    /// A reader with so many nodes for a question.
    pub fn new(nodes: u32) -> Self {
        Self { nodes, read: 0 }
    }
}

impl Respondent for OwnReader {
    fn ask(&mut self, board: &Board, kind: Kind, stones: &[Point]) -> Result<Reading, NoAnswer> {
        let nodes = match kind {
            Kind::Kill | Kind::Live => self.nodes.saturating_mul(LIFE_NODES_FACTOR),
            _ => self.nodes,
        };
        let mut reader = Reader::new(board, nodes);
        let reading = match (kind, stones) {
            (Kind::Attack, &[stone]) => {
                reader.ask_again_if_unknown(Reader::BUDGETS_OF_STRING, |reader| reader.attack(stone))
            }
            (Kind::Defend, &[stone]) => {
                reader.ask_again_if_unknown(Reader::BUDGETS_OF_STRING, |reader| reader.defend(stone))
            }
            (Kind::Connect, &[a, b]) => {
                reader.ask_again_if_unknown(Reader::BUDGETS_OF_PAIR, |reader| reader.connect(a, b))
            }
            (Kind::Disconnect, &[a, b]) => {
                reader.ask_again_if_unknown(Reader::BUDGETS_OF_PAIR, |reader| reader.disconnect(a, b))
            }
            (Kind::Kill | Kind::Live, &[stone]) => {
                let group = reader.group_of(stone);
                let judgement = reader.judge(&group, kind == Kind::Live);
                if judgement.is_proven {
                    judgement.reading
                } else {
                    UNPROVEN
                }
            }
            _ => Reading::NO,
        };
        self.read += reader.counts().nodes;
        Ok(reading)
    }

    fn effort(&mut self) -> Effort {
        Effort {
            nodes: Some(self.read),
            cpu: katachi_arena::regress::thread_seconds(),
        }
    }

    fn name(&mut self) -> Result<String, NoAnswer> {
        Ok(format!(
            "Katachi {} with {} nodes",
            env!("CARGO_PKG_VERSION"),
            self.nodes
        ))
    }
}

/// A program that speaks GTP and knows the commands of regression suites. Its answers of code 0 count as a proved no: the protocol has
/// no other.
#[derive(Debug)]
pub struct GtpReader {
    command: String,
    program: Program,
    /// The position that it has.
    board: Option<Board>,
}

impl GtpReader {
    /// A program by its command. It is started when it is asked first.
    ///
    /// # Errors
    /// A command that cannot be split into words.
    pub fn new(command: &str) -> Result<Self, NoAnswer> {
        let words = shlex::split(command).ok_or_else(|| NoAnswer::Words(command.to_string()))?;
        Ok(Self {
            command: command.to_string(),
            program: Program::new(words, Path::new("."), PATIENCE),
            board: None,
        })
    }

    fn tell(&mut self, command: &str) -> Result<String, NoAnswer> {
        let answer = self.program.ask(command).inspect_err(|_| self.board = None)?;
        if answer.is_success {
            return Ok(answer.text);
        }
        self.board = None;
        Err(NoAnswer::Refused {
            command: command.to_string(),
            why: answer.text,
        })
    }

    /// Brings the program to the position, from the one that it has if only stones are missing.
    fn set_up(&mut self, board: &Board) -> Result<(), NoAnswer> {
        let known = self.board.take();
        let size = board.size();
        let (before, last) = match board.ko().and_then(|(ko, _)| Some((ko, taker(board, ko)?))) {
            Some((ko, taker)) => (before_ko(board, ko, taker), Some(taker)),
            None => (board.clone(), None),
        };
        let goes_on = |known: &Board| {
            let has = |p: Point| !known.cell(p).is_stone() || known.cell(p) == before.cell(p);
            known.size() == size && known.ko().is_none() && size.points().all(has)
        };
        let known = match known.filter(goes_on) {
            Some(known) => known,
            None => {
                self.tell(&format!("boardsize {}", size.width()))?;
                self.tell("clear_board")?;
                Board::new(size)
            }
        };
        let missing = size.points().filter(|&p| known.is_empty(p));
        for (point, color) in missing.filter_map(|p| Some((p, before.cell(p).color()?))) {
            self.play(board, color, point)?;
        }
        if let Some(taker) = last {
            let color = board.cell(taker).color().expect("a taker is a stone");
            self.play(board, color, taker)?;
        }
        self.board = Some(board.clone());
        Ok(())
    }

    fn play(&mut self, board: &Board, color: Color, point: Point) -> Result<(), NoAnswer> {
        let mv = board.size().show(Move::Play(point));
        self.tell(&format!("play {} {mv}", color.letter())).map(drop)
    }
}

/// The position before the ko was taken.
fn before_ko(board: &Board, ko: Point, taker: Point) -> Board {
    let mut before = board.clone();
    let loser = board.cell(taker).color().expect("a taker is a stone").opposite();
    before.clear_ko();
    before.remove_stones(&PointSet::from_iter([taker]));
    before
        .set_stones([(ko, loser)])
        .expect("the stone has the liberty where it was taken from");
    before
}

impl Respondent for GtpReader {
    fn ask(&mut self, board: &Board, kind: Kind, stones: &[Point]) -> Result<Reading, NoAnswer> {
        self.set_up(board)?;
        let size = board.size();
        let mut command = kind.command().to_string();
        for &stone in stones {
            command.push_str(&format!(" {}", size.vertex(stone)));
        }
        let text = self.tell(&command)?;
        let mut words = text.split_whitespace();
        let verdict = words.next().and_then(verdict_of_code);
        let reading = verdict.map(|verdict| Reading {
            verdict,
            point: words.next().and_then(|word| size.parse_vertex(word)),
        });
        reading.ok_or(NoAnswer::Garbled {
            command,
            answer: text,
        })
    }

    fn begin(&mut self) {
        self.board = None;
    }

    fn effort(&mut self) -> Effort {
        let nodes = self.program.ask("get_reading_node_counter").ok();
        Effort {
            nodes: nodes.and_then(|answer| answer.text.parse().ok()),
            cpu: self.program.cpu_seconds(),
        }
    }

    fn name(&mut self) -> Result<String, NoAnswer> {
        let (name, version) = (self.tell("name")?, self.tell("version")?);
        Ok(format!("{name} {version} ({})", self.command))
    }
}

fn verdict_of_code(code: &str) -> Option<Verdict> {
    Some(match code {
        "0" => Verdict::No,
        "1" => Verdict::Yes,
        "2" => Verdict::KoAhead,
        "3" => Verdict::KoBehind,
        _ => return None,
    })
}
