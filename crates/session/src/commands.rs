// SPDX-License-Identifier: MIT OR Apache-2.0

//! The commands of a person to a game, and the words by which they are typed: usage, help text and meaning.

use std::fmt::Write as _;
use std::path::PathBuf;

use katachi_engine::play::{Level, LevelError};
use katachi_gtp::files::path_and_move;
use katachi_rules::{
    BoardSize, Move, Point, Rules, TimeSystem, is_unprintable, parse_komi, parse_rules, parse_size,
};

use crate::setup::Sides;
use crate::teaching::Strictness;

/// A command of a person. [`InteractiveGame::execute`](crate::InteractiveGame::execute) runs it.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Plays a move or passes.
    Play(Move),
    /// Takes back this number of the person's moves and the answers to them. A resignation counts as the last
    /// move.
    Undo(usize),
    /// Plays moves again that were taken back.
    Redo(usize),
    /// Goes to the position before the move of that number, counted from 1. Later moves can be redone.
    GoTo(usize),
    /// Makes Katachi move now: ends its search, or ends its wait.
    Go,
    /// Asks for Katachi's move for the person, at full strength, with reasons.
    Hint,
    /// Asks for the reasons of the last move.
    Why,
    /// Shows the numbers behind the last hint or reasons.
    Numbers,
    /// Asks for an estimate of the score.
    Score,
    /// Resigns.
    Resign,
    /// After two passes: marks this string and the strings that share an eye space with it as dead, or as
    /// alive if it was dead.
    ToggleDead(Point),
    /// After two passes: marks this string as alive.
    Alive(Point),
    /// After two passes: accepts the marks.
    Done,
    /// After two passes: plays on.
    Resume,
    /// Begins a new game, on that board.
    New(Option<BoardSize>),
    /// Continues the first game of a file, from its end or from the position before a move.
    Load(PathBuf, Option<usize>),
    /// Writes the game as SGF. Replaces files of other programs only if `overwrite`.
    Save {
        /// The file.
        path: PathBuf,
        /// Replace any file.
        overwrite: bool,
    },
    /// Sets the strength.
    Level(Level),
    /// Sets the komi.
    Komi(f32),
    /// Sets the handicap of this game if it has not begun, else of the next one.
    Handicap(u8),
    /// Sets the rules, which must allow all moves so far.
    Rules(Rules),
    /// Sets the sides that the person plays.
    Sides(Sides),
    /// Judges the moves of the person from now on, or no longer. See [`teaching`](crate::teaching).
    Teach(Option<Strictness>),
    /// After [`Event::Warned`](crate::Event::Warned): asks for the better move.
    Better,
    /// Swaps the sides of the person and Katachi.
    Swap,
    /// Sets the time system and restarts both clocks.
    Clock(TimeSystem),
}

/// A line that was typed.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A command for the game.
    Command(Command),
    /// A command for the interface.
    Show(Shown),
    /// The person quits.
    Quit,
}

/// Something to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The board.
    Board,
    /// The clocks.
    Clocks,
    /// The list of commands.
    Help,
}

/// A command that can be typed.
#[derive(Clone, Copy, Debug)]
pub struct CommandWord {
    /// Its name.
    pub name: &'static str,
    /// Its name with its arguments.
    pub usage: &'static str,
    /// Its line of the help.
    pub doc: &'static str,
}

const fn word(name: &'static str, usage: &'static str, doc: &'static str) -> CommandWord {
    CommandWord { name, usage, doc }
}

/// The commands that can be typed besides points.
#[rustfmt::skip]
pub const COMMANDS: &[CommandWord] = &[
    word("play", "play POINT", "play a stone on that point"),
    word("pass", "pass", "play no stone; two passes end the game"),
    word("undo", "undo [N]", "take back your last move, or N, and the answers"),
    word("redo", "redo [N]", "make moves again that were taken back"),
    word("goto", "goto N", "to the position before move N"),
    word("go", "go", "Katachi moves now"),
    word("hint", "hint", "the move that Katachi would make for you, at full strength"),
    word("why", "why", "the reasons of the last move"),
    word("numbers", "numbers", "the numbers behind the last hint or why"),
    word("teach", "teach [HOW]", "be told of bad moves: strict, normal, gentle or off"),
    word("better", "better", "after a warning: the better move"),
    word("score", "score", "who leads, as Katachi sees it"),
    word("dead", "dead POINT", "after two passes: that string is dead, or alive again"),
    word("alive", "alive POINT", "after two passes: that string is alive"),
    word("done", "done", "after two passes: accept the marks and count"),
    word("resume", "resume", "after two passes: play on"),
    word("resign", "resign", "give the game up"),
    word("new", "new [SIZE]", "a new game, such as: new 13"),
    word("level", "level N", "strength from now on, 1 to 10"),
    word("color", "color COLOR", "you play black, white, both or none"),
    word("swap", "swap", "you and Katachi change sides"),
    word("handicap", "handicap N", "handicap stones, 0 or 2 to 9"),
    word("komi", "komi POINTS", "points that White receives"),
    word("rules", "rules NAME", "such as chinese or japanese"),
    word("clock", "clock [TIME]", "the clocks; or new ones, such as 10m+3x30s, or none"),
    word("load", "load FILE [N]", "go on with a game; from before move N"),
    word("save", "save FILE", "write the game as SGF"),
    word("save!", "save! FILE", "write the game over any file"),
    word("board", "board", "show the board again"),
    word("help", "help", "this list"),
    word("quit", "quit", "leave; the game is kept for the next start"),
];

