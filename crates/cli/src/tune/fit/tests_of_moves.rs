// SPDX-License-Identifier: MIT OR Apache-2.0

//! The tests of suites that ask for moves, with their positions.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail, ensure};
use katachi::Engine;
use katachi::tuning::WantedMove;
use katachi_arena::regress::{Expectation, Step, Suite};
use katachi_gtp::Session;
use katachi_rules::{BoardSize, Color, Game, PointSet, Rules};

use crate::regress::Folder;

/// Commands that ask for a move.
const ASKS_FOR_MOVE: [&str; 2] = ["reg_genmove", "gg_genmove"];
/// Komi of a record without one, as for `katachi regress`.
const KOMI: f32 = 7.5;

/// The tests that ask for moves.
pub(super) struct MoveTests {
    pub(super) tests: Vec<MoveTest>,
    /// Number of other tests, and of those without an answer to compare.
    pub(super) left_out: usize,
}

/// A test that asks for a move.
pub(super) struct MoveTest {
    /// Suite and number: `my.tst 10`.
    pub(super) name: String,
    /// The expected answer as in the suite.
    pub(super) expected: String,
    /// The file of the position, if no other command has changed the board since.
    pub(super) place: Option<Place>,
    pub(super) wanted: WantedMove,
}

/// A position of a file.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The file, from the current folder.
    pub(super) file: PathBuf,
    /// The move before which the record stops.
    pub(super) before: Option<usize>,
}

impl MoveTests {
    /// Reads the tests of all suites.
    ///
    /// # Errors
    /// A command that fails, an answer that is no move, or no test at all.
    pub(super) fn read(suites: &[Suite], engine: &Engine) -> anyhow::Result<Self> {
        let mut all = Self {
            tests: Vec::new(),
            left_out: 0,
        };
        for suite in suites {
            all.add(suite, engine)?;
        }
        ensure!(
            !all.tests.is_empty(),
            "there is no test with a wanted move: write `10 reg_genmove black`, and `#? [D4]` on the next line"
        );
        Ok(all)
    }

    fn add(&mut self, suite: &Suite, engine: &Engine) -> anyhow::Result<()> {
        let folder = suite.folder().to_owned();
        let begin = Game::new(BoardSize::square(19), Rules::default(), KOMI);
        let mut session = Session::with_files(engine.clone(), begin, Folder(folder));
        let mut loaded: Option<(Place, Game)> = None;
        for step in &suite.steps {
            let place = || format!("{}:{}: {}", suite.path.display(), step.line, step.command);
            let Some(number) = step.number else {
                set_up(&mut session, step).with_context(place)?;
                if let Some(place) = place_of(suite, step) {
                    loaded = Some((place, session.game().clone()));
                }
                continue;
            };
            if !suite.wants(number) {
                continue;
            }
            let expectation = step.expectation.as_ref().filter(|e| e.is_compared());
            let (Some(color), Some(expectation)) = (asked(step).with_context(place)?, expectation) else {
                self.left_out += 1;
                continue;
            };
            let game = session.game().clone();
            let is_same = |at: &Game| {
                at.move_count() == game.move_count() && at.position_id(color) == game.position_id(color)
            };
            let at = loaded.as_ref().filter(|(_, at)| is_same(at));
            self.tests.push(MoveTest {
                name: format!("{} {number}", file_name(&suite.path)),
                expected: expectation.text().to_owned(),
                place: at.map(|(place, _)| place.clone()),
                wanted: wanted(game, color, expectation).with_context(place)?,
            });
        }
        Ok(())
    }
}

impl MoveTest {
    /// `game.sgf 23 Black`
    pub(super) fn position(&self) -> String {
        let WantedMove { game, color, .. } = &self.wanted;
        let number = game.move_count() + 1;
        match &self.place {
            Some(place) => format!("{} {number} {color}", file_name(&place.file)),
            None => format!("move {number} {color}"),
        }
    }
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Runs a command that sets up a position. One that the engine does not know changes nothing.
fn set_up(session: &mut Session, step: &Step) -> anyhow::Result<()> {
    let Some(reply) = session.answer(&step.command) else {
        return Ok(());
    };
    match reply.outcome {
        Err(failure) if !failure.text.contains("unknown command") => Err(match failure.detail {
            Some(why) => anyhow!("{}: {why}", failure.text),
            None => anyhow!(failure.text),
        }),
        _ => Ok(()),
    }
}

/// The place that a command loads.
fn place_of(suite: &Suite, step: &Step) -> Option<Place> {
    let (command, rest) = step.command.split_once(char::is_whitespace)?;
    let last = rest.trim().rsplit_once(char::is_whitespace);
    let numbered = last.and_then(|(file, number)| Some((file.trim_end(), number.parse().ok()?)));
    let (file, before) = match numbered {
        Some((file, number)) => (file, Some(number)),
        None => (rest.trim(), None),
    };
    let folder = suite.path.parent().unwrap_or(suite.folder());
    (command == "loadsgf").then(|| Place {
        file: folder.join(file),
        before,
    })
}

/// The side whose move a test asks for. `None` for another question.
fn asked(step: &Step) -> anyhow::Result<Option<Color>> {
    let mut words = step.command.split_whitespace();
    let is_about_move = words
        .next()
        .is_some_and(|command| ASKS_FOR_MOVE.contains(&command));
    if !is_about_move {
        return Ok(None);
    }
    let color = words.next().and_then(Color::parse);
    Ok(Some(color.context("write black or white after the command")?))
}

/// The moves that an expectation accepts.
fn wanted(game: Game, color: Color, expectation: &Expectation) -> anyhow::Result<WantedMove> {
    let size = game.size();
    let fits = size
        .points()
        .filter(|&p| expectation.fits(&size.vertex(p).to_string()));
    let points: PointSet = fits.collect();
    let accepts_pass = expectation.fits("pass");
    if points.is_empty() && !accepts_pass {
        bail!(
            "{} is no move on {size}: write a point such as [D4], points such as [(D4|E5)], or [pass]",
            expectation.text()
        );
    }
    Ok(WantedMove {
        game,
        color,
        points,
        accepts_pass,
    })
}
