// SPDX-License-Identifier: MIT OR Apache-2.0

//! The facts of one string, and all strings as a table.

use std::fmt::Write as _;

use katachi_engine::analysis::{Analysis, Worm};
use katachi_engine::reading::Verdict;
use katachi_rules::{Board, BoardSize, Color, Point, PointSet};

use super::dragon_data::status_name;
use super::fields::{ReadingData, defense, facts, when};
use super::named::Named;

facts! {
    /// A string. [`Worm`] explains the fields.
    #[expect(missing_docs, reason = "they are the fields of a worm")]
    pub struct StringData(worm: &Worm, size: BoardSize), 20 {
        origin: Named<Point> = Named::new(worm.origin, size) => "origin",
        color: Color = worm.color => "color",
        size: u32 = worm.size => "size",
        liberties: [u32; 4] = worm.liberties => "liberties",
        attack: ReadingData = ReadingData::new(worm.attack, &worm.attack_points, None, size) => "attack",
        defense: ReadingData =
            ReadingData::new(defense(worm.attack, worm.defense), &worm.defense_points, None, size) => "defense",
        lunch: Option<Named<Point>> = Named::maybe(worm.lunch, size) => "lunch",
        cutstone: u32 = worm.cutstone => "cutstone",
        ko: Option<Named<Point>> = Named::maybe(worm.ko, size) => "ko",
        invincible: bool = worm.invincible => "invincible",
        stones: Named<PointSet> = Named::new(worm.stones, size),
    }
}

/// Returns a table with a line for each string: its liberties, readings and status. Ends in a newline.
pub fn worm_table(board: &Board, analysis: &Analysis) -> String {
    let mut text = String::from("worm  colour  stones  liberties 1-4  attack     defense    cuts  status\n");
    // The best point, a word, or `?` where the budget ran out.
    let reading = |verdict, points: &[Point]| match (verdict, points.first()) {
        (Verdict::Yes, Some(&point)) => board.size().vertex(point).to_string(),
        (Verdict::Yes, None) => "yes".to_owned(),
        (Verdict::No, _) => "no".to_owned(),
        (Verdict::KoAhead | Verdict::KoBehind, _) => "ko".to_owned(),
        (Verdict::Unknown, _) => "?".to_owned(),
    };
    for worm in analysis.worms.iter() {
        let (origin, color) = (board.size().vertex(worm.origin), worm.color.to_string());
        let ([a, b, c, d], size, cuts) = (worm.liberties, worm.size, worm.cutstone);
        let attack = reading(worm.attack, &worm.attack_points);
        let defense = match worm.attack {
            Verdict::No => "-".to_owned(),
            _ => reading(worm.defense, &worm.defense_points),
        };
        let dragon = analysis
            .dragons
            .get(worm.origin)
            .expect("a string is of a dragon");
        let (status, weak) = (status_name(dragon.status), when(dragon.weak, ", weak"));
        let _ = writeln!(
            text,
            "{origin:<5} {color:<7} {size:>6}  {a:>3}{b:>4}{c:>4}{d:>4}  {attack:<10} {defense:<10} {cuts:>4}  {status}{weak}",
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use katachi_rules::Board;

    use super::*;
    use katachi_engine::analysis::{Effort, Worms};
    use katachi_engine::reading::Reader;

    #[test]
    fn the_fields_are_lines_and_json() {
        let board = Board::from_diagram(
            ". . . . .
             . . . . .
             . . X X .
             . X O O .
             . . X X .",
        );
        let worms = Worms::new(&board, &mut Reader::new(&board, 1000));
        let size = board.size();
        let at = |vertex| size.parse_vertex(vertex).unwrap();
        let caught = StringData::new(worms.get(at("C2")).unwrap(), size);
        let first = "origin               C2\ncolor                white\n";
        assert!(caught.to_string().starts_with(first), "{caught}");
        assert!(caught.json().contains("\"size\":2,"));
    }

    #[test]
    fn the_table_has_a_line_for_each_string() {
        let board = Board::from_diagram(
            ". . . . . . .
             . . . . . . .
             . . . . . . .
             . . . X X . .
             . . X O . . .",
        );
        let effort = Effort {
            reading_nodes: 1000,
            playouts: 20,
        };
        let text = worm_table(&board, &Analysis::new(&board, effort));
        let last = "D1    White        1    1   1   1   1  E1         no            1  dead";
        assert_eq!((text.lines().count(), text.lines().last()), (4, Some(last)));
    }
}
