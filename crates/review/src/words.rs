// SPDX-License-Identifier: MIT OR Apache-2.0

//! The texts about a move in all reports. Every value names its side.

use katachi_engine::movegen::ReasonKind;
use katachi_rules::{Board, BoardSize, Color, Move};
use katachi_view::move_name::{MoveKind, MoveName};
use katachi_view::reason::{self, quantity};

use super::groups::GroupChange;
use super::moves::{BetterMove, Criticism, Judgement, ReviewedMove, Severity};
use super::review::Review;
use super::settings::WORTH_TELLING;
use super::value::{Counted, Value};
use super::weakness::Weakness;

/// Reasons that are given for a better move, at most.
const REASONS: usize = 3;

/// Returns a share in percent: `46 %`.
pub(crate) fn percent(share: f32) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Returns `Black's win rate 46 %, lead -3.1`.
pub(crate) fn value(value: &Value) -> String {
    win_rate_and_lead(value.win_rate, value.lead)
}

fn win_rate_and_lead(win_rate: f32, lead: f32) -> String {
    format!("Black's win rate {}, lead {lead:+.1}", percent(win_rate))
}

/// Returns `Move 37, Black C7: a mistake`, or `Move 37, Black C7` for a fine move.
pub(crate) fn headline(mv: &ReviewedMove, size: BoardSize) -> String {
    let name = match mv.mv {
        Move::Play(point) if mv.name.is_empty() => size.vertex(point).to_string(),
        Move::Play(point) => format!("{}, {}", size.vertex(point), mv.name),
        Move::Pass => "passes".to_owned(),
    };
    let what = match mv.severity() {
        Severity::Fine if mv.judgement.as_ref().is_some_and(Judgement::is_first_choice) => {
            ": the first choice"
        }
        Severity::Fine => "",
        Severity::Inaccuracy => ": an inaccuracy",
        Severity::Mistake => ": a mistake",
        Severity::Blunder => ": a blunder",
    };
    format!("Move {}, {} {name}{what}", mv.number, mv.color)
}

/// Returns the comment on a move below its headline, in lines.
pub(crate) fn comment(review: &Review, index: usize) -> Vec<String> {
    let (mv, size) = (&review.moves[index], review.about.size);
    let mut lines = Vec::new();
    if let Some(found) = &mv.judgement {
        lines.push(values(review, index, found));
        lines.extend(loss(mv, found));
        lines.extend(found.criticism.as_ref().map(weakness));
        lines.push(choice(found, review));
        lines.extend(mv.is_doubtful().then(|| doubt(found, size)));
        lines.extend(unusual(mv, review));
    }
    if !mv.shapes.is_empty() {
        lines.push(format!("The shape: {}.", mv.shapes[0].words()));
    }
    lines.extend(mv.changes.iter().map(|change| group_change(change, size)));
    if let Some(criticism) = mv.judgement.as_ref().and_then(|found| found.criticism.as_ref()) {
        let readings = criticism.readings.iter();
        lines.extend(readings.map(|reading| format!("{} {}", reading.question, reading.answer)));
        lines.extend(
            criticism
                .against
                .iter()
                .filter(|given| reason::is_told(&given.kind))
                .map(|reason| format!("The move {}.", reason::told(&reason.kind, size))),
        );
        lines.extend(
            criticism
                .better
                .iter()
                .map(|better| better_move(better, mv.color, size)),
        );
        let after = review.positions.get(index + 1).filter(|_| mv.is_followed);
        lines.extend(answer(
            mv.color.opposite(),
            criticism,
            after.map(|after| &after.board),
            size,
        ));
    }
    lines
}

/// Returns `White can answer at F4, an atari on F3, the point of the better move: F4 E6 C4.` `after` is the
/// position after the played move, for the name of the answer. `None` without a continuation.
fn answer(them: Color, criticism: &Criticism, after: Option<&Board>, size: BoardSize) -> Option<String> {
    let first = *criticism.answer.first()?;
    let line = moves(&criticism.answer, size);
    let Move::Play(point) = first else {
        return Some(format!("{them} may go on: {line}."));
    };
    let name = after.map(|board| MoveName::new(board, them, point));
    let name = name.filter(|name| name.kind != MoveKind::Plain);
    let name = name.map_or_else(String::new, |name| format!(", {}", name.text(size)));
    let is_better_move = criticism.better.first().is_some_and(|better| better.mv == first);
    let same = if is_better_move {
        ", the point of the better move"
    } else {
        ""
    };
    let vertex = size.vertex(point);
    Some(format!("{them} can answer at {vertex}{name}{same}: {line}."))
}

