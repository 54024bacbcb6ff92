// SPDX-License-Identifier: MIT OR Apache-2.0

//! The analysis of positions as data for the page. `katachi_view` makes the pictures and words.
//!
//! The analyst has a player of its own, so that a position can be analysed while the engine thinks about its
//! move. It caches the last position.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use katachi_engine::movegen::Proposal;
use katachi_engine::play::lines::{self, PointDetails};
use katachi_engine::play::{Level, Player, Request};
use katachi_engine::{Choice, Engine};
use katachi_rules::{Game, Move, Point, PositionId};
use katachi_tuning::{Change, ChangeError};
use katachi_view::explain;
use katachi_view::lines::text as line_text;
use katachi_view::panel::Panel;
use katachi_view::picture::{Layers, Map};
use katachi_view::svg::Overlay;
use katachi_view::{PositionView, choice as words, reason, search};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::candidates;
use crate::error::Refusal;
use crate::request::At;
use crate::values::Values;

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
    pub(crate) player: Player,
    pub(crate) values: Values,
    last: Option<Analysed>,
}

/// A position with its analysis.
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
    pub(crate) fn view(&mut self, game: &Game, options: &ViewOptions) -> Result<Json, Refusal> {
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
        let overlay = Overlay::new(&view.picture(&layers), LEGEND_WIDTH);
        let summary = view.summary(&layers);
        let lines = view.lines.iter().map(|line| line_text(line, game.size()));
        let choice = view.choice.as_ref().filter(|_| chooses);
        Ok(json!({
            "moves": game.move_count(),
            "grounds": overlay.grounds,
            "marks": overlay.marks,
            "legend": overlay.legend,
            "legend_size": overlay.legend_size,
            "heading": summary.heading,
            "rows": rows(&summary),
            "groups": groups(view),
            "lines": lines.collect::<Vec<_>>(),
            "choice": choice.map(|choice| choice_json(choice, game)),
        }))
    }

    pub(crate) fn point(&mut self, game: &Game, point: Point) -> Json {
        let view = &mut Analysed::new(&mut self.last, &mut self.player, game, Some(false)).view;
        let size = game.size();
        // The proposal has the reasons.
        let choice = view.choice.take().expect("a choice was made");
        let details = PointDetails::new(&mut self.player.answers(game), game, &view.analysis, point, false);
        let panel = view.about(point, &details);
        let proposal = choice.proposal(point);
        let rejected = choice.rejection(point);
        let database = self.player.engine.database();
        let patterns = choice.patterns_at(point).iter().map(|evaluated| {
            let variant = &database.variants[evaluated.variant as usize];
            let pattern = &database.patterns[variant.pattern as usize];
            let numbers = self.values.numbers(pattern);
            let numbers =
                numbers.map(|(name, now, before)| json!({ "name": name, "now": now, "before": before }));
            json!({
                "name": pattern.name,
                "holds": evaluated.verdict.is_ok(),
                "line": explain::line(database, evaluated, size).trim(),
                "drawn": explain::drawn(database, evaluated, game.board()),
                "numbers": numbers.collect::<Vec<_>>(),
            })
        });
        let color = game.to_move();
        let illegal = game.check(color, Move::Play(point)).err();
        let json = json!({
            "moves": game.move_count(),
            "point": size.vertex(point).to_string(),
            "color": color.to_string(),
            "heading": panel.heading,
            "rows": rows(&panel),
            "illegal": illegal.map(|why| why.to_string()),
            "proposal": proposal.map(|proposal| proposal_json(proposal, &choice, game)),
            "why_not": proposal.and_then(|proposal| words::why_not(&choice, proposal, size)),
            "rejected": rejected.map(|rejected| json!({
                "reason": reason::why_rejected(rejected.reason),
                "reasons": reasons_json(&rejected.proposal, game),
            })),
            "patterns": patterns.collect::<Vec<_>>(),
        });
        view.choice = Some(choice);
        json
    }

    /// Searches a position for a short time and returns the candidates. Each call goes on where the last one
    /// ended.
    pub(crate) fn candidates(&mut self, game: &Game) -> Json {
        let full = self.player.engine.settings.visits(game.size());
        let report = katachi_answers::candidates(&mut self.player, game, STEP);
        candidates::to_json(&report, game.size(), full)
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

    /// Returns the changes, and the choice by evidence before and after them.
    pub(crate) fn values(&mut self, game: &Game) -> Json {
        let changes = self.values.changes.iter().map(|changed| {
            json!({
                "pattern": changed.change.pattern,
                "number": changed.change.number(),
                "before": changed.before,
                "now": changed.change.value,
            })
        });
        let mut answer = json!({ "moves": game.move_count(), "changes": changes.collect::<Vec<_>>() });
        if self.values.changes.is_empty() {
            return answer;
        }
        let view = &Analysed::new(&mut self.last, &mut self.player, game, Some(false)).view;
        let after = view.choice.as_ref().expect("a choice was made");
        let request = Request::new(game, game.to_move());
        let before = &self.values.loaded.choose(&request, self.player.reader(game));
        answer["before"] = short(before, game);
        answer["after"] = short(after, game);
        answer["is_other_move"] = (before.mv != after.mv).into();
        answer["points"] = differences(before, after, game);
        answer
    }
}

