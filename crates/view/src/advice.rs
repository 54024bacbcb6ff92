// SPDX-License-Identifier: MIT OR Apache-2.0

//! Explanations of moves for people who play: what a move is, what it does, what happens without it, and
//! what follows.
//!
//! Each explanation has three lengths: a phrase, a few sentences, and all numbers. The first two say only
//! what shape, reading and search know, in the words of players, and name no identifiers.

use katachi::movegen::{Proposal, Reason, ReasonKind};
use katachi::search::{Report, Searched};
use katachi::{Choice, play::LeadEstimate};
use katachi_rules::{BoardSize, Color, Game, Move, Point};
use mkpat::Database;

use super::move_name::{MoveKind, MoveName};
use super::reason;
use super::{choice as choice_words, search as search_words};

/// Reasons in a sentence at most.
const MAX_REASONS: usize = 2;
/// Moves of a line that are told.
const MAX_LINE: usize = 4;
/// A move with fewer visits has no value that can be told.
const MIN_VISITS: u32 = 30;
/// Within this distance of one half, and of 0 points, a game is told to be even: smaller leads and win rates
/// contradict each other by chance.
const EVEN: (f32, f32) = (0.06, 3.0);
/// A difference of win rates that is told, as a share.
const WORTH_TELLING: f32 = 0.03;

/// An explanation of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// A phrase: `D3, a hane around C4`.
    pub phrase: String,
    /// Two or three sentences.
    pub text: String,
    /// The numbers of the search and of the evidence, in lines.
    pub numbers: String,
}

impl Advice {
    /// Explains the chosen move.
    pub fn of_choice(choice: &Choice, game: &Game, color: Color, database: &Database) -> Self {
        let words = Words::new(choice, game, color, database);
        let mut sentences = vec![words.about(choice.mv)];
        sentences.extend(words.note(choice.mv));
        sentences.extend(words.otherwise(choice.mv));
        sentences.extend(words.line(choice.mv));
        sentences.extend(words.value());
        Self {
            phrase: words.phrase(choice.mv),
            text: sentences.join(" "),
            numbers: words.numbers(),
        }
    }

    /// Explains a move that was played, beside the choice of full strength in the position before it.
    pub fn of_played(choice: &Choice, game: &Game, color: Color, mv: Move, database: &Database) -> Self {
        if mv == choice.mv {
            return Self::of_choice(choice, game, color, database);
        }
        let words = Words::new(choice, game, color, database);
        let mut sentences = vec![words.about(mv)];
        sentences.extend(words.against(mv));
        sentences.push(words.better(mv));
        sentences.extend(words.otherwise(choice.mv));
        sentences.extend(words.line(choice.mv));
        Self {
            phrase: words.phrase(mv),
            text: sentences.join(" "),
            numbers: words.numbers(),
        }
    }
}

/// What a player calls a move, and why it is played, by a choice in the position before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReasons {
    /// The name: `a hane around C4`. Empty for a pass and for a move without a name of its own.
    pub name: String,
    /// Sentences: what it does, the note of its pattern, what speaks against it, and what the other side does
    /// otherwise.
    pub sentences: Vec<String>,
}

impl MoveReasons {
    /// Explains any move. A choice that explains its moves knows more ([`Request::explains`]).
    ///
    /// [`Request::explains`]: katachi::play::Request::explains
    pub fn new(choice: &Choice, game: &Game, color: Color, mv: Move, database: &Database) -> Self {
        let words = Words::new(choice, game, color, database);
        let mut sentences = vec![words.about(mv)];
        sentences.extend(words.note(mv));
        sentences.extend(words.against(mv));
        sentences.extend(words.otherwise(mv));
        Self {
            name: mv.point().map_or_else(String::new, |point| words.own_name(point)),
            sentences,
        }
    }
}

/// Returns `Black leads by about 4 points`, or that the game is even. A lead that playouts estimate has no
/// decimals, as it is not that exact.
pub fn lead(white_lead: f32) -> String {
    let leader = if white_lead > 0.0 {
        Color::White
    } else {
        Color::Black
    };
    match white_lead.abs().round() {
        0.0 => "the game is even".to_owned(),
        1.0 => format!("{leader} leads by about 1 point"),
        points => format!("{leader} leads by about {points} points"),
    }
}

/// Returns how much of the board is settled, in words.
pub fn settled(estimate: &LeadEstimate) -> &'static str {
    match f32::midpoint(estimate.settled.black, estimate.settled.white) {
        share if share < 0.25 => "little is settled",
        share if share < 0.6 => "a part is settled",
        _ => "most is settled",
    }
}

/// A choice that is put into words.
struct Words<'a> {
    choice: &'a Choice,
    game: &'a Game,
    color: Color,
    database: &'a Database,
}

