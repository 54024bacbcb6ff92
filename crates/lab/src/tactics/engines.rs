// SPDX-License-Identifier: MIT OR Apache-2.0

//! Engines under test: that of this process, or a program, both asked over GTP.

use std::path::Path;
use std::time::Duration;

use katachi_arena::regress::{Answer, GtpEngine, TestedEngine};
use katachi_engine::{Engine, Settings};
use katachi_gtp::Session;
use katachi_line_program::cpu::thread_seconds;
use katachi_line_program::split_words;
use katachi_rules::{Board, BoardSize, Game, Point, PointSet, Rules};
use thiserror::Error;

use super::kind::{Given, Kind, Truth, truths_of_eyes};
use super::position::taker;

const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Debug, Error)]
pub(super) enum NoAnswer {
    #[error("the program was lost: {0}")]
    Lost(String),
    #[error("the program refused '{command}': {why}")]
    Refused { command: String, why: String },
    #[error(
        "the program answered '{command}' with '{answer}', expected a code from 0 to 3, of a race two of them, and a move, or numbers of eyes"
    )]
    Garbled { command: String, answer: String },
}

pub(super) trait Judge {
    fn ask(&mut self, board: &Board, kind: Kind, stones: &[Point]) -> Result<Given, NoAnswer>;

    /// Begins with another question.
    fn begin(&mut self) {}
}

/// The engine of this process. A panic ends this program.
struct InProcess(Session);

impl TestedEngine for InProcess {
    fn ask(&mut self, command: &str) -> Result<Answer, String> {
        let reply = self.0.answer(command);
        let outcome = reply.ok_or("it gave no answer")?.outcome;
        let is_success = outcome.is_ok();
        let text = outcome.unwrap_or_else(|failure| failure.text);
        Ok(Answer { text, is_success })
    }

    fn cpu_seconds(&mut self) -> Option<f64> {
        thread_seconds()
    }
}

/// An engine that speaks GTP and knows the commands of regression suites. Its answers of code 0 count as a
/// proved no: the protocol has no other.
pub struct GtpReader {
    /// Its command, or its settings.
    command: String,
    program: Box<dyn TestedEngine>,
    board: Option<Board>,
}

impl GtpReader {
    /// A program by its command. It is started when it is asked first.
    pub(crate) fn new(command: &str) -> anyhow::Result<Self> {
        let program = GtpEngine::new(split_words(command)?, Path::new("."), PATIENCE);
        Ok(Self::asking(command.to_string(), Box::new(program)))
    }

    /// The engine of this process, with this number of nodes for a question, asked as users ask it.
    pub fn own(nodes: u32) -> Self {
        let game = Game::new(BoardSize::square(19), Rules::default(), 7.5);
        let mut session = Session::new(Engine::new(Settings::default()), game);
        session.player.question_nodes = nodes;
        Self::asking(format!("{nodes} nodes"), Box::new(InProcess(session)))
    }

    fn asking(command: String, program: Box<dyn TestedEngine>) -> Self {
        Self {
            command,
            program,
            board: None,
        }
    }

    fn tell(&mut self, command: &str) -> Result<String, NoAnswer> {
        let answer = self.program.ask(command).inspect_err(|_| self.board = None);
        let answer = answer.map_err(NoAnswer::Lost)?;
        if answer.is_success {
            return Ok(answer.text);
        }
        self.board = None;
        Err(NoAnswer::Refused {
            command: command.to_string(),
            why: answer.text,
        })
    }

    /// The answers to a question about a position, as `parse` reads them.
    fn answers_by(
        &mut self,
        board: &Board,
        command: String,
        parse: impl FnOnce(&str) -> Option<Vec<Given>>,
    ) -> Result<Vec<Given>, NoAnswer> {
        if self.board.as_ref() != Some(board) {
            self.set_up(board)?;
        }
        let answer = self.tell(&command)?;
        parse(&answer).ok_or(NoAnswer::Garbled { command, answer })
    }

