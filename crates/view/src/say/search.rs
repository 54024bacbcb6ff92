// SPDX-License-Identifier: MIT OR Apache-2.0

//! The result of a tree search as text.

use std::cmp::Reverse;
use std::fmt::Write as _;

use itertools::Itertools as _;
use katachi_rules::{BoardSize, Color, Move, percent};

use katachi_engine::Choice;
use katachi_engine::movegen::{AuthorBonus, Decided};
use katachi_engine::search::{Ending, Report, Searched};

/// Number of moves that are listed.
const LISTED: usize = 12;
/// Number of moves of each principal variation.
const VARIATION: usize = 8;

/// Returns a line about the position, then a line for each of the most visited moves: visits, win rate, what
/// a bonus adds to it, prior and principal variation. Ends in a newline.
pub fn table(report: &Report, size: BoardSize) -> String {
    let values = report.values();
    let mut text = format!(
        "Search: {} visits, win rate {}, lead {:+.1} ± {:.1} points, {:.1} MiB\n",
        report.visits,
        percent(values.win_rate, 1),
        values.lead,
        report.evaluation.deviation,
        report.bytes as f32 / 1_048_576.0,
    );
    if let Some(ending) = &report.ending {
        let (lead, leads) = (ending.lead, leads(ending, size));
        let _ = writeln!(
            text,
            "The rest is solved: lead {lead:+.1} points with best play; {leads}"
        );
    }
    let has_bonus = report.moves.iter().any(|searched| searched.bonus != 0);
    text += match has_bonus {
        true => "move  visits  win rate    bonus   prior    AMAF  variation\n",
        false => "move  visits  win rate   prior    AMAF  variation\n",
    };
    let visited = report.moves.iter().filter(|searched| searched.visits > 0);
    for searched in visited.take(LISTED) {
        let amaf = searched.amaf.map_or("-".to_owned(), |(mean, _)| percent(mean, 1));
        let bonus = match has_bonus {
            true => format!(" {:>8}", worth(searched, report)),
            false => String::new(),
        };
        let _ = writeln!(
            text,
            "{:<5} {:>6}  {:>8}{bonus} {:>7} {amaf:>7}  {}",
            size.show(searched.mv),
            searched.visits,
            percent(report.values_of(searched).win_rate, 1),
            percent(searched.prior, 1),
            variation(&searched.variation, size),
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
        + &bonuses(choice, report, size)
        + &preferred.unwrap_or_default()
        + &disagreements(&choice.decided, report, size)
}

/// Returns a line for each move with a bonus, the chosen one first, then by visits: the patterns, and whether
/// it is chosen, with the line of play that is expected. Empty without bonuses.
fn bonuses(choice: &Choice, report: &Report, size: BoardSize) -> String {
    let mut moves: Vec<&[AuthorBonus]> = choice.bonuses.chunk_by(|a, b| a.point == b.point).collect();
    let rank = |bonuses: &&[AuthorBonus]| {
        let mv = Move::Play(bonuses[0].point);
        let visits = report.searched(mv).map_or(0, |found| found.visits);
        (mv != choice.mv, Reverse(visits))
    };
    moves.sort_by_key(rank);
    let lines = moves.into_iter();
    let lines = lines.map(|of_move| bonus(of_move, choice, report, size) + "\n");
    lines.collect()
}

fn bonus(bonuses: &[AuthorBonus], choice: &Choice, report: &Report, size: BoardSize) -> String {
    let mv = Move::Play(bonuses[0].point);
    let total: i32 = bonuses.iter().map(|bonus| bonus.value).sum();
    let name = |bonus: &AuthorBonus| format!("{} {:+}", bonus.pattern, bonus.value);
    let names = bonuses.iter().map(name).join(", ");
    let vertex = size.show(mv);
    let head = format!("Bonus {total:+} for {vertex} ({names})");
    let (Some(raised), Some(chosen)) = (report.searched(mv), report.searched(choice.mv)) else {
        return format!("{head}: the search leaves the move out.");
    };
    let head = format!("{head}, worth {}", worth(raised, report));
    let rate = |searched: &Searched| percent(report.values_of(searched).win_rate, 1);
    let (result, other) = if raised.mv == chosen.mv {
        let mut others = report.moves.iter();
        ("chosen,".to_owned(), others.find(|searched| searched.mv != mv))
    } else {
        let why = why_not(raised, chosen, report);
        (format!("not chosen, {why};"), Some(chosen))
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
        variation(&raised.variation, size),
    )
}

/// `+30.0 %`: the win rate that the final choice gives up for a bonus.
fn worth(searched: &Searched, report: &Report) -> String {
    let gained = report.win_rate_with_bonus(searched) - report.values_of(searched).win_rate;
    format!("{:+.1} %", 100.0 * gained)
}

/// `15.0 % behind, 25 would do, 16 given`.
fn why_not(raised: &Searched, chosen: &Searched, report: &Report) -> String {
    let of_unit = raised.bonus_win_rate / raised.bonus.max(1) as f32;
    let in_simulations = chosen.win_rate - raised.win_rate + chosen.bonus_win_rate;
    let needed = (in_simulations / of_unit + 1.0) as i32;
    let behind = report.values_of(chosen).win_rate - report.values_of(raised).win_rate;
    let side = if behind < 0.0 { "ahead" } else { "behind" };
    let behind = format!("{} {side}", percent(behind.abs(), 1));
    match raised.bonus {
        _ if chosen.mv == Move::Pass => "the search passes".to_owned(),
        given @ 1.. if needed > given => format!("{behind}, {needed} would do, {given} given"),
        1.. => format!("too few of {} visits", report.visits),
        _ => behind,
    }
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
            percent(share, 1),
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
    let rate = |found| percent(report.values_of(found).win_rate, 1);
    let because = match report.searched(rival) {
        None => format!("{name} is not legal or fills an eye of its own side"),
        Some(rival) if rival.visits < CLOSELY => format!(
            "{name} has a prior of {} and got {} visits",
            percent(rival.prior, 1),
            rival.visits
        ),
        Some(rival) => format!(
            "{name} has a win rate of {} after {} visits, {} of {} after {}; expected after {name}: {}",
            rate(rival),
            rival.visits,
            size.show(choice.mv),
            rate(chosen),
            chosen.visits,
            match rival.variation.get(1..).unwrap_or_default() {
                [] => "-".to_owned(),
                moves => variation(moves, size),
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
    let best = ending.moves.iter().sorted_by(|a, b| b.1.total_cmp(&a.1));
    let text = |&(mv, lead): &(Move, f32)| format!("{} {lead:+.1}", size.show(mv));
    best.take(LISTED).map(text).join(", ")
}

/// Returns the first moves of a principal variation.
fn variation(moves: &[Move], size: BoardSize) -> String {
    moves.iter().take(VARIATION).map(|&mv| size.show(mv)).join(" ")
}

#[cfg(test)]
mod tests {
    use katachi_rules::Point;

    use super::*;
    use crate::position::tests::searched as report_for;
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
        let start = "The search preferred E5 to C7, the move of most evidence (value 42), because C7 has a win rate of ";
        assert!(line.starts_with(start), "{line}");
        assert!(line.contains(" % after 20 visits, E5 of "), "{line}");
        assert!(line.ends_with(" % after 80; expected after C7: D6."), "{line}");
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

    fn bonus_lines(choice: &Choice) -> String {
        bonuses(choice, choice.search.as_ref().expect("a search"), SIZE)
    }

    fn author_bonus(vertex: &str, pattern: &str, value: i32) -> AuthorBonus {
        AuthorBonus {
            in_priors: false,
            point: SIZE.parse_vertex(vertex).unwrap(),
            pattern: pattern.to_owned(),
            value,
        }
    }

    /// The search has 300 visits for D4 and 20 for E5, and chose that move.
    fn with_bonuses(chosen: &str, bonuses: Vec<AuthorBonus>) -> Choice {
        let [d4, e5, chosen] = ["D4", "E5", chosen].map(|name| SIZE.parse_move(name).unwrap());
        let mut report = report_for(d4);
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

    /// The win rates that people read of D4 and of E5.
    fn rates(choice: &Choice) -> (f32, f32) {
        let report = choice.search.as_ref().expect("a search");
        let rate = |index: usize| report.values_of(&report.moves[index]).win_rate;
        (rate(0), rate(1))
    }

    #[test]
    fn a_bonus_is_told_with_its_patterns_and_what_became_of_the_move() {
        let bonuses = vec![author_bonus("E5", "Hane", 40), author_bonus("E5", "Jump", 8)];
        let head = "Bonus +48 for E5 (Hane +40, Jump +8), worth +0.0 %: ";
        let choice = with_bonuses("E5", bonuses.clone());
        let (best, raised) = rates(&choice);
        let behind = percent(best - raised, 1);
        let best = percent(best, 1);
        let obeyed = bonus_lines(&choice);
        assert!(
            obeyed.starts_with(&format!("{head}chosen, win rate 4")),
            "{obeyed}"
        );
        assert!(
            obeyed.ends_with(&format!("D4 of {best}; expected: E5 D4\n")),
            "{obeyed}"
        );
        let refuted = bonus_lines(&with_bonuses("D4", bonuses));
        assert!(
            refuted.starts_with(&format!("{head}not chosen, {behind} behind; win rate 4")),
            "{refuted}"
        );
        assert!(
            refuted.ends_with(&format!("D4 of {best}; expected: E5 D4\n")),
            "{refuted}"
        );
    }

    #[test]
    fn a_bonus_that_is_not_enough_says_how_much_is() {
        let line = |behind: f32, given: i32| {
            let mut choice = with_bonuses("D4", vec![author_bonus("E5", "Hane", given)]);
            let moves = &mut choice.search.as_mut().expect("a search").moves;
            moves[1].win_rate = moves[0].win_rate - behind;
            moves[1].bonus = given;
            moves[1].bonus_win_rate = 0.00625 * given as f32;
            let (best, raised) = rates(&choice);
            let report = choice.search.as_ref().expect("a search");
            let price = worth(&report.moves[1], report);
            assert!(
                explained(&choice, SIZE).contains(&format!(" {price} ")),
                "the table has it"
            );
            (bonus_lines(&choice), price, percent(best - raised, 1))
        };
        let starts = |(line, price, _): (String, String, String), with: &str| {
            let start = format!("Bonus +16 for E5 (Hane +16), worth {price}: not chosen, {with}; win rate ");
            assert!(line.starts_with(&start), "{line}");
        };
        let far = line(0.12, 16);
        let behind = format!("{} behind, 20 would do, 16 given", far.2);
        starts(far, &behind);
        starts(line(0.03, 16), "too few of 400 visits");
        let (text, _, behind) = line(0.049, -5);
        assert!(
            text.contains(&format!("not chosen, {behind} behind; win rate ")),
            "{text}"
        );
    }

    #[test]
    fn the_chosen_move_comes_first_and_a_move_without_a_node_is_named() {
        let bonuses = vec![author_bonus("A1", "Jump", -9), author_bonus("E5", "Hane", 48)];
        let message = bonus_lines(&with_bonuses("E5", bonuses));
        let (first, second) = message.trim_end().split_once('\n').expect("two moves");
        assert!(first.contains("E5 (Hane +48), worth +0.0 %: chosen"));
        assert_eq!(
            second,
            "Bonus -9 for A1 (Jump -9): the search leaves the move out."
        );
    }
}
