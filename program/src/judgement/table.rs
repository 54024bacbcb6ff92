// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reports as text.

use std::fmt;

use katachi_rules::BoardSize;
use katachi_view::reason::quantity;

use super::half::Half;
use super::leads::Leads;
use super::measure::Measure;
use super::measurement::{Figures, OfSize, Report};
use super::sample::{PHASES, moves_of_phase};
use crate::counts::passed_over;

/// Tables for each size of the board: by phase and overall, and how well probabilities agree with results. Of the sealed half only
/// the overall figures.
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
    if half == Half::Work {
        for phase in 0..PHASES {
            let figures = &of_size.phases[phase];
            if figures.positions > 0 {
                let name = match moves_of_phase(size, phase) {
                    (first, Some(last)) => format!("{first}-{last}"),
                    (first, None) => format!("{first}-"),
                };
                write_row(f, &name, figures)?;
            }
        }
    }
    let overall = of_size.overall();
    write_row(f, "all", &overall)?;
    write_leads(f, &overall.leads)?;
    if half == Half::Work {
        write_bins(f, &overall)?;
    }
    Ok(())
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
fn write_leads(f: &mut fmt::Formatter<'_>, leads: &Leads) -> fmt::Result {
    if leads.count() == 0 {
        return Ok(());
    }
    writeln!(
        f,
        "lead: mean error {:.1} points, root of the mean square {:.1}; stated deviation {:.1}, {:.1} % of the errors within it",
        leads.mean_error(),
        leads.root_mean_square(),
        leads.mean_deviation(),
        100.0 * leads.share_within()
    )
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

fn write_bins(f: &mut fmt::Formatter<'_>, figures: &Figures) -> fmt::Result {
    writeln!(
        f,
        "{:9} | {:^26} | {:^26}",
        "", "a point is Black's", "Black wins"
    )?;
    writeln!(
        f,
        "{:9} | {:>7} {:>8} {:>9} | {:>7} {:>8} {:>9}",
        "", "said", "happened", "points", "said", "happened", "positions"
    )?;
    let wins = figures.wins();
    for (i, (points, wins)) in figures.ownership.bins().iter().zip(wins.bins()).enumerate() {
        write!(f, "{:.1}-{:.1}  ", i as f64 / 10.0, (i + 1) as f64 / 10.0)?;
        for bin in [points, wins] {
            if bin.count == 0 {
                write!(f, " | {:>7} {:>8} {:>9}", "-", "-", 0)?;
            } else {
                write!(
                    f,
                    " | {:7.3} {:8.3} {:9}",
                    bin.mean_said(),
                    bin.share_happened(),
                    bin.count
                )?;
            }
        }
        writeln!(f)?;
    }
    Ok(())
}
