// SPDX-License-Identifier: MIT OR Apache-2.0

//! The analysis of positions as data for the page. `katachi_view` makes the pictures and words.
//!
//! The analyst has a player of its own, so that a position can be analysed while the engine thinks about its
//! move. It caches the last position.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use katachi_answers::{Advice, Judged, Question};
use katachi_engine::play::lines::{self, PointDetails};
use katachi_engine::play::{Level, Player, Request};
use katachi_engine::search::{Report, Searched};
use katachi_engine::tuning::{Change, ChangeError};
use katachi_engine::{Choice, Engine, Proposal};
use katachi_rules::{Game, Move, Point, PositionId};
use katachi_view::explain;
use katachi_view::lines::text as line_text;
use katachi_view::picture::{Layers, Map};
use katachi_view::svg::Overlay;
use katachi_view::{PositionView, choice as words, reason, search};
use serde::{Deserialize, Serialize};

use crate::at::At;
use crate::candidates::Candidates;
use crate::error::Refusal;
use crate::values::{Number, Values};

/// Width of the legend in the units of the board.
const LEGEND_WIDTH: f32 = 330.0;
/// Time of a step of the search for candidates.
const STEP: Duration = Duration::from_millis(600);
/// Number of proposals with reasons, as nearly every point has a value.
const LISTED: usize = 15;

/// A flag that ends a search.
pub(crate) type Stop = Arc<AtomicBool>;

/// The parts of a position that the page shows.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ViewOptions {
    /// Number of moves before it.
    moves: usize,
    /// Moves that were tried after them.
    #[serde(default)]
    tried: String,
    /// `area`, `moyo`, `territory` or `ownership`.
    map: Option<String>,
    #[serde(default)]
    groups: bool,
    #[serde(default)]
    eyes: bool,
    #[serde(default)]
    values: bool,
    /// Choose by the tree search instead of the evidence alone.
    #[serde(default)]
    search: bool,
    /// List the lines of play.
    #[serde(default)]
    lines: bool,
    /// Index of the line on the board.
    line: Option<usize>,
}

impl ViewOptions {
    /// Returns the position.
    pub(crate) fn at(&self) -> At {
        At {
            moves: self.moves,
            tried: self.tried.clone(),
        }
    }

    fn layers(&self) -> Result<Layers, Refusal> {
        let map = self.map.as_deref().map(|word| {
            let found = Map::ALL.into_iter().find(|map| map.word() == word);
            found.ok_or_else(|| Refusal::bad("there is no such map: use area, moyo, territory or ownership"))
        });
        Ok(Layers {
            groups: self.groups,
            influence: map.transpose()?,
            eyes: self.eyes,
            values: self.values,
            line: self.line,
            cursor: None,
        })
    }
}

/// The engine that analyses positions.
#[derive(Debug)]
pub(crate) struct Analyst {
    player: Player,
    values: Values,
    analysed: Option<Analysed>,
}

/// A position with its analysis.
#[derive(Debug)]
struct Analysed {
    position: PositionId,
    view: PositionView,
    /// The choice by evidence.
    weighed: Option<Choice>,
    /// The choice by the tree search.
    searched: Option<Choice>,
}

impl Analyst {
    /// Makes an analyst of full strength, whatever level the engine has in the game.
    pub(crate) fn new(mut engine: Engine) -> Self {
        engine.settings.level = Level::FULL;
        Self {
            player: Player::new(engine.clone()),
            values: Values::new(engine),
            analysed: None,
        }
    }

    /// Analyses a position unless it is the cached one.
    fn analyse(&mut self, game: &Game) -> &mut Analysed {
        let position = game.position_id(game.to_move());
        let analysed = self
            .analysed
            .take()
            .filter(|analysed| analysed.position == position);
        let analysed = analysed.unwrap_or_else(|| Analysed {
            position,
            view: PositionView::new(game, self.player.analyse(game), None),
            weighed: None,
            searched: None,
        });
        self.analysed.insert(analysed)
    }

    /// Adds the choice by evidence, or by the search, to the view of the position.
    fn choose(&mut self, game: &Game, searches: bool) -> &mut Analysed {
        self.analyse(game);
        let Self { player, analysed, .. } = self;
        let analysed = analysed.as_mut().expect("a position was analysed");
        let cached = if searches {
            &mut analysed.searched
        } else {
            &mut analysed.weighed
        };
        let choice = cached.get_or_insert_with(|| {
            let request = Request {
                lists_patterns: true,
                ..Request::new(game, game.to_move())
            };
            match searches {
                true => player.explain(&request),
                false => player.weigh(&request),
            }
        });
        analysed.view.choice = Some(choice.clone());
        analysed
    }

