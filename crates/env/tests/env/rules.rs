// SPDX-License-Identifier: MIT OR Apache-2.0

//! The environment against a plain model of its rules as in `crates/env/tests/golden/env/README.md`: boards
//! are arrays, chains are found by flooding, all positions are stored.

use katachi_env::{Config, Player};
use katachi_rules::Cell;

use crate::one;

type Stones = Vec<Cell>;

struct Plain {
    config: Config,
    black: Player,
    /// All boards, the first one first.
    boards: Vec<Stones>,
    ko: Option<usize>,
    passes: u32,
    rewards: [f32; 2],
    terminated: bool,
}

impl Plain {
    fn new(config: Config, black: Player) -> Self {
        Self {
            config,
            black,
            boards: vec![vec![Cell::Empty; config.points()]],
            ko: None,
            passes: 0,
            rewards: [0.0; 2],
            terminated: false,
        }
    }

    fn now(&self) -> &Stones {
        self.boards.last().unwrap()
    }

    fn to_move(&self) -> Cell {
        if self.boards.len() % 2 == 1 {
            Cell::Black
        } else {
            Cell::White
        }
    }

    fn player(&self, color: Cell) -> Player {
        if color == Cell::Black {
            self.black
        } else {
            self.black.opponent()
        }
    }

    fn neighbours(&self, point: usize) -> impl Iterator<Item = usize> {
        let n = self.config.size;
        let (row, column) = (point / n, point % n);
        [
            (row > 0).then(|| point - n),
            (column > 0).then(|| point - 1),
            (column + 1 < n).then_some(point + 1),
            (row + 1 < n).then_some(point + n),
        ]
        .into_iter()
        .flatten()
    }

    /// The connected points with equal content, and their neighbours.
    fn chain(&self, stones: &Stones, start: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut chain, mut beside) = (vec![start], Vec::new());
        let mut next = 0;
        while next < chain.len() {
            for q in self.neighbours(chain[next]) {
                let list = if stones[q] == stones[start] {
                    &mut chain
                } else {
                    &mut beside
                };
                if !list.contains(&q) {
                    list.push(q);
                }
            }
            next += 1;
        }
        (chain, beside)
    }

    fn liberties(&self, stones: &Stones, point: usize) -> usize {
        let (_, beside) = self.chain(stones, point);
        beside.iter().filter(|&&q| stones[q] == Cell::Empty).count()
    }

    fn mask(&self) -> Vec<bool> {
        let stones = self.now();
        let own = self.to_move();
        let is_legal = |point: usize| {
            stones[point] == Cell::Empty
                && self.ko != Some(point)
                && self.neighbours(point).any(|q| match stones[q] {
                    Cell::Empty => true,
                    color if color == own => self.liberties(stones, q) >= 2,
                    _ => self.liberties(stones, q) == 1,
                })
        };
        let all = self.terminated || self.boards.len() == 1;
        let points = (0..self.config.points()).map(|point| all || is_legal(point));
        points.chain([true]).collect()
    }

    fn step(&mut self, action: usize) {
        self.rewards = [0.0; 2];
        if self.terminated {
            return;
        }
        let own = self.to_move();
        let is_legal = self.mask()[action];
        let mut stones = self.now().clone();
        self.ko = None;
        let is_pass = action == self.config.points();
        if is_pass {
            self.passes += 1;
        } else {
            self.passes = 0;
            let mut captured = Vec::new();
            let before = stones.clone();
            for q in self.neighbours(action) {
                let is_enemy = before[q] != own && before[q] != Cell::Empty;
                if is_enemy && before[action] == Cell::Empty && self.liberties(&before, q) == 1 {
                    captured.extend(self.chain(&before, q).0);
                }
            }
            captured.sort_unstable();
            captured.dedup();
            captured.iter().for_each(|&q| stones[q] = Cell::Empty);
            stones[action] = own;
            let is_surrounded = |q: usize| before[q] != own && before[q] != Cell::Empty;
            if captured.len() == 1 && self.neighbours(action).all(is_surrounded) {
                self.ko = Some(captured[0]);
            }
        }
        let repeats = !is_pass && self.boards[1..].contains(&stones);
        self.boards.push(stones);
        let steps = self.boards.len() as u32 - 1;
        let black = self.black.index();
        let win = |player: usize| if player == 0 { [1.0, -1.0] } else { [-1.0, 1.0] };
        if !is_legal || repeats {
            self.rewards = win(1 - self.player(own).index());
        } else if self.passes == 2 || steps >= self.config.max_steps {
            let [area_black, area_white] = self.area();
            let black_wins = area_black as f32 - self.config.komi > area_white as f32;
            self.rewards = win(if black_wins { black } else { 1 - black });
        }
        self.terminated = self.rewards != [0.0; 2];
    }

    fn area(&self) -> [usize; 2] {
        let stones = self.now();
        [Cell::Black, Cell::White].map(|own| {
            let counts = |&point: &usize| match stones[point] {
                Cell::Empty => self.chain(stones, point).1.iter().all(|&q| stones[q] == own),
                color => color == own,
            };
            (0..self.config.points()).filter(counts).count()
        })
    }

    fn observation(&self, player: Player) -> Vec<bool> {
        let own = if player == self.black {
            [Cell::Black, Cell::White]
        } else {
            [Cell::White, Cell::Black]
        };
        let mut planes = Vec::new();
        for point in 0..self.config.points() {
            for back in 0..self.config.history_length {
                let board = self.boards.iter().nth_back(back);
                planes.extend(own.map(|color| board.is_some_and(|stones| stones[point] == color)));
            }
            planes.push(player != self.black);
        }
        planes
    }
}

