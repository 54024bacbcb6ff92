// SPDX-License-Identifier: MIT OR Apache-2.0

//! The words that a person types, in one table: what each is called, what the help says of it, and what it asks for.

use std::fmt::Write as _;
use std::path::PathBuf;

use katachi::play::LevelError;
use katachi_rules::{BoardSize, Move, Rules};
use thiserror::Error;

use crate::command::Command;
use crate::setup::Sides;
use crate::time_text::parse_time_system;

/// What was typed.
#[derive(Clone, Debug, PartialEq)]
pub enum Typed {
    /// Something for the game.
    Command(Command),
    /// Something for whatever shows the game.
    Show(Shown),
    /// The person leaves.
    Quit,
}

/// What is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The board.
    Board,
    /// The clocks.
    Clocks,
    /// What can be typed.
    Help,
}

/// Why nothing can be made of what was typed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Misread {
    /// Neither a point nor a word.
    #[error("'{typed}' is no point of the {size} board and no command; {}", near(.nearest))]
    Unknown {
        /// The beginning of what was typed.
        typed: String,
        /// The board.
        size: BoardSize,
        /// Words that are written nearly so.
        nearest: Vec<&'static str>,
    },
    /// A point of the column I.
    #[error("no board has a column I: J comes after H")]
    NoSuchColumn,
    /// Something behind what takes nothing.
    #[error("`{word}` takes no word after it; nothing was {}", if *.is_move { "played" } else { "done" })]
    TooMuch {
        /// The word or the point.
        word: String,
        /// Is it a move?
        is_move: bool,
    },
    /// What a word needs is missing or cannot be read.
    #[error("{usage}: {expected}")]
    Usage {
        /// How the word is used.
        usage: &'static str,
        /// What was expected.
        expected: String,
    },
}

fn near(nearest: &[&str]) -> String {
    match nearest {
        [] => "try help".to_owned(),
        _ => format!("did you mean {}? Try help", nearest.join(" or ")),
    }
}

/// A word that can be typed.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// With what is typed behind it.
    pub usage: &'static str,
    /// What it does, for the help.
    pub doc: &'static str,
    read: fn(&str, BoardSize) -> Result<Typed, String>,
}

type Reading = Result<Typed, String>;

const fn word(
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    read: fn(&str, BoardSize) -> Reading,
) -> Word {
    Word {
        name,
        usage,
        doc,
        read,
    }
}

fn command(command: Command) -> Reading {
    Ok(Typed::Command(command))
}

