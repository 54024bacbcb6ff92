// SPDX-License-Identifier: MIT OR Apache-2.0

//! Replays episodes recorded from Pgx and compares every recorded value.
//!
//! `crates/env/tests/golden/env/README.md` describes the format. The variable `KATACHI_GOLDEN` names another
//! folder with episodes to replay, as `env/episodes.jsonl.gz`.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use katachi_env::{BatchEnv, Config, Player};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::one;

fn episodes_file() -> PathBuf {
    let folder = std::env::var_os("KATACHI_GOLDEN").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden"),
        PathBuf::from,
    );
    folder.join("env/episodes.jsonl.gz")
}

fn read_episodes(path: &Path) -> Vec<Value> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    BufReader::new(GzDecoder::new(file))
        .lines()
        .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
        .collect()
}

/// Bits to bytes, the first bit highest.
fn pack(bits: &[bool]) -> Vec<u8> {
    let byte = |eight: &[bool]| {
        eight
            .iter()
            .rev()
            .fold(0, |byte, &bit| byte >> 1 | u8::from(bit) << 7)
    };
    bits.chunks(8).map(byte).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn crc32(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

fn player(id: &Value) -> Player {
    Player::new(id.as_u64().unwrap() as usize).unwrap()
}

/// One episode, and how much of it has been compared.
struct Replay<'a> {
    episode: &'a Value,
    env: BatchEnv,
    all_observations: Sha256,
    /// Entries of `obs`, `obs_other` and `obs_other_crc32` that were compared.
    sampled: [usize; 3],
}

impl<'a> Replay<'a> {
    fn new(episode: &'a Value) -> Self {
        let number = |field: &str| episode[field].as_u64().unwrap();
        let config = Config {
            size: number("size") as usize,
            komi: episode["komi"].as_f64().unwrap() as f32,
            max_steps: number("max_steps") as u32,
            history_length: number("history_length") as usize,
        };
        Self {
            episode,
            env: one(config, player(&episode["black_player"])),
            all_observations: Sha256::new(),
            sampled: [0; 3],
        }
    }

    /// Replays to the end; returns the number of states.
    fn run(mut self) -> usize {
        let id = &self.episode["id"];
        let actions = self.episode["actions"].as_array().unwrap();
        let n_steps = self.episode["n_steps"].as_u64().unwrap() as usize;
        self.check_state(0);
        for (t, action) in actions.iter().enumerate() {
            assert_eq!(
                self.env.games()[0].terminated,
                t >= n_steps,
                "{id}: end at state {t}"
            );
            self.env.step(&[action.as_u64().unwrap() as u16]).unwrap();
            self.check_state(t + 1);
        }
        let states = actions.len() + 1;
        for field in [
            "current_player",
            "legal_action_mask",
            "rewards",
            "terminated",
            "truncated",
            "obs_crc32",
        ] {
            let recorded = self.episode[field].as_array().unwrap().len();
            assert_eq!(recorded, states, "{id}: length of {field}");
        }
        for (field, sampled) in ["obs", "obs_other", "obs_other_crc32"].iter().zip(self.sampled) {
            let recorded = self.episode[*field].as_object().unwrap().len();
            assert_eq!(recorded, sampled, "{id}: entries of {field}");
        }
        let area = self.env.games()[0].area();
        assert_eq!(self.episode["area_black"], area.black, "{id}: area");
        assert_eq!(self.episode["area_white"], area.white, "{id}: area");
        let rows: Vec<_> = self.env.games()[0].rows().lines().map(Value::from).collect();
        assert_eq!(
            self.episode["final_board"],
            Value::from(rows),
            "{id}: final board"
        );
        assert_eq!(
            self.episode["obs_sha256_all"],
            hex(&self.all_observations.finalize()),
            "{id}: digest of all observations"
        );
        states
    }

    fn check_state(&mut self, t: usize) {
        let game = &self.env.games()[0];
        let current = game.current_player;
        let rewards = game.rewards.map(|reward| reward as i64);
        assert!(rewards.iter().zip(game.rewards).all(|(&a, b)| a as f32 == b));
        let observed = observe(&self.env, current);
        let other = observe(&self.env, current.opponent());
        self.all_observations.update(&observed);

        let id = &self.episode["id"];
        let at = |what: &str| format!("{id}: {what} of state {t}\n{}", game.rows());
        let of = |field: &str| &self.episode[field][t];
        assert_eq!(*of("current_player"), current.index(), "{}", at("player"));
        let mask = hex(&pack(&game.legal_action_mask));
        assert_eq!(*of("legal_action_mask"), mask, "{}", at("mask"));
        assert_eq!(*of("rewards"), Value::from(rewards), "{}", at("rewards"));
        assert_eq!(*of("terminated"), u8::from(game.terminated), "{}", at("end"));
        assert_eq!(*of("truncated"), 0, "{}", at("truncation"));
        assert_eq!(*of("obs_crc32"), crc32(&observed), "{}", at("observation"));

        let t = t.to_string();
        let sampled = [
            ("obs", hex(&observed)),
            ("obs_other", hex(&other)),
            ("obs_other_crc32", crc32(&other)),
        ];
        for ((field, found), count) in sampled.into_iter().zip(&mut self.sampled) {
            if let Some(recorded) = self.episode[field].get(&t) {
                assert_eq!(*recorded, found, "{id}: {field} of state {t}");
                *count += 1;
            }
        }
    }
}

/// The packed observation, from a slice with old values.
fn observe(env: &BatchEnv, player: Player) -> Vec<u8> {
    let mut planes = vec![true; env.config().observation_len()];
    env.games()[0].observe(player, &mut planes).unwrap();
    pack(&planes)
}

#[test]
fn recorded_episodes_replay_exactly() {
    let path = episodes_file();
    let episodes = read_episodes(&path);
    let states: usize = episodes.iter().map(|episode| Replay::new(episode).run()).sum();
    println!("{} episodes with {states} states", episodes.len());
    if std::env::var_os("KATACHI_GOLDEN").is_none() {
        assert_eq!((episodes.len(), states), (158, 16_555));
    } else {
        assert!(!episodes.is_empty(), "{} has no episodes", path.display());
    }
}
