// SPDX-License-Identifier: MIT OR Apache-2.0

//! The coloured view as SVG: the board with its layers, and the panel beside it.

use katachi_pages::grid::{MARGIN, STEP, at, coordinates, grid, label, label_group};
use katachi_rules::{Color, Point};
use svg::Document;
use svg::node::element::{Circle, Group, Rectangle, Text};

use super::board;
use super::colours::{self, Part};
use super::palette::{self, Rgb};
use super::panel::{self, Panel};
use super::picture::{Content, Picture, Spot};
use super::position::PositionView;

/// Height of the title, and of the line below the board.
const LINE: f32 = 20.0;
/// Width of a letter of the panel, for the font size below.
const LETTER: f32 = 7.8;
const FONT_SIZE: f32 = 13.0;
/// Columns of text in the panel.
const COLUMNS_OF_PANEL: usize = 46;

const WOOD: Rgb = [0xdd, 0xb8, 0x75];
const INK: Rgb = [0x24, 0x20, 0x1c];
const VALUE: Rgb = [0x00, 0x4f, 0x7a];

/// A whole SVG document, one element a line.
pub fn render(view: &PositionView, picture: &Picture, panel: &Panel) -> String {
    let size = picture.size;
    let right = at(size.width() - 1) + MARGIN;
    let bottom = LINE + at(size.height() - 1) + MARGIN;
    let lines = panel.lines(COLUMNS_OF_PANEL);
    let width = right + 12.0 + COLUMNS_OF_PANEL as f32 * LETTER;
    let height = (bottom + LINE + 8.0).max(2.0 * LINE + lines.len() as f32 * LINE);
    let title = board::title(&view.game);

    let board = Group::new()
        .set("transform", format!("translate(0 {LINE})"))
        .add(rectangle(0.0, 0.0, right, bottom - LINE, WOOD).set("rx", 4))
        .add(grid(size))
        .add(coordinates(size))
        .add(spots(picture));
    let document = Document::new()
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .set("aria-label", title.clone())
        .add(rectangle(0.0, 0.0, width, height, [0xff; 3]))
        .add(line_of_text(6.0, 14.0, title).set("font-weight", "bold"))
        .add(board)
        .add(line_of_text(
            6.0,
            bottom + 18.0,
            board::prisoners(&view.game).trim_end().to_owned(),
        ))
        .add(panel_text(&lines, right + 12.0));
    format!("{document}\n")
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn rectangle(x: f32, y: f32, width: f32, height: f32, fill: Rgb) -> Rectangle {
    Rectangle::new()
        .set("x", x)
        .set("y", y)
        .set("width", width)
        .set("height", height)
        .set("fill", hex(fill))
}

fn spots(picture: &Picture) -> Group {
    let points = || picture.size.points().map(|p| (p, picture.spot(p)));
    // Influence is below everything else.
    let ground = points().fold(Group::new(), |group, (p, spot)| match spot.influence {
        Some(influence) => group.add(surface(p, influence)),
        None => group,
    });
    let group = label_group(11.0).set("font-weight", "bold").add(ground);
    points().fold(group, |group, (p, spot)| match spot_element(p, spot) {
        Some(element) => group.add(element),
        None => group,
    })
}

fn surface(point: Point, (owner, strength): (Color, u8)) -> Rectangle {
    let side = STEP * 0.72;
    let (x, y) = (at(point.x()) - side / 2.0, at(point.y()) - side / 2.0);
    rectangle(x, y, side, side, colours::influence(owner, strength)).set("opacity", "0.8")
}

/// What is on a point; none for an empty one.
fn spot_element(point: Point, spot: &Spot) -> Option<Group> {
    let (x, y) = (at(point.x()), at(point.y()));
    let circle = |radius: f32| Circle::new().set("cx", x).set("cy", y).set("r", radius);
    let stone = |color: Color| {
        let fill = match color {
            Color::Black => [0x10; 3],
            Color::White => [0xfb; 3],
        };
        Group::new().add(circle(12.4).set("fill", hex(fill)).set("stroke", hex(INK)))
    };
    let mut group = match (spot.content, spot.eye) {
        (Content::Stone(color, _, standing), _) => stone(color)
            .add(circle(9.6).set("fill", hex(palette::status(standing))))
            .add(label(x, y, spot.text()).set("fill", hex([0; 3]))),
        (Content::BareStone(color), _) => stone(color),
        (Content::Value(_) | Content::Best(_), _) => {
            let ground = rectangle(x - 11.0, y - 8.0, 22.0, 16.0, WOOD).set("rx", 3);
            let ground = match spot.content {
                Content::Best(_) => ground.set("stroke", hex(VALUE)).set("stroke-width", 2),
                _ => ground,
            };
            Group::new()
                .add(ground)
                .add(label(x, y, spot.text()).set("fill", hex(VALUE)))
        }
        (Content::Star | Content::Empty, Some((color, kind))) => {
            let ground = circle(8.0).set("fill", hex(colours::eye_ground(color)));
            let letter =
                label(x, y, kind.mark().to_string()).set("fill", hex(colours::eye_letter(color, kind)));
            Group::new().add(ground.set("stroke", hex(INK))).add(letter)
        }
        (Content::Star, None) => Group::new().add(circle(2.6).set("fill", hex(INK))),
        (Content::Empty, None) if spot.is_cursor => Group::new(),
        (Content::Empty, None) => return None,
    };
    let outline = |group: Group, radius: f32| {
        group.add(
            circle(radius)
                .set("fill", "none")
                .set("stroke", "#c0392b")
                .set("stroke-width", 2),
        )
    };
    if spot.is_last {
        group = outline(group, 11.4);
    }
    if spot.is_cursor {
        group = outline(group, 14.4);
    }
    Some(group)
}

fn letter_on(color: Color) -> Rgb {
    match color {
        Color::Black => [0; 3],
        Color::White => [0xff; 3],
    }
}

fn line_of_text(x: f32, y: f32, text: String) -> Text {
    Text::new(text)
        .set("x", x)
        .set("y", y)
        .set("font-family", "monospace")
        .set("font-size", FONT_SIZE)
        .set("fill", hex(INK))
}

fn panel_text(lines: &[panel::Line], x: f32) -> Group {
    let mut group = Group::new();
    for (line, number) in lines.iter().zip(1u8..) {
        let y = LINE + LINE * f32::from(number);
        let (length, part) = line.painted.unwrap_or((0, Part::Grid));
        let (label, rest) = line.text.split_at(length);
        let mut front = line_of_text(x, y, label.to_owned());
        if part == Part::Heading {
            front = front.set("font-weight", "bold");
        } else if let Some((ground, letters)) = label_colours(part) {
            let box_of_label = rectangle(x - 3.0, y - 14.0, length as f32 * LETTER + 6.0, 18.0, ground);
            group = group.add(box_of_label.set("rx", 3));
            front = front.set("fill", hex(letters));
        }
        if length > 0 {
            group = group.add(front);
        }
        for (column, piece) in columns(rest) {
            let x = x + (length + column) as f32 * LETTER;
            group = group.add(line_of_text(x, y, piece.to_owned()));
        }
    }
    group
}

/// The pieces of a line between gaps of two spaces and more, which SVG would close, with their columns.
fn columns(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    line.split("  ").filter_map(move |piece| {
        let column = start + piece.len() - piece.trim_start().len();
        start += piece.len() + 2;
        let piece = piece.trim();
        (!piece.is_empty()).then_some((column, piece))
    })
}

/// The ground and the letters of a label that has a colour.
fn label_colours(part: Part) -> Option<(Rgb, Rgb)> {
    match part {
        Part::Stone(_, standing) => Some((palette::status(standing), [0; 3])),
        Part::Influence(color, strength) => {
            Some((colours::influence(color, strength), letter_on(color.opposite())))
        }
        Part::Eye(color, kind) => Some((colours::eye_ground(color), colours::eye_letter(color, kind))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, BoardSize, Game, Rules};

    use super::super::picture::{Layers, Map};
    use super::super::position::tests::{ATARI, view_with_values};
    use super::*;
    use katachi::analysis::{Analysis, Effort};

    fn of_size(width: u8, height: u8) -> PositionView {
        let size = BoardSize::new(width, height).unwrap();
        let game = Game::from_position(Board::new(size), Color::Black, Rules::default(), 7.5);
        let effort = Effort {
            reading_nodes: 10,
            playouts: 2,
        };
        PositionView::new(&game, Analysis::of(game.board(), effort), None)
    }

    /// How many elements of that name have that text, or any if it is empty.
    fn count(svg: &str, name: &str, text: &str) -> usize {
        let document = roxmltree::Document::parse(svg).expect("it is well-formed");
        document
            .descendants()
            .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
            .filter(|node| text.is_empty() || node.text().map(str::trim) == Some(text))
            .count()
    }

    #[test]
    fn pictures_of_all_boards_are_well_formed() {
        for (width, height) in [(1, 1), (1, 25), (25, 1), (9, 13), (25, 25)] {
            let view = of_size(width, height);
            let layers = Layers::default();
            let svg = render(&view, &view.picture(&layers), &view.summary(&layers));
            let lines = usize::from(width) + usize::from(height);
            assert_eq!(count(&svg, "line", ""), lines, "{width}x{height}");
            assert_eq!(count(&svg, "text", "A"), 2, "{width}x{height}");
        }
    }

    #[test]
    fn stones_values_and_influence_are_in_the_picture() {
        let view = view_with_values(ATARI, &[("D3", 33), ("A7", 8)]);
        let mut layers = Layers::default();
        let draw = |layers: &Layers| render(&view, &view.picture(layers), &view.summary(layers));
        let plain = draw(&layers);
        assert_eq!((count(&plain, "text", "A!"), count(&plain, "text", "33")), (1, 0));
        layers.values = true;
        assert_eq!(count(&draw(&layers), "text", "33"), 2, "board and panel");
        let before = count(&plain, "rect", "");
        layers.values = false;
        layers.influence = Some(Map::Area);
        assert!(count(&draw(&layers), "rect", "") > before + 20);
    }

    #[test]
    fn what_means_something_in_xml_is_escaped() {
        let view = of_size(3, 3);
        let layers = Layers::default();
        let panel = Panel {
            heading: "a < b & c > \"d\"".to_owned(),
            rows: Vec::new(),
        };
        let svg = render(&view, &view.picture(&layers), &panel);
        assert_eq!(count(&svg, "text", "a < b & c > \"d\""), 1);
    }

    #[test]
    fn lines_are_cut_at_wide_gaps() {
        let pieces: Vec<_> = columns("  one    two words   three ").collect();
        assert_eq!(pieces, [(2, "one"), (9, "two words"), (21, "three")]);
    }
}
