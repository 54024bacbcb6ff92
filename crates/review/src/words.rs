// SPDX-License-Identifier: MIT OR Apache-2.0

//! The texts about a move and about a side in all reports. Every value names its side.

use itertools::Itertools as _;
use katachi_engine::Reason;
use katachi_rules::{BoardSize, Color, Move, percent, quantity};
use katachi_view::consequence::Consequence;
use katachi_view::reason;

use super::moves::{BetterMove, Criticism, Judgement, ReviewedMove, Severity};
use super::review::Review;
use super::summary::{Average, Recurring, Side};
use super::value::{Counted, Value};

/// Reasons that are given for a better move, at most.
const REASONS: usize = 3;
pub(crate) const LESSONS: usize = 3;
/// Percentage points of the win rate that are told beside a loss of points, at least.
const WIN_RATE_TOLD: f32 = 5.0;
/// Maximum number of moves that are listed as doubtful, the likeliest mistakes.
const LISTED_DOUBTS: usize = 6;

/// Returns `Black's win rate 46 %, lead -3.1`.
fn win_rate_and_lead(win_rate: f32, lead: f32) -> String {
    format!("Black's win rate {}, lead {}", percent(win_rate, 0), signed(lead))
}

/// Returns `-3.1`. What rounds to nothing is `+0.0`, whichever side has it.
fn signed(lead: f32) -> String {
    format!("{:+.1}", (10.0 * lead).round() / 10.0 + 0.0)
}

fn value(value: &Value) -> String {
    win_rate_and_lead(value.win_rate, value.lead)
}

