// SPDX-License-Identifier: MIT OR Apache-2.0

//! The sum of the reasons of a move.
//!
//! The best reason counts in full, and a quarter of the best one of each other family: two reasons of one
//! family often say the same in two ways, and so do the capture of a string and the death of a group that
//! consists of that string. The move-prediction model adds the logarithm of its probability, as the logits of
//! two independent estimates add up.

use crate::learn::BARE_VALUE;
use crate::movegen::evidence::{Family, Reason, ReasonKind};

/// The best reason of each family, but for the family of the best reason of all, counts divided by this; 2
/// to 8. Fitted by the likelihood of moves in records, together with offsets of the patterns' values. The
/// database has these offsets (`docs/experiments/patterns.md`).
const OTHER_FAMILIES_DIVISOR: i32 = 4;

/// Sets the part of each reason in the value of a move, and sorts the reasons by their parts, with the model
/// last. Returns the sum. The model is scaled by `share`, 0 to 1.
pub(super) fn count(reasons: &mut [Reason], share: f32) -> i32 {
    let others = count_others(reasons);
    let mut sum = others;
    for reason in reasons.iter_mut() {
        if is_model(reason) && reason.overruled.is_none() {
            let part = |value: i32| (share * value as f32) as i32;
            sum = others.max(part(BARE_VALUE)) + part(reason.value - BARE_VALUE);
            reason.counted = sum - others;
        }
    }
    reasons.sort_by_key(|r| (is_model(r), -r.counted, -r.value));
    sum
}

fn is_model(reason: &Reason) -> bool {
    matches!(reason.kind, ReasonKind::Model { .. })
}

/// All reasons but the model.
fn count_others(reasons: &mut [Reason]) -> i32 {
    let mut families: Vec<(Family, usize)> = Vec::new();
    for (i, reason) in reasons.iter().enumerate() {
        if is_model(reason) || reason.overruled.is_some() || reason.value <= 0 {
            continue;
        }
        let family = family(reason, reasons);
        match families.iter_mut().find(|known| known.0 == family) {
            Some((_, best)) if reasons[*best].value >= reason.value => {}
            Some((_, best)) => *best = i,
            None => families.push((family, i)),
        }
    }
    families.sort_by_key(|&(_, i)| -reasons[i].value);
    let (mut sum, mut others) = (0, 0);
    for (rank, (_, i)) in families.into_iter().enumerate() {
        let reason = &mut reasons[i];
        reason.counted = if rank == 0 {
            reason.value
        } else {
            // Rounded so that the parts add up to the quarter of the sum.
            let before = others / OTHER_FAMILIES_DIVISOR;
            others += reason.value;
            others / OTHER_FAMILIES_DIVISOR - before
        };
        sum += reason.counted;
    }
    sum
}

/// The reason that supersedes this one, if any.
pub(in crate::movegen) fn counts_instead<'a>(reason: &Reason, all: &'a [Reason]) -> Option<&'a Reason> {
    let is_candidate = |reason: &Reason| !is_model(reason) && reason.overruled.is_none() && reason.value > 0;
    if reason.counted != 0 || !is_candidate(reason) {
        return None;
    }
    let of = family(reason, all);
    let same = |other: &&Reason| is_candidate(other) && other.counted > 0 && family(other, all) == of;
    all.iter().find(same)
}

