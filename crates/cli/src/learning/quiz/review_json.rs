// SPDX-License-Identifier: MIT OR Apache-2.0

//! Mistakes of a review as JSON (`katachi review FILE -o FILE.json`).

use anyhow::{Context as _, ensure};
use katachi_learning::quiz::{Missed, Problem, Whose};
use katachi_review::Severity;
use katachi_rules::{BoardSize, Color, Game, Rules};
use serde::Deserialize;

use crate::solve::board_of;

#[derive(Deserialize)]
struct ReviewData {
    application: String,
    width: u8,
    height: u8,
    komi: f32,
    rules: String,
    black: String,
    white: String,
    positions: Vec<PositionData>,
    moves: Vec<MoveData>,
}

#[derive(Deserialize)]
struct PositionData {
    stones: String,
}

#[derive(Deserialize)]
struct MoveData {
    number: usize,
    color: Color,
    #[serde(rename = "move")]
    mv: String,
    severity: Severity,
    judgement: Option<JudgementData>,
}

#[derive(Deserialize)]
struct JudgementData {
    best: Option<String>,
}

/// Returns the mistakes and blunders of a review in `file`.
pub(super) fn problems(text: &str, file: &str, whose: Whose) -> anyhow::Result<Vec<Problem>> {
    let data: ReviewData = serde_json::from_str(text).context("it is no review of a game by Katachi")?;
    ensure!(
        data.application.starts_with("Katachi"),
        "it is no review of a game by Katachi"
    );
    let side = whose.side([Some(&data.black), Some(&data.white)]);
    let mut problems = Vec::new();
    let mut missed = Missed::default();
    for (index, mv) in data.moves.iter().enumerate() {
        let best = mv.judgement.as_ref().and_then(|found| found.best.as_deref());
        let is_asked = missed.asks(mv.color, mv.severity, best);
        if is_asked && side.is_none_or(|side| side == mv.color) {
            let problem = data.problem(index, file);
            problems.push(problem.with_context(|| format!("move {}", mv.number))?);
        }
    }
    Ok(problems)
}

impl ReviewData {
    fn problem(&self, index: usize, file: &str) -> anyhow::Result<Problem> {
        let (mv, position) = (&self.moves[index], self.positions.get(index));
        let position = position.context("its position is missing")?;
        let size = BoardSize::new(self.width, self.height).context("a board has 1 to 25 lines")?;
        let stones = size
            .points()
            .zip(position.stones.chars())
            .filter_map(|(point, letter)| match letter {
                'X' => Some((point, Color::Black)),
                'O' => Some((point, Color::White)),
                _ => None,
            });
        let board = board_of(size, stones)?;
        let rules = self.rules.parse::<Rules>().unwrap_or_default();
        let game = Game::from_position(board, mv.color, rules, self.komi);
        let played = size
            .parse_move(&mv.mv)
            .with_context(|| format!("'{}' is no move", mv.mv))?;
        Ok(Problem::of_mistake(
            format!("{file}, move {}", mv.number),
            &game,
            played,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REVIEW: &str = r#"{"application":"Katachi:0.1.0","width":3,"height":3,"komi":0.5,
        "rules":"chinese","black":"You","white":"Ann","positions":[
        {"stones":"........."},{"stones":"X........"},{"stones":"X...O...."}],"moves":[
        {"number":1,"color":"black","move":"A3","severity":"blunder"},
        {"number":2,"color":"white","move":"B2","severity":"mistake"}]}"#;

    #[test]
    fn mistakes_have_their_positions() {
        let all = problems(REVIEW, "a.json", Whose::Side(None)).unwrap();
        assert_eq!(
            all.iter().map(|p| &*p.name).collect::<Vec<_>>(),
            ["a.json, move 1", "a.json, move 2"]
        );
        let game = all[1].game().unwrap();
        assert_eq!((game.to_move(), game.komi()), (Color::White, 0.5));
        let corner = game.size().parse_vertex("A3").unwrap();
        assert!(game.board().cell(corner).is(Color::Black));
        assert_eq!(problems(REVIEW, "a.json", Whose::Yours).unwrap().len(), 1);
    }

    #[test]
    fn other_json_and_damaged_reviews_are_refused() {
        let why = |text: &str| format!("{:#}", problems(text, "a.json", Whose::Yours).unwrap_err());
        assert!(why("{}").starts_with("it is no review of a game by Katachi"));
        assert!(why(&REVIEW.replace("Katachi", "Other")).starts_with("it is no review"));
        let red = REVIEW.replace("\"black\",\"move\"", "\"red\",\"move\"");
        assert!(why(&red).starts_with("it is no review"));
        let off = REVIEW.replace("\"A3\"", "\"Z9\"");
        assert_eq!(why(&off), "move 1: 'Z9' is no move");
    }
}
