// SPDX-License-Identifier: MIT OR Apache-2.0

//! Small games as text, and the trees that are drawn from them.

use katachi_rules::sgf::{NodeId, Record, Tree, read};

use super::HarvestLimits;
use super::count::{Positions, add};
use super::region::Region;
use super::tree::{JosekiTree, grown, trees};

const ALL: HarvestLimits = HarvestLimits {
    min_count: 1,
    min_share: 0,
    max_moves: 16,
    corner: 10,
};

fn record(sgf: &str) -> Record {
    Record::parse(sgf.as_bytes()).unwrap()
}

/// A game of Black and White in turn; `.` is a pass.
fn game(moves: &str) -> Record {
    let mut sgf = "(;SZ[19]".to_owned();
    for (mv, color) in moves.split_whitespace().zip(["B", "W"].into_iter().cycle()) {
        sgf += &format!(";{color}[{}]", mv.trim_matches('.'));
    }
    record(&(sgf + ")"))
}

fn harvest(limits: HarvestLimits, games: &[Record]) -> Vec<JosekiTree> {
    harvest_of(Region::corner(limits.corner), limits, games)
}

fn harvest_of(region: Region, limits: HarvestLimits, games: &[Record]) -> Vec<JosekiTree> {
    let mut positions = Positions::default();
    for game in games {
        add(&mut positions, game, region, &limits).unwrap();
    }
    trees(&grown(&positions, region, &limits), region)
}

/// Every node of a tree as the moves to it and its comment in one line: `Bpd Wqf: 85 1 of 1 moves by White
/// here`.
fn lines(tree: &Tree) -> Vec<String> {
    let text = |at, name: &str| Some(tree.get(at, name)?.value().raw().to_owned());
    let of = |at, name: &str| text(at, name).map(|mv| name.to_owned() + &mv);
    let mv = |&at: &NodeId| of(at, "B").or_else(|| of(at, "W")).unwrap();
    let line = |node| {
        let moves: Vec<String> = tree.line_to(node)[1..].iter().map(mv).collect();
        let comment = text(node, "C").unwrap_or_default();
        format!("{}: {}", moves.join(" "), comment.replace('\n', " "))
    };
    let mut lines: Vec<String> = tree.nodes().skip(1).map(line).collect();
    lines.sort();
    lines
}

fn drawn(limits: HarvestLimits, games: &[Record]) -> Vec<String> {
    drawn_of(Region::corner(limits.corner), limits, games)
}

fn drawn_of(region: Region, limits: HarvestLimits, games: &[Record]) -> Vec<String> {
    let trees = harvest_of(region, limits, games);
    let read = |sgf: &str| read(sgf.as_bytes()).unwrap().trees.remove(0);
    trees.iter().flat_map(|tree| lines(&read(&tree.sgf))).collect()
}

#[test]
fn mirror_images_and_exchanged_colours_are_one() {
    // The star point and the knight's approach in all corners and both ways, once begun by White.
    let games = [
        "pd qf", "pd nc", "dd cf", "dd fc", "dp cn", "dp fq", "pp qn", "pp nq", ". pp qn",
    ]
    .map(game);
    assert_eq!(
        drawn(ALL, &games),
        [
            "Bpd Wqf: 85 9 of 9 moves by White here",
            "Bpd: 9 of 9 moves by Black here"
        ]
    );
}

#[test]
fn sides_are_drawn_like_corners_and_compile_to_entries_that_reach_both_edges() {
    // Two star points on one side and a knight's approach to one of them, on all sides and both ways. The
    // second corner of a move belongs to another side, where it is a first move.
    let games = [
        "pd . dd fc",
        "dd . pd nc",
        "pp . pd qf",
        "dp . pp nq",
        ". dd . dp cn",
    ]
    .map(game);
    let side = Region::side(10);
    let lines = drawn_of(side, ALL, &games);
    let approach = "Bpd W Bdd Wnc: 85 5 of 5 moves by White here";
    assert!(lines.iter().any(|line| line == approach), "{lines:#?}");
    let trees = harvest_of(side, ALL, &games);
    let source = mkpat::Source::new("joseki/sides.sgf", &*trees[0].sgf);
    let compiled = mkpat::compile(&[source], &mkpat::Options::default());
    assert_eq!(compiled.diagnostics, []);
    let patterns = &compiled.database.patterns;
    assert_eq!(patterns.len(), trees[0].entries);
    let approach = patterns.iter().find(|p| p.name.ends_with("D16.O17"));
    assert_eq!(approach.map(|p| (p.weight, p.size)), Some((85, (19, 10))));
}

#[test]
fn another_order_of_moves_leads_to_the_same_position() {
    // Twice the approach before the extension, once behind it, and each time the same end.
    let games = ["pd qf nc rd", "pd qf nc rd", "nc qf pd rd"].map(game);
    let lines = drawn(ALL, &games);
    let end = "Bpd Wqf Bnc Wrd: 85 3 of 3 moves by White here".to_owned();
    assert!(lines.contains(&end), "{lines:#?}");
    // The first move of the third game is none of the five, so that it has no tree.
    assert_eq!(lines.len(), 4, "{lines:#?}");
}

