// SPDX-License-Identifier: MIT OR Apache-2.0

//! The TOML file of a tournament.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Error, Result, bail, ensure};
use katachi_rules::{BoardSize, Rules, is_unprintable, printable_line};
use serde::{Deserialize, Serialize};

use super::book::Book;
use super::job::{GameJob, Tournament};
use super::terms::Terms;
use crate::matches::{Adjudication, OPENING_MOVES};
use crate::sprt::Sprt;

/// Maximum number of games of a tournament. A table lists all that are missing.
pub(super) const MAX_GAMES: u32 = 10_000_000;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entrant {
    pub(super) name: String,
    /// Its command. `{seed}` and `{game}` stand for numbers that depend on the game, `{option}` for the value
    /// of that option.
    pub(super) command: String,
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "scalars"
    )]
    pub(super) options: BTreeMap<String, String>,
    /// GTP commands before each game, after those for size, rules and komi.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) gtp: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a string, a number, true or false")]
enum Scalar {
    Text(String),
    Whole(i64),
    Number(f64),
    Truth(bool),
}

impl From<Scalar> for String {
    fn from(value: Scalar) -> Self {
        match value {
            Scalar::Text(text) => text,
            Scalar::Whole(number) => number.to_string(),
            Scalar::Number(number) => number.to_string(),
            Scalar::Truth(truth) => truth.to_string(),
        }
    }
}

fn scalar<'de, D: serde::Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    Scalar::deserialize(source).map(String::from)
}

