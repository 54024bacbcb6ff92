//! Strings on small boards: what the reader says, and what is true.

use katachi::reading::{Reader, Verdict};
use katachi_rules::Board;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::solver::{Solver, Truth};

/// A random position without strings that have no liberty: about `filled` of 16 points have a stone.
fn random_cells(rng: &mut ChaCha8Rng, area: usize, filled: u32) -> Vec<u8> {
    (0..area)
        .map(|_| {
            if rng.next_u32() % 16 < filled {
                1 + (rng.next_u32() >> 16 & 1) as u8
            } else {
                0
            }
        })
        .collect()
}

fn diagram(cells: &[u8], width: usize) -> String {
    cells
        .chunks(width)
        .map(|row| {
            row.iter()
                .map(|&c| [". ", "X ", "O "][c as usize])
                .collect::<String>()
                + "\n"
        })
        .collect()
}

#[test]
#[ignore = "a survey"]
fn survey() {
    use std::collections::BTreeMap;
    use std::fmt::Write as _;
    let count: u32 = std::env::var("COUNT")
        .ok()
        .and_then(|c| c.parse().ok())
        .unwrap_or(2000);
    let mut tally: BTreeMap<String, u32> = BTreeMap::new();
    let mut examples: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut rng = ChaCha8Rng::seed_from_u64(std::env::var("SEED").map_or(1, |l| l.parse().unwrap()));
    for _ in 0..count {
        let (w, h) = [(4, 4), (5, 3), (5, 4), (5, 5)][rng.next_u32() as usize % 4];
        let filled = 8 + rng.next_u32() % 6;
        let cells = random_cells(&mut rng, w * h, filled);
        let Ok(board) = std::panic::catch_unwind(|| Board::from_diagram(&diagram(&cells, w))) else {
            continue;
        };
        let points: Vec<_> = board.size().points().collect();
        for (i, &p) in points.iter().enumerate() {
            if !board.cell(p).is_stone() || board.head(p) != p {
                continue;
            }
            let libs = board.liberties(p);
            let solution = Solver::solve(
                w,
                h,
                &cells,
                i,
                std::env::var("LIMIT").map_or(6000, |l| l.parse().unwrap()),
            );
            let mut reader = Reader::new(&board, 100_000);
            for (what, truth, reading) in [
                ("attack", solution.attack, reader.attack(p)),
                ("defend", solution.defend, reader.defend(p)),
            ] {
                let said = match reading.verdict {
                    Verdict::Yes => "yes",
                    Verdict::No => "no",
                    Verdict::Unknown => "unknown",
                    _ => "ko",
                };
                let is = match truth {
                    Truth::Yes => "yes",
                    Truth::No => "no",
                    Truth::Ko => "ko",
                    Truth::TooLarge => "toolarge",
                };
                *tally
                    .entry(format!("{what}: truth {is:8} reader {said:8}"))
                    .or_default() += 1;
                *tally
                    .entry(format!("libs {libs} {what}: truth {is:8} reader {said:8}"))
                    .or_default() += 1;
                if said != is && is != "toolarge" {
                    let list = examples
                        .entry(format!("{what}: truth {is} reader {said}"))
                        .or_default();
                    if list.len() < 40 {
                        list.push(format!(
                            "{what} {} (target {} liberties): truth {is}, reader {:?} {}\n{}",
                            board.size().vertex(p),
                            libs,
                            reading.verdict,
                            reading
                                .point
                                .map_or("-".into(), |p| board.size().vertex(p).to_string()),
                            diagram(&cells, w)
                        ));
                    }
                }
            }
        }
    }
    let mut text = String::new();
    for (k, v) in &tally {
        let _ = writeln!(text, "{k}: {v}");
    }
    for (k, v) in &examples {
        let _ = writeln!(text, "\n==== {k}");
        for e in v {
            let _ = writeln!(text, "{e}");
        }
    }
    std::fs::write(std::env::var("OUT").unwrap(), &text).unwrap();
    println!(
        "{}",
        text.lines()
            .take_while(|l| !l.starts_with("===="))
            .collect::<Vec<_>>()
            .join("\n")
    );
}

#[test]
#[ignore = "a survey"]
fn nodes_by_verdict() {
    use std::collections::BTreeMap;
    let mut tally: BTreeMap<String, (u32, u64)> = BTreeMap::new();
    for line in std::fs::read_to_string("benches/data/positions.txt")
        .unwrap()
        .lines()
        .filter(|l| !l.starts_with('#'))
    {
        let size = katachi_rules::BoardSize::square(19);
        let cells = line.split(' ').nth(2).unwrap();
        let mut board = Board::new(size);
        board
            .set_stones(size.points().zip(cells.bytes()).filter_map(|(p, c)| match c {
                b'X' => Some((p, katachi_rules::Color::Black)),
                b'O' => Some((p, katachi_rules::Color::White)),
                _ => None,
            }))
            .unwrap();
        let mut reader = Reader::new(&board, 2000);
        for p in size
            .points()
            .filter(|&p| board.cell(p).is_stone() && board.head(p) == p)
        {
            let mut add = |what: &str, verdict: String, reader: &mut Reader| {
                let e = tally.entry(format!("{what} {verdict}")).or_default();
                e.0 += 1;
                e.1 += reader.counts().nodes;
                reader.reset_counts();
            };
            let a = reader.attack(p);
            add(
                "attack",
                format!("{:?} libs {}", a.verdict, board.liberties(p).min(5)),
                &mut reader,
            );
            if a.verdict == Verdict::No {
                let n = reader.attack_threats(p).len();
                add(
                    "attack threats",
                    format!("libs {} found {}", board.liberties(p).min(5), n.min(1)),
                    &mut reader,
                );
            }
            if a.verdict.is_yes() {
                let d = reader.defend(p);
                add(
                    "defend",
                    format!("{:?} libs {}", d.verdict, board.liberties(p).min(5)),
                    &mut reader,
                );
                if d.verdict == Verdict::No {
                    let n = reader.defense_threats(p).len();
                    add("defense threats", format!("found {}", n.min(1)), &mut reader);
                }
                let n = reader.attack_points(p).len();
                add("attack points", format!("{n}"), &mut reader);
                if d.verdict.is_yes() {
                    let n = reader.defense_points(p).len();
                    add("defense points", format!("{n}"), &mut reader);
                }
            }
        }
    }
    for (k, v) in tally {
        println!("{k}: {} questions, {} nodes", v.0, v.1);
    }
}
