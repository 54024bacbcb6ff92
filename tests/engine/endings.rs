// SPDX-License-Identifier: MIT OR Apache-2.0

//! Finished positions with agreed dead stones and results (`tests/data/endings.txt`).

use katachi_engine::{Engine, Settings};
use katachi_rules::{Board, Color, Game, PointSet, Rules};

const POSITIONS: &str = include_str!("../data/endings.txt");

/// A position of the file.
struct Ending<'a> {
    title: &'a str,
    board: Board,
    dead: PointSet,
    /// Results by rules.
    results: Vec<(Rules, &'a str)>,
}

impl<'a> Ending<'a> {
    fn parse(text: &'a str) -> Self {
        let mut lines = text.lines().filter(|line| !line.is_empty());
        let title = lines.next().expect("a title");
        let (diagram, claimed): (Vec<&str>, Vec<&str>) =
            lines.partition(|line| line.starts_with(['.', 'X', 'O']));
        let board = Board::from_diagram(&diagram.join("\n"));
        let (mut dead, mut results) = (PointSet::EMPTY, Vec::new());
        for line in claimed {
            match line.split_once(' ').expect("two words") {
                ("dead:", "none") => {}
                ("dead:", vertices) => dead.extend(vertices.split(' ').map(|vertex| {
                    let point = board.size().parse_vertex(vertex);
                    point.unwrap_or_else(|| panic!("{title}: no point {vertex}"))
                })),
                (rules, result) => results.push((rules.parse().expect("rules"), result)),
            }
        }
        Self {
            title,
            board,
            dead,
            results,
        }
    }

    /// Differences from the agreed results.
    fn faults(&self, engine: &Engine) -> Vec<String> {
        let game = |rules| Game::from_position(self.board.clone(), Color::Black, rules, 7.5);
        let status = engine.final_status(&game(Rules::CHINESE));
        let mut faults = Vec::new();
        let size = self.board.size();
        let show = |set: &PointSet| {
            let names: Vec<_> = set.iter().map(|p| size.vertex(p).to_string()).collect();
            names.join(" ")
        };
        if status.dead != self.dead {
            let found = show(&status.dead);
            faults.push(format!(
                "{}: dead are {found}, not {}",
                self.title,
                show(&self.dead)
            ));
        }
        for &(rules, expected) in &self.results {
            let found = status.score(&game(rules)).result().to_string();
            if found != expected {
                faults.push(format!("{}: {rules} {found}, not {expected}", self.title));
            }
        }
        faults
    }
}

#[test]
fn finished_positions_are_judged_as_people_judge_them() {
    let engine = Engine::new(Settings::default());
    let positions: Vec<Ending<'_>> = POSITIONS.split("\n= ").skip(1).map(Ending::parse).collect();
    assert!(positions.len() >= 30, "{} positions", positions.len());
    let faults: Vec<String> = positions
        .iter()
        .flat_map(|position| position.faults(&engine))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
