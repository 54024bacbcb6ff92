// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers to questions about a position, whoever asks: a terminal, a page, GTP, JSON, an exercise.
//!
//! [`advise`] answers a [`Question`] in words. Each question has a function of its own: [`hint`], [`why`],
//! [`score`], and, with an answer as values, [`candidates`]. The [`Player`] has the knowledge and the budget
//! of an answer: its level or visits, its time, and the flag that ends it. Where a [judge](Judged) has
//! answered, values are the judge's and words are Katachi's. What the answer to a question denies is never
//! told as a reason: [`Player::explain`] and [`Player::weigh`] see to that. [`why_by_evidence`] gives the
//! reasons of a move in lines, each with its part of the value, without a search.

pub mod denial;
mod judged;

use std::sync::Arc;
use std::time::Duration;

use katachi_engine::play::{LeadEstimate, LiveAnalysis, Player, Request};
use katachi_engine::search::{Limits, Report, Restriction, Search};
use katachi_engine::{Choice, Engine};
use katachi_rules::{BoardSize, Color, Game, GameResult, Move, Point, capital};
use katachi_view::Named;
use katachi_view::consequence::{Change, Consequence};
use katachi_view::reason::why_rejected;
use katachi_view::{advice, choice as words, search};
use serde::{Deserialize, Serialize};

pub use judged::Judged;

/// The position after another move has the visits of the choice divided by this, 2 to 8, and at least these.
const VISITS_PART: u32 = 4;
const MIN_VISITS: u32 = 100;
/// The fewest points that a change on the board costs which is told.
const MIN_POINTS: f32 = 2.0;

/// A question about a position that is answered in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// The best move of the side to move.
    Hint,
    /// The reasons of the last move, beside the best one.
    Why,
    /// Who leads.
    Score,
}

/// An answer in words.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The best move. `None` for [`Question::Score`].
    pub mv: Option<Move>,
    /// Sentences.
    pub text: String,
    /// The numbers behind them, in lines. Empty for [`Question::Score`].
    pub numbers: String,
    /// The position of the best move.
    pub game: Game,
    /// The best move and those that are expected after it. Empty for [`Question::Score`].
    pub line: Vec<Move>,
    /// What the judge is called whose values these are. `None`: they are Katachi's.
    pub judge: Option<String>,
}

impl Advice {
    /// Returns the answer as a dialogue shows it: a hint says that it is one, and a note on the level of the
    /// player comes before the reasons of its move.
    pub fn in_dialogue(&self, question: Question, level_note: &str) -> String {
        let before = match question {
            Question::Hint => "Hint: ",
            Question::Why => level_note,
            Question::Score => "",
        };
        format!("{before}{}", self.text)
    }
}

/// Answers a question about the position that a game has reached. `None`: no move leads to it.
pub fn advise(
    player: &mut Player,
    game: &Game,
    question: Question,
    judged: Option<&Judged>,
) -> Option<Advice> {
    match question {
        Question::Hint => Some(hint(player, game, game.to_move(), judged)),
        Question::Why => why(player, game, judged),
        Question::Score => Some(score(player, game, judged)),
    }
}

/// Names the best move of a side, with its reasons.
pub fn hint(player: &mut Player, game: &Game, color: Color, judged: Option<&Judged>) -> Advice {
    let by_judge = judged.and_then(|judged| judged.hint(player, game, color));
    by_judge.unwrap_or_else(|| {
        let choice = player.explain(&Request::new(game, color));
        let (mut advice, value) = in_words(player, &choice, game, color, choice.mv);
        advice.text.extend(value.map(|value| format!(" {value}")));
        advice
    })
}

/// Explains the last move of a game, beside the best one. `None` before the first move.
pub fn why(player: &mut Player, game: &Game, judged: Option<&Judged>) -> Option<Advice> {
    let (before, color, mv) = last_move(game)?;
    let by_judge = judged.and_then(|judged| judged.why(player, &before, color, mv));
    Some(by_judge.unwrap_or_else(|| why_move(player, &before, color, mv)))
}

/// Explains a move that may be made in a position, beside the best one.
pub fn why_move(player: &mut Player, game: &Game, color: Color, mv: Move) -> Advice {
    let choice = player.explain(&Request {
        compares: Some(mv),
        ..Request::new(game, color)
    });
    in_words(player, &choice, game, color, mv).0
}