impl<'a> Words<'a> {
    fn new(choice: &'a Choice, game: &'a Game, color: Color, database: &'a Database) -> Self {
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

    /// `a hane around C4`, empty without a name.
    fn own_name(&self, point: Point) -> String {
        let name = MoveName::new(self.game.board(), self.color, point);
        match name.kind {
            MoveKind::Plain => String::new(),
            _ => name.text(self.size()),
        }
    }

    /// `D3, a hane around C4`, or `D3` without a name.
    fn phrase(&self, mv: Move) -> String {
        match mv {
            Move::Play(point) => {
                let name = MoveName::new(self.game.board(), self.color, point);
                name.with_vertex(self.size().vertex(point), self.size())
            }
            Move::Pass => "a pass".to_owned(),
        }
    }

    /// `Black D3 is a hane around C4: it saves the group at C3 (4 stones).`
    fn about(&self, mv: Move) -> String {
        let Move::Play(point) = mv else {
            return match mv == self.choice.mv {
                true => format!("{} passes: nothing is left to play.", self.color),
                false => format!("{} passed.", self.color),
            };
        };
        let vertex = self.size().vertex(point);
        let name = MoveName::new(self.game.board(), self.color, point);
        let named = match name.kind {
            MoveKind::Plain => format!("{} plays {vertex}", self.color),
            _ => format!("{} {vertex} is {}", self.color, name.text(self.size())),
        };
        let reasons: Vec<String> = self
            .told(point)
            .take(MAX_REASONS)
            .map(|kind| reason::text(kind, self.size()))
            .collect();
        match reasons.is_empty() {
            true => format!("{named}."),
            false => format!("{named}: it {}.", reasons.join(", and it ")),
        }
    }

    /// The reasons for a move that a player would give, the strongest first.
    fn told(&self, point: Point) -> impl Iterator<Item = &ReasonKind> {
        let reasons = self.reasons(point).iter().filter(|reason| reason.counted > 0);
        reasons.map(|reason| &reason.kind).filter(|kind| is_for(kind))
    }

    fn reasons(&self, point: Point) -> &[Reason] {
        let rejected = || self.choice.rejection(point).map(|rejected| &rejected.proposal);
        let found: Option<&Proposal> = self.choice.proposal(point).or_else(rejected);
        found.map_or(&[], |proposal| &proposal.reasons)
    }

    /// The note of the strongest pattern that argues for a move: `The shape: crawl below when the way up is
    /// shut.`
    fn note(&self, mv: Move) -> Option<String> {
        let mut reasons: Vec<&Reason> = self.reasons(mv.point()?).iter().collect();
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.counted));
        let names = reasons
            .into_iter()
            .filter(|reason| reason.counted > 0)
            .filter_map(|reason| match &reason.kind {
                ReasonKind::Pattern(value) => Some(&value.name),
                _ => None,
            });
        let note = |name: &String| {
            let pattern = self
                .database
                .patterns
                .iter()
                .find(|pattern| pattern.name == *name)?;
            pattern.note.as_ref()
        };
        let note = names.into_iter().find_map(note)?;
        Some(format!("The shape: {note}."))
    }

    /// What the other side does if the move is left out: `Otherwise White captures C3 (4 stones).`
    fn otherwise(&self, mv: Move) -> Option<String> {
        let size = self.size();
        let them = self.color.opposite();
        let first = self.told(mv.point()?).next()?;
        let does = match first {
            ReasonKind::Save { string, .. } => format!("captures {}", size.vertex(*string)),
            ReasonKind::Capture { string, .. } => format!("saves {}", size.vertex(*string)),
            ReasonKind::Life {
                group, saves: true, ..
            } => format!("kills the group at {}", size.vertex(*group)),
            ReasonKind::Life { group, .. } => format!("saves the group at {}", size.vertex(*group)),
            _ => return None,
        };
        Some(format!("Otherwise {them} {does}."))
    }

    /// What speaks against a move: `It loses C3 (4 stones).`
    fn against(&self, mv: Move) -> Option<String> {
        let mut all = self.reasons(mv.point()?).iter();
        let lost = all.find(|reason| matches!(reason.kind, ReasonKind::Loses { .. }))?;
        Some(format!("It {}.", reason::text(&lost.kind, self.size())))
    }

    /// The better move: `At full strength Katachi plays D3, a hane around C4; it wins 62 % of the games, A1
    /// 48 %.`
    fn better(&self, played: Move) -> String {
        let named = format!("At full strength Katachi plays {}", self.phrase(self.choice.mv));
        let reasons = self
            .choice
            .mv
            .point()
            .into_iter()
            .flat_map(|point| self.told(point));
        let mut named = match reasons.take(1).next() {
            Some(kind) => format!("{named}: it {}", reason::text(kind, self.size())),
            None => named,
        };
        if let Some((best, other)) = self.rates(played) {
            if best - other >= WORTH_TELLING {
                named += &format!(
                    "; it wins {:.0} % of the games, {} {:.0} %",
                    100.0 * best,
                    self.size().show(played),
                    100.0 * other
                );
            } else {
                named += &format!("; {} is about as good", self.size().show(played));
            }
        }
        named + "."
    }

    /// The win rates of the choice and of another move, if both were searched well enough.
    fn rates(&self, other: Move) -> Option<(f32, f32)> {
        let report = self.choice.search.as_ref()?;
        let rate = |mv| {
            let found = report.searched(mv).filter(|found| found.visits >= MIN_VISITS)?;
            Some(report.calibration.win_rate(found.win_rate))
        };
        Some((rate(self.choice.mv)?, rate(other)?))
    }

    /// The moves that the search expects: `Katachi expects White D4, Black E5.`
    fn line(&self, mv: Move) -> Option<String> {
        let found = searched(self.choice.search.as_ref()?, mv)?;
        let mut color = self.color;
        let moves = found.variation.iter().skip(1).take(MAX_LINE);
        let moves: Vec<String> = moves
            .map(|&next| {
                color = color.opposite();
                format!("{color} {}", self.size().show(next))
            })
            .collect();
        (moves.len() >= 2).then(|| format!("Katachi expects {}.", moves.join(", ")))
    }

    /// The value of the position: `Black leads by about 4 points and wins 62 % of the games.`
    fn value(&self) -> Option<String> {
        let report = self.choice.search.as_ref()?;
        let found = searched(report, self.choice.mv)?;
        let white_lead = match self.color {
            Color::Black => -report.lead.0,
            Color::White => report.lead.0,
        };
        let rate = report.calibration.win_rate(found.win_rate);
        let is_even = (rate - 0.5).abs() < EVEN.0 && white_lead.abs() < EVEN.1;
        let mut text = match is_even {
            true => "the game is about even".to_owned(),
            false => lead(white_lead),
        };
        text[..1].make_ascii_uppercase();
        Some(format!(
            "{text}; {} wins {:.0} % of the games.",
            self.color,
            100.0 * rate
        ))
    }

    /// The choice with its reasons and its numbers in the search, in lines.
    fn numbers(&self) -> String {
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

/// A move of a search with enough visits.
fn searched(report: &Report, mv: Move) -> Option<&Searched> {
    report.searched(mv).filter(|found| found.visits >= MIN_VISITS)
}

/// Does it speak for a move in the words of a player? Endgame moves of less than a point are left out.
fn is_for(kind: &ReasonKind) -> bool {
    match kind {
        ReasonKind::Endgame { points, .. } => *points >= 1.0,
        ReasonKind::Loses { .. } => false,
        _ => reason::is_told(kind),
    }
}

#[cfg(test)]
mod tests {
    use katachi::play::{Player, Request};
    use katachi::search::SearchSettings;
    use katachi::{Engine, Settings};
    use katachi_rules::{Board, Rules};

    use super::*;

    /// Words that no short explanation may have.
    const FORBIDDEN: [&str; 9] = [
        "prior", "AMAF", "obonus", "xbonus", "nats", "visits", "pattern", "playout", "_",
    ];

    const ATARI: &str = "
        . . . . . . .
        . . . . . . .
        . . X X . . .
        . . X O O . .
        . . O X O . .
        . . . . O . .
        . . . . . . .";

    fn explained(diagram: &str, played: Option<&str>) -> Advice {
        let game = Game::from_position(Board::from_diagram(diagram), Color::Black, Rules::CHINESE, 7.5);
        let search = SearchSettings {
            visits: Some(200),
            memory: 8,
            ..SearchSettings::default()
        };
        let mut player = Player::new(Engine::new(Settings {
            search: Some(search),
            ..Settings::default()
        }));
        let choice = player.choose(&Request {
            explains: true,
            ..Request::new(&game, Color::Black)
        });
        let database = player.engine.database();
        match played {
            Some(vertex) => {
                let mv = game.size().parse_move(vertex).expect("a move");
                Advice::of_played(&choice, &game, Color::Black, mv, database)
            }
            None => Advice::of_choice(&choice, &game, Color::Black, database),
        }
    }

    #[test]
    fn a_move_is_named_with_its_reason_and_the_short_forms_have_no_numbers_of_the_engine() {
        let advice = explained(ATARI, None);
        assert!(
            advice.text.starts_with(&format!("Black {}", &advice.phrase[..2])),
            "{advice:?}"
        );
        assert!(
            advice.text.contains(" leads by about ") || advice.text.contains("even"),
            "{advice:?}"
        );
        for word in FORBIDDEN {
            assert!(
                !advice.text.contains(word) && !advice.phrase.contains(word),
                "{word}: {advice:?}"
            );
        }
        assert!(advice.numbers.contains("visits"), "{advice:?}");
    }

    #[test]
    fn a_worse_move_is_set_against_the_better_one() {
        let advice = explained(ATARI, Some("A1"));
        assert!(advice.text.starts_with("Black plays A1."), "{advice:?}");
        assert!(
            advice.text.contains("At full strength Katachi plays "),
            "{advice:?}"
        );
        for word in FORBIDDEN {
            assert!(!advice.text.contains(word), "{word}: {advice:?}");
        }
    }

    #[test]
    fn a_lead_is_told_in_whole_points() {
        assert_eq!(lead(0.3), "the game is even");
        assert_eq!(lead(-1.2), "Black leads by about 1 point");
        assert_eq!(lead(6.6), "White leads by about 7 points");
    }
}
