// SPDX-License-Identifier: MIT OR Apache-2.0

//! Exercises of the page: begun, answered and ended.

use anyhow::Context as _;
use katachi_engine::Engine;
use katachi_learning::guess::Guessing;
use katachi_learning::quiz::{Book, Day, Quiz};
use katachi_learning::{Exercise, Judge};
use katachi_review::VISITS_19;
use katachi_rules::Color;
use katachi_rules::sgf::Turns;

use super::Server;
use crate::error::Refusal;
use crate::exercise::{ExerciseJob, Kind, ToJudge};

/// Nodes to read life and death. Mistakes are judged by the search.
const NODES: u32 = 100_000;

impl Server {
    /// Begins guesses of the moves of the game, those that were taken back among them.
    pub(super) fn begin_guesses(&self, side: Option<&str>, from: usize) -> Result<(), Refusal> {
        let color = |side| Color::parse(side).ok_or_else(|| Refusal::bad("a side is black or white"));
        let side = side.map(color).transpose()?;
        let game = self.shared().whole_game();
        let mut turns =
            Turns::from_game(&game).map_err(|why| Refusal::conflict(format!("The game: {why}")))?;
        turns.end_with_the_main_phase();
        turns.retain(|turn| turn.number >= from && side.is_none_or(|side| side == turn.color));
        if turns.is_empty() {
            let whose = side.map_or(String::new(), |side| format!(" of {side}"));
            let message = format!("There is no move{whose} to guess from move {} on", from.max(1));
            return Err(Refusal::conflict(message));
        }
        self.begin_exercise(Kind::Guess, Guessing::new(turns, self.judge()))
    }

    /// Begins a quiz of the mistakes that the review has found.
    pub(super) fn begin_quiz(&self) -> Result<(), Refusal> {
        let mut shared = self.shared();
        // An earlier quiz holds the file.
        shared.exercise.clear();
        let made = shared.review.made.as_ref();
        let problems = made.map_or(Vec::new(), |made| made.mistakes.clone());
        drop(shared);
        let quiz = self.quiz(problems)?;
        self.begin_exercise(Kind::Quiz, quiz)
    }

    fn quiz(&self, problems: Vec<katachi_learning::quiz::Problem>) -> anyhow::Result<Quiz> {
        anyhow::ensure!(!problems.is_empty(), "The review has found no mistake to ask");
        let place = self.results.as_ref();
        let mut book = Book::at(place.context("There is no place for the results of a quiz")?)?;
        let ids: anyhow::Result<Vec<String>> =
            problems.into_iter().map(|problem| book.add(problem)).collect();
        let ids = ids?;
        book.save()?;
        let today = Day::today();
        let asked = book.due(today, true, Some(&ids));
        Ok(Quiz::new(book, self.judge(), NODES, today, asked))
    }

    /// Returns a judge with the knowledge of the game.
    fn judge(&self) -> Judge {
        let engine = Engine {
            knowledge: self.shared().play.engine().knowledge.clone(),
            settings: Judge::settings(VISITS_19, 0),
        };
        Judge::new(engine, VISITS_19)
    }

    fn begin_exercise(&self, kind: Kind, exercise: impl Exercise + Send + 'static) -> Result<(), Refusal> {
        self.with_exercise(|job| job.begin(kind, Box::new(exercise)))
    }

    /// Judges an answer. Other requests are answered meanwhile.
    pub(super) fn answer_task(&self, at: usize, point: Option<&str>) -> Result<(), Refusal> {
        let mut to_judge = None;
        self.with_exercise(|job| {
            to_judge = Some(job.answer(at, point)?);
            Ok(())
        })?;
        let judged = to_judge.map(ToJudge::judge);
        judged.map_or(Ok(()), |judged| self.with_exercise(|job| job.judged(judged)))
    }

    /// Runs `f` on the exercise, and tells the pages.
    pub(super) fn with_exercise(
        &self,
        f: impl FnOnce(&mut ExerciseJob) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let mut shared = self.shared();
        let result = f(&mut shared.exercise);
        self.publish(&shared);
        result
    }
}