/// Explains a move that the player chose in a position.
pub fn why_chosen(player: &mut Player, game: &Game, color: Color, mut choice: Choice) -> Advice {
    player.add_reasons(&mut choice, &Request::new(game, color));
    in_words(player, &choice, game, color, choice.mv).0
}

/// Explains a move in lines: its reasons, each with its part of the value, or why the choice is another move.
/// `chosen` is the choice that the player has made in the position; without it, evidence alone chooses.
pub fn why_by_evidence(
    player: &mut Player,
    game: &Game,
    (color, mv): (Color, Move),
    chosen: Option<&mut Choice>,
) -> String {
    let request = Request::new(game, color);
    match chosen {
        Some(choice) => {
            player.add_reasons(choice, &request);
            in_lines(choice, mv, game.size(), color)
        }
        None => in_lines(&player.weigh(&request), mv, game.size(), color),
    }
}

/// Estimates who leads. In a finished game it is the count.
pub fn score(player: &Player, game: &Game, judged: Option<&Judged>) -> Advice {
    let by_katachi = || estimated(&player.estimate(game));
    Advice {
        mv: None,
        text: judged.map_or_else(by_katachi, Judged::score),
        numbers: String::new(),
        game: game.clone(),
        line: Vec::new(),
        judge: judged.map(|judged| judged.name.clone()),
    }
}

/// Searches for the best moves of the side to move for that time, up to the visits of the player. Each call
/// goes on where the last one ended.
pub fn candidates(player: &mut Player, game: &Game, time: Duration) -> Report {
    let stop = Arc::clone(&player.interrupt);
    let analysis = LiveAnalysis {
        game,
        color: game.to_move(),
        restriction: &Restriction::default(),
        visits: player.engine.settings.visits(game.size()),
        time: Some(time),
        first: 0,
        stop: &stop,
    };
    player.analyse_live(&analysis, time, &mut |_| {})
}

/// Returns the game before its last move, the side of the move, and the move.
pub fn last_move(game: &Game) -> Option<(Game, Color, Move)> {
    let mut before = game.clone();
    let (color, mv) = before.undo()?;
    Some((before, color, mv))
}

/// Puts a move beside a choice into words, and the value of the position before it, which a question about a
/// played move does not ask for.
fn in_words(
    player: &mut Player,
    choice: &Choice,
    game: &Game,
    color: Color,
    mv: Move,
) -> (Advice, Option<String>) {
    // What the best move prevents is seen after a pass.
    let other = if mv == choice.mv { Move::Pass } else { mv };
    let (change, lost) = change(player, choice, game, (color, other)).unzip();
    let cost = (change.as_ref().and_then(Option::as_ref), lost);
    let words = advice::Advice::of_played(choice, game, color, mv, cost, player.engine.database());
    let searched = choice
        .search
        .as_ref()
        .and_then(|report| report.searched(choice.mv));
    let advice = Advice {
        mv: Some(choice.mv),
        text: words.text,
        numbers: words.numbers,
        game: game.clone(),
        line: searched.map_or(vec![choice.mv], |searched| searched.variation.clone()),
        judge: None,
    };
    (advice, words.value)
}

/// What another move than the choice costs most on the board, and in points, by a search of the position
/// after it with a part of the visits; of a pass near the choice, which prevents that. Nothing is told of
/// less than two points, and where a reading denies all.
fn change(
    player: &mut Player,
    choice: &Choice,
    game: &Game,
    (color, mv): (Color, Move),
) -> Option<(Option<Consequence>, f32)> {
    let report = choice.search.as_ref()?;
    let mut after = game.clone();
    after.play(color, mv).ok()?;
    if choice.mv == mv || after.main_phase_is_over() {
        return None;
    }
    let (stop, visits) = (Arc::clone(&player.interrupt), report.visits / VISITS_PART);
    let limits = Limits {
        stop: Some(&stop),
        ..Limits::visits(visits.max(MIN_VISITS))
    };
    let Engine { knowledge, settings } = &player.engine;
    let task = knowledge.search_task(&after, color.opposite(), settings.seed, limits);
    let found = Search::new(settings.search?).run(&task);
    let owner = [&report.ownership, &found.ownership];
    let mut all = Consequence::all(after.board(), color, mv.point(), owner).into_iter();
    let mut answers = player.answers(&after);
    let answer = found.moves.first().and_then(|first| first.mv.point());
    let mut change = all.find(|told| {
        let is_loss = told.change != Change::Gain && told.points >= MIN_POINTS;
        let is_near = mv != Move::Pass || choice.mv.point().is_some_and(|point| told.is_near(point));
        is_loss && is_near && denial::of_consequence(told, &mut answers, game.size()).is_none()
    });
    if let (Some(change), Some(answer)) = (&mut change, answer) {
        change.answer_at(Named::new(answer, game.size()));
    }
    Some((change, report.values().lead + found.values().lead))
}

