// SPDX-License-Identifier: MIT OR Apache-2.0

//! Questions about stones: whether they can be captured, saved, killed, joined, or cut apart.
//!
//! A question has one answer in a position, whoever asks ([`Question::ask`]). For a person
//! ([`Reader::for_person`]) an answer about a string keeps these rules:
//!
//! - A string that the other side cannot capture needs no move. If no move captures or saves a string of few
//!   liberties, moves at them are tried. One that captures it is the answer if its best reply is tried, too,
//!   and does not help; else the answer is a judgement.
//! - The move that an answer names is tried: the position after it is asked about in its own standard form,
//!   as a person would ask who plays the move. If the move does not do what the answer says, others are
//!   tried (`MAX_OTHER_MOVES`).
//!
//! Answers about two strings hardly break them. Those about groups rest on local boards, which differ before
//! and after a move, so that the reading after a move is wrong as often as the one before it. For both a
//! reading is given up only if the reply that refutes it holds, too, when it is tried (`TRIED_PLIES`), and a
//! judgement if the answer after its move denies it, read or judged. If no move reaches the aim, the point
//! where the other side reaches its own is tried. An answer that another reading denies, or where neither
//! side can reach its aim, is a judgement.
//!
//! Of moves about a group that reading finds to work, the one that simulations prefer is named. Simulations
//! judge where the search has no answer within its nodes, where replies refute all moves that were tried, and
//! where they contradict a "no" (`DENIAL_SHARE`). A reading of the string that is the group goes before both:
//! it is made on the real board. In the choice of a move the reader's first answer stands.

use katachi_rules::{Board, Color, Point, PointSet};
pub use mkpat::Aim;

use super::orientation::{MapBack, Orientation};
use crate::reading::{GroupOutcome, JudgedGoal, Judgement, Proposal, Proposals, Reader, Reading, Verdict};

/// Limit of the other moves that are tried if a named move does not work; 2 to 24.
const MAX_OTHER_MOVES: usize = 6;

/// Plies up to which moves that answers about pairs and groups name are tried; 1 to 4. tactics.md.
const TRIED_PLIES: u32 = 2;

/// Plies up to which moves of answers about strings are tried while each is a ko; 1 to 4. tactics.md.
const TRIED_KO_PLIES: u32 = 3;

/// A string with more liberties is not tried at each of them; 3 to 5. The search takes five for safe.
const MAX_LIBERTIES_TRIED: usize = 5;

/// Percentage of simulations that reach an aim from which on an answer that no move reaches it, read over
/// candidates, is given up for their move; 55 to 75. life-and-death.md.
const DENIAL_SHARE: u8 = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stones {
    String(Point),
    Pair([Point; 2]),
    Group(PointSet),
}

/// What the stones of a question have at the end of a line, when the side to move has no good move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The string has that number of liberties.
    Liberties(u32),
    /// The two strings have become one.
    Joined,
    /// What the group lives or dies by, and how many of its stones have been captured.
    Group(GroupOutcome, u32),
}

impl Outcome {
    /// Returns whether it fits a side of the stones that lives, or one that dies. For strings it always does.
    pub(crate) fn fits(&self, lives: bool) -> bool {
        match self {
            Self::Group(outcome, _) => outcome.lives() == lives,
            _ => true,
        }
    }
}

impl MapBack for Outcome {
    fn map_back(self, orientation: Orientation) -> Self {
        match self {
            Self::Group(outcome, captured) => Self::Group(orientation.map_back(outcome), captured),
            _ => self,
        }
    }
}

/// A question about stones: whether the side that moves first can reach its aim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    aim: Aim,
    owner: Color,
    stones: Stones,
}

impl Question {
    fn new(aim: Aim, owner: Color, stones: Stones) -> Self {
        Self { aim, owner, stones }
    }

    /// A question about the string of a stone. `None` for an empty point.
    pub(crate) fn about_string(aim: Aim, board: &Board, stone: Point) -> Option<Self> {
        Some(Self::new(aim, board.cell(stone).color()?, Stones::String(stone)))
    }