fn scalars<'de, D: serde::Deserializer<'de>>(source: D) -> Result<BTreeMap<String, String>, D::Error> {
    let values = BTreeMap::<String, Scalar>::deserialize(source)?;
    let texts = values.into_iter().map(|(name, value)| (name, value.into()));
    Ok(texts.collect())
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// Every program meets every other one.
    #[default]
    RoundRobin,
    /// The first program meets each of the others.
    Gauntlet,
    /// Two programs meet until a sequential test has decided.
    Sprt,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Openings {
    /// Number of random moves. By default 4, fewer on the smallest boards, and 0 with a book.
    moves: Option<u32>,
    /// SGF files or folders of them; paths start from the folder of the TOML file.
    #[serde(default)]
    book: Vec<PathBuf>,
    /// Maximum number of moves of each line of the book; by default all.
    depth: Option<usize>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Config {
    name: Option<String>,
    #[serde(default)]
    kind: Kind,
    games: u32,
    #[serde(default = "default_size", deserialize_with = "scalar")]
    size: String,
    komi: Option<f32>,
    rules: Option<String>,
    time: Option<String>,
    time_tolerance: Option<f64>,
    move_timeout: Option<f64>,
    seed: Option<u64>,
    judge: Option<String>,
    #[serde(default)]
    openings: Openings,
    max_moves: Option<u32>,
    adjudication: Option<Adjudication>,
    sprt: Option<Sprt>,
    #[serde(default)]
    program: Vec<Entrant>,
}

fn default_size() -> String {
    "19".to_string()
}

/// Returns the games of a tournament in their order.
///
/// # Errors
/// A file that cannot be read or makes no sense.
pub fn plan(file: &Path) -> Result<Vec<GameJob>> {
    let shown = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {shown}"))?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let folder = file.parent().unwrap_or(Path::new(""));
    plan_text(&text, &name, folder).with_context(|| format!("cannot use {shown}"))
}

/// Returns the games of a tournament by the text of its file. `name` is that of a tournament without one; a
/// book is looked for in `folder`.
///
/// # Errors
/// A text that makes no sense, or a book that cannot be read.
pub fn plan_text(text: &str, name: &str, folder: &Path) -> Result<Vec<GameJob>> {
    let config: Config =
        toml::from_str(text).map_err(|error| Error::msg(error.to_string().trim_end().to_owned()))?;
    config.jobs(name, folder)
}

impl Config {
    /// Returns all games in the order of their numbers: openings in turn, and for each opening all pairs with
    /// both colours. So an unfinished tournament has treated all programs alike.
    fn jobs(self, name: &str, folder: &Path) -> Result<Vec<GameJob>> {
        let (terms, size, rules) = self.terms()?;
        let pairs = self.pairs()?;
        let book = self.openings.read(folder, size, rules).context("openings")?;
        let tournament = Tournament {
            name: printable_line(self.name.as_deref().unwrap_or(name)),
            games: self.games * pairs.len() as u32,
            sprt: self.sprt,
            programs: self.program.iter().map(|e| e.name.clone()).collect(),
        };
        let mut jobs = Vec::new();
        for round in 0..self.games.div_ceil(2) {
            let opening = book.opening(terms.seed, round);
            // An odd number of games ends with the first game of a pair.
            let games_of_pair = (self.games - 2 * round).min(2) as usize;
            for &(first, second) in &pairs {
                for (black, white) in [(first, second), (second, first)].into_iter().take(games_of_pair) {
                    jobs.push(GameJob {
                        tournament: tournament.clone(),
                        game: jobs.len() as u32 + 1,
                        black: self.program[black].clone(),
                        white: self.program[white].clone(),
                        opening: opening.clone(),
                        terms: terms.clone(),
                    });
                }
            }
        }
        Ok(jobs)
    }

    fn terms(&self) -> Result<(Terms, BoardSize, Rules)> {
        let mut terms = Terms {
            size: self.size.clone(),
            komi: self.komi.unwrap_or(7.5),
            rules: self.rules.clone().unwrap_or_else(|| "chinese".to_string()),
            time: self.time.clone(),
            time_tolerance: self.time_tolerance.unwrap_or(0.5),
            move_timeout: self.move_timeout,
            max_moves: self.max_moves.unwrap_or(1),
            judge: self.judge.clone(),
            adjudication: self.adjudication,
            seed: self.seed.unwrap_or(1),
        };
        let plan = terms.plan(self.games)?;
        terms.size = plan.size.to_string();
        terms.max_moves = self.max_moves.unwrap_or(3 * plan.size.area() as u32);
        Ok((terms, plan.size, plan.rules))
    }

    /// Checks programs, games and test. Returns the numbers of Black and White in each pair.
    fn pairs(&self) -> Result<Vec<(usize, usize)>> {
        ensure!(
            (1..=1_000_000).contains(&self.games),
            "games: expected 1 to 1000000 games of each two programs"
        );
        let two = self.program.len();
        ensure!(
            two >= 2,
            "programs: {two} cannot play, write [[program]] with name and command for each"
        );
        for (i, entrant) in self.program.iter().enumerate() {
            check_entrant(entrant)?;
            let twice = self.program[..i].iter().any(|other| other.name == entrant.name);
            ensure!(!twice, "programs: two are called '{}'", entrant.name);
        }
        let against = |black| (black + 1..two).map(move |white| (black, white));
        let pairs: Vec<_> = match self.kind {
            Kind::RoundRobin => (0..two).flat_map(against).collect(),
            Kind::Gauntlet | Kind::Sprt => against(0).collect(),
        };
        let all = pairs.len() as u64 * u64::from(self.games);
        ensure!(
            all <= u64::from(MAX_GAMES),
            "games: {all} games of all programs together are more than {MAX_GAMES}"
        );
        match (self.kind, &self.sprt) {
            (Kind::Sprt, None) => bail!("kind sprt needs [sprt] with elo0 and elo1"),
            (Kind::Sprt, Some(sprt)) => {
                sprt.check().map_err(|why| Error::msg(format!("sprt: {why}")))?;
                ensure!(
                    two == 2,
                    "programs: a sequential test is between two, found {two}"
                );
                ensure!(
                    self.games.is_multiple_of(2),
                    "games: a sequential test counts pairs of games: make it an even number"
                );
            }
            (_, Some(_)) => bail!("[sprt] belongs to kind = \"sprt\""),
            (_, None) => {}
        }
        Ok(pairs)
    }
}

impl Openings {
    fn read(&self, folder: &Path, size: BoardSize, rules: Rules) -> Result<Book> {
        let most = size.area() as u32 / 4;
        let usual = if self.book.is_empty() {
            OPENING_MOVES.min(most)
        } else {
            0
        };
        let moves = self.moves.unwrap_or(usual);
        ensure!(moves <= most, "moves: at most a quarter of the points, {most}");
        let files: Vec<PathBuf> = self.book.iter().map(|file| folder.join(file)).collect();
        Book::read(&files, self.depth.unwrap_or(usize::MAX), moves, size, rules)
    }
}

fn check_entrant(entrant: &Entrant) -> Result<()> {
    let name = &entrant.name;
    ensure!(!name.trim().is_empty(), "programs: a name is empty");
    ensure!(
        !name.contains(is_unprintable),
        "program {name:?}: its name has characters that cannot be printed"
    );
    for option in entrant.options.keys() {
        ensure!(
            entrant.command.contains(&format!("{{{option}}}")),
            "program '{name}': its command does not contain {{{option}}}, so the option has no effect"
        );
    }
    let taken = |text: &str, key: &str| text.replace(&format!("{{{key}}}"), "");
    let keys = entrant.options.keys().map(String::as_str).chain(["seed", "game"]);
    let bare = keys.fold(entrant.command.clone(), |text, key| taken(&text, key));
    let left = bare.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
    if let Some((key, _)) =
        left.filter(|(key, _)| !key.is_empty() && key.chars().all(|c| c.is_alphanumeric()))
    {
        bail!(
            "program '{name}': its command contains {{{key}}}: give its value by options = {{ {key} = ... }}"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<GameJob>, String> {
        plan_text(text, "cup", Path::new(".")).map_err(|e| format!("{e:#}"))
    }

    const TWO: &str = "[[program]]\nname = \"a\"\ncommand = \"a {level}\"\noptions = { level = 3 }\n\
                       [[program]]\nname = \"b\"\ncommand = \"b {seed}\"\n";

    #[test]
    fn most_keys_have_defaults() {
        let jobs = read(&format!("games = 4\n{TWO}")).unwrap();
        let GameJob {
            tournament, terms, ..
        } = &jobs[0];
        let of_jobs = (jobs.len(), tournament.name.as_str(), tournament.games);
        assert_eq!(of_jobs, (4, "cup", 4));
        assert_eq!((terms.size.as_str(), terms.max_moves), ("19x19", 1083));
        assert_eq!(jobs[0].black.options["level"], "3");
    }

    #[test]
    fn errors_name_the_key() {
        for (head, expected) in [
            ("", "missing field `games`"),
            ("games = 0", "games: expected 1 to"),
            ("games = 2\nsize = 99", "size: expected 1 to 25 lines"),
            ("games = 2\nsize = 2.5", "size: expected 1 to 25 lines"),
            ("games = 2\nkomi = inf", "komi: expected a number of points"),
            ("games = 2\nrules = 'mahjong'", "rules: expected one of"),
            ("games = 2\ntime = '5'", "time: expected a time such as 10m"),
            (
                "games = 2\nmove-timeout = 0",
                "move-timeout: expected more than 0",
            ),
            ("games = 2\nlevel = 3", "unknown field `level`"),
            ("games = 2\nkind = 'swiss'", "unknown variant `swiss`"),
            ("games = 2\nkind = 'sprt'", "kind sprt needs [sprt]"),
            (
                "games = 3\nkind = 'sprt'\nsprt = { elo0 = 0, elo1 = 5 }",
                "make it an even number",
            ),
            (
                "games = 2\nkind = 'sprt'\nsprt = { elo0 = 5, elo1 = 5 }",
                "elo0 (5) has to be less",
            ),
            ("games = 2\nsprt = { elo0 = 0, elo1 = 5 }", "belongs to kind"),
            (
                "games = 2\nopenings = { moves = 91 }",
                "at most a quarter of the points, 90",
            ),
            (
                "games = 2\nopenings = { book = ['missing.sgf'] }",
                "cannot read ./missing.sgf",
            ),
            (
                "games = 2\nadjudication = { lead = 30 }",
                "adjudication needs a judge",
            ),
            ("games = 2\nmax-moves = 0", "max-moves: expected at least 1"),
        ] {
            let error = read(&format!("{head}\n{TWO}")).unwrap_err();
            assert!(error.contains(expected), "expected '{expected}' in\n{error}");
        }
        for (programs, expected) in [
            ("", "programs: 0 cannot play"),
            (&TWO.replace("\"b\"", "\"a\""), "two are called 'a'"),
            (
                &TWO.replace("\"b\"", "\"b\\u001B[31m\""),
                "its name has characters that cannot be printed",
            ),
            (
                &TWO.replace("{seed}", "{threads}"),
                "give its value by options = { threads = ... }",
            ),
            (&TWO.replace("a {level}", "a"), "does not contain {level}"),
        ] {
            let error = read(&format!("games = 2\n{programs}")).unwrap_err();
            assert!(error.contains(expected), "expected '{expected}' in\n{error}");
        }
    }
}
