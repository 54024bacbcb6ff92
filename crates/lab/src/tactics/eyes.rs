// SPDX-License-Identifier: MIT OR Apache-2.0

//! Numbers of eyes, from replies of programs and as yes-no answers.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use katachi_engine::reading::{Reading, Verdict};
use katachi_rules::{BoardSize, Point};

use super::kind::Kind;
use super::truth::Truth;

/// Eyes of an eye space, two at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Eyes {
    /// If the other side moves first.
    pub min: u8,
    /// If the owner does: `min` or more.
    pub max: u8,
}

impl Eyes {
    /// Returns none for more than two eyes, or for fewer eyes with the owner first.
    pub fn new(min: u8, max: u8) -> Option<Self> {
        (min <= max && max <= 2).then_some(Self { min, max })
    }

    /// Does the number depend on the side that moves first?
    pub fn are_open(self) -> bool {
        self.min < self.max
    }

    /// The answers to the [parts](Kind::parts) of the question.
    pub fn truths(self) -> [Truth; 4] {
        let Self { min, max } = self;
        [min < 1, min < 2, max >= 1, max >= 2].map(|is| if is { Truth::Yes } else { Truth::No })
    }

    /// Derives the eyes from answers to the parts. None if the answers contradict each other or a ko decides.
    pub fn of_truths(truths: &[Truth]) -> Option<Self> {
        let count = |truth| truths.iter().filter(|&&t| t == truth).count() as u8;
        let (taken, made) = truths.split_at_checked(2)?;
        let of = |truths: &[Truth], truth| truths.iter().filter(|&&t| t == truth).count() as u8;
        let eyes = Self::new(of(taken, Truth::No), of(made, Truth::Yes))?;
        (count(Truth::Ko) == 0 && eyes.truths() == truths).then_some(eyes)
    }
}

impl fmt::Display for Eyes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.min, self.max)
    }
}

impl FromStr for Eyes {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (min, max) = text.split_once(',').ok_or(())?;
        let number = |text: &str| text.parse().map_err(|_| ());
        Self::new(number(min)?, number(max)?).ok_or(())
    }
}

/// The reply of a program about an eye space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// Eyes, with the attacking and the defending move.
    Eyes {
        eyes: Eyes,
        attack: Option<Point>,
        defense: Option<Point>,
    },
    /// There is no eye space.
    Nothing,
}

impl Worth {
    /// Parses a reply to `eval_eye`: `1 2 C3 C3`, `0 0`, or `-1` of GNU Go where there is no eye space.
    pub(super) fn parse(text: &str, size: BoardSize) -> Option<Self> {
        let mut words = text.split_whitespace();
        let min = words.next()?;
        if min == "-1" {
            return Some(Self::Nothing);
        }
        let number = |word: &str| Some(word.parse::<u8>().ok()?.min(2));
        let eyes = Eyes::new(number(min)?, number(words.next()?)?)?;
        let mut point = || words.next().and_then(|word| size.parse_vertex(word));
        Some(Self::Eyes {
            eyes,
            attack: point(),
            defense: point(),
        })
    }
}

/// Combines the worths of all parts of a space to the answer to one question. The side to move plays where
/// most eyes are at stake, then the sides alternate.
pub(super) fn reading_of(kind: Kind, worths: &[Worth]) -> Reading {
    let mut open: Vec<(Eyes, Option<Point>)> = Vec::new();
    let mut sum = 0;
    let owner_moves = matches!(kind, Kind::MakeEyes(_));
    for worth in worths {
        if let Worth::Eyes {
            eyes,
            attack,
            defense,
        } = *worth
        {
            sum += eyes.min;
            open.push((eyes, if owner_moves { defense } else { attack }));
        }
    }
    open.retain(|(eyes, _)| eyes.are_open());
    open.sort_by_key(|(eyes, _)| Reverse(eyes.max - eyes.min));
    let of_owner = open.iter().skip(usize::from(!owner_moves)).step_by(2);
    sum += of_owner.map(|(eyes, _)| eyes.max - eyes.min).sum::<u8>();
    let succeeds = match kind {
        Kind::MakeEyes(eyes) => sum >= eyes,
        Kind::TakeEyes(eyes) => sum < eyes,
        _ => false,
    };
    Reading {
        verdict: if succeeds { Verdict::Yes } else { Verdict::No },
        point: open.first().and_then(|(_, point)| *point).filter(|_| succeeds),
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
            assert_eq!(eyes.to_string().parse(), Ok(eyes));
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
            Some(Worth::Eyes {
                eyes: Eyes::new(1, 2).unwrap(),
                attack: point("C3"),
                defense: point("D4"),
            })
        );
        assert_eq!(parse("-1"), Some(Worth::Nothing));
        assert!(matches!(
            parse("0 3"),
            Some(Worth::Eyes {
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
        let verdict = |kind, worths: &[Worth]| reading_of(kind, worths).verdict;
        let halves = [worth("0 1 A1 A1"), worth("0 1 C1 C1")];
        assert_eq!(verdict(Kind::MakeEyes(1), &halves), Verdict::Yes);
        assert_eq!(verdict(Kind::MakeEyes(2), &halves), Verdict::No);
        assert_eq!(verdict(Kind::TakeEyes(2), &halves), Verdict::Yes);
        assert_eq!(verdict(Kind::TakeEyes(1), &halves), Verdict::No);
        let unequal = [worth("0 1 A1 A1"), worth("0 2 C1 D1"), Worth::Nothing];
        let reading = reading_of(Kind::MakeEyes(2), &unequal);
        assert_eq!(reading.verdict, Verdict::Yes);
        assert_eq!(reading.point, BoardSize::square(9).parse_vertex("D1"));
    }
}