/// The words that can be typed besides points.
pub const WORDS: &[Word] = &[
    word("play", "play POINT", "the same", |rest, size| {
        point(rest, size).and_then(|point| command(Command::Play(Move::Play(point))))
    }),
    word(
        "pass",
        "pass",
        "play no stone; two passes end the game",
        |_, _| command(Command::Play(Move::Pass)),
    ),
    word(
        "undo",
        "undo [N]",
        "take back your last move, or N, and the answers",
        |rest, _| count(rest).map(|count| Typed::Command(Command::Undo(count))),
    ),
    word(
        "redo",
        "redo [N]",
        "make moves again that were taken back",
        |rest, _| count(rest).map(|count| Typed::Command(Command::Redo(count))),
    ),
    word("goto", "goto N", "to the position before move N", |rest, _| {
        number(rest, "the number of a move").map(|number| Typed::Command(Command::GoTo(number)))
    }),
    word("go", "go", "Katachi moves now", |_, _| command(Command::Go)),
    word(
        "hint",
        "hint",
        "the move that Katachi would make for you",
        |_, _| command(Command::Hint),
    ),
    word("why", "why", "the reasons of the last move", |_, _| {
        command(Command::Why)
    }),
    word("score", "score", "who leads, as Katachi sees it", |_, _| {
        command(Command::Score)
    }),
    word(
        "dead",
        "dead POINT",
        "after two passes: that string is dead, or alive again",
        |rest, size| point(rest, size).map(|point| Typed::Command(Command::ToggleDead(point))),
    ),
    word(
        "alive",
        "alive POINT",
        "after two passes: that string is alive",
        |rest, size| point(rest, size).map(|point| Typed::Command(Command::Alive(point))),
    ),
    word("done", "done", "after two passes: count so", |_, _| {
        command(Command::Done)
    }),
    word("resume", "resume", "after two passes: play on", |_, _| {
        command(Command::Resume)
    }),
    word("resign", "resign", "give the game up", |_, _| {
        command(Command::Resign)
    }),
    word("new", "new [SIZE]", "a new game, such as: new 13", |rest, _| {
        let size = match rest {
            "" => None,
            _ => Some(BoardSize::parse(rest).ok_or("expected 1 to 25 lines, or WIDTHxHEIGHT")?),
        };
        command(Command::New(size))
    }),
    word("level", "level N", "strength from now on, 1 to 10", |rest, _| {
        let level = rest.parse().map_err(|error: LevelError| error.to_string());
        level.map(|level| Typed::Command(Command::Level(level)))
    }),
    word(
        "color",
        "color COLOR",
        "you play black, white, both or none",
        |rest, _| {
            let sides = Sides::parse(rest).ok_or("expected black, white, both or none")?;
            command(Command::Sides(sides))
        },
    ),
    word("swap", "swap", "you and Katachi change sides", |_, _| {
        command(Command::Swap)
    }),
    word(
        "handicap",
        "handicap N",
        "handicap stones, 0 or 2 to 9",
        |rest, _| {
            number(rest, "a number of stones, 0 or 2 to 9")
                .map(|stones| Typed::Command(Command::Handicap(stones)))
        },
    ),
    word("komi", "komi POINTS", "points that White receives", |rest, _| {
        let komi = rest.parse().ok().filter(|komi: &f32| komi.is_finite());
        command(Command::Komi(
            komi.ok_or("expected a number of points such as 6.5")?,
        ))
    }),
    word("rules", "rules NAME", "such as chinese or japanese", |rest, _| {
        let rules: Result<Rules, _> = rest.parse();
        let known = || {
            let names: Vec<_> = Rules::PRESETS.iter().map(|(name, _)| *name).collect();
            format!("expected one of {}", names.join(", "))
        };
        command(Command::Rules(rules.map_err(|_| known())?))
    }),
    word(
        "clock",
        "clock [TIME]",
        "the clocks; or new ones, such as 10m+3x30s, or none",
        |rest, _| match rest {
            "" => Ok(Typed::Show(Shown::Clocks)),
            _ => command(Command::Clock(parse_time_system(rest)?)),
        },
    ),
    word(
        "load",
        "load FILE [N]",
        "go on with a game; from before move N",
        |rest, _| load(rest),
    ),
    word("save", "save FILE", "write the game as SGF", |rest, _| {
        save(rest, false)
    }),
    word(
        "save!",
        "save! FILE",
        "the same, over whatever file",
        |rest, _| save(rest, true),
    ),
    word("board", "board", "the board once more", |_, _| {
        Ok(Typed::Show(Shown::Board))
    }),
    word("help", "help", "this list", |_, _| Ok(Typed::Show(Shown::Help))),
    word(
        "quit",
        "quit",
        "leave; the game is kept for the next start",
        |_, _| Ok(Typed::Quit),
    ),
];

/// Reads a line: a point, or a word with what belongs to it. None if it is empty.
///
/// # Errors
/// Why it cannot be read.
pub fn read(line: &str, size: BoardSize) -> Option<Result<Typed, Misread>> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    (!first.is_empty()).then(|| read_words(line, first, rest, size))
}

fn read_words(line: &str, first: &str, rest: &str, size: BoardSize) -> Result<Typed, Misread> {
    if let Some(word) = WORDS.iter().find(|word| word.name.eq_ignore_ascii_case(first)) {
        if word.usage == word.name && !rest.is_empty() {
            return Err(Misread::TooMuch {
                word: word.name.to_owned(),
                is_move: word.name == "pass",
            });
        }
        let usage = word.usage;
        return (word.read)(rest, size).map_err(|expected| Misread::Usage { usage, expected });
    }
    match size.parse_vertex(first) {
        Some(point) if rest.is_empty() => Ok(Typed::Command(Command::Play(Move::Play(point)))),
        Some(point) => Err(Misread::TooMuch {
            word: size.vertex(point).to_string(),
            is_move: true,
        }),
        None if is_in_column_i(first) => Err(Misread::NoSuchColumn),
        None => Err(Misread::Unknown {
            typed: line.chars().filter(|c| !c.is_control()).take(40).collect(),
            size,
            nearest: nearest(first),
        }),
    }
}

/// Is it the letter I and a number, as of a point?
fn is_in_column_i(typed: &str) -> bool {
    let number = typed.strip_prefix(['i', 'I']);
    number.is_some_and(|number| number.parse::<u8>().is_ok())
}

