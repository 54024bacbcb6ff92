// SPDX-License-Identifier: MIT OR Apache-2.0

//! Makes a file of questions.
//!
//! The seed orders the games. Each gives one random position, drawn from its moves, the kind and the seed,
//! and a position gives one question at most. Yes and no are equally frequent, so that constant answers gain
//! nothing. After the last game another round draws other positions. A file made in several runs equals one
//! made in a single run.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, ensure};
use katachi_engine::reading::Reader;
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Board, Color, Point, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

use super::cut;
use super::engines::{GtpReader, Judge as _, NoAnswer};
use super::exhaustive::solve_all;
use super::file::{Header, LeftOut, QuestionSet};
use super::kind::{Kind, Truth, eyes_of_truths};
use super::play::{Settled, adjudicate};
use super::question::{Found, Question};
use crate::chance::random_below;
use crate::digest::{digest, hex};
use crate::games::{Half, each_record, hash_of_moves};
use crate::judged::{self, JudgedGame};
use crate::parts::names;

const HELP: &str = "\
Each position gives one question at most; what is obvious is left out. True is what the reader in this process, with many
nodes, and the other program agree on. Where they disagree the moves that they claim to work are played until they agree;
what stays open is left out. With --ownership the judge of the games decides: a group lives if each of its stones is its
owner's by 95 %, and dies if each is by 5 % at most. If FILE is there it is gone on with: by the same games, kind and seed.

