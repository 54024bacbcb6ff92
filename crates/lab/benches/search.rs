// SPDX-License-Identifier: MIT OR Apache-2.0

//! Parts of the tree search, from one position in the middle of a game on each board: simulations with one
//! and with two threads, playouts of each policy, and the prior of all moves.

use std::hint::black_box;
use std::time::Instant;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use katachi::knowledge::Knowledge;
use katachi::model::MoveModel;
use katachi::playout::PlayoutWeights;
use katachi::search::{Limits, Priors as _, Search, SearchSettings};
use katachi_lab::judgement::{KnownPosition, LifeQuestion, PolicyName, Status};
use katachi_rules::{BoardSize, Game, Move, Point, Rules};

/// Moves as SGF writes them, Black's first: the positions called "middle game" of `katachi-lab bench`.
const GAMES: [(u8, &str); 3] = [
    (
        9,
        "ff gg fg gf ge he gd hd gc hc hb ib gb fh eh gh dg ce de dd cd cc bd be dc ed",
    ),
    (
        13,
        "dd jj jc cj ch cf df de ce ee bf cd cg be cc cf bc ce dc kh kf ke je jd kd id ie he hd ic kc hb ib hc gd ge fd ed ec \
         fb fc fe eb le lf jb kb ia gb ga fa ha ka ja ld lc mc mb lb ig jf jg",
    ),
    (
        19,
        "dq pd dd pp qn nq qq qp rp ro rq qo or oq nr mq mr lq lr kq kr jq jr iq ir hq hr gr gq fq gp fp go fo gn fn gm cc cd dc \
         fc ec ed fb bc bb eb db gb fd gc fe hd he ie hf if ig jg ih jh ii ji ij jj jk kk kl lk jl io jn jo ko bd ea ab li fr er \
         gs eq dr ds cs es cr dp cp co do dn ep fm gl fl gk fk fj ej fi ei eh dh dg ch cg bg bf bh cn bo bn bp bq eo dp dm cl dl \
         cj eg fh fg gg hg gh gf cm dk",
    ),
];
const VISITS: u32 = 1_000;
const PLAYOUTS: u32 = 100;
/// MiB that are more than enough for the trees of these searches.
const MEMORY: usize = 16;
const SEED: u64 = 1;

fn games() -> impl Iterator<Item = Game> {
    GAMES.into_iter().map(|(side, moves)| {
        let mut game = Game::new(BoardSize::square(side), Rules::CHINESE, 7.5);
        for mv in moves.split_whitespace() {
            let &[x, y] = mv.as_bytes() else {
                panic!("'{mv}' has not two letters")
            };
            let point = Point::new(x - b'a', y - b'a');
            let color = game.to_move();
            game.play(color, Move::Play(point)).expect("the moves are legal");
        }
        game
    })
}

/// `19x19`.
fn name(game: &Game) -> String {
    format!("{0}x{0}", game.size().width())
}

/// The time of a number of simulations. A search ends when no other move can get ahead of the best, so its
/// time is scaled from the simulations that it ran.
fn simulations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("simulations");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    group.throughput(Throughput::Elements(VISITS.into()));
    let knowledge = Knowledge::default();
    for game in games() {
        for (threads, label) in [(1, "one thread"), (2, "two threads")] {
            let settings = SearchSettings {
                threads,
                memory: MEMORY,
                ..SearchSettings::default()
            };
            let time = || {
                let mut search = Search::new(settings);
                let start = Instant::now();
                let limits = Limits::visits(VISITS);
                let report = search.run(&knowledge.search_task(&game, game.to_move(), SEED, limits));
                start.elapsed() * VISITS / report.playouts
            };
            group.bench_function(format!("{}, {label}", name(&game)), |bencher| {
                bencher.iter_custom(|times| (0..times).map(|_| time()).sum());
            });
        }
    }
    group.finish();
}

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playouts");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    group.throughput(Throughput::Elements(PLAYOUTS.into()));
    for game in games() {
        let last = last_moves(&game)[0];
        let question = LifeQuestion {
            first: game.to_move(),
            last,
            groups: last.map(|stone| (stone, Status::Alive)).into_iter().collect(),
        };
        let position = KnownPosition {
            title: name(&game),
            board: game.board().clone(),
            questions: vec![question],
        };
        for name_of_policy in PolicyName::ALL {
            let policy = name_of_policy.policy(PlayoutWeights::built_in(), game.size());
            group.bench_function(format!("{}, {name_of_policy}", name(&game)), |bencher| {
                bencher.iter(|| black_box(position.ask(&policy, PLAYOUTS)));
            });
        }
    }
    group.finish();
}

fn prior(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("prior");
    let (model, knowledge) = (MoveModel::built_in(), Knowledge::default());
    for game in games() {
        let [last, own] = last_moves(&game);
        group.bench_function(format!("{}, model alone", name(&game)), |bencher| {
            bencher.iter(|| black_box(model.predict(game.board(), game.to_move(), last, own)));
        });
        group.bench_function(format!("{}, with patterns", name(&game)), |bencher| {
            bencher.iter(|| black_box(knowledge.cheap(&game, game.to_move())));
        });
    }
    group.finish();
}

/// Where the last move was played, and the one before it.
fn last_moves(game: &Game) -> [Option<Point>; 2] {
    let mut points = game.moves().rev().map(|(_, mv)| mv.point());
    [points.next().flatten(), points.next().flatten()]
}

criterion_group!(benches, simulations, playouts, prior);
criterion_main!(benches);