fn input(name: &str, rest: &str, size: BoardSize) -> Result<Input, String> {
    Ok(Input::Command(match name {
        "play" => Command::Play(Move::Play(point(rest, size)?)),
        "pass" => Command::Play(Move::Pass),
        "undo" => Command::Undo(count(rest)?),
        "redo" => Command::Redo(count(rest)?),
        "goto" => Command::GoTo(number(rest, "the number of a move")?),
        "go" => Command::Go,
        "hint" => Command::Hint,
        "why" => Command::Why,
        "score" => Command::Score,
        "numbers" => Command::Numbers,
        "teach" if rest.is_empty() => Command::Teach(Some(Strictness::default())),
        "teach" => Command::Teach(Strictness::parse(rest)?),
        "better" => Command::Better,
        "dead" => Command::ToggleDead(point(rest, size)?),
        "alive" => Command::Alive(point(rest, size)?),
        "done" => Command::Done,
        "resume" => Command::Resume,
        "resign" => Command::Resign,
        "new" if rest.is_empty() => Command::New(None),
        "new" => Command::New(Some(parse_size(rest)?)),
        "level" => Command::Level(rest.parse().map_err(|error: LevelError| error.to_string())?),
        "color" => Command::Sides(Sides::parse(rest)?),
        "swap" => Command::Swap,
        "handicap" => Command::Handicap(number(rest, "a number of stones, 0 or 2 to 9")?),
        "komi" => Command::Komi(parse_komi(rest)?),
        "rules" => Command::Rules(parse_rules(rest)?),
        "clock" if rest.is_empty() => return Ok(Input::Show(Shown::Clocks)),
        "clock" => Command::Clock(rest.parse().map_err(str::to_owned)?),
        "load" if rest.is_empty() => return Err("which file? Such as: load game.sgf".to_owned()),
        "load" => {
            let (file, number) = path_and_move(rest);
            Command::Load(file.into(), number)
        }
        "save" | "save!" if rest.is_empty() => return Err("where to? Such as: save game.sgf".to_owned()),
        "save" | "save!" => Command::Save {
            path: rest.into(),
            overwrite: name == "save!",
        },
        "board" => return Ok(Input::Show(Shown::Board)),
        "help" => return Ok(Input::Show(Shown::Help)),
        _ => return Ok(Input::Quit),
    }))
}

/// Parses a line: a point, or a command with its arguments. Returns `None` for an empty line.
///
/// # Errors
/// The line is neither, or an argument is malformed, in words.
pub fn parse(line: &str, size: BoardSize) -> Option<Result<Input, String>> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    (!first.is_empty()).then(|| parse_words(line, first, rest, size))
}

/// Parses the answer to the question of a warning, whether to take the move back: `y` or `n`. `None` for
/// other lines, which [`parse`] reads.
pub fn parse_reply(line: &str) -> Option<Command> {
    match line.trim().to_ascii_lowercase().as_str() {
        "y" | "yes" => Some(Command::Undo(1)),
        "n" | "no" => Some(Command::Go),
        _ => None,
    }
}

fn parse_words(line: &str, first: &str, rest: &str, size: BoardSize) -> Result<Input, String> {
    let too_much = |word: &str, what| format!("`{word}` takes no word after it; nothing was {what}");
    if let Some(&CommandWord { name, usage, .. }) =
        COMMANDS.iter().find(|word| word.name.eq_ignore_ascii_case(first))
    {
        return match (usage == name && !rest.is_empty(), name) {
            (true, "pass") => Err(too_much(name, "played")),
            (true, _) => Err(too_much(name, "done")),
            _ => input(name, rest, size).map_err(|expected| format!("{usage}: {expected}")),
        };
    }
    match size.parse_vertex(first) {
        Some(point) if rest.is_empty() => Ok(Input::Command(Command::Play(Move::Play(point)))),
        Some(point) => Err(too_much(&size.vertex(point).to_string(), "played")),
        None if is_in_column_i(first) => Err("no board has a column I: J comes after H".to_owned()),
        None => {
            let typed: String = line.chars().filter(|&c| !is_unprintable(c)).take(40).collect();
            let help = match &nearest(first)[..] {
                [] => "try help".to_owned(),
                near => format!("did you mean {}? Try help", near.join(" or ")),
            };
            Err(format!(
                "'{typed}' is no point of the {size} board and no command; {help}"
            ))
        }
    }
}

