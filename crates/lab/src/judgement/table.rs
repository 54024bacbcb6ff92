// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reports as text.

use std::fmt;

use katachi_rules::BoardSize;
use katachi_view::reason::quantity;

use super::half::Half;
use super::measure::{Bin, Measure};
use super::measurement::{Figures, OfSize, Report};
use super::sample::{PHASES, moves_of_phase};
use katachi_cli::counts::passed_over;

/// Tables for each size of the board: by phase, overall, and calibration. Of the held-out half overall
/// figures only.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let conditions = &self.conditions;
        writeln!(f, "{}; {} half of the games", conditions.judge, conditions.half)?;
        for (reason, count) in &self.unfit {
            writeln!(f, "{}", passed_over(*count, reason))?;
        }
        for (&(width, height), of_size) in &self.sizes {
            let size = BoardSize::new(width, height).expect("it is of a board");
            writeln!(f)?;
            write_size(f, size, of_size, conditions.half)?;
        }
        writeln!(f)?;
        write!(f, "{} playouts", self.playouts)?;
        if let Some(seconds) = self.seconds.filter(|&seconds| seconds > 0.0) {
            let rate = self.playouts as f64 / seconds;
            write!(f, " in {seconds:.1} s of CPU time, {rate:.0} a second")?;
        }
        writeln!(f)
    }
}

fn write_size(f: &mut fmt::Formatter<'_>, size: BoardSize, of_size: &OfSize, half: Half) -> fmt::Result {
    let OfSize {
        counted,
        with_ownership,
        resigned,
        ..
    } = of_size;
    writeln!(
        f,
        "{}x{}: {} counted, of {with_ownership} the ownership is known; {resigned} resigned",
        size.width(),
        size.height(),
        quantity(*counted, "game")
    )?;
    writeln!(
        f,
        "{:9} {:>9} | {:^35} | {:^26} | {:^26}",
        "", "", "ownership", "wins, counted", "wins, resigned"
    )?;
    writeln!(
        f,
        "{:9} {:>9} | {:>9} {:>8} {:>8} {:>7} | {:>9} {:>8} {:>7} | {:>9} {:>8} {:>7}",
        "moves",
        "positions",
        "points",
        "log-loss",
        "Brier",
        "right",
        "positions",
        "log-loss",
        "right",
        "positions",
        "log-loss",
        "right"
    )?;
    let overall = of_size.overall();
    let mut rows = Vec::new();
    if half == Half::Development {
        rows.extend((0..PHASES).map(|phase| (name_of_phase(size, phase), of_size.phase(phase))));
        rows.retain(|(_, figures)| figures.positions > 0);
    }
    rows.push(("all".to_owned(), overall));
    for (name, figures) in &rows {
        write_row(f, name, figures)?;
    }
    write_leads(f, &rows)?;
    let overall = &rows[rows.len() - 1].1;
    write_wins(f, overall)?;
    write_points(f, &overall.ownership)
}

