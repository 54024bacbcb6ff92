// SPDX-License-Identifier: MIT OR Apache-2.0

//! The tree behind an answer, for people: as text, as variations in SGF, and as JSON.

use itertools::Itertools as _;
use katachi_engine::answers::{Aim, BudgetAnswer, End, Question, ReadingTree, TreeNode};
use katachi_engine::reading::{Judgement, Verdict};
use katachi_rules::sgf::{NodeId, Record, Tree, point_text};
use katachi_rules::{BoardSize, Color, Game, Move, Point, PointSet};
use serde_json::Value;

use super::lines::{self, add_move, seems};
use super::panel::{Panel, Row, rows};
use crate::facts::fields::data;
use crate::{DATA_VERSION, Named, ReadingData, certainty};

/// Maximum number of moves of a line that is printed on one row.
const ROW_MOVES: usize = 12;

/// Returns the question, with the stone that names a string or a group: `Can Black capture D4?`
pub fn question(question: &Question, named: Option<Point>, size: BoardSize) -> String {
    let stones = question.stones().map(|p| size.vertex(p)).join(" and ");
    let named = named.map(|p| size.vertex(p).to_string()).unwrap_or_default();
    let what = match question.aim() {
        Aim::Capture => format!("capture {named}"),
        Aim::Rescue => format!("save {named} from capture"),
        Aim::Kill => format!("kill the group at {named}"),
        Aim::Save => format!("save the group at {named}"),
        Aim::Connect => format!("connect {stones}"),
        Aim::Cut => format!("cut {stones} apart"),
    };
    format!("Can {} {what}?", question.first())
}

/// Returns the answer: `Yes, at E3 (proved).`
pub fn answer(found: Judgement, size: BoardSize) -> String {
    let verdict = match found.reading.verdict {
        Verdict::No if !found.certainty.is_read() => "Probably not",
        Verdict::Yes if !found.certainty.is_read() => "Probably",
        Verdict::No => "No",
        Verdict::Yes => "Yes",
        Verdict::KoAhead => "By a ko, in which the other side needs the first threat",
        Verdict::KoBehind => "By a ko, after finding the first threat",
        Verdict::Unknown => return "Unknown: the search ran out of nodes.".to_owned(),
    };
    let (at, sure) = (lines::at(found.reading, size), certainty::words(found.certainty));
    format!("{verdict}{at} ({sure}).")
}

/// Returns the answer of a tree, with what happens if the first side plays elsewhere where that is enough.
pub fn told(tree: &ReadingTree, size: BoardSize) -> String {
    let found = tree.found();
    let sure = certainty::words(found.certainty);
    match found.certainty {
        _ if !is_settled(tree) => answer(found, size),
        certainty if certainty.is_read() => format!("Yes, without a move: {}.", left_alone(tree, size)),
        _ => format!("Probably, without a move ({sure})."),
    }
}

/// Whether the aim is reached whoever moves first, as sure as with a move.
fn is_settled(tree: &ReadingTree) -> bool {
    let (found, elsewhere) = (tree.found(), tree.elsewhere);
    let is_as_sure = elsewhere.certainty.is_read() || !found.certainty.is_read();
    is_as_sure && found.reading.verdict.is_yes() && elsewhere.reading.verdict == Verdict::No
}

/// Returns question, answer, the first moves that work and fail, and the lines of the tree.
pub fn text(tree: &ReadingTree, size: BoardSize) -> String {
    let Panel { heading, rows } = panel(tree, size);
    let lines: String = rows.iter().skip(1).map(line).collect();
    format!("{heading} {}\n{lines}", rows[0].text)
}

/// Returns a row as a line of the text.
pub fn line(row: &Row) -> String {
    match row.label.as_str() {
        "" => format!("  {}\n", row.text),
        label => format!("  {label:<14} {}\n", row.text),
    }
}

/// Returns the row of an answer within a budget: `2000 nodes`, `Yes, at E3 (proved).`
pub fn budget_row(step: &BudgetAnswer, size: BoardSize) -> Row {
    Row::new(format!("{} nodes", step.nodes), answer(step.found, size))
}

/// Returns the same as a panel.
pub fn panel(tree: &ReadingTree, size: BoardSize) -> Panel {
    let vertices = |belongs: fn(Verdict) -> bool| {
        let moves = tree.first_moves.iter();
        let moves = moves.filter(|(_, found)| belongs(found.reading.verdict));
        let ko = |verdict: Verdict| if verdict.is_ko() { " (ko)" } else { "" };
        let named =
            |&(p, found): &(Point, Judgement)| format!("{}{}", size.vertex(p), ko(found.reading.verdict));
        moves.map(named).join(", ")
    };
    let mut rows = rows([
        ("answer", told(tree, size)),
        ("works", vertices(Verdict::is_possible)),
        ("in vain", vertices(|verdict| verdict == Verdict::No)),
        ("unclear", vertices(|verdict| verdict == Verdict::Unknown)),
        ("left alone", left_alone(tree, size)),
        ("nodes", nodes(tree)),
    ]);
    rows.extend(outline(tree, 0, 0, size));
    let heading = question(&tree.question, tree.named, size);
    Panel { heading, rows }
}

