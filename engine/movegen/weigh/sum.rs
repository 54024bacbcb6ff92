// SPDX-License-Identifier: MIT OR Apache-2.0

//! The sum of the reasons of a move: a log-linear model (`choice_model`), whose features are found here.
//!
//! Each reason has a part: its weight, 16 units for a nat. The logarithm of the probability by the
//! move-prediction model counts as it is. In it the pictures of patterns have their weights already, so the
//! part of a pattern that holds is taken from the part of the model. The better one of two readings of one
//! kind counts.
//!
//! Patterns of a database that nothing was fitted to count by their values, the best of each move alone, and
//! so do all patterns where they are asked alone (`Generators::Patterns`).

use katachi_rules::Point;

use crate::choice_model::{
    CLASSES_OF_GAIN, CLASSES_OF_ODDS, EVEN_AFTER, Group, Sum, gain_class, worth_class,
};
use crate::learn::{BARE_VALUE, VALUE_PER_NAT};
use crate::movegen::evidence::{Overruled, PatternValue, Reason, ReasonKind};
use crate::movegen::{Input, NEARLY_FULL};
use crate::patterns::PatternSource;

/// Class of a reading whose stones playouts call decided.
const DECIDED: usize = 6;
/// Class of a reading that the endgame search counts already.
const COUNTED: usize = 7;
/// Lines from the edge that differ; further ones count as the last.
const LINES: usize = 6;
/// Distances from the last move that differ; further ones count as this.
const FURTHEST: usize = 7;
/// A board is open while stones cover less than this share of it, for the weights of lines.
const OPEN: f32 = 0.12;

/// What adds to the logit of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Term {
    /// A weight of the choice model.
    Feature(u16),
    /// Nats of the move-prediction model, or of a weight in the text of a pattern.
    Nats(f32),
    /// Units of value that an author wrote.
    Units(i32),
    /// The weight in nats of a pattern without the model, and its place in the database.
    Alone(f32, u32),
}

/// Which sum the generators ask for. `None`: the patterns alone.
pub(in crate::movegen) fn sum_of(input: &Input<'_>) -> Option<Sum> {
    match (input.generators.has_model(), input.generators.has_readings()) {
        (true, _) => Some(Sum::WithModel),
        (false, true) => Some(Sum::Alone),
        (false, false) => None,
    }
}

/// Sets the part of each reason in the value of a move, and sorts the reasons by their parts, with the model
/// and playouts last. Returns the sum.
pub(super) fn count(input: &Input<'_>, point: Point, reasons: &mut [Reason]) -> i32 {
    let Some(sum) = sum_of(input) else {
        return count_best_pattern(reasons);
    };
    let mut parts = vec![0.0; reasons.len()];
    for (index, term) in terms(input, sum, point, reasons) {
        parts[index] += match term {
            Term::Feature(feature) => VALUE_PER_NAT * input.knowledge.choice.weight(sum, feature),
            Term::Nats(nats) | Term::Alone(nats, _) => VALUE_PER_NAT * nats,
            Term::Units(units) => units as f32,
        };
    }
    for (reason, part) in reasons.iter_mut().zip(parts) {
        reason.counted = part.round() as i32;
    }
    let last = |kind: &ReasonKind| match kind {
        ReasonKind::Model { .. } => 1,
        ReasonKind::Playouts { .. } => 2,
        ReasonKind::After { .. } => 3,
        _ => 0,
    };
    reasons.sort_by_key(|r| (last(&r.kind), -r.counted, -r.value));
    reasons.iter().map(|reason| reason.counted).sum()
}

fn count_best_pattern(reasons: &mut [Reason]) -> i32 {
    reasons.sort_by_key(|r| -r.value);
    for (rank, reason) in reasons.iter_mut().enumerate() {
        reason.counted = if rank == 0 { reason.value } else { 0 };
    }
    reasons.first().map_or(0, |best| best.value)
}

