// SPDX-License-Identifier: MIT OR Apache-2.0

//! Bonuses of an author as text: what they did to the choice of the search.

use std::cmp::Reverse;

use itertools::Itertools as _;
use katachi_engine::Choice;
use katachi_engine::movegen::AuthorBonus;
use katachi_engine::search::{Report, Searched};
use katachi_rules::{BoardSize, Move};

use crate::search::{percent, variation};

/// Returns a line for each move with a bonus, the chosen one first, then by visits: the patterns, and whether
/// it is chosen, with the line of play that is expected. Empty without bonuses and without a search.
pub(crate) fn lines(choice: &Choice, size: BoardSize) -> String {
    let Some(report) = &choice.search else {
        return String::new();
    };
    let mut moves: Vec<&[AuthorBonus]> = choice.bonuses.chunk_by(|a, b| a.point == b.point).collect();
    let rank = |bonuses: &&[AuthorBonus]| {
        let mv = Move::Play(bonuses[0].point);
        let visits = report.searched(mv).map_or(0, |found| found.visits);
        (mv != choice.mv, Reverse(visits))
    };
    moves.sort_by_key(rank);
    let lines = moves
        .into_iter()
        .map(|bonuses| line(bonuses, choice, report, size) + "\n");
    lines.collect()
}

fn line(bonuses: &[AuthorBonus], choice: &Choice, report: &Report, size: BoardSize) -> String {
    let mv = Move::Play(bonuses[0].point);
    let total: i32 = bonuses.iter().map(|bonus| bonus.value).sum();
    let names = bonuses
        .iter()
        .map(|bonus| format!("{} {:+}", bonus.pattern, bonus.value))
        .join(", ");
    let vertex = size.show(mv);
    let head = format!("Bonus {total:+} for {vertex} ({names})");
    let (Some(raised), Some(chosen)) = (report.searched(mv), report.searched(choice.mv)) else {
        return format!("{head}: the search leaves the move out.");
    };
    let rate = |searched: &Searched| percent(report.calibration.win_rate(searched.win_rate));
    let (result, other) = match raised.mv == chosen.mv {
        true => (
            "chosen,".to_owned(),
            report.moves.iter().find(|searched| searched.mv != mv),
        ),
        false => (
            format!("not chosen, {};", why_not(raised, chosen, report)),
            Some(chosen),
        ),
    };
    let Some(other) = other else {
        return format!("{head}: chosen, the only move.");
    };
    format!(
        "{head}: {result} win rate {} after {} visits, {} of {}; expected: {}",
        rate(raised),
        raised.visits,
        size.show(other.mv),
        rate(other),
        variation(raised, size),
    )
}

/// `5.0 % behind, 20 would do, 16 given`: by the win rates that the search compares, which are not
/// calibrated.
fn why_not(raised: &Searched, chosen: &Searched, report: &Report) -> String {
    let behind = percent(chosen.win_rate - raised.win_rate);
    match needed(raised, chosen) {
        Some(needed) if needed > raised.bonus => {
            format!("{behind} behind, {needed} would do, {} given", raised.bonus)
        }
        Some(_) => format!("too few of {} visits", report.visits),
        None => format!("{behind} behind"),
    }
}

/// The least bonus with which a move would be chosen before another. `None` for a bonus against a move.
fn needed(raised: &Searched, chosen: &Searched) -> Option<i32> {
    let of_unit = raised.bonus_win_rate / raised.bonus.max(1) as f32;
    let behind = chosen.win_rate + chosen.bonus_win_rate - raised.win_rate;
    (raised.bonus > 0 && of_unit > 0.0).then(|| (behind / of_unit).floor() as i32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::tests::searched;

    const SIZE: BoardSize = BoardSize::square(9);

    fn bonus(vertex: &str, pattern: &str, value: i32) -> AuthorBonus {
        AuthorBonus {
            in_priors: false,
            point: SIZE.parse_vertex(vertex).unwrap(),
            pattern: pattern.to_owned(),
            value,
        }
    }

    /// The search has 300 visits for D4 and 20 for E5, and chose that move.
    fn choice(chosen: &str, bonuses: Vec<AuthorBonus>) -> Choice {
        let [d4, e5, chosen] = ["D4", "E5", chosen].map(|name| SIZE.parse_move(name).unwrap());
        let mut report = searched(d4);
        report.moves.push(Searched {
            mv: e5,
            visits: 20,
            win_rate: 0.45,
            variation: vec![e5, d4],
            ..report.moves[0].clone()
        });
        Choice {
            search: Some(report),
            bonuses,
            ..Choice::new(chosen, 0, Vec::new())
        }
    }

    #[test]
    fn a_bonus_is_told_with_its_patterns_and_what_became_of_the_move() {
        let bonuses = vec![bonus("E5", "Hane", 40), bonus("E5", "Jump", 8)];
        let head = "Bonus +48 for E5 (Hane +40, Jump +8): ";
        let obeyed = lines(&choice("E5", bonuses.clone()), SIZE);
        assert!(
            obeyed.starts_with(&format!("{head}chosen, win rate 4")),
            "{obeyed}"
        );
        assert!(obeyed.ends_with("D4 of 52.8 %; expected: E5 D4\n"), "{obeyed}");
        let refuted = lines(&choice("D4", bonuses), SIZE);
        assert!(
            refuted.starts_with(&format!("{head}not chosen, 7.8 % behind; win rate 4")),
            "{refuted}"
        );
        assert!(refuted.ends_with("D4 of 52.8 %; expected: E5 D4\n"), "{refuted}");
    }

    #[test]
    fn a_bonus_that_is_not_enough_says_how_much_is() {
        let line = |behind: f32, given: i32| {
            let mut choice = choice("D4", vec![bonus("E5", "Hane", given)]);
            let moves = &mut choice.search.as_mut().expect("a search").moves;
            moves[1].win_rate = moves[0].win_rate - behind;
            moves[1].bonus = given;
            moves[1].bonus_win_rate = 0.0025 * given as f32;
            lines(&choice, SIZE)
        };
        let starts = |line: String, with: &str| {
            let start = format!("Bonus +16 for E5 (Hane +16): not chosen, {with}; win rate ");
            assert!(line.starts_with(&start), "{line}");
        };
        starts(line(0.049, 16), "4.9 % behind, 20 would do, 16 given");
        starts(line(0.03, 16), "too few of 400 visits");
        assert!(line(0.049, -5).contains("not chosen, 4.9 % behind; win rate "));
    }

    #[test]
    fn the_chosen_move_comes_first_and_a_move_without_a_node_is_named() {
        let bonuses = vec![bonus("A1", "Jump", -9), bonus("E5", "Hane", 48)];
        let message = lines(&choice("E5", bonuses), SIZE);
        let (first, second) = message.trim_end().split_once('\n').expect("two moves");
        assert!(first.contains("E5 (Hane +48): chosen"));
        assert_eq!(
            second,
            "Bonus -9 for A1 (Jump -9): the search leaves the move out."
        );
    }

    #[test]
    fn without_bonuses_nothing_is_told() {
        assert_eq!(lines(&choice("D4", Vec::new()), SIZE), "");
    }
}
