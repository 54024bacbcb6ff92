// SPDX-License-Identifier: MIT OR Apache-2.0

//! A program that speaks the line protocol, as a GTP engine.
//!
//! Such a program plays one colour from the first move of a game on 19x19. `clear_board` restarts it. Other
//! requests of a controller are refused with the reason.

use std::io;
use std::time::Duration;

use anyhow::Result;
use katachi_gtp_protocol::{self as protocol, Arguments, Failure, Request};
use katachi_gtp_protocol::{Outlet, Responder, Stream, serve};
use katachi_line_program::{LineProgram, NoLine, quote};
use katachi_rules::{Color, Game, Move, Rules};

use super::protocol::{Garbage, KOMI, Message, SIZE};

/// Time from one look at a silent program to the next: it may think as long as it likes.
const PATIENCE: Duration = Duration::from_secs(3600);

const COMMANDS: [&str; 13] = [
    "protocol_version",
    "name",
    "version",
    "list_commands",
    "known_command",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "time_settings",
    "time_left",
    "quit",
];

/// Lets the program of a command, which speaks the line protocol, answer GTP on standard input and output.
pub(super) fn usenix_to_gtp(words: &[String]) -> Result<()> {
    let mut front = Front::new(words);
    // A program that cannot be started is an error before a controller waits for it.
    front.player = Some(LinePlayer::start(words, Color::Black)?);
    front.player = None;
    let input = io::BufReader::new(io::stdin());
    let output = Outlet::to_reader(io::stdout().lock())?;
    serve(&mut front, input, output, io::stderr())?;
    Ok(())
}

/// The GTP side: the game by the controller's commands.
struct Front {
    words: Vec<String>,
    game: Game,
    player: Option<LinePlayer>,
    has_quit: bool,
}

struct LinePlayer {
    program: LineProgram,
    own: Color,
    has_heard_byo_romi: bool,
}

impl LinePlayer {
    fn start(words: &[String], own: Color) -> Result<Self> {
        let command = shlex::try_join(words.iter().map(String::as_str))?;
        Ok(Self {
            program: LineProgram::start(&command)?,
            own,
            has_heard_byo_romi: false,
        })
    }

    fn hear(&mut self) -> Result<Move, Failure> {
        let mut garbage = Garbage::default();
        loop {
            let line = match self.program.receive(PATIENCE) {
                Err(NoLine::Silent) => continue,
                line => line.map_err(|why| Failure::new(format!("the program {why}")))?,
            };
            match Message::parse(line.as_bytes()) {
                Some(Message::Play(mv)) => return Ok(mv),
                Some(Message::Outside) => {
                    let text = quote(&line);
                    let why = format!("the program played {text}, which is off the board");
                    return Err(Failure::new(why));
                }
                _ => {}
            }
            if garbage.add(line.as_bytes()) {
                return Err(Failure::new("the program floods its output"));
            }
        }
    }
}

impl Front {
    fn new(words: &[String]) -> Self {
        Self {
            words: words.to_vec(),
            game: Game::new(SIZE, Rules::JAPANESE, KOMI),
            player: None,
            has_quit: false,
        }
    }

    fn obey(&mut self, name: &str, arguments: Arguments<'_>) -> Result<String, Failure> {
        match name {
            "protocol_version" => Ok("2".to_string()),
            "name" => Ok(self.words.join(" ")),
            "version" => Ok(String::new()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "known_command" => Ok(COMMANDS.contains(&arguments.text().trim()).to_string()),
            "boardsize" if arguments.words().all(|word| word == "19") => Ok(String::new()),
            "boardsize" => Err(Failure::new("unacceptable size").because("the line protocol is for 19x19")),
            // The program has its own komi and time.
            "komi" | "time_settings" => Ok(String::new()),
            "time_left" => self.time_left(arguments),
            "clear_board" => {
                self.player = None;
                self.game = Game::new(SIZE, Rules::JAPANESE, KOMI);
                Ok(String::new())
            }
            "play" => self.play(arguments),
            "genmove" => self.genmove(arguments),
            "quit" => {
                self.has_quit = true;
                self.player = None;
                Ok(String::new())
            }
            _ => Err(Failure::new("unknown command")),
        }
    }

    /// Overtime is byo-romi.
    fn time_left(&mut self, arguments: Arguments<'_>) -> Result<String, Failure> {
        let [color, _, stones] = arguments.exactly()?;
        let color = protocol::color(color)?;
        if let Some(player) = self.player.as_mut().filter(|player| player.own == color)
            && stones != "0"
            && !player.has_heard_byo_romi
        {
            player.has_heard_byo_romi = true;
            player.program.send("byo-romi");
        }
        Ok(String::new())
    }

    fn play(&mut self, arguments: Arguments<'_>) -> Result<String, Failure> {
        let [color, vertex] = arguments.exactly()?;
        let color = protocol::color(color)?;
        let mv = protocol::mv(SIZE, color, vertex)?;
        if self.player.as_ref().is_some_and(|player| player.own == color) {
            let why = format!("the program makes the moves of {color} itself");
            return Err(Failure::new(why));
        }
        self.in_turn(color)?;
        self.game
            .play(color, mv)
            .map_err(|why| Failure::illegal(color, vertex, why))?;
        if let Some(player) = &self.player {
            player.program.send(&SIZE.show(mv));
        }
        Ok(String::new())
    }

    fn genmove(&mut self, arguments: Arguments<'_>) -> Result<String, Failure> {
        let [color] = arguments.exactly()?;
        let color = protocol::color(color)?;
        self.in_turn(color)?;
        if self.player.is_none() {
            self.start(color)?;
        }
        let player = self.player.as_mut().expect("started just now");
        if player.own != color {
            let why = format!("the program plays {} in this game", player.own);
            return Err(Failure::new(why));
        }
        let mv = player.hear()?;
        let text = SIZE.show(mv);
        self.game
            .play(color, mv)
            .map_err(|why| Failure::new(format!("the program played {text}, which is illegal ({why})")))?;
        Ok(text)
    }

    /// Starts the program and tells it the moves so far.
    fn start(&mut self, own: Color) -> Result<(), Failure> {
        if self.game.moves().any(|(color, _)| color == own) {
            let reason = "the line protocol has no word for a position";
            return Err(Failure::new("the program can only play from the beginning").because(reason));
        }
        let player =
            LinePlayer::start(&self.words, own).map_err(|error| Failure::new(format!("{error:#}")))?;
        player
            .program
            .send(if own == Color::Black { "black" } else { "white" });
        for (_, mv) in self.game.moves() {
            player.program.send(&SIZE.show(mv));
        }
        self.player = Some(player);
        Ok(())
    }

    /// The line protocol does not say who moves: the sides take turns.
    fn in_turn(&self, color: Color) -> Result<(), Failure> {
        let why = "in the line protocol the sides take turns, Black first";
        (color == self.game.to_move())
            .then_some(())
            .ok_or_else(|| Failure::new(why))
    }
}

impl Responder for Front {
    fn respond(&mut self, request: &Request, _: &mut dyn Stream) -> Result<String, Failure> {
        self.obey(&request.name, Arguments::new(&request.arguments))
    }

    fn has_quit(&self) -> bool {
        self.has_quit
    }
}
