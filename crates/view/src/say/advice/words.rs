// SPDX-License-Identifier: MIT OR Apache-2.0

//! The sentences of an explanation.

use itertools::Itertools as _;
use katachi_engine::Choice;
use katachi_engine::learn::BARE_VALUE;
use katachi_engine::movegen::{Proposal, Reason, ReasonKind};
use katachi_engine::search::{Report, Searched};
use katachi_rules::{BoardSize, Color, Game, Move, Point, percent, quantity};
use mkpat::Database;

use super::value;
use crate::move_name::{self, MoveKind, MoveName};
use crate::reason;
use crate::{choice as choice_words, search as search_words};

/// Reasons in a sentence at most.
const MAX_REASONS: usize = 2;
/// Moves of a line that are told.
const MAX_LINE: usize = 4;
/// A move with fewer visits has no value that can be told.
const MIN_VISITS: u32 = 30;
/// A difference of win rates that is told, as a share, and in standard errors.
const WORTH_TELLING: f32 = 0.03;
const ERRORS: f32 = 1.5;
/// Moves that are about as good differ by less than so many points.
const ALIKE: f32 = 2.0;
/// By a short search so many on a board of this number of lines, as leads on large boards are vague.
const LINES_OF_ALIKE: f32 = 9.0;
/// A pattern, or a life by playouts, that makes up less than one in this number of the value of a move is not
/// why it is played.
const MIN_PART: i32 = 7;

pub(super) struct Words<'a> {
    choice: &'a Choice,
    game: &'a Game,
    color: Color,
    database: &'a Database,
}

impl<'a> Words<'a> {
    pub(super) fn new(choice: &'a Choice, game: &'a Game, color: Color, database: &'a Database) -> Self {
        Self {
            choice,
            game,
            color,
            database,
        }
    }

    fn size(&self) -> BoardSize {
        self.game.size()
    }

    /// `a hane around C4`, empty without a name. Captures tell how many stones.
    pub(super) fn own_name(&self, point: Point) -> String {
        let name = move_name::own_name(self.game.board(), self.color, Move::Play(point));
        match MoveName::new(self.game.board(), self.color, point).kind {
            MoveKind::Capture => format!("{name} ({})", quantity(self.captured(point), "stone")),
            _ => name,
        }
    }

    /// `D3, a hane around C4`, or `D3` without a name.
    pub(super) fn phrase(&self, mv: Move) -> String {
        move_name::phrase(self.game.board(), self.color, mv)
    }

    /// `Black D3 is a hane around C4: it saves the group at C3 (4 stones).`
    pub(super) fn about(&self, mv: Move) -> String {
        let Move::Play(point) = mv else {
            return match mv == self.choice.mv {
                true => format!("{} passes: nothing is left to play.", self.color),
                false => format!("{} passed.", self.color),
            };
        };
        let vertex = self.size().vertex(point);
        let named = match self.own_name(point) {
            name if name.is_empty() => format!("{} plays {vertex}", self.color),
            name => format!("{} {vertex} is {name}", self.color),
        };
        let kinds = self.told(point).into_iter();
        let mut reasons: Vec<String> = kinds.take(MAX_REASONS).map(|kind| self.reason(kind)).collect();
        if reasons.is_empty() {
            reasons.extend(reason::out_of_atari(self.game.board(), self.color, point));
        }
        match reasons.is_empty() {
            true => format!("{named}."),
            false => format!("{named}: it {}.", reasons.join(", and it ")),
        }
    }

