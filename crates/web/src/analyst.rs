// SPDX-License-Identifier: MIT OR Apache-2.0

//! The analysis of positions. `katachi_view` makes the pictures and words.
//!
//! The analyst has a player of its own, so that a position can be analysed while the engine thinks about its
//! move. It caches the last position.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use katachi_engine::movegen::{EvaluatedPattern, Proposal, RejectedMove};
use katachi_engine::play::lines::{self, PointDetails};
use katachi_engine::play::{Level, Player, Request};
use katachi_engine::{Choice, Engine};
use katachi_rules::{Color, Game, Move, Point, PositionId};
use katachi_tuning::{Change, ChangeError};
use katachi_view::explain;
use katachi_view::groups::Group;
use katachi_view::lines::text as line_text;
use katachi_view::panel::Panel;
use katachi_view::picture::{Layers, Map};
use katachi_view::svg::Overlay;
use katachi_view::{Named, PositionView, choice as words, data, reason, search};
use mkpat::Database;
use serde::{Deserialize, Serialize};

use crate::answer::Refusal;
use crate::candidates::Candidates;
use crate::request::At;
use crate::values::Values;

/// Width of the legend in the units of the board.
const LEGEND_WIDTH: f32 = 330.0;
/// Time of a step of the search for candidates.
const STEP: Duration = Duration::from_millis(600);
/// Number of proposals with reasons, as nearly every point has a value.
const LISTED: usize = 15;

pub(crate) type Stop = Arc<AtomicBool>;

/// The parts of a position that the page shows.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ViewOptions {
    pub(crate) at: At,
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

#[derive(Debug)]
pub(crate) struct Analyst {
    pub(crate) player: Player,
    pub(crate) values: Values,
    last: Option<Analysed>,
}

#[derive(Debug)]
struct Analysed {
    position: PositionId,
    view: PositionView,
    /// The choice by evidence, and that by the tree search.
    choices: [Option<Choice>; 2],
}

impl Analysed {
    /// Analyses a position unless it is the last one. With `searches`, its view has the choice by evidence,
    /// or by the search.
    fn new<'a>(
        last: &'a mut Option<Self>,
        player: &mut Player,
        game: &Game,
        searches: Option<bool>,
    ) -> &'a mut Self {
        let position = game.position_id(game.to_move());
        let kept = last.take().filter(|last| last.position == position);
        let this = last.insert(kept.unwrap_or_else(|| Self {
            position,
            view: PositionView::new(game, player.analyse(game), None),
            choices: [None, None],
        }));
        if let Some(searches) = searches {
            let request = Request {
                lists_patterns: true,
                ..Request::new(game, game.to_move())
            };
            let choice = this.choices[usize::from(searches)].get_or_insert_with(|| match searches {
                true => player.explain(&request),
                false => player.weigh(&request),
            });
            this.view.choice = Some(choice.clone());
        }
        this
    }
}

impl Analyst {
    /// Makes an analyst of full strength, whatever level the engine has in the game.
    pub(crate) fn new(mut engine: Engine) -> Self {
        engine.settings.level = Level::FULL;
        Self {
            player: Player::new(engine.clone()),
            values: Values::new(engine),
            last: None,
        }
    }

