// SPDX-License-Identifier: MIT OR Apache-2.0

//! Bounds of the elements of a document, with letters of the widest usual fonts.

use roxmltree::Node;

/// Returns the left, upper, right and lower end of an element. `None` for elements that draw nothing
/// themselves.
pub(super) fn bounds(node: Node<'_, '_>) -> Option<[f32; 4]> {
    let number = |name: &str| node.attribute(name).and_then(|text| text.parse::<f32>().ok());
    let [left, top, right, bottom] = match node.tag_name().name() {
        "circle" => {
            let (x, y, r) = (number("cx")?, number("cy")?, number("r")?);
            [x - r, y - r, x + r, y + r]
        }
        "rect" => {
            let (x, y) = (number("x")?, number("y")?);
            [x, y, x + number("width")?, y + number("height")?]
        }
        "line" => [number("x1")?, number("y1")?, number("x2")?, number("y2")?],
        "polygon" => of_points(node.attribute("points")?),
        "path" => of_points(node.attribute("d")?),
        "text" => of_text(node)?,
        _ => return None,
    };
    let (dx, dy) = moved(node);
    Some([left + dx, top + dy, right + dx, bottom + dy])
}

/// Returns the bounds of alternating x and y. Control points of curves count.
fn of_points(text: &str) -> [f32; 4] {
    let numbers = text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
    let numbers: Vec<f32> = numbers.filter_map(|number| number.parse().ok()).collect();
    let axis = |first: usize| numbers.iter().copied().skip(first).step_by(2);
    let ends = |first| {
        (
            axis(first).fold(f32::MAX, f32::min),
            axis(first).fold(f32::MIN, f32::max),
        )
    };
    let ((left, right), (top, bottom)) = (ends(0), ends(1));
    [left, top, right, bottom]
}

fn of_text(node: Node<'_, '_>) -> Option<[f32; 4]> {
    let inherited = |name: &str| node.ancestors().find_map(|node| node.attribute(name));
    let (x, y): (f32, f32) = (
        node.attribute("x")?.parse().ok()?,
        node.attribute("y")?.parse().ok()?,
    );
    let size: f32 = inherited("font-size")?.parse().ok()?;
    let letters = node.text()?.trim().chars().count() as f32;
    let width = 0.61 * size * letters;
    let left = match inherited("text-anchor") {
        Some("middle") => x - width / 2.0,
        _ => x,
    };
    Some([left, y - 0.8 * size, left + width, y + 0.25 * size])
}

/// Returns the translation by the groups around an element.
fn moved(node: Node<'_, '_>) -> (f32, f32) {
    let moves = node.ancestors().filter_map(|node| {
        let (x, y) = node
            .attribute("transform")?
            .strip_prefix("translate(")?
            .strip_suffix(')')?
            .split_once(' ')?;
        Some((x.parse::<f32>().ok()?, y.parse::<f32>().ok()?))
    });
    moves.fold((0.0, 0.0), |(x, y), (dx, dy)| (x + dx, y + dy))
}
