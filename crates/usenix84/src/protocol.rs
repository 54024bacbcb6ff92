// SPDX-License-Identifier: MIT OR Apache-2.0

//! The line protocol of the Usenix computer Go tournament of 1984.
//!
//! A program is told `black` or `white` in its first line, then the moves of the other side as they are made:
//! `G7`, with capitals and no column I, or `pass`; and once, when its main time is used up, `byo-romi`. It
//! writes its own moves in the same form, one a line. All other lines are garbage and ignored. The board is
//! 19x19, Black begins, and the game is over when both have passed. Source: P. Langston, "Usenix Computer Go
//! Tournament, Revised Rules", October 1984.
//!
//! [`serve`] holds the conversation for any [`Player`]: an engine in the same process, or a program that
//! speaks GTP.
//!
//! The referee speaks lines alone: a thread translates for a GTP program, and the process stays under the
//! referee's limits.

use std::io::{self, BufRead, Read as _, Write};
use std::time::Duration;

use katachi_rules::{BoardSize, COLUMNS, Color, Move, TimeSystem};
use serde::{Deserialize, Serialize};

use katachi_arena::options::parse_seconds;

/// The board of the tournament.
pub const SIZE: BoardSize = BoardSize::square(19);

/// Counter of lines that are no answer; it bounds the wait for one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Garbage {
    lines: usize,
    bytes: usize,
}

impl Garbage {
    /// Maximum number of ignored lines.
    pub const MAX_LINES: usize = 10_000;
    /// Maximum number of ignored bytes.
    pub const MAX_BYTES: usize = 1 << 20;

    /// Counts a line; returns true beyond the limits.
    pub fn add(&mut self, line: &[u8]) -> bool {
        self.lines += 1;
        self.bytes += line.len() + 1;
        self.lines > Self::MAX_LINES || self.bytes > Self::MAX_BYTES
    }
}

/// Komi of the tournament.
pub const KOMI: f32 = 5.5;

/// Maximum length of a line in bytes without its end. Meaningful lines are far shorter.
const MAX_LINE: u64 = 80;

/// The time of each program, in seconds of its CPU time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, clap::Args)]
pub struct Clocks {
    /// Seconds of CPU time for all moves
    #[arg(long, value_name = "SECONDS", default_value_t = Self::TOURNAMENT.main, value_parser = parse_seconds)]
    pub main: f64,
    /// Seconds of CPU time for each move after 'byo-romi'
    #[arg(long, value_name = "SECONDS", default_value_t = Self::TOURNAMENT.byo_romi, value_parser = parse_seconds)]
    pub byo_romi: f64,
}

impl Clocks {
    /// Sixty minutes, then ten seconds a move.
    pub const TOURNAMENT: Self = Self {
        main: 3600.0,
        byo_romi: 10.0,
    };

    /// Returns them as a time system: byo-romi is a period.
    pub(crate) fn system(self) -> TimeSystem {
        let [main, period] = [self.main, self.byo_romi].map(Duration::from_secs_f64);
        TimeSystem::Byoyomi {
            main,
            period,
            periods: 1,
        }
    }
}

/// A meaningful line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// The colour of the program that hears it.
    Begin(Color),
    /// A move.
    Play(Move),
    /// A move off the board, such as `A20`.
    Outside,
    /// The main time is used up.
    ByoRomi,
}

impl Message {
    /// Parses a line without its end. An additional blank makes it garbage. None for garbage.
    ///
    /// ```
    /// use katachi_usenix84::protocol::Message;
    /// assert_eq!(Message::parse(b"A20"), Some(Message::Outside));
    /// assert_eq!(Message::parse(b"q16"), None);
    /// ```
    pub fn parse(line: &[u8]) -> Option<Self> {
        match line {
            b"black" => return Some(Self::Begin(Color::Black)),
            b"white" => return Some(Self::Begin(Color::White)),
            b"pass" => return Some(Self::Play(Move::Pass)),
            b"byo-romi" => return Some(Self::ByoRomi),
            _ => {}
        }
        let (letter, digits) = line.split_first()?;
        let is_number = match digits {
            [] => false,
            [b'0', more @ ..] => more.is_empty(),
            digits => digits.iter().all(u8::is_ascii_digit),
        };
        if !COLUMNS.contains(letter) || !is_number {
            return None;
        }
        let point = std::str::from_utf8(line)
            .ok()
            .and_then(|text| SIZE.parse_vertex(text));
        Some(point.map_or(Self::Outside, |point| Self::Play(Move::Play(point))))
    }
}

/// A player of the tournament.
pub trait Player {
    /// Why the player cannot go on.
    type Error;

    /// Begins a game.
    ///
    /// # Errors
    /// The player cannot play.
    fn begin(&mut self, own: Color) -> Result<(), Self::Error>;

    /// Plays a move of the other side. Returns false if it is illegal; then it is ignored.
    ///
    /// # Errors
    /// The player cannot go on.
    fn hear(&mut self, mv: Move) -> Result<bool, Self::Error>;

    /// Byo-romi begins.
    fn byo_romi(&mut self);

    /// Chooses a move and plays it.
    ///
    /// # Errors
    /// The player cannot go on.
    fn choose(&mut self) -> Result<Move, Self::Error>;
}

