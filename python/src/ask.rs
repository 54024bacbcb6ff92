// SPDX-License-Identifier: MIT OR Apache-2.0

//! Questions about a position: a choice, an explanation, the patterns at a point, an analysis.

use katachi_analysis_json::answer_one;
use katachi_engine::play::Request;
use katachi_engine::search::Searched;
use katachi_engine::{Choice as EngineChoice, Engine};
use katachi_katago_json::{JudgeQuestion, Query};
use katachi_rules::Move;
use katachi_view::advice::{Advice, MoveReasons};
use katachi_view::analysis::{Numbers, listed};
use katachi_view::explain::PatternData;
use pyo3::prelude::*;
use serde_json::Value;

use crate::engine::{self, player};
use crate::game::Game;
use crate::invalid;
use crate::moves::{self, AnyMove, color_name, count, optional};

/// A move that Katachi has chosen. Values are those of the side that moves, after the move.
#[pyclass(module = "katachi_env", frozen, get_all)]
pub(crate) struct Choice {
    /// The move: `"D4"` or `"pass"`.
    r#move: String,
    /// The move as an action of the environment.
    action: usize,
    /// The side that moves: `"black"` or `"white"`.
    color: &'static str,
    /// Probability of a win, 0 to 1. None without a search.
    win_rate: Option<f32>,
    /// Expected lead in points, with komi. None without a search.
    lead: Option<f32>,
    /// Simulations of the search.
    visits: u32,
    /// The moves that were searched, most visited first.
    candidates: Vec<Candidate>,
}

/// A move that was searched: a dictionary in Python.
#[derive(Clone, IntoPyObject)]
struct Candidate {
    r#move: String,
    visits: u32,
    win_rate: f32,
    lead: f32,
    prior: f32,
    pv: Vec<String>,
}

#[pymethods]
impl Choice {
    fn __str__(&self) -> &str {
        &self.r#move
    }

    fn __repr__(&self) -> String {
        let searched = match (self.win_rate, self.lead) {
            (Some(rate), Some(lead)) => format!(", wins {:.0} %, lead {lead:+.1}", 100.0 * rate),
            _ => String::new(),
        };
        let (color, name, visits) = (self.color, &self.r#move, self.visits);
        format!("<katachi_env.Choice: {color} {name}, {visits} visits{searched}>")
    }
}

impl Choice {
    fn new(game: &katachi_rules::Game, choice: &EngineChoice) -> Self {
        let size = game.size();
        let report = choice.search.as_ref();
        let numbers = report.map(|report| match report.searched(choice.mv) {
            Some(searched) => Numbers::of_move(report, searched),
            None => Numbers::of_position(report),
        });
        let candidate = |searched: &Searched, numbers: &Numbers| Candidate {
            r#move: size.show(searched.mv),
            visits: searched.visits,
            win_rate: numbers.win_rate,
            lead: numbers.lead,
            prior: searched.prior,
            pv: searched.variation.iter().map(|&mv| size.show(mv)).collect(),
        };
        let candidates = report.into_iter().flat_map(|report| {
            let moves = listed(report, 0, usize::MAX);
            moves.map(move |searched| candidate(searched, &Numbers::of_move(report, searched)))
        });
        Self {
            r#move: size.show(choice.mv),
            action: moves::to_action(size, choice.mv),
            color: color_name(game.to_move()),
            win_rate: numbers.map(|numbers| numbers.win_rate),
            lead: numbers.map(|numbers| numbers.lead),
            visits: report.map_or(0, |report| report.visits),
            candidates: candidates.collect(),
        }
    }
}

/// Chooses a move for the side to move.
///
/// The same game, strength and seed give the same move, with one thread.
///
/// Args:
///     game: the game; it is not changed.
///     level: strength from 1, a beginner, to 10; 10 by default.
///     visits: simulations of the search, 1 to 4,194,304, in place of those of the level.
///     seed: seed of the search.
///     threads: threads of the search.
///
/// Raises:
///     ValueError: an argument is out of range.
///     KeyboardInterrupt: Ctrl-C was pressed; the search ends at once.
#[pyfunction]
#[pyo3(signature = (game, *, level=None, visits=None, seed=0, threads=1))]
pub(crate) fn choose(
    py: Python<'_>,
    game: &Game,
    level: Option<f32>,
    #[pyo3(from_py_with = optional)] visits: Option<u32>,
    #[pyo3(from_py_with = count)] seed: u64,
    #[pyo3(from_py_with = count)] threads: usize,
) -> PyResult<Choice> {
    let engine = engine::with_strength(level, visits, seed, threads)?;
    let game = &game.game;
    engine::run(py, |stop| {
        let mut player = player(&engine, stop);
        Choice::new(game, &player.choose(&Request::new(game, game.to_move())))
    })
}

/// An explanation of a move, in the words of players.
#[pyclass(module = "katachi_env", frozen, get_all)]
pub(crate) struct Explanation {
    /// The move: `"D4"` or `"pass"`.
    r#move: String,
    /// What a player calls it: `"a hane around C4"`. Empty where it has no name.
    name: String,
    /// A phrase: `"D3, a hane around C4"`.
    phrase: String,
    /// Some sentences: what it does, what happens without it, what follows, or the better move.
    text: String,
    /// What speaks for and against the move, a sentence each.
    reasons: Vec<String>,
    /// The numbers of the search and of the evidence, in lines.
    numbers: String,
    /// The move that Katachi would choose.
    best: String,
}

#[pymethods]
impl Explanation {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<katachi_env.Explanation: {}>", self.phrase)
    }
}