/// Returns what happens if the first side plays elsewhere: `Black saves it at K17 (proved)`. Empty if the
/// first side cannot reach its aim anyway.
fn left_alone(tree: &ReadingTree, size: BoardSize) -> String {
    if !tree.found().reading.verdict.is_possible() {
        return String::new();
    }
    let question = tree.question.turned();
    let (can, does) = match question.aim() {
        Aim::Capture => ("capture it", "captures it"),
        Aim::Rescue | Aim::Save => ("save it", "saves it"),
        Aim::Kill => ("kill it", "kills it"),
        Aim::Connect => ("connect them", "connects them"),
        Aim::Cut => ("cut them apart", "cuts them apart"),
    };
    let Judgement { reading, certainty } = tree.elsewhere;
    let other = question.first();
    let result = match reading.verdict {
        Verdict::No => format!("{other} cannot {can}"),
        Verdict::Unknown => return format!("not known whether {other} can {can}"),
        verdict => {
            let by_ko = if verdict.is_ko() { " by a ko" } else { "" };
            format!("{other} {does}{by_ko}{}", lines::at(reading, size))
        }
    };
    format!("{result} ({})", certainty::words(certainty))
}

/// `812 moves played in the searches of all questions, at most 60000 in each, on 27 points`
fn nodes(tree: &ReadingTree) -> String {
    let points = match tree.region.len() {
        0 => String::new(),
        points => format!(", on {points} points"),
    };
    let ReadingTree { searched, budget, .. } = tree;
    format!("{searched} moves played in the searches of all questions, at most {budget} in each{points}")
}

/// Returns a row for each variation after a node, indented by its depth: moves without alternatives share a
/// row.
fn outline(tree: &ReadingTree, node: usize, depth: usize, size: BoardSize) -> Vec<Row> {
    let mut rows = Vec::new();
    for &child in &tree.nodes[node].children {
        let mut moves = Vec::new();
        let mut last = child;
        loop {
            let (color, point) = tree.nodes[last].mv.expect("only the root has no move");
            moves.push(format!("{color} {}{}", size.vertex(point), by(&tree.nodes[last])));
            match tree.nodes[last].children[..] {
                [next] if moves.len() < ROW_MOVES => last = next,
                _ => break,
            }
        }
        let end = end_words(last, tree, size).map_or_else(String::new, |end| format!(": {end}"));
        let (indent, moves) = ("  ".repeat(depth), moves.join(", "));
        rows.push(Row::new("", format!("{indent}{moves}{end}")));
        rows.extend(outline(tree, last, depth + 1, size));
    }
    rows
}

/// ` by Net_at_the_corner`: the reading pattern that proposes the move of a node.
fn by(node: &TreeNode) -> String {
    node.by
        .as_ref()
        .map_or_else(String::new, |name| format!(" by {name}"))
}

fn end_words(node: usize, tree: &ReadingTree, size: BoardSize) -> Option<String> {
    let TreeNode {
        end,
        to_move,
        found,
        ref outcome,
        ..
    } = tree.nodes[node];
    let outcome = outcome.as_ref().map(|outcome| lines::outcome(outcome, size));
    let outcome = outcome.map_or_else(String::new, |outcome| format!("; {outcome}"));
    let words = match end? {
        End::Captured if tree.question.aim().is_about_pair() => "one of the strings is captured".to_owned(),
        End::Captured => "captured".to_owned(),
        End::NoMoveNeeded => format!("no more move is needed{outcome}"),
        End::NoTry => format!("no move of {to_move} helps{outcome}"),
        End::WorksToo => "works, too".to_owned(),
        End::Ko => "ko".to_owned(),
        End::Same(0) => "as at the beginning".to_owned(),
        End::Same(node) => {
            let line = tree.line(node);
            format!("as after {}", line.iter().map(|(_, p)| size.vertex(*p)).join(" "))
        }
        End::Unknown => "unknown from here on".to_owned(),
        End::Contradiction => {
            let sure = certainty::words(found.certainty);
            format!("unclear, {} ({sure})", seems(to_move, found.reading, size))
        }
        End::Limit => "not shown further".to_owned(),
    };
    Some(words)
}

