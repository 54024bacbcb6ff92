// SPDX-License-Identifier: MIT OR Apache-2.0

//! The facts of one dragon.

use std::fmt;

use itertools::Itertools as _;
use katachi_engine::analysis::dragon::{DragonRace, Friend};
use katachi_engine::analysis::{Analysis, Dragon, Status};
use katachi_engine::reading::{Race, Verdict};
use katachi_rules::{BoardSize, Color, Point};

use super::certainty;
use super::fields::{Field, Range, ReadingData, WriteLine, data, defense, facts, or_pass};
use super::named::Named;

facts! {
    /// A dragon. [`Dragon`] explains the fields.
    #[expect(missing_docs, reason = "they are the fields of a dragon")]
    pub struct DragonData(analysis: &Analysis, dragon: &Dragon, why: String, size: BoardSize), 23 {
        color: Color = dragon.color => "color",
        origin: Named<Point> = Named::new(dragon.origin, size) => "origin",
        size: u32 = dragon.size => "size",
        /// Eyes if the enemy moves first, and if its owner does.
        eyes: Range = Range(dragon.eyes.min, dragon.eyes.max) => "genus",
        half_eyes: Named<Vec<Point>> = Named::list(&dragon.eyes.halves, size) => "heye",
        ways_out: u32 = dragon.ways_out => "ways_out",
        /// Empty points of the area around it.
        area: usize = analysis.influence.area_spaces(dragon.origin),
        lunch: Option<Named<Point>> = Named::maybe(dragon.lunch, size) => "lunch",
        status: &'static str = status_name(dragon.status) => "status",
        /// What the status rests on, and how sure that is, in words.
        why: String = why => "status_reason",
        /// `proved`, `read`, `judged` or `unknown`.
        certainty: &'static str = certainty::name(dragon.certainty) => "certainty",
        safety: &'static str = status_name(dragon.safety) => "safety",
        weak: bool = dragon.weak => "weak",
        seki: bool = dragon.seki => "seki",
        attack: ReadingData = attack(dragon, size) => "attack",
        defense: ReadingData = defended(dragon, size) => "defense",
        /// Moves that kill it if the first move decides its life, best first.
        kills: Named<Vec<Point>> = Named::new(decisive(dragon).0, size),
        /// Moves that save it if the first move decides its life, best first.
        saves: Named<Vec<Point>> = Named::new(decisive(dragon).1, size),
        races: Vec<RaceData> = dragon.races.iter().map(|race| RaceData::new(race, size)).collect() => "semeai",
        neighbors: Named<Vec<Point>> = Named::list(&dragon.neighbours, size) => "neighbors",
        friends: Vec<FriendData> = dragon.friends.iter().map(|f| FriendData::new(f, size)).collect() => "friends",
        strings: Named<Vec<Point>> = Named::list(&dragon.strings, size) => "strings",
    }
}

data! {
    /// A race with another dragon. [`DragonRace`] explains the fields.
    #[expect(missing_docs, reason = "they are the fields of a race")]
    #[derive(Clone, PartialEq)]
    pub struct RaceData(race: &DragonRace, size: BoardSize) {
        opponent: Named<Point> = Named::new(race.opponent, size),
        liberties: [u32; 2] = race.liberties,
        shares: bool = race.shares,
        /// Code for saving the own dragon, code for killing the other, and the move, the own side first.
        first: (u8, u8, Option<Named<Point>>) = ending(&race.first, size),
        /// Codes and move of the opponent, with its side first.
        second: (u8, u8, Option<Named<Point>>) = ending(&race.second, size),
    }
}

data! {
    /// A dragon of the same side that can be joined.
    #[expect(missing_docs, reason = "they are the fields of a friend")]
    #[derive(Clone, PartialEq)]
    pub struct FriendData(friend: &Friend, size: BoardSize) {
        origin: Named<Point> = Named::new(friend.origin, size),
        bridge: Named<Point> = Named::new(friend.bridge, size),
    }
}

/// `alive`, `dead`, `critical` or `unknown`.
pub fn status_name(status: Status) -> &'static str {
    match status {
        Status::Alive => "alive",
        Status::Dead => "dead",
        Status::Critical => "critical",
        Status::Unknown => "unknown",
    }
}

/// Returns the moves that kill a dragon and those that save it, best first: those of its reading, or of a
/// critical dragon those by its eyes or a race.
pub(crate) fn decisive(dragon: &Dragon) -> (Vec<Point>, Vec<Point>) {
    let life = &dragon.life;
    if life.attack == Verdict::Unknown && dragon.status == Status::Critical {
        return dragon.decisive_points();
    }
    let saves = life.attack.is_possible().then(|| life.defense_points.clone());
    (life.attack_points.clone(), saves.unwrap_or_default())
}

fn attack(dragon: &Dragon, size: BoardSize) -> ReadingData {
    let life = &dragon.life;
    let sure = Some(life.attack_certainty);
    ReadingData::new(life.attack, &life.attack_points, sure, size)
}

fn defended(dragon: &Dragon, size: BoardSize) -> ReadingData {
    let life = &dragon.life;
    let verdict = defense(life.attack, life.defense);
    ReadingData::new(verdict, &life.defense_points, Some(life.defense_certainty), size)
}

fn ending(race: &Race, size: BoardSize) -> (u8, u8, Option<Named<Point>>) {
    let point = Named::maybe(race.point, size);
    (race.saved.code(), race.killed.code(), point)
}

impl Field for RaceData {
    fn text(&self) -> String {
        let ending = |(saved, killed, point): &(u8, u8, Option<Named<Point>>)| {
            format!("{saved} {killed} {}", point.text())
        };
        let (opponent, [own, theirs]) = (self.opponent, self.liberties);
        let (first, second) = (ending(&self.first), ending(&self.second));
        format!("{opponent} liberties {own} {theirs} first {first} second {second}")
    }
}

/// Their number, then a line for each.
impl Field for Vec<RaceData> {
    fn text(&self) -> String {
        self.len().to_string()
    }

    fn write(&self, line: &mut WriteLine<'_>, name: &str) -> fmt::Result {
        line(&format!("{name}s"), self.text())?;
        self.iter().try_for_each(|race| line(name, race.text()))
    }
}

impl Field for Vec<FriendData> {
    fn text(&self) -> String {
        let by = |friend: &FriendData| format!("{} by {}", friend.origin, friend.bridge);
        or_pass(self.iter().map(by).join(" "))
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Board;

    use super::*;
    use katachi_engine::analysis::{Analysis, Effort};

    #[test]
    fn the_fields_are_lines_and_json() {
        let board = Board::from_diagram(
            ". X O . X X X X . O X .
             X X O X X X X X X O X X
             . X O O O O O O O O X .
             X X X X X X X X X X X X",
        );
        let effort = Effort {
            reading_nodes: 1000,
            playouts: 0,
        };
        let analysis = Analysis::new(&board, effort);
        let size = board.size();
        let dragon = analysis.dragons.get(size.parse_vertex("C4").unwrap()).unwrap();
        let data = DragonData::new(&analysis, dragon, String::new(), size);
        let text = data.to_string();
        for line in [
            "color                   white",
            "origin                  C4",
            "size                    12",
            "status                  alive",
            "seki                    1",
            "semeai                  E4 liberties 2 2 first 1 0 PASS second 1 0 PASS",
            "strings                 C4",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} in\n{text}");
        }
        let json = data.json();
        for part in ["\"size\":12", "\"seki\":true", "\"opponent\":\"E4\""] {
            assert!(json.contains(part), "{part} in {json}");
        }
    }
}
