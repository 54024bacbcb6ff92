// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines of analysis in the formats of Leela Zero and KataGo: a segment for each move, best first, with its
//! variation last.

use std::fmt::Write as _;

use katachi_rules::{BoardSize, Color, Point};
use katachi_view::analysis::{Numbers, deviation};

use super::options::Options;
use super::values::{MoveValues, Values};

/// The line of an analysis, without line end. None before the first visits.
pub(super) fn line(values: &Values<'_>, size: BoardSize, options: &Options) -> Option<String> {
    let mut line = String::new();
    for (order, of_move) in values.moves.iter().enumerate() {
        let space = if order > 0 { " " } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(line, "{space}info move {}", size.show(of_move.mv));
        match options.has_fractions {
            true => push_fractions(&mut line, of_move, options),
            false => push_ten_thousandths(&mut line, of_move),
        }
        let _ = write!(line, " order {order}");
        push_variation(&mut line, size, of_move, options);
    }
    if line.is_empty() {
        return None;
    }
    if options.has("rootInfo") {
        let visits = values.root.visits;
        let _ = write!(line, " rootInfo visits {visits}");
        push_values(&mut line, &values.root);
        let _ = write!(line, " weight {visits}.0");
    }
    if options.has("ownership") {
        let sign = if values.color == Color::Black { 1.0 } else { -1.0 };
        push_points(&mut line, "ownership", size, |p| sign * values.ownership[p]);
    }
    if options.has("ownershipStdev") {
        push_points(&mut line, "ownershipStdev", size, |p| {
            deviation(values.ownership[p])
        });
    }
    Some(line)
}

fn push_ten_thousandths(line: &mut String, of_move: &MoveValues<'_>) {
    let MoveValues { numbers, prior, .. } = of_move;
    let parts = |share: f32| (share * 10_000.0).round() as u32;
    let _ = write!(
        line,
        " visits {} winrate {} prior {} lcb {}",
        numbers.visits,
        parts(numbers.win_rate),
        parts(*prior),
        parts(numbers.lower_bound)
    );
}

fn push_fractions(line: &mut String, of_move: &MoveValues<'_>, options: &Options) {
    let MoveValues { numbers, prior, .. } = of_move;
    let visits = numbers.visits;
    let _ = write!(line, " visits {visits} edgeVisits {visits}");
    push_values(line, numbers);
    let _ = write!(
        line,
        " prior {prior:.6} lcb {:.6} utilityLcb {:.6} weight {visits}.0",
        numbers.lower_bound,
        numbers.utility_bound()
    );
    if options.has("noResultValue") {
        line.push_str(" noResultValue 0.0");
    }
}

fn push_values(line: &mut String, numbers: &Numbers) {
    let (win_rate, lead, deviation) = (numbers.win_rate, numbers.lead, numbers.deviation);
    let _ = write!(
        line,
        " utility {:.6} winrate {win_rate:.6} scoreMean {lead:.3} scoreStdev {deviation:.3} scoreLead {lead:.3} \
         scoreSelfplay {lead:.3}",
        numbers.utility()
    );
}

fn push_variation(line: &mut String, size: BoardSize, of_move: &MoveValues<'_>, options: &Options) {
    line.push_str(" pv");
    for &mv in of_move.variation {
        let _ = write!(line, " {}", size.show(mv));
    }
    // Each edge of the tree leads to a node of its own, so that both have the same visits.
    for name in ["pvVisits", "pvEdgeVisits"]
        .into_iter()
        .filter(|name| options.has(name))
    {
        let _ = write!(line, " {name}");
        for visits in of_move.variation_visits {
            let _ = write!(line, " {visits}");
        }
    }
}

/// A number for each point from the top left, row by row.
fn push_points(line: &mut String, name: &str, size: BoardSize, number: impl Fn(Point) -> f32) {
    let _ = write!(line, " {name}");
    for point in size.points() {
        let _ = write!(line, " {:.4}", number(point));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use katachi_engine::playout::PlayoutStats;
    use katachi_engine::search::{Evaluation, Report, Restriction, Searched};
    use katachi_rules::Board;
    use katachi_rules::{Move, PointMap};

    use super::*;

    /// A report of a pass with 60 % of 100 visits, whose playouts differ by 48 points.
    fn report(size: BoardSize) -> Report {
        let searched = Searched {
            mv: Move::Pass,
            visits: 100,
            win_rate: 0.6,
            lead: 3.0,
            prior: 1.0,
            bonus: 0,
            bonus_win_rate: 0.0,
            amaf: None,
            variation: vec![Move::Pass],
            variation_visits: vec![100],
        };
        Report {
            color: Color::White,
            visits: 100,
            playouts: 100,
            win_rate: 0.6,
            lead: (3.0, 48.0),
            ownership: PointMap::filled(0.0),
            moves: vec![searched],
            bytes: 0,
            ending: None,
            evaluation: {
                let ends = PlayoutStats::new(size);
                let mut evaluation = Evaluation::new(&Board::new(size), Color::White, 0.0, &ends);
                evaluation.deviation = 20.0;
                evaluation
            },
        }
    }

    /// The line of that report, with the values of the position and those of further keys.
    fn line_of(side: u8, has_fractions: bool, keys: &[&str]) -> String {
        let options = Options {
            color: Color::White,
            interval: Duration::from_secs(1),
            moves: [0, 9],
            restriction: Restriction::default(),
            avoid: None,
            allow: None,
            keys: [&["rootInfo"], keys]
                .concat()
                .into_iter()
                .map(str::to_owned)
                .collect(),
            has_fractions,
        };
        let size = BoardSize::square(side);
        let report = report(size);
        line(&Values::from_report(&report, &options), size, &options).expect("there is a move")
    }

    #[test]
    fn each_key_adds_its_values() {
        let line = line_of(9, true, &["ownershipStdev", "pvVisits", "pvEdgeVisits"]);
        assert!(line.contains(" pvVisits 100 pvEdgeVisits 100"), "{line}");
        let deviations = line.split(" ownershipStdev ").nth(1).expect("deviations");
        assert_eq!(deviations.split(' ').count(), 81, "{line}");
        assert!(
            deviations.starts_with("1.0000 "),
            "a point that each side owns in half of the playouts"
        );
    }

    #[test]
    fn lines_tell_the_same_win_rate_and_deviation_of_the_best_move_and_of_the_position() {
        for side in [9, 19] {
            let values = report(BoardSize::square(side)).values();
            let line = line_of(side, true, &[]);
            for value in [
                format!("winrate {:.6}", values.win_rate),
                "scoreStdev 20.000".to_owned(),
            ] {
                assert_eq!(line.matches(&value).count(), 2, "{value} in {line}");
            }
        }
        let line = line_of(19, false, &[]);
        let values = report(BoardSize::square(19)).values();
        let hundredths = format!(" winrate {:.0} ", 10_000.0 * values.win_rate);
        assert!(line.contains(&hundredths), "{hundredths} in {line}");
    }
}
