// SPDX-License-Identifier: MIT OR Apache-2.0

//! One move, judged as a review judges it: for a game in progress and for exercises. Searches, limits and
//! reasons are those of a review, so that a move that is criticised here is criticised there, too.

use katachi_engine::Engine;
use katachi_katago_json::Judge;
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Board, Color, Game, Move};
use katachi_view::move_name::{MoveKind, MoveName};

use super::error::ReviewError;
use super::moves::{BetterMove, Criticism, Judgement, ReviewedMove, Severity};
use super::progress::Watcher;
use super::review::Review;
use super::settings::Settings;
use super::value::Value;
use super::words;

/// A judged move, with what can be said about it.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// The move as a review has it.
    pub mv: ReviewedMove,
    /// The position after the move, for the name of the answer.
    after: Board,
    /// A sentence with the usual moves, if it is a move of the opening that good players seldom make.
    unusual: Option<String>,
}

impl JudgedMove {
    /// Judges a move of `color` in that position by `visits` a position, and more simulations where the move
    /// is suspected, or by the values of a judge. `watcher` takes progress reports and may stop the work.
    ///
    /// # Errors
    /// The move is illegal, a judge fails, or the watcher has stopped the work.
    pub fn new(
        engine: &Engine,
        judge: Option<&mut Judge>,
        game: &Game,
        (color, mv): (Color, Move),
        visits: u32,
        watcher: &mut Watcher<'_>,
    ) -> Result<Self, ReviewError> {
        let mut record = Record::from_game(game);
        record.steps.push(Step::Play(color, mv));
        let number = record.move_count();
        let settings = Settings {
            visits: Some(visits),
            from: number,
            to: number,
            player: Some(color),
            ..Settings::default()
        };
        let (rules, komi) = (game.rules(), game.komi());
        let mut review = Review::new(engine, &record, rules, komi, &settings, judge, watcher)?;
        let unusual = review.moves.last().and_then(|mv| words::unusual(mv, &review));
        let (mv, after) = (review.moves.pop(), review.positions.pop());
        let (mv, after) = mv.zip(after).ok_or(ReviewError::Stopped)?;
        let after = after.board;
        Ok(Self { mv, after, unusual })
    }

    /// Returns the move that the search prefers. `None` where the game was over.
    pub fn best(&self) -> Option<Move> {
        self.judgement().map(|found| *found.best)
    }

    /// Returns the values before and after the move. `None` where the game was over.
    pub fn values(&self) -> Option<(Value, Value)> {
        let found = self.judgement()?;
        Some((found.before, found.after?))
    }

    fn judgement(&self) -> Option<&Judgement> {
        self.mv.judgement.as_ref()
    }

    /// Returns whether it is as good as the best move. `None` if the searches cannot tell: a move that the
    /// search before it hardly looked at is not praised.
    pub fn is_good(&self) -> Option<bool> {
        match self.mv.severity {
            Severity::Fine => {
                let is_known = self.judgement().is_none_or(|found| found.was_looked_at);
                (is_known && !self.mv.is_doubtful()).then_some(true)
            }
            _ => Some(false),
        }
    }

    /// Returns a sentence with the usual moves, if nobody can tell what an unusual move of the opening loses.
    pub fn unusual(&self) -> Option<&str> {
        self.unusual.as_deref().filter(|_| self.is_good().is_none())
    }

    /// Returns the loss in words: `about 12 points`. `None` without a significant loss.
    pub fn lost(&self) -> Option<String> {
        words::about_lost(&self.mv.counted())
    }

    /// Returns sentences about what is wrong with the move. They do not name the better move.
    pub fn fault(&self) -> String {
        let Some(criticism) = self.mv.criticism() else {
            return String::new();
        };
        let against = criticism.against.first();
        let against = against.map(|reason| format!("The move {reason}."));
        let change = criticism.consequences.first();
        let is_answered = change.is_some_and(|change| change.answer.is_some());
        let answer = self.answer(criticism).filter(|_| !is_answered);
        let change = change.map(|change| change.alone("Now"));
        let parts = [change, against, answer];
        let mut sentences: Vec<String> = parts.into_iter().flatten().collect();
        if sentences.len() < 2 && !is_answered {
            sentences.push(format!("{} {}.", self.mv.color, criticism.weakness.text()));
        }
        sentences.join(" ")
    }

    /// `White can cut at D4 now.`
    fn answer(&self, criticism: &Criticism) -> Option<String> {
        let point = criticism.answer.first()?.point()?;
        let them = self.mv.color.opposite();
        let name = MoveName::new(&self.after, them, point);
        let vertex = self.after.size().vertex(point);
        Some(match name.kind {
            MoveKind::Cut => format!("{them} can cut at {vertex} now."),
            MoveKind::Capture => format!("{them} can capture at {vertex} now."),
            MoveKind::Atari => format!("{them} can give atari at {vertex} now."),
            MoveKind::Plain => format!("{them} can answer at {vertex}."),
            _ => format!("{them} can answer at {vertex}, {}.", name.text(self.after.size())),
        })
    }

