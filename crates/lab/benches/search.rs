// SPDX-License-Identifier: MIT OR Apache-2.0

//! Parts of the tree search, from one position in the middle of a game on each board: simulations with one
//! and with two threads, and playouts of each policy. `benches/priors.rs` has the priors of all moves.

#[path = "../../../benches/common/games.rs"]
mod games;

use std::hint::black_box;
use std::time::Instant;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use games::{games, last_moves, name};
use katachi_engine::knowledge::Knowledge;
use katachi_engine::playout::PlayoutWeights;
use katachi_engine::search::{Limits, Search, SearchSettings};
use katachi_lab::judgement::{KnownPosition, LifeQuestion, PolicyName, Status};

const VISITS: u32 = 1_000;
const PLAYOUTS: u32 = 100;
/// MiB that are more than enough for the trees of these searches.
const MEMORY: usize = 16;
const SEED: u64 = 1;

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

criterion_group!(benches, simulations, playouts);
criterion_main!(benches);