/// The rows of a panel: label and text.
fn rows(panel: &Panel) -> Json {
    panel
        .rows
        .iter()
        .map(|row| json!([row.label, row.text]))
        .collect()
}

fn groups(view: &PositionView) -> Json {
    let groups = view.groups.iter().map(|group| {
        json!({
            "letter": group.letter.to_string(),
            "color": group.color.to_string(),
            "status": group.status.word(),
            "mark": group.status.mark().to_string(),
            "at": group.origin,
            "stones": group.stones.len(),
        })
    });
    groups.collect()
}

fn choice_json(choice: &Choice, game: &Game) -> Json {
    let proposals = choice.proposals.iter().take(LISTED);
    let mut json = short(choice, game);
    json["unit"] = words::unit(choice).into();
    json["search"] = choice
        .search
        .as_ref()
        .map(|_| search::explained(choice, game.size()))
        .into();
    json["proposals"] = proposals.map(|p| proposal_json(p, choice, game)).collect();
    json
}

fn proposal_json(proposal: &Proposal, choice: &Choice, game: &Game) -> Json {
    let (parts, mv) = (proposal.parts(), Move::Play(proposal.point));
    let report = choice.search.as_ref();
    let searched = report.and_then(|report| Some((report.calibration, report.searched(mv)?)));
    let win_rate = searched.map(|(calibration, searched)| 100.0 * calibration.win_rate(searched.win_rate));
    json!({
        "point": game.size().show(mv),
        "value": proposal.value,
        "patterns": parts.patterns,
        "model": parts.model,
        "others": parts.others,
        "visits": searched.map(|(_, searched)| searched.visits),
        "win_rate": win_rate.map(|rate| f64::from(rate.round())),
        "is_chosen": choice.mv == mv,
        "reasons": reasons_json(proposal, game),
    })
}

fn reasons_json(proposal: &Proposal, game: &Game) -> Json {
    let reasons = proposal.reasons.iter().map(|reason| {
        let instead = match proposal.counts_instead(reason) {
            Some(_) => ": a better reason of its kind counts",
            None => "",
        };
        let line = words::reason_line(reason, game.size());
        json!({ "counted": reason.counted, "text": format!("{}{instead}", line.trim()) })
    });
    reasons.collect()
}

fn short(choice: &Choice, game: &Game) -> Json {
    json!({
        "move": game.size().show(choice.mv),
        "headline": words::headline(choice, game.size(), game.to_move()),
    })
}

/// Returns the points with different values, the largest difference first.
fn differences(before: &Choice, after: &Choice, game: &Game) -> Json {
    let mut values: BTreeMap<Point, [Option<i32>; 2]> = BTreeMap::new();
    for (index, choice) in [before, after].into_iter().enumerate() {
        for proposal in &choice.proposals {
            values.entry(proposal.point).or_default()[index] = Some(proposal.value);
        }
    }
    let mut changed: Vec<_> = values
        .into_iter()
        .filter(|(_, [before, after])| before != after)
        .collect();
    changed.sort_by_key(|(_, values)| {
        let [before, after] = values.map(|value| value.unwrap_or(0));
        -(after - before).abs()
    });
    let points = changed.into_iter().take(LISTED).map(|(point, [before, after])| {
        json!({ "point": game.size().vertex(point).to_string(), "before": before, "after": after })
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
        let mut found = analyst.candidates(&game);
        assert_eq!(found["of"], full);
        while found["is_done"] == false {
            let before = found["visits"].as_u64();
            found = analyst.candidates(&game);
            assert!(found["visits"].as_u64() > before, "each call goes on: {found}");
        }
        let best = &found["candidates"][0];
        assert_eq!(
            (&best["point"], &best["points_lost"]),
            (&json!("C3"), &json!(0.0))
        );
        assert_eq!(best["line"][0], json!(["black", "C3"]));
        assert_eq!(best["line"][1][0], "white");
    }
}
