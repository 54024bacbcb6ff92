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
        "list" => converse(&mut Listed::new(argument)),
        "random" => converse(&mut Random::new(argument)),
        "accountant" => converse(&mut Accountant { moves: 0 }),
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

fn converse<P: Player<Error = io::Error>>(player: &mut P) {
    let lines = io::stdin().lock().split(b'\n').map_while(Result::ok);
    let mut stdout = io::stdout();
    let result = serve(player, lines, |line| {
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

/// Plays the moves of a list, then passes. Other words of the list are printed as lines.
struct Listed {
    moves: std::vec::IntoIter<String>,
}

impl Listed {
    fn new(list: &str) -> Self {
        let moves: Vec<_> = list
            .split(',')
            .filter(|mv| !mv.is_empty())
            .map(String::from)
            .collect();
        Self {
            moves: moves.into_iter(),
        }
    }
}

impl Player for Listed {
    type Error = io::Error;

    fn begin(&mut self, _: Color) -> io::Result<()> {
        Ok(())
    }

    fn hear(&mut self, _: Move) -> io::Result<bool> {
        Ok(true)
    }

    fn byo_romi(&mut self) {}

    fn choose(&mut self) -> io::Result<Move> {
        loop {
            let Some(word) = self.moves.next() else {
                return Ok(Move::Pass);
            };
            match Message::parse(word.as_bytes()) {
                Some(Message::Play(mv)) => return Ok(mv),
                // A move off the board has no value of its own.
                _ => println!("{word}"),
            }
        }
    }
}

/// Plays random legal moves but fills no eye of its own, and passes if there is no move. The first number is
/// the seed; the second one, if given, is the number of moves before it only passes.
struct Random {
    game: Game,
    own: Color,
    random: ChaCha8Rng,
    left: u32,
}

impl Random {
    fn new(argument: &str) -> Self {
        let mut numbers = argument
            .split(',')
            .map(|number| number.parse().expect("a number"));
        Self {
            game: Game::new(SIZE, Rules::JAPANESE, KOMI),
            own: Color::Black,
            random: ChaCha8Rng::seed_from_u64(numbers.next().expect("a seed")),
            left: numbers.next().map_or(u32::MAX, |left| left as u32),
        }
    }

    fn is_good(&self, point: Point) -> bool {
        let board = self.game.board();
        let is_eye = point
            .neighbours()
            .into_iter()
            .filter(|&p| SIZE.contains(p))
            .all(|p| board.cell(p).is(self.own));
        !is_eye && self.game.is_legal(self.own, Move::Play(point))
    }
}

impl Player for Random {
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
        let points: Vec<Point> = SIZE.points().filter(|&p| self.is_good(p)).collect();
        let mv = if points.is_empty() || self.left == 0 {
            Move::Pass
        } else {
            self.left -= 1;
            Move::Play(points[self.random.next_u32() as usize % points.len()])
        };
        self.game.play(self.own, mv).expect("it is legal");
        Ok(mv)
    }
}

/// Uses some time for each of six moves, and writes to a file the CPU time after each.
struct Accountant {
    moves: u64,
}

impl Player for Accountant {
    type Error = io::Error;

    fn begin(&mut self, _: Color) -> io::Result<()> {
        Ok(())
    }

    fn hear(&mut self, _: Move) -> io::Result<bool> {
        Ok(true)
    }

    fn byo_romi(&mut self) {}

    fn choose(&mut self) -> io::Result<Move> {
        self.moves += 1;
        if self.moves > 6 {
            return Ok(Move::Pass);
        }
        burn(Duration::from_millis(37 * self.moves));
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(scratch_file("account"))?;
        writeln!(file, "{}", cpu_time().as_secs_f64())?;
        let point = SIZE.point(3, self.moves as i32).expect("on the board");
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
