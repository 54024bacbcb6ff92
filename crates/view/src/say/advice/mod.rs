// SPDX-License-Identifier: MIT OR Apache-2.0

//! Explanations of moves for people who play: what a move is, what it does, what happens without it, and
//! what follows.
//!
//! Each explanation has three lengths: a phrase, a few sentences, and all numbers. The first two say only
//! what shape, reading and search know, in the words of players, and name no identifiers.

mod value;
mod words;

use katachi_engine::Choice;
use katachi_engine::play::LeadEstimate;
use katachi_rules::{Color, Game, Move};
use mkpat::Database;

pub use value::lead;
use words::Words;

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
        sentences.extend(words.line());
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
        sentences.extend(words.line_of_better());
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
    /// Explains any move.
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

/// Returns how much of the board is settled, in words.
pub fn settled(estimate: &LeadEstimate) -> &'static str {
    match f32::midpoint(estimate.settled.black, estimate.settled.white) {
        share if share < 0.25 => "little is settled",
        share if share < 0.6 => "a part is settled",
        _ => "most is settled",
    }
}

#[cfg(test)]
mod tests {
    use katachi_engine::play::{Player, Request};
    use katachi_engine::search::SearchSettings;
    use katachi_engine::{Engine, Settings};
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
        let played = played.map(|vertex| game.size().parse_move(vertex).expect("a move"));
        let choice = player.explain(&Request {
            compares: played,
            ..Request::new(&game, Color::Black)
        });
        let database = player.engine.database();
        match played {
            Some(mv) => Advice::of_played(&choice, &game, Color::Black, mv, database),
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
    fn a_capture_tells_its_stones_once_and_has_no_note_of_a_shape() {
        let advice = explained(
            "
            . . . . . . .
            . . . . . . .
            . . . X . . .
            . . X O . . .
            . . . X . . .
            . . . . . . .
            . . . . . . .",
            Some("E4"),
        );
        assert!(
            advice.text.starts_with("Black E4 is a capture of D4 (1 stone)"),
            "{advice:?}"
        );
        assert_eq!(advice.text.matches("D4 (1 stone)").count(), 1, "{advice:?}");
        assert!(!advice.text.contains("The shape"), "{advice:?}");
    }

    #[test]
    fn a_lead_is_told_in_whole_points() {
        assert_eq!(lead(0.3), "the game is even");
        assert_eq!(lead(-1.2), "Black leads by about 1 point");
        assert_eq!(lead(6.6), "White leads by about 7 points");
    }
}
