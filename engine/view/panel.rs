//! What stands beside the board: facts of one point, or the whole board in short.

use std::iter::once;

use katachi_rules::{BoardSize, Color, Point};

use super::colours::{Part, STRENGTHS};
use super::facts::{self, Fact, Value};
use super::groups::{Group, Standing};
use super::picture::{EyeKind, Layers, Map, eye_kind, influence_mark, is_shown};
use super::position::View;
use crate::reading::Verdict;

/// A heading and rows of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The first line.
    pub heading: String,
    /// What is known.
    pub rows: Vec<Row>,
}

/// A row of a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What it is about.
    pub label: String,
    /// What is known of it.
    pub text: String,
    /// What the colour of the label says.
    pub part: Option<Part>,
}

fn row(label: impl Into<String>, text: impl Into<String>) -> Row {
    Row {
        label: label.into(),
        text: text.into(),
        part: None,
    }
}

fn painted(part: Part, row: Row) -> Row {
    Row {
        part: Some(part),
        ..row
    }
}

/// A line of a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it says.
    pub text: String,
    /// So many bytes at its beginning have a colour, and what that says.
    pub painted: Option<(usize, Part)>,
}

impl Panel {
    /// Its lines, at most `width` columns wide where words allow it; labels stand in a column of their own. The
    /// heading is the first of them.
    pub fn lines(&self, width: usize) -> Vec<Line> {
        let column = self.rows.iter().map(|row| row.label.len()).max().unwrap_or(0);
        let indent = " ".repeat(column + 2);
        let heading = wrapped(&self.heading, textwrap::Options::new(width.max(12))).map(|text| Line {
            painted: Some((text.len(), Part::Heading)),
            text,
        });
        let rows = self.rows.iter().flat_map(|row| {
            let first = format!("{:<column$}  ", row.label);
            let options = textwrap::Options::new(width.max(column + 12))
                .initial_indent(&first)
                .subsequent_indent(&indent);
            let mut lines: Vec<Line> = wrapped(&row.text, options)
                .map(|text| Line { text, painted: None })
                .collect();
            lines[0].painted = row.part.map(|part| (row.label.len(), part));
            lines
        });
        heading.chain(rows).collect()
    }
}

fn wrapped(text: &str, options: textwrap::Options<'_>) -> impl Iterator<Item = String> {
    textwrap::wrap(text, options)
        .into_iter()
        .map(|line| line.trim_end().to_owned())
}

/// So many groups, and so many proposals, are listed in short.
const LISTED: usize = 5;

pub(super) fn about(view: &mut View, point: Point) -> Panel {
    let size = view.game.size();
    let vertex = size.vertex(point);
    let (heading, mut rows) = match view.groups.get(point) {
        Some(group) => (
            format!("{vertex}: {}", group.color),
            about_group(group, point, size),
        ),
        None => (format!("{vertex}: empty"), Vec::new()),
    };
    rows.extend(about_eye(view, point));
    let board = view.game.board();
    // Living stones have influence on their own points.
    let is_influenced = board.is_empty(point) || view.analysis.dead.contains(point);
    for map in Map::ALL.into_iter().filter(|_| is_influenced) {
        let map_of = map.of(&view.analysis.influence);
        let text = match map_of.owner(point) {
            Some(owner) => format!("{owner}, {}", map_of.value(point).abs()),
            None => "nobody".to_owned(),
        };
        rows.push(row(map.word(), text));
    }
    let owned = view.analysis.ownership.of(point, Color::Black);
    rows.push(row("becomes", ownership_text(owned)));
    if view.groups.get(point).is_none() {
        rows.extend(about_move(view, point));
    }
    Panel { heading, rows }
}

fn rows_of(facts: &[Fact], size: BoardSize) -> impl Iterator<Item = Row> {
    facts
        .iter()
        .map(move |fact| row(fact.label, value_text(&fact.value, size)))
}

