// SPDX-License-Identifier: MIT OR Apache-2.0

//! Engines under test: that of this process, or a program, both asked over GTP.

use std::cmp::Reverse;
use std::path::Path;
use std::time::Duration;

use katachi_arena::regress::{Answer, GtpEngine, Lost, TestedEngine};
use katachi_engine::reading::{Race, Reading, Verdict};
use katachi_engine::{Engine, Settings};
use katachi_gtp::Session;
use katachi_rules::{Board, BoardSize, Cell, Color, Game, Move, Point, PointSet, Rules};
use thiserror::Error;

use super::eyes::{Worth, reading_of};
use super::kind::Kind;
use super::position::taker;
use super::space;

/// The time that a program has for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Why a program gave no answer.
#[derive(Debug, Error)]
pub enum NoAnswer {
    /// It has ended or hangs.
    #[error("the program was lost: {0}")]
    Lost(#[from] Lost),
    /// It refuses a command.
    #[error("the program refused '{command}': {why}")]
    Refused {
        /// The command.
        command: String,
        /// The reply.
        why: String,
    },
    /// It gives a malformed answer.
    #[error(
        "the program answered '{command}' with '{answer}', expected a code from 0 to 3, of a race two of them, and a move, or numbers of eyes"
    )]
    Garbled {
        /// The command.
        command: String,
        /// The reply.
        answer: String,
    },
    /// A command that cannot be split into words.
    #[error("cannot split '{0}' into words: a quote is not closed")]
    Words(String),
}

/// Work done so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Nodes of readings, by the count of the engine, if it counts.
    pub nodes: Option<u64>,
    /// CPU seconds, if they are known.
    pub cpu: Option<f64>,
}

/// An engine that answers questions about positions.
pub trait EngineUnderTest {
    /// Asks whether it can be done.
    ///
    /// # Errors
    /// If there is no answer to be had.
    fn ask(&mut self, board: &Board, kind: Kind, stones: &[Point]) -> Result<Reading, NoAnswer>;

    /// Does it see an eye space there? `stones` are those of a question about one.
    ///
    /// # Errors
    /// If there is no answer to be had.
    fn sees_eye_space(&mut self, board: &Board, stones: &[Point]) -> Result<bool, NoAnswer>;

    /// Forgets the answers about earlier positions.
    fn begin(&mut self) {}

    /// All work so far.
    fn effort(&mut self) -> Effort;

    /// Its name and version.
    ///
    /// # Errors
    /// If it cannot be asked.
    fn name(&mut self) -> Result<String, NoAnswer>;
}

/// A point of each part of an eye space by which it is asked about: the point that is named, if it is still
/// empty, or an empty one with nothing but the part and stones of its owner around it, if there is one.
fn points_of_parts(board: &Board, stones: &[Point]) -> Vec<Point> {
    let (wall, named) = (stones[0], stones[1]);
    let Some(owner) = board.cell(wall).color() else {
        return Vec::new();
    };
    let parts = space::parts(board, owner, &stones[1..].iter().copied().collect());
    let point_of = |part: &PointSet| {
        let is_inside = |p: Point| {
            let holds = |n: Point| part.contains(n) || board.cell(n) == Cell::Off || board.cell(n).is(owner);
            p.neighbours().into_iter().all(holds)
        };
        part.iter().max_by_key(|&p| {
            let is_empty = board.is_empty(p);
            (
                is_empty && p == named,
                is_empty && is_inside(p),
                is_empty,
                Reverse(p),
            )
        })
    };
    parts.iter().filter_map(point_of).collect()
}

/// Have both boards the same stones and the same ko?
fn is_same(known: &Board, board: &Board) -> bool {
    let size = board.size();
    known.size() == size && known.ko() == board.ko() && size.points().all(|p| known.cell(p) == board.cell(p))
}

/// A part of a race: can the group be saved, or can the other one be captured? If the one takes a ko and the
/// other does not, it is not told which of them the move is for, and how to save the group is unknown.
fn part_of_race(kind: Kind, race: Race) -> Reading {
    let verdict = match kind {
        Kind::Capture => race.killed,
        _ if race.killed.is_ko() && !race.saved.is_ko() => Verdict::Unknown,
        _ => race.saved,
    };
    Reading {
        verdict,
        point: race.point.filter(|_| verdict.is_possible()),
    }
}

/// The engine of this process. A panic ends this program.
struct Own(Session);

impl TestedEngine for Own {
    fn ask(&mut self, command: &str) -> Result<Answer, Lost> {
        let reply = self
            .0
            .answer(command)
            .ok_or_else(|| Lost("it gave no answer".to_owned()))?;
        let is_success = reply.outcome.is_ok();
        let text = reply.outcome.unwrap_or_else(|failure| failure.text);
        Ok(Answer { text, is_success })
    }

    fn is_running(&self) -> bool {
        true
    }

    fn cpu_seconds(&mut self) -> Option<f64> {
        katachi_arena::regress::thread_seconds()
    }
}

/// An engine that speaks GTP and knows the commands of regression suites. Its answers of code 0 count as a
/// proved no: the protocol has no other.
pub struct GtpReader {
    /// Its command, or its settings.
    command: String,
    program: Box<dyn TestedEngine>,
    /// The position that it has.
    board: Option<Board>,
    /// Questions about this position, and their answers: the parts of a race are one question, and those
    /// about an eye space.
    answered: Vec<(String, String)>,
}

impl GtpReader {
    /// A program by its command. It is started when it is asked first.
    ///
    /// # Errors
    /// A command that cannot be split into words.
    pub fn new(command: &str) -> Result<Self, NoAnswer> {
        let words = shlex::split(command).ok_or_else(|| NoAnswer::Words(command.to_string()))?;
        let program = GtpEngine::new(words, Path::new("."), PATIENCE);
        Ok(Self::asking(command.to_string(), Box::new(program)))
    }

