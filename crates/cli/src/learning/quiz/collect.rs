// SPDX-License-Identifier: MIT OR Apache-2.0

//! Problems from files: mistakes of reviewed games and of games that are reviewed now, and problems of life
//! and death.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};
use katachi_learning::Judge;
use katachi_learning::quiz::{Book, Problem, Whose, asked, asked_of, hash, with_side};
use katachi_review::{self as review, Review, Severity};
use katachi_rules::sgf::{APPLICATION, NodeId, Record, Step, Tree};
use katachi_rules::{BoardSize, Color, Game, Rules};
use serde::Deserialize;
use serde_json::Value;

use crate::records::{self, OneGame, files_in, short};
use crate::review::{Bar, with_advice};
use crate::{note, solve, start};

const ENDS: [&str; 7] = [".sgf", ".gib", ".ngf", ".ugf", ".ugi", ".json", ".jsonl"];
const OF_REVIEWS: [&str; 3] = ["BM", "DO", "V"];

pub(super) struct Collector<'a> {
    pub(super) judge: &'a Judge,
    pub(super) visits: u32,
    pub(super) whose: Whose,
    pub(super) book: &'a mut Book,
    pub(super) found: Vec<String>,
}

impl Collector<'_> {
    /// Adds the problems of a file, or of the files of a folder. What cannot be used in a folder is left out
    /// with a note.
    pub(super) fn add(&mut self, path: &Path) -> anyhow::Result<()> {
        if !path.is_dir() {
            return self.add_file(path);
        }
        for file in files_in(path, &ENDS)? {
            if let Err(error) = self.add_file(&file) {
                note(&format!("{error:#}; it is left out"));
            }
        }
        Ok(())
    }

    fn add_file(&mut self, file: &Path) -> anyhow::Result<()> {
        match file.extension().and_then(|end| end.to_str()) {
            Some("jsonl") => self.add_lines(file),
            Some("json") => self.add_review(file),
            _ => self.add_records(file),
        }
    }

    fn take(&mut self, problem: Problem) -> anyhow::Result<()> {
        self.found.push(self.book.add(problem)?);
        Ok(())
    }

    fn add_lines(&mut self, file: &Path) -> anyhow::Result<()> {
        for tsumego in solve::from_lines(file)? {
            let game = Game::from_position(tsumego.board, tsumego.to_play, Rules::default(), 7.5);
            let name = format!("{}, {}", short(file), tsumego.name);
            self.take(Problem::of_life(name, &game, &tsumego.answers))?;
        }
        Ok(())
    }

    fn add_review(&mut self, file: &Path) -> anyhow::Result<()> {
        let name = file.display();
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
        let problems = problems(&text, &short(file), self.whose);
        let problems = problems.with_context(|| format!("cannot use {name}"))?;
        problems.into_iter().try_for_each(|problem| self.take(problem))
    }

    fn add_records(&mut self, file: &Path) -> anyhow::Result<()> {
        let games = records::games(file, None)?.into_iter();
        let games: Vec<OneGame> = games.collect::<anyhow::Result<_>>()?;
        games.iter().try_for_each(|game| {
            let name = short(file) + &game.suffix(", game ");
            let added = self.add_game(game, &name, file);
            added.with_context(|| format!("cannot use {}", file.display()))
        })
    }

    fn add_game(&mut self, game: &OneGame, name: &str, file: &Path) -> anyhow::Result<()> {
        let (tree, record) = (&game.tree, &game.record);
        let (rules, komi) = start::rules_and_komi(file, record, None, None)?;
        let moves = moves_of(tree);
        let has_marks = |node| OF_REVIEWS.iter().any(|name| tree.get(node, name).is_some());
        if moves.iter().any(|&(node, _)| has_marks(node)) {
            let facts = |&(node, color)| (color, severity_of(tree, node), better(tree, node, color));
            let asked = asked(moves.iter().map(facts));
            self.add_mistakes(record, (rules, komi), asked, name)
        } else if is_problem(record) {
            let game = record.game_after(solve::moves_before_problem(record), rules, komi)?;
            self.take(Problem::of_life(name.to_owned(), &game, &[]))
        } else {
            self.review(record, (rules, komi), name)
        }
    }

    fn add_mistakes(
        &mut self,
        record: &Record,
        (rules, komi): (Rules, f32),
        indices: Vec<usize>,
        name: &str,
    ) -> anyhow::Result<()> {
        let side = self.side(record);
        let moves: Vec<&Step> = record.steps.iter().filter(|step| step.is_move()).collect();
        for index in indices {
            if let Some(Step::Play(color, mv)) = moves.get(index)
                && side.is_none_or(|side| side == *color)
            {
                let game = with_side(record.game_after(index, rules, komi)?, *color);
                let name = format!("{name}, move {}", index + 1);
                self.take(Problem::of_mistake(name, &game, *mv))?;
            }
        }
        Ok(())
    }

    fn side(&self, record: &Record) -> Option<Color> {
        self.whose.side([record.get("PB"), record.get("PW")])
    }

    /// Reviews a game, unless that was done before, and adds its mistakes.
    fn review(&mut self, record: &Record, (rules, komi): (Rules, f32), name: &str) -> anyhow::Result<()> {
        let (player, visits) = (self.side(record), self.visits);
        let moves = Record {
            info: Vec::new(),
            ..record.clone()
        };
        // Without the version of the program that wrote it.
        let moves = moves.to_sgf().replace(APPLICATION, "");
        let hash = hash(&format!("{player:?} {visits} {rules} {komi} {moves}"));
        if let Some(ids) = self.book.reviewed(&hash) {
            self.found.extend(ids.iter().cloned());
            return Ok(());
        }
        let settings = review::Settings {
            visits: Some(visits),
            player,
            ..review::Settings::default()
        };
        let bar = Bar::new(false);
        let mut watcher = |progress| bar.show(progress);
        let engine = &self.judge.engine;
        let made = Review::new(engine, record, rules, komi, &settings, None, &mut watcher);
        bar.clear();
        let made = made.map_err(with_advice)?;
        let before = self.found.len();
        self.add_mistakes(record, (rules, komi), asked_of(&made), name)?;
        self.book.set_reviewed(hash, self.found[before..].to_vec());
        // A review takes long: it is kept even if nothing is answered.
        self.book.save()
    }
}

