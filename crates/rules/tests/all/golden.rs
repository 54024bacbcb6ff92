// SPDX-License-Identifier: MIT OR Apache-2.0

//! Replays recorded games and compares every recorded field after every move.
//!
//! The games and what their fields mean are in `data/golden/rules`. Another folder of the same form is read
//! when the environment variable `KATACHI_GOLDEN` names one.

use std::env;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use katachi_rules::{
    Action, Areas, Board, BoardSize, Color, Count, End, Game, HandicapBonus, IllegalMove, KoRule, Move,
    PassDead, Point, Rules, Scoring, Tax, pass_alive,
};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Recorded {
    id: String,
    kind: String,
    x: u8,
    y: u8,
    rules: RecordedRules,
    initial: Initial,
    #[serde(rename = "policy")]
    _policy: serde_json::Value,
    moves: Vec<String>,
    removed: Vec<(usize, u32, u32)>,
    plies: Vec<Ply>,
    maps: Vec<Maps>,
    #[serde(rename = "final")]
    last: Final,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RecordedRules {
    ko: String,
    scoring: String,
    tax: String,
    suicide: bool,
    button: bool,
    whb: String,
    friendly_pass_ok: bool,
    self_play_opts: bool,
    komi: f32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Initial {
    board: String,
    to_move: String,
    handicap_from_moves: bool,
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
struct Ply {
    i: usize,
    b: String,
    t: String,
    ph: u8,
    cp: u32,
    cap: [u32; 2],
    btn: u8,
    wb: f32,
    hb: u32,
    ko: Vec<String>,
    sk: Vec<String>,
    sui: Vec<String>,
    rb: Vec<String>,
    ub: Vec<String>,
    nl: usize,
    pe: u8,
    fin: u8,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Maps {
    i: usize,
    pa0: String,
    pa1: String,
    il: String,
    ilc: i32,
    #[serde(rename = "areaN")]
    area_none: String,
    #[serde(rename = "areaS")]
    area_seki: String,
    #[serde(rename = "terrN")]
    territory_none: String,
    #[serde(rename = "terrS")]
    territory_seki: String,
    sc: [i32; 6],
    sc_no_removal: [i32; 6],
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Final {
    finished: bool,
    reason: String,
    no_result: bool,
    resignation: bool,
    winner: Option<String>,
    score: Option<f32>,
    score_text: Option<f32>,
    phase: u8,
    wb: f32,
    hb: u32,
}

fn choose<T: Copy>(text: &str, names: &[(&str, T)]) -> T {
    let found = names.iter().find(|(name, _)| *name == text);
    found.unwrap_or_else(|| panic!("unknown setting {text}")).1
}

const ENDS: [(&str, Option<End>); 5] = [
    ("twoPass", Some(End::TwoPasses)),
    ("repeatedPass", Some(End::RepeatedPass)),
    ("allPassAlive", Some(End::AllPassAlive)),
    ("noResult", Some(End::NoResult)),
    ("unfinished", None),
];

impl RecordedRules {
    fn rules(&self, handicap_from_moves: bool) -> Rules {
        Rules {
            ko: choose(
                &self.ko,
                &[
                    ("SIMPLE", KoRule::Simple),
                    ("POSITIONAL", KoRule::Positional),
                    ("SITUATIONAL", KoRule::Situational),
                    ("SPIGHT", KoRule::Spight),
                ],
            ),
            scoring: choose(
                &self.scoring,
                &[("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)],
            ),
            tax: choose(
                &self.tax,
                &[("NONE", Tax::None), ("SEKI", Tax::Seki), ("ALL", Tax::All)],
            ),
            suicide: self.suicide,
            button: self.button,
            handicap_bonus: choose(
                &self.whb,
                &[
                    ("0", HandicapBonus::Zero),
                    ("N", HandicapBonus::Stones),
                    ("N-1", HandicapBonus::StonesLessOne),
                ],
            ),
            handicap_from_moves,
            friendly_pass_ok: self.friendly_pass_ok,
            self_play_opts: self.self_play_opts,
            ..Rules::TROMP_TAYLOR
        }
    }
}

/// Rows of `X`, `O` and `.` joined by `/`.
fn picture(size: BoardSize, owner: impl Fn(Point) -> Option<Color>) -> String {
    let mut text = String::new();
    for point in size.points() {
        if point.x() == 0 && point.y() > 0 {
            text.push('/');
        }
        text.push(match owner(point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        });
    }
    text
}

/// Names in the order of the board.
fn sorted(size: BoardSize, names: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<Point> {
    let point = |name: &str| size.parse_vertex(name).expect("a point of the board");
    let mut points: Vec<_> = names.into_iter().map(|name| point(name.as_ref())).collect();
    points.sort();
    points
}

impl Recorded {
    fn start(&self) -> Game {
        let board = Board::from_diagram(&self.initial.board.replace('/', "\n"));
        assert_eq!(Some(board.size()), BoardSize::new(self.x, self.y), "{}", self.id);
        let first = Color::parse(&self.initial.to_move).expect("B or W");
        let rules = self.rules.rules(self.initial.handicap_from_moves);
        Game::from_position(board, first, rules, self.rules.komi)
    }

    fn replay(&self) {
        let mut game = self.start();
        let (mut plies, mut maps, mut removed) = (self.plies.iter(), self.maps.iter(), self.removed.iter());
        let (mut ply, mut map, mut removal) = (plies.next(), maps.next(), removed.next());
        for i in 0..=self.moves.len() {
            while let Some(p) = ply.filter(|p| p.i == i) {
                self.compare(&mut game, p);
                ply = plies.next();
            }
            while let Some(m) = map.filter(|m| m.i == i) {
                self.compare_maps(&game, m);
                map = maps.next();
            }
            let Some(text) = self.moves.get(i) else { break };
            let color = game.to_move();
            let before = game.captured();
            let mv = game.size().parse_move(text).expect("a move");
            let played = game.play(color, mv);
            assert_eq!(played, Ok(()), "{} move {} {color} {text}", self.id, i + 1);
            let lost = |c: Color| game.captured()[c] - before[c];
            let mut expected = (0, 0);
            if let Some(&(_, theirs, own)) = removal.filter(|r| r.0 == i + 1) {
                expected = (theirs, own);
                removal = removed.next();
            }
            assert_eq!(
                (lost(color.opposite()), lost(color)),
                expected,
                "{} move {}",
                self.id,
                i + 1
            );
        }
        assert!(ply.is_none() && map.is_none() && removal.is_none(), "{}", self.id);
        self.compare_end(&game);
    }

    fn compare(&self, game: &mut Game, ply: &Ply) {
        let (size, board, at) = (game.size(), game.board(), format!("{} ply {}", self.id, ply.i));
        assert_eq!(picture(size, |p| board.cell(p).color()), ply.b, "{at}");
        assert_eq!(game.to_move().letter().to_string(), ply.t, "{at}");
        assert_eq!(game.phase() as u8, ply.ph, "{at}: phase");
        assert_eq!(game.ending_passes(), ply.cp, "{at}: passes");
        let found = [game.captured().black, game.captured().white];
        assert_eq!(found, ply.cap, "{at}: captured");
        let found = u8::from(game.rules().button && game.button().is_none());
        assert_eq!(found, ply.btn, "{at}: button");
        assert_eq!(game.white_bonus(), ply.wb, "{at}: bonus");
        assert_eq!(game.handicap_bonus(), ply.hb, "{at}: handicap bonus");
        assert_eq!(u8::from(game.is_over()), ply.fin, "{at}: over");
        let marks = game
            .blocked(Color::Black)
            .iter()
            .chain(game.blocked(Color::White).iter());
        let mut marks: Vec<_> = marks.collect();
        marks.sort();
        assert_eq!(marks, sorted(size, &ply.rb), "{at}: blocked stones");
        if game.is_over() {
            return;
        }
        let color = game.to_move();
        let (mut kos, mut suicides, mut unblocks, mut legal) = (vec![], vec![], vec![], 1);
        for point in size.points() {
            match game.action(color, Move::Play(point)) {
                Ok(Action::Unblock(_)) => {
                    unblocks.push(point);
                    legal += 1;
                }
                Ok(_) => legal += 1,
                Err(IllegalMove::Ko | IllegalMove::Superko | IllegalMove::TakenBefore) => kos.push(point),
                Err(IllegalMove::Suicide) => suicides.push(point),
                Err(_) => {}
            }
        }
        assert_eq!(
            kos,
            sorted(size, ply.ko.iter().chain(&ply.sk)),
            "{at}: closed by ko"
        );
        assert_eq!(suicides, sorted(size, &ply.sui), "{at}: suicides");
        assert_eq!(unblocks, sorted(size, &ply.ub), "{at}: unblocking");
        assert_eq!(legal, ply.nl, "{at}: number of moves");
        let phase = game.phase();
        game.play(color, Move::Pass).expect("a pass is legal");
        let ends = match game.end() {
            Some(End::TwoPasses | End::RepeatedPass) => 2,
            _ => u8::from(game.phase() != phase),
        };
        game.undo();
        assert_eq!(ends, ply.pe, "{at}: what a pass ends");
    }

    fn compare_maps(&self, game: &Game, maps: &Maps) {
        let (size, board, at) = (game.size(), game.board(), format!("{} map {}", self.id, maps.i));
        for (suicide, expected) in [(false, &maps.pa0), (true, &maps.pa1)] {
            let alive = pass_alive(board, suicide);
            let owner = |point| {
                Color::BOTH
                    .into_iter()
                    .find(|&c| alive.stones[c].contains(point) || alive.territory[c].contains(point))
            };
            let found = &picture(size, owner);
            assert_eq!(found, expected, "{at}: pass-alive, suicide {suicide}");
        }
        let suicide = game.rules().suicide;
        let mut rest = board.clone();
        rest.remove_stones(&pass_alive(board, suicide).dead_stones(board));
        let areas = Areas::new(&rest);
        let found = picture(size, |p| areas.independent_owner(p));
        assert_eq!(found, maps.il, "{at}: independent life");
        let found = areas.regions.white as i32 - areas.regions.black as i32;
        assert_eq!(found, maps.ilc, "{at}: independent regions");

        let cases = [Scoring::Area, Scoring::Territory]
            .into_iter()
            .flat_map(|scoring| [Tax::None, Tax::Seki, Tax::All].map(|tax| (scoring, tax)));
        let (mut practice, mut none) = ([0; 6], [0; 6]);
        for (i, (scoring, tax)) in cases.enumerate() {
            let stood = game.stones_before_free_moves();
            let count = |pass_dead| {
                let rules = Rules {
                    scoring,
                    tax,
                    pass_dead,
                    self_play_opts: false,
                    ..game.rules()
                };
                Count::new(board, &rules, stood)
            };
            let counted = count(PassDead::Practice);
            practice[i] = counted.white_lead;
            none[i] = count(PassDead::Letter).white_lead;
            let expected = match (scoring, tax) {
                (Scoring::Area, Tax::None) => &maps.area_none,
                (Scoring::Area, _) => &maps.area_seki,
                (Scoring::Territory, Tax::None) => &maps.territory_none,
                (Scoring::Territory, _) => &maps.territory_seki,
            };
            let owner = picture(size, |p| counted.owner[p]);
            assert_eq!(&owner, expected, "{at}: {scoring:?} with tax {tax:?}");
        }
        assert_eq!(practice, maps.sc, "{at}: scores");
        assert_eq!(none, maps.sc_no_removal, "{at}: scores without removal");
    }

    fn compare_end(&self, game: &Game) {
        let (last, at) = (&self.last, format!("{} ({}) end", self.id, self.kind));
        assert_eq!(game.end(), choose(&last.reason, &ENDS), "{at}");
        assert_eq!(game.is_over(), last.finished, "{at}");
        assert_eq!(game.end() == Some(End::NoResult), last.no_result, "{at}");
        assert!(!last.resignation, "{at}");
        assert_eq!(game.phase() as u8, last.phase, "{at}: phase");
        assert_eq!(game.white_bonus(), last.wb, "{at}: bonus");
        assert_eq!(game.handicap_bonus(), last.hb, "{at}: handicap bonus");
        let winner = last
            .winner
            .as_deref()
            .filter(|&w| w != "draw")
            .and_then(Color::parse);
        assert_eq!(game.result().and_then(|r| r.winner()), winner, "{at}: winner");
        let Some(score) = last.score else {
            assert!(!last.finished || last.no_result, "{at}");
            return;
        };
        assert_eq!(game.white_lead(), score, "{at}: score");
        let mut by_letter = self.start();
        let rules = Rules {
            pass_dead: PassDead::Letter,
            ..by_letter.rules()
        };
        by_letter.set_rules(rules).expect("a game without turns");
        for (color, mv) in game.moves() {
            by_letter.play(color, mv).expect("the same moves");
        }
        let found = Some(by_letter.white_lead());
        assert_eq!(found, last.score_text, "{at}: score by the letter");
    }
}

fn folder() -> PathBuf {
    match env::var_os("KATACHI_GOLDEN") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/golden"),
    }
}

#[test]
fn recorded_games_come_out_the_same_in_every_field() {
    let path = folder().join("rules/games.jsonl.gz");
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines: Vec<String> = BufReader::new(GzDecoder::new(file))
        .lines()
        .collect::<Result<_, _>>()
        .expect("readable text");
    assert!(!lines.is_empty());
    // Two threads, because the replay takes most of the time.
    let (one, other) = lines.split_at(lines.len() / 2);
    std::thread::scope(|scope| {
        for half in [one, other] {
            scope.spawn(move || {
                for line in half {
                    let game: Recorded = serde_json::from_str(line).expect("a recorded game");
                    game.replay();
                }
            });
        }
    });
}
