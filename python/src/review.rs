// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reviews of whole games.

use katachi_katago_json::unless_set;
use katachi_review::{ReviewError, Settings};
use katachi_rules::sgf::Record;
use pyo3::prelude::*;

use crate::ask::to_python;
use crate::engine;
use crate::game::Game;
use crate::moves::{count, optional};
use crate::{invalid, moves};

/// A reviewed game.
#[pyclass(module = "katachi_env", frozen)]
pub(crate) struct Review {
    review: katachi_review::Review,
    record: Record,
}

#[pymethods]
impl Review {
    /// The review as data: `moves` with losses, better moves and reasons, `positions`, `sides` with the
    /// summaries. It is what `katachi review -o FILE.json` writes; values are Black's.
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.review.to_json())
    }

    /// The review as text, in lines of 80 columns.
    fn text(&self) -> String {
        self.review.to_text()
    }

    /// The review as a page to step through, which needs no other file.
    fn html(&self) -> String {
        self.review.to_html()
    }

    /// The game as SGF with comments and variations.
    fn sgf(&self) -> String {
        self.review.annotate(&self.record.to_tree()).to_sgf()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<katachi_env.Review of {} moves>", self.review.moves.len())
    }
}

/// Reviews a game: the loss of each move, better moves, and reasons.
///
/// A game on 9x9 takes a minute or two on one core with the default visits, and on 19x19 more. The same game,
/// visits and seed give the same review, with any number of threads.
///
/// Args:
///     game: the game; it is not changed.
///     visits: simulations of each position, 8 to 1,000,000; suspected moves get five times as many. By the
///         size of the board by default.
///     player: `"black"` or `"white"`: whose moves are reviewed; both by default.
///     first, last: the first and the last move that is reviewed, from 1; all by default.
///     top: worst moves of each side in the summary.
///     seed: seed of the searches.
///     threads: positions that are searched at the same time.
///
/// Raises:
///     ValueError: there are no moves to review, or an argument is out of range.
///     KeyboardInterrupt: Ctrl-C was pressed.
#[pyfunction]
#[pyo3(
    name = "review",
    signature = (game, *, visits=None, player=None, first=1, last=None, top=5, seed=0, threads=1)
)]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn review(
    py: Python<'_>,
    game: &Game,
    #[pyo3(from_py_with = optional)] visits: Option<u32>,
    player: Option<&str>,
    #[pyo3(from_py_with = count)] first: usize,
    #[pyo3(from_py_with = optional)] last: Option<usize>,
    #[pyo3(from_py_with = count)] top: usize,
    #[pyo3(from_py_with = count)] seed: u64,
    #[pyo3(from_py_with = count)] threads: usize,
) -> PyResult<Review> {
    let engine = engine::with_strength(None, None, seed, 1)?;
    let to = last.unwrap_or(usize::MAX);
    if !(1..=to).contains(&first) {
        let message = format!("first is {first}: expected 1 or more, and at most last");
        return Err(invalid(message));
    }
    if let Some(visits) = visits
        && !(8..=1_000_000).contains(&visits)
    {
        return Err(invalid(format!("{visits} visits: expected 8 to 1000000")));
    }
    engine::check_threads(threads)?;
    let settings = Settings {
        visits,
        threads,
        from: first,
        to,
        player: player.map(moves::color).transpose()?,
        top,
    };
    let record = game.record();
    let (rules, komi) = (game.game.rules(), game.game.komi());
    let made = engine::run(py, |stop| {
        let watcher = &mut unless_set(stop);
        katachi_review::Review::new(&engine, &record, rules, komi, &settings, None, watcher)
    })?;
    let review = made.map_err(|why: ReviewError| invalid(why))?;
    Ok(Review { review, record })
}