/// Returns all that adds to the logit of a move, each with the index of its reason.
pub(in crate::movegen) fn terms(
    input: &Input<'_>,
    sum: Sum,
    point: Point,
    reasons: &[Reason],
) -> Vec<(usize, Term)> {
    let mut terms = Vec::new();
    let mut held = 0.0;
    let has_base = reasons.iter().any(|reason| has_base(sum, &reason.kind));
    let base = if has_base { BARE_VALUE } else { 0 };
    for (index, reason) in reasons.iter().enumerate() {
        if counts_before(reasons, index).is_some() {
            continue;
        }
        match &reason.kind {
            ReasonKind::Pattern(pattern) => {
                let term = of_pattern(sum, pattern, reason.value - base);
                if let (Sum::WithModel, Term::Nats(nats)) = (sum, term) {
                    held += nats;
                }
                terms.push((index, term));
                if let Some(PatternSource::Fitted { bonus, .. }) = pattern.source {
                    terms.push((index, Term::Units(bonus)));
                }
            }
            ReasonKind::Playouts { .. } => {
                let features = input.playouts.map(|playouts| playouts.features(point));
                let features = features.into_iter().flatten();
                terms.extend(features.map(|feature| (index, Term::Feature(feature))));
                if sum == Sum::Alone {
                    let place = place(input, point, reasons);
                    terms.extend(place.map(|feature| (index, Term::Feature(feature))));
                    terms.push((index, Term::Units(BARE_VALUE)));
                }
            }
            ReasonKind::After { odds, gain, .. } => {
                terms.extend(after(*odds, *gain).map(|feature| (index, Term::Feature(feature))));
            }
            ReasonKind::Model { probability, .. } if sum == Sum::WithModel => {
                let class = (-probability.ln()) as usize;
                terms.push((index, Term::Feature(Group::Probability.feature(class))));
                terms.push((index, Term::Units(reason.value)));
            }
            ReasonKind::Model { .. } | ReasonKind::Dame => {}
            &ReasonKind::Endgame { is_sente, .. } => {
                let group = match (is_nearly_full(input), is_sente) {
                    (false, false) => Group::Endgame,
                    (false, true) => Group::EndgameSente,
                    (true, false) => Group::LateEndgame,
                    (true, true) => Group::LateEndgameSente,
                };
                terms.push((index, Term::Feature(group.feature(gain_class(reason.value)))));
            }
            kind => terms.extend(group(kind).map(|group| (index, of_reading(group, reason)))),
        }
    }
    let is_model = |reason: &Reason| matches!(reason.kind, ReasonKind::Model { .. });
    if let Some(model) = reasons.iter().position(is_model) {
        terms.push((model, Term::Nats(-held)));
    }
    terms
}

/// Whether the part of a reason begins with [`BARE_VALUE`]. Others are above that.
fn has_base(sum: Sum, kind: &ReasonKind) -> bool {
    match sum {
        Sum::WithModel => matches!(kind, ReasonKind::Model { .. }),
        Sum::Alone => matches!(kind, ReasonKind::Playouts { .. }),
    }
}

/// `above` is the value of the pattern above the base.
fn of_pattern(sum: Sum, pattern: &PatternValue, above: i32) -> Term {
    match pattern.source {
        Some(PatternSource::Fitted { weight, .. }) if sum == Sum::WithModel => Term::Nats(weight),
        Some(PatternSource::Fitted { alone, pattern, .. }) => Term::Alone(alone, pattern),
        Some(PatternSource::Joseki) => Term::Feature(Group::Joseki.feature(worth_class(pattern.value))),
        Some(PatternSource::Unfitted) | None => Term::Units(above),
    }
}

fn of_reading(group: Group, reason: &Reason) -> Term {
    let class = match reason.overruled {
        Some(Overruled::Decided) => DECIDED,
        Some(Overruled::InEndgameGain) => COUNTED,
        None => worth_class(reason.value),
    };
    Term::Feature(group.feature(class))
}

fn group(kind: &ReasonKind) -> Option<Group> {
    Some(match *kind {
        ReasonKind::Capture { .. } => Group::Capture,
        ReasonKind::Save { .. } => Group::Save,
        ReasonKind::Life { saves: false, .. } => Group::Kill,
        ReasonKind::Life { saves: true, .. } => Group::Rescue,
        ReasonKind::Region { .. } => Group::Region,
        ReasonKind::Combination {
            forestalls: false, ..
        } => Group::DoubleThreat,
        ReasonKind::Combination { forestalls: true, .. } => Group::Forestall,
        ReasonKind::Ko { ends: false, .. } => Group::TakeKo,
        ReasonKind::Ko { ends: true, .. } => Group::EndKo,
        ReasonKind::KoThreat { .. } => Group::KoThreat,
        ReasonKind::Loses { .. } => Group::Loses,
        _ => return None,
    })
}

