// SPDX-License-Identifier: MIT OR Apache-2.0

//! The table of targets: each law with its seeds and the words of its language.

use crate::laws::{self, TOKENS};

/// A check of any bytes, which panics if a promise is broken.
pub type Law = fn(&[u8]);

/// A law with seeds.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// The law.
    pub law: Law,
    /// Valid input, and odd input.
    pub seeds: &'static [&'static [u8]],
    /// Words of the language of the input.
    pub tokens: &'static [&'static str],
    /// Number of random inputs of its test, for a few seconds.
    pub inputs: u32,
    /// Maximum number of bytes of an input, so that a law takes little time.
    pub max_len: usize,
}

/// Files of the folder of seeds.
macro_rules! seeds {
    ($($name:literal),*) => { &[$(include_bytes!(concat!("../seeds/", $name))),*] };
}

/// The table: `LAW, inputs of a test, bytes, seeds, words`. Each row is a target and a test of its name.
macro_rules! targets {
    ($($law:ident, $inputs:literal, $max_len:literal, $seeds:expr, $tokens:expr;)*) => {
        /// All targets.
        pub const TARGETS: &[Target] = &[$(Target {
            name: stringify!($law),
            law: laws::$law,
            inputs: $inputs,
            max_len: $max_len,
            seeds: $seeds,
            tokens: $tokens,
        }),*];

        $(#[test]
        fn $law() {
            crate::tests::holds(stringify!($law));
        })*
    };
}

const JSON: &[&str] = &[
    "{", "}", "[", "]", ",", ":", "\"", "null", "true", "false", "0", "-1", "1e400", "\\u0000", "\"\"", "[]",
    "{}",
];
/// Words of SGF, GIB, NGF and UGF.
const SGF: &[&str] = &[
    "(", ")", ";", "[", "]", "\\", ":", "(;", "B[", "Header]", "Data]\n", "Hdcp=", "2,0\n", "W[aa]", "AB[aa",
    ":cc]", "AE[bb]", "SZ[5]", "SZ[3:4]", "C[", "CA[", "GBK]", "KM[6.5]", "[tt]", "PL[W]", "HA[2]",
    "RU[aga]", "B[]", "W[zz]", "LB[aa", ":1]", "STO 0 ", "1 1 3 3", "SKI 0 1", "INI 0 ", "1 2 \n", "PMABBE",
    "EEE\n", "\u{feff}", "囲", "\n",
];

#[rustfmt::skip]
targets! {
    sgf, 5000, 4000, seeds!("sgf/game.sgf", "sgf/setup.sgf", "sgf/tygem.gib", "sgf/wbaduk.ngf", "sgf/pandanet.ugf"), SGF;
    rules, 10000, 400, seeds!("rules/japanese", "rules/katago.txt", "rules/katago.json"), &[
        "ko", "SIMPLE", "POSITIONAL", "SITUATIONAL", "SPIGHT", "score", "AREA", "TERRITORY", "tax", "NONE", "SEKI",
        "ALL", "sui1", "sui0", "button1", "whbN-1", "fpok1", "komi", "komi7.5", "-0", "\"ko\":", "\"komi\":", "chinese",
        "{", "}", ",", "_", " ",
    ];
    analysis, 1000, 1500, seeds!("analysis/game.json", "analysis/options.json"), JSON;
    moves, 2000, 2000, seeds!("moves/odd.db", "moves/entries.db"), TOKENS;
    connections, 4000, 2000, seeds!("connections/cut.db"), TOKENS;
    eyes, 4000, 2000, seeds!("eyes/eyes.db"), TOKENS;
    trees, 2500, 2000, seeds!("trees/tree.sgf"), SGF;
    table, 10000, 2000, seeds!("table/one.table"), &["\0", "\u{7f}", "\0\0\0\0", "\x01\0"];
    config, 1000, 1000, seeds!("config/config.toml"), &[
        "[", "]", "=", "\"", "'", "\n", "#", "level", "visits = ", "[gtp]", "true", "inf", "nan",
        "1979-05-27", "[[a]]", "{", "}", "threads", "rules = \"aga\"", "komi = ", "\"\"\"",
    ];
    tournament, 4000, 1500, seeds!("tournament/cup.toml", "tournament/test.toml"), &[
        "[[program]]\n", "name = ", "command = ", "games = ", "kind = ", "size = ", "komi = ", "sprt = ", "elo0", "elo1",
        "options = { ", "gauntlet", "round-robin", "nan", "inf", "-1", "\"", "[openings]\n", "moves = ", "seed = ",
        "time = \"5 10 1\"\n", "max-moves = ", "max_moves = ", "rules = \"aga\"\n", "{seed}", "adjudication = ",
    ];
    jobs, 8000, 3000, seeds!("jobs/games.jsonl"), JSON;
    results, 5000, 3000, seeds!("results/games.jsonl"), JSON;
    move_model, 5000, 1500, seeds!("models/moves.txt"), &[
        "weights moves\n", "shape=", "reply=", "answer=", ".../.*./...", "#", "/", "*", "X", "O", " 1", "nan", "inf",
        "1e39", "3e38", "small/", "last=2 1\n",
    ];
    choice_model, 300, 1500, seeds!("models/choice.txt"), &[
        "weights choice\n", "alone/", "gain=", "owner=", "=0 1\n", "nan", "inf", "3e38", "-3e38", "#", "late-gain=3 1\n",
    ];
    life_policy, 8000, 1500, seeds!("models/life.txt"), &[
        "weights life\n", "attacker.", "owner.", "shape=", "place=", ".X./O*O/### 1 2\n", "nan", "inf", "3e38", "#",
    ];
    playout_weights, 1000, 1500, seeds!("models/playouts.txt"), &[
        "weights playouts\n", "shape=", "elsewhere=", "beside ", "nakade ", "nan", "inf", "3e38", "-3e38", "1e-40", "#",
    ];
    usenix, 10000, 1500, seeds!("usenix/game.txt"), &[
        "black\n", "white\n", "pass\n", "byo-romi\n", "A20\n", "Q16\n", "T19\n", "\r", " ", "I5\n", "A01\n",
    ];
    saved, 8000, 2500, seeds!("saved/game.json", "saved/opened.json"), JSON;
    quiz, 8000, 2500, seeds!("quiz/book.json"), JSON;
}

/// The target of that name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
