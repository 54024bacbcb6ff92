// SPDX-License-Identifier: MIT OR Apache-2.0

//! The result that the engine counts at the end of a game, beside that of the record.
//!
//! Records do not say which stones were dead; the score does, nearly. A record that stops before the game was
//! over is counted wrong as well, so the points that are left open are listed for each game.

use katachi_arena::{Finisher, PlayedOn};
use katachi_engine::Engine;
use katachi_engine::analysis::FinalStatus;
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Color, GameResult, Rules};
use serde::{Deserialize, Serialize};

use super::truth::named_lead;
use crate::games::SampledGame;

/// Komi that are usual in even games: one of them is taken where a record has none.
const USUAL_KOMI: [f32; 3] = [7.5, 6.5, 5.5];
/// A point is open if less than this share of the playouts gives it to one side, as an ownership from 0 to 1.
const CLEAR: f32 = 0.9;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CountedEnd {
    place: String,
    /// Board, rules and komi as the record names them: games are put together by this.
    group: String,
    lead: f32,
    /// White's lead as counted; by the rules and komi that agree best, where the record names none.
    counted: f32,
    /// Points that are open in the playouts: a record that stops early has many.
    open: usize,
    played_on: Option<PlayedOn>,
}

impl CountedEnd {
    /// Counts the end of a game; a finisher plays it on as well. None if the record has no score or cannot be
    /// replayed. Takes up to a second on 19x19.
    pub(super) fn new(
        game: &SampledGame,
        engine: &Engine,
        finisher: Option<&Finisher>,
    ) -> Result<Option<Self>, katachi_arena::Error> {
        let SampledGame { record, file, number } = game;
        let Some((lead, counted, status)) = counted(record, engine) else {
            return Ok(None);
        };
        // Komi change nothing here: two counts by the same komi are compared.
        let komi = record.komi.unwrap_or(USUAL_KOMI[0]);
        let game = record.game_after(usize::MAX, Rules::JAPANESE, komi).ok();
        let play_on = |finisher: &Finisher| game.map(|game| finisher.play_on(&game)).transpose();
        let is_open = |&p: &_| {
            let ownership = status.ownership.share(p, Color::Black);
            ownership.abs() < CLEAR && !status.is_dame(p)
        };
        let rules = record.rules();
        let rules = rules.map_or("no rules".to_owned(), |rules| rules.to_string());
        let komi = if record.komi.is_some() { "komi" } else { "no komi" };
        Ok(Some(Self {
            place: format!("{file}:{number}"),
            group: format!("{file}, {}, {rules}, {komi}", record.size),
            lead,
            counted,
            open: record.size.points().filter(is_open).count(),
            played_on: finisher.map_or(Ok(None), play_on)?,
        }))
    }
}

/// White's lead by the record and as counted, and the status of the stones.
fn counted(record: &Record, engine: &Engine) -> Option<(f32, f32, FinalStatus)> {
    let lead = score(record)?;
    if !record.steps.iter().all(Step::is_move) {
        return None;
    }
    // Rules and komi by which a game may have been counted.
    let rules = record.rules();
    let rules = rules.map_or(vec![Rules::CHINESE, Rules::JAPANESE], |rules| vec![rules]);
    let komis = record.komi.map_or(USUAL_KOMI.to_vec(), |komi| vec![komi]);
    let mut status: Option<FinalStatus> = None;
    let mut counted = Vec::new();
    let all = rules
        .iter()
        .flat_map(|rules| komis.iter().map(move |komi| (rules, komi)));
    for (&rules, &komi) in all {
        let game = record.game_after(usize::MAX, rules, komi).ok()?;
        let status = status.get_or_insert_with(|| engine.final_status(&game));
        counted.push(status.white_lead(&game));
    }
    let distance = |counted: &f32| (counted - lead).abs();
    let nearest = |a: &f32, b: &f32| distance(a).total_cmp(&distance(b));
    Some((lead, counted.into_iter().min_by(nearest)?, status?))
}

pub(super) fn score(record: &Record) -> Option<f32> {
    let text = record.get("RE")?;
    match text.parse() {
        Ok(GameResult::Score(number)) => named_lead(text, number, record.komi),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use katachi_engine::Settings;

    use super::*;

    /// Two walls on 5x5, Black's one line ahead: 15 points to 10.
    const MOVES: &str = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de])";

    #[track_caller]
    fn check(root: &str, expected: Option<f32>) {
        let game = SampledGame {
            record: Record::parse(format!("(;SZ[5]{root}{MOVES}").as_bytes()).expect("a record"),
            file: "games.sgf".to_owned(),
            number: 1,
        };
        let end = CountedEnd::new(&game, &Engine::new(Settings::default()), None);
        let found = end.expect("no other program is asked").map(|end| end.counted);
        assert_eq!(found, expected, "{root}");
    }

    #[test]
    fn the_engine_counts_by_the_rules_and_komi_of_the_record() {
        check("KM[0.5]RU[Chinese]RE[B+4.5]", Some(-4.5));
        check("KM[0.5]RU[Chinese]RE[W+0.5]", Some(-4.5));
    }

    #[test]
    fn what_a_record_does_not_name_is_taken_as_its_score_wants() {
        check("RU[Chinese]RE[W+2.5]", Some(2.5));
        check("RU[Chinese]RE[W+1.5]", Some(1.5));
    }

    #[test]
    fn games_without_a_score_are_left_out() {
        check("KM[0.5]RE[B+R]", None);
        check("KM[0.5]RE[B+0]", None);
        check("KM[0.5]RE[B+0.02]", None);
        check("KM[0.5]", None);
    }
}