/// Xorshift (Marsaglia, 2003).
struct Random(u64);

impl Random {
    fn random_below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}

/// Number of ends by the mask, by repetition, and by passes or steps.
#[derive(Debug, Default)]
struct EndCounts {
    illegal: u32,
    repeated: u32,
    counted: u32,
}

fn check_game(config: Config, illegal_per_mille: usize, random: &mut Random, ends: &mut EndCounts) {
    let black = Player::BOTH[random.random_below(2)];
    let mut env = one(config, black);
    let mut plain = Plain::new(config, black);
    let mut planes = vec![false; config.observation_len()];
    let mut after_the_end = 0;
    while after_the_end < 2 {
        let mask = plain.mask();
        let game = &env.games()[0];
        assert_eq!(game.legal_action_mask, mask, "{}", game.rows());
        assert_eq!(game.current_player, plain.player(plain.to_move()));
        assert_eq!(game.rewards, plain.rewards, "{}", game.rows());
        assert_eq!(game.terminated, plain.terminated, "{}", game.rows());
        let found = [game.area().black, game.area().white].map(|n| n as usize);
        assert_eq!(found, plain.area());
        for player in Player::BOTH {
            game.observe(player, &mut planes).unwrap();
            assert!(planes == plain.observation(player), "{}", game.rows());
        }
        after_the_end += u32::from(plain.terminated);

        let any = random.random_below(1000) < illegal_per_mille;
        let action = loop {
            let action = random.random_below(config.actions());
            if any || mask[action] {
                break action;
            }
        };
        let was_live = !plain.terminated;
        env.step(&[action as u16]).unwrap();
        plain.step(action);
        if was_live && plain.terminated {
            let last = plain.boards.len() as u32 - 1;
            let is_counted = plain.passes == 2 || last >= config.max_steps;
            ends.illegal += u32::from(!mask[action]);
            ends.repeated += u32::from(mask[action] && !is_counted);
            ends.counted += u32::from(mask[action] && is_counted);
        }
    }
}

#[test]
fn random_games_go_as_the_rules_written_plainly() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut ends = EndCounts::default();
    for (size, games) in [
        (2, 1000),
        (3, 1000),
        (4, 500),
        (5, 200),
        (6, 50),
        (7, 50),
        (9, 20),
    ] {
        for game in 0..games {
            let config = Config {
                komi: [7.5, 0.0, -3.0, 0.5][game % 4],
                history_length: [8, 1, 5, 17][game % 4],
                ..Config::new(size).unwrap()
            };
            check_game(config, [0, 0, 20][game % 3], &mut random, &mut ends);
        }
    }
    let EndCounts {
        illegal,
        repeated,
        counted,
    } = ends;
    assert!(illegal > 50 && repeated > 50 && counted > 50, "{ends:?}");
}