    /// The reasons for a move that a player would give, the strongest first. A capture is told by the name of
    /// the move.
    fn told(&self, point: Point) -> Vec<&ReasonKind> {
        let board = self.game.board();
        let Some(proposal) = self.proposal(point) else {
            return Vec::new();
        };
        let captures = MoveName::new(board, self.color, point).kind == MoveKind::Capture;
        let is_told = |reason: &&Reason| match reason.kind {
            _ if reason.is_denied => false,
            // The stones of the double threat are not known, and the capture says enough.
            ReasonKind::Combination { .. } if captures => false,
            ReasonKind::Capture { string, .. } if board.liberties(string) == 1 => false,
            // A string in atari that the move saves is a fact, whatever playouts call decided.
            ReasonKind::Save { string, .. } if board.liberties(string) == 1 => true,
            // The stone that would name the group is taken off the board.
            ReasonKind::Life {
                group, saves: false, ..
            } if board.liberties(group) == 1 && board.liberty_set(group).contains(point) => false,
            // Endgame moves of less than a point are left out.
            ReasonKind::Endgame { points, .. } => reason.counted > 0 && points >= 1.0,
            ReasonKind::Loses { .. } => false,
            _ => reason.counted > 0 && reason::is_told(&reason.kind),
        };
        let reasons = proposal.reasons.iter().filter(is_told);
        reason::without_repeats(reasons.map(|reason| &reason.kind))
    }

    /// A reason after "it".
    fn reason(&self, kind: &ReasonKind) -> String {
        match kind {
            ReasonKind::KoThreat { string, size } => {
                let is_own = self.game.board().cell(*string).is(self.color);
                let does = if is_own { "save" } else { "capture" };
                let (string, size) = (self.size().vertex(*string), quantity(*size, "stone"));
                format!("threatens to {does} {string} ({size}), for the ko")
            }
            _ => reason::told(kind, self.size()),
        }
    }

    fn captured(&self, point: Point) -> u32 {
        let board = self.game.board();
        let strings = board.strings_beside(point, self.color.opposite()).into_iter();
        let captured = strings.filter(|&string| board.liberties(string) == 1);
        captured.map(|string| board.string_size(string)).sum()
    }

    fn proposal(&self, point: Point) -> Option<&Proposal> {
        choice_words::considered(self.choice, point)
    }

    /// The note of the strongest pattern that argues for a move, if it is a main reason: `The shape: crawl
    /// below when the way up is shut.` Stones that are taken off the board say enough, and a pattern with no
    /// more value than any move, such as a plain stretch, says what the name of the move does.
    pub(super) fn note(&self, mv: Move) -> Option<String> {
        let point = mv.point()?;
        if self.captured(point) > 0 {
            return None;
        }
        let proposal = self.proposal(point)?;
        let named = proposal.reasons.iter().filter_map(|reason| match &reason.kind {
            ReasonKind::Pattern(value) if value.value > BARE_VALUE => Some((reason.counted, &value.name)),
            _ => None,
        });
        let (counted, name) = named.max_by_key(|named| named.0)?;
        if counted <= 0 || counted * MIN_PART < proposal.value {
            return None;
        }
        let mut patterns = self.database.patterns.iter();
        let note = patterns.find(|pattern| pattern.name == *name)?.note.as_ref()?;
        Some(format!("The shape: {note}."))
    }

    /// What speaks against a move: `It loses C3 (4 stones).` Or a joseki whose author marked it as bad: `It
    /// loses 3.1 points.`
    pub(super) fn against(&self, mv: Move) -> Option<String> {
        let reasons = &self.proposal(mv.point()?)?.reasons;
        let lost = reasons
            .iter()
            .find(|reason| matches!(reason.kind, ReasonKind::Loses { .. }));
        if let Some(lost) = lost {
            return Some(format!("It {}.", reason::text(&lost.kind, self.size())));
        }
        let is_held = |name: &str| {
            let mut held = reasons.iter().map(|reason| &reason.kind);
            held.any(|kind| matches!(kind, ReasonKind::Pattern(value) if value.name == name))
        };
        let mut joseki = self
            .database
            .patterns
            .iter()
            .filter(|p| self.database.is_joseki(p));
        let note = joseki.find_map(|p| p.note.as_ref().filter(|_| is_held(&p.name)))?;
        Some(format!("It {note}."))
    }