/// Plays a game: reads lines until two passes in sequence or the end of the input, and hands its moves to
/// `say`. Garbage, early lines and illegal moves are ignored.
///
/// # Errors
/// Errors of the player, and of `say`.
pub fn serve<P: Player>(
    player: &mut P,
    lines: impl IntoIterator<Item = Vec<u8>>,
    mut say: impl FnMut(&str) -> Result<(), P::Error>,
) -> Result<(), P::Error> {
    let mut has_begun = false;
    let mut own_last = None;
    for line in lines {
        let heard = match Message::parse(&line) {
            Some(Message::Begin(own)) if !has_begun => {
                has_begun = true;
                player.begin(own)?;
                if own == Color::White {
                    continue;
                }
                None
            }
            Some(Message::Play(mv)) if has_begun && player.hear(mv)? => Some(mv),
            Some(Message::ByoRomi) if has_begun => {
                player.byo_romi();
                continue;
            }
            _ => continue,
        };
        if (heard, own_last) == (Some(Move::Pass), Some(Move::Pass)) {
            return Ok(());
        }
        let mv = player.choose()?;
        say(&SIZE.show(mv))?;
        if (heard, mv) == (Some(Move::Pass), Move::Pass) {
            return Ok(());
        }
        own_last = Some(mv);
    }
    Ok(())
}

/// Returns the lines of an input, one read at a time. Only the beginning of a long line is returned, which is
/// garbage. Text after the last end of a line is left out.
pub(crate) fn lines(mut input: impl BufRead) -> impl Iterator<Item = Vec<u8>> {
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).ok()?;
        if line.last() == Some(&b'\n') {
            line.pop();
        } else {
            input.skip_until(b'\n').ok()?;
            if (line.len() as u64) < MAX_LINE {
                return None;
            }
        }
        Some(line)
    })
}

/// Plays a game on two streams; each line is flushed.
///
/// # Errors
/// Errors of the player and of the output. An input that cannot be read has ended.
pub fn serve_streams<P: Player<Error: From<io::Error>>>(
    player: &mut P,
    input: impl BufRead,
    mut output: impl Write,
) -> Result<(), P::Error> {
    serve(player, lines(input), |line| {
        writeln!(output, "{line}").and_then(|()| output.flush())?;
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn move_of(line: &str) -> String {
        match Message::parse(line.as_bytes()) {
            Some(Message::Play(mv)) => SIZE.show(mv),
            Some(Message::Outside) => "outside".to_string(),
            Some(other) => format!("{other:?}"),
            None => "garbage".to_string(),
        }
    }

    #[test]
    fn moves_are_capital_letters_without_i_and_numbers() {
        for line in ["A1", "G7", "H19", "J1", "T19", "pass"] {
            assert_eq!(move_of(line), line);
        }
        for line in ["A0", "A20", "U1", "Z19", "G99999999999999999999"] {
            assert_eq!(move_of(line), "outside", "{line}");
        }
        for line in [
            "", "g7", "I5", "7G", "G", "7", "G07", "G 7", " G7", "G7 ", "G7\r", "G-7", "G7.", "GG7", "Pass",
            "PASS", "resign", "= G7", "\u{c4}1",
        ] {
            assert_eq!(move_of(line), "garbage", "{line:?}");
        }
        assert_eq!(Message::parse(b"\xff\x00"), None);
    }

    /// Answers every move with one of its own list, and takes A1 for impossible.
    struct Scripted {
        moves: Vec<&'static str>,
        log: Vec<String>,
    }

    impl Player for Scripted {
        type Error = io::Error;

        fn begin(&mut self, own: Color) -> io::Result<()> {
            self.log.push(own.to_string());
            Ok(())
        }

        fn hear(&mut self, mv: Move) -> io::Result<bool> {
            let text = SIZE.show(mv);
            let is_possible = text != "A1";
            self.log.push(text);
            Ok(is_possible)
        }

        fn byo_romi(&mut self) {
            self.log.push("byo-romi".to_string());
        }

        fn choose(&mut self) -> io::Result<Move> {
            Ok(SIZE.parse_move(self.moves.remove(0)).expect("a move"))
        }
    }

    /// Returns the output for that input, and the calls of the player.
    fn converse(input: &str, moves: &[&'static str]) -> (String, String) {
        let mut player = Scripted {
            moves: moves.to_vec(),
            log: Vec::new(),
        };
        let mut output = Vec::new();
        serve_streams(&mut player, input.as_bytes(), &mut output).unwrap();
        (String::from_utf8(output).unwrap(), player.log.join(" "))
    }

    #[test]
    fn black_begins_and_white_waits() {
        let (output, calls) = converse("black\nC3\nD4\n", &["Q16", "R16", "S16"]);
        assert_eq!(
            (output.as_str(), calls.as_str()),
            ("Q16\nR16\nS16\n", "Black C3 D4")
        );
        let (output, calls) = converse("white\nC3\n", &["Q16"]);
        assert_eq!((output.as_str(), calls.as_str()), ("Q16\n", "White C3"));
    }

    #[test]
    fn garbage_is_ignored() {
        let long = "x".repeat(1000);
        let input = format!("C3\nhello\nwhite\nblack\n{long}\n\nZ9\nA1\nbyo-romi\nC3\r\nC3\nD4");
        let (output, calls) = converse(&input, &["Q16"]);
        assert_eq!(
            (output.as_str(), calls.as_str()),
            ("Q16\n", "White A1 byo-romi C3")
        );
    }

    #[test]
    fn two_passes_in_sequence_end_the_game() {
        let moves = ["pass", "Q16", "pass", "never"];
        // Own pass, a move, a pass that is answered with a move, own pass, and theirs.
        let (output, _) = converse("black\nC3\nD4\npass\nE5\n", &moves);
        assert_eq!(output, "pass\nQ16\npass\n");
        let (output, calls) = converse("black\npass\nC3\n", &moves);
        assert_eq!((output.as_str(), calls.as_str()), ("pass\n", "Black pass"));
        assert_eq!(converse("white\npass\nC3\n", &moves).0, "pass\n");
    }
}