    /// Returns the marks of a position, its groups, and the requested parts.
    pub(crate) fn view(&mut self, game: &Game, options: &ViewOptions) -> Result<ViewState, Refusal> {
        let layers = options.layers()?;
        let chooses = options.values || options.search;
        match chooses {
            true => self.choose(game, options.search),
            false => self.analyse(game),
        };
        let Self { player, analysed, .. } = self;
        let analysed = analysed.as_mut().expect("a position was analysed");
        if options.lines && analysed.view.lines.is_empty() {
            analysed.view.lines = lines::decisive(
                &mut player.answers(game),
                game.to_move(),
                analysed.view.choice.as_ref(),
            );
        }
        if layers.line.is_some_and(|line| line >= analysed.view.lines.len()) {
            return Err(Refusal::bad("there is no such line of play"));
        }
        let overlay = Overlay::new(&analysed.view.picture(&layers), LEGEND_WIDTH);
        let summary = analysed.view.summary(&layers);
        let size = game.size();
        let proposals = analysed.view.choice.as_ref().filter(|_| chooses);
        Ok(ViewState {
            moves: game.move_count(),
            grounds: overlay.grounds,
            marks: overlay.marks,
            legend: overlay.legend,
            legend_size: overlay.legend_size,
            heading: summary.heading,
            rows: summary
                .rows
                .into_iter()
                .map(|row| [row.label, row.text])
                .collect(),
            groups: groups(&analysed.view),
            lines: analysed
                .view
                .lines
                .iter()
                .map(|line| line_text(line, size))
                .collect(),
            choice: proposals.map(|choice| ChoiceState::new(choice, game)),
        })
    }

    /// Returns all about a point.
    pub(crate) fn point(&mut self, game: &Game, point: Point) -> PointState {
        self.choose(game, false);
        let Self {
            player,
            values,
            analysed,
        } = self;
        let analysed = analysed.as_mut().expect("a position was analysed");
        let (size, color) = (game.size(), game.to_move());
        // The proposal has the reasons.
        let choice = analysed.view.choice.take().expect("a choice was made");
        let details = PointDetails::new(&mut player.answers(game), game, &analysed.view.analysis, point);
        let panel = analysed.view.about(point, &details);
        let proposal = choice.proposal(point);
        let database = player.engine.database();
        let patterns = choice.patterns_at(point).iter().map(|evaluated| {
            let variant = &database.variants[evaluated.variant as usize];
            let pattern = &database.patterns[variant.pattern as usize];
            PatternState {
                name: pattern.name.clone(),
                holds: evaluated.verdict.is_ok(),
                line: explain::line(database, evaluated, size).trim().to_owned(),
                drawn: explain::drawn(database, evaluated, game.board()),
                numbers: values.numbers(pattern),
            }
        });
        let state = PointState {
            moves: game.move_count(),
            point: size.vertex(point).to_string(),
            color: color.to_string(),
            heading: panel.heading,
            rows: panel.rows.into_iter().map(|row| [row.label, row.text]).collect(),
            illegal: game
                .check(color, Move::Play(point))
                .err()
                .map(|why| why.to_string()),
            proposal: proposal.map(|proposal| ProposalState::new(proposal, &choice, game)),
            why_not: proposal.and_then(|proposal| words::why_not(&choice, proposal, size)),
            rejected: choice.rejection(point).map(|rejected| RejectedState {
                reason: reason::why_rejected(rejected.reason),
                reasons: reasons(&rejected.proposal, game),
            }),
            patterns: patterns.collect(),
        };
        analysed.view.choice = Some(choice);
        state
    }

    /// Answers a question, with the judge's values if it has answered.
    pub(crate) fn advise(
        &mut self,
        game: &Game,
        question: Question,
        judged: Option<&Judged>,
    ) -> Option<Advice> {
        katachi_answers::advise(&mut self.player, game, question, judged)
    }

    /// Searches a position for a short time and returns the candidates. Each call goes on where the last one
    /// ended.
    pub(crate) fn candidates(&mut self, game: &Game) -> Candidates {
        let full = self.player.engine.settings.visits(game.size());
        let report = katachi_answers::candidates(&mut self.player, game, STEP);
        Candidates::new(&report, game.size(), full)
    }

    /// Changes a number of a pattern, or reverts all changes.
    pub(crate) fn change(&mut self, change: Option<&str>) -> Result<(), Refusal> {
        self.player.engine.knowledge = match change {
            None => self.values.reset(),
            Some(text) => {
                let change: Change = text.parse().map_err(refused)?;
                self.values.make(change).map_err(refused)?
            }
        };
        if let Some(analysed) = &mut self.analysed {
            analysed.weighed = None;
            analysed.searched = None;
            analysed.view.choice = None;
        }
        Ok(())
    }

