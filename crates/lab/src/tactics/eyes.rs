// SPDX-License-Identifier: MIT OR Apache-2.0

//! Numbers of eyes, from replies of programs and as yes-no answers.

use std::cmp::Reverse;
use std::fmt;

use katachi_rules::{BoardSize, Point};

use super::kind::{Given, Kind, Truth};

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
    fn new(min: u8, max: u8) -> Option<Self> {
        (min <= max && max <= 2).then_some(Self { min, max })
    }

    /// Parses `0,1`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (min, max) = text.split_once(',')?;
        Self::new(min.parse().ok()?, max.parse().ok()?)
    }

    /// Does the number depend on the side that moves first?
    pub(super) fn are_open(self) -> bool {
        self.min < self.max
    }

    /// The answers to the [parts](Kind::parts) of the question.
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

/// The eyes of a space by the reply of a program, with the attacking and the defending move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    eyes: Eyes,
    attack: Option<Point>,
    defense: Option<Point>,
}

impl Worth {
    /// Parses a reply to `eval_eye`: `1 2 C3 C3`, or `0 0`.
    pub(super) fn parse(text: &str, size: BoardSize) -> Option<Self> {
        let mut words = text.split_whitespace();
        let mut number = || Some(words.next()?.parse::<u8>().ok()?.min(2));
        let eyes = Eyes::new(number()?, number()?)?;
        let mut point = || words.next().and_then(|word| size.parse_vertex(word));
        Some(Self {
            eyes,
            attack: point(),
            defense: point(),
        })
    }
}

/// Combines the worths of all parts of a space to the answer to one question. The side to move plays where
/// most eyes are at stake, then the sides alternate.
pub(super) fn answer_of(kind: Kind, worths: &[Worth]) -> Given {
    let owner_moves = matches!(kind, Kind::MakeEyes(_));
    let mut sum: u8 = worths.iter().map(|worth| worth.eyes.min).sum();
    let mut open: Vec<&Worth> = worths.iter().filter(|worth| worth.eyes.are_open()).collect();
    let at_stake = |worth: &Worth| worth.eyes.max - worth.eyes.min;
    open.sort_by_key(|worth| Reverse(at_stake(worth)));
    let of_owner = open.iter().skip(usize::from(!owner_moves)).step_by(2);
    sum += of_owner.map(|worth| at_stake(worth)).sum::<u8>();
    let succeeds = match kind {
        Kind::MakeEyes(eyes) => sum >= eyes,
        Kind::TakeEyes(eyes) => sum < eyes,
        _ => false,
    };
    let first = open.first().filter(|_| succeeds);
    Given {
        truth: Some(Truth::from_success(succeeds)),
        point: first.and_then(|worth| if owner_moves { worth.defense } else { worth.attack }),
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

    #[test]
    fn what_programs_say_is_read() {
        let size = BoardSize::square(9);
        let parse = |text| Worth::parse(text, size);
        let point = |name| size.parse_vertex(name);
        assert_eq!(
            parse("1 2 C3 D4"),
            Some(Worth {
                eyes: Eyes::new(1, 2).unwrap(),
                attack: point("C3"),
                defense: point("D4"),
            })
        );
        assert!(matches!(
            parse("0 3"),
            Some(Worth {
                eyes: Eyes { min: 0, max: 2 },
                ..
            })
        ));
        assert_eq!(parse("2 1"), None);
        assert_eq!(parse("maybe"), None);
    }

    #[test]
    fn the_eyes_of_parts_are_taken_in_turn() {
        let worth = |text| Worth::parse(text, BoardSize::square(9)).unwrap();
        let truth = |kind, worths: &[Worth]| answer_of(kind, worths).truth;
        let halves = [worth("0 1 A1 A1"), worth("0 1 C1 C1")];
        assert_eq!(truth(Kind::MakeEyes(1), &halves), Some(Truth::Yes));
        assert_eq!(truth(Kind::MakeEyes(2), &halves), Some(Truth::No));
        assert_eq!(truth(Kind::TakeEyes(2), &halves), Some(Truth::Yes));
        assert_eq!(truth(Kind::TakeEyes(1), &halves), Some(Truth::No));
        let unequal = [worth("0 1 A1 A1"), worth("0 2 C1 D1")];
        let answer = answer_of(Kind::MakeEyes(2), &unequal);
        assert_eq!(answer.truth, Some(Truth::Yes));
        assert_eq!(answer.point, BoardSize::square(9).parse_vertex("D1"));
    }
}