    /// Returns the marks of a position, its groups, and the requested parts.
    pub(crate) fn view(&mut self, game: &Game, options: &ViewOptions) -> Result<View<'_>, Refusal> {
        let layers = options.layers()?;
        let chooses = options.values || options.search;
        let searches = chooses.then_some(options.search);
        let view = &mut Analysed::new(&mut self.last, &mut self.player, game, searches).view;
        if options.lines && view.lines.is_empty() {
            let mut answers = self.player.answers(game);
            view.lines = lines::decisive(&mut answers, game.to_move(), view.choice.as_ref());
        }
        if layers.line.is_some_and(|line| line >= view.lines.len()) {
            return Err(Refusal::bad("there is no such line of play"));
        }
        Ok(View::new(
            view,
            &layers,
            game,
            view.choice.as_ref().filter(|_| chooses),
        ))
    }

    pub(crate) fn point(&mut self, game: &Game, point: Point) -> PointView {
        let view = &mut Analysed::new(&mut self.last, &mut self.player, game, Some(false)).view;
        // The proposal has the reasons.
        let choice = view.choice.take().expect("a choice was made");
        let details = PointDetails::new(&mut self.player.answers(game), game, &view.analysis, point, false);
        let database = self.player.engine.database();
        let patterns = choice.patterns_at(point).iter();
        let patterns = patterns.map(|matched| PatternView::new(database, &self.values, matched, game));
        let about = PointView::new(
            game,
            point,
            &choice,
            view.about(point, &details),
            patterns.collect(),
        );
        view.choice = Some(choice);
        about
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
        let refused = |error: ChangeError| Refusal::bad(error.to_string());
        self.player.engine.knowledge = match change {
            None => self.values.reset(),
            Some(text) => {
                let change: Change = text.parse().map_err(refused)?;
                self.values.make(change).map_err(refused)?
            }
        };
        if let Some(last) = &mut self.last {
            last.choices = [None, None];
            last.view.choice = None;
        }
        Ok(())
    }

    /// Forgets the last position, whose searches and readings were ended early.
    pub(crate) fn forget(&mut self) {
        self.last = None;
        self.player = Player::new(self.player.engine.clone());
    }

    /// Returns the changes, and their effect on the choice by evidence.
    pub(crate) fn values(&mut self, game: &Game) -> ValuesView<'_> {
        let effect = (!self.values.changes.is_empty()).then(|| {
            let view = &Analysed::new(&mut self.last, &mut self.player, game, Some(false)).view;
            let after = view.choice.as_ref().expect("a choice was made");
            let request = Request::new(game, game.to_move());
            let before = &self.values.loaded.choose(&request, self.player.reader(game));
            Effect::new(before, after, game)
        });
        let changes = self.values.changes.iter().map(|changed| {
            let change = &changed.change;
            (&*change.pattern, change.number(), changed.before, change.value)
        });
        ValuesView {
            changes: changes.collect(),
            effect,
        }
    }
}

data! {
    pub(crate) struct View<'a>(view: &'a PositionView, layers: &Layers, game: &Game, made: Option<&Choice>) {
        #[serde(flatten)]
        overlay: Overlay = Overlay::new(&view.picture(layers), LEGEND_WIDTH),
        #[serde(flatten)]
        summary: Panel = view.summary(layers),
        groups: Vec<&'a Group> = view.groups.iter().collect(),
        lines: Vec<String> = view.lines.iter().map(|line| line_text(line, game.size())).collect(),
        choice: Option<ChosenView> = made.map(|choice| ChosenView::new(choice, game)),
    }
}

data! {
    pub(crate) struct PointView(game: &Game, at: Point, choice: &Choice, text: Panel, all: Vec<PatternView>) {
        color: Color = game.to_move(),
        #[serde(flatten)]
        panel: Panel = text,
        illegal: Option<String> = game.check(game.to_move(), Move::Play(at)).err().map(|why| why.to_string()),
        proposal: Option<ProposalView> = choice.proposal(at).map(|it| ProposalView::new(it, choice, game)),
        why_not: Option<String> = choice.proposal(at).and_then(|p| words::why_not(choice, p, game.size())),
        rejected: Option<RejectedView> = choice.rejection(at).map(|it| RejectedView::new(it, game)),
        patterns: Vec<PatternView> = all,
    }
}

data! {
    /// A pattern that matches. A number has its name, its present and its loaded value.
    pub(crate) struct PatternView(database: &Database, values: &Values, it: &EvaluatedPattern, game: &Game) {
        name: String = explain::entry_of(database, it).0.name.clone(),
        holds: bool = it.verdict.is_ok(),
        line: String = explain::line(database, it, game.size()).trim().to_owned(),
        drawn: String = explain::drawn(database, it, game.board()),
        numbers: Vec<(&'static str, i32, i32)> = values.numbers(explain::entry_of(database, it).0).collect(),
    }
}

data! {
    pub(crate) struct RejectedView(rejected: &RejectedMove, game: &Game) {
        reason: &'static str = reason::why_rejected(rejected.reason),
        reasons: Vec<CountedReason> = reasons(&rejected.proposal, game),
    }
}

/// What a reason counts, and its words.
type CountedReason = (i32, String);

/// The changed values: pattern, number, loaded and present value.
#[derive(Debug, Serialize)]
pub(crate) struct ValuesView<'a> {
    changes: Vec<(&'a str, &'static str, i32, i32)>,
    #[serde(flatten)]
    effect: Option<Effect>,
}