/// Returns the moves of the main line: their nodes and sides.
fn moves_of(tree: &Tree) -> Vec<(NodeId, Color)> {
    let sides = |node| Color::BOTH.map(|color| (node, color));
    let is_there = |&(node, color): &(NodeId, Color)| tree.get(node, &color.letter().to_string()).is_some();
    tree.main_line().flat_map(sides).filter(is_there).collect()
}

fn severity_of(tree: &Tree, node: NodeId) -> Severity {
    let has = |name| tree.get(node, name).is_some();
    match (has("BM"), has("DO")) {
        (true, _) => Severity::Mistake,
        (_, true) => Severity::Inaccuracy,
        _ => Severity::Fine,
    }
}

/// Returns the first better move beside a move: a variation that a review has marked as good.
fn better(tree: &Tree, node: NodeId, color: Color) -> Option<String> {
    let beside = tree.children(tree.parent(node)?);
    let mut good = beside.filter(|&node| tree.get(node, "TE").is_some());
    let better = good.find_map(|node| tree.get(node, &color.letter().to_string()))?;
    Some(better.value().simple_text().trim().to_owned())
}

/// Returns whether a record is a problem: it begins with stones of both sides, or has stones and no move.
fn is_problem(record: &Record) -> bool {
    let first = record.steps.iter().take_while(|step| !step.is_move());
    let points = first.filter_map(|step| match step {
        Step::Setup(points) => Some(points),
        _ => None,
    });
    let stones: Vec<Color> = points.flatten().filter_map(|(_, cell)| cell.color()).collect();
    let has = |color| stones.contains(&color);
    (has(Color::Black) && has(Color::White)) || (!stones.is_empty() && record.move_count() == 0)
}

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
    judgement: Option<Value>,
}

/// Returns the mistakes and blunders of a review in `file`.
fn problems(text: &str, file: &str, whose: Whose) -> anyhow::Result<Vec<Problem>> {
    let data: ReviewData = serde_json::from_str(text).context("it is no review of a game by Katachi")?;
    ensure!(
        data.application.starts_with("Katachi"),
        "it is no review of a game by Katachi"
    );
    let side = whose.side([Some(&data.black), Some(&data.white)]);
    let mut problems = Vec::new();
    let best = |mv: &MoveData| Some(mv.judgement.as_ref()?["best"].as_str()?.to_owned());
    let facts = data.moves.iter().map(|mv| (mv.color, mv.severity, best(mv)));
    for index in asked(facts) {
        let mv = &data.moves[index];
        if side.is_none_or(|side| side == mv.color) {
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
        let stone = |(point, letter)| match letter {
            'X' => Some((point, Color::Black)),
            'O' => Some((point, Color::White)),
            _ => None,
        };
        let stones = size.points().zip(position.stones.chars()).filter_map(stone);
        let board = solve::board_of(size, stones)?;
        let rules = self.rules.parse::<Rules>().unwrap_or_default();
        let game = Game::from_position(board, mv.color, rules, self.komi);
        let played = size.parse_move(&mv.mv);
        let played = played.with_context(|| format!("'{}' is no move", mv.mv))?;
        let name = format!("{file}, move {}", mv.number);
        Ok(Problem::of_mistake(name, &game, played))
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::sgf::Games;

    use super::*;

    fn record(text: &str) -> Record {
        Record::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn stones_of_both_sides_or_stones_alone_are_a_problem() {
        for (text, expected) in [
            ("(;SZ[9]AB[aa]AW[bb])", true),
            ("(;SZ[9]AB[aa]AW[bb];B[cc])", true),
            ("(;SZ[9]AB[aa])", true),
            ("(;SZ[9]HA[2]AB[cc][gg];W[ee])", false),
            ("(;SZ[9]AB[cc][gg];W[ee])", false),
            ("(;SZ[9];B[ee])", false),
        ] {
            assert_eq!(is_problem(&record(text)), expected, "{text}");
        }
    }

    #[test]
    fn the_better_move_of_a_review_is_the_marked_variation() {
        let game = "(;SZ[9];B[ee](;W[cc]BM[1])(;W[gg]TE[1]C[Better])(;B[aa]TE[1]))";
        let games: Result<Vec<Tree>, _> = Games::new(game.as_bytes()).unwrap().collect();
        let tree = &games.unwrap()[0];
        let found = moves_of(tree);
        let found = found
            .into_iter()
            .map(|(node, color)| (better(tree, node, color), severity_of(tree, node)));
        let marked = (Some("gg".to_owned()), Severity::Mistake);
        assert_eq!(found.collect::<Vec<_>>(), [(None, Severity::Fine), marked]);
    }

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
