// SPDX-License-Identifier: MIT OR Apache-2.0

//! What the user may ask of a match, and how its values are read.

use std::path::PathBuf;

use katachi_rules::{BoardSize, MAX_SIDE, Rules};

use super::clock::{MAX_SECONDS, TimeControl};

/// What the user asks of a match.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// Command of the first program, which has Black in games 1, 3, 5...
    pub first: String,
    /// Command of the second program, which has Black in games 2, 4, 6...
    pub second: String,
    /// Number of games; an even number gives both programs each opening once with each colour.
    pub games: u32,
    /// The board.
    pub size: BoardSize,
    /// Handicap stones on their usual points: the first program has Black with these in every game, White begins. None: an even game.
    pub handicap: Option<u8>,
    /// Points that White receives; none for 7.5, or 0.5 with a handicap.
    pub komi: Option<f32>,
    /// Rules of the referee.
    pub rules: Rules,
    /// Time of each side; none if only single answers are limited.
    pub time: Option<TimeControl>,
    /// Seconds that a move may take beyond the clock before the game is lost on time.
    pub time_tolerance: f64,
    /// Seconds after which a program that has not answered has lost; none for 120, and with a clock for moves as the clock has it.
    pub move_timeout: Option<f64>,
    /// What `{level}` in the commands stands for.
    pub level: Option<u32>,
    /// Games that are played at the same time, no more than there are cores.
    pub jobs: u32,
    /// Seed of the openings and of `{seed}`: the same seed gives the same openings.
    pub seed: u64,
    /// Random moves at the start of each game, drawn anew for each pair of games; none for 4, fewer on the smallest boards, and
    /// none with a handicap.
    pub opening_moves: Option<u32>,
    /// Moves after which a game is stopped and counted as if both had passed; none for 3 for each point.
    pub max_moves: Option<u32>,
    /// Command of a third program that says which stones are dead, or what the score is.
    pub judge: Option<String>,
    /// Directory for the records of the games; it is made if it is not there.
    pub sgf: Option<PathBuf>,
    /// What to call the first program; none for what it calls itself.
    pub first_name: Option<String>,
    /// What to call the second program; none for what it calls itself.
    pub second_name: Option<String>,
    /// No progress bar, and of the games only those that a program lost by its fault.
    pub quiet: bool,
}

/// Reads lines such as 9, or columns and rows as in 19x13.
///
/// # Errors
/// What was expected, for the user; so it is with the others.
pub fn parse_size(text: &str) -> Result<BoardSize, String> {
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let side = |t: &str| t.trim().parse::<u8>().ok();
    side(width)
        .zip(side(height))
        .and_then(|(w, h)| BoardSize::new(w, h))
        .ok_or_else(|| {
            format!("expected lines such as 9, or columns and rows such as 19x13, each 1 to {MAX_SIDE}")
        })
}

/// Reads the points that White receives.
///
/// # Errors
/// What was expected.
pub fn parse_komi(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(komi) if komi.abs() <= 1000.0 => Ok(komi),
        _ => Err("expected a number of points such as 7.5, at most 1000".to_string()),
    }
}

/// Reads rules: a name, or KataGo's text or JSON.
///
/// # Errors
/// What was expected.
pub fn parse_rules(text: &str) -> Result<Rules, String> {
    text.parse().map_err(|_| {
        let names: Vec<_> = Rules::PRESETS.iter().map(|&(name, _)| name).collect();
        format!("expected one of {}, or KataGo's text", names.join(", "))
    })
}

/// Reads seconds, 0 to a year.
///
/// # Errors
/// What was expected.
pub fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=MAX_SECONDS).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds such as 0.5".to_string()),
    }
}

/// Reads seconds, more than 0 up to a year.
///
/// # Errors
/// What was expected.
pub fn parse_timeout(text: &str) -> Result<f64, String> {
    parse_seconds(text).and_then(|seconds| {
        if seconds > 0.0 {
            Ok(seconds)
        } else {
            Err("expected more than 0 seconds: no program answers at once".to_string())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_square_unless_said_otherwise() {
        assert_eq!(parse_size("9"), Ok(BoardSize::square(9)));
        assert_eq!(parse_size("19x13"), Ok(BoardSize::new(19, 13).unwrap()));
        for bad in ["", "0", "26", "9x", "9x9x9", "-9", "nine"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_that_make_no_sense_are_refused() {
        for bad in ["nan", "inf", "2000", "seven"] {
            assert!(parse_komi(bad).is_err(), "{bad}");
        }
        assert!(
            parse_seconds("-1").is_err() && parse_seconds("1e300").is_err() && parse_timeout("0").is_err()
        );
    }
}