    /// The better move: `At full strength Katachi plays D3, a hane around C4; White wins 62 % of the games
    /// with it, 48 % with A1.`
    pub(super) fn better(&self, played: Move, lost: Option<f32>) -> String {
        let best = self.choice.mv.point();
        let phrase = match best.map(|point| self.own_name(point)) {
            Some(name) if !name.is_empty() => format!("{}, {name}", self.size().show(self.choice.mv)),
            _ => self.phrase(self.choice.mv),
        };
        let mut named = format!("At full strength Katachi plays {phrase}");
        let reasons = best.map_or_else(Vec::new, |point| self.told(point));
        if let Some(kind) = reasons.first() {
            named += &format!(": it {}", self.reason(kind));
        }
        named + &self.compared(played, lost).unwrap_or_default() + "."
    }

    /// What is known of the choice and of another move: `; White wins 62 % of the games with it, 48 % with
    /// A1`. Of a move that the search hardly saw: `; A1 loses about 3 points`, by a search of its own.
    fn compared(&self, other: Move, lost: Option<f32>) -> Option<String> {
        let (report, name) = (self.choice.search.as_ref()?, self.size().show(other));
        let (Some(best), Some(other)) = (searched(report, self.choice.mv), searched(report, other)) else {
            let (points, lines) = (lost?.round(), f32::from(self.size().width()));
            return (points * LINES_OF_ALIKE >= ALIKE * lines)
                .then(|| format!("; {name} loses about {points} points"));
        };
        let values = [best, other].map(|found| report.values_of(found));
        let rates = values.map(|values| values.win_rate);
        let gap = rates[0] - rates[1];
        let error = values[0].win_rate_error.hypot(values[1].win_rate_error);
        if gap >= WORTH_TELLING.max(ERRORS * error) {
            let [best, other] = rates.map(|rate| percent(rate, 0));
            let text = format!(
                "; {} wins {best} of the games with it, {other} with {name}",
                self.color
            );
            return (!value::is_opening(self.game)).then_some(text);
        }
        let is_alike = gap.abs() < WORTH_TELLING && (best.lead - other.lead).abs() < ALIKE;
        is_alike.then(|| format!("; {name} is about as good"))
    }

    /// The moves that the search expects after the choice: `Katachi expects White D4, Black E5.`
    pub(super) fn line(&self, intro: &str) -> Option<String> {
        let found = searched(self.choice.search.as_ref()?, self.choice.mv)?;
        let mut color = self.color;
        let moves = found.variation.iter().skip(1).take(MAX_LINE);
        let mut moves = moves.map(|&next| {
            color = color.opposite();
            format!("{color} {}", self.size().show(next))
        });
        (found.variation.len() > 2).then(|| format!("{intro} expects {}.", moves.join(", ")))
    }

    /// The value of the position: `Black leads by about 4 points and wins 62 % of the games.`
    pub(super) fn value(&self) -> Option<String> {
        let report = self.choice.search.as_ref()?;
        let found = searched(report, self.choice.mv)?;
        let values = report.values_of(found);
        Some(value::of_position(
            self.game,
            self.color,
            values.lead,
            values.win_rate,
        ))
    }

    /// The choice with its reasons and its numbers in the search, in lines.
    pub(super) fn numbers(&self) -> String {
        let (choice, size) = (self.choice, self.size());
        let mut text = format!("{}.\n", choice_words::headline(choice, size, self.color));
        let chosen = choice_words::chosen(choice);
        for reason in chosen.iter().flat_map(|proposal| proposal.counting()) {
            text += &format!("  {}\n", choice_words::reason_line(reason, size));
        }
        text += &search_words::explained(choice, size);
        text.trim_end().to_owned()
    }
}

fn searched(report: &Report, mv: Move) -> Option<&Searched> {
    report.searched(mv).filter(|found| found.visits >= MIN_VISITS)
}
