// SPDX-License-Identifier: MIT OR Apache-2.0

//! The values of a review: searches of every position, then of suspected moves deeper; or a judge's answers.
//!
//! Whether a move is a mistake is judged by all that the searches before and after it say
//! (`assessment::chance_of_mistake`). Where that chance is not small, or the search hardly looked at the
//! move, the positions are searched again with more visits, and the one after the best move, too. How much a
//! suspected move lost is the difference between the values after the best move and after the played one.
//! Both positions have the same side to move and the same number of visits, so that a bias of short searches
//! cancels. Each search has a new tree and one thread. Its value depends on the position, the seed and the
//! number of visits alone.
//!
//! A strong judge's values need no correction, so the loss of a move is the difference between the values of
//! two neighbouring positions, as in other programs that show its values. Its first choice loses nothing.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use katachi_engine::search::{Limits, Search, SearchSettings};
use katachi_katago_json::{Judge, JudgeError, JudgeQuestion};
use katachi_rules::sgf::{Played, Turns};
use katachi_rules::{BoardSize, Color, Game, Move, Phase};

use super::assessment::{self, Assessment};
use super::error::ReviewError;
use super::progress::{Progress, Stage, Work};
use super::settings::{DEEPER, MEMORY, SUSPECTED, default_visits};
use super::value::Loss;

/// What is known about a move.
#[derive(Clone, Debug)]
pub(crate) struct Judged {
    pub(crate) before: Assessment,
    /// The best move, which may be the played one.
    pub(crate) best: Move,
    /// The position after the best move, if it is not the played one.
    pub(crate) after_best: Option<Assessment>,
    /// The position after the played move. `None` if the game was over.
    pub(crate) after: Option<Assessment>,
    /// The loss. `None` if the game was over after either move.
    pub(crate) loss: Option<Loss>,
    /// The probability that it is a mistake, 0 to 1. 1 by a judge.
    pub(crate) chance: f32,
}

/// The values of a game.
#[derive(Debug)]
pub(crate) struct Survey {
    /// The position before each move and after the last one. `None` where the game was over.
    pub(crate) positions: Vec<Option<Assessment>>,
    /// The result for each move. `None` where the game was over, and for a side that is not reviewed.
    pub(crate) moves: Vec<Option<Judged>>,
}

/// A position: the one before the move of that turn, or the one after a move there. The number of turns
/// stands for the last position. Its game is not kept, as it has all moves before it.
type Place = (usize, Option<Move>);

/// Visits and seed of a search.
type Effort = (u32, u64);

