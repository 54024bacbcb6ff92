// SPDX-License-Identifier: MIT OR Apache-2.0

//! A GTP player that only captures: the opponent by which the weakest level is measured.
//!
//! It captures as many stones as it can. If it can capture nothing, it takes a liberty of the opponent's
//! string with the fewest liberties, at random among equal ones. It fills no eye of its own, does not save
//! its own stones, and passes if it has no move. With the word `waiting` it plays at random until it can
//! capture, which is far weaker.
//!
//! ```sh
//! cargo build --release -p katachi-arena --example capture_player
//! katachi match "katachi gtp --level 1 --seed {seed}" "target/release/examples/capture_player {seed}" -s 9
//! katachi match "katachi gtp --level 1 --seed {seed}" "target/release/examples/capture_player {seed} waiting" -s 9
//! ```

use std::io;

use katachi_gtp_protocol::{
    Arguments, Failure, Outlet, Request, Responder, Stream, color, mv, number, serve,
};
use katachi_rules::{BoardSize, Color, Game, Move, Rules};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

const COMMANDS: &str =
    "protocol_version\nname\nversion\nlist_commands\nquit\nboardsize\nclear_board\nkomi\nplay\ngenmove";

struct CapturePlayer {
    /// Plays at random until it can capture.
    is_waiting: bool,
    game: Game,
    random: ChaCha8Rng,
    has_quit: bool,
}

impl CapturePlayer {
    fn new(seed: u64, is_waiting: bool) -> Self {
        Self {
            is_waiting,
            game: Game::new(BoardSize::square(19), Rules::CHINESE, 7.5),
            random: ChaCha8Rng::seed_from_u64(seed),
            has_quit: false,
        }
    }

    /// Returns the move that captures the most stones, or one that takes a liberty of the string with the
    /// fewest; at random among equal ones.
    fn choose(&mut self, color: Color) -> Move {
        let board = self.game.board();
        let fills_no_eye = |mv: &Move| mv.point().is_some_and(|point| !board.is_eye(color, point));
        let moves: Vec<Move> = self.game.legal_moves(color).filter(fills_no_eye).collect();
        let values: Vec<u32> = moves.iter().map(|mv| self.value(color, *mv)).collect();
        let most = values.iter().max();
        let best: Vec<Move> = (moves.iter().zip(&values))
            .filter(|(_, value)| Some(*value) == most)
            .map(|(mv, _)| *mv)
            .collect();
        let drawn = (u64::from(self.random.next_u32()) * best.len() as u64) >> 32;
        best.get(drawn as usize).copied().unwrap_or(Move::Pass)
    }

    /// Returns the value of a move: captured stones, then few liberties of a neighbouring string.
    fn value(&self, color: Color, mv: Move) -> u32 {
        let (board, area) = (self.game.board(), self.game.size().area() as u32);
        let Some(point) = mv.point() else { return 0 };
        let captured = board.clone().play(color, point).removed() as u32;
        let beside = board.strings_beside(point, color.opposite());
        let fewest = beside.iter().map(|&stone| board.liberties(stone)).min();
        match (captured, fewest) {
            (1.., _) => area + captured,
            (0, Some(fewest)) if !self.is_waiting => area - fewest,
            _ => 0,
        }
    }

    fn restart(&mut self, size: BoardSize) {
        self.game = Game::new(size, Rules::CHINESE, self.game.komi());
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), Failure> {
        self.game
            .play(color, mv)
            .map_err(|why| Failure::illegal(color, &self.game.size().show(mv), why))
    }
}

impl Responder for CapturePlayer {
    fn respond(&mut self, request: &Request, _: &mut dyn Stream) -> Result<String, Failure> {
        let arguments = Arguments::new(&request.arguments);
        let nothing = Ok(String::new());
        match request.name.as_str() {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("Capture player".to_owned()),
            "version" => Ok("1".to_owned()),
            "list_commands" => Ok(COMMANDS.to_owned()),
            "quit" => {
                self.has_quit = true;
                nothing
            }
            "boardsize" => {
                let [side] = arguments.exactly()?;
                let size = BoardSize::new(number(side)?, number(side)?);
                self.restart(size.ok_or_else(|| Failure::new("unacceptable size"))?);
                nothing
            }
            "clear_board" => {
                self.restart(self.game.size());
                nothing
            }
            "komi" => {
                let [points] = arguments.exactly()?;
                self.game.set_komi(number(points)?);
                nothing
            }
            "play" => {
                let [who, vertex] = arguments.exactly()?;
                let who = color(who)?;
                self.play(who, mv(self.game.size(), who, vertex)?)?;
                nothing
            }
            "genmove" => {
                let [who] = arguments.exactly()?;
                let who = color(who)?;
                let chosen = self.choose(who);
                self.play(who, chosen)?;
                Ok(self.game.size().show(chosen).to_string())
            }
            _ => Err(Failure::new("unknown command")),
        }
    }

    fn has_quit(&self) -> bool {
        self.has_quit
    }
}

fn main() -> io::Result<()> {
    let seed = std::env::args().nth(1).and_then(|word| word.parse().ok());
    let is_waiting = std::env::args().nth(2).is_some_and(|word| word == "waiting");
    let mut player = CapturePlayer::new(seed.unwrap_or(1), is_waiting);
    serve(
        &mut player,
        io::BufReader::new(io::stdin()),
        Outlet::to_reader(io::stdout().lock())?,
        io::stderr().lock(),
    )
}
