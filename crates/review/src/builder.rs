// SPDX-License-Identifier: MIT OR Apache-2.0

//! Makes a review: searches, analyses, then reasons for mistakes.

use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

use katachi_answers::denial;
use katachi_engine::answers::Answers;
use katachi_engine::movegen::ReasonKind;
use katachi_engine::play::{Player, Request};
use katachi_engine::{Choice, Engine, Reason};
use katachi_katago_json::Judge;
use katachi_rules::sgf::{MAX_MOVES, Record, SgfError, Turn, Turns};
use katachi_rules::{BoardSize, ByColor, Game, Move, PointMap, Rules, quantity};
use katachi_view::Named;
use katachi_view::choice::considered;
use katachi_view::consequence::{Change, Consequence};
use katachi_view::groups::Groups;
use katachi_view::move_name::{MoveName, own_name};
use katachi_view::reason;

use super::assessment::{Assessment, Considered};
use super::curve;
use super::error::ReviewError;
use super::moves::{self, BetterMove, Criticism, Judgement, Phase, ReviewedMove, Severity};
use super::progress::{Stage, Watcher, Work};
use super::readings::GroupReading;
use super::review::{About, Position, Review, levels};
use super::settings::{
    self, ALSO_GOOD, BLUNDER, INACCURACY, MAX_LINE_LENGTH, MAY_BE, MISTAKE, SIGNIFICANT, Settings,
};
use super::summary::Side;
use super::survey::{self, Judged, Survey, leads_to_the_next};
use super::value::Counted;
use super::weakness::{self, Mistake, Weakness};
use super::words;

/// Number of candidates of a move.
const LISTED: usize = 8;
/// Number of better moves.
const BETTER: usize = 3;
/// What a move gains is not told where gains and losses on the board differ by more points from its loss.
const MAX_MISFIT: f32 = 2.0;
/// Influence that is drawn strongest, about the influence of one stone on the map of moyos.
const STRONG_INFLUENCE: f32 = 64.0;

impl Review {
    /// Reviews the main line of a record with these rules and this komi. Values come from the judge if there
    /// is one, else from searches with the engine's settings; reasons are the engine's. `watcher` takes
    /// progress reports and may stop the review.
    ///
    /// Without a judge the result depends on the record, the engine and the settings, but not on the number
    /// of threads.
    ///
    /// # Errors
    /// An illegal move in the reviewed part or before it; no moves; a judge that gives no values; a watcher
    /// that stops.
    pub fn new(
        engine: &Engine,
        record: &Record,
        rules: Rules,
        komi: f32,
        settings: &Settings,
        mut judge: Option<&mut Judge>,
        watcher: &mut Watcher<'_>,
    ) -> Result<Self, ReviewError> {
        let turns = Turns::new(record, rules, komi, settings.from..=settings.to);
        let turns = turns.map_err(|why| match why {
            SgfError::TooManyMoves { moves } => ReviewError::Moves(format!(
                "a review takes at most {MAX_MOVES} moves, and here are {moves}: choose a part with `from` and `to`"
            )),
            why => ReviewError::Record {
                why,
                playable: record.playable(rules, komi),
            },
        })?;
        if turns.is_empty() {
            let (from, there_are) = (settings.from, quantity(record.move_count(), "move"));
            return Err(ReviewError::Moves(format!(
                "there are no moves to review from move {from} on: the game has {there_are}"
            )));
        }
        let last = turns.last();
        let work = Work {
            engine,
            turns: &turns,
            last: &last,
            settings,
            watcher: Mutex::new(watcher),
            visits: AtomicU64::new(0),
        };
        let survey = work.survey(judge.as_deref_mut())?;
        let (mut positions, shapes) = work.positions(&survey)?;
        let mut moves = work.moves(&survey, shapes);
        work.criticise(&survey, &mut moves)?;
        let mistakes: Vec<bool> = moves.iter().map(|mv| mv.severity > Severity::Fine).collect();
        let values = curve::values(record.size, &survey.positions, &mistakes);
        for (position, value) in positions.iter_mut().zip(values) {
            position.value = value;
        }
        let rules_text = rules.name().map_or(rules.to_string(), str::to_owned);
        let mut review = Self {
            about: About::from_record(record, &rules_text, komi),
            first: settings.from.max(1),
            game_length: record.move_count(),
            positions,
            sides: ByColor::from_fn(|color| Side::new(color, &moves, settings.top, BLUNDER.on(record.size))),
            moves,
            visits: work.visits.into_inner(),
            judge: judge.as_deref().map(Judge::name),
            visits_per_position: match settings.visits {
                None if judge.is_none() => Some(settings::default_visits(record.size)),
                visits => visits,
            },
            seed: engine.settings.seed,
        };
        for index in 0..review.moves.len() {
            let mv = &review.moves[index];
            let (headline, comment) = (words::headline(mv), words::comment(&review, mv));
            let numbers = words::numbers(&review, mv);
            let mv = &mut review.moves[index];
            (mv.headline, mv.comment, mv.numbers) = (headline, comment, numbers);
        }
        Ok(review)
    }
}

