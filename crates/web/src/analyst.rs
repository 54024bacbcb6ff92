// SPDX-License-Identifier: MIT OR Apache-2.0

//! The analysis of positions as data for the page. `katachi_view` makes the pictures and words.
//!
//! The analyst has a player of its own, so that a position can be analysed while the engine thinks about its
//! move. It caches the last position.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use katachi_engine::play::lines::{self, PointDetails};
use katachi_engine::play::{Level, Player, Request};
use katachi_engine::{Choice, Engine};
use katachi_rules::{Game, Move, Point, PositionId};
use katachi_tuning::{Change, ChangeError};
use katachi_view::explain;
use katachi_view::lines::text as line_text;
use katachi_view::picture::{Layers, Map};
use katachi_view::svg::Overlay;
use katachi_view::{PositionView, choice as words, reason, search};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::at::At;
use crate::candidates;
use crate::error::Refusal;
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
    pub(crate) player: Player,
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
    pub(crate) fn view(&mut self, game: &Game, options: &ViewOptions) -> Result<Json, Refusal> {
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
        let lines = analysed.view.lines.iter().map(|line| line_text(line, size));
        let proposals = analysed.view.choice.as_ref().filter(|_| chooses);
        Ok(json!({
            "moves": game.move_count(),
            "grounds": overlay.grounds,
            "marks": overlay.marks,
            "legend": overlay.legend,
            "legend_size": overlay.legend_size,
            "heading": summary.heading,
            "rows": summary.rows.iter().map(|row| [&row.label, &row.text]).collect::<Vec<_>>(),
            "groups": groups(&analysed.view),
            "lines": lines.collect::<Vec<_>>(),
            "choice": proposals.map(|choice| choice_json(choice, game)),
        }))
    }

    /// Returns all about a point.
    pub(crate) fn point(&mut self, game: &Game, point: Point) -> Json {
        self.choose(game, false);
        let Self {
            player,
            values,
            analysed,
        } = self;
        let analysed = analysed.as_mut().expect("a position was analysed");
        let size = game.size();
        // The proposal has the reasons.
        let choice = analysed.view.choice.take().expect("a choice was made");
        let details = PointDetails::new(&mut player.answers(game), game, &analysed.view.analysis, point);
        let panel = analysed.view.about(point, &details);
        let proposal = choice.proposal(point);
        let rejected = choice.rejection(point);
        let database = player.engine.database();
        let patterns = choice.patterns_at(point).iter().map(|evaluated| {
            let variant = &database.variants[evaluated.variant as usize];
            let pattern = &database.patterns[variant.pattern as usize];
            let numbers = values.numbers(pattern).into_iter();
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
            "rows": panel.rows.iter().map(|row| [&row.label, &row.text]).collect::<Vec<_>>(),
            "illegal": illegal.map(|why| why.to_string()),
            "proposal": proposal.map(|proposal| proposal_json(proposal, &choice, game)),
            "why_not": proposal.and_then(|proposal| words::why_not(&choice, proposal, size)),
            "rejected": rejected.map(|rejected| json!({
                "reason": reason::why_rejected(rejected.reason),
                "reasons": reasons_json(&rejected.proposal, game),
            })),
            "patterns": patterns.collect::<Vec<_>>(),
        });
        analysed.view.choice = Some(choice);
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
    pub(crate) fn values(&mut self, game: &Game) -> Json {
        let changes = self.values.changes().iter().map(|changed| {
            json!({
                "pattern": changed.change.pattern,
                "number": changed.change.number(),
                "before": changed.before,
                "now": changed.change.value,
            })
        });
        let changes: Vec<Json> = changes.collect();
        if changes.is_empty() {
            return json!({ "moves": game.move_count(), "changes": changes });
        }
        let after = self
            .choose(game, false)
            .view
            .choice
            .clone()
            .unwrap_or_else(|| Choice::new(Move::Pass, 0, Vec::new()));
        let Self { player, values, .. } = self;
        let request = Request::new(game, game.to_move());
        let before = values.loaded().choose(&request, player.reader(game));
        json!({
            "moves": game.move_count(),
            "changes": changes,
            "before": short(&before, game),
            "after": short(&after, game),
            "is_other_move": before.mv != after.mv,
            "points": differences(&before, &after, game),
        })
    }

    /// Returns the changed patterns as a database.
    pub(crate) fn changed_patterns(&self) -> String {
        self.values.text()
    }
}

fn refused(error: ChangeError) -> Refusal {
    Refusal::bad(error.to_string())
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
    let (size, color) = (game.size(), game.to_move());
    let proposals = choice.proposals.iter().take(LISTED);
    json!({
        "headline": words::headline(choice, size, color),
        "move": size.show(choice.mv),
        "unit": words::unit(choice),
        "search": choice.search.as_ref().map(|_| search::explained(choice, size)),
        "proposals": proposals.map(|p| proposal_json(p, choice, game)).collect::<Vec<_>>(),
    })
}

fn proposal_json(proposal: &katachi_engine::movegen::Proposal, choice: &Choice, game: &Game) -> Json {
    let parts = proposal.parts();
    let searched = choice.search.as_ref().and_then(|report| {
        let mut moves = report.moves.iter();
        let found = moves.find(|searched| searched.mv == Move::Play(proposal.point))?;
        Some((found.visits, report.calibration.win_rate(found.win_rate)))
    });
    json!({
        "point": game.size().vertex(proposal.point).to_string(),
        "value": proposal.value,
        "patterns": parts.patterns,
        "model": parts.model,
        "others": parts.others,
        "visits": searched.map(|(visits, _)| visits),
        "win_rate": searched.map(|(_, win_rate)| f64::from((100.0 * win_rate).round())),
        "is_chosen": choice.mv == Move::Play(proposal.point),
        "reasons": reasons_json(proposal, game),
    })
}

fn reasons_json(proposal: &katachi_engine::movegen::Proposal, game: &Game) -> Vec<Json> {
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
fn differences(before: &Choice, after: &Choice, game: &Game) -> Vec<Json> {
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
    let points = changed.into_iter().take(LISTED).map(|(point, (before, after))| {
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