fn about_group(group: &Group, stone: Point, size: BoardSize) -> Vec<Row> {
    let part = Part::Stone(group.color, group.standing);
    let standing = format!("{} ({})", group.standing.word(), group.standing.mark());
    let standing = painted(part, row(format!("group {}", group.letter), standing));
    let string = group.string(stone).into_iter().flat_map(|string| {
        let stones = many(string.stones.len(), "stone");
        let text = format!("{}, {stones}", size.vertex(string.origin));
        let name = (group.strings.len() > 1).then(|| row("string", text));
        name.into_iter().chain(rows_of(&string.facts, size))
    });
    once(standing)
        .chain(rows_of(&group.facts, size))
        .chain(string)
        .collect()
}

/// The eye space around a point, unless it is so large that it says nothing.
fn about_eye(view: &View, point: Point) -> Vec<Row> {
    let space = view
        .analysis
        .eyes
        .around(point)
        .filter(|space| space.is_certain());
    let Some(space) = space else {
        return Vec::new();
    };
    let what = eye_kind(space, point).word();
    let first = row("eye space", format!("{}'s, {what} here", space.color));
    let facts = facts::of_eye_space(space);
    once(first).chain(rows_of(&facts, view.game.size())).collect()
}

/// What speaks for a move of the side to play.
fn about_move(view: &mut View, point: Point) -> Vec<Row> {
    let color = view.game.to_move();
    if let Err(why) = view.game.check(color, katachi_rules::Move::Play(point)) {
        return vec![row("move", format!("not for {color}: {why}"))];
    }
    let gain = view.analysis.influence.delta_moyo(point, color);
    let moyo = row("gains", format!("{gain:+} points of moyo for {color}"));
    let proposal = view
        .choice
        .iter()
        .flat_map(|choice| &choice.proposals)
        .find(|p| p.point == point);
    let reasons = proposal.iter().flat_map(|p| {
        let lines = p
            .reasons
            .iter()
            .map(|r| row(format!("{:+}", r.value()), r.to_string()));
        once(row("value", p.value.to_string())).chain(lines)
    });
    once(moyo).chain(reasons).collect()
}

/// A balance of random games, 1 if Black always owned the point, -1 if White did.
fn ownership_text(balance: f32) -> String {
    let owner = if balance < 0.0 { Color::White } else { Color::Black };
    format!(
        "{owner}'s in {:.0} of 100 random games",
        50.0 + 50.0 * balance.abs()
    )
}

/// A value as people read it.
pub(super) fn value_text(value: &Value, size: BoardSize) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Numbers(numbers) => {
            let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
            words.join(", ")
        }
        Value::Range(least, most) if least == most => least.to_string(),
        Value::Range(least, most) => format!("{least} to {most}"),
        Value::Decimal(number) => format!("{number:.1}"),
        Value::True => "yes".to_owned(),
        Value::Point(point) => size.vertex(*point).to_string(),
        Value::Points(points) => vertices(points, size),
        Value::Reading(verdict, points) => {
            let text = format!("{} ({})", verdict_text(*verdict), verdict.code());
            if points.is_empty() {
                text
            } else {
                format!("{text}: {}", vertices(points, size))
            }
        }
    }
}

fn vertices(points: &[Point], size: BoardSize) -> String {
    let names: Vec<String> = points.iter().map(|&p| size.vertex(p).to_string()).collect();
    names.join(" ")
}

fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::No => "no",
        Verdict::Yes => "yes",
        Verdict::KoAhead => "by ko, the other needs the first threat",
        Verdict::KoBehind => "by ko, after finding the first threat",
        Verdict::Unknown => "not read to the end",
    }
}