    /// Returns a sentence with the better move, its reasons and how the game may go on. `None` for a move
    /// that loses nothing.
    pub fn better(&self) -> Option<String> {
        Some(words::better_move(self.best_move()?, self.mv.color))
    }

    /// Returns the sentence of [`JudgedMove::better`] with the name of the one whose move it is:
    /// `KataGo plays D4`.
    pub fn better_by(&self, name: &str) -> Option<String> {
        let text = words::move_with_reasons(self.best_move()?, self.mv.color);
        Some(format!("{name} plays {text}"))
    }

    fn best_move(&self) -> Option<&BetterMove> {
        self.mv.criticism()?.better.first()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use katachi_engine::Settings as EngineSettings;
    use katachi_rules::Rules;

    use super::*;

    /// Black can save four stones, or White captures them.
    const ATARI: &str = "
        . . . . . . .
        . X X . . O .
        . X . O O . .
        . X O X X O .
        . X O X X . .
        . . X O O O .
        . . . . . . .";

    fn judged(vertex: &str) -> JudgedMove {
        let game = Game::from_position(Board::from_diagram(ATARI), Color::Black, Rules::CHINESE, 0.5);
        let mv = game.size().parse_move(vertex).unwrap();
        let engine = Engine::new(EngineSettings::default());
        let mut go_on = |_| ControlFlow::Continue(());
        JudgedMove::new(&engine, None, &game, (Color::Black, mv), 100, &mut go_on).unwrap()
    }

    #[test]
    fn a_losing_move_is_judged_with_its_fault_and_the_better_move_apart() {
        let judged = judged("A1");
        assert!(judged.mv.severity >= Severity::Mistake, "{judged:?}");
        let lost = judged.lost().unwrap();
        assert!(lost.starts_with("about ") && lost.contains("point"), "{lost}");
        let (fault, better) = (judged.fault(), judged.better().unwrap());
        let best = game_vertex(&judged);
        assert!(better.starts_with(&format!("Better: {best}")), "{better}");
        assert!(fault.ends_with('.') && !fault.contains("Better"), "{fault}");
    }

    fn game_vertex(judged: &JudgedMove) -> String {
        judged.after.size().show(judged.best().unwrap())
    }

    #[test]
    fn a_move_that_the_search_did_not_look_at_is_neither_good_nor_bad() {
        let best = game_vertex(&judged("A1"));
        assert_eq!(judged(&best).is_good(), Some(true));
        assert_eq!(judged("A1").is_good(), Some(false));
        let mut unseen = judged(&best);
        let judgement = unseen.mv.judgement.as_mut().expect("a search");
        judgement.was_looked_at = false;
        assert_eq!(unseen.is_good(), None);
    }

    #[test]
    fn the_best_move_has_no_fault() {
        let best = game_vertex(&judged("A1"));
        let judged = judged(&best);
        assert_eq!((judged.mv.severity, judged.lost()), (Severity::Fine, None));
        assert_eq!((judged.fault(), judged.better()), (String::new(), None));
    }

    #[test]
    fn a_record_of_very_many_moves_is_refused_before_its_positions_are_made() {
        let record = Record::parse(format!("(;SZ[7]{})", ";B[];W[]".repeat(10_000)).as_bytes()).unwrap();
        let engine = Engine::new(EngineSettings::default());
        let mut go_on = |_| ControlFlow::Continue(());
        let settings = Settings::default();
        let review = Review::new(&engine, &record, Rules::CHINESE, 0.5, &settings, None, &mut go_on);
        let why = review.expect_err("it is too long").to_string();
        assert!(why.contains("at most 2000 moves, and here are 20000"), "{why}");
    }

    #[test]
    fn an_illegal_move_and_a_watcher_that_stops_are_errors() {
        let game = Game::from_position(Board::from_diagram(ATARI), Color::Black, Rules::CHINESE, 0.5);
        let engine = Engine::new(EngineSettings::default());
        let judge = |vertex: &str, flow: ControlFlow<()>| {
            let mv = game.size().parse_move(vertex).unwrap();
            JudgedMove::new(&engine, None, &game, (Color::Black, mv), 20, &mut |_| flow)
        };
        let occupied = judge("B6", ControlFlow::Continue(()));
        assert!(
            matches!(occupied, Err(ReviewError::Record { .. })),
            "{occupied:?}"
        );
        let stopped = judge("A1", ControlFlow::Break(()));
        assert!(matches!(stopped, Err(ReviewError::Stopped)), "{stopped:?}");
    }
}