    /// The answers to all parts of a question. Where there is no eye space, GNU Go says `-1` and others
    /// refuse the question.
    pub(super) fn answers(
        &mut self,
        board: &Board,
        kind: Kind,
        stones: &[Point],
    ) -> Result<Vec<Given>, NoAnswer> {
        let size = board.size();
        if kind != Kind::Eye {
            let parts = kind.parts(stones);
            let parse = |text: &str| {
                let given = |(part, _): &(Kind, _)| parse_answer(*part, kind, size, text);
                parts.iter().map(given).collect()
            };
            return self.answers_by(board, command(kind, size, stones), parse);
        }
        let answers = self.answers_by(board, command(kind, size, &stones[1..]), |text| {
            parse_eyes(size, text)
        });
        match answers {
            Err(NoAnswer::Refused { why, .. }) if why.contains("eye space") => {
                Ok(parse_eyes(size, "-1").unwrap_or_default())
            }
            answers => answers,
        }
    }

    pub(super) fn set_up(&mut self, board: &Board) -> Result<(), NoAnswer> {
        let size = board.size();
        let ko = board.ko().and_then(|(ko, _)| Some((ko, taker(board, ko)?)));
        let (before, last) = match ko {
            Some((ko, taker)) => (before_ko(board, ko, taker), Some(taker)),
            None => (board.clone(), None),
        };
        self.tell(&format!("boardsize {}", size.width()))?;
        self.tell("clear_board")?;
        let stones = size.points().filter(|&p| before.cell(p).is_stone());
        for point in stones.chain(last) {
            let color = board.cell(point).color().or(before.cell(point).color());
            let color = color.expect("a stone is played").letter();
            self.tell(&format!("play {color} {}", size.vertex(point)))?;
        }
        self.board = Some(board.clone());
        Ok(())
    }

    /// Nodes of readings so far, by the count of the engine, and CPU seconds, if they are known.
    pub(super) fn effort(&mut self) -> (Option<u64>, Option<f64>) {
        let nodes = self.program.ask("get_reading_node_counter").ok();
        let nodes = nodes.and_then(|answer| answer.text.parse().ok());
        (nodes, self.program.cpu_seconds())
    }

    pub(crate) fn name(&mut self) -> anyhow::Result<String> {
        let (name, version) = (self.tell("name")?, self.tell("version")?);
        Ok(format!("{name} {version} ({})", self.command))
    }
}

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

/// The command of a question. In a race the group to be saved comes first.
fn command(kind: Kind, size: BoardSize, stones: &[Point]) -> String {
    let mut names: Vec<String> = stones.iter().map(|&s| size.vertex(s).to_string()).collect();
    if kind == Kind::Capture {
        names.reverse();
    }
    format!("{} {}", kind.command(), names.join(" "))
}

impl Judge for GtpReader {
    fn ask(&mut self, board: &Board, kind: Kind, stones: &[Point]) -> Result<Given, NoAnswer> {
        Ok(self.answers(board, kind, stones)?[0])
    }

    fn begin(&mut self) {
        self.board = None;
    }
}

/// Parses `1 C3`, or `1 0 C3` for a race: whether the group can be saved, and whether the other one can be
/// captured. If the one takes a ko and the other does not, it is not told which of them the move is for. Then
/// the move that saves the group is unknown, and so is the answer, unless both parts are asked for at once.
fn parse_answer(kind: Kind, asked: Kind, size: BoardSize, text: &str) -> Option<Given> {
    let mut words = text.split_whitespace();
    let mut truth = Some(truth_of_code(words.next()?)?);
    let mut is_told = true;
    if kind.is_of_both_colors() {
        let killed = truth_of_code(words.next()?)?;
        is_told = kind == Kind::Capture || killed != Truth::Ko || truth == Some(Truth::Ko);
        truth = match kind {
            Kind::Capture => Some(killed),
            _ => truth.filter(|_| is_told || asked == Kind::Race),
        };
    }
    let point = words.next().and_then(|word| size.parse_vertex(word));
    let is_named = !kind.is_of_both_colors() || is_told && truth.is_some_and(|truth| truth > Truth::No);
    Some(Given {
        truth,
        point: point.filter(|_| is_named),
    })
}