impl Work<'_> {
    fn size(&self) -> BoardSize {
        self.last.size()
    }

    /// Returns all positions, and what the shape of each move is for.
    fn positions(&self, survey: &Survey) -> Result<(Vec<Position>, Vec<Option<String>>), ReviewError> {
        let jobs: Vec<_> = survey.positions.iter().enumerate().collect();
        let found = self.each(Stage::Analyses, &jobs, |&(index, found)| {
            let turn = (index < self.turns.len()).then(|| self.turns.turn(index));
            let (game, color) = match &turn {
                Some(turn) => (&turn.game, turn.color),
                None => (self.last, self.last.to_move()),
            };
            let mut reader = self.engine.reader(game);
            let analysis = self.engine.analyse(game, &mut reader);
            let request = Request {
                analysis: Some(&analysis),
                ..Request::new(game, color)
            };
            let point = turn.as_ref().and_then(|turn| turn.mv.point());
            let patterns = point.map(|point| self.engine.pattern_matches(&request, Some(point), &mut reader));
            let shape = weakness::shape(self.engine.database(), &patterns.unwrap_or_default());
            let moyo = |point| analysis.influence.moyo.value(point) as f32 / STRONG_INFLUENCE;
            let ownership = owners(found);
            let position = Position {
                board: game.board().clone(),
                stones: game.board().to_string().split_whitespace().collect(),
                to_move: color,
                value: None,
                groups: Groups::new(&analysis, self.size()).iter().cloned().collect(),
                ownership: levels(self.size().points().map(|point| ownership[point])),
                influence: levels(self.size().points().map(moyo)),
            };
            (position, shape)
        })?;
        let (positions, mut shapes): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        shapes.pop();
        Ok((positions, shapes))
    }

    /// Returns the moves with their values, without reasons.
    fn moves(&self, survey: &Survey, shapes: Vec<Option<String>>) -> Vec<ReviewedMove> {
        let phases = moves::phases(self.size(), self.settings.from.max(1), &survey.positions);
        let all = self.turns.iter().zip(shapes).enumerate();
        all.map(|(i, (turn, shape))| {
            let judgement = survey.moves[i].as_ref();
            let judgement = judgement.map(|judged| self.judgement(&turn, judged));
            let severity = judgement.as_ref().map(|found| self.severity(&found.counted));
            ReviewedMove {
                number: turn.number,
                color: turn.color,
                mv: self.named(turn.mv),
                name: own_name(turn.game.board(), turn.color, turn.mv),
                is_followed: leads_to_the_next(self.turns, i),
                phase: phases[i],
                severity: severity.unwrap_or_default(),
                headline: String::new(),
                comment: Vec::new(),
                numbers: String::new(),
                judgement,
                shape,
            }
        })
        .collect()
    }

    fn judgement(&self, turn: &Turn, judged: &Judged) -> Judgement {
        let before = &judged.before;
        let loss = judged
            .loss
            .filter(|_| judged.chance >= settings::likely(self.size()));
        let counted = loss.map_or(Counted::default(), |loss| loss.significant(SIGNIFICANT));
        let mut played = before.moves.iter();
        let played = played.position(|considered| considered.mv == turn.mv);
        let prior = played.map_or(0.0, |at| before.moves[at].prior);
        let more_probable = before.moves.iter().filter(|considered| considered.prior > prior);
        let visited = || before.moves.iter().filter(|considered| considered.visits > 0);
        let value = |found: &Option<Assessment>| found.as_ref().map(|found| found.value);
        let after_best = match judged.best == turn.mv {
            true => &judged.after,
            false => &judged.after_best,
        };
        Judgement {
            before: before.value,
            after: value(&judged.after),
            after_best: value(after_best),
            loss: judged.loss,
            counted,
            chance: judged.chance,
            best: self.named(judged.best),
            prior,
            prior_rank: 1 + more_probable.count(),
            rank: played.filter(|&at| before.moves[at].visits > 0).map(|at| at + 1),
            considered: visited().count(),
            candidates: visited().take(LISTED).cloned().collect(),
            may_be_mistake: judged.chance >= MAY_BE * settings::likely(self.size()),
            was_looked_at: before.has_looked_at(turn.mv),
            denial: None,
            criticism: None,
        }
    }

    fn named<T>(&self, what: T) -> Named<T> {
        Named::new(what, self.size())
    }

    fn severity(&self, counted: &Counted) -> Severity {
        let limits = [BLUNDER, MISTAKE, INACCURACY].into_iter();
        let mut limits = limits.zip(Severity::LOSING);
        let reached = limits.find(|(limit, _)| counted.reaches(limit.on(self.size())));
        reached.map_or(Severity::Fine, |(_, severity)| severity)
    }

    /// Adds better moves and reasons to each losing move. One that loses nothing by reading is fine.
    fn criticise(&self, survey: &Survey, moves: &mut [ReviewedMove]) -> Result<(), ReviewError> {
        let is_losing = |&i: &usize| moves[i].severity > Severity::Fine;
        let losing: Vec<usize> = (0..moves.len()).filter(is_losing).collect();
        let found = self.each(Stage::Reasons, &losing, |&i| {
            let judged = survey.moves[i].as_ref()?;
            let turn = self.turns.turn(i);
            let mut player = Player::new(self.engine.clone());
            let after = survey::after(&turn.game, turn.color, turn.mv);
            Some(self.criticism(&mut player, &turn, after.as_ref(), judged, &moves[i]))
        })?;
        for (i, found) in losing.into_iter().zip(found) {
            let mv = &mut moves[i];
            match (found, &mut mv.judgement) {
                (Some(Ok(criticism)), Some(judgement)) => judgement.criticism = Some(criticism),
                (Some(Err(denial)), Some(judgement)) => {
                    judgement.denial = Some(denial);
                    judgement.counted = Counted::default();
                    mv.severity = Severity::Fine;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The criticism of a losing move; an error with the reading by which a search sees a loss in vain.
    fn criticism(
        &self,
        player: &mut Player,
        turn: &Turn,
        after: Option<&Game>,
        judged: &Judged,
        mv: &ReviewedMove,
    ) -> Result<Criticism, String> {
        let choice = player.weigh(&Request::new(&turn.game, turn.color));
        let better = self.better(turn, judged, &choice);
        let best = &better[0];
        let played_reasons = reasons(&choice, turn.mv);
        let mut missed = weakness::reasons_missed(reasons(&choice, *best.considered.mv), played_reasons);
        let (mut consequences, mut readings) = (Vec::new(), Vec::new());
        if let Some(after) = after {
            let mut answers = player.answers(after);
            if let (Some(best), Some(played)) = (&judged.after_best, &judged.after) {
                let owners = [&best.ownership, &played.ownership];
                consequences = Consequence::all(after.board(), turn.color, turn.mv.point(), owners);
            }
            // A judge is stronger than a reading.
            if judged.before.estimate.is_some() {
                undenied(&mut consequences, &mut missed, &mut answers, self.size())?;
            }
            let points = |told: &Consequence| match told.change {
                Change::Gain => -told.points,
                _ => told.points,
            };
            let sum: f32 = consequences.iter().map(points).sum();
            if (sum - mv.counted().points).abs() > MAX_MISFIT {
                consequences.retain(|told| told.change != Change::Gain);
            }
            let line = judged.after.as_ref().map(Assessment::line);
            let answer = line.and_then(|line| line.first()?.point());
            if let (Some(first), Some(answer)) = (consequences.first_mut(), answer) {
                first.answer_at(self.named(answer));
            }
            readings = GroupReading::all(after, &consequences, &mut answers);
        }
        let against = played_reasons.iter().map(|reason| &reason.kind);
        let against = against.filter(|kind| matches!(kind, ReasonKind::Loses { .. }));
        let against: Vec<String> = against.map(|kind| reason::told(kind, self.size())).collect();
        let point = best.considered.mv.point();
        let weakness = Weakness::from_mistake(&Mistake {
            size: self.size(),
            played: turn.mv,
            better: *best.considered.mv,
            is_endgame: mv.phase == Phase::Endgame,
            reasons: &missed,
            kind: point.map(|point| MoveName::new(turn.game.board(), turn.color, point).kind),
            consequences: &consequences,
            loses_stones: !against.is_empty() || is_self_atari(turn),
        });
        Ok(Criticism {
            answer: self.named(judged.after.as_ref().map_or(Vec::new(), Assessment::line)),
            better,
            consequences,
            against,
            weakness,
            readings,
        })
    }

    /// Returns the best move, and others with many visits and a better value than the played move. One with a
    /// better value than the best move has it by fewer visits, and is left out.
    fn better(&self, turn: &Turn, judged: &Judged, choice: &Choice) -> Vec<BetterMove> {
        let before = &judged.before;
        let most = before.moves.first().map_or(0, |best| best.visits);
        let played = judged.after.as_ref();
        let played = played.map_or(0.0, |after| after.value.win_rate_of(turn.color));
        let mut best = before.moves.iter();
        let best = best.find(|considered| considered.mv == judged.best);
        let best = match &judged.after_best {
            Some(deeper) => deeper.value.win_rate_of(turn.color),
            None => best.map_or(1.0, |best| best.win_rate_of(turn.color)),
        };
        let is_better = |considered: &&Considered| {
            let win_rate = considered.win_rate_of(turn.color);
            considered.mv == judged.best
                || considered.mv != turn.mv
                    && considered.visits as f32 >= ALSO_GOOD * most as f32
                    && win_rate >= played + INACCURACY.win_rate
                    && win_rate <= best
        };
        let better = before.moves.iter().filter(is_better).take(BETTER);
        let better = better.map(|considered| {
            let mv = *considered.mv;
            let deeper = judged.after_best.as_ref().filter(|_| mv == judged.best);
            let mut variation = match deeper {
                Some(after) => [vec![mv], after.line()].concat(),
                None => considered.variation.clone(),
            };
            variation.truncate(MAX_LINE_LENGTH);
            let board = turn.game.board();
            let mut why = words::why(reasons(choice, mv), self.size());
            if why.is_empty() {
                why.extend(
                    mv.point()
                        .and_then(|point| reason::out_of_atari(board, turn.color, point)),
                );
            }
            BetterMove {
                name: own_name(board, turn.color, mv),
                value: deeper.map(|after| after.value),
                variation: self.named(variation),
                why,
                considered: considered.clone(),
            }
        });
        better.collect()
    }
}

/// Takes away consequences and reasons that readings of the position after the move deny. An error with a
/// denial where these are most of what the move loses.
fn undenied(
    consequences: &mut Vec<Consequence>,
    missed: &mut Vec<&ReasonKind>,
    answers: &mut Answers<'_>,
    size: BoardSize,
) -> Result<(), String> {
    let lost = |told: &[Consequence]| -> f32 {
        let losses = told.iter().filter(|told| told.change != Change::Gain);
        losses.map(|told| told.points).sum()
    };
    let (all, mut denials) = (lost(consequences), Vec::new());
    consequences.retain(|told| {
        let denial = denial::of_consequence(told, answers, size);
        denials.extend(denial.clone());
        denial.is_none()
    });
    let mut of_reason = |kind: &ReasonKind| denial::of_reason(kind, answers, size);
    if all == 0.0 {
        denials.extend(missed.first().and_then(|kind| of_reason(kind)));
    }
    missed.retain(|kind| of_reason(kind).is_none());
    match denials.into_iter().next() {
        Some(denial) if lost(consequences) <= all / 2.0 => Err(denial),
        _ => Ok(()),
    }
}

/// Returns who owns each point at the end of playouts; nobody where the game is over.
fn owners(found: &Option<Assessment>) -> PointMap<f32> {
    let found = found.as_ref();
    found.map_or(PointMap::filled(0.0), |found| found.ownership.clone())
}

/// Returns the reasons of the classical choice for a move, even if it rejects the move.
fn reasons(choice: &Choice, mv: Move) -> &[Reason] {
    let considered = mv.point().and_then(|point| considered(choice, point));
    considered.map_or(&[], |proposal| &proposal.reasons)
}

/// Returns whether a move leaves its own string of several stones in atari without a capture.
fn is_self_atari(turn: &Turn) -> bool {
    let captured = |game: &Game| game.captured()[turn.color.opposite()];
    let after = turn.mv.point();
    let after = after.zip(survey::after(&turn.game, turn.color, turn.mv));
    after.is_some_and(|(point, after)| {
        let board = after.board();
        let is_atari = board.liberties(point) == 1 && board.string_size(point) >= 2;
        is_atari && captured(&after) == captured(&turn.game)
    })
}
