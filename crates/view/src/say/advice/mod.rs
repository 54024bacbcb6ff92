// SPDX-License-Identifier: MIT OR Apache-2.0

//! Explanations of moves for people who play: what a move is, what it does, what happens without it, and
//! what follows.
//!
//! Each explanation has three lengths: a phrase, a few sentences, and all numbers. The first two say only
//! what shape, reading and search know, in the words of players, and name no identifiers.

mod value;
mod words;

use itertools::Itertools as _;
use katachi_engine::Choice;
use katachi_engine::play::LeadEstimate;
use katachi_rules::{Color, Game, Move};
use mkpat::Database;

pub use value::lead;
use words::Words;

use super::consequence::Consequence;

/// Points that a pass loses, at least, which are told.
const WORTH_TELLING: f32 = 2.0;

/// An explanation of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// A phrase: `D3, a hane around C4`.
    pub phrase: String,
    /// Two or three sentences.
    pub text: String,
    /// The value of the position in a sentence, with the choice as its next move.
    pub value: Option<String>,
    /// The numbers of the search and of the evidence, in lines.
    pub numbers: String,
}

impl Advice {
    /// Explains a move beside the choice of full strength in the position before it. `change` is what another
    /// move costs on the board, the move, or a pass if it is the choice; `lost` are the points
    /// that it costs.
    pub fn of_played(
        choice: &Choice,
        game: &Game,
        color: Color,
        mv: Move,
        (change, lost): (Option<&Consequence>, Option<f32>),
        database: &Database,
    ) -> Self {
        let words = Words::new(choice, game, color, database);
        let about = Some(words.about(mv));
        let best = game.size().show(choice.mv);
        let sentences = if mv == choice.mv {
            let lost = lost.map(f32::round).filter(|&lost| lost >= WORTH_TELLING);
            let otherwise = change.map(|change| change.alone("Otherwise"));
            let otherwise = otherwise.or(lost.map(|lost| format!("A pass would lose about {lost} points.")));
            [about, otherwise, words.note(mv), words.line("Katachi"), None]
        } else {
            let line = words.line(&format!("After {best} it"));
            let (against, better) = (words.against(mv), Some(words.better(mv, lost)));
            let instead = change.map(|change| change.text(game.size(), mv, choice.mv));
            [about, against, better, instead, line]
        };
        Self {
            phrase: words.phrase(mv),
            text: sentences.into_iter().flatten().join(" "),
            value: words.value(),
            numbers: words.numbers(),
        }
    }
}

/// What a player calls a move, and why it is played, by a choice in the position before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReasons {
    /// The name: `a hane around C4`. Empty for a pass and for a move without a name of its own.
    pub name: String,
    /// Sentences: what it does, the note of its pattern, and what speaks against it.
    pub sentences: Vec<String>,
}

impl MoveReasons {
    /// Explains any move.
    pub fn new(choice: &Choice, game: &Game, color: Color, mv: Move, database: &Database) -> Self {
        let words = Words::new(choice, game, color, database);
        let (note, against) = (words.note(mv), words.against(mv));
        let sentences = [Some(words.about(mv)), note, against];
        Self {
            name: mv.point().map_or_else(String::new, |point| words.own_name(point)),
            sentences: sentences.into_iter().flatten().collect(),
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
    use katachi_engine::knowledge::Knowledge;
    use katachi_engine::play::{Player, Request};
    use katachi_engine::search::SearchSettings;
    use katachi_engine::{Engine, Settings};
    use katachi_rules::{Board, Rules};
    use mkpat::{Options, Source};

    use super::*;

    fn explained(diagram: &str, played: &str) -> Advice {
        explained_with(Knowledge::default(), diagram, played)
    }

    fn explained_with(knowledge: Knowledge, diagram: &str, played: &str) -> Advice {
        let game = Game::from_position(Board::from_diagram(diagram), Color::Black, Rules::CHINESE, 7.5);
        let search = SearchSettings {
            visits: Some(200),
            memory: 8,
            ..SearchSettings::default()
        };
        let mut engine = Engine::new(Settings {
            search: Some(search),
            ..Settings::default()
        });
        engine.knowledge = knowledge;
        let mut player = Player::new(engine);
        let mv = game.size().parse_move(played).expect("a move");
        let choice = player.explain(&Request {
            compares: Some(mv),
            ..Request::new(&game, Color::Black)
        });
        Advice::of_played(
            &choice,
            &game,
            Color::Black,
            mv,
            (None, None),
            player.engine.database(),
        )
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
            "E4",
        );
        let first = "Black E4 is a capture of D4 (1 stone)";
        assert!(advice.text.starts_with(first), "{advice:?}");
        assert_eq!(advice.text.matches("D4 (1 stone)").count(), 1, "{advice:?}");
        assert!(!advice.text.contains("The shape"), "{advice:?}");
        assert!(advice.numbers.contains("visits"), "{advice:?}");
    }

    #[test]
    fn a_joseki_that_is_marked_as_bad_speaks_against_its_move() {
        let tree = "(;SZ[9];W[gc];B[hb]LB[ee:A]BM[1]C[2\nloses 4.0 points\n1 of 9 moves])";
        let compiled = mkpat::compile(&[Source::new("corner.sgf", tree)], &Options::default());
        let knowledge = Knowledge::default().with_database(compiled.database);
        let diagram = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . O . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        let advice = explained_with(knowledge, diagram, "H8");
        assert!(advice.text.contains("It loses 4.0 points."), "{advice:?}");
    }

    #[test]
    fn a_lead_is_told_in_whole_points() {
        assert_eq!(lead(0.3), "the game is even");
        assert_eq!(lead(-1.2), "Black leads by about 1 point");
        assert_eq!(lead(6.6), "White leads by about 7 points");
    }
}