    /// A question about the strings of two stones. `None` for empty points and for two colours.
    pub(crate) fn about_pair(aim: Aim, board: &Board, pair: [Point; 2]) -> Option<Self> {
        let owner = board.cell(pair[0]).color()?;
        let is_one_side = board.cell(pair[1]).is(owner);
        is_one_side.then_some(Self::new(aim, owner, Stones::Pair(pair)))
    }

    /// A question about the stones of a group. `None` without stones.
    pub(crate) fn about_group(aim: Aim, board: &Board, group: &PointSet) -> Option<Self> {
        let owner = board.cell(group.iter().next()?).color()?;
        Some(Self::new(aim, owner, Stones::Group(*group)))
    }

    /// The aim of the side that moves first.
    pub fn aim(&self) -> Aim {
        self.aim
    }

    /// The side of the stones.
    pub fn owner(&self) -> Color {
        self.owner
    }

    /// The side that moves first.
    pub fn first(&self) -> Color {
        match self.aim.is_of_owner() {
            true => self.owner,
            false => self.owner.opposite(),
        }
    }

    /// One stone of the string or the group, or one of each string.
    pub fn stones(&self) -> impl Iterator<Item = Point> {
        let stones = match self.stones {
            Stones::String(stone) => vec![stone],
            Stones::Pair(pair) => pair.to_vec(),
            Stones::Group(group) => group.iter().take(1).collect(),
        };
        stones.into_iter()
    }