/// `1 2 C3 C3`: eyes if the other side moves first, and if the owner does, with their moves.
fn parse_eyes(size: BoardSize, text: &str) -> Option<Vec<Given>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |n: usize| Some(words.get(n)?.parse::<u8>().ok()?.min(2));
    let (min, max) = match words.first() {
        Some(&"-1") => (0, 0),
        _ => (number(0)?, number(1)?),
    };
    let moves = [2, 2, 3, 3].map(|n| words.get(n).and_then(|word| size.parse_vertex(word)));
    let given = truths_of_eyes(min, max)?.into_iter().zip(moves);
    let given = given.map(|(truth, point)| Given {
        truth: Some(truth),
        point: point.filter(|_| min < max && truth == Truth::Yes),
    });
    Some(given.collect())
}

fn truth_of_code(code: &str) -> Option<Truth> {
    match code {
        "0" => Some(Truth::No),
        "1" => Some(Truth::Yes),
        "2" | "3" => Some(Truth::Ko),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactics::question::list_of;

    fn parse(kind: Kind, asked: Kind, text: &str) -> Option<(Option<Truth>, Option<String>)> {
        let size = BoardSize::square(9);
        let answer = parse_answer(kind, asked, size, text)?;
        Some((answer.truth, answer.point.map(|p| size.vertex(p).to_string())))
    }

    #[test]
    fn the_answer_about_a_race_has_two_parts() {
        let [yes, no] = [Truth::Yes, Truth::No].map(Some);
        for (kind, text, answer) in [
            (Kind::Attack, "1 C3", Some((yes, Some("C3")))),
            (Kind::Save, "1 0 C3", Some((yes, Some("C3")))),
            (Kind::Capture, "1 0 C3", Some((no, None))),
            (Kind::Capture, "1 1 PASS", Some((yes, None))),
            // The move may be that of the ko.
            (Kind::Save, "1 2 C3", Some((None, None))),
            (Kind::Capture, "1", None),
            (Kind::Attack, "maybe", None),
        ] {
            let answer = answer.map(|(truth, point)| (truth, point.map(str::to_string)));
            assert_eq!(parse(kind, kind, text), answer, "{kind} {text}");
        }
        assert_eq!(parse(Kind::Save, Kind::Race, "1 2 C3"), Some((yes, None)));
    }

    #[test]
    fn what_is_said_about_eyes_is_four_answers() {
        let size = BoardSize::square(9);
        let word = |given: &Given| {
            let point = given.point.map(|point| format!(" {}", size.vertex(point)));
            format!("{}{}", given.truth.unwrap(), point.unwrap_or_default())
        };
        let parse = |text| Some(list_of(parse_eyes(size, text)?.iter().map(word)));
        assert_eq!(parse("1 2 C3 D4").as_deref(), Some("no,yes C3,yes D4,yes D4"));
        assert_eq!(parse("-1").as_deref(), Some("yes,yes,no,no"));
        assert_eq!(parse("0 3"), parse("0 2"));
        assert_eq!(parse("2 1"), None);
        assert_eq!(parse("maybe"), None);
    }

    #[test]
    fn the_race_is_that_of_the_stones_in_their_order() {
        let board = crate::tactics::tests::board_of(7, ".X.O/XXOO/OOO");
        let [black, white] = ["B7", "D7"].map(|name| board.size().parse_vertex(name).unwrap());
        let mut reader = GtpReader::own(10_000);
        let mut truths = |stones: [Point; 2]| {
            let given = reader.answers(&board, Kind::Race, &stones).unwrap();
            given.iter().map(|given| given.truth).collect::<Vec<_>>()
        };
        assert_eq!(truths([black, white]), [Some(Truth::No); 2]);
        assert_eq!(truths([white, black])[1], Some(Truth::Yes));
    }
}