/// The family of a reason. The life of a group of one string is of the same family as the capture of the
/// string.
fn family(reason: &Reason, all: &[Reason]) -> Family {
    let is_captured = |other: &Reason| other.overruled.is_none() && other.kind.is_capture_of(&reason.kind);
    match reason.kind.family() {
        Family::Life if all.iter().any(is_captured) => Family::Stones,
        family => family,
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Point;

    use super::*;
    use crate::model::ShapeName;
    use crate::movegen::PatternValue;

    const A1: Point = Point::new(0, 18);
    const C1: Point = Point::new(2, 18);

    fn reason(kind: ReasonKind, value: i32) -> Reason {
        Reason {
            kind,
            value,
            counted: 0,
            overruled: None,
        }
    }

    fn save(value: i32) -> Reason {
        reason(ReasonKind::Save { string: A1, size: 1 }, value)
    }

    fn pattern(value: i32) -> Reason {
        let pattern = PatternValue {
            value,
            ..PatternValue::default()
        };
        reason(ReasonKind::Pattern(Box::new(pattern)), value)
    }

    fn life(group: Point) -> Reason {
        let kind = ReasonKind::Life {
            group,
            saves: true,
            size: 1,
            by_ko: false,
            is_proven: true,
        };
        reason(kind, 40)
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
        reason(kind, value)
    }

    /// The sum, and the part of each reason, in the order of the reasons.
    fn counted<const N: usize>(mut reasons: [Reason; N], share: f32) -> (i32, [i32; N]) {
        let sum = count(&mut reasons, share);
        (sum, reasons.map(|reason| reason.counted))
    }

    #[test]
    fn reasons_of_other_families_add_a_part_to_the_best() {
        assert_eq!(counted([pattern(40), save(28)], 1.0), (47, [40, 7]));
        assert_eq!(counted([pattern(28), save(40)], 1.0), (47, [40, 7]));
    }

    #[test]
    fn the_life_of_a_single_string_counts_once() {
        assert_eq!(
            counted([life(A1), save(28)], 1.0),
            (40, [40, 0]),
            "the same stone"
        );
        assert_eq!(counted([life(C1), save(28)], 1.0), (47, [40, 7]), "another one");
    }

    #[test]
    fn a_second_reason_of_the_same_family_adds_nothing() {
        assert_eq!(counted([pattern(40), pattern(38)], 1.0), (40, [40, 0]));
        assert_eq!(counted([save(18), save(28)], 1.0), (28, [28, 0]));
    }

    #[test]
    fn a_reason_that_adds_nothing_knows_the_one_that_counts_in_its_place() {
        let overruled = Reason {
            overruled: Some(crate::movegen::Overruled::Decided),
            ..save(60)
        };
        let mut reasons = [
            pattern(40),
            pattern(38),
            save(28),
            life(A1),
            overruled,
            model(BARE_VALUE),
        ];
        count(&mut reasons, 1.0);
        for reason in &reasons {
            let instead = counts_instead(reason, &reasons).map(|other| other.value);
            let expected = match (&reason.kind, reason.value) {
                (ReasonKind::Pattern(_), 38) => Some(40),
                (ReasonKind::Save { .. }, 28) => Some(40),
                _ => None,
            };
            assert_eq!(instead, expected, "{reason:?}");
        }
    }

    #[test]
    fn what_reasons_count_adds_up_whatever_is_rounded() {
        let (sum, parts) = counted([pattern(41), save(19), life(C1), model(30)], 0.7);
        assert_eq!(parts.iter().sum::<i32>(), sum);
        assert_eq!(parts[0], 41);
    }

    #[test]
    fn a_move_that_only_the_model_proposes_begins_with_a_value_of_its_own() {
        assert_eq!(counted([model(BARE_VALUE + 20)], 1.0).0, BARE_VALUE + 20);
        assert_eq!(counted([model(BARE_VALUE + 20), save(40)], 1.0), (60, [40, 20]));
    }

    #[test]
    fn where_little_is_left_to_gain_the_model_adds_less() {
        assert_eq!(counted([model(BARE_VALUE + 20), save(40)], 0.5), (50, [40, 10]));
    }

    #[test]
    fn overruled_reasons_count_nothing() {
        let overruled = Reason {
            overruled: Some(crate::movegen::Overruled::Decided),
            ..save(60)
        };
        assert_eq!(counted([pattern(20), overruled], 1.0), (20, [20, 0]));
    }
}
