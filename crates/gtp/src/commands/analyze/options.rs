// SPDX-License-Identifier: MIT OR Apache-2.0

//! The arguments of analysis commands: a side, an interval, then pairs of a key and a value.

use std::time::Duration;

use katachi_engine::search::Restriction;
use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_katago_json::MoveLimit;
use katachi_rules::{Color, Game, Move};

use crate::commands::arguments::truth;

const USUAL_INTERVAL: Duration = Duration::from_secs(1);
/// Minimum and maximum interval; clients that want no report send large numbers.
const INTERVALS: [Duration; 2] = [Duration::from_millis(10), Duration::from_secs(1_000_000)];

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Options {
    pub(super) color: Color,
    pub(super) interval: Duration,
    /// Minimum and maximum number of listed moves.
    pub(super) moves: [usize; 2],
    pub(super) restriction: Restriction,
    /// The same for a judge: the moves that are left out, and the only ones.
    pub(super) avoid: Option<Vec<MoveLimit>>,
    pub(super) allow: Option<Vec<MoveLimit>>,
    /// The keys of further values that are wanted.
    pub(super) keys: Vec<String>,
    /// Numbers are KataGo's and Sabaki's: fractions with a decimal point, and scores. Those of Leela Zero are
    /// ten-thousandths, as whole numbers.
    pub(super) has_fractions: bool,
}

/// Keys of values of the form with fractions.
const KEYS: [&str; 6] = [
    "rootInfo",
    "ownership",
    "ownershipStdev",
    "pvVisits",
    "pvEdgeVisits",
    "noResultValue",
];

impl Options {
    /// Reads the arguments; the default side is the one to move.
    pub(crate) fn read(game: &Game, has_fractions: bool, arguments: Arguments<'_>) -> Result<Self, Failure> {
        let mut words = arguments.words().peekable();
        let color = words.next_if(|word| Color::parse(word).is_some());
        let color = color.map_or(Ok(game.to_move()), protocol::color)?;
        let interval = words.next_if(|word| word.parse::<f64>().is_ok());
        let mut options = Self {
            color,
            interval: interval.map_or(Ok(USUAL_INTERVAL), centiseconds)?,
            moves: [0, usize::MAX],
            restriction: Restriction::default(),
            avoid: None,
            allow: None,
            keys: Vec::new(),
            has_fractions,
        };
        while let Some(key) = words.next() {
            options.set(game, key, &mut words)?;
        }
        Ok(options)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.keys.iter().any(|other| other == key)
    }

    fn set<'a>(
        &mut self,
        game: &Game,
        key: &str,
        words: &mut impl Iterator<Item = &'a str>,
    ) -> Result<(), Failure> {
        let mut value = || {
            words
                .next()
                .ok_or_else(|| Failure::syntax(format!("'{key}' has no value")))
        };
        match key {
            "interval" => self.interval = centiseconds(value()?)?,
            "minmoves" => self.moves[0] = protocol::number(value()?)?,
            "maxmoves" => self.moves[1] = protocol::number(value()?)?,
            "allow" | "avoid" => {
                let color = protocol::color(value()?)?;
                let moves = moves(game, color, value()?)?;
                let until = until(value()?)?;
                let limit = MoveLimit::new(game.size(), color, &moves, until);
                if key == "allow" {
                    self.restriction.allow(color, &moves, until);
                    self.allow.get_or_insert_default().push(limit);
                } else {
                    self.restriction.avoid(color, &moves, until);
                    self.avoid.get_or_insert_default().push(limit);
                }
            }
            key if self.has_fractions && KEYS.contains(&key) => {
                self.keys.retain(|other| other != key);
                self.keys.extend(truth(value()?)?.then(|| key.to_owned()));
            }
            "movesOwnership" | "movesOwnershipStdev" if self.has_fractions => {
                if truth(value()?)? {
                    return Err(Failure::new(format!(
                        "{key} is not possible: the tree keeps no ownership by move"
                    )));
                }
            }
            _ => return Err(Failure::syntax(format!("unknown key '{key}'"))),
        }
        Ok(())
    }
}

fn centiseconds(word: &str) -> Result<Duration, Failure> {
    let number: f64 = protocol::number(word)?;
    match number >= 0.0 {
        true => Ok(Duration::try_from_secs_f64(number / 100.0)
            .unwrap_or(INTERVALS[1])
            .clamp(INTERVALS[0], INTERVALS[1])),
        false => Err(Failure::syntax(format!(
            "expected an interval in hundredths of a second, found '{word}'"
        ))),
    }
}

fn moves(game: &Game, color: Color, word: &str) -> Result<Vec<Move>, Failure> {
    let named = word.split(',').filter(|name| !name.is_empty());
    let moves = named.map(|name| match protocol::mv(game.size(), color, name) {
        Ok(mv) => Ok(mv),
        Err(_) => Err(Failure::syntax(format!(
            "expected points of the board or pass, found '{name}'"
        ))),
    });
    moves.collect()
}

fn until(word: &str) -> Result<u32, Failure> {
    match protocol::number(word)? {
        0 => Err(Failure::syntax("expected a depth of 1 or more, found 0")),
        depth => Ok(depth),
    }
}