fn name_of_phase(size: BoardSize, phase: usize) -> String {
    match moves_of_phase(size, phase) {
        (first, Some(last)) => format!("{first}-{last}"),
        (first, None) => format!("{first}-"),
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, name: &str, figures: &Figures) -> fmt::Result {
    let Figures {
        positions,
        ownership,
        counted,
        resigned,
        ..
    } = figures;
    write!(
        f,
        "{name:9} {positions:9} | {:9} {} {} {}",
        ownership.count(),
        number(ownership, ownership.log_loss()),
        number(ownership, ownership.brier()),
        percent(ownership)
    )?;
    for wins in [counted, resigned] {
        write!(
            f,
            " | {:9} {} {}",
            wins.count(),
            number(wins, wins.log_loss()),
            percent(wins)
        )?;
    }
    writeln!(f)
}

/// How far stated leads were from those at the end.
fn write_leads(f: &mut fmt::Formatter<'_>, rows: &[(String, Figures)]) -> fmt::Result {
    if rows.iter().all(|(_, figures)| figures.leads.count() == 0) {
        return Ok(());
    }
    writeln!(
        f,
        "\n{:9} {:>9} {:>11} {:>11} {:>9} {:>10} {:>10} {:>8}",
        "lead", "positions", "mean error", "mean square", "stated", "within 1", "within 2", "leader"
    )?;
    for (name, Figures { leads, .. }) in rows.iter().filter(|(_, figures)| figures.leads.count() > 0) {
        let [one, two] = leads.shares_within().map(|share| 100.0 * share);
        writeln!(
            f,
            "{name:9} {:9} {:11.1} {:11.1} {:9.1} {one:8.1} % {two:8.1} % {:6.1} %",
            leads.count(),
            leads.mean_error(),
            leads.root_mean_square(),
            leads.mean_deviation(),
            100.0 * leads.share_of_leaders()
        )?;
    }
    Ok(())
}

fn number(measure: &Measure, value: f64) -> String {
    if measure.count() == 0 {
        format!("{:>8}", "-")
    } else {
        format!("{value:8.4}")
    }
}

fn percent(measure: &Measure) -> String {
    if measure.count() == 0 {
        format!("{:>7}", "-")
    } else {
        format!("{:5.1} %", 100.0 * measure.share_right())
    }
}

/// How often win rates came true, those that people read and the shares of the visits, and how good they
/// were.
fn write_wins(f: &mut fmt::Formatter<'_>, figures: &Figures) -> fmt::Result {
    writeln!(
        f,
        "\n{:9} | {:^52} | {:^52}",
        "Black", "as people read it", "share of the visits"
    )?;
    write!(f, "{:9}", "wins")?;
    for _ in 0..2 {
        write!(
            f,
            " | {:>9} {:>6} {:>9} {:>6} {:^17}",
            "predicted", "won", "positions", "games", "95 % interval"
        )?;
    }
    writeln!(f)?;
    let (predicted, shares) = (&figures.reliability, &figures.uncorrected_reliability);
    for (i, rows) in predicted.rows().iter().zip(shares.rows()).enumerate() {
        write!(f, "{}", decile(i))?;
        for row in [rows.0, rows.1] {
            write_shares(f, &row.bin)?;
            let interval = row.interval().map_or("-".to_owned(), |interval| {
                format!("{:.3} to {:.3}", interval.low, interval.high)
            });
            write!(f, " {:6} {interval:^17}", row.games)?;
        }
        writeln!(f)?;
    }
    for (name, wins) in [
        ("as people read it", &figures.wins()),
        ("share of the visits", &figures.uncorrected),
        ("by the lead and its deviation", &figures.by_lead),
    ] {
        let (loss, brier) = (number(wins, wins.log_loss()), number(wins, wins.brier()));
        writeln!(f, "{name:29} log-loss {loss} Brier {brier}")?;
    }
    Ok(())
}

/// Calibration of ownership.
fn write_points(f: &mut fmt::Formatter<'_>, ownership: &Measure) -> fmt::Result {
    if ownership.count() == 0 {
        return Ok(());
    }
    writeln!(
        f,
        "\n{:9} | {:>9} {:>6} {:>9}",
        "Black's", "predicted", "became", "points"
    )?;
    for (i, bin) in ownership.bins().iter().enumerate() {
        write!(f, "{}", decile(i))?;
        write_shares(f, bin)?;
        writeln!(f)?;
    }
    Ok(())
}

fn decile(i: usize) -> String {
    format!("{:.1}-{:.1}  ", i as f64 / 10.0, (i + 1) as f64 / 10.0)
}

/// Prediction, result, and number of cases.
fn write_shares(f: &mut fmt::Formatter<'_>, bin: &Bin) -> fmt::Result {
    if bin.count == 0 {
        return write!(f, " | {:>9} {:>6} {:>9}", "-", "-", 0);
    }
    let (predicted, happened) = (bin.mean_predicted(), bin.share_happened());
    write!(f, " | {predicted:9.3} {happened:6.3} {:9}", bin.count)
}
