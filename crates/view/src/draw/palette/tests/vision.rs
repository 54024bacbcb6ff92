// SPDX-License-Identifier: MIT OR Apache-2.0

//! Colour vision: contrast and difference of two colours, for all eyes and without red or green cones.

use crate::palette::Rgb;

/// The cones of an eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Eyes {
    Usual,
    /// Without red cones.
    Protanopia,
    /// Without green cones.
    Deuteranopia,
}

impl Eyes {
    /// Returns linear red, green and blue as the eye sees them: Machado, Oliveira and Fernandes, A
    /// physiologically-based model for simulation of color vision deficiency, IEEE TVCG 15(6), 2009, severity
    /// 1.0.
    fn matrix(self) -> [[f64; 3]; 3] {
        match self {
            Self::Usual => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Self::Protanopia => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Self::Deuteranopia => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
        }
    }
}

/// Linear light of sRGB, 0 to 1 each (IEC 61966-2-1).
fn linear(color: Rgb) -> [f64; 3] {
    color.map(|c| {
        let c = f64::from(c) / 255.0;
        if c <= 0.040_45 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    })
}

fn times(matrix: [[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
}

/// Contrast ratio of WCAG 2, 1 to 21. Small text needs 4.5, shapes need 3.
pub(crate) fn contrast(one: Rgb, other: Rgb) -> f64 {
    let luminance = |color| {
        let [red, green, blue] = linear(color);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// CIE L*a*b* with the white of D65.
fn lab(light: [f64; 3]) -> [f64; 3] {
    let to_xyz = [
        [0.412_456_4, 0.357_576_1, 0.180_437_5],
        [0.212_672_9, 0.715_152_2, 0.072_175_0],
        [0.019_333_9, 0.119_192_0, 0.950_304_1],
    ];
    let [x, y, z] = times(to_xyz, light);
    let root = |t: f64| {
        if t > 216.0 / 24_389.0 {
            t.cbrt()
        } else {
            (24_389.0 / 27.0 * t + 16.0) / 116.0
        }
    };
    let (x, y, z) = (root(x / 0.950_47), root(y), root(z / 1.088_83));
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Difference of two colours: Delta E of CIE 1976.
pub(crate) fn difference(one: Rgb, other: Rgb, eyes: Eyes) -> f64 {
    let seen = |color| lab(times(eyes.matrix(), linear(color)).map(|c| c.clamp(0.0, 1.0)));
    let squares = seen(one)
        .into_iter()
        .zip(seen(other))
        .map(|(a, b)| (a - b).powi(2));
    squares.sum::<f64>().sqrt()
}

#[test]
fn black_and_white_differ_most_for_all_eyes() {
    assert!((contrast([0; 3], [0xff; 3]) - 21.0).abs() < 1e-9);
    for eyes in [Eyes::Usual, Eyes::Protanopia, Eyes::Deuteranopia] {
        let found = difference([0; 3], [0xff; 3], eyes);
        assert!((found - 100.0).abs() < 0.1, "{eyes:?}: {found}");
    }
}

#[test]
fn red_and_green_of_one_lightness_are_alike_without_green_cones() {
    let [red, green] = [[0xc0, 0x60, 0x40], [0x7c, 0x80, 0x40]];
    assert!(difference(red, green, Eyes::Usual) > 2.0 * difference(red, green, Eyes::Deuteranopia));
}
