// SPDX-License-Identifier: MIT OR Apache-2.0

//! One game: turns, legal moves, clocks, and the end.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use katachi_rules::{ByColor, Color, End, Move};

use super::contestant::{Breach, Contestant};
use super::record::GameLog;
use super::scratch::Scratch;
use super::setting::Setting;
use crate::protocol::SIZE;

/// Interval between two measurements. CPU time below this is no activity: a program that only waits wakes up
/// now and then.
const TICK: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub(super) enum Ending {
    /// Both have passed. The position has to be judged.
    Passes,
    Forfeit(Color, Breach),
    /// The position came back for the third time, which is no result under Japanese rules.
    Repetition,
    Endless(usize),
}

pub(super) struct RefereedGame<'a, 'o> {
    setting: &'a Setting,
    contestants: ByColor<Contestant>,
    log: GameLog,
    started: Instant,
    /// It is there until the programs have ended.
    scratch: Scratch,
    out: &'o mut dyn Write,
}

impl<'a, 'o> RefereedGame<'a, 'o> {
    pub(super) fn new(setting: &'a Setting, out: &'o mut dyn Write) -> Result<Self> {
        let scratch = Scratch::new(setting.scratch.as_deref())?;
        let contestant = |color| Contestant::start(setting, &scratch, color);
        Ok(Self {
            setting,
            log: GameLog::new(setting),
            started: Instant::now(),
            contestants: ByColor {
                black: contestant(Color::Black)?,
                white: contestant(Color::White)?,
            },
            scratch,
            out,
        })
    }

    /// Plays to the end, writing the record after each move.
    ///
    /// # Errors
    /// The record or the report cannot be written. Nothing that the programs do is an error.
    pub(super) fn play(&mut self) -> Result<Ending> {
        self.log.write()?;
        loop {
            let color = self.log.game.to_move();
            let taken = match self.next_move(color)? {
                Ok(mv) => self.take_move(color, mv)?.map_err(|breach| (color, breach)),
                Err(guilty) => Err(guilty),
            };
            if let Err((loser, breach)) = taken {
                return Ok(Ending::Forfeit(loser, breach));
            }
            self.log.write()?;
            let game = &self.log.game;
            if game.consecutive_passes() >= 2 {
                return Ok(Ending::Passes);
            }
            if game.end() == Some(End::NoResult) {
                return Ok(Ending::Repetition);
            }
            if game.move_count() >= self.setting.terms.max_moves as usize {
                return Ok(Ending::Endless(game.move_count()));
            }
        }
    }

    /// Waits for the next move of that side, and watches the clocks and what both sides take of the machine.
    fn next_move(&mut self, color: Color) -> Result<Result<Move, (Color, Breach)>> {
        self.contestants[color].begin_turn();
        let mut active = (self.contestants[color].measure(), Instant::now());
        loop {
            let heard = self.contestants[color].listen(TICK);
            self.announce()?;
            for side in Color::BOTH {
                if let Some(breach) = self.contestants[side].excess() {
                    return Ok(Err((side, breach)));
                }
            }
            let contestant = &mut self.contestants[color];
            let (cpu, limit) = (contestant.measure(), contestant.clock.limit());
            if cpu > limit {
                let allowed = self.setting.terms.clocks.byo_romi;
                let used = (cpu - limit).as_secs_f64() + allowed;
                let what =
                    format!("used {used:.2} s of CPU time for a move in byo-romi, where it has {allowed} s");
                return Ok(Err((color, Breach::of_time(what))));
            }
            match heard {
                Ok(Some(mv)) => return Ok(Ok(mv)),
                Ok(None) => {}
                Err(breach) => return Ok(Err((color, breach))),
            }
            if cpu >= active.0 + TICK {
                active = (cpu, Instant::now());
            }
            if active.1.elapsed() > Duration::from_secs_f64(self.setting.terms.idle) {
                return Ok(Err((color, contestant.idle())));
            }
            let game_time = self.setting.terms.game_time;
            if self.started.elapsed() > Duration::from_secs_f64(game_time) {
                let what = format!("had the move when the {game_time} s of real time for a game were over");
                return Ok(Err((color, Breach::of_time(what))));
            }
        }
    }

    /// Announces byo-romi to programs whose main time has run out.
    fn announce(&mut self) -> Result<()> {
        for color in Color::BOTH {
            let contestant = &mut self.contestants[color];
            let cpu = contestant.measure();
            if contestant.clock.announces(cpu) {
                contestant.tell("byo-romi");
                let (used, main) = (cpu.as_secs_f64(), self.setting.terms.clocks.main);
                let note = format!("{color} is told byo-romi: {used:.2} s of its {main} s are used up.");
                self.say(&note)?;
                self.log.notes.push(note);
            }
        }
        Ok(())
    }

    /// Plays a move on the board, tells the other side, and books its time.
    fn take_move(&mut self, color: Color, mv: Move) -> Result<Result<(), Breach>> {
        let text = SIZE.show(mv);
        if let Err(why) = self.log.game.play(color, mv) {
            return Ok(Err(Breach::illegal(&text, why)));
        }
        self.contestants[color.opposite()].relay(mv);
        let contestant = &mut self.contestants[color];
        let total = contestant.measure();
        let used = contestant.clock.book(total);
        self.log.add_move(color, mv, &contestant.clock, [used, total]);
        let number = self.log.game.move_count();
        let [used, total] = [used, total].map(|time| time.as_secs_f64());
        self.say(&format!("{number:>4} {color} {text:<4} {used:>8.2} {total:>8.2}"))?;
        Ok(Ok(()))
    }

    fn say(&mut self, line: &str) -> Result<()> {
        if !self.setting.quiet {
            writeln!(self.out, "{line}")?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Ends both programs. Returns the log and a line about the time of each.
    pub(super) fn dismiss(self, ending: &Ending) -> (GameLog, [String; 2]) {
        let ByColor { black, white } = self.contestants;
        let dismiss = |contestant: Contestant, color| {
            let is_guilty = matches!(ending, Ending::Forfeit(loser, _) if *loser == color);
            contestant.dismiss(color, !is_guilty)
        };
        let times = [dismiss(black, Color::Black), dismiss(white, Color::White)];
        drop(self.scratch);
        (self.log, times)
    }
}