data! {
    /// The choice with the loaded values and with the changed ones.
    struct Effect(loaded: &Choice, changed: &Choice, game: &Game) {
        before: Headline = Headline::new(loaded, game),
        after: Headline = Headline::new(changed, game),
        is_other_move: bool = loaded.mv != changed.mv,
        points: Vec<Difference> = differences(loaded, changed, game),
    }
}

type Difference = (Named<Point>, Option<i32>, Option<i32>);

data! {
    pub(crate) struct Headline(choice: &Choice, game: &Game) {
        r#move: Named<Move> = Named::new(choice.mv, game.size()),
        headline: String = words::headline(choice, game.size(), game.to_move()),
    }
}

data! {
    pub(crate) struct ChosenView(choice: &Choice, game: &Game) {
        #[serde(flatten)]
        headline: Headline = Headline::new(choice, game),
        unit: &'static str = words::unit(choice),
        search: Option<String> = choice.search.as_ref().map(|_| search::explained(choice, game.size())),
        proposals: Vec<ProposalView> = proposals(choice, game),
    }
}

data! {
    pub(crate) struct ProposalView(proposal: &Proposal, choice: &Choice, game: &Game) {
        point: Named<Point> = Named::new(proposal.point, game.size()),
        value: i32 = proposal.value,
        patterns: i32 = proposal.parts().patterns,
        model: i32 = proposal.parts().model,
        others: i32 = proposal.parts().others,
        visits: Option<u32> = searched(proposal, choice).map(|(visits, _)| visits),
        /// In percent.
        win_rate: Option<u32> = searched(proposal, choice).map(|(_, share)| (100.0 * share).round() as u32),
        is_chosen: bool = choice.mv == Move::Play(proposal.point),
        reasons: Vec<CountedReason> = reasons(proposal, game),
    }
}

fn proposals(choice: &Choice, game: &Game) -> Vec<ProposalView> {
    let proposals = choice.proposals.iter().take(LISTED);
    proposals.map(|p| ProposalView::new(p, choice, game)).collect()
}

/// Returns the visits and the win rate of a proposal, if there was a search.
fn searched(proposal: &Proposal, choice: &Choice) -> Option<(u32, f32)> {
    let report = choice.search.as_ref()?;
    let searched = report.searched(Move::Play(proposal.point))?;
    Some((searched.visits, report.values_of(searched).win_rate))
}

fn reasons(proposal: &Proposal, game: &Game) -> Vec<CountedReason> {
    let reasons = proposal.reasons.iter().map(|reason| {
        let line = words::reason_line_of(proposal, reason, game.size());
        (reason.counted, line.trim().to_owned())
    });
    reasons.collect()
}

/// Returns the points with different values, the largest difference first.
fn differences(before: &Choice, after: &Choice, game: &Game) -> Vec<Difference> {
    let mut values: BTreeMap<Point, [Option<i32>; 2]> = BTreeMap::new();
    for (index, choice) in [before, after].into_iter().enumerate() {
        for proposal in &choice.proposals {
            values.entry(proposal.point).or_default()[index] = Some(proposal.value);
        }
    }
    let changed = values.into_iter().filter(|(_, [before, after])| before != after);
    let mut changed: Vec<_> = changed.collect();
    changed.sort_by_key(|(_, values)| {
        let [before, after] = values.map(|value| value.unwrap_or(0));
        -(after - before).abs()
    });
    let points = changed.into_iter().take(LISTED);
    points
        .map(|(point, [before, after])| (Named::new(point, game.size()), before, after))
        .collect()
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
        let mut found = analyst.candidates(&game);
        assert_eq!(found.of, full);
        while found.visits < full {
            let before = found.visits;
            found = analyst.candidates(&game);
            assert!(found.visits > before, "each call goes on: {found:?}");
        }
        let best = &found.candidates[0];
        assert_eq!((best.point.to_string().as_str(), best.points_lost), ("C3", 0.0));
        let line: Vec<String> = best
            .line
            .iter()
            .map(|(color, mv)| format!("{color} {mv}"))
            .collect();
        assert!(line[0] == "Black C3" && line[1].starts_with("White "), "{line:?}");
    }
}
