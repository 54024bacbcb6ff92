// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games as jobs that can be played anywhere, and their results: one line of JSON each.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context as _, Error, Result, ensure};
use katachi_rules::sgf::Record;
use katachi_rules::{BoardSize, ByColor, Color, Game, Move};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest as _, Sha256};

use super::config::Entrant;
use super::machine::{Commands, Origin};
use super::terms::Terms;
use crate::matches::game::{Fixture, play_game};
use crate::matches::plan::{Plan, Program};
use crate::matches::report::{game_line, record_text};
use crate::sprt::Sprt;
use crate::stats::winner_of;

/// A game to be played, with all its data but the programs themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameJob {
    pub(super) tournament: Tournament,
    /// The number of the game, counted from 1.
    pub game: u32,
    pub(super) black: Entrant,
    pub(super) white: Entrant,
    #[serde(default)]
    pub(super) opening: Vec<String>,
    pub(super) terms: Terms,
}

/// The data of a tournament for its tables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    pub(super) name: String,
    pub(super) games: u32,
    /// A sequential test. Games 1 and 2 have one opening and swapped colours, and so on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sprt: Option<Sprt>,
    pub(super) programs: Vec<String>,
}

/// The result of a game. One that is read agrees with its record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct GameResult {
    pub(super) tournament: Tournament,
    /// The number of the game, counted from 1.
    pub game: u32,
    pub(super) job: String,
    pub(super) black: String,
    pub(super) white: String,
    /// As in SGF: `B+3.5`, `W+R`, `0`.
    pub(super) result: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<String>,
    pub(super) moves: usize,
    /// CPU seconds of Black and White, and the number of moves that they chose; none if not known.
    pub(super) cpu: [Option<(f64, u32)>; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) origin: Option<Origin>,
    pub(super) sgf: String,
}

impl Serialize for GameResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for GameResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let result = Self::deserialize(deserializer)?;
        result.check().map_err(de::Error::custom)?;
        Ok(result)
    }
}

impl GameResult {
    /// Checks that it agrees with its record and the tournament.
    fn check(&self) -> Result<()> {
        let record = Record::parse(self.sgf.as_bytes())
            .map_err(|why| Error::msg(format!("its record cannot be read: {why}")))?;
        let (game, games, result, moves) = (self.game, self.tournament.games, &self.result, self.moves);
        ensure!(game <= games, "game {game} of {games}");
        for (name, property) in [(&self.black, "PB"), (&self.white, "PW")] {
            let player = record.get(property).unwrap_or_default();
            let is_in = self.tournament.programs.contains(name);
            ensure!(is_in, "'{name}' is no program of the tournament");
            let is_same = player == name || player.starts_with(&format!("{name} ("));
            ensure!(is_same, "its record has {property} '{player}', not '{name}'");
        }
        let recorded = record.get("RE").unwrap_or_default();
        let is_same = recorded == result;
        ensure!(
            is_same,
            "the result is {result}, and that of its record '{recorded}'"
        );
        let is_result = result.parse::<katachi_rules::GameResult>().is_ok() || self.winner().is_some();
        ensure!(is_result, "'{result}' is no result of a game");
        let recorded = record.move_count();
        let is_same = recorded == moves;
        ensure!(is_same, "it has {moves} moves, and its record {recorded}");
        Ok(())
    }

    pub(super) fn size(&self) -> Option<BoardSize> {
        Record::parse(self.sgf.as_bytes()).ok().map(|record| record.size)
    }

    pub(super) fn winner(&self) -> Option<Color> {
        winner_of(&self.result)
    }

    pub(super) fn line(&self) -> String {
        let (black, white) = (self.black.as_str(), self.white.as_str());
        let names = ByColor { black, white };
        game_line(self.game, names, &self.result, self.moves, self.fault.as_deref())
    }
}

/// Name of the file of the result of a game, where each result has a file of its own.
pub fn result_file(game: u32) -> String {
    format!("game-{game:06}.jsonl")
}

impl GameJob {
    /// Returns whether this is the result of the job. One of another version of the tournament is not.
    pub fn is_done_by(&self, result: &GameResult) -> bool {
        self.game == result.game && self.fingerprint() == result.job
    }

