// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game as SGF with the proposals for each move: labels with values on the points, reasons in the comments.

use std::fmt::Write as _;

use katachi_engine::Choice;
use katachi_rules::sgf::{NodeId, Record, Tree, point_text};
use katachi_rules::{Color, Game};

use crate::{choice, search};

/// Number of marked moves: a circle on the chosen one, squares on the best others.
const MARKED: usize = 3;
/// Number of moves with reasons in the comment.
const EXPLAINED: usize = 9;

/// The proposals of a game.
#[derive(Clone, Debug, Default)]
pub struct Notes(Vec<Note>);

#[derive(Clone, Debug)]
struct Note {
    /// Number of moves before it.
    moves: usize,
    /// Key of the position. A note is dropped when the game takes another way.
    key: u64,
    color: Color,
    choice: Choice,
}

impl Notes {
    /// Adds the proposals for the present position of the game.
    pub fn add(&mut self, game: &Game, color: Color, choice: Choice) {
        self.0.retain(|note| note.moves != game.move_count());
        self.0.push(Note {
            moves: game.move_count(),
            key: game.board().key(),
            color,
            choice,
        });
    }

    /// Returns the game with the notes. The labels of a move belong to the position before it, where the
    /// points are empty.
    pub fn to_tree(&self, game: &Game) -> Tree {
        let mut tree = Record::from_game(game).to_tree();
        let nodes: Vec<_> = tree.main_line().collect();
        let mut earlier = game.clone();
        loop {
            let moves = earlier.move_count();
            let noted = |n: &&Note| n.moves == moves && n.key == earlier.board().key();
            if let (Some(&node), Some(note)) = (nodes.get(moves), self.0.iter().find(noted)) {
                annotate(&mut tree, node, note, game);
            }
            if earlier.undo().is_none() {
                return tree;
            }
        }
    }
}

fn annotate(tree: &mut Tree, node: NodeId, note: &Note, game: &Game) {
    let Note { color, choice, .. } = note;
    let considered = choice::numbers(choice);
    let points: Vec<String> = considered.iter().map(|&(point, _)| point_text(point)).collect();
    if !points.is_empty() {
        let labels = points.iter().zip(&considered);
        let labels: Vec<String> = labels.map(|(at, (_, value))| format!("{at}:{value}")).collect();
        tree.add(node, "LB", labels.iter().map(String::as_str));
    }
    // A weak level may not choose the best move.
    let chosen = choice.mv.point().map(point_text);
    if let Some(chosen) = &chosen {
        tree.add(node, "CR", [chosen.as_str()]);
    }
    let others = points.iter().filter(|&point| Some(point) != chosen.as_ref());
    let others: Vec<&str> = others.take(MARKED - 1).map(String::as_str).collect();
    if !others.is_empty() {
        tree.add(node, "SQ", others);
    }
    let mut comment = choice::headline(choice, game.size(), *color) + "\n";
    if !considered.is_empty() {
        let _ = writeln!(comment, "The labels are {}.", choice::unit(choice));
    }
    comment += &search::explained(choice, game.size());
    for proposal in choice.proposals.iter().take(EXPLAINED) {
        let _ = write!(comment, "{}", choice::proposal(proposal, game.size()));
    }
    tree.add_text(node, "C", comment.trim_end());
}

#[cfg(test)]
mod tests {
    use katachi_rules::sgf::Games;
    use katachi_rules::{BoardSize, Move, Rules};

    use super::*;
    use katachi_engine::movegen::{PatternValue, Proposal, Reason, ReasonKind};

    fn choice_at(points: &[(&str, i32)]) -> Choice {
        let size = BoardSize::square(9);
        let proposals: Vec<Proposal> = points
            .iter()
            .map(|&(vertex, value)| Proposal {
                point: size.parse_vertex(vertex).unwrap(),
                value,
                reasons: vec![Reason {
                    kind: ReasonKind::Pattern(Box::new(PatternValue {
                        name: "Odd]name".to_owned(),
                        base: value,
                        value,
                        ..PatternValue::default()
                    })),
                    value,
                    counted: value,
                    overruled: None,
                    is_denied: false,
                }],
            })
            .collect();
        Choice::new(Move::Play(proposals[0].point), proposals[0].value, proposals)
    }

    fn play(game: &mut Game, vertex: &str) {
        let mv = game.size().parse_move(vertex).unwrap();
        game.play(game.to_move(), mv).unwrap();
    }

    fn properties(sgf: &str, name: &str) -> Vec<Vec<String>> {
        let tree = Games::new(sgf.as_bytes()).unwrap().next().unwrap().unwrap();
        let values = |node| {
            let values = tree.get(node, name).into_iter().flat_map(|p| p.values());
            values.map(|v| v.text().into_owned()).collect()
        };
        tree.main_line().map(values).collect()
    }

    #[test]
    fn labels_stand_before_the_move_with_the_chosen_one_and_the_best_marked() {
        let mut game = Game::new(BoardSize::square(9), Rules::default(), 7.5);
        let mut notes = Notes::default();
        play(&mut game, "D4");
        notes.add(
            &game,
            Color::White,
            choice_at(&[("E5", 120), ("C3", 40), ("G7", 8), ("A1", -3)]),
        );
        play(&mut game, "E5");
        let sgf = notes.to_tree(&game).to_sgf();
        let labels = properties(&sgf, "LB");
        assert_eq!(labels, [vec![], vec!["ee:120", "cg:40", "gc:8", "ai:-3"], vec![]]);
        assert_eq!(properties(&sgf, "CR")[1], ["ee"]);
        assert_eq!(properties(&sgf, "SQ")[1], ["cg", "gc"]);
        let comment = &properties(&sgf, "C")[1][0];
        assert!(
            comment.starts_with("White plays E5, value 120\nThe labels are values.\n"),
            "{comment}"
        );
        assert!(comment.contains("+120 pattern Odd]name, base 120"), "{comment}");
    }

    #[test]
    fn the_circle_is_on_the_chosen_move_if_another_one_is_best() {
        let game = Game::new(BoardSize::square(9), Rules::default(), 7.5);
        let mut notes = Notes::default();
        let mut choice = choice_at(&[("E5", 120), ("C3", 40), ("G7", 8), ("A1", -3)]);
        choice.mv = game.size().parse_move("G7").unwrap();
        notes.add(&game, Color::Black, choice);
        let sgf = notes.to_tree(&game).to_sgf();
        assert_eq!(properties(&sgf, "CR")[0], ["gc"]);
        assert_eq!(properties(&sgf, "SQ")[0], ["ee", "cg"]);
        let mut pass = choice_at(&[("E5", 120)]);
        pass.mv = Move::Pass;
        notes.add(&game, Color::Black, pass);
        let sgf = notes.to_tree(&game).to_sgf();
        assert!(properties(&sgf, "CR")[0].is_empty());
        assert_eq!(properties(&sgf, "SQ")[0], ["ee"]);
    }

    #[test]
    fn a_note_is_dropped_when_the_game_takes_another_way() {
        let mut game = Game::new(BoardSize::square(9), Rules::default(), 7.5);
        let mut notes = Notes::default();
        play(&mut game, "D4");
        notes.add(&game, Color::White, choice_at(&[("E5", 120)]));
        game.undo();
        play(&mut game, "C3");
        assert_eq!(properties(&notes.to_tree(&game).to_sgf(), "LB"), [[""; 0]; 2]);
        notes.add(&game, Color::White, choice_at(&[("E5", 7)]));
        assert_eq!(properties(&notes.to_tree(&game).to_sgf(), "LB")[1], ["ee:7"]);
    }
}
