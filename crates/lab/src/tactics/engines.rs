// SPDX-License-Identifier: MIT OR Apache-2.0

//! Engines under test: the reader in this process, or a GTP program.

use std::cmp::Reverse;
use std::path::Path;
use std::time::Duration;

use katachi_arena::regress::{GtpEngine, Lost, TestedEngine as _};
use katachi_engine::analysis::eye::Source;
use katachi_engine::analysis::{Analysis, Dragons, Effort as Work, Worms};
use katachi_engine::knowledge::Knowledge;
use katachi_engine::reading::{Class, Race, Reader, Reading, Verdict};
use katachi_rules::{Board, BoardSize, Cell, Color, Move, Point, PointSet};
use thiserror::Error;

use super::eyes::{Eyes, Worth, reading_of};
use super::kind::Kind;
use super::position::taker;
use super::space;

/// An answer that is only likely.
const UNPROVEN: Reading = Reading {
    verdict: Verdict::Unknown,
    point: None,
};
/// Factor of the nodes for a question about a group.
const BUDGETS_OF_GROUP: u32 = 4;
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

/// Worths of the eye spaces at some points.
type Worths = Vec<(Point, Worth)>;

/// The reader in this process, asked as over GTP. Each question is read anew.
#[derive(Debug)]
pub struct OwnReader {
    nodes: u32,
    read: u64,
    /// The last race that was read: its parts are asked one after the other.
    race: Option<(Board, [Point; 2], Race)>,
    /// The last position with eye spaces that were read, its analysis, and what the spaces at some points are
    /// worth.
    eyes: Option<(Board, Analysis, Worths)>,
}

impl OwnReader {
    /// A reader with this number of nodes for a question.
    pub fn new(nodes: u32) -> Self {
        Self {
            nodes,
            read: 0,
            race: None,
            eyes: None,
        }
    }
}

impl OwnReader {
    /// The race of two groups, the side of the first to move.
    fn race(&mut self, board: &Board, own: Point, other: Point) -> Race {
        if let Some((known, stones, race)) = &self.race
            && *stones == [own, other]
            && is_same(known, board)
        {
            return *race;
        }
        let mut reader = Reader::new(board, self.nodes);
        let race = reader.life().race_with_groups([own, other], |reader| {
            [dragon(reader, own), dragon(reader, other)]
        });
        self.read += reader.counts().nodes;
        self.race = Some((board.clone(), [own, other], race));
        race
    }
}

impl OwnReader {
    /// Worth of the eye space of a point by reading, as over GTP.
    fn worth(&mut self, board: &Board, point: Point) -> Worth {
        let mut reader = Reader::new(board, self.nodes);
        let (board, analysis, mut worths) = match self.eyes.take() {
            Some(eyes) if is_same(&eyes.0, board) => eyes,
            _ => {
                let work = Work {
                    playouts: 0,
                    ..Work::FULL
                };
                let analysis = Analysis::with_knowledge(board, work, &Knowledge::default(), &mut reader);
                reader.set_budget(self.nodes);
                (board.clone(), analysis, Vec::new())
            }
        };
        let worth = match worths.iter().find(|(at, _)| *at == point) {
            Some((_, worth)) => *worth,
            None => {
                let worth = worth_read(&analysis, &mut reader, point);
                worths.push((point, worth));
                worth
            }
        };
        self.read += reader.counts().nodes;
        self.eyes = Some((board, analysis, worths));
        worth
    }
}

/// Unknown if it was not decided by reading.
fn worth_read(analysis: &Analysis, reader: &mut Reader, point: Point) -> Worth {
    let Some(space) = analysis.read_eye(reader, point) else {
        return Worth::Nothing;
    };
    match Eyes::new(space.min, space.max).filter(|_| space.source == Source::Reading) {
        Some(eyes) => Worth::Eyes {
            eyes,
            attack: space.attack.first().copied(),
            defense: space.defense.first().copied(),
        },
        None => Worth::Unknown,
    }
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

impl EngineUnderTest for OwnReader {
    fn ask(&mut self, board: &Board, kind: Kind, stones: &[Point]) -> Result<Reading, NoAnswer> {
        match (kind, stones) {
            (Kind::Save, &[own, other]) => return Ok(part_of_race(kind, self.race(board, own, other))),
            (Kind::Capture, &[own, other]) => return Ok(part_of_race(kind, self.race(board, other, own))),
            (Kind::TakeEyes(_) | Kind::MakeEyes(_), stones) => {
                let points = points_of_parts(board, stones).into_iter();
                let worths: Vec<Worth> = points.map(|p| self.worth(board, p)).collect();
                return Ok(reading_of(kind, &worths));
            }
            _ => {}
        }
        let mut reader = Reader::new(board, self.nodes);
        reader.set_class(Class::Normal);
        let reading = match (kind, stones) {
            (Kind::Attack, &[stone]) => reader.tactics().attack(stone),
            (Kind::Defend, &[stone]) => reader.tactics().defend(stone),
            (Kind::Connect, &[a, b]) => reader.connections().connect(a, b),
            (Kind::Disconnect, &[a, b]) => reader.connections().disconnect(a, b),
            (Kind::Kill | Kind::Live, &[stone]) => {
                let group = dragon(&mut reader, stone);
                let owner_moves = kind == Kind::Live;
                let nodes = self.nodes.saturating_mul(BUDGETS_OF_GROUP);
                let judge = |reader: &mut Reader| reader.life().judge(&group, owner_moves);
                let judgement = reader.with_budget(nodes, judge);
                if judgement.certainty.is_proved() {
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

    fn sees_eye_space(&mut self, board: &Board, stones: &[Point]) -> Result<bool, NoAnswer> {
        Ok(self.worth(board, stones[1]) != Worth::Nothing)
    }

    fn begin(&mut self) {
        self.race = None;
        self.eyes = None;
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

/// A program that speaks GTP and knows the commands of regression suites. Its answers of code 0 count as a
/// proved no: the protocol has no other.
#[derive(Debug)]
pub struct GtpReader {
    command: String,
    program: GtpEngine,
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
        Ok(Self {
            command: command.to_string(),
            program: GtpEngine::new(words, Path::new("."), PATIENCE),
            board: None,
            answered: Vec::new(),
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

/// The dragon of a stone, as an analysis with the settings of games finds it.
fn dragon(reader: &mut Reader, stone: Point) -> PointSet {
    let board = reader.board().clone();
    let dragons = reader.with_budget(Work::FULL.reading_nodes, |reader| {
        let worms = Worms::new(&board, reader);
        Dragons::joined(&board, &worms, &Knowledge::default(), reader)
    });
    dragons.get(stone).map(|dragon| dragon.stones).unwrap_or_default()
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
        let mut reader = OwnReader::new(10_000);
        let saved = reader.ask(&board, Kind::Save, &[black, white]).unwrap();
        let read = reader.read;
        let killed = reader.ask(&board, Kind::Capture, &[white, black]).unwrap();
        assert_eq!(reader.read, read);
        assert_eq!((saved.verdict, killed.verdict), (Verdict::No, Verdict::No));
        let other_side = reader.ask(&board, Kind::Capture, &[black, white]).unwrap();
        assert_eq!(other_side.verdict, Verdict::Yes);
        assert!(reader.read >= read);
    }
}
