// SPDX-License-Identifier: MIT OR Apache-2.0

//! The result of a tree search as text.

use std::fmt::Write as _;

use itertools::Itertools as _;
use katachi_rules::{BoardSize, Color, Move};

use crate::say::bonus;
use katachi_engine::Choice;
use katachi_engine::movegen::Decided;
use katachi_engine::search::{Ending, Report, Searched};

/// Number of moves that are listed.
const LISTED: usize = 12;
/// Number of moves of each principal variation.
const VARIATION: usize = 8;

/// Returns a line about the position, then a line for each of the most visited moves: visits, win rate, prior
/// and principal variation. Ends in a newline.
pub fn table(report: &Report, size: BoardSize) -> String {
    let ((lead, _), (_, deviation)) = (report.corrected_lead(), report.lead);
    let rate = |won| percent(report.calibration.win_rate(won));
    let mut text = format!(
        "Search: {} visits, win rate {}, lead {lead:+.1} ± {:.1} points, {:.1} MiB\n",
        report.visits,
        rate(report.win_rate),
        report.calibration.deviation(deviation),
        report.bytes as f32 / 1_048_576.0,
    );
    if let Some(ending) = &report.ending {
        let _ = writeln!(
            text,
            "The rest is solved: lead {:+.1} points with best play; {}",
            ending.lead,
            leads(ending, size)
        );
    }
    text += "move  visits  win rate   prior    AMAF  variation\n";
    let visited = report.moves.iter().filter(|searched| searched.visits > 0);
    for searched in visited.take(LISTED) {
        let amaf = searched.amaf.map_or("-".to_owned(), |(mean, _)| rate(mean));
        let _ = writeln!(
            text,
            "{:<5} {:>6}  {:>8} {:>7} {amaf:>7}  {}",
            size.show(searched.mv),
            searched.visits,
            rate(searched.win_rate),
            percent(searched.prior),
            variation(searched, size),
        );
    }
    text
}

/// Returns the result of the search, the reason why it differs from the choice by evidence, and the dragons
/// whose status differs between playouts and analysis. Empty without a search.
pub fn explained(choice: &Choice, size: BoardSize) -> String {
    let Some(report) = &choice.search else {
        return String::new();
    };
    let preferred = preferred(choice, report, size).map(|line| line + "\n");
    table(report, size)
        + &bonus::lines(choice, size)
        + &preferred.unwrap_or_default()
        + &disagreements(&choice.decided, report, size)
}

/// Returns a line for each dragon that is alive or dead by the analysis but not by more than half of the
/// playouts.
fn disagreements(decided: &[Decided], report: &Report, size: BoardSize) -> String {
    let mut text = String::new();
    for dragon in decided {
        let ownership = match dragon.color {
            Color::Black => report.ownership[dragon.origin],
            Color::White => -report.ownership[dragon.origin],
        };
        if (ownership > 0.0) == dragon.is_alive {
            continue;
        }
        let kept = 0.5 + 0.5 * ownership;
        let (known, share, otherwise) = match dragon.is_alive {
            true => ("alive", 1.0 - kept, "captured"),
            false => ("dead", kept, "alive at the end"),
        };
        let _ = writeln!(
            text,
            "{}'s dragon at {} ({} stones) is {known} by analysis, but {otherwise} in {} of the playouts.",
            dragon.color,
            size.vertex(dragon.origin),
            dragon.size,
            percent(share),
        );
    }
    text
}

/// A move with fewer visits was hardly searched.
const CLOSELY: u32 = 16;

/// Returns the reason why the search chose another move than the evidence. `None` if they agree, if no
/// evidence was weighed, and for a pass, which depends on settled points.
fn preferred(choice: &Choice, report: &Report, size: BoardSize) -> Option<String> {
    let best = choice.proposals.first()?;
    let rival = Move::Play(best.point);
    if rival == choice.mv || choice.mv == Move::Pass {
        return None;
    }
    let chosen = report.searched(choice.mv)?;
    let name = size.show(rival);
    let rate = |won| percent(report.calibration.win_rate(won));
    let because = match report.searched(rival) {
        None => format!("{name} is not legal or fills an eye of its own side"),
        Some(rival) if rival.visits < CLOSELY => format!(
            "{name} has a prior of {} and got {} visits",
            percent(rival.prior),
            rival.visits
        ),
        Some(rival) => format!(
            "{name} has a win rate of {} after {} visits, {} of {} after {}; expected after {name}: {}",
            rate(rival.win_rate),
            rival.visits,
            size.show(choice.mv),
            rate(chosen.win_rate),
            chosen.visits,
            match rival.variation.get(1..).unwrap_or_default() {
                [] => "-".to_owned(),
                moves => shown(moves, size),
            },
        ),
    };
    Some(format!(
        "The search preferred {} to {name}, the move of most evidence (value {}), because {because}.",
        size.show(choice.mv),
        best.value
    ))
}

