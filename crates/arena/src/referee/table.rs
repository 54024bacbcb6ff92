// SPDX-License-Identifier: MIT OR Apache-2.0

//! One game: who moves, what is allowed, and when it is over.

use std::io::Write;
use std::time::{Duration, Instant};

use katachi_rules::{ByColor, Color, End, Game, Move, Rules};

use super::record::Chronicle;
use super::seat::{Breach, Seat, UserTime};
use super::setting::Setting;
use crate::error::Result;
use crate::usenix::{KOMI, Message, SIZE};

/// How often the clocks are looked at. The operating system counts in steps of this length.
const TICK: Duration = Duration::from_millis(10);

/// How a game came to its end.
#[derive(Debug)]
pub(super) enum Ending {
    /// Both have passed: to be judged.
    Passes,
    /// A program has lost by its own doing.
    Forfeit(Color, Breach),
    /// The position came back for the third time: Japanese rules have no result then.
    Repetition,
    /// The most moves of a game were made.
    Endless(usize),
}

/// A game that is being played.
pub(super) struct Table<'a, 'o> {
    setting: &'a Setting,
    seats: ByColor<Seat>,
    pub(super) chronicle: Chronicle<'a>,
    started: Instant,
    out: &'o mut dyn Write,
}

impl<'a, 'o> Table<'a, 'o> {
    /// Starts both programs.
    pub(super) fn new(setting: &'a Setting, out: &'o mut dyn Write) -> Result<Self> {
        let seat = |color| Seat::take(setting, &setting.entrants[color], color);
        Ok(Self {
            setting,
            chronicle: Chronicle::new(setting, Game::new(SIZE, Rules::JAPANESE, KOMI)),
            started: Instant::now(),
            seats: ByColor {
                black: seat(Color::Black)?,
                white: seat(Color::White)?,
            },
            out,
        })
    }

    /// Plays to the end, writing the record after each move.
    ///
    /// # Errors
    /// The record or the report cannot be written. Nothing that the programs do is an error.
    pub(super) fn play(&mut self) -> Result<Ending> {
        self.chronicle.write()?;
        loop {
            let color = self.chronicle.game.to_move();
            let taken = match self.next_move(color)? {
                Ok(mv) => self.take_move(color, mv)?,
                Err(breach) => Err(breach),
            };
            if let Err(breach) = taken {
                return Ok(Ending::Forfeit(color, breach));
            }
            self.chronicle.write()?;
            let game = &self.chronicle.game;
            if game.consecutive_passes() >= 2 {
                return Ok(Ending::Passes);
            }
            if game.end() == Some(End::NoResult) {
                return Ok(Ending::Repetition);
            }
            if game.move_count() >= self.setting.max_moves {
                return Ok(Ending::Endless(game.move_count()));
            }
        }
    }

    /// Waits for the next move of that side, and watches the clocks.
    fn next_move(&mut self, color: Color) -> Result<Result<Move, Breach>> {
        self.seats[color].give_turn();
        let mut active = (self.seats[color].look(), Instant::now());
        loop {
            let heard = self.seats[color].listen(TICK);
            self.announce()?;
            let seat = &mut self.seats[color];
            let (user, limit) = (seat.look(), seat.clock.limit());
            if user > limit {
                let allowed = self.setting.clocks.byo_romi;
                let used = user - limit + allowed;
                return Ok(Err(Breach::Time { used, allowed }));
            }
            match heard {
                Ok(Some(Message::Play(mv))) => return Ok(Ok(mv)),
                Ok(_) => {}
                Err(breach) => return Ok(Err(breach)),
            }
            if user > active.0 {
                active = (user, Instant::now());
            }
            if active.1.elapsed() > Duration::from_secs_f64(self.setting.idle) {
                return Ok(Err(seat.idle(self.setting.idle)));
            }
            if self.started.elapsed() > Duration::from_secs_f64(self.setting.game_time) {
                return Ok(Err(Breach::GameTime(self.setting.game_time)));
            }
        }
    }

    /// Tells those whose main time has run out.
    fn announce(&mut self) -> Result<()> {
        for color in Color::BOTH {
            let seat = &mut self.seats[color];
            let user = seat.look();
            if seat.clock.announces(user) {
                seat.tell("byo-romi");
                let note = format!(
                    "{color} is told byo-romi: {user:.2} s of its {} s are used up.",
                    self.setting.clocks.main
                );
                self.say(&note)?;
                self.chronicle.note(note);
            }
        }
        Ok(())
    }

    /// Plays a move on the board, tells the other side, and books its time.
    fn take_move(&mut self, color: Color, mv: Move) -> Result<Result<(), Breach>> {
        let text = SIZE.show(mv);
        if let Err(why) = self.chronicle.game.play(color, mv) {
            return Ok(Err(Breach::Illegal { text, why }));
        }
        self.seats[color.opposite()].relay(mv);
        let seat = &mut self.seats[color];
        let total = seat.look();
        let taken = seat.clock.moved(total);
        let number = self.chronicle.game.move_count();
        self.chronicle.book(&self.seats[color].clock, taken, total);
        self.say(&format!(
            "{number:>4} {color} {text:<4} {taken:>8.2} {total:>8.2}"
        ))?;
        Ok(Ok(()))
    }

    fn say(&mut self, line: &str) -> Result<()> {
        if !self.setting.quiet {
            writeln!(self.out, "{line}")?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Ends both programs: who has not lost by its own doing may leave by itself.
    pub(super) fn dismiss(self, ending: &Ending) -> (Chronicle<'a>, ByColor<(UserTime, u64)>) {
        let Self { seats, chronicle, .. } = self;
        let dismiss = |seat: Seat, color| {
            let ignored = seat.ignored;
            let is_guilty = matches!(ending, Ending::Forfeit(loser, _) if *loser == color);
            (seat.dismiss(!is_guilty), ignored)
        };
        let times = ByColor {
            black: dismiss(seats.black, Color::Black),
            white: dismiss(seats.white, Color::White),
        };
        (chronicle, times)
    }
}
