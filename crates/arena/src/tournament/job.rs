// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games as jobs that can be played anywhere, and what came of them: one line of JSON each.

use std::collections::BTreeMap;
use std::time::Duration;

use katachi_rules::{Color, Game, Move};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::super::game::{Fixture, GameReport, play_game};
use super::super::jobs::Stop;
use super::super::outcome::Player;
use super::super::plan::{Plan, Program, limits};
use super::super::report::record_text;
use super::super::sprt::Sprt;
use super::config::Entrant;
use super::terms::Terms;
use crate::error::{Context as _, Error, Result};
use crate::quantity::quantity;

/// A game that is to be played. All that it takes is in here, but for the programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameJob {
    pub(super) tournament: Tournament,
    /// Counted from 1.
    pub(super) game: u32,
    pub(super) black: Entrant,
    pub(super) white: Entrant,
    /// The moves that it begins with.
    #[serde(default)]
    pub(super) opening: Vec<String>,
    pub(super) terms: Terms,
}

/// What tables need to know of the tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    pub(super) name: String,
    /// Games in all.
    pub(super) games: u32,
    /// The first two games of an opening, with the colours swapped, are games 1 and 2, and so on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sprt: Option<Sprt>,
    /// Names of the programs, in their order.
    pub(super) programs: Vec<String>,
}

/// What came of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    pub(super) tournament: Tournament,
    /// Counted from 1.
    pub(super) game: u32,
    /// A fingerprint of the job: the same game has the same.
    pub(super) job: String,
    pub(super) black: String,
    pub(super) white: String,
    /// As in SGF: `B+3.5`, `W+R`, `0`.
    pub(super) result: String,
    /// What the loser did wrong, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<String>,
    pub(super) moves: usize,
    /// CPU seconds of Black and White, and the moves they chose in them, where that is known.
    pub(super) cpu: [Option<(f64, u32)>; 2],
    /// The record.
    pub(super) sgf: String,
}

impl GameResult {
    /// None for a draw.
    pub(super) fn winner(&self) -> Option<Color> {
        let (winner, _) = self.result.split_once('+')?;
        Color::parse(winner)
    }

    /// `game 3: B+12.5, a (Black) beats b (White) in 143 moves`.
    pub(super) fn line(&self) -> String {
        let (black, white) = (
            format!("{} (Black)", self.black),
            format!("{} (White)", self.white),
        );
        let (first, verb, second) = match self.winner() {
            Some(Color::White) => (white, "beats", black),
            Some(Color::Black) => (black, "beats", white),
            None => (black, "draws with", white),
        };
        let line = format!(
            "game {}: {}, {first} {verb} {second} in {}",
            self.game,
            self.result,
            quantity(self.moves, "move")
        );
        match &self.fault {
            Some(fault) => format!("{line}: {fault}"),
            None => line,
        }
    }
}

impl GameJob {
    /// As it travels.
    pub(super) fn fingerprint(&self) -> Result<String> {
        let digest = Sha256::digest(serde_json::to_vec(self)?);
        Ok(digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect())
    }
}

/// Programs that have been tried, so that each is tried once.
#[derive(Default)]
pub(super) struct Roster {
    /// What the user should know of them.
    pub(super) notes: Vec<String>,
    players: BTreeMap<Entrant, Program>,
    judges: BTreeMap<String, Program>,
}

/// A game ready to be played.
pub(super) struct Table {
    job: GameJob,
    fingerprint: String,
    plan: Plan,
    fixture: Fixture,
}

impl Table {
    /// Tries the programs that have not been tried, and checks what the job says.
    ///
    /// # Errors
    /// A job that makes no sense; a program that cannot play, before any move.
    pub(super) fn new(job: GameJob, roster: &mut Roster) -> Result<Self> {
        let fingerprint = job.fingerprint()?;
        let values = job.terms.values()?;
        let terms = &job.terms;
        let (answer_limit, move_limit) = limits(terms.move_timeout, values.time);
        let untried = |entrant: &Entrant| {
            Program::untried(&entrant.command, entrant.options.clone(), &entrant.gtp)
                .with_context(|| format!("program '{}'", entrant.name))
        };
        let judge = terms
            .judge
            .as_ref()
            .map(|command| Program::untried(command, [], &[]));
        let mut plan = Plan {
            programs: [untried(&job.black)?, untried(&job.white)?],
            judge: judge.transpose()?,
            games: job.tournament.games,
            size: values.size,
            handicap: Vec::new(),
            komi: terms.komi,
            rules: values.rules,
            time: values.time,
            tolerance: Duration::from_secs_f64(terms.time_tolerance),
            answer_limit,
            move_limit,
            adjudication: terms.adjudication,
            seed: terms.seed,
            opening_moves: 0,
            max_moves: terms.max_moves,
            jobs: 1,
            notes: Vec::new(),
        };
        for (i, entrant) in [&job.black, &job.white].into_iter().enumerate() {
            if !roster.players.contains_key(entrant) {
                let tried = plan.tried(plan.programs[i].clone()).with_context(|| {
                    format!(
                        "program '{}' cannot play (command: {})",
                        entrant.name, entrant.command
                    )
                })?;
                let name = format!("program '{}'", entrant.name);
                roster.notes.extend(plan.rules_note(&name, &tried));
                roster.players.insert(entrant.clone(), tried);
            }
            let mut program = roster.players[entrant].clone();
            program.full_name = format!("{} ({})", entrant.name, program.full_name);
            program.label.clone_from(&entrant.name);
            plan.programs[i] = program;
        }
        if let Some(judge) = plan.judge.take() {
            if !roster.judges.contains_key(&judge.command) {
                let tried = plan.tried_judge(judge.clone())?;
                if plan.adjudication.is_some() && !tried.knows("estimate_score") {
                    bail!("the judge does not list estimate_score, by which games are to be ended");
                }
                roster.judges.insert(judge.command.clone(), tried);
            }
            plan.judge = Some(roster.judges[&judge.command].clone());
        }
        let fixture = Fixture {
            index: job.game.checked_sub(1).context("games are counted from 1")?,
            black: Player::First,
            opening: opening(&job, &plan)?,
        };
        Ok(Self {
            job,
            fingerprint,
            plan,
            fixture,
        })
    }

    /// The number of the game.
    pub(super) fn number(&self) -> u32 {
        self.job.game
    }

    /// Plays. None if it was told to stop.
    pub(super) fn play(&self, stop: &Stop) -> Option<GameResult> {
        let report: GameReport = play_game(&self.plan, &self.fixture, stop)?;
        Some(GameResult {
            tournament: self.job.tournament.clone(),
            game: self.job.game,
            job: self.fingerprint.clone(),
            black: self.job.black.name.clone(),
            white: self.job.white.name.clone(),
            result: report.outcome.text(),
            fault: report.outcome.fault().map(str::to_string),
            moves: report.game.move_count(),
            cpu: report.cpu,
            sgf: record_text(&self.plan, &report),
        })
    }
}

/// The moves of a job's opening, which have to be legal.
fn opening(job: &GameJob, plan: &Plan) -> Result<Vec<Move>> {
    let mut game = Game::new(plan.size, plan.rules, plan.komi);
    for word in &job.opening {
        let mv = plan
            .size
            .parse_move(word)
            .with_context(|| format!("opening: '{word}' is no move on {}", plan.size))?;
        game.play(game.to_move(), mv)
            .map_err(|why| Error::new(format!("opening: {word} is illegal ({why})")))?;
    }
    Ok(game.moves().map(|(_, mv)| mv).collect())
}