#[test]
fn a_transposed_position_is_continued_once() {
    // The 3-4 point and then the star point beside it, and the other way round.
    let games = ["qd . pd oc", "pd . qd oc", "pd . qd oc"].map(game);
    let lines = drawn(ALL, &games);
    let with = |text: &str| lines.iter().filter(|line| line.contains(text)).count();
    assert_eq!(with("another order"), 1, "{lines:#?}");
    let continued = lines
        .iter()
        .filter(|line| line.contains("Woc") || line.contains("Wqe"));
    assert_eq!(continued.count(), 1, "{lines:#?}");
    assert!(with("3 of 3 moves by White") > 0, "{lines:#?}");
}

#[test]
fn moves_elsewhere_are_counted_and_make_the_answer_worth_less() {
    // White answers at once, answers when both sides have played in the middle, and lets Black have both
    // moves.
    let games = ["pd qf", "pd jj kk qf", "pd jj nc"].map(game);
    let lines = drawn(HarvestLimits { corner: 7, ..ALL }, &games);
    // White used one of three first turns, Black one of two.
    let expected = [
        "Bpd Wqf: 62 2 of 2 moves by White here",
        "Bpd W: White elsewhere, 1 times",
        "Bpd W Bqf: 68 1 of 1 moves by Black here",
    ];
    for line in expected {
        assert!(lines.iter().any(|l| l == line), "{line} in {lines:#?}");
    }
}

#[test]
fn rare_moves_and_late_moves_are_left_out() {
    let games = ["pd qf nc rd", "pd qf nc rd", "pd qf nc rd", "pd qf qh", "pd qc"].map(game);
    let count = |limits| drawn(limits, &games).len();
    assert_eq!(count(ALL), 6);
    assert_eq!(count(HarvestLimits { min_count: 2, ..ALL }), 4);
    assert_eq!(count(HarvestLimits { min_count: 4, ..ALL }), 2);
    assert_eq!(count(HarvestLimits { min_count: 6, ..ALL }), 0);
    assert_eq!(count(HarvestLimits { min_share: 25, ..ALL }), 5);
    assert_eq!(count(HarvestLimits { max_moves: 2, ..ALL }), 3);
}

#[test]
fn the_order_of_the_games_does_not_matter() {
    let mut games = [
        "pd qf nc rd dd fc",
        "dd cf fc bd pp",
        "qd oc pc od",
        "pc od dd fc cf",
        "pp nq qn",
        "qc . pd",
    ]
    .map(game);
    let trees = harvest(ALL, &games);
    games.reverse();
    assert_eq!(harvest(ALL, &games), trees);
    assert_eq!(
        trees.iter().map(|tree| tree.name).collect::<Vec<_>>(),
        ["hoshi", "komoku", "sansan", "mokuhazushi", "takamoku"]
    );
}

#[test]
fn a_corner_ends_where_stones_beyond_it_take_part() {
    // White's stone on the tenth line falls by a stone on the eleventh, which the corner does not have.
    let capture = game("pd ja jb aa ka ss ia sa pb");
    let lines = drawn(ALL, &[capture]);
    assert!(
        lines.iter().any(|line| line.contains("Wsj Brj W Bsi")),
        "{lines:#?}"
    );
    assert!(!lines.iter().any(|line| line.contains("Wsa")), "{lines:#?}");
}

#[test]
fn games_that_say_nothing_are_named_and_leave_no_trace() {
    for (sgf, reason) in [
        ("(;SZ[13];B[dd])", "not on 19x19"),
        ("(;SZ[19]HA[2]AB[pd][dp];W[qf])", "with set-up stones"),
        ("(;SZ[19];B[pd];B[qf])", "with moves that cannot be"),
        ("(;SZ[19];B[pd];W[pd])", "with moves that cannot be"),
        ("(;SZ[19];B[pd];W[zz])", "with moves that cannot be"),
    ] {
        let mut positions = Positions::default();
        let corner = Region::corner(ALL.corner);
        assert_eq!(
            add(&mut positions, &record(sgf), corner, &ALL),
            Err(reason),
            "{sgf}"
        );
        let trees = trees(&grown(&positions, corner, &ALL), corner);
        assert!(trees.iter().all(|tree| tree.variations == 0), "{sgf}");
    }
}

#[test]
fn the_trees_compile_without_a_warning_and_say_what_they_count() {
    let games = ["pd qf nc rd qc", "pd qf nc qh", "qd oc pc od", "qc . pd", "qe pc"].map(game);
    let trees = harvest(ALL, &games);
    let sources: Vec<_> = trees
        .iter()
        .map(|tree| mkpat::Source::new(format!("joseki/{}.sgf", tree.name), &*tree.sgf))
        .collect();
    let compiled = mkpat::compile(&sources, &mkpat::Options::default());
    assert_eq!(compiled.diagnostics, []);
    let entries: usize = trees.iter().map(|tree| tree.entries).sum();
    assert_eq!(compiled.database.patterns.len(), entries);
    let slide = compiled
        .database
        .patterns
        .iter()
        .find(|p| p.name == "hoshi:Q16.R14.O17.S16");
    assert_eq!(slide.map(|p| (p.weight, p.size)), Some((85, (10, 10))));
}