fn is_in_column_i(typed: &str) -> bool {
    let number = typed.strip_prefix(['i', 'I']);
    number.is_some_and(|number| number.parse::<u8>().is_ok())
}

/// Commands that differ from the text by one or two letters.
fn nearest(typed: &str) -> Vec<&'static str> {
    let typed = typed.to_ascii_lowercase();
    let letters = typed.chars().count();
    if letters < 2 || typed.chars().any(|c| c.is_ascii_digit()) {
        return Vec::new();
    }
    let distance = |word: &CommandWord| strsim::damerau_levenshtein(&typed, word.name);
    let most = if letters < 5 { 1 } else { 2 };
    let least = COMMANDS.iter().map(distance).min().unwrap_or(usize::MAX);
    let near = COMMANDS.iter().filter(|word| {
        let begins = letters >= 3 && word.name.starts_with(&typed);
        begins || (distance(word) == least && least <= most)
    });
    near.map(|word| word.name).take(3).collect()
}

/// Returns the help: a line for each command.
pub fn help() -> String {
    let mut text = format!("  {:<13} {}\n", "D4", "play a stone on that point");
    for word in COMMANDS {
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

fn number<T: std::str::FromStr>(rest: &str, what: &str) -> Result<T, String> {
    rest.parse().map_err(|_| format!("expected {what}"))
}

fn point(rest: &str, size: BoardSize) -> Result<Point, String> {
    size.parse_vertex(rest)
        .ok_or_else(|| format!("expected a point of the {size} board, such as D4"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NINE: BoardSize = BoardSize::square(9);

    #[track_caller]
    fn refused(line: &str, expected: &str) {
        let error = parse(line, NINE).unwrap().unwrap_err();
        assert_eq!(error, expected);
    }

    #[test]
    fn points_and_commands_are_parsed_in_any_case() {
        let point = NINE.parse_vertex("E5").unwrap();
        let play = Input::Command(Command::Play(Move::Play(point)));
        assert_eq!(parse(" e5\r\n", NINE), Some(Ok(play.clone())));
        assert_eq!(parse("play E5", NINE), Some(Ok(play)));
        assert_eq!(parse("UNDO 3", NINE), Some(Ok(Input::Command(Command::Undo(3)))));
        assert_eq!(parse("undo", NINE), Some(Ok(Input::Command(Command::Undo(1)))));
        let load = Command::Load("my game.sgf".into(), Some(12));
        assert_eq!(parse("load my game.sgf 12", NINE), Some(Ok(Input::Command(load))));
        assert_eq!(parse("  ", NINE), None);
    }

    #[test]
    fn an_unknown_input_says_why_and_offers_similar_commands() {
        refused(
            "K10",
            "'K10' is no point of the 9x9 board and no command; try help",
        );
        refused("i5", "no board has a column I: J comes after H");
        refused(
            "hnit",
            "'hnit' is no point of the 9x9 board and no command; did you mean hint? Try help",
        );
        refused(
            "resi",
            "'resi' is no point of the 9x9 board and no command; did you mean resign? Try help",
        );
        refused(
            "\u{1b}[2Jx é",
            "'[2Jx é' is no point of the 9x9 board and no command; try help",
        );
        refused("pass now", "`pass` takes no word after it; nothing was played");
        refused("d4 please", "`D4` takes no word after it; nothing was played");
        refused("resign 3", "`resign` takes no word after it; nothing was done");
        refused(
            "level high",
            "level N: expected a level from 1 to 10, such as 5 or 5.5",
        );
        refused(
            "level 11",
            "level N: expected a level from 1 to 10, such as 5 or 5.5",
        );
        refused("save", "save FILE: where to? Such as: save game.sgf");
        refused(
            "clock 10",
            &format!("clock [TIME]: {}", katachi_rules::TIME_EXPECTED),
        );
        refused(
            "komi lots",
            "komi POINTS: expected a number of points from -150 to 150",
        );
    }

    #[test]
    fn no_command_is_a_point_or_another_command() {
        for (i, word) in COMMANDS.iter().enumerate() {
            assert!(BoardSize::square(25).parse_vertex(word.name).is_none());
            assert!(COMMANDS[..i].iter().all(|other| other.name != word.name));
            assert!(word.usage.starts_with(word.name) && !word.doc.is_empty());
        }
    }
}
