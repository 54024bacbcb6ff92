// SPDX-License-Identifier: MIT OR Apache-2.0

//! Programs for the tournament, good and bad: the test program itself, started under one of these names.

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, exit};
use std::thread::{self, sleep};
use std::time::Duration;

use katachi_rules::{Color, Game, Move, Point, Rules};
use katachi_usenix84::protocol::{KOMI, Message, Player, SIZE, serve};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike as _;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

const FOREVER: Duration = Duration::from_secs(3600);

/// Plays as the program of that name with these arguments.
pub(crate) fn play(name: &str, more: &[String]) {
    let argument = more.first().map(String::as_str).unwrap_or_default();
    match name {
        "list" => converse(listed(argument)),
        "random" => converse(random(argument)),
        "accountant" => converse(accountant()),
        "gtp" => speak_gtp(argument),
        "lingerer" => {
            let id = std::process::id().to_string();
            fs::write(scratch_file("pid"), id).expect("the file can be written");
            sleep(FOREVER);
        }
        misfit => misbehave(misfit),
    }
}

/// Returns the path of a file in the folder in which a program may write.
fn scratch_file(name: &str) -> PathBuf {
    std::env::temp_dir().join(name)
}

/// Breaks a rule after the program has been told its colour.
fn misbehave(name: &str) {
    let mut stdin = io::stdin().lock().lines();
    let mut stdout = io::stdout();
    let _ = stdin.next();
    match name {
        "forker" => drop(Command::new("true").status()),
        "burner" => burn(FOREVER),
        "kernel" => {
            let zeros = fs::File::open("/dev/zero").expect("every system has it");
            let _ = io::copy(&mut BufReader::with_capacity(1 << 20, zeros), &mut io::sink());
        }
        "threads" => {
            thread::scope(|scope| {
                for _ in 0..2 {
                    scope.spawn(|| burn(FOREVER));
                }
            });
        }
        "sleeper" => sleep(FOREVER),
        "reader" => stdin.for_each(drop),
        "quitter" => exit(3),
        "crasher" => {
            eprintln!("oh no");
            std::process::abort();
        }
        "flood" => while writeln!(stdout, "let me think").is_ok() {},
        "endless" => while stdout.write_all(&[b'G'; 4096]).is_ok() {},
        "binary" => {
            let mut random = ChaCha8Rng::seed_from_u64(1);
            let mut bytes = [0; 4096];
            while stdout.write_all(&bytes).is_ok() {
                random.fill_bytes(&mut bytes);
            }
        }
        "partial" => {
            let _ = write!(stdout, "Q16").and_then(|()| stdout.flush());
            sleep(FOREVER);
        }
        "partial-exit" => {
            let _ = write!(stdout, "Q16").and_then(|()| stdout.flush());
        }
        "lower" => {
            let _ = writeln!(stdout, "q16\nQ16 \nMy move is Q16\nPASS");
            sleep(FOREVER);
        }
        "mute" => {
            let _ = nix::unistd::close(1);
            sleep(FOREVER);
        }
        "hog" => {
            let hoard = std::hint::black_box(vec![1_u8; 8 << 30]);
            println!("{}", hoard.len());
        }
        "deaf" => {
            let _ = nix::unistd::close(0);
            let _ = writeln!(stdout, "A1\nA2\nA3\nA1");
            sleep(FOREVER);
        }
        other => panic!("no program is called {other}"),
    }
}

fn converse(choose: impl FnMut(&Game, Color) -> io::Result<Move>) {
    let mut player = Chooser {
        game: Game::new(SIZE, Rules::JAPANESE, KOMI),
        own: Color::Black,
        choose,
    };
    let lines = io::stdin().lock().split(b'\n').map_while(Result::ok);
    let mut stdout = io::stdout();
    let result = serve(&mut player, lines, |line| {
        writeln!(stdout, "{line}").and_then(|()| stdout.flush())
    });
    if result.is_err() {
        exit(1);
    }
}