    /// The same question with the other side first.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self::new(self.aim.opposite(), self.owner, self.stones)
    }

    /// The same question in the standard form of a position, about the first stones of strings.
    pub(crate) fn in_form(&self, orientation: Orientation, form: &Board) -> Self {
        let string = |stone| first_stone(form, orientation.point(stone));
        let stones = match self.stones {
            Stones::String(stone) => Stones::String(string(stone)),
            Stones::Pair(pair) => {
                let mut pair = pair.map(string);
                pair.sort_unstable();
                Stones::Pair(pair)
            }
            Stones::Group(group) => Stones::Group(orientation.set(&group)),
        };
        Self::new(self.aim, orientation.color(self.owner), stones)
    }

    /// Asks about a position in its standard form, and maps the answer back.
    pub(crate) fn ask_on<R: MapBack>(
        &self,
        board: &Board,
        reader: &mut Reader,
        ask: impl FnOnce(&Self, &mut Reader) -> R,
    ) -> R {
        StandardForm::new(board).ask(reader, |reader, orientation| {
            ask(&self.in_form(orientation, reader.board()), reader)
        })
    }

    /// Asks in the position of the reader, with its budget.
    pub(crate) fn ask(&self, reader: &mut Reader) -> Judgement {
        if !reader.for_person {
            return self.answer(reader);
        }
        if !self.is_about_string() {
            return self.of_group(TRIED_KO_PLIES, reader);
        }
        if self.aim.is_of_owner() {
            let attack = self.turned().ask(reader);
            return match attack.reading.verdict {
                Verdict::No => unharmed(attack),
                _ => self.defended(attack, reader),
            };
        }
        let found = self.answer(reader);
        self.tried(found, TRIED_KO_PLIES, reader)
    }

    /// The answer about a pair or a group. Up to a number of plies, moves of a ko for its string are tried.
    fn of_group(&self, plies: u32, reader: &mut Reader) -> Judgement {
        let found = self.settled(TRIED_PLIES, reader);
        let Some(by_string) = self.string_that_denies(found, reader) else {
            return found;
        };
        let by_ko = by_string.point.filter(|_| by_string.verdict.is_ko() && plies > 0);
        let after = by_ko.and_then(|point| {
            self.after(point, reader, |question, reader| {
                question.of_group(plies - 1, reader)
            })
        });
        match after.filter(|after| after.reading.verdict == Verdict::No) {
            Some(_) => Judgement::likely(Reading::NO),
            None => Judgement::likely(by_string),
        }
    }

    /// The answer about a string after a trial of its move, if plies are left. Searches often call a ko what
    /// the best reply avoids, so the answer after a ko is tried as well.
    fn tried(&self, found: Judgement, plies: u32, reader: &mut Reader) -> Judgement {
        let Reading { verdict, point } = found.reading;
        let left = u32::from(verdict.is_ko()) * plies.saturating_sub(1);
        match point.filter(|_| verdict.is_possible()) {
            _ if plies == 0 => found,
            Some(point) => self.confirmed(found, point, left, reader),
            None if verdict == Verdict::No => self.unrefuted(found, reader),
            None => found,
        }
    }

    /// The answer about a pair or a group after trials of the moves that it and the answers after it name.
    fn settled(&self, plies: u32, reader: &mut Reader) -> Judgement {
        let found = self.answer(reader);
        if plies == 0 {
            return found;
        }
        // After a move about a pair these rules change few answers for twice the time (tactics.md).
        let is_whole = self.aim.is_about_group() || plies == TRIED_PLIES;
        if found.reading == Reading::NO_MOVE_NEEDED && self.aim == Aim::Save {
            return self.with_move(found, plies, reader);
        }
        match found.reading.verdict {
            verdict if verdict.is_possible() && (is_whole || found.certainty.is_read()) => {
                let found = self.preferred(found, reader);
                let point = found.reading.point;
                point.map_or(found, |point| self.checked(found, point, plies, reader))
            }
            Verdict::No if is_whole && !found.certainty.is_proved() => {
                let found = self.unless_others_point_works(found, plies, reader);
                self.unless_simulations_deny(found, reader)
            }
            _ => found,
        }
    }

    /// The answer with the move that simulations prefer, if reading finds that it works as well. The search
    /// for proofs ends with the first move that works on its local board, which need not be the best one.
    fn preferred(&self, found: Judgement, reader: &mut Reader) -> Judgement {
        let is_open = found.certainty.is_read() && !found.certainty.is_proved();
        if !self.aim.is_about_group() || !is_open || !found.reading.verdict.is_yes() {
            return found;
        }
        let judged = self.judged(None, reader).reading.point;
        let other = judged.filter(|_| judged != found.reading.point);
        let after = other.and_then(|other| self.settled_after(other, 0, reader));
        after.filter(is_reached).unwrap_or(found)
    }

    /// Whether a string can be saved from an attack. Where the reader sees no danger, the point of the attack
    /// is tried.
    fn defended(&self, attack: Judgement, reader: &mut Reader) -> Judgement {
        if let Some(found) = self.captured(reader.board()) {
            return found;
        }
        let found = self.read(reader);
        if !found.reading.verdict.is_yes() || found.reading.point.is_some() {
            return self.tried(found, TRIED_KO_PLIES, reader);
        }
        self.by_point_of(attack.reading, reader)
            .or_else(|| self.by_liberty(reader))
            .unwrap_or(Judgement::likely(Reading::NO))
    }

    /// The answer by the move of an attack, if it reaches the aim.
    fn by_point_of(&self, attack: Reading, reader: &mut Reader) -> Option<Judgement> {
        let after = self.settled_after(attack.point?, 0, reader)?;
        after.reading.verdict.is_yes().then_some(after)
    }

    /// The answer that a group needs no move, with the move of an attack if one works.
    fn with_move(&self, found: Judgement, plies: u32, reader: &mut Reader) -> Judgement {
        let attack = self.turned().settled(plies, reader).reading;
        if !attack.verdict.is_possible() {
            return found;
        }
        self.by_point_of(attack, reader)
            .unwrap_or(Judgement::likely(found.reading))
    }

    /// The answer that a string of few liberties cannot be captured or saved, unless a move at one of them
    /// does it. A capture that its best reply does not refute is the answer; a defense is not, as it
    /// is wrong as often as right (tactics.md).
    fn unrefuted(&self, found: Judgement, reader: &mut Reader) -> Judgement {
        let by_liberty = self.by_liberty(reader);
        let Some(point) = by_liberty.and_then(|after| after.reading.point) else {
            return found;
        };
        let after = (self.aim == Aim::Capture).then(|| self.tried_after(point, 1, reader));
        let works = after.flatten().filter(is_reached);
        works.unwrap_or(Judgement::likely(found.reading))
    }

    /// The answer by a move at a liberty of a string that has few, if one reaches the aim.
    fn by_liberty(&self, reader: &mut Reader) -> Option<Judgement> {
        let liberties = match self.stones {
            Stones::String(stone) if !reader.board().is_empty(stone) => reader.board().liberty_set(stone),
            _ => return None,
        };
        let few = liberties
            .iter()
            .filter(|_| liberties.len() <= MAX_LIBERTIES_TRIED);
        let mut tried = few.filter_map(|point| self.settled_after(point, 0, reader));
        tried.find(is_reached)
    }

    /// A reading of the string that is the group or most of it, where it denies the answer about the group: a
    /// captured string does not live, and one that only a ko captures or saves is fought for.
    fn string_that_denies(&self, found: Judgement, reader: &mut Reader) -> Option<Reading> {
        let (board, left) = (reader.board(), self.left(reader.board()));
        let (is_read, by_owner) = (found.certainty.is_read(), self.aim.is_of_owner());
        // After its capture the other stones of a group may live: a reading of the group knows.
        let least = if is_read { left.len() } else { left.len() / 2 + 1 };
        let own = |stone| board.string(stone).filter(|&other| left.contains(other));
        let decides = |&stone: &Point| !found.certainty.is_proved() && own(stone).count() >= least;
        let stone = first_stone(board, left.iter().find(decides)?);
        let aim = if by_owner { Aim::Rescue } else { Aim::Capture };
        let string = Self::new(aim, self.owner, Stones::String(stone)).ask(reader);
        let [group, one] = [found, string].map(|found| found.reading.verdict.strength());
        let needs_move = found.reading == Reading::NO_MOVE_NEEDED && string.reading.point.is_some();
        let denies = match by_owner {
            true => one < group || needs_move,
            false => one > group,
        };
        let is_fought_for = string.reading.verdict.is_ko() && group == 0 && !is_read;
        let counts = string.certainty.is_read() && (denies || is_fought_for);
        counts.then_some(string.reading)
    }

    /// The answer that no move about a pair or a group reaches the aim, unless the other side's point works.
    fn unless_others_point_works(&self, found: Judgement, plies: u32, reader: &mut Reader) -> Judgement {
        let other = self.turned().answer(reader).reading;
        let after = other
            .point
            .and_then(|point| self.settled_after(point, plies - 1, reader));
        let is_read = found.certainty.is_read();
        let is_judged = self.aim.is_about_group() && !is_read;
        let works = |after: &Judgement| is_reached(after) || is_judged && after.reading.verdict.is_yes();
        match after.filter(works) {
            Some(after) => after,
            None if other.verdict == Verdict::No && is_read => Judgement::likely(found.reading),
            None => found,
        }
    }

    /// The answer about a pair or a group if its move does what it says, or another move, or what is judged.
    /// It is proved if the answer after the move is.
    fn checked(&self, found: Judgement, point: Point, plies: u32, reader: &mut Reader) -> Judgement {
        let after = self.settled_after(point, plies - 1, reader).unwrap_or(found);
        let (is_read, verdict) = (found.certainty.is_read(), after.reading.verdict);
        match verdict {
            Verdict::No if !is_read || after.certainty.is_read() => {
                let others = self
                    .candidates(reader)
                    .into_iter()
                    .filter(|&other| other != point);
                let mut others = others.take(MAX_OTHER_MOVES);
                let works = |other| self.settled_after(other, plies - 1, reader).filter(is_reached);
                let other = others.find_map(works);
                other.unwrap_or_else(|| self.judged(Some(point), reader))
            }
            _ if verdict == found.reading.verdict && after.certainty.is_proved() => after,
            _ if !is_read || verdict == found.reading.verdict || verdict == Verdict::Unknown => found,
            _ => Judgement::likely(found.reading),
        }
    }

    fn is_about_string(&self) -> bool {
        matches!(self.stones, Stones::String(_))
    }

    /// The answer without a trial of its move.
    fn answer(&self, reader: &mut Reader) -> Judgement {
        if let Some(found) = self.captured(reader.board()) {
            return found;
        }
        if self.is_about_string() && self.aim.is_of_owner() && reader.for_person {
            let other = self.turned().answer(reader);
            if other.reading.verdict == Verdict::No {
                return unharmed(other);
            }
        }
        self.read(reader)
    }

    /// The answer if the stones that are asked about have been captured for good, or by a ko that their owner
    /// cannot take back at once.
    pub(crate) fn captured(&self, board: &Board) -> Option<Judgement> {
        let stands = |stone: Point| board.cell(stone).is(self.owner);
        let (is_gone, points) = match self.stones {
            Stones::String(stone) => (!stands(stone), PointSet::from_iter([stone])),
            Stones::Pair(pair) => (!pair.into_iter().all(stands), pair.into_iter().collect()),
            Stones::Group(group) => (!group.iter().any(stands), group),
        };
        if !is_gone {
            return None;
        }
        let is_ko = |(point, closed_to)| closed_to == self.owner && points.contains(point);
        Some(match self.aim.is_of_owner() {
            true if board.ko().is_some_and(is_ko) => {
                Judgement::by_search(Reading::new(Verdict::KoBehind, None))
            }
            true => Judgement::proved(Reading::NO),
            false => Judgement::proved(Reading::new(Verdict::Yes, None)),
        })
    }

    /// The answer of a search, or for a person a judgement where it finds none.
    fn read(&self, reader: &mut Reader) -> Judgement {
        let (left, by_owner) = (self.left(reader.board()), self.aim.is_of_owner());
        let found = match (self.stones, by_owner) {
            (Stones::Group(_), _) => reader.ask_about_group(|reader| reader.life().judge(&left, by_owner)),
            (Stones::Pair([a, b]), true) => Judgement::by_search(reader.connections().connect(a, b)),
            (Stones::Pair([a, b]), false) => Judgement::by_search(reader.connections().disconnect(a, b)),
            (Stones::String(stone), true) => Judgement::by_search(reader.tactics().defend(stone)),
            (Stones::String(stone), false) => reader.tactics().judge_attack(stone),
        };
        match found.reading.verdict {
            Verdict::Unknown if reader.for_person => self.judged(None, reader),
            _ => found,
        }
    }

    /// The likelier answer by simulations; "no" if their move is the one that a reply refutes.
    fn judged(&self, refuted: Option<Point>, reader: &mut Reader) -> Judgement {
        let goal = match self.stones {
            Stones::Pair(pair) => JudgedGoal::Joined(pair),
            Stones::String(stone) => JudgedGoal::Life(reader.board().string(stone).collect()),
            Stones::Group(_) => JudgedGoal::Life(self.left(reader.board())),
        };
        let by_owner = self.aim.is_of_owner();
        let judged = reader.ask_about_group(|reader| reader.judge(&goal, self.owner, by_owner));
        match judged.reading.point.is_some() && judged.reading.point == refuted {
            true => Judgement::likely(Reading::NO),
            false => judged,
        }
    }

    /// The answer that no move reaches the aim, which rests on candidates, unless most simulations reach it
    /// by a move that no reading refutes.
    fn unless_simulations_deny(&self, found: Judgement, reader: &mut Reader) -> Judgement {
        if found.reading != Reading::NO || found.certainty.is_proved() {
            return found;
        }
        let judged = self.judged(None, reader);
        let is_denied = judged.reading.verdict.is_yes() && judged.certainty.share() >= Some(DENIAL_SHARE);
        let after = judged
            .reading
            .point
            .filter(|_| is_denied)
            .and_then(|point| self.settled_after(point, 0, reader));
        let is_refuted =
            |after: &Judgement| after.certainty.is_read() && after.reading.verdict == Verdict::No;
        after.filter(|after| !is_refuted(after)).map_or(found, |_| judged)
    }

    /// The stones of a group that have not been captured; none for strings.
    fn left(&self, board: &Board) -> PointSet {
        let stands = |&stone: &Point| board.cell(stone).is(self.owner);
        match &self.stones {
            Stones::Group(group) => group.iter().filter(stands).collect(),
            _ => PointSet::EMPTY,
        }
    }

    /// The answer if the named move does what it says; else the best of some other moves, or that the aim
    /// cannot be reached.
    fn confirmed(&self, found: Judgement, point: Point, plies: u32, reader: &mut Reader) -> Judgement {
        let wanted = found.reading.verdict;
        let first = self.tried_after(point, plies, reader).unwrap_or(found);
        if matches!(first.reading.verdict, Verdict::Unknown) || first.reading.verdict == wanted {
            return found;
        }
        let mut best = first;
        let strength = |found: &Judgement| found.reading.verdict.strength();
        let others = self.candidates(reader).into_iter();
        for other in others.filter(|&other| other != point).take(MAX_OTHER_MOVES) {
            if strength(&best) >= wanted.strength() {
                break;
            }
            let after = self.tried_after(other, plies, reader);
            best = after
                .filter(|after| strength(after) > strength(&best))
                .unwrap_or(best);
        }
        if !best.reading.verdict.is_possible() {
            best.reading.point = None;
        }
        best
    }

    /// The answer after a move of the side that moves first, for that side, with the move. About a pair or a
    /// group it is the answer that a person gets who plays the move and asks. `None` if it is not legal.
    pub(crate) fn answer_after(&self, point: Point, reader: &mut Reader) -> Option<Judgement> {
        match self.is_about_string() {
            true => self.settled_after(point, 0, reader),
            false => self.after(point, reader, |question, reader| question.ask(reader)),
        }
    }

    /// The answer about a string after a move, tried up to a number of plies.
    fn tried_after(&self, point: Point, plies: u32, reader: &mut Reader) -> Option<Judgement> {
        self.after(point, reader, |question, reader| {
            question.tried(question.answer(reader), plies, reader)
        })
    }

    /// The answer after a move, whose own moves are tried up to a number of plies.
    fn settled_after(&self, point: Point, plies: u32, reader: &mut Reader) -> Option<Judgement> {
        self.after(point, reader, |question, reader| question.settled(plies, reader))
    }

    /// The answer after a move, as `ask` finds it.
    fn after(
        &self,
        point: Point,
        reader: &mut Reader,
        ask: impl FnOnce(&Self, &mut Reader) -> Judgement,
    ) -> Option<Judgement> {
        reader.with_move(self.first(), point, |reader| {
            let board = reader.board().clone();
            let other = self.turned().ask_on(&board, reader, ask);
            Judgement {
                reading: Reading::new(other.reading.verdict.opposite(), Some(point)),
                certainty: other.certainty,
            }
        })
    }

    /// Limit of the moves that the reader's search plays.
    pub(crate) fn budget(&self, reader: &mut Reader) -> u32 {
        match self.aim.is_about_group() {
            true => reader.ask_about_group(|reader| reader.budget()),
            false => reader.budget(),
        }
    }

    /// What the stones have in the reader's position if the side that moves first has no good move. No search
    /// is made; `None` if only a search decides it.
    pub(crate) fn outcome(&self, reader: &mut Reader) -> Option<Outcome> {
        let (board, left) = (reader.board(), self.left(reader.board()));
        match self.stones {
            Stones::String(stone) => Some(Outcome::Liberties(board.liberties(stone))),
            Stones::Pair([a, b]) => board.string(a).any(|p| p == b).then_some(Outcome::Joined),
            Stones::Group(group) => {
                let outcome = reader.life().outcome(&left, self.aim.is_of_owner())?;
                Some(Outcome::Group(outcome, (group.len() - left.len()) as u32))
            }
        }
    }

    /// Where the reader's search of a group plays moves; empty for strings.
    pub(crate) fn region(&self, reader: &mut Reader) -> PointSet {
        let left = self.left(reader.board());
        match self.stones {
            Stones::Group(_) => reader.life().searched_points(&left),
            _ => PointSet::EMPTY,
        }
    }

    /// The moves that reading patterns propose in the reader's position, with the names of the patterns.
    pub(crate) fn named_proposals(&self, reader: &mut Reader) -> Vec<(Point, String)> {
        let proposals = self.proposals(reader);
        let name = |proposal: &Proposal| (proposal.1, reader.patterns().name(proposal).to_owned());
        proposals.iter().map(name).collect()
    }

    fn proposals(&self, reader: &mut Reader) -> Proposals {
        let (board, aim) = (reader.board(), self.aim);
        let pair = match self.stones {
            Stones::String(stone) => [stone; 2],
            Stones::Pair(pair) => pair,
            Stones::Group(_) => {
                let left = self.left(board);
                return reader.life().proposals(&left, aim.is_of_owner());
            }
        };
        match pair.iter().all(|&stone| board.cell(stone).is(self.owner)) {
            true => reader.patterns().about_strings(aim, board, pair),
            false => Proposals::new(),
        }
    }

    /// Moves by which the reader's search begins, best first.
    pub(crate) fn candidates(&self, reader: &mut Reader) -> Vec<Point> {
        let by_owner = self.aim.is_of_owner();
        let mut others = match self.stones {
            Stones::String(stone) => reader.tactics().candidates(stone, by_owner),
            Stones::Pair(pair) => reader.connections().candidates(pair, by_owner),
            // Their order has the values of patterns already.
            Stones::Group(_) => {
                let left = self.left(reader.board());
                return reader.life().candidates(&left, by_owner);
            }
        };
        let mut moves: Vec<Point> = self.proposals(reader).iter().map(|proposal| proposal.1).collect();
        others.retain(|point| !moves.contains(point));
        moves.append(&mut others);
        moves
    }
}