/// Returns the values after the best move and after the played one, from searches of the same number of
/// visits; for a move that loses nothing, those of the curve before and after it.
fn values(review: &Review, index: usize, found: &Judgement) -> String {
    let (mv, size) = (&review.moves[index], review.about.size);
    let Some(after) = &found.after else {
        return format!(
            "{} before the move. The game is over after it.",
            value(&found.before)
        );
    };
    if mv.severity() > Severity::Fine {
        let best = found.after_best.as_ref().unwrap_or(&found.before);
        return format!(
            "With {} {}; with {} {}.",
            size.show(found.best),
            value(best),
            size.show(mv.mv),
            value_and_errors(after)
        );
    }
    let on_curve = |index: usize| review.positions[index].value.filter(|_| mv.is_followed);
    let before = on_curve(index).unwrap_or(found.before);
    let after = on_curve(index + 1).unwrap_or(*after);
    format!(
        "Before the move {}; after it {}.",
        value(&before),
        value_and_errors(&after)
    )
}

/// Returns `58 % (± 2) and +10.4 (± 0.9)`. A judge tells no errors.
fn value_and_errors(value: &Value) -> String {
    let (win_rate, lead) = (percent(value.win_rate), format!("{:+.1}", value.lead));
    match value.win_rate_error > 0.0 {
        true => format!(
            "{win_rate} (± {:.0}) and {lead} (± {:.1})",
            100.0 * value.win_rate_error,
            value.lead_error
        ),
        false => format!("{win_rate} and {lead}"),
    }
}

/// Returns the loss of a losing move.
fn loss(mv: &ReviewedMove, found: &Judgement) -> Option<String> {
    (mv.severity() > Severity::Fine).then(|| format!("{} loses {}.", mv.color, lost(&found.counted)))
}

/// Returns that the searches cannot tell whether a move is a mistake.
fn doubt(found: &Judgement, size: BoardSize) -> String {
    format!(
        "Perhaps a mistake: the searches call it {} likely and would play {}, but cannot tell.",
        percent(found.chance),
        size.show(found.best)
    )
}

/// Returns `15 percentage points of the win rate and 23.5 points`, without insignificant parts.
pub(crate) fn lost(counted: &Counted) -> String {
    let percent = (100.0 * counted.win_rate).round();
    let win_rate =
        (percent >= 1.0).then(|| format!("{} of the win rate", quantity(percent, "percentage point")));
    let points = (counted.points > 0.0).then(|| format!("{:.1} points", counted.points));
    let parts: Vec<String> = [win_rate, points].into_iter().flatten().collect();
    match parts.is_empty() {
        true => "nothing".to_owned(),
        false => parts.join(" and "),
    }
}

/// Returns the class of a mistake, with the missed pattern of a mistake of shape.
fn weakness(criticism: &Criticism) -> String {
    match (criticism.weakness, &criticism.left_out) {
        (Weakness::Shape | Weakness::Separated | Weakness::MissedCut, Some(shape)) => {
            format!("It {}: {}.", criticism.weakness.text(), shape.words())
        }
        _ => format!("It {}.", criticism.weakness.text()),
    }
}

/// Returns the rank of the move in the search and in the model, or those of a judge.
fn choice(found: &Judgement, review: &Review) -> String {
    let size = review.about.size;
    let judge = review.judge.is_some();
    let whose = if judge { "judge" } else { "search" };
    let place = match found.rank {
        Some(rank) => format!("The {whose}'s choice number {rank} of {}", found.considered),
        None => format!(
            "Not among the {} of the {whose}",
            quantity(found.considered as u32, "move")
        ),
    };
    // The model has learned from games of these sizes.
    if !judge && size != BoardSize::square(19) && size != BoardSize::square(9) {
        return format!("{place}.");
    }
    let prior = match found.prior {
        prior if prior < 0.001 => "less than 0.1 %".to_owned(),
        prior => format!("{:.1} %", 100.0 * prior),
    };
    let chance = match judge {
        true => format!("at first sight it gives the move {prior}"),
        false => format!("strong players and programs would play it in {prior} of such positions"),
    };
    format!("{place}; {chance} (place {}).", found.prior_rank)
}

/// Returns `Good players seldom play so in the opening; usual are D3, C5.` for an unusual move. A judge knows
/// more than the move model does, which has learned from games of two sizes.
fn unusual(mv: &ReviewedMove, review: &Review) -> Option<String> {
    let size = review.about.size;
    let is_known = size == BoardSize::square(19) || size == BoardSize::square(9);
    let usual = mv.usual();
    if usual.is_empty() || review.judge.is_some() || !is_known {
        return None;
    }
    let verb = if usual.len() == 1 { "is" } else { "are" };
    let moves = usual.iter().map(|&mv| size.show(mv).to_string());
    let moves = moves.collect::<Vec<String>>().join(", ");
    Some(format!(
        "Good players seldom play so in the opening; usual {verb} {moves}."
    ))
}

/// Returns `Black's group A at C3 (7 stones) was critical and is dead.`
pub(crate) fn group_change(change: &GroupChange, size: BoardSize) -> String {
    let now = match change.after {
        Some(status) => format!("is {}", status.word()),
        None => "is captured".to_owned(),
    };
    format!(
        "{}'s group {} at {} ({}) was {} and {now}.",
        change.color,
        change.letter,
        size.vertex(change.stone),
        quantity(change.size, "stone"),
        change.before.word(),
    )
}