    /// Returns the engine with the changes.
    pub(crate) fn engine(&self) -> &Engine {
        &self.player.engine
    }

    /// Returns the engine without changes, and the changes, such as `Hane=60`.
    pub(crate) fn loaded(&self) -> (Engine, Vec<String>) {
        let changes = self.values.changes().iter();
        (
            self.values.loaded().clone(),
            changes.map(|changed| changed.change.to_string()).collect(),
        )
    }

    /// Ends the searches from now on when the flag is set.
    pub(crate) fn set_stop(&mut self, stop: Stop) {
        self.player.interrupt = stop;
    }

    /// Forgets the last position, whose searches and readings were ended early.
    pub(crate) fn forget(&mut self) {
        self.analysed = None;
        self.player = Player::new(self.player.engine.clone());
    }

    /// Returns the changes, and the choice by evidence before and after them.
    pub(crate) fn values(&mut self, game: &Game) -> ValuesState {
        let changes = self.values.changes().iter().map(|changed| ChangeState {
            pattern: changed.change.pattern.clone(),
            number: changed.change.number(),
            before: changed.before,
            now: changed.change.value,
        });
        let changes: Vec<ChangeState> = changes.collect();
        let effect = (!changes.is_empty()).then(|| self.effect(game));
        ValuesState {
            moves: game.move_count(),
            changes,
            effect,
        }
    }

    /// Compares the choices by evidence before and after the changes.
    fn effect(&mut self, game: &Game) -> Effect {
        let after = self.choose(game, false).view.choice.clone();
        let after = after.unwrap_or_else(|| Choice::new(Move::Pass, 0, Vec::new()));
        let Self { player, values, .. } = self;
        let request = Request::new(game, game.to_move());
        let before = values.loaded().choose(&request, player.reader(game));
        Effect {
            before: Short::new(&before, game),
            after: Short::new(&after, game),
            is_other_move: before.mv != after.mv,
            points: differences(&before, &after, game),
        }
    }

    /// Returns the changed patterns as a database.
    pub(crate) fn changed_patterns(&self) -> String {
        self.values.text()
    }
}

fn refused(error: ChangeError) -> Refusal {
    Refusal::bad(error.to_string())
}

/// A position as data for the page.
#[derive(Debug, Serialize)]
pub(crate) struct ViewState {
    moves: usize,
    grounds: String,
    marks: String,
    legend: String,
    legend_size: (f32, f32),
    heading: String,
    rows: Vec<[String; 2]>,
    groups: Vec<GroupState>,
    lines: Vec<String>,
    choice: Option<ChoiceState>,
}

#[derive(Debug, Serialize)]
struct GroupState {
    letter: String,
    color: String,
    status: &'static str,
    mark: String,
    at: String,
    stones: usize,
}

#[derive(Debug, Serialize)]
struct ChoiceState {
    headline: String,
    r#move: String,
    unit: &'static str,
    search: Option<String>,
    proposals: Vec<ProposalState>,
}

#[derive(Debug, Serialize)]
struct ProposalState {
    point: String,
    value: i32,
    patterns: i32,
    model: i32,
    others: i32,
    visits: Option<u32>,
    win_rate: Option<f64>,
    is_chosen: bool,
    reasons: Vec<ReasonState>,
}

#[derive(Debug, Serialize)]
struct ReasonState {
    counted: i32,
    text: String,
}

/// A point as data for the page.
#[derive(Debug, Serialize)]
pub(crate) struct PointState {
    moves: usize,
    point: String,
    color: String,
    heading: String,
    rows: Vec<[String; 2]>,
    illegal: Option<String>,
    proposal: Option<ProposalState>,
    why_not: Option<String>,
    rejected: Option<RejectedState>,
    patterns: Vec<PatternState>,
}

#[derive(Debug, Serialize)]
struct RejectedState {
    reason: &'static str,
    reasons: Vec<ReasonState>,
}

#[derive(Debug, Serialize)]
struct PatternState {
    name: String,
    holds: bool,
    line: String,
    drawn: String,
    numbers: Vec<Number>,
}

/// Changed values as data for the page.
#[derive(Debug, Serialize)]
pub(crate) struct ValuesState {
    moves: usize,
    changes: Vec<ChangeState>,
    #[serde(flatten)]
    effect: Option<Effect>,
}

#[derive(Debug, Serialize)]
struct ChangeState {
    pattern: String,
    number: &'static str,
    before: i32,
    now: i32,
}

#[derive(Debug, Serialize)]
struct Effect {
    before: Short,
    after: Short,
    is_other_move: bool,
    points: Vec<Difference>,
}

#[derive(Debug, Serialize)]
struct Short {
    r#move: String,
    headline: String,
}