/// Whether a search finds that the aim is reached.
fn is_reached(found: &Judgement) -> bool {
    found.certainty.is_read() && found.reading.verdict.is_yes()
}

/// The answer for stones that the other side cannot harm: they need no move.
fn unharmed(other: Judgement) -> Judgement {
    Judgement {
        reading: Reading::NO_MOVE_NEEDED,
        ..other
    }
}

#[derive(Clone, Debug)]
pub(crate) struct StandardForm {
    pub(crate) orientation: Orientation,
    pub(crate) board: Board,
}

impl StandardForm {
    pub(crate) fn new(board: &Board) -> Self {
        let orientation = Orientation::new(board);
        Self {
            orientation,
            board: orientation.board(board),
        }
    }

    /// Asks a reader in the standard form, maps the answer back, and restores the reader's position.
    pub(crate) fn ask<R: MapBack>(
        &self,
        reader: &mut Reader,
        question: impl FnOnce(&mut Reader, Orientation) -> R,
    ) -> R {
        let before = reader.board().clone();
        reader.set_board(&self.board);
        let answer = question(reader, self.orientation);
        reader.set_board(&before);
        self.orientation.map_back(answer)
    }
}

/// The first stone of a string from the top left; an empty point itself.
pub(crate) fn first_stone(board: &Board, stone: Point) -> Point {
    match board.is_empty(stone) {
        true => stone,
        false => board.string(stone).min().unwrap_or(stone),
    }
}