Examples:
  katachi-lab tactics make games/*.sgf.gz -o attack.txt.gz --kind attack --count 2000 --judge 'gnugo --mode gtp --level 12'
  katachi-lab tactics make judged/*.jsonl.gz -o kill.txt.gz --kind kill --ownership --hard
  katachi-lab tactics score attack.txt.gz --list";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct MakeArgs {
    /// SGF files, or with --ownership files of judged games; plain or compressed by gzip
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// File for the questions; .gz compresses it
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Kind of the questions
    #[arg(long, value_name = "KIND")]
    kind: Kind,
    /// Number of questions
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: usize,
    /// Seed of games, positions and places
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Nodes a question of the reader in this process
    #[arg(long, value_name = "N", default_value_t = 100 * Reader::QUESTION_NODES, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// The other program, with GNU Go's GTP commands
    ///
    /// Those of its regression suites, such as attack and owl_attack.
    #[arg(long, value_name = "COMMAND", default_value = "gnugo --mode gtp")]
    judge: String,
    /// Answer by exhaustive search alone (kill, live, eye)
    ///
    /// Only questions about small groups and eye spaces. No other judge is asked.
    #[arg(long, conflicts_with_all = ["nodes", "judge", "hard"])]
    exhaustive: bool,
    /// Answer by the ownership of judged games (kill, live)
    ///
    /// The group is one of the side to move in the game for live, of the other side for kill. No other judge
    /// is asked.
    #[arg(long, conflicts_with_all = ["nodes", "judge", "exhaustive"])]
    ownership: bool,
    /// Keep only questions that readers disagree about
    ///
    /// The reader in this process with 300 nodes, with those of a user's question, and the other program or
    /// the ownership.
    #[arg(long)]
    hard: bool,
}

/// Nodes of the first reader that hard questions are shown to; 100 to 1,000.
const FEW_NODES: u32 = 300;

/// Smallest ownership of a sure stone, for or against its side: 0.9, a share of 95 or 5 %; 0.8 to 1.
const SURE: f32 = 0.9;

const WRITTEN_AFTER: usize = 25;
const ROUNDS: usize = 16;
/// The first position of a game on a board of that many points for each move: move 30 on 19x19, move 6 on
/// 9x9.
const POINTS_FOR_FIRST_MOVE: usize = 12;

/// Makes questions, or goes on with those of a file.
pub(super) fn run(args: &MakeArgs) -> anyhow::Result<()> {
    ensure!(
        args.exhaustive || args.kind != Kind::Eye,
        "eye spaces are answered by exhaustive search alone: give --exhaustive"
    );
    ensure!(
        !args.ownership || matches!(args.kind, Kind::Kill | Kind::Live),
        "ownership answers questions about the life of groups: give --kind kill or live"
    );
    let mut games = Vec::new();
    if args.ownership {
        for file in &args.games {
            for game in judged::read(file)? {
                games.push(Source::from_judged(&game?, args.seed));
            }
        }
    } else {
        each_record(&args.games, |record| games.push(Source::new(record, args.seed)))?;
    }
    let games = drawn(games);
    let mut judges = Judges::new(args)?;
    let files = names(&args.games).join(", ");
    let origin = origin(args.seed, &games, &files, &judges.names(args.ownership, &files)?);
    let mut set = begun(&args.output, args.kind, origin)?;
    let step = |set: &mut QuestionSet| step(&games, set, &mut judges);
    fill(&mut set, &args.output, args.count, step)
}

/// Readers that are asked about questions.
struct Judges {
    /// They decide: the reader in this process with many nodes, and the other program. None if exhaustive
    /// search or the ownership does.
    deciding: Option<[GtpReader; 2]>,
    /// The reader in this process with few nodes and with those of a user's question, if only questions are
    /// kept that these two and the other program, or the ownership, disagree about.
    quick: Option<[GtpReader; 2]>,
}

impl Judges {
    fn new(args: &MakeArgs) -> anyhow::Result<Self> {
        let deciding = [GtpReader::own(args.nodes), GtpReader::new(&args.judge)?];
        let quick = [FEW_NODES, Reader::QUESTION_NODES].map(GtpReader::own);
        Ok(Self {
            deciding: (!args.exhaustive && !args.ownership).then_some(deciding),
            quick: args.hard.then_some(quick),
        })
    }

    /// The names of the judges. `files` are those of the games.
    fn names(&mut self, has_ownership: bool, files: &str) -> anyhow::Result<String> {
        let (mut names, third) = match &mut self.deciding {
            Some([own, other]) => (format!("{}; {}", own.name()?, other.name()?), "other program"),
            None if has_ownership => (format!("ownership in {files}"), "ownership"),
            None => ("exhaustive search".to_owned(), ""),
        };
        if let Some([few, usual]) = &mut self.quick {
            let (few, usual) = (few.name()?, usual.name()?);
            names += &format!("\nhard: {few}, {usual} and the {third} disagree");
        }
        Ok(names)
    }

    /// Whether all readers give the same answer at once, and the one that is judged if there is one. False
    /// if any question is kept.
    fn agree(&mut self, question: &Question) -> Result<bool, NoAnswer> {
        let Some([few, usual]) = &mut self.quick else {
            return Ok(false);
        };
        let other = self.deciding.as_mut().map(|[_, other]| other);
        let judged: Vec<Option<Truth>> = question.truths.iter().copied().map(Some).collect();
        let mut first = Some(judged).filter(|judged| !judged.is_empty());
        for reader in [Some(few), other, Some(usual)].into_iter().flatten() {
            reader.begin();
            let given = reader.answers(&question.board, question.kind, &question.stones)?;
            let truths: Vec<Option<Truth>> = given.iter().map(|given| given.truth).collect();
            if *first.get_or_insert_with(|| truths.clone()) != truths {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Adds questions to a file by steps, until it has that number or a step returns false.
pub(super) fn fill(
    set: &mut QuestionSet,
    output: &Path,
    count: usize,
    mut step: impl FnMut(&mut QuestionSet) -> bool,
) -> anyhow::Result<()> {
    let write = |set: &QuestionSet| {
        let written = set.write(output);
        written.with_context(|| format!("cannot write {}", output.display()))
    };
    let start = Instant::now();
    let mut written = set.questions.len();
    while set.questions.len() < count && step(set) {
        if set.questions.len() >= written + WRITTEN_AFTER {
            written = set.questions.len();
            write(set)?;
            let (positions, seconds) = (set.header.positions, start.elapsed().as_secs_f64());
            eprintln!("katachi-lab: {written} questions of {positions} positions, {seconds:.0} s");
        }
    }
    write(set)?;
    let (kind, count, positions) = (set.header.kind, set.questions.len(), set.header.positions);
    let left_out = set.header.left_out();
    writeln!(
        io::stdout(),
        "{kind}: {count} questions of {positions} positions; left out: {left_out}"
    )?;
    Ok(())
}

/// The questions that the file has, or none yet.
pub(super) fn begun(output: &Path, kind: Kind, origin: String) -> anyhow::Result<QuestionSet> {
    let none = empty(kind, origin);
    if !output.exists() {
        return Ok(none);
    }
    let name = output.display();
    let before = QuestionSet::read(output).with_context(|| format!("cannot go on with {name}"))?;
    let (found, wanted) = (&before.header, &none.header);
    ensure!(
        (found.kind, &found.origin) == (wanted.kind, &wanted.origin),
        "{name} has questions of another kind or seed, hard ones or others, of other games or shapes, or \
         other judges: give another name, or delete it\nit has:\n{found}asked for:\n{wanted}"
    );
    Ok(before)
}

fn empty(kind: Kind, origin: String) -> QuestionSet {
    QuestionSet {
        header: Header {
            kind,
            origin,
            positions: 0,
            left_out: Default::default(),
        },
        questions: Vec::new(),
    }
}

struct Source {
    /// Its place in the order, by the seed.
    rank: [u8; 32],
    hash: [u8; 32],
    record: Record,
    /// The ownership before each move, if the game is judged.
    ownership: Option<Vec<Vec<f32>>>,
}

impl Source {
    fn new(record: Record, seed: u64) -> Self {
        let hash = hash_of_moves(&record);
        Self {
            rank: digest(&[&hash, &seed.to_le_bytes()]),
            hash,
            record,
            ownership: None,
        }
    }

    fn from_judged(game: &JudgedGame, seed: u64) -> Self {
        let mut record = Record::new(game.size);
        record.steps = game.turns().map(|(color, mv)| Step::Play(color, mv)).collect();
        let mut source = Self::new(record, seed);
        source.ownership = Some(game.positions.iter().map(|it| it.ownership.clone()).collect());
        source
    }
}

/// The games in their order, without duplicates.
fn drawn(mut games: Vec<Source>) -> Vec<Source> {
    games.sort_by_key(|game| game.rank);
    games.dedup_by_key(|game| game.hash);
    games
}

/// The lines of a file that say where its questions come from. `names` are the files of the games.
fn origin(seed: u64, games: &[Source], names: &str, judges: &str) -> String {
    let hashes: Vec<&[u8]> = games.iter().map(|game| &game.hash[..]).collect();
    let (count, hash) = (games.len(), hex(&digest(&hashes)[..4]));
    format!("seed: {seed}\ngames: {count} of {names}, hash {hash}\njudges: {judges}")
}

/// Tries the next position. Returns false if there is none.
fn step(games: &[Source], set: &mut QuestionSet, judges: &mut Judges) -> bool {
    let position = set.header.positions;
    if position >= ROUNDS * games.len() {
        return false;
    }
    let (round, index) = (position / games.len(), position % games.len());
    add(set, examine(set.header.kind, &games[index], round, judges));
    true
}

/// Adds the next position: a question, or why there is none.
pub(super) fn add(set: &mut QuestionSet, examined: Result<Question, LeftOut>) {
    match examined.and_then(|question| balanced(set, question)) {
        Ok(mut question) => {
            question.number = set.questions.len() + 1;
            set.questions.push(question);
        }
        Err(why) => *set.header.left_out.entry(why).or_default() += 1,
    }
    set.header.positions += 1;
}

fn examine(kind: Kind, game: &Source, round: usize, judges: &mut Judges) -> Result<Question, LeftOut> {
    let name = kind.to_string();
    let mut rng = ChaCha8Rng::from_seed(digest(&[&game.rank, name.as_bytes(), &[round as u8]]));
    let from = game.record.size.area() / POINTS_FOR_FIRST_MOVE;
    let choices = (game.record.move_count() + 1).saturating_sub(from);
    if choices == 0 {
        return Err(LeftOut::Nothing);
    }
    let moves = from + random_below(&mut rng, choices);
    let at_move = game.record.game_after(moves, Rules::default(), 0.0);
    let at_move = at_move.map_err(|_| LeftOut::Nothing)?;
    let mut board = at_move.board().clone();
    let by = game.ownership.as_ref().map(|_| at_move.to_move());
    let stones = choose(&board, kind, by, &mut rng)?;
    let judged = match &game.ownership {
        None => None,
        Some(before) => Some(judge(&board, kind, stones[0], before.get(moves)).ok_or(LeftOut::Open)?),
    };
    if kind == Kind::Live && judged.is_none() {
        intrude(&mut board, stones[0], &mut rng)?;
    }
    let question = Question {
        number: 0,
        half: Half::from_record(&game.record),
        source: format!("{}:{moves}", hex(&game.hash[..4])),
        kind,
        board,
        stones,
        truths: Vec::from_iter(judged),
        found: Found::Judged,
        moves: Vec::new(),
    };
    if judges.agree(&question)? {
        return Err(LeftOut::Easy);
    }
    if judged.is_some() {
        return Ok(question);
    }
    let question = answered(question, |kind, board, stones| {
        if let Some(solved) = solve_all(board, kind, stones) {
            return Ok(solved);
        }
        let [first, second] = judges.deciding.as_mut().ok_or(LeftOut::Open)?;
        adjudicate([first, second], board, kind, stones)
    })?;
    match is_settled(&question.truths) {
        true => Err(LeftOut::Obvious),
        false => Ok(question),
    }
}

/// The truth about the group of a stone by the ownership. None if the judge is not sure of all its stones
/// alike, or has not seen the position: that after the last move.
fn judge(board: &Board, kind: Kind, stone: Point, ownership: Option<&Vec<f32>>) -> Option<Truth> {
    let (color, region) = (board.cell(stone).color()?, cut::region(board, stone));
    let sign = if color == Color::Black { 1.0 } else { -1.0 };
    let points = board.size().points().zip(ownership?);
    let mut own = points.filter(|&(p, _)| region.contains(p) && board.cell(p).is(color));
    let lives = own.clone().all(|(_, owner)| sign * owner >= SURE);
    let dies = own.all(|(_, owner)| sign * owner <= -SURE);
    (lives || dies).then(|| Truth::from_success(lives == (kind == Kind::Live)))
}

/// Whether an eye space has the same number of eyes for either first move.
fn is_settled(truths: &[Truth]) -> bool {
    eyes_of_truths(truths).is_some_and(|(min, max)| min == max)
}

/// The question with its answers as `decide` finds them, which it does not have yet.
pub(super) fn answered(
    mut question: Question,
    mut decide: impl FnMut(Kind, &Board, &[Point]) -> Result<Vec<Settled>, LeftOut>,
) -> Result<Question, LeftOut> {
    let mut decided = |kind| decide(kind, &question.board, &question.stones);
    if let Some(threat) = question.kind.needs()
        && decided(threat)?.iter().all(|part| part.truth == Truth::No)
    {
        return Err(LeftOut::Safe);
    }
    let parts = decided(question.kind)?;
    question.truths = parts.iter().map(|part| part.truth).collect();
    if question.kind == Kind::Eye {
        eyes_of_truths(&question.truths).ok_or(LeftOut::Open)?;
    }
    // The moves are those for the last part that can be done: who captures the other group of a race saves
    // the own one by it.
    let possible = parts.iter().rev().find(|part| part.truth > Truth::No);
    let played = parts.iter().find(|part| part.found == Found::Played);
    question.found = played.unwrap_or(&parts[0]).found;
    question.moves = possible.map_or(Vec::new(), |part| part.moves.clone());
    Ok(question)
}

/// The question, unless it would make one of the answers more frequent than another: yes and no, of a race
/// won, lost, and both groups saved; or half of the eye spaces settled. Answers with a ko are always taken.
fn balanced(set: &QuestionSet, question: Question) -> Result<Question, LeftOut> {
    let count = |truths: &[Truth]| set.questions.iter().filter(|q| q.truths == truths).count();
    let settled = set.questions.iter().filter(|q| is_settled(&q.truths)).count();
    if is_settled(&question.truths) && 2 * settled > set.questions.len() {
        return Err(LeftOut::Surplus);
    }
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

/// Stones by chance about which the answer is not obvious. `by` moves first; either side without it.
fn choose(board: &Board, kind: Kind, by: Option<Color>, rng: &mut ChaCha8Rng) -> Result<Vec<Point>, LeftOut> {
    let first = |stone| board.cell(stone).color().map(|owner| kind.first(owner));
    let mut groups = cut::places(board, kind);
    let places = groups.iter_mut();
    places.for_each(|it| it.retain(|stones| by.is_none() || first(stones[0]) == by));
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
    use super::*;

    /// A game of stones at random on 7x7.
    fn game(number: u64) -> Record {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let name = |p: u8| format!("{}{}", (b'a' + p / 7) as char, (b'a' + p % 7) as char);
        let mut points: Vec<String> = (0..49).map(name).collect();
        let mut sgf = "(;SZ[7]".to_string();
        for color in ["B", "W"].into_iter().cycle().take(24) {
            let point = points.swap_remove(random_below(&mut rng, points.len()));
            sgf.push_str(&format!(";{color}[{point}]"));
        }
        Record::parse(format!("{sgf})").as_bytes()).unwrap()
    }

    fn made(order: &[u64], seed: u64) -> String {
        made_of(order, seed, None, 6).to_string()
    }

    fn made_of(order: &[u64], seed: u64, quick: Option<[u32; 2]>, count: usize) -> QuestionSet {
        let games = order.iter().map(|&number| Source::new(game(number), seed));
        let games = drawn(games.collect());
        let mut set = empty(Kind::Attack, origin(seed, &games, "games", "two"));
        let mut judges = Judges {
            deciding: Some([1_000, 1_000].map(GtpReader::own)),
            quick: quick.map(|nodes| nodes.map(GtpReader::own)),
        };
        while set.questions.len() < count && step(&games, &mut set, &mut judges) {}
        QuestionSet::parse(&set.to_string()).unwrap()
    }

    #[test]
    fn questions_depend_on_the_games_and_the_seed_alone() {
        let at_once = made(&[1, 2, 3, 4, 5, 6, 7, 8], 1);
        assert!(at_once.lines().count() > 10, "{at_once}");
        assert_eq!(made(&[8, 7, 6, 5, 4, 3, 2, 1, 1], 1), at_once);
        assert_ne!(made(&[1, 2, 3, 4, 5, 6, 7, 8], 2), at_once);
    }

    #[test]
    fn questions_that_all_readers_answer_alike_at_once_are_left_out_as_easy() {
        let easy = |quick| {
            let QuestionSet { header, questions } = made_of(&[1, 2, 3, 4, 5, 6, 7, 8], 1, quick, 99);
            (header.left_out.get(&LeftOut::Easy).copied(), questions.len())
        };
        let (none, all) = (easy(None), easy(Some([1_000, 1_000])));
        let (some, kept) = easy(Some([1, 1_000]));
        assert_eq!((none.0, all.1), (Some(0), 0));
        assert!(kept > 0 && some < all.0, "{kept}, {some:?} of {:?}", all.0);
    }

    #[test]
    fn a_judged_group_is_its_owners_for_the_side_to_move_and_one_answer_at_most_is_easy() {
        // The first move decides about a group of each side.
        let stones = "AB[ea][eb][ac:ec][af:df][dg]AW[da][ab:db][ae:ee][ef][eg]";
        let sgf = format!("(;SZ[7]{stones};B[fa];W[ga];B[fb];W[gb];B[fc];W[gc])");
        let mut source = Source::new(Record::parse(sgf.as_bytes()).unwrap(), 1);
        let mut examined = |kind, owner, round, quick| {
            source.ownership = Some(vec![vec![owner; 49]; 6]);
            let deciding = None;
            examine(kind, &source, round, &mut Judges { deciding, quick })
        };
        let (mut asked, mut easy) = ([0; 2], 0);
        for round in 0..12 {
            let kind = [Kind::Kill, Kind::Live][round % 2];
            let Ok(question) = examined(kind, 0.9, round, None) else {
                continue;
            };
            let owner = question.board.cell(question.stones[0]).color().unwrap();
            let moves: usize = question.source["0a1b2c3d:".len()..].parse().unwrap();
            assert_eq!(kind.first(owner), Color::BOTH[moves % 2]);
            let truth = Truth::from_success((owner == Color::Black) == (kind == Kind::Live));
            assert_eq!(question.truths, [truth]);
            asked[usize::from(owner == Color::White)] += 1;
            assert_eq!(examined(kind, 0.8, round, None).err(), Some(LeftOut::Open));
            let quick = || Some([1_000; 2].map(GtpReader::own));
            let kept = [0.9, -0.9].map(|owner| examined(kind, owner, round, quick()).is_ok());
            assert!(
                kept.contains(&true),
                "one of them is not the answer of the readers"
            );
            easy += kept.iter().filter(|&&is_kept| !is_kept).count();
        }
        assert!(asked[0] * asked[1] * easy > 0, "{asked:?}, {easy}");
    }
}