/// Returns the moves of a solved ending with the lead after each, best first.
fn leads(ending: &Ending, size: BoardSize) -> String {
    let sorted = ending.moves.iter().sorted_by(|a, b| b.1.total_cmp(&a.1));
    sorted
        .take(LISTED)
        .map(|&(mv, lead)| format!("{} {lead:+.1}", size.show(mv)))
        .join(", ")
}

/// Returns the principal variation from a move on.
pub fn variation(searched: &Searched, size: BoardSize) -> String {
    shown(&searched.variation, size)
}

fn shown(moves: &[Move], size: BoardSize) -> String {
    moves.iter().take(VARIATION).map(|&mv| size.show(mv)).join(" ")
}

/// Returns a share in percent, with one decimal.
pub(crate) fn percent(share: f32) -> String {
    format!("{:.1} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use katachi_rules::Point;

    use super::*;
    use crate::choice::tests::searched as report_for;
    use katachi_engine::movegen::Proposal;

    const SIZE: BoardSize = BoardSize::square(9);

    fn searched(point: Point, visits: u32, win_rate: f32, answer: Option<Point>) -> Searched {
        let mv = Move::Play(point);
        Searched {
            visits,
            win_rate,
            variation: std::iter::once(mv).chain(answer.map(Move::Play)).collect(),
            ..report_for(mv).moves.remove(0)
        }
    }

    /// The search chose E5; the evidence favours this point.
    fn choice(most_evidence: Point, moves: Vec<Searched>) -> Choice {
        let proposals = vec![Proposal {
            point: most_evidence,
            value: 42,
            reasons: Vec::new(),
        }];
        Choice {
            search: Some(Report {
                moves,
                ..report_for(Move::Pass)
            }),
            ..Choice::new(Move::Play(Point::new(4, 4)), 0, proposals)
        }
    }

    #[test]
    fn a_dragon_with_another_status_by_playouts_is_named() {
        let origin = Point::new(2, 2);
        let mut choice = choice(Point::new(4, 4), Vec::new());
        choice.decided = vec![Decided {
            color: Color::White,
            origin,
            size: 5,
            is_alive: true,
        }];
        let named = |choice: &Choice, ownership| {
            let mut choice = choice.clone();
            let report = choice.search.as_mut().expect("a search");
            report.ownership[origin] = ownership;
            explained(&choice, SIZE)
                .lines()
                .last()
                .expect("a line")
                .to_owned()
        };
        assert_eq!(
            named(&choice, 0.5),
            "White's dragon at C7 (5 stones) is alive by analysis, but captured in 75.0 % of the playouts."
        );
        assert!(!named(&choice, -0.5).contains("dragon"));
        choice.decided[0].is_alive = false;
        assert_eq!(
            named(&choice, -0.5),
            "White's dragon at C7 (5 stones) is dead by analysis, but alive at the end in 75.0 % of the playouts."
        );
    }

    #[test]
    fn a_choice_against_the_evidence_is_explained() {
        let (chosen, rival) = (Point::new(4, 4), Point::new(2, 2));
        let moves = vec![
            searched(chosen, 80, 0.625, None),
            searched(rival, 20, 0.25, Some(Point::new(3, 3))),
        ];
        let text = explained(&choice(rival, moves.clone()), SIZE);
        let line = text.lines().last().expect("a line");
        assert_eq!(
            line,
            "The search preferred E5 to C7, the move of most evidence (value 42), because C7 has a win rate of 25.0 % after \
             20 visits, E5 of 62.5 % after 80; expected after C7: D6."
        );
        let agreed = explained(&choice(chosen, moves.clone()), SIZE);
        assert!(!agreed.contains("preferred"), "{agreed}");
        let passed = Choice {
            mv: Move::Pass,
            ..choice(rival, moves)
        };
        assert!(!explained(&passed, SIZE).contains("preferred"));
    }

    #[test]
    fn a_solved_ending_is_shown_with_the_leads_best_first() {
        let mut choice = choice(Point::new(4, 4), Vec::new());
        let report = choice.search.as_mut().expect("a search");
        report.ending = Some(Ending {
            lead: 2.5,
            moves: vec![(Move::Play(Point::new(0, 0)), 0.5), (Move::Pass, 2.5)],
        });
        let text = explained(&choice, SIZE);
        let line = text.lines().nth(1).expect("a second line");
        assert_eq!(
            line,
            "The rest is solved: lead +2.5 points with best play; pass +2.5, A9 +0.5"
        );
    }

    #[test]
    fn a_move_that_was_hardly_tried_is_named_with_its_prior() {
        let (chosen, rival) = (Point::new(4, 4), Point::new(2, 2));
        let moves = vec![searched(chosen, 97, 0.625, None), searched(rival, 3, 0.0, None)];
        let text = explained(&choice(rival, moves), SIZE);
        assert!(
            text.contains("because C7 has a prior of 25.0 % and got 3 visits."),
            "{text}"
        );
    }
}