pub(super) fn summary(view: &View, layers: &Layers) -> Panel {
    let size = view.game.size();
    let mut rows = Vec::new();
    if layers.groups {
        rows.extend(Standing::ALL.into_iter().filter_map(|how| {
            let stones = view
                .groups
                .iter()
                .filter(|g| g.standing == how)
                .map(|g| g.stones.len());
            let (groups, stones) = stones.fold((0, 0), |(groups, sum), n| (groups + 1, sum + n));
            let label = format!("{} {}", how.mark(), how.word());
            let text = format!("{}, {}", many(groups, "group"), many(stones, "stone"));
            (groups > 0).then(|| painted(Part::Stone(Color::White, how), row(label, text)))
        }));
        rows.extend(hanging(view).take(LISTED).map(|group| {
            let label = format!("{} {}", group.letter, size.vertex(group.origin));
            let part = Part::Stone(group.color, group.standing);
            painted(part, row(label, hanging_text(group, size)))
        }));
        let left_out = hanging(view).count().saturating_sub(LISTED);
        if left_out > 0 {
            rows.push(row("", format!("and {left_out} more")));
        }
    }
    if layers.eyes {
        rows.extend(Color::BOTH.map(|color| eye_summary(view, color)));
    }
    if let Some(map) = layers.influence {
        let points = map
            .of(&view.analysis.influence)
            .points(view.game.board(), &view.analysis.dead);
        for (color, points) in [(Color::Black, points.black), (Color::White, points.white)] {
            let label = format!("{} {color}", influence_mark(color));
            let text = format!("{points} points of {}", map.word());
            rows.push(painted(Part::Influence(color, STRENGTHS), row(label, text)));
        }
    }
    if let Some(choice) = view.choice.as_ref().filter(|_| layers.values) {
        for proposal in choice.proposals.iter().take(LISTED) {
            let best = proposal.reasons.first().map(ToString::to_string);
            rows.push(row(
                size.vertex(proposal.point).to_string(),
                format!("{} {}", proposal.value, best.unwrap_or_default()),
            ));
        }
    }
    let heading = if layers.groups {
        "Groups: Black A-Z, White a-z"
    } else {
        "Black X, White O"
    };
    Panel {
        heading: heading.to_owned(),
        rows,
    }
}

/// How much eye space a side has, and how many eyes whoever moves first decides.
fn eye_summary(view: &View, color: Color) -> Row {
    let spaces = view.analysis.eyes.iter();
    let spaces: Vec<_> = spaces.filter(|s| s.color == color && is_shown(s)).collect();
    let points = spaces.iter().map(|s| s.points.len()).sum();
    let open = spaces.iter().filter(|s| s.max > s.min).count();
    let text = format!(
        "{}, {}, {open} undecided",
        many(spaces.len(), "eye space"),
        many(points, "point")
    );
    let part = Part::Eye(color, EyeKind::Proper);
    painted(part, row(format!("{} {color}", influence_mark(color)), text))
}

/// Groups that hang on the next move, the largest first.
fn hanging(view: &View) -> impl Iterator<Item = &Group> {
    let mut groups: Vec<&Group> = view
        .groups
        .iter()
        .filter(|g| g.standing == Standing::Critical)
        .collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.stones.len()));
    groups.into_iter()
}

/// The best moves to attack and to defend it.
fn hanging_text(group: &Group, size: BoardSize) -> String {
    let [kills, saves] = group.decisive();
    let first = |what, points: &[Point]| {
        points
            .first()
            .map(|&point| format!("{what} {}", size.vertex(point)))
    };
    let parts = [first("attack", kills), first("defence", saves)];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        many(group.stones.len(), "stone")
    } else {
        parts.join(", ")
    }
}