/// Words that differ from this one by a letter or two.
fn nearest(typed: &str) -> Vec<&'static str> {
    let typed = typed.to_ascii_lowercase();
    let letters = typed.chars().count();
    if letters < 2 || typed.chars().any(|c| c.is_ascii_digit()) {
        return Vec::new();
    }
    let distance = |word: &Word| strsim::damerau_levenshtein(&typed, word.name);
    let most = if letters < 5 { 1 } else { 2 };
    let least = WORDS.iter().map(distance).min().unwrap_or(usize::MAX);
    let near = WORDS.iter().filter(|word| {
        let begins = letters >= 3 && word.name.starts_with(&typed);
        begins || (distance(word) == least && least <= most)
    });
    near.map(|word| word.name).take(3).collect()
}

/// A line for each thing that can be typed.
pub fn help() -> String {
    let mut text = format!("  {:<13} {}\n", "D4", "play a stone on that point");
    for word in WORDS {
        let _ = writeln!(text, "  {:<13} {}", word.usage, word.doc);
    }
    text
}

fn count(rest: &str) -> Result<usize, String> {
    match rest {
        "" => Ok(1),
        _ => number(rest, "a number of moves"),
    }
}

fn number<T: std::str::FromStr + PartialOrd + From<u8>>(rest: &str, what: &str) -> Result<T, String> {
    rest.parse().map_err(|_| format!("expected {what}"))
}

fn point(rest: &str, size: BoardSize) -> Result<katachi_rules::Point, String> {
    size.parse_vertex(rest)
        .ok_or_else(|| format!("expected a point of the {size} board, such as D4"))
}

fn load(rest: &str) -> Reading {
    let (file, number) = match rest.rsplit_once(char::is_whitespace) {
        Some((file, number)) => match number.parse::<usize>() {
            Ok(number) => (file.trim_end(), Some(number)),
            Err(_) => (rest, None),
        },
        None => (rest, None),
    };
    match file {
        "" => Err("which file? Such as: load game.sgf".to_owned()),
        _ => command(Command::Load(PathBuf::from(file), number)),
    }
}

fn save(rest: &str, overwrite: bool) -> Reading {
    match rest {
        "" => Err("where to? Such as: save game.sgf".to_owned()),
        _ => command(Command::Save {
            path: rest.into(),
            overwrite,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NINE: BoardSize = BoardSize::square(9);

    #[track_caller]
    fn misread(line: &str, expected: &str) {
        let error = read(line, NINE).unwrap().unwrap_err();
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn points_and_words_are_read_in_any_case() {
        let point = NINE.parse_vertex("E5").unwrap();
        let play = Typed::Command(Command::Play(Move::Play(point)));
        assert_eq!(read(" e5\r\n", NINE), Some(Ok(play.clone())));
        assert_eq!(read("play E5", NINE), Some(Ok(play)));
        assert_eq!(read("UNDO 3", NINE), Some(Ok(Typed::Command(Command::Undo(3)))));
        assert_eq!(read("undo", NINE), Some(Ok(Typed::Command(Command::Undo(1)))));
        let load = Command::Load("my game.sgf".into(), Some(12));
        assert_eq!(read("load my game.sgf 12", NINE), Some(Ok(Typed::Command(load))));
        assert_eq!(read("  ", NINE), None);
    }

    #[test]
    fn what_cannot_be_read_says_why_and_offers_near_words() {
        misread(
            "K10",
            "'K10' is no point of the 9x9 board and no command; try help",
        );
        misread("i5", "no board has a column I: J comes after H");
        misread(
            "hnit",
            "'hnit' is no point of the 9x9 board and no command; did you mean hint? Try help",
        );
        misread(
            "resi",
            "'resi' is no point of the 9x9 board and no command; did you mean resign? Try help",
        );
        misread(
            "\u{1b}[2Jx é",
            "'[2Jx é' is no point of the 9x9 board and no command; try help",
        );
        misread("pass now", "`pass` takes no word after it; nothing was played");
        misread("d4 please", "`D4` takes no word after it; nothing was played");
        misread("resign 3", "`resign` takes no word after it; nothing was done");
        misread(
            "level high",
            "level N: expected a level from 1 to 10, such as 5 or 5.5",
        );
        misread(
            "level 11",
            "level N: expected a level from 1 to 10, such as 5 or 5.5",
        );
        misread("save", "save FILE: where to? Such as: save game.sgf");
        misread(
            "clock 10",
            &format!("clock [TIME]: {}", crate::time_text::EXPECTED),
        );
        misread(
            "komi lots",
            "komi POINTS: expected a number of points such as 6.5",
        );
    }

    #[test]
    fn no_word_is_a_point_or_another_word() {
        for (i, word) in WORDS.iter().enumerate() {
            assert!(BoardSize::square(25).parse_vertex(word.name).is_none());
            assert!(WORDS[..i].iter().all(|other| other.name != word.name));
            assert!(word.usage.starts_with(word.name) && !word.doc.is_empty());
        }
    }
}
