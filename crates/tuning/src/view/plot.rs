// SPDX-License-Identifier: MIT OR Apache-2.0

//! Scatter plots as SVG.

use maud::{Markup, html};

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 400.0;
/// Room for the names of the axes and their numbers.
const MARGIN: f64 = 48.0;
/// Room on the other sides.
const BORDER: f64 = 18.0;

pub(super) struct Axis {
    pub(super) name: &'static str,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) is_log: bool,
    /// Numbers that are written.
    pub(super) ticks: Vec<f64>,
}

pub(super) struct Dot {
    pub(super) x: f64,
    pub(super) y: f64,
    /// Ends of a line through the dot.
    pub(super) range: Option<(f64, f64)>,
    pub(super) class: &'static str,
    /// Its text under the pointer.
    pub(super) title: String,
}

impl Axis {
    /// Place of a value, 0 to 1. A value beyond an end is at the end.
    fn place(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        match self.is_log {
            true => (value / self.low).ln() / (self.high / self.low).ln(),
            false => (value - self.low) / (self.high - self.low),
        }
    }
}

/// Draws dots and the line where both values are the same.
pub(super) fn scatter(name: &str, x: &Axis, y: &Axis, dots: &[Dot]) -> Markup {
    let at_x = |value: f64| MARGIN + (WIDTH - MARGIN - BORDER) * x.place(value);
    let at_y = |value: f64| BORDER + (HEIGHT - MARGIN - BORDER) * (1.0 - y.place(value));
    let (left, right) = (at_x(x.low), at_x(x.high));
    let (top, bottom) = (at_y(y.high), at_y(y.low));
    let (from, to) = (x.low.max(y.low), x.high.min(y.high));
    html! {
        svg.plot viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(name) {
            @for &tick in &x.ticks {
                path.grid d=(format!("M{:.1} {top:.1}V{bottom:.1}", at_x(tick))) {}
                text.tick x=(short(at_x(tick))) y=(short(bottom + 16.0)) { (tick) }
            }
            @for &tick in &y.ticks {
                path.grid d=(format!("M{left:.1} {:.1}H{right:.1}", at_y(tick))) {}
                text.tick.end x=(short(left - 6.0)) y=(short(at_y(tick) + 4.0)) { (tick) }
            }
            path.same d=(format!("M{:.1} {:.1}L{:.1} {:.1}", at_x(from), at_y(from), at_x(to), at_y(to))) {}
            text.tick x=(short((left + right) / 2.0)) y=(short(bottom + 36.0)) { (x.name) }
            text.tick transform=(format!("translate(12 {:.1})rotate(-90)", (top + bottom) / 2.0)) { (y.name) }
            @for dot in dots {
                g class=(dot.class) {
                    title { (dot.title) }
                    @if let Some((low, high)) = dot.range {
                        path d=(format!("M{:.1} {:.1}V{:.1}", at_x(dot.x), at_y(low), at_y(high))) {}
                    }
                    circle cx=(short(at_x(dot.x))) cy=(short(at_y(dot.y))) r="4" {}
                }
            }
        }
    }
}

fn short(value: f64) -> String {
    format!("{value:.1}")
}