impl Work<'_> {
    /// Searches the positions of these moves and the last position, or asks the judge about them.
    pub(crate) fn survey(&self, mut judge: Option<&mut Judge>) -> Result<Survey, ReviewError> {
        let places = (0..=self.turns.len()).map(|index| (index, None)).collect();
        let mut positions = self.assess(Stage::Positions, places, judge.as_deref_mut())?;
        let mut moves = self.compare(&positions, judge.as_deref_mut())?;
        if judge.is_none() {
            self.look_deeper(&mut moves, &mut positions)?;
        }
        Ok(Survey { positions, moves })
    }

    /// Compares the positions before and after each move. Where the record goes on elsewhere, the position
    /// after the move is none of the game, and is assessed, too.
    fn compare(
        &self,
        positions: &[Option<Assessment>],
        judge: Option<&mut Judge>,
    ) -> Result<Vec<Option<Judged>>, ReviewError> {
        let (moves, player) = (self.turns.moves(), self.settings.player);
        let is_reviewed = |i: usize| player.is_none_or(|player| player == moves[i].color);
        let before = |i: usize| positions[i].as_ref().filter(|_| is_reviewed(i));
        let is_left = |&i: &usize| !leads_to_the_next(self.turns, i) && before(i).is_some();
        let left: Vec<usize> = (0..moves.len()).filter(is_left).collect();
        let places = left.iter().map(|&i| (i, Some(moves[i].mv))).collect();
        let is_judged = judge.is_some();
        let elsewhere = self.assess(Stage::Elsewhere, places, judge)?;
        let judged = |(i, turn): (usize, &Played)| {
            let after = match left.binary_search(&i) {
                Ok(at) => elsewhere[at].clone(),
                Err(_) => positions[i + 1].clone(),
            };
            let before = before(i)?;
            // A judge is not asked about the position after its best move.
            let after_best = before.after_best(self.last.size());
            let after_best = after_best.filter(|_| is_judged && before.best() != turn.mv);
            let played = (self.last.size(), turn.color, turn.mv);
            Some(Judged::new(played, before.clone(), after_best, after))
        };
        Ok(moves.iter().enumerate().map(judged).collect())
    }

    /// Searches suspected moves again with more visits.
    fn look_deeper(
        &self,
        moves: &mut [Option<Judged>],
        positions: &mut [Option<Assessment>],
    ) -> Result<(), ReviewError> {
        // Other random numbers, so that chance does not repeat itself.
        let (visits, seed) = self.effort();
        let effort = (visits.saturating_mul(DEEPER), !seed);
        let is_suspect = |&i: &usize| {
            let mv = self.turns.moves()[i].mv;
            let found = moves[i].as_ref();
            found.is_some_and(|found| found.chance >= SUSPECTED || !found.before.has_looked_at(mv))
        };
        let suspects: Vec<usize> = (0..moves.len()).filter(is_suspect).collect();
        let found = self.each(Stage::Suspects, &suspects, |&i| {
            let turn = self.turns.moves()[i];
            let search = |mv| self.search((i, mv), effort);
            let before = search(None).expect("it was searched before");
            let best = before.best();
            let after_best = if best == turn.mv { None } else { search(Some(best)) };
            let played = (self.last.size(), turn.color, turn.mv);
            Judged::new(played, before, after_best, search(Some(turn.mv)))
        })?;
        let visits = |found: &Option<Assessment>| found.as_ref().map_or(0, |found| found.value.visits);
        for (i, judged) in suspects.into_iter().zip(found) {
            positions[i] = Some(judged.before.clone());
            if leads_to_the_next(self.turns, i) && visits(&positions[i + 1]) < visits(&judged.after) {
                positions[i + 1].clone_from(&judged.after);
            }
            moves[i] = Some(judged);
        }
        Ok(())
    }

    /// Assesses positions. Returns the results in order; `None` where the game is over.
    fn assess(
        &self,
        stage: Stage,
        places: Vec<Place>,
        judge: Option<&mut Judge>,
    ) -> Result<Vec<Option<Assessment>>, ReviewError> {
        let is_open = places.iter();
        let is_open: Vec<bool> = is_open.map(|&place| self.position(place).is_some()).collect();
        let open = places.into_iter().zip(&is_open).filter(|&(_, &is_open)| is_open);
        let open: Vec<Place> = open.map(|(place, _)| place).collect();
        let found = match judge {
            Some(judge) => self.ask(judge, &open)?,
            None => self.each(stage, &open, |&place| self.search(place, self.effort()))?,
        };
        let mut found = found.into_iter().flatten();
        let result = |is_open: bool| if is_open { found.next() } else { None };
        Ok(is_open.into_iter().map(result).collect())
    }

    fn effort(&self) -> Effort {
        let visits = self.settings.visits;
        let visits = visits.unwrap_or_else(|| default_visits(self.last.size()));
        (visits, self.engine.settings.seed)
    }

    fn search(&self, place: Place, (visits, seed): Effort) -> Option<Assessment> {
        let settings = SearchSettings {
            visits: Some(visits),
            threads: 1,
            memory: MEMORY,
            ..self.engine.settings.search.unwrap_or_default()
        };
        let knowledge = &self.engine.knowledge;
        let (game, color) = self.position(place)?;
        let searched = knowledge.search_task(&game, color, seed, Limits::visits(visits));
        let found = Assessment::from_report(&Search::new(settings).run(&searched), game.size());
        Some(self.counted(found))
    }

    fn ask(&self, judge: &mut Judge, places: &[Place]) -> Result<Vec<Option<Assessment>>, ReviewError> {
        let of = places.len();
        if of == 0 {
            return Ok(Vec::new());
        }
        let question = |index: usize| {
            let (game, color) = self.position(places[index]).expect("it was there before");
            JudgeQuestion { game, color }
        };
        let answers = self.watched(|watcher| {
            let stage = Stage::Judged;
            let mut tell = |done| watcher(Progress { stage, done, of });
            match tell(0) {
                ControlFlow::Break(()) => Err(JudgeError::Stopped),
                ControlFlow::Continue(()) => judge.judge_each(of, &question, self.settings.visits, &mut tell),
            }
        });
        let answers = answers.map_err(|error| match error {
            JudgeError::Stopped => ReviewError::Stopped,
            other => ReviewError::Judge(other),
        })?;
        let found = |answer| Some(self.counted(Assessment::from_answer(answer, self.last.size())));
        Ok(answers.iter().map(found).collect())
    }

    fn counted(&self, found: Assessment) -> Assessment {
        self.visits
            .fetch_add(found.value.visits.into(), Ordering::Relaxed);
        found
    }

    /// Returns a position with the side to move. `None` where there is nothing to search.
    fn position(&self, (index, mv): Place) -> Option<(Game, Color)> {
        let (game, color) = if index < self.turns.len() {
            let turn = self.turns.turn(index);
            (turn.game, turn.color)
        } else {
            (self.last.clone(), self.last.to_move())
        };
        match mv {
            None => is_open(&game).then_some((game, color)),
            Some(mv) => Some((after(&game, color, mv)?, color.opposite())),
        }
    }
}

impl Judged {
    pub(crate) fn new(
        (size, color, mv): (BoardSize, Color, Move),
        before: Assessment,
        after_best: Option<Assessment>,
        after: Option<Assessment>,
    ) -> Self {
        let best = before.best();
        let best_value = after_best.as_ref().map_or(&before.value, |after| &after.value);
        let loss = after.as_ref().map(|after| match best == mv {
            true => Loss::default(),
            false => Loss::between(color, best_value, &after.value),
        });
        let chance = match &after {
            _ if before.estimate.is_none() => 1.0,
            Some(after) if best != mv => assessment::chance_of_mistake(size, mv, &before, after),
            _ => 0.0,
        };
        Self {
            before,
            best,
            after_best,
            after,
            loss,
            chance,
        }
    }
}

/// Returns the position after a move. `None` if the move is illegal or ends the main phase, after which there
/// is nothing to search.
pub(crate) fn after(game: &Game, color: Color, mv: Move) -> Option<Game> {
    let mut game = game.clone();
    game.play(color, mv).ok()?;
    is_open(&game).then_some(game)
}

fn is_open(game: &Game) -> bool {
    game.phase() == Phase::Main && !game.is_over()
}

/// Returns whether the position after a move is the position before the next one, with the same side to move.
pub(crate) fn leads_to_the_next(turns: &Turns, index: usize) -> bool {
    let next = turns.moves().get(index + 1);
    next.is_none_or(|next| next.color == turns.moves()[index].color.opposite() && !next.is_after_setup)
}