#[derive(Debug, Serialize)]
struct Difference {
    point: String,
    before: Option<i32>,
    after: Option<i32>,
}

fn groups(view: &PositionView) -> Vec<GroupState> {
    let groups = view.groups.iter().map(|group| GroupState {
        letter: group.letter.to_string(),
        color: group.color.to_string(),
        status: group.status.word(),
        mark: group.status.mark().to_string(),
        at: view.game.size().vertex(group.origin).to_string(),
        stones: group.stones.len(),
    });
    groups.collect()
}

impl ChoiceState {
    fn new(choice: &Choice, game: &Game) -> Self {
        let (size, color) = (game.size(), game.to_move());
        let proposals = choice.proposals.iter().take(LISTED);
        Self {
            headline: words::headline(choice, size, color),
            r#move: size.show(choice.mv),
            unit: words::unit(choice),
            search: choice.search.as_ref().map(|_| search::explained(choice, size)),
            proposals: proposals.map(|p| ProposalState::new(p, choice, game)).collect(),
        }
    }
}

impl ProposalState {
    fn new(proposal: &Proposal, choice: &Choice, game: &Game) -> Self {
        let parts = proposal.parts();
        let mv = Move::Play(proposal.point);
        let report = choice.search.as_ref();
        let searched = report.and_then(|report| Some((report, report.searched(mv)?)));
        let win_rate = |(report, found): (&Report, &Searched)| {
            f64::from((100.0 * report.calibration.win_rate(found.win_rate)).round())
        };
        Self {
            point: game.size().vertex(proposal.point).to_string(),
            value: proposal.value,
            patterns: parts.patterns,
            model: parts.model,
            others: parts.others,
            visits: searched.map(|(_, found)| found.visits),
            win_rate: searched.map(win_rate),
            is_chosen: choice.mv == mv,
            reasons: reasons(proposal, game),
        }
    }
}

fn reasons(proposal: &Proposal, game: &Game) -> Vec<ReasonState> {
    let reasons = proposal.reasons.iter().map(|reason| {
        let instead = match proposal.counts_instead(reason) {
            Some(_) => ": a better reason of its kind counts",
            None => "",
        };
        let line = words::reason_line(reason, game.size());
        ReasonState {
            counted: reason.counted,
            text: format!("{}{instead}", line.trim()),
        }
    });
    reasons.collect()
}

impl Short {
    fn new(choice: &Choice, game: &Game) -> Self {
        Self {
            r#move: game.size().show(choice.mv),
            headline: words::headline(choice, game.size(), game.to_move()),
        }
    }
}

/// Returns the points with different values, the largest difference first.
fn differences(before: &Choice, after: &Choice, game: &Game) -> Vec<Difference> {
    let mut values: BTreeMap<Point, (Option<i32>, Option<i32>)> = BTreeMap::new();
    for proposal in &before.proposals {
        values.entry(proposal.point).or_default().0 = Some(proposal.value);
    }
    for proposal in &after.proposals {
        values.entry(proposal.point).or_default().1 = Some(proposal.value);
    }
    let mut changed: Vec<_> = values
        .into_iter()
        .filter(|(_, (before, after))| before != after)
        .collect();
    changed.sort_by_key(|&(_, (before, after))| -(after.unwrap_or(0) - before.unwrap_or(0)).abs());
    let points = changed
        .into_iter()
        .take(LISTED)
        .map(|(point, (before, after))| Difference {
            point: game.size().vertex(point).to_string(),
            before,
            after,
        });
    points.collect()
}

#[cfg(test)]
mod tests {
    use katachi_engine::Settings;
    use katachi_rules::{BoardSize, Rules};

    use super::*;

    #[test]
    fn candidates_are_those_of_full_strength_at_every_level() {
        let game = Game::new(BoardSize::square(5), Rules::CHINESE, 0.5);
        let mut analyst = Analyst::new(Engine::new(Settings {
            level: Level::MIN,
            ..Settings::default()
        }));
        let full = Settings::default().visits(game.size());
        let mut candidates = || serde_json::to_value(analyst.candidates(&game)).expect("it is JSON");
        let mut found = candidates();
        assert_eq!(found["of"], full);
        while found["is_done"] == false {
            let before = found["visits"].as_u64();
            found = candidates();
            assert!(found["visits"].as_u64() > before, "each call goes on: {found}");
        }
        let best = &found["candidates"][0];
        assert_eq!(
            (&best["point"], &best["points_lost"]),
            (&serde_json::json!("C3"), &serde_json::json!(0.0))
        );
        assert_eq!(best["line"][0], serde_json::json!(["black", "C3"]));
        assert_eq!(best["line"][1][0], "white");
    }
}