/// Uses that much CPU time.
fn burn(time: Duration) {
    let start = cpu_time();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    while cpu_time() - start < time {
        for _ in 0..10_000 {
            std::hint::black_box(random.next_u32());
        }
    }
}

fn cpu_time() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("every process has a usage");
    Duration::from_micros(
        (usage.user_time() + usage.system_time())
            .num_microseconds()
            .unsigned_abs(),
    )
}

/// A player that chooses each move by a function of the game so far and its own colour.
struct Chooser<F> {
    game: Game,
    own: Color,
    choose: F,
}

impl<F: FnMut(&Game, Color) -> io::Result<Move>> Player for Chooser<F> {
    type Error = io::Error;

    fn begin(&mut self, own: Color) -> io::Result<()> {
        self.own = own;
        Ok(())
    }

    fn hear(&mut self, mv: Move) -> io::Result<bool> {
        Ok(self.game.play(self.own.opposite(), mv).is_ok())
    }

    fn byo_romi(&mut self) {}

    fn choose(&mut self) -> io::Result<Move> {
        let mv = (self.choose)(&self.game, self.own)?;
        // A move that breaks a rule is the referee's matter.
        let _ = self.game.play(self.own, mv);
        Ok(mv)
    }
}

/// Plays the moves of a list, then passes. Other words of the list are printed as lines.
fn listed(list: &str) -> impl FnMut(&Game, Color) -> io::Result<Move> {
    let words = list.split(',').filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(String::from).collect();
    let mut words = words.into_iter();
    move |_, _| {
        for word in words.by_ref() {
            match Message::parse(word.as_bytes()) {
                Some(Message::Play(mv)) => return Ok(mv),
                // A move off the board has no value of its own.
                _ => println!("{word}"),
            }
        }
        Ok(Move::Pass)
    }
}

/// Plays random legal moves but fills no eye of its own, and passes if there is no move. The first number is
/// the seed; the second one, if given, is the number of moves before it only passes.
fn random(argument: &str) -> impl FnMut(&Game, Color) -> io::Result<Move> {
    let mut numbers = argument
        .split(',')
        .map(|number| number.parse().expect("a number"));
    let mut random = ChaCha8Rng::seed_from_u64(numbers.next().expect("a seed"));
    let left = numbers.next().unwrap_or(u64::MAX);
    let mut chosen = 0..left;
    move |game, own| {
        let board = game.board();
        let is_good = |&point: &Point| {
            let mut beside = point.neighbours().into_iter().filter(|&p| SIZE.contains(p));
            let is_eye = beside.all(|p| board.cell(p).is(own));
            !is_eye && game.is_legal(own, Move::Play(point))
        };
        let points: Vec<Point> = SIZE.points().filter(is_good).collect();
        if points.is_empty() || chosen.next().is_none() {
            return Ok(Move::Pass);
        }
        Ok(Move::Play(points[random.next_u32() as usize % points.len()]))
    }
}

/// Uses some time for each of six moves, and writes to a file the CPU time after each.
fn accountant() -> impl FnMut(&Game, Color) -> io::Result<Move> {
    let mut moves = 1..=6;
    move |_, _| {
        let Some(number) = moves.next() else {
            return Ok(Move::Pass);
        };
        burn(Duration::from_millis(37 * number));
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(scratch_file("account"))?;
        writeln!(file, "{}", cpu_time().as_secs_f64())?;
        let point = SIZE.point(3, number as i32).expect("on the board");
        Ok(Move::Play(point))
    }
}

/// A GTP program that answers `genmove` with the moves of a list, then passes.
fn speak_gtp(list: &str) {
    let mut moves = list.split(',').filter(|mv| !mv.is_empty());
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let answer = match line.split(' ').next() {
            Some("genmove") => moves.next().unwrap_or("pass"),
            Some("list_commands") => "genmove\nplay\nkgs-rules\ntime_left",
            Some("protocol_version") => "2",
            _ => "",
        };
        println!("= {answer}\n");
        if line == "quit" {
            return;
        }
    }
}