fn many(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::super::position::tests::{ATARI, view, view_with_values};
    use super::*;

    fn about(view: &mut View, vertex: &str) -> Panel {
        let point = view.game.size().parse_vertex(vertex).unwrap();
        view.about(point)
    }

    fn text_of<'a>(panel: &'a Panel, label: &str) -> Option<&'a str> {
        let row = panel.rows.iter().find(|row| row.label == label)?;
        Some(&row.text)
    }

    #[test]
    fn a_stone_has_the_facts_of_its_group() {
        let panel = about(&mut view(ATARI), "D4");
        assert_eq!(panel.heading, "D4: Black");
        assert_eq!(text_of(&panel, "group A"), Some("critical (!)"));
        assert_eq!(text_of(&panel, "stones"), Some("1"));
        assert_eq!(text_of(&panel, "eyes"), Some("0"));
        assert_eq!(text_of(&panel, "killed"), Some("yes (1): D3"));
        assert!(text_of(&panel, "saved").unwrap().starts_with("yes (1): D3"));
        assert_eq!(text_of(&panel, "string"), None, "it is all there is of the group");
        assert_eq!(text_of(&panel, "attack"), text_of(&panel, "killed"));
        assert_eq!(text_of(&panel, "gains"), None, "nobody can play there");
    }

    #[test]
    fn an_empty_point_has_its_owner_and_what_speaks_for_a_move() {
        let mut view = view_with_values(ATARI, &[("D3", 30)]);
        let panel = about(&mut view, "D3");
        assert_eq!(panel.heading, "D3: empty");
        assert_eq!(text_of(&panel, "value"), Some("30"));
        assert!(
            text_of(&panel, "becomes")
                .unwrap()
                .contains("of 100 random games")
        );
        assert_eq!(text_of(&about(&mut view, "A7"), "value"), None);
    }

    #[test]
    fn a_point_where_a_move_is_not_legal_says_why() {
        let panel = about(&mut view(". O .\nO . .\n. . ."), "A3");
        assert_eq!(text_of(&panel, "move"), Some("not for Black: suicide"));
    }

    #[test]
    fn the_summary_counts_groups_and_lists_those_that_hang_on_the_next_move() {
        let layers = Layers {
            influence: Some(Map::Moyo),
            ..Layers::default()
        };
        let panel = view(ATARI).summary(&layers);
        assert_eq!(text_of(&panel, "! critical"), Some("1 group, 1 stone"));
        assert_eq!(text_of(&panel, "A D4"), Some("attack D3, defence D3"));
        assert!(text_of(&panel, "# Black").unwrap().ends_with(" points of moyo"));
        let bare = Layers {
            groups: false,
            ..Layers::default()
        };
        assert!(view(ATARI).summary(&bare).rows.is_empty());
    }

    /// Black's three points in the corner hang on the middle one.
    const THREE: &str = "
        . . . X O . .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        . . . . . . .";

    #[test]
    fn a_point_of_an_eye_space_tells_what_the_space_is_worth() {
        let panel = about(&mut view(THREE), "B5");
        assert_eq!(text_of(&panel, "eye space"), Some("Black's, vital here"));
        assert_eq!(text_of(&panel, "points"), Some("3"));
        assert_eq!(text_of(&panel, "eyes"), Some("1 to 2"));
        assert_eq!(text_of(&panel, "spoils"), Some("B5"));
        assert_eq!(text_of(&about(&mut view(ATARI), "A7"), "eye space"), None);
    }

    #[test]
    fn a_group_whose_eyes_hang_on_the_next_move_is_listed_with_it() {
        let layers = Layers {
            eyes: true,
            ..Layers::default()
        };
        let panel = view(THREE).summary(&layers);
        assert_eq!(text_of(&panel, "A D5"), Some("attack B5, defence B5"));
        assert_eq!(
            text_of(&panel, "# Black"),
            Some("1 eye space, 3 points, 1 undecided")
        );
    }

    #[test]
    fn long_texts_are_wrapped_in_their_column() {
        let panel = Panel {
            heading: "A heading".to_owned(),
            rows: vec![row("one", "first second third fourth"), row("label", "x")],
        };
        let lines: Vec<String> = panel.lines(20).into_iter().map(|line| line.text).collect();
        assert_eq!(
            lines,
            [
                "A heading",
                "one    first second",
                "       third fourth",
                "label  x"
            ]
        );
    }

    #[test]
    fn a_ko_and_a_reading_without_an_end_are_told_from_yes_and_no() {
        let size = BoardSize::square(9);
        let point = size.parse_vertex("C3").unwrap();
        let text = |verdict, points: &[Point]| value_text(&Value::Reading(verdict, points.to_vec()), size);
        assert_eq!(text(Verdict::Yes, &[point, point]), "yes (1): C3 C3");
        assert_eq!(
            text(Verdict::KoAhead, &[point]),
            "by ko, the other needs the first threat (2): C3"
        );
        assert_eq!(
            text(Verdict::KoBehind, &[point]),
            "by ko, after finding the first threat (3): C3"
        );
        assert_eq!(text(Verdict::Unknown, &[]), "not read to the end (0)");
    }
}
