// SPDX-License-Identifier: MIT OR Apache-2.0

//! A plain model of a game: it stores lists of past states and applies the text of the rules to them.

use std::collections::BTreeSet;

use katachi_rules::{Action, BoardSize, Cell, Color, End, KoRule, Phase, Rules, Scoring};

use super::plain::{Cells, flood, neighbours};
use super::plain_life::is_all_pass_alive;

/// Points where a side is blocked from taking a ko.
pub(crate) type Marks = BTreeSet<(Color, usize)>;

#[derive(Clone, PartialEq)]
struct State {
    cells: Cells,
    marks: Marks,
    to_move: Color,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// A stone; whether it was a ko-move.
    Stone {
        at: usize,
        ko: bool,
    },
    Unblock,
    Pass {
        takes_button: bool,
    },
}

/// A turn: side, kind, and the state and phase before it.
struct Turn {
    color: Color,
    kind: Kind,
    before: State,
}

pub(crate) struct Twin {
    size: BoardSize,
    rules: Rules,
    /// Turns of the phase.
    turns: Vec<Turn>,
    now: State,
    pub(crate) phase: Phase,
    pub(crate) end: Option<End>,
    pub(crate) button: Option<Color>,
    last_was_stone_of: Option<Color>,
    /// Numbers of removed stones, Black's and White's.
    pub(crate) captured: [u32; 2],
}

impl Twin {
    pub(crate) fn new(size: BoardSize, rules: Rules) -> Self {
        Self::from_stones(size, rules, vec![Cell::Empty; size.area()], Color::Black)
    }

    /// A game that begins with these stones.
    pub(crate) fn from_stones(size: BoardSize, rules: Rules, cells: Cells, to_move: Color) -> Self {
        Self {
            size,
            rules,
            turns: Vec::new(),
            now: State {
                cells,
                marks: Marks::new(),
                to_move,
            },
            phase: Phase::Main,
            end: None,
            button: None,
            last_was_stone_of: None,
            captured: [0, 0],
        }
    }

    pub(crate) fn cells(&self) -> &Cells {
        &self.now.cells
    }

    pub(crate) fn marks(&self) -> &Marks {
        &self.now.marks
    }

    /// The stones after a stone on an empty point, and the numbers of removed enemy and own stones; none if
    /// the move is not pseudolegal.
    fn after(&self, before: &Cells, color: Color, at: usize) -> Option<(Cells, [usize; 2])> {
        let mut cells = before.clone();
        if cells[at] != Cell::Empty {
            return None;
        }
        cells[at] = color.into();
        let mut removed = [0, 0];
        for (victim, count) in [color.opposite(), color].into_iter().zip(&mut removed) {
            for start in neighbours(self.size, at).into_iter().chain([at]) {
                if cells[start].is(victim) {
                    let (stones, liberties) = flood(self.size, &cells, start);
                    if liberties.is_empty() {
                        *count += stones.len();
                        stones.iter().for_each(|&s| cells[s] = Cell::Empty);
                    }
                }
            }
        }
        let forbidden = cells == *before || removed[1] > 0 && !self.rules.suicide;
        (!forbidden).then_some((cells, removed))
    }

    /// The points of the ko-replies to a move, which restore the stones before it.
    fn ko_replies(&self, before: &Cells, color: Color, at: usize) -> Vec<usize> {
        let Some((after, _)) = self.after(before, color, at) else {
            return Vec::new();
        };
        let captured = (0..after.len()).filter(|&p| before[p].is_stone() && after[p] == Cell::Empty);
        let restores = |&p: &usize| {
            let reply = self.after(&after, color.opposite(), p);
            reply.is_some_and(|(cells, _)| cells == *before)
        };
        captured.filter(restores).collect()
    }

    /// The effect of choosing a point, if it is legal.
    pub(crate) fn action(&self, color: Color, at: usize) -> Option<Action> {
        let point = self.size.points().nth(at)?;
        let stone = self.after(&self.now.cells, color, at).map(|(cells, _)| cells);
        if self.phase == Phase::Main {
            return stone
                .filter(|cells| self.may_arise(color, cells))
                .map(|_| Action::Stone(point));
        }
        if color != self.now.to_move {
            return None;
        }
        let is_marked = |p| self.now.marks.contains(&(color, p));
        let named = |p| self.size.points().nth(p).map(Action::Unblock);
        if self.now.cells[at].is(color.opposite()) && is_marked(at) {
            let (stones, liberties) = flood(self.size, &self.now.cells, at);
            return named(at).filter(|_| stones.len() == 1 && liberties.len() == 1);
        }
        stone?;
        let replies = self.ko_replies(&self.now.cells, color, at);
        let Some(&reply) = replies.first() else {
            return Some(Action::Stone(point));
        };
        if is_marked(reply) {
            return named(reply);
        }
        let taken_before = |turn: &Turn| {
            turn.color == color
                && turn.kind == Kind::Stone { at, ko: true }
                && turn.before.cells == self.now.cells
        };
        (!self.turns.iter().any(taken_before)).then_some(Action::Stone(point))
    }