/// Returns the reason of a node: what its move reaches, and why the line ends there.
fn comment(tree: &ReadingTree, node: usize, size: BoardSize) -> String {
    let TreeNode {
        mv, to_move, found, ..
    } = &tree.nodes[node];
    let (color, point) = mv.expect("only the root has no move");
    let mv = format!("{color} {}{}", size.vertex(point), by(&tree.nodes[node]));
    let sure = certainty::words(found.certainty);
    let reply = match found.reading.point {
        Some(reply) => format!("{to_move} answers at {}", size.vertex(reply)),
        None => format!("{to_move} needs no answer"),
    };
    let what = match found.reading.verdict {
        Verdict::No => format!("{mv} works: {to_move} has no answer ({sure})."),
        Verdict::Unknown => format!("{mv}: the search does not know what follows."),
        verdict if verdict.is_ko() => format!("{mv}: it depends on a ko, {reply} by a ko ({sure})."),
        _ => format!("{mv} fails: {reply} ({sure})."),
    };
    match end_words(node, tree, size) {
        Some(end) => format!("{what} The line ends here: {end}."),
        None => what,
    }
}

/// Returns the game with the tree as variations after its last position. Each node has its reason as a
/// comment; the stones that are asked about are marked; moves of the first side that work are marked as good,
/// those that fail as bad.
pub fn to_sgf(game: &Game, tree: &ReadingTree) -> String {
    let size = game.size();
    let mut sgf = Record::from_game(game).to_tree();
    let last = sgf.main_line().last().unwrap_or_else(|| sgf.root());
    let mut text = format!(
        "{} {}",
        question(&tree.question, tree.named, size),
        told(tree, size)
    );
    // Viewers take the other side for the next one.
    if tree.question.first() != game.to_move() {
        text += &format!(" {} moves first in the variations.", tree.question.first());
    }
    sgf.add_text(last, "C", &text);
    let marked: Vec<String> = tree.question.stones().map(point_text).collect();
    sgf.add(last, "TR", marked.iter().map(String::as_str));
    add_children(&mut sgf, last, tree, 0, size);
    sgf.to_sgf()
}

fn add_children(sgf: &mut Tree, at: NodeId, tree: &ReadingTree, node: usize, size: BoardSize) {
    for &child in &tree.nodes[node].children {
        let (color, point) = tree.nodes[child].mv.expect("only the root has no move");
        let added = add_move(sgf, at, color, Move::Play(point));
        let mark = match tree.nodes[child].found.reading.verdict {
            Verdict::Unknown => None,
            Verdict::Yes => Some("BM"),
            _ => Some("TE"),
        };
        if let Some(mark) = mark.filter(|_| color == tree.question.first()) {
            sgf.add(added, mark, ["1"]);
        }
        sgf.add_text(added, "C", &comment(tree, child, size));
        add_children(sgf, added, tree, child, size);
    }
}

/// Returns the whole answer as JSON: question, result, certainty, nodes, first moves, and the tree.
pub fn to_json(tree: &ReadingTree, size: BoardSize) -> Value {
    serde_json::to_value(TreeData::new(tree, size)).expect("a tree is plain data")
}

data! {
    struct TreeData(tree: &ReadingTree, size: BoardSize) {
        version: u32 = DATA_VERSION,
        aim: &'static str = tree.question.aim().word(),
        stones: Named<Vec<Point>> = Named::new(tree.question.stones().collect(), size),
        first: Color = tree.question.first(),
        answer: ReadingData = reading(tree.found(), size),
        elsewhere: ReadingData = reading(tree.elsewhere, size),
        first_moves: Vec<ReadingData> = tree.first_moves.iter().map(|&(_, found)| reading(found, size)).collect(),
        nodes: u64 = tree.searched,
        nodes_of_question: u32 = tree.budget,
        region: Named<PointSet> = Named::new(tree.region, size),
        tree: Vec<NodeData> = (0..tree.nodes.len()).map(|node| NodeData::new(tree, node, size)).collect(),
    }
}

data! {
    struct NodeData(tree: &ReadingTree, node: usize, size: BoardSize) {
        #[serde(rename = "move")]
        mv: Option<(Color, Named<Point>)> = tree.nodes[node].mv.map(|(color, p)| (color, Named::new(p, size))),
        by: Option<String> = tree.nodes[node].by.clone(),
        to_move: Color = tree.nodes[node].to_move,
        found: ReadingData = reading(tree.nodes[node].found, size),
        end: Option<String> = end_words(node, tree, size),
        children: Vec<usize> = tree.nodes[node].children.clone(),
    }
}

fn reading(Judgement { reading, certainty }: Judgement, size: BoardSize) -> ReadingData {
    ReadingData::new(reading.verdict, reading.point.as_slice(), Some(certainty), size)
}