impl Explanation {
    fn new(engine: &Engine, game: &katachi_rules::Game, choice: &EngineChoice, mv: Option<Move>) -> Self {
        let (color, database) = (game.to_move(), engine.database());
        let mv = mv.unwrap_or(choice.mv);
        let advice = Advice::of_played(choice, game, color, mv, (None, None), database);
        let reasons = MoveReasons::new(choice, game, color, mv, database);
        Self {
            r#move: game.size().show(mv),
            name: reasons.name,
            phrase: advice.phrase,
            text: advice.text,
            reasons: reasons.sentences,
            numbers: advice.numbers,
            best: game.size().show(choice.mv),
        }
    }
}

/// Explains a move of the side to move: the one given, beside the best one, or else the best one.
///
/// To explain a move that was played, undo it first.
///
/// Args:
///     game: the game; it is not changed.
///     move: a legal move, such as `"D4"`; the chosen one by default.
///     visits: simulations of the search; those of full strength by default.
///     seed: seed of the search.
///     threads: threads of the search.
///
/// Raises:
///     ValueError: the move is illegal, or an argument is out of range.
///     KeyboardInterrupt: Ctrl-C was pressed; the search ends at once.
#[pyfunction]
#[pyo3(name = "explain", signature = (game, r#move=None, *, visits=None, seed=0, threads=1))]
pub(crate) fn explain(
    py: Python<'_>,
    game: &Game,
    r#move: Option<AnyMove>,
    #[pyo3(from_py_with = optional)] visits: Option<u32>,
    #[pyo3(from_py_with = count)] seed: u64,
    #[pyo3(from_py_with = count)] threads: usize,
) -> PyResult<Explanation> {
    let game = &game.game;
    let color = game.to_move();
    let mv = r#move.map(|mv| moves::legal(game, color, &mv)).transpose()?;
    let engine = engine::with_strength(None, visits, seed, threads)?;
    engine::run(py, |stop| {
        let request = Request {
            compares: mv,
            ..Request::new(game, color)
        };
        let choice = player(&engine, stop).explain(&request);
        Explanation::new(&engine, game, &choice, mv)
    })
}

/// Lists the patterns of the database that match at a point, for the side to move.
///
/// Returns:
///     A dictionary for each: `name`; `file` and `line` of its text; `holds`, whether its constraint holds
///     there; `value`, else None; `text`, the result in one line; `drawn`, the pattern beside the
///     board, with the calls of its constraint.
///
/// Raises:
///     ValueError: there is no such point, or it cannot be played.
#[pyfunction]
#[pyo3(signature = (game, point))]
pub(crate) fn patterns<'py>(py: Python<'py>, game: &Game, point: AnyMove) -> PyResult<Bound<'py, PyAny>> {
    let game = &game.game;
    let Move::Play(at) = moves::legal(game, game.to_move(), &point)? else {
        return Err(invalid("a pass is no point: expected one such as D4"));
    };
    let engine = Engine::default();
    let found = engine::run(py, |_| {
        let request = Request::new(game, game.to_move());
        let found = engine.pattern_matches(&request, Some(at), &mut engine.reader(game));
        let data = found
            .iter()
            .map(|found| PatternData::new(engine.database(), found, game));
        serde_json::to_value(data.collect::<Vec<_>>()).expect("a pattern is plain data")
    })?;
    to_python(py, &found)
}

/// Analyses the position that the game has reached.
///
/// Args:
///     game: the game; it is not changed.
///     visits: simulations of the search, 1 to 4,194,304.
///     ownership: add `ownership`, Black's share of each point, row by row from the top, -1 to 1.
///     policy: add `policy`, the prior of each point and of the pass, which add up to 1; -1 where illegal.
///     reasons: add `name` and `reasons` to the best moves: names and sentences.
///     seed: seed of the search.
///     threads: threads of the search.
///
/// Returns:
///     A dictionary with the names of KataGo's analysis engine: `rootInfo` and `moveInfos`, best first. Win
///     rates and leads are Black's.
///
/// Raises:
///     ValueError: an argument is out of range.
///     KeyboardInterrupt: Ctrl-C was pressed; the search ends at once.
#[pyfunction]
#[pyo3(signature = (game, *, visits=1000, ownership=false, policy=false, reasons=false, seed=0, threads=1))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn analyse<'py>(
    py: Python<'py>,
    game: &Game,
    #[pyo3(from_py_with = count)] visits: u32,
    ownership: bool,
    policy: bool,
    reasons: bool,
    #[pyo3(from_py_with = count)] seed: u64,
    #[pyo3(from_py_with = count)] threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let engine = engine::with_strength(None, Some(visits), seed, threads)?;
    let question = JudgeQuestion {
        game: game.game.clone(),
        color: game.game.to_move(),
    };
    let query = Query {
        include_ownership: Some(ownership),
        include_policy: Some(policy),
        include_reasons: Some(reasons),
        ..Query::about(&question, "python")
    };
    let query = katachi_katago_json::object(&query).to_string();
    let answers = engine::run(py, |stop| answer_one(&engine, visits, &query, stop))?;
    let answer = answers.map_err(invalid)?.into_iter().next().unwrap_or_default();
    to_python(py, &answer)
}

pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}