    /// Returns the fingerprint of the job as it travels.
    pub(super) fn fingerprint(&self) -> String {
        let digest = Sha256::digest(serde_json::to_vec(self).expect("a job is data"));
        digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Programs that were tried; each is tried once.
#[derive(Default)]
pub(super) struct TriedPrograms {
    pub(super) notes: Vec<String>,
    players: BTreeMap<Entrant, Program>,
    judges: BTreeMap<String, Program>,
}

pub(super) struct PreparedGame {
    job: GameJob,
    fingerprint: String,
    plan: Plan,
    fixture: Fixture,
}

impl PreparedGame {
    /// Checks the job and tries its programs unless they were tried before.
    pub(super) fn new(job: GameJob, commands: &Commands, programs: &mut TriedPrograms) -> Result<Self> {
        // The fingerprint is that of the plan, whatever the programs are called here.
        let fingerprint = job.fingerprint();
        let job = commands.apply(job);
        let mut plan = job.terms.plan(job.tournament.games)?;
        let mut player = |entrant: &Entrant| -> Result<Program> {
            let name = format!("program '{}'", entrant.name);
            if !programs.players.contains_key(entrant) {
                let program = Program::untried(&entrant.command, entrant.options.clone(), &entrant.gtp);
                let program = program.with_context(|| name.clone())?;
                let cannot = || format!("{name} cannot play (command: {})", entrant.command);
                let tried = plan.tried(program).with_context(cannot)?;
                programs.notes.extend(plan.rules_note(&name, &tried));
                programs.players.insert(entrant.clone(), tried);
            }
            let mut program = programs.players[entrant].clone();
            program.full_name = format!("{} ({})", entrant.name, program.full_name);
            program.label.clone_from(&entrant.name);
            Ok(program)
        };
        let (black, white) = (player(&job.black)?, player(&job.white)?);
        if let Some(command) = &job.terms.judge {
            if !programs.judges.contains_key(command) {
                let tried = plan.tried_judge(Program::untried(command, [], &[])?)?;
                ensure!(
                    plan.adjudication.is_none() || tried.knows("estimate_score"),
                    "the judge does not list estimate_score, which adjudication needs"
                );
                programs.judges.insert(command.clone(), tried);
            }
            plan.judge = Some(programs.judges[command].clone());
        }
        let fixture = Fixture {
            index: job.game.checked_sub(1).context("games are counted from 1")?,
            programs: ByColor { black, white },
            opening: opening(&job, &plan)?,
        };
        Ok(Self {
            job,
            fingerprint,
            plan,
            fixture,
        })
    }

    pub(super) fn number(&self) -> u32 {
        self.job.game
    }

    /// Plays the game; `None` if it was stopped.
    pub(super) fn play(&self, origin: &Origin, stop: &AtomicBool) -> Option<GameResult> {
        let begin = Instant::now();
        let report = play_game(&self.plan, &self.fixture, stop)?;
        Some(GameResult {
            tournament: self.job.tournament.clone(),
            game: self.job.game,
            job: self.fingerprint.clone(),
            black: self.job.black.name.clone(),
            white: self.job.white.name.clone(),
            result: report.outcome.result.clone(),
            fault: report.outcome.fault.clone(),
            moves: report.game.move_count(),
            cpu: report.cpu,
            origin: Some(origin.since(begin)),
            sgf: record_text(&self.plan, &self.fixture, &report),
        })
    }
}

/// Parses the opening of a job and checks that it is legal.
fn opening(job: &GameJob, plan: &Plan) -> Result<Vec<Move>> {
    let mut game = Game::new(plan.size, plan.rules, plan.komi);
    for word in &job.opening {
        let mv = plan
            .size
            .parse_move(word)
            .with_context(|| format!("opening: '{word}' is no move on {}", plan.size))?;
        game.play(game.to_move(), mv)
            .map_err(|why| Error::msg(format!("opening: {word} is illegal ({why})")))?;
    }
    Ok(game.moves().map(|(_, mv)| mv).collect())
}
