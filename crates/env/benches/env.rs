// SPDX-License-Identifier: MIT OR Apache-2.0

//! Speed of the environment on one core: steps with masks and observations, in batches of 1 and 1024 random
//! games. The actions are drawn before the measurement. Every benchmark first checks its result against
//! constants, so that it measures the intended work.

use std::time::Duration;

use criterion::{BatchSize, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use katachi_env::{BatchEnv, Config};

/// Actions for each step of a batch, and counts of the results.
struct Script {
    actions: Vec<Vec<u16>>,
    finished: usize,
    /// Number of true entries of the masks, and of the observations.
    legal: usize,
    set: usize,
}

fn count(bits: &[bool]) -> usize {
    bits.iter().filter(|&&bit| bit).count()
}

/// Random games for a number of steps; finished games are followed by others.
fn record(env: &mut BatchEnv, steps: u64) -> Script {
    let mut script = Script {
        actions: Vec::new(),
        finished: 0,
        legal: 0,
        set: 0,
    };
    let games = env.games().len();
    let mut planes = vec![false; games * env.config().observation_len()];
    for step in 0..steps {
        let mut actions = vec![0; games];
        env.random_actions(step, &mut actions)
            .expect("one action for each game");
        env.step_and_observe(&actions, &mut planes)
            .expect("actions of a mask exist");
        script.legal += env
            .games()
            .iter()
            .map(|game| count(&game.legal_action_mask))
            .sum::<usize>();
        script.set += count(&planes);
        script.finished += env.reset_finished();
        script.actions.push(actions);
    }
    script
}

fn steps(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("env");
    group.sampling_mode(SamplingMode::Flat);
    for (size, games, steps, expected) in [
        (9, 1, 20_000, (164, 663_426, 8_166_324)),
        (9, 1024, 300, (2_112, 11_079_187, 117_971_242)),
        (19, 1, 20_000, (34, 2_598_062, 39_741_959)),
        (19, 1024, 600, (591, 93_230_539, 1_114_201_095)),
    ] {
        let config = Config::new(size).expect("the size is in range");
        let new = || BatchEnv::new(config, games, 1).expect("the configuration is possible");
        let script = record(&mut new(), steps);
        assert_eq!(
            (script.finished, script.legal, script.set),
            expected,
            "games, legal actions and true planes, size {size}, batch {games}"
        );
        let mut planes = vec![false; games * config.observation_len()];
        let mut replay = |env: &mut BatchEnv| {
            let mut finished = 0;
            for actions in &script.actions {
                env.step_and_observe(actions, &mut planes)
                    .expect("recorded actions exist");
                finished += env.reset_finished();
            }
            finished
        };
        assert_eq!(
            replay(&mut new()),
            script.finished,
            "a replay is what was recorded"
        );
        group.throughput(Throughput::Elements(steps * games as u64));
        group.bench_function(format!("{size}x{size}, batch {games}"), |b| {
            b.iter_batched_ref(new, &mut replay, BatchSize::PerIteration);
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(5))
        .sample_size(10);
    targets = steps
}
criterion_main!(benches);
