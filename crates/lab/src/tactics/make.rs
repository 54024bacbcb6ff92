// SPDX-License-Identifier: MIT OR Apache-2.0

//! Makes a file of questions.
//!
//! The seed orders the games. Each gives one random position, drawn from its moves, the kind and the seed,
//! and a position gives one question at most. Yes and no are equally frequent, so that constant answers gain
//! nothing. After the last game another round draws other positions. A file made in several runs equals one
//! made in a single run.

use katachi_rules::sgf::Record;
use katachi_rules::{Board, Point, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

use super::cut;
use super::engines::{GtpReader, Judge};
use super::exhaustive::solve_all;
use super::eyes::Eyes;
use super::file::{Header, LeftOut, QuestionSet};
use super::kind::{Kind, Truth};
use super::play::{Known, adjudicate};
use super::question::{Found, Question};
use crate::chance::random_below;
use crate::digest::{digest, hex};
use crate::judgement::{Half, hash_of_moves};

/// Positions of each game at most.
const ROUNDS: usize = 16;
/// The first position of a game on a board of that many points for each move: move 30 on 19x19, move 6 on
/// 9x9.
const POINTS_FOR_FIRST_MOVE: usize = 12;

/// Games in the order in which they are drawn, and the kind of the questions.
#[derive(Debug)]
pub(crate) struct QuestionBuilder {
    kind: Kind,
    seed: u64,
    /// Questions that the other program answers with fewer nodes are left out as easy.
    least_nodes: u64,
    games: Vec<Source>,
}

#[derive(Debug)]
struct Source {
    rank: [u8; 32],
    hash: [u8; 32],
    record: Record,
}

impl QuestionBuilder {
    pub(crate) fn new(kind: Kind, seed: u64, least_nodes: u64) -> Self {
        Self {
            kind,
            seed,
            least_nodes,
            games: Vec::new(),
        }
    }

    /// Adds a game. Its moves decide its place in the order.
    pub(crate) fn add(&mut self, record: Record) {
        let hash = hash_of_moves(&record);
        let rank = digest(&[&hash, &self.seed.to_le_bytes()]);
        self.games.push(Source { rank, hash, record });
    }

    /// Orders the games, drops duplicates, and begins a file of questions. `names` are the files of the
    /// games.
    pub(crate) fn begin(&mut self, names: &str, judges: String) -> QuestionSet {
        self.games.sort_by_key(|game| game.rank);
        self.games.dedup_by_key(|game| game.hash);
        let hashes: Vec<&[u8]> = self.games.iter().map(|game| &game.hash[..]).collect();
        let sum = hex(&digest(&hashes)[..4]);
        QuestionSet {
            header: Header {
                kind: self.kind,
                seed: self.seed,
                games: format!("{} of {names}, hash {sum}", self.games.len()),
                judges,
                least_nodes: self.least_nodes,
                positions: 0,
                left_out: Default::default(),
            },
            questions: Vec::new(),
        }
    }

    /// Tries the next position. Returns false if there is none. Without judges only exhaustive search
    /// answers.
    pub(crate) fn step(&self, set: &mut QuestionSet, judges: Option<[&mut GtpReader; 2]>) -> bool {
        let (round, index) = match self.games.len() {
            0 => return false,
            games => (set.header.positions / games, set.header.positions % games),
        };
        if round >= ROUNDS {
            return false;
        }
        let game = &self.games[index];
        let examined = self.examine(game, round, judges);
        match examined.and_then(|question| balanced(set, question)) {
            Ok(mut question) => {
                question.number = set.questions.len() + 1;
                set.questions.push(question);
            }
            Err(why) => *set.header.left_out.entry(why).or_default() += 1,
        }
        set.header.positions += 1;
        true
    }

    fn is_easy(&self, other: &mut GtpReader, board: &Board, stones: &[Point]) -> bool {
        if self.least_nodes == 0 {
            return false;
        }
        other.begin();
        let before = other.effort().0;
        let answered = other.ask(board, self.kind, stones).is_ok();
        let nodes = other.effort().0.zip(before);
        answered && nodes.is_some_and(|(after, before)| after.saturating_sub(before) < self.least_nodes)
    }

    fn examine(
        &self,
        game: &Source,
        round: usize,
        mut judges: Option<[&mut GtpReader; 2]>,
    ) -> Result<Question, LeftOut> {
        let (kind, name) = (self.kind, self.kind.to_string());
        let mut rng = ChaCha8Rng::from_seed(digest(&[&game.rank, name.as_bytes(), &[round as u8]]));
        let from = game.record.size.area() / POINTS_FOR_FIRST_MOVE;
        let choices = (game.record.move_count() + 1)
            .checked_sub(from)
            .filter(|&n| n > 0);
        let moves = from + random_below(&mut rng, choices.ok_or(LeftOut::Nothing)?);
        let at_move = game.record.game_after(moves, Rules::default(), 0.0);
        let mut board = at_move.map_err(|_| LeftOut::Nothing)?.board().clone();
        let stones = choose(&board, kind, &mut rng)?;
        if kind == Kind::Live {
            intrude(&mut board, stones[0], &mut rng)?;
        }
        if let Some([_, second]) = &mut judges
            && self.is_easy(second, &board, &stones)
        {
            return Err(LeftOut::Easy);
        }
        let mut adjudicate = |kind| -> Result<Settled, LeftOut> {
            if let Some(solved) = solve_all(&board, kind, &stones) {
                return Settled::new(kind, &solved.into_iter().map(Known::from).collect::<Vec<_>>());
            }
            let [first, second] = judges.as_mut().ok_or(LeftOut::Open)?;
            let known = adjudicate([&mut **first, &mut **second], &board, kind, &stones);
            Settled::new(kind, &known.map_err(|_| LeftOut::Unanswered)?)
        };
        if let Some(threat) = kind.needs()
            && adjudicate(threat)?.truths == [Truth::No]
        {
            return Err(LeftOut::Safe);
        }
        let known = adjudicate(kind)?;
        if Eyes::of_truths(&known.truths).is_some_and(|eyes| !eyes.are_open()) {
            return Err(LeftOut::Obvious);
        }
        Ok(Question {
            number: 0,
            half: Half::from_record(&game.record),
            source: format!("{}:{moves}", hex(&game.hash[..4])),
            kind,
            truths: known.truths,
            found: known.found,
            moves: known.moves,
            stones,
            board,
        })
    }
}

/// The answers to all parts of a question.
struct Settled {
    truths: Vec<Truth>,
    found: Found,
    moves: Vec<Point>,
}

impl Settled {
    /// Open if one of the parts is, or if numbers of eyes contradict each other. The moves are those for the
    /// last part that can be done: who captures the other group of a race saves the own one by it. Of eyes
    /// they are those of the owner, if its moving first matters.
    fn new(kind: Kind, parts: &[Known]) -> Result<Self, LeftOut> {
        let truths: Option<Vec<Truth>> = parts.iter().map(|part| part.truth).collect();
        let truths = truths.ok_or(LeftOut::Open)?;
        let is_possible = |part: &&Known| part.truth.is_some_and(|truth| truth > Truth::No);
        let has_moves = match kind {
            Kind::Eye => Eyes::of_truths(&truths).ok_or(LeftOut::Open)?.are_open(),
            _ => true,
        };
        // The weakest of the ways in which the answers to parts were found.
        let ways = [Found::Played, Found::Agreed, Found::Searched];
        let has = |found| parts.iter().any(|part| part.found == found);
        let best = parts.iter().rev().find(is_possible).filter(|_| has_moves);
        Ok(Self {
            truths,
            found: ways.into_iter().find(|&found| has(found)).ok_or(LeftOut::Open)?,
            moves: best.map_or(Vec::new(), |part| part.moves.clone()),
        })
    }
}

/// The question, unless it would make one of the answers more frequent than another: yes and no, of a race
/// won, lost, and both groups saved. Answers with a ko and numbers of eyes are always taken.
fn balanced(set: &QuestionSet, question: Question) -> Result<Question, LeftOut> {
    let count = |truths: &[Truth]| set.questions.iter().filter(|q| q.truths == truths).count();
    let balanced: &[&[Truth]] = match question.kind {
        Kind::Eye => &[],
        Kind::Race => &[&[Truth::Yes; 2], &[Truth::No; 2], &[Truth::Yes, Truth::No]],
        _ => &[&[Truth::Yes], &[Truth::No]],
    };
    let own = count(&question.truths);
    let is_balanced = balanced.contains(&&question.truths[..]);
    match is_balanced && balanced.iter().any(|truths| count(truths) < own) {
        true => Err(LeftOut::Surplus),
        false => Ok(question),
    }
}

/// Stones by chance about which the answer is not obvious.
fn choose(board: &Board, kind: Kind, rng: &mut ChaCha8Rng) -> Result<Vec<Point>, LeftOut> {
    let mut groups = cut::places(board, kind);
    groups.retain(|places| !places.is_empty());
    let mut why = LeftOut::Nothing;
    while !groups.is_empty() {
        why = LeftOut::Obvious;
        let group = random_below(rng, groups.len());
        let place = random_below(rng, groups[group].len());
        let stones = groups[group].swap_remove(place);
        if !cut::is_obvious(board, kind, &stones) {
            return Ok(stones);
        }
        if groups[group].is_empty() {
            groups.swap_remove(group);
        }
    }
    Err(why)
}

/// A move by chance of the other side at a point that the group reaches: few groups of games can be killed
/// before it, and most of these cannot be saved any more.
fn intrude(board: &mut Board, stone: Point, rng: &mut ChaCha8Rng) -> Result<(), LeftOut> {
    let color = board.cell(stone).color().ok_or(LeftOut::Nothing)?.opposite();
    let mut points = cut::region(board, stone);
    points.retain(|p| board.is_legal(color, p));
    if points.is_empty() {
        return Err(LeftOut::Nothing);
    }
    let nth = random_below(rng, points.len());
    let point = points.iter().nth(nth).ok_or(LeftOut::Nothing)?;
    let _ = board.play(color, point);
    match board.cell(stone).is_stone() {
        true => Ok(()),
        false => Err(LeftOut::Nothing),
    }
}

#[cfg(test)]
mod tests {
    use super::super::engines::GtpReader;
    use super::*;

    /// A game of stones at random on 7x7.
    fn game(number: u64) -> Record {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let mut points: Vec<String> = ('a'..='g')
            .flat_map(|x| ('a'..='g').map(move |y| format!("{x}{y}")))
            .collect();
        let mut sgf = "(;SZ[7]".to_string();
        for color in ["B", "W"].into_iter().cycle().take(24) {
            let point = points.swap_remove(random_below(&mut rng, points.len()));
            sgf.push_str(&format!(";{color}[{point}]"));
        }
        Record::parse(format!("{sgf})").as_bytes()).unwrap()
    }

    fn made(order: &[u64], seed: u64, stops: &[usize]) -> String {
        made_of(order, seed, 0, stops)
    }

    fn made_of(order: &[u64], seed: u64, least: u64, stops: &[usize]) -> String {
        let mut builder = QuestionBuilder::new(Kind::Attack, seed, least);
        for &number in order {
            builder.add(game(number));
        }
        let mut set = builder.begin("games", "two".to_string());
        for &stop in stops {
            let (mut a, mut b) = (GtpReader::own(1_000), GtpReader::own(1_000));
            while set.questions.len() < stop && builder.step(&mut set, Some([&mut a, &mut b])) {}
            set = QuestionSet::parse(&set.to_string()).unwrap();
        }
        set.to_string()
    }

    #[test]
    fn questions_depend_on_the_games_and_the_seed_alone() {
        let at_once = made(&[1, 2, 3, 4, 5, 6, 7, 8], 1, &[6]);
        assert!(at_once.lines().count() > 10, "{at_once}");
        assert_eq!(made(&[8, 7, 6, 5, 4, 3, 2, 1, 1], 1, &[6]), at_once);
        assert_ne!(made(&[1, 2, 3, 4, 5, 6, 7, 8], 2, &[6]), at_once);
    }

    #[test]
    fn questions_that_the_other_reader_answers_with_few_nodes_are_left_out_as_easy() {
        let games = [1, 2, 3, 4, 5, 6, 7, 8];
        let easy = |least| {
            let set = QuestionSet::parse(&made_of(&games, 1, least, &[99])).unwrap();
            *set.header.left_out.get(&LeftOut::Easy).unwrap_or(&0)
        };
        assert_eq!(easy(0), 0);
        assert!(0 < easy(20) && easy(20) < easy(500), "{} {}", easy(20), easy(500));
    }

    #[test]
    fn a_file_made_in_parts_is_that_made_at_once() {
        let games = [1, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(made(&games, 1, &[2, 3, 6]), made(&games, 1, &[6]));
    }
}