/// Returns `Black leads by about 4 points; little is settled: 20 % of Black's points, 12 % of White's.`
fn estimated(estimate: &LeadEstimate) -> String {
    let (white_lead, settled) = (estimate.white_lead, estimate.settled);
    if estimate.playouts == 0 {
        let result = GameResult::Score((white_lead * 10.0).round() / 10.0);
        return format!("Counted: {result}.");
    }
    let leads = capital(&advice::lead(white_lead));
    let percent = |share: f32| (100.0 * share).round();
    format!(
        "{leads}; {}: {} % of Black's points, {} % of White's.",
        advice::settled(estimate),
        percent(settled.black),
        percent(settled.white),
    )
}

/// Returns a move with its reasons and the results of its search, or why the choice is another move.
fn in_lines(choice: &Choice, mv: Move, size: BoardSize, color: Color) -> String {
    let headline = words::headline(choice, size, color);
    if choice.mv == mv {
        let mut lines = vec![headline];
        if choice.search.is_some() {
            lines.push(search::explained(choice, size).trim_end().to_owned());
        }
        if let Some(proposal) = words::chosen(choice) {
            lines.extend(proposal.counting().map(|reason| words::reason_line(reason, size)));
        }
        return lines.join("\n");
    }
    match mv {
        Move::Play(point) => format!(
            "{color} played {}. The choice by evidence: {headline}\n{}",
            size.vertex(point),
            about(choice, point, size).trim_end()
        ),
        Move::Pass => format!("{color} passed. The choice by evidence: {headline}"),
    }
}

/// The reasons for and against a move that was not chosen.
fn about(choice: &Choice, point: Point, size: BoardSize) -> String {
    if let Some(proposal) = choice.proposal(point) {
        return words::proposal(proposal, size) + &words::not_chosen(choice, point, size).unwrap_or_default();
    }
    match choice.rejection(point) {
        Some(rejected) => {
            let text = words::proposal(&rejected.proposal, size);
            format!("{text}Not proposed: {}", why_rejected(rejected.reason))
        }
        None => format!("Nothing proposes {}.", size.vertex(point)),
    }
}

#[cfg(test)]
mod tests {
    use katachi_engine::{Engine, Settings};
    use katachi_rules::{Board, Rules};

    use super::*;

    /// White's stone on C3 is in atari.
    const ATARI: &str = "
        . . . . .
        . . X . .
        . X O . .
        . . X . .
        . . . . .";

    fn why(vertex: &str) -> String {
        let game = Game::from_position(Board::from_diagram(ATARI), Color::Black, Rules::CHINESE, 7.5);
        let mut player = Player::new(Engine::new(Settings::default()));
        let mv = game.size().parse_move(vertex).expect("a move");
        why_by_evidence(&mut player, &game, (Color::Black, mv), None)
    }

    #[test]
    fn the_chosen_move_has_its_reasons() {
        let capture = why("D3");
        assert!(capture.starts_with("Black plays D3, value "), "{capture}");
        assert!(capture.lines().count() > 1, "{capture}");
    }

    #[test]
    fn a_move_that_would_not_be_chosen_is_set_against_the_choice() {
        let other = why("A1");
        let first = "Black played A1. The choice by evidence: Black plays D3, value ";
        assert!(other.starts_with(first) && other.lines().count() > 1, "{other}");
        let pass = why("pass");
        assert!(
            pass.starts_with("Black passed. The choice by evidence: Black plays D3"),
            "{pass}"
        );
    }
}