fn after(odds: f32, gain: f32) -> [u16; 2] {
    let class = |classes: f32| (classes.round() + EVEN_AFTER as f32).max(0.0) as usize;
    [
        Group::OddsAfter.feature(class(CLASSES_OF_ODDS * odds)),
        Group::GainAfter.feature(class(CLASSES_OF_GAIN * gain)),
    ]
}

/// Whether little but the endgame is left, by the share of the board that stones cover.
fn is_nearly_full(input: &Input<'_>) -> bool {
    share_of_stones(input) >= NEARLY_FULL
}

fn share_of_stones(input: &Input<'_>) -> f32 {
    let board = input.position.board();
    let area = board.size().area();
    (area - board.empty_points().len()) as f32 / area as f32
}

/// The features that stand in for the move-prediction model.
fn place(input: &Input<'_>, point: Point, reasons: &[Reason]) -> impl Iterator<Item = u16> + use<> {
    let size = input.position.board().size();
    let lines = |at: u8, length: u8| usize::from(at.min(length - 1 - at)).min(LINES - 1);
    let (x, y) = (lines(point.x(), size.width()), lines(point.y(), size.height()));
    let phase = usize::from(share_of_stones(input) >= OPEN);
    let line = LINES * LINES * phase + LINES * x.min(y) + x.max(y);
    let last = input.position.last_moves()[0].map_or(0, |last| last.distance(point) as usize);
    let last = last.min(FURTHEST) + if is_nearly_full(input) { FURTHEST + 1 } else { 0 };
    let best = reasons.iter().filter_map(|reason| match &reason.kind {
        ReasonKind::Pattern(pattern) => match pattern.source {
            Some(PatternSource::Fitted { .. }) => Some(pattern.value.max(0) as usize / 10),
            _ => None,
        },
        _ => None,
    });
    let best = best.max().map(|class| Group::Pattern.feature(class));
    [Group::Line.feature(line), Group::Last.feature(last)]
        .into_iter()
        .chain(best)
}

pub(in crate::movegen) fn counts_instead<'a>(reason: &Reason, all: &'a [Reason]) -> Option<&'a Reason> {
    let index = all
        .iter()
        .position(|other| std::ptr::eq(other, reason) || other == reason)?;
    counts_before(all, index)
}

/// The reason that counts in place of the one of that index: a better or an equal earlier one of its kind.
fn counts_before(all: &[Reason], index: usize) -> Option<&Reason> {
    let reason = &all[index];
    let is_better = |at: usize, other: &Reason| {
        let (theirs, ours) = (rank(other), rank(reason));
        is_same_kind(&other.kind, &reason.kind) && (theirs > ours || theirs == ours && at < index)
    };
    let others = all.iter().enumerate();
    others
        .filter(|&(at, other)| at != index && is_better(at, other))
        .map(|(_, other)| other)
        .max_by_key(|other| rank(other))
}

/// Reasons that are overruled rank below all others.
fn rank(reason: &Reason) -> (bool, i32) {
    (reason.overruled.is_none(), reason.value)
}