    /// The engine of this process, with this number of nodes for a question, asked as users ask it.
    pub fn own(nodes: u32) -> Self {
        let game = Game::new(BoardSize::square(19), Rules::default(), 7.5);
        let mut session = Session::new(Engine::new(Settings::default()), game);
        session.set_question_nodes(nodes);
        Self::asking(format!("{nodes} nodes"), Box::new(Own(session)))
    }

    fn asking(command: String, program: Box<dyn TestedEngine>) -> Self {
        Self {
            command,
            program,
            board: None,
            answered: Vec::new(),
        }
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

    /// The answer to a question about a position; it is asked once.
    fn ask_once(&mut self, board: &Board, command: &str) -> Result<String, NoAnswer> {
        if !self.board.as_ref().is_some_and(|known| is_same(known, board)) {
            self.answered.clear();
        }
        if let Some((_, text)) = self.answered.iter().find(|(asked, _)| asked == command) {
            return Ok(text.clone());
        }
        self.set_up(board)?;
        let text = self.tell(command)?;
        self.answered.push((command.to_string(), text.clone()));
        Ok(text)
    }

    /// Asks for the eye space of a point. Where there is none, GNU Go says so and others refuse the question.
    fn worth(&mut self, board: &Board, point: Point) -> Result<Worth, NoAnswer> {
        let size = board.size();
        let command = format!("{} {}", Kind::Eye.command(), size.vertex(point));
        let text = match self.ask_once(board, &command) {
            Err(NoAnswer::Refused { why, .. }) if why.contains("eye space") => return Ok(Worth::Nothing),
            reply => reply?,
        };
        Worth::parse(&text, size).ok_or(NoAnswer::Garbled {
            command,
            answer: text,
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

impl EngineUnderTest for GtpReader {
    fn ask(&mut self, board: &Board, kind: Kind, stones: &[Point]) -> Result<Reading, NoAnswer> {
        if kind.is_of_eyes() {
            let points = points_of_parts(board, stones).into_iter();
            let worths = points
                .map(|p| self.worth(board, p))
                .collect::<Result<Vec<_>, _>>()?;
            return Ok(reading_of(kind, &worths));
        }
        let size = board.size();
        let mut names: Vec<String> = stones.iter().map(|&s| size.vertex(s).to_string()).collect();
        if kind == Kind::Capture {
            names.reverse();
        }
        let command = format!("{} {}", kind.command(), names.join(" "));
        let text = self.ask_once(board, &command)?;
        parse_reading(kind, size, &text).ok_or(NoAnswer::Garbled {
            command,
            answer: text,
        })
    }

    fn sees_eye_space(&mut self, board: &Board, stones: &[Point]) -> Result<bool, NoAnswer> {
        Ok(self.worth(board, stones[1])? != Worth::Nothing)
    }

    fn begin(&mut self) {
        self.board = None;
        self.answered.clear();
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

/// `1 C3`, or of a race `1 0 C3`.
fn parse_reading(kind: Kind, size: BoardSize, text: &str) -> Option<Reading> {
    let mut words = text.split_whitespace();
    let verdict = verdict_of_code(words.next()?)?;
    if !kind.is_of_both_colors() {
        let point = words.next().and_then(|word| size.parse_vertex(word));
        return Some(Reading { verdict, point });
    }
    let race = Race {
        saved: verdict,
        killed: verdict_of_code(words.next()?)?,
        point: words.next().and_then(|word| size.parse_vertex(word)),
    };
    Some(part_of_race(kind, race))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(kind: Kind, text: &str) -> Option<(Verdict, Option<String>)> {
        let size = BoardSize::square(9);
        let reading = parse_reading(kind, size, text)?;
        Some((reading.verdict, reading.point.map(|p| size.vertex(p).to_string())))
    }

    #[test]
    fn the_answer_about_a_race_has_two_parts() {
        let point = || Some("C3".to_string());
        assert_eq!(parse(Kind::Attack, "1 C3"), Some((Verdict::Yes, point())));
        assert_eq!(parse(Kind::Save, "1 0 C3"), Some((Verdict::Yes, point())));
        assert_eq!(parse(Kind::Capture, "1 0 C3"), Some((Verdict::No, None)));
        assert_eq!(parse(Kind::Capture, "1 1 PASS"), Some((Verdict::Yes, None)));
        assert_eq!(
            parse(Kind::Save, "1 2 C3"),
            Some((Verdict::Unknown, None)),
            "the move may be that of the ko"
        );
        assert_eq!(parse(Kind::Capture, "1"), None);
        assert_eq!(parse(Kind::Attack, "maybe"), None);
    }

    #[test]
    fn both_parts_of_a_race_are_read_once() {
        let board = Board::from_diagram(
            ". X . O . . .
             X X O O . . .
             O O O . . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .",
        );
        let [black, white] = ["B7", "D7"].map(|name| board.size().parse_vertex(name).unwrap());
        let mut reader = GtpReader::own(10_000);
        let saved = reader.ask(&board, Kind::Save, &[black, white]).unwrap();
        let read = reader.effort().nodes;
        let killed = reader.ask(&board, Kind::Capture, &[white, black]).unwrap();
        assert_eq!(reader.effort().nodes, read);
        assert_eq!((saved.verdict, killed.verdict), (Verdict::No, Verdict::No));
        let other_side = reader.ask(&board, Kind::Capture, &[black, white]).unwrap();
        assert_eq!(other_side.verdict, Verdict::Yes);
    }
}
