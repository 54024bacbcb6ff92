// SPDX-License-Identifier: MIT OR Apache-2.0

//! Numbers of eyes, also as yes-no answers.

use std::fmt;

use super::kind::Truth;

/// Eyes of an eye space, two at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Eyes {
    /// If the other side moves first.
    min: u8,
    /// If the owner does: `min` or more.
    max: u8,
}

impl Eyes {
    /// Returns none for more than two eyes, or for fewer eyes with the owner first.
    pub(super) fn new(min: u8, max: u8) -> Option<Self> {
        (min <= max && max <= 2).then_some(Self { min, max })
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let (min, max) = text.split_once(',')?;
        Self::new(min.parse().ok()?, max.parse().ok()?)
    }

    /// Does the number depend on the side that moves first?
    pub(super) fn are_open(self) -> bool {
        self.min < self.max
    }

    /// The answers to four questions: can the other side, moving first, prevent one eye, and two; can the
    /// owner, moving first, make one eye, and two?
    pub(super) fn truths(self) -> [Truth; 4] {
        let Self { min, max } = self;
        [min < 1, min < 2, max >= 1, max >= 2].map(Truth::from_success)
    }

    /// Derives the eyes from answers to the parts. None if the answers contradict each other or a ko decides.
    pub(super) fn of_truths(truths: &[Truth]) -> Option<Self> {
        let count = |truths: &[Truth], truth| truths.iter().filter(|&&t| t == truth).count() as u8;
        let (taken, made) = truths.split_at_checked(2)?;
        let eyes = Self::new(count(taken, Truth::No), count(made, Truth::Yes))?;
        (eyes.truths() == truths).then_some(eyes)
    }
}

impl fmt::Display for Eyes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.min, self.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eyes_are_four_answers() {
        for (min, max) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)] {
            let eyes = Eyes::new(min, max).unwrap();
            assert_eq!(Eyes::of_truths(&eyes.truths()), Some(eyes));
            assert_eq!(Eyes::parse(&eyes.to_string()), Some(eyes));
        }
        let [yes, no] = [Truth::Yes, Truth::No];
        assert_eq!(Eyes::of_truths(&[no, yes, yes, no]), Eyes::new(1, 1));
        assert_eq!(Eyes::of_truths(&[no, no, yes, no]), None, "two become one");
        assert_eq!(Eyes::of_truths(&[yes, no, yes, yes]), None, "none is one");
        assert_eq!(Eyes::of_truths(&[Truth::Ko, yes, yes, no]), None);
    }
}