/// Returns `Move 37, Black C7: a mistake`, or `Move 37, Black C7` for a fine move.
pub(crate) fn headline(mv: &ReviewedMove) -> String {
    let name = match *mv.mv {
        Move::Play(_) if mv.name.is_empty() => mv.mv.to_string(),
        Move::Play(_) => format!("{}, {}", mv.mv, mv.name),
        Move::Pass => "passes".to_owned(),
    };
    let what = match mv.severity {
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

/// Returns the comment on a move below its headline, in lines: what it loses, what the other side does next,
/// and what would have been better. Its numbers are apart ([`numbers`]).
pub(crate) fn comment(review: &Review, mv: &ReviewedMove) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(criticism) = mv.criticism() {
        lines.extend(criticism.told(mv));
        let readings = criticism.readings.iter();
        lines.extend(readings.map(|reading| format!("{} {}", reading.question, reading.answer)));
        lines.extend(loss(mv));
        lines.extend(answer(mv.color.opposite(), criticism));
        lines.extend(
            criticism
                .better
                .iter()
                .map(|better| better_move(better, mv.color)),
        );
        // What changes on the board says more than the class.
        if criticism.consequences.is_empty() {
            lines.push(format!("It {}.", criticism.weakness.text()));
        }
        lines.extend(
            criticism
                .against
                .iter()
                .map(|reason| format!("The move {reason}.")),
        );
    } else {
        lines.extend(mv.judgement.as_ref().and_then(|found| doubt(found, mv)));
        lines.extend(unusual(mv, review));
        lines.extend(mv.shape.iter().map(|note| format!("The shape: {note}.")));
    }
    lines
}

/// Returns the values before and after a move, and its ranks. Empty without a judgement.
pub(crate) fn numbers(review: &Review, mv: &ReviewedMove) -> String {
    let found = mv.judgement.as_ref();
    let text = |found| format!("{} {}", values(review, mv, found), choice(found, review));
    found.map_or(String::new(), text)
}

impl Criticism {
    /// Returns the consequences of a move in sentences.
    pub(crate) fn told(&self, mv: &ReviewedMove) -> impl Iterator<Item = String> {
        let better = self
            .better
            .first()
            .map_or(Move::Pass, |better| *better.considered.mv);
        let text = move |told: &Consequence| told.text(mv.mv.size(), *mv.mv, better);
        self.consequences.iter().map(text)
    }
}

/// Returns `White and Black: F4 E6 C4.`, what follows the move. `None` without a continuation.
fn answer(them: Color, criticism: &Criticism) -> Option<String> {
    let line = &criticism.answer;
    (!line.is_empty()).then(|| format!("{them} and {}: {line}.", them.opposite()))
}

/// Returns the values after the best move and after the played one, from searches of the same number of
/// visits; for a move that loses nothing, those of the curve before and after it.
fn values(review: &Review, mv: &ReviewedMove, found: &Judgement) -> String {
    let Some(after) = &found.after else {
        let before = value(&found.before);
        return format!("{before} before the move. The game is over after it.");
    };
    if mv.severity > Severity::Fine {
        let best = found.after_best.as_ref().unwrap_or(&found.before);
        let (best, after) = (value(best), value_and_errors(after));
        return format!("With {} {best}; with {} {after}.", found.best, mv.mv);
    }
    let index = mv.number - review.first;
    let on_curve = |index: usize| review.positions[index].value.filter(|_| mv.is_followed);
    let before = value(&on_curve(index).unwrap_or(found.before));
    let after = value_and_errors(&on_curve(index + 1).unwrap_or(*after));
    format!("Before the move {before}; after it {after}.")
}

/// Returns `58 % (± 2) and +10.4 (± 0.9)`. A judge tells no errors.
fn value_and_errors(value: &Value) -> String {
    let (win_rate, lead) = (percent(value.win_rate, 0), signed(value.lead));
    match (100.0 * value.win_rate_error, value.lead_error) {
        (0.0, _) => format!("{win_rate} and {lead}"),
        (error, lead_error) => format!("{win_rate} (± {error:.0}) and {lead} (± {lead_error:.1})"),
    }
}

fn loss(mv: &ReviewedMove) -> Option<String> {
    (mv.severity > Severity::Fine).then(|| format!("{} loses {}.", mv.color, lost(&mv.counted())))
}

/// Returns that a reading denies a mistake, or that the searches prefer another move and cannot tell.
fn doubt(found: &Judgement, mv: &ReviewedMove) -> Option<String> {
    let (played, best) = (mv.mv, found.best);
    match &found.denial {
        Some(denial) => Some(format!(
            "The searches prefer {best}, but after {played} {denial}, by reading: no mistake is seen."
        )),
        None => mv
            .may_be_mistake()
            .then(|| format!("Perhaps a mistake: the searches would play {best}.")),
    }
}

/// Returns `15 percentage points of the win rate and 23.5 points`, without insignificant parts.
fn lost(counted: &Counted) -> String {
    let points = (counted.points > 0.0).then(|| format!("{:.1} points", counted.points));
    match lost_win_rate(counted).into_iter().chain(points).join(" and ") {
        parts if parts.is_empty() => "nothing".to_owned(),
        parts => parts,
    }
}

/// Returns `about 12 points and 20 percentage points of the win rate`, without parts that do not count.
pub(crate) fn about_lost(counted: &Counted) -> Option<String> {
    let points = counted.points.round();
    let points = (points >= 1.0).then(|| quantity(points, "point"));
    let parts = points.into_iter().chain(lost_win_rate(counted)).join(" and ");
    (!parts.is_empty()).then(|| format!("about {parts}"))
}

/// Returns the loss of win rate. `None` where points alone tell a loss, as in a decided game.
fn lost_win_rate(counted: &Counted) -> Option<String> {
    let percent = (100.0 * counted.win_rate).round();
    let least = if counted.points > 0.0 { WIN_RATE_TOLD } else { 1.0 };
    (percent >= least).then(|| format!("{} of the win rate", quantity(percent, "percentage point")))
}

/// Whether the move-prediction model has learned from games of this size.
fn is_known_to_model(size: BoardSize) -> bool {
    size == BoardSize::square(19) || size == BoardSize::square(9)
}

/// Returns the rank of the move in the search and in the model, or those of a judge.
fn choice(found: &Judgement, review: &Review) -> String {
    let judge = review.judge.is_some();
    let whose = if judge { "judge" } else { "search" };
    let place = match found.rank {
        Some(rank) => format!("The {whose}'s choice number {rank} of {}", found.considered),
        None => format!("The {whose} did not look at the move"),
    };
    if !judge && !is_known_to_model(review.about.size) {
        return format!("{place}.");
    }
    let prior = match found.prior {
        prior if prior < 0.001 => "less than 0.1 %".to_owned(),
        prior => percent(prior, 1),
    };
    let chance = match judge {
        true => format!("at first sight it gives the move {prior}"),
        false => format!("strong players and programs would play it in {prior} of such positions"),
    };
    format!("{place}; {chance} (place {}).", found.prior_rank)
}

/// Returns `Good players seldom play so in the opening; usual are D3, C5.` for an unusual move. A judge knows
/// more than the move model does.
pub(crate) fn unusual(mv: &ReviewedMove, review: &Review) -> Option<String> {
    let usual = mv.usual();
    if usual.is_empty() || review.judge.is_some() || !is_known_to_model(review.about.size) {
        return None;
    }
    let verb = if usual.len() == 1 { "is" } else { "are" };
    let moves = usual.iter().join(", ");
    Some(format!(
        "Good players seldom play so in the opening; usual {verb} {moves}."
    ))
}

/// Returns a better move with its value, reasons and continuation.
pub(crate) fn better_move(better: &BetterMove, color: Color) -> String {
    format!("Better: {}", move_with_reasons(better, color))
}

/// Returns the end of a sentence: `D4, a hane (Black's win rate 46 %, lead -3.1), because it ...`
pub(crate) fn move_with_reasons(better: &BetterMove, color: Color) -> String {
    let separator = if better.name.is_empty() { "" } else { ", " };
    let (mv, value) = (better.considered.mv, better_value(better));
    let mut text = format!("{mv}{separator}{} ({value})", better.name);
    if !better.why.is_empty() {
        text += &format!(", because it {}", better.why.join(", and it "));
    }
    if better.variation.len() > 1 {
        text += &format!(". {color} and {}: {}", color.opposite(), better.variation);
    }
    text + "."
}

/// Returns the value after a better move, by its own search or by the search before the move.
pub(crate) fn better_value(better: &BetterMove) -> String {
    match &better.value {
        Some(found) => value(found),
        None => win_rate_and_lead(better.considered.win_rate, better.considered.lead),
    }
}

/// Returns the reasons for a better move, in words after "it". A shape and a probability are none.
pub(crate) fn why(reasons: &[Reason], size: BoardSize) -> Vec<String> {
    let counting = reasons.iter();
    let counting = counting.filter(|reason| reason.counted > 0 && !reason.is_denied);
    let kinds = counting.map(|reason| &reason.kind);
    let kinds = reason::without_repeats(kinds.filter(|kind| reason::is_told(kind)));
    kinds
        .into_iter()
        .take(REASONS)
        .map(|kind| reason::told(kind, size))
        .collect()
}

impl Average {
    /// Returns its cells in a table: moves, share of first choices, lost win rate and points of a move.
    pub(crate) fn cells(&self) -> [String; 4] {
        let share = self.first_choices as f32 / self.moves.max(1) as f32;
        [
            self.moves.to_string(),
            percent(share, 0),
            percent(self.win_rate, 1),
            format!("{:.1}", self.points),
        ]
    }
}

/// Something about a side, with the numbers of the moves that show it.
pub(crate) type Item = (String, Vec<usize>);

/// A list in the summary of a side, with its title.
pub(crate) type Section = (&'static str, Vec<Item>);

impl Side {
    /// Returns how many moves lost how much: `2 blunders, 1 mistake, no inaccuracies.`
    pub(crate) fn counts(&self) -> String {
        let counted = |(&severity, &count): (&Severity, &usize)| match (severity, count) {
            (Severity::Inaccuracy, 0 | 2..) => format!("{} inaccuracies", number(count)),
            (_, 1) => format!("1 {}", severity.word()),
            _ => format!("{} {}s", number(count), severity.word()),
        };
        self.severities.iter().rev().map(counted).join(", ") + "."
    }

    /// Returns what `color` can learn from this game: the mistakes that cost most, each with what a player
    /// can do against it, and the moves that are doubtful.
    pub(crate) fn lessons(&self, color: Color) -> Vec<Section> {
        let doubtful = match self.doubtful.len() {
            0 => None,
            1 => Some("1 more move may be a mistake".to_owned()),
            many => Some(format!("{many} more moves may be mistakes")),
        };
        let doubtful = doubtful.map(|may_be| {
            let listed = &self.doubtful[..self.doubtful.len().min(LISTED_DOUBTS)];
            (format!("{may_be}: the searches cannot tell"), listed.to_vec())
        });
        let name = color.to_string();
        let of_class = |class: &Recurring| {
            let text = lesson(class.count, &name, class.text, &class.lost, class.lesson);
            (text, class.examples.clone())
        };
        let lessons = self.weaknesses.iter().take(LESSONS);
        sections([
            ("To learn from this game:", lessons.map(of_class).collect()),
            ("Perhaps mistakes:", doubtful.into_iter().collect()),
        ])
    }

    /// Returns the worst moves.
    pub(crate) fn mistakes(&self, review: &Review) -> Vec<Section> {
        let worst = |&number: &usize| {
            let mv = review.mv(number);
            let lost = lost(&mv.counted());
            (format!("{}, {}: {lost}", mv.mv, mv.severity.word()), vec![number])
        };
        sections([("The worst moves:", self.worst.iter().map(worst).collect())])
    }
}

/// Returns `Twice White left a group that could be killed: 9.5 points in all.`, and what can be done.
pub(crate) fn lesson(count: usize, player: &str, text: &str, lost: &Counted, lesson: &str) -> String {
    format!(
        "{} {player} {text}: {}. {lesson}",
        times(count),
        lost_in(count, lost)
    )
}

/// Returns `Once`, `Twice`, `3 times`.
fn times(count: usize) -> String {
    match count {
        1 => "Once".to_owned(),
        2 => "Twice".to_owned(),
        count => format!("{count} times"),
    }
}

/// Returns `9.5 points in all` for several moves, `9.5 points` for one. Shares of the win rate add up to no
/// share, so that they are told where there are no points.
fn lost_in(count: usize, lost: &Counted) -> String {
    let what = match lost.points > 0.0 {
        true => format!("{:.1} points", lost.points),
        false => format!(
            "{} of the win rate",
            quantity((100.0 * lost.win_rate).round(), "percentage point")
        ),
    };
    if count > 1 { format!("{what} in all") } else { what }
}

fn sections<const N: usize>(all: [Section; N]) -> Vec<Section> {
    let all = all.into_iter();
    all.filter(|(_, items)| !items.is_empty()).collect()
}

fn number(count: usize) -> String {
    match count {
        0 => "no".to_owned(),
        count => count.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katachi_engine::movegen::ReasonKind;

    #[test]
    fn a_lead_has_a_sign_and_none_has_a_plus() {
        assert_eq!([-3.06, 0.04, -0.04].map(signed), ["-3.1", "+0.0", "+0.0"]);
    }

    #[test]
    fn a_loss_names_its_significant_parts() {
        let both = "15 percentage points of the win rate and 4.2 points";
        let about = "about 1 point and 20 percentage points of the win rate";
        for (win_rate, points, expected) in [
            (0.15, 4.25, both),
            (0.0, 4.0, "4.0 points"),
            (0.0, 0.0, "nothing"),
        ] {
            assert_eq!(lost(&Counted { win_rate, points }), expected);
        }
        for (win_rate, points, expected) in [
            (0.0, 11.7, Some("about 12 points")),
            (0.2, 1.0, Some(about)),
            (0.0, 0.0, None),
        ] {
            assert_eq!(about_lost(&Counted { win_rate, points }).as_deref(), expected);
        }
    }

    #[test]
    fn a_gain_is_told_alone_and_one_double_threat() {
        let combination = |gain| ReasonKind::Combination {
            forestalls: false,
            gain,
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
        let given_for = |kinds: Vec<ReasonKind>| {
            let reasons: Vec<_> = kinds.into_iter().map(given).collect();
            why(&reasons, BoardSize::square(9))
        };
        let double = "makes a double threat to capture (4 stones)";
        for (kinds, expected) in [
            (vec![endgame(2.0)], &["gains about 2 points in gote"][..]),
            (vec![endgame(1.2)], &["gains about 1 point in gote"]),
            (vec![endgame(0.25)], &["gains less than a point in gote"]),
            (vec![combination(4), combination(2), endgame(2.0)], &[double]),
        ] {
            assert_eq!(given_for(kinds), expected);
        }
    }

    #[test]
    fn a_lesson_says_how_often_and_what_it_cost() {
        use super::super::weakness::Weakness;
        let class = |count, win_rate, points| Recurring {
            weakness: Weakness::LeftGroup,
            text: Weakness::LeftGroup.text(),
            lesson: "Look at your groups.",
            count,
            lost: Counted { win_rate, points },
            examples: vec![27, 41],
        };
        let side = Side {
            total: Average::default(),
            phases: [].into(),
            severities: [].into(),
            worst: Vec::new(),
            doubtful: Vec::new(),
            weaknesses: vec![class(2, 1.2, 9.5), class(1, 0.3, 0.0)],
        };
        let [(_, lessons)] = &side.lessons(Color::White)[..] else {
            panic!("lessons alone");
        };
        let text = "White left a group that could be killed";
        let [twice, once] = [
            format!("Twice {text}: 9.5 points in all. Look at your groups."),
            format!("Once {text}: 30 percentage points of the win rate. Look at your groups."),
        ];
        assert_eq!(lessons[..], [(twice, vec![27, 41]), (once, vec![27, 41])]);
    }
}