    /// Whether a move in the main phase may lead to these stones.
    fn may_arise(&self, color: Color, cells: &Cells) -> bool {
        // The basic ko, which all rules have: not the position before the opponent's stone.
        let last = self.turns.last();
        if self.last_was_stone_of == Some(color.opposite()) && last.is_some_and(|t| t.before.cells == *cells)
        {
            return false;
        }
        // Earlier states are out of scope after the pass that takes the button, and by Spight's rule after
        // any.
        let cuts = |turn: &Turn| match turn.kind {
            Kind::Pass { takes_button } => takes_button || self.rules.ko == KoRule::Spight,
            _ => false,
        };
        let from = self.turns.iter().rposition(cuts).map_or(0, |i| i + 1);
        let earlier = self.turns[from..].iter().map(|t| &t.before).chain([&self.now]);
        let same = |state: &State| match self.rules.ko {
            KoRule::Simple => false,
            KoRule::Positional | KoRule::Spight => state.cells == *cells,
            KoRule::Situational => state.to_move == color.opposite() && state.cells == *cells,
        };
        !earlier.into_iter().any(same)
    }

    pub(crate) fn play(
        &mut self,
        color: Color,
        action: Action,
        place: impl Fn(katachi_rules::Point) -> usize,
    ) {
        let before = self.now.clone();
        self.now.to_move = color.opposite();
        self.end = None;
        self.last_was_stone_of = None;
        let kind = match action {
            Action::Stone(point) => {
                let at = place(point);
                self.last_was_stone_of = Some(color);
                self.stone(color, at, &before.cells)
            }
            Action::Unblock(point) => {
                self.now.marks.remove(&(color, place(point)));
                Kind::Unblock
            }
            Action::Pass => {
                let takes_button = self.rules.button && self.button.is_none();
                if takes_button {
                    self.button = Some(color);
                }
                Kind::Pass { takes_button }
            }
        };
        self.turns.push(Turn { color, kind, before });
        self.close(color, kind);
        if self.rules.self_play_opts
            && self.end.is_none()
            && is_all_pass_alive(self.size, &self.now.cells, self.rules.suicide)
        {
            self.end = Some(End::AllPassAlive);
            if self.rules.button && self.button.is_none() {
                self.button = Some(self.now.to_move);
            }
        }
    }

    fn stone(&mut self, color: Color, at: usize, before: &Cells) -> Kind {
        let (cells, [captured, suicides]) = self.after(before, color, at).expect("a pseudolegal move");
        self.captured[color.opposite() as usize] += captured as u32;
        self.captured[color as usize] += suicides as u32;
        self.now.cells = cells;
        let enemy = color.opposite();
        let replies = if self.phase == Phase::Main {
            Vec::new()
        } else {
            self.ko_replies(before, color, at)
        };
        let mut marks = std::mem::take(&mut self.now.marks);
        if !replies.is_empty() {
            marks.insert((enemy, at));
        }
        marks.retain(|&(_, p)| self.now.cells[p].is_stone());
        self.now.marks = marks;
        Kind::Stone {
            at,
            ko: !replies.is_empty(),
        }
    }

    /// Ends the phase or the game if the last turn does.
    fn close(&mut self, color: Color, kind: Kind) {
        let in_main = self.phase == Phase::Main;
        let is_pass = |turn: &Turn| matches!(turn.kind, Kind::Pass { .. });
        let counts = |turn: &Turn| matches!(turn.kind, Kind::Pass { takes_button: false });
        match kind {
            Kind::Pass { takes_button: true } => {}
            Kind::Pass { takes_button: false } => {
                let two = self.turns.iter().rev().take_while(|t| counts(t)).count() >= 2;
                let (last, earlier) = self.turns.split_last().expect("the pass itself");
                let repeated = earlier.iter().any(|t| {
                    counts(t)
                        && t.color == color
                        && (&t.before.cells, &t.before.marks) == (&last.before.cells, &last.before.marks)
                });
                if two && !(in_main && self.rules.ko == KoRule::Spight) {
                    self.end_phase(End::TwoPasses);
                } else if repeated && (!in_main || matches!(self.rules.ko, KoRule::Simple | KoRule::Spight)) {
                    self.end_phase(End::RepeatedPass);
                }
            }
            Kind::Stone { .. } | Kind::Unblock => {
                let from = self.turns.iter().rposition(is_pass).map_or(0, |i| i + 1);
                let earlier = self.turns[from..].iter().filter(|t| t.before == self.now);
                if earlier.count() >= 2 && (!in_main || self.rules.ko == KoRule::Simple) {
                    self.end = Some(End::NoResult);
                }
            }
        }
    }

    fn end_phase(&mut self, end: End) {
        match (self.rules.scoring, self.phase) {
            (Scoring::Area, _) | (_, Phase::Cleanup2) => self.end = Some(end),
            (Scoring::Territory, phase) => {
                self.phase = match phase {
                    Phase::Main => Phase::Cleanup1,
                    _ => Phase::Cleanup2,
                };
                self.turns.clear();
                self.now.marks.clear();
            }
        }
    }
}