fn is_same_kind(one: &ReasonKind, other: &ReasonKind) -> bool {
    match (one, other) {
        (ReasonKind::Pattern(one), ReasonKind::Pattern(other)) => match (one.source, other.source) {
            (Some(PatternSource::Fitted { .. }), _) => one.name == other.name,
            (one, other) => one == other,
        },
        (ReasonKind::Endgame { .. }, ReasonKind::Endgame { .. }) => true,
        _ => group(one).is_some() && group(one) == group(other),
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, Color, Game, Rules};

    use super::*;
    use crate::choice_model::ChoiceModel;
    use crate::knowledge::Knowledge;
    use crate::model::ShapeName;
    use crate::movegen::{Generators, for_tests};

    const CENTER: Point = Point::new(2, 2);
    const ALL: Generators = Generators::All;

    fn save(value: i32) -> Reason {
        let (string, size) = (CENTER, 1);
        Reason::new(ReasonKind::Save { string, size }, value)
    }

    fn pattern(value: i32, source: PatternSource) -> Reason {
        let pattern = PatternValue {
            name: "Cut".to_owned(),
            value,
            source: Some(source),
            ..PatternValue::default()
        };
        Reason::new(ReasonKind::Pattern(Box::new(pattern)), value)
    }

    fn fitted(weight: f32, bonus: i32) -> Reason {
        let source = PatternSource::Fitted {
            pattern: 0,
            weight,
            alone: 1.0,
            bonus,
        };
        pattern(40, source)
    }

    fn model(value: i32) -> Reason {
        let kind = ReasonKind::Model {
            probability: 0.1,
            shape: ShapeName {
                entry: None,
                kind: "Hane",
                points: 5,
                place: 1,
            },
            played: 9,
        };
        Reason::new(kind, value)
    }

    /// The part of each reason, in their new order, by a choice model with these weights.
    fn counted<const N: usize>(weights: &str, generators: Generators, mut reasons: [Reason; N]) -> [i32; N] {
        let board = Board::from_diagram(". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .");
        let game = Game::from_position(board, Color::Black, Rules::default(), 0.0);
        let choice = ChoiceModel::parse(&format!("weights choice\n{weights}")).expect("weights");
        let knowledge = Knowledge::default().with_choice_model(choice);
        for_tests::with_input(&game, Color::Black, &knowledge, |input, _| {
            let input = Input { generators, ..*input };
            let sum = count(&input, CENTER, &mut reasons);
            let parts = reasons.map(|reason| reason.counted);
            assert_eq!(parts.iter().sum::<i32>(), sum, "the parts add up");
            parts
        })
    }

    #[test]
    fn a_reading_counts_by_its_kind_and_worth_and_of_one_kind_the_better_one() {
        let weights = "save=1 0.5\nsave=3 1";
        assert_eq!(counted(weights, ALL, [save(60), save(28)]), [16, 0]);
        let decided = Reason {
            overruled: Some(Overruled::Decided),
            ..save(60)
        };
        assert_eq!(counted(weights, ALL, [save(28), decided]), [8, 0]);
    }

    #[test]
    fn playouts_after_a_move_and_gains_of_the_endgame_count_by_their_classes() {
        let of = |odds, gain| {
            let (win_rate, lead) = (0.5, 0.0);
            let kind = ReasonKind::After {
                win_rate,
                lead,
                odds,
                gain,
            };
            Reason::new(kind, 0)
        };
        let weights = "odds-after=9 1\ngain-after=4 -0.5";
        assert_eq!(counted(weights, ALL, [of(1.0, -0.5)]), [8]);
        assert_eq!(counted(weights, ALL, [of(0.0, 0.0)]), [0]);
        let (points, is_sente) = (1.0, false);
        let gains = Reason::new(ReasonKind::Endgame { points, is_sente }, 5);
        let weights = "gain=2 1\nlate-gain=2 2";
        assert_eq!(counted(weights, ALL, [gains]), [16], "on an open board");
    }

    #[test]
    fn a_fitted_pattern_has_its_weight_from_the_model_and_its_bonus_of_its_own() {
        assert_eq!(counted("", ALL, [fitted(0.5, 0), model(40)]), [8, 32]);
        assert_eq!(counted("", ALL, [fitted(0.5, 48), model(40)]), [56, 32]);
        let twice = [fitted(0.5, 0), fitted(0.5, 0), model(40)];
        assert_eq!(counted("", ALL, twice), [8, 0, 32], "once at a point");
        let alone = counted("", Generators::WithoutModel, [fitted(0.5, 0)]);
        assert_eq!(alone, [16]);
    }

    #[test]
    fn an_unfitted_pattern_counts_by_its_value_the_best_one_alone() {
        let of = |value| pattern(value, PatternSource::Unfitted);
        let parts = counted("", ALL, [of(30), of(60), model(40)]);
        assert_eq!(parts, [60 - BARE_VALUE, 0, 40]);
        let patterns = counted("", Generators::Patterns, [of(30), fitted(0.5, 0)]);
        assert_eq!(patterns, [40, 0]);
    }

    #[test]
    fn the_reason_that_counts_instead_is_known() {
        let reasons = [save(60), save(28), model(40)];
        assert_eq!(counts_instead(&reasons[1], &reasons), Some(&reasons[0]));
        assert_eq!(counts_instead(&reasons[0], &reasons), None);
        assert_eq!(counts_instead(&reasons[2], &reasons), None);
    }
}