/// Returns a better move with its value, reasons and continuation.
pub(crate) fn better_move(better: &BetterMove, color: Color, size: BoardSize) -> String {
    format!("Better: {}", move_with_reasons(better, color, size))
}

/// Returns the end of a sentence: `D4, a hane (Black's win rate 46 %, lead -3.1), because it ...`
pub(crate) fn move_with_reasons(better: &BetterMove, color: Color, size: BoardSize) -> String {
    let name = match better.mv {
        Move::Play(_) if !better.name.is_empty() => format!(", {}", better.name),
        _ => String::new(),
    };
    let mut text = format!("{}{name} ({})", size.show(better.mv), better_value(better));
    let reasons = why(better, size);
    if !reasons.is_empty() {
        text += &format!(", because it {}", reasons.join(", and it "));
    }
    if better.variation.len() > 1 {
        text += &format!(
            ". {color} and {}: {}",
            color.opposite(),
            moves(&better.variation, size)
        );
    }
    text + "."
}

/// Returns the value after a better move, by its own search or by the search before the move.
pub(crate) fn better_value(better: &BetterMove) -> String {
    match &better.value {
        Some(found) => value(found),
        None => win_rate_and_lead(better.win_rate, better.lead),
    }
}

/// Returns the reasons for a better move, in words that follow "it".
pub(crate) fn why(better: &BetterMove, size: BoardSize) -> Vec<String> {
    // One double threat is told: a second one of the same move is seldom another reason.
    let mut has_combination = false;
    let listed = better.reasons.iter().filter(|given| {
        let is_combination = matches!(given.kind, ReasonKind::Combination { .. });
        let is_again = is_combination && std::mem::replace(&mut has_combination, is_combination);
        reason::is_told(&given.kind) && !is_again
    });
    let listed = listed.take(REASONS);
    let mut words: Vec<String> = listed.map(|reason| reason::told(&reason.kind, size)).collect();
    if !better.shapes.is_empty() {
        words.push(format!("is a shape: {}", better.shapes[0].words()));
    }
    if words.is_empty() && better.prior >= WORTH_TELLING {
        let chance = percent(better.prior);
        words.push(match better.is_judged {
            true => format!("is where the judge would play at first sight ({chance})"),
            false => format!("is where strong players and programs would play in {chance} of such positions"),
        });
    }
    words
}

/// Moves by their names.
pub(crate) fn moves(moves: &[Move], size: BoardSize) -> String {
    let names: Vec<String> = moves.iter().map(|&mv| size.show(mv)).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_names_its_significant_parts() {
        let lost = |win_rate, points| lost(&Counted { win_rate, points });
        assert_eq!(
            lost(0.15, 4.25),
            "15 percentage points of the win rate and 4.2 points"
        );
        assert_eq!(lost(0.0, 4.0), "4.0 points");
        assert_eq!(lost(0.0, 0.0), "nothing");
    }

    #[test]
    fn a_gain_is_about_that_many_points_and_one_double_threat_is_told() {
        let combination = |gain| ReasonKind::Combination {
            forestalls: false,
            gain,
            cuts: false,
        };
        let given = |kind| katachi_engine::Reason {
            kind,
            value: 1,
            counted: 1,
            overruled: None,
            is_denied: false,
        };
        let endgame = |points| ReasonKind::Endgame {
            points,
            is_sente: false,
        };
        let better = |kinds: Vec<ReasonKind>| BetterMove {
            mv: Move::Pass,
            name: String::new(),
            value: None,
            win_rate: 0.5,
            lead: 0.0,
            prior: 0.0,
            is_judged: false,
            variation: Vec::new(),
            shapes: Vec::new(),
            reasons: kinds.into_iter().map(given).collect(),
        };
        let given_for = |kinds| why(&better(kinds), BoardSize::square(9));
        assert_eq!(given_for(vec![endgame(2.0)]), ["gains about 2 points in gote"]);
        assert_eq!(given_for(vec![endgame(1.2)]), ["gains about 1 point in gote"]);
        assert_eq!(
            given_for(vec![endgame(0.25)]),
            ["gains less than a point in gote"]
        );
        assert_eq!(
            given_for(vec![combination(4), combination(2), endgame(2.0)]),
            [
                "makes a double threat to capture (4 stones)",
                "gains about 2 points in gote"
            ]
        );
    }

    #[test]
    fn a_changed_group_has_its_letter_and_point() {
        let size = BoardSize::square(9);
        let change = GroupChange {
            letter: 'b',
            color: Color::White,
            stone: size.parse_vertex("C3").unwrap(),
            size: 7,
            before: katachi_view::groups::GroupStatus::Critical,
            after: None,
        };
        assert_eq!(
            group_change(&change, size),
            "White's group b at C3 (7 stones) was critical and is captured."
        );
    }
}
