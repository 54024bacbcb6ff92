// SPDX-License-Identifier: MIT OR Apache-2.0

//! The facts of one dragon.

use std::fmt;

use itertools::Itertools as _;
use katachi_engine::analysis::dragon::{DragonRace, Liberties};
use katachi_engine::analysis::{Analysis, Dragon, Status};
use katachi_engine::reading::{Race, Verdict};
use katachi_rules::{BoardSize, Color, Point};
use serde::Serialize;

use super::fields::{FactRow, Field, Range, ReadingData, WriteLine, defense, facts, rows, some, yes};
use super::named::Named;
use crate::{certainty, status_reason};

facts! {
    /// A dragon. [`Dragon`] explains the fields.
    #[expect(missing_docs, reason = "they are the fields of a dragon")]
    pub struct DragonData, 23 {
        color: Color = "color",
        origin: Named<Point> = "origin",
        size: u32 = "size",
        effective_size: f32 = "effective_size",
        /// Eyes if the enemy moves first, and if its owner does.
        eyes: Range = "genus",
        half_eyes: Named<Vec<Point>> = "heye",
        escape: u32 = "escape_route",
        escape_value: u32 = "escape_value",
        ways_out: u32 = "ways_out",
        /// Empty points of the area around it.
        area: usize,
        lunch: Option<Named<Point>> = "lunch",
        status: &'static str = "status",
        /// What the status rests on, and how sure that is, in words.
        why: String = "status_reason",
        /// `proved`, `estimated`, `playouts`, `contradicted` or `unknown`.
        certainty: &'static str = "certainty",
        safety: &'static str = "safety",
        weak: bool = "weak",
        seki: bool = "seki",
        attack: ReadingData = "attack",
        defense: ReadingData = "defense",
        /// Moves that kill it if the first move decides its life, best first.
        kills: Named<Vec<Point>>,
        /// Moves that save it if the first move decides its life, best first.
        saves: Named<Vec<Point>>,
        races: Vec<RaceData> = "semeai",
        neighbors: Named<Vec<Point>> = "neighbors",
        friends: Vec<FriendData> = "friends",
        strings: Named<Vec<Point>> = "strings",
    }
}

/// A race with another dragon. [`DragonRace`] explains the fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "they are the fields of a race")]
pub struct RaceData {
    pub opponent: Named<Point>,
    /// Outside, inside and eye liberties.
    pub own: [u32; 3],
    pub theirs: [u32; 3],
    pub lead: i32,
    /// Code for saving the own dragon, code for killing the other, and the move, the own side first.
    pub first: (u8, u8, Option<Named<Point>>),
    /// Codes and move of the opponent, with its side first.
    pub second: (u8, u8, Option<Named<Point>>),
}

/// A dragon of the same side that can be joined.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "they are the fields of a friend")]
pub struct FriendData {
    pub origin: Named<Point>,
    pub bridge: Named<Point>,
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
pub(crate) fn decisive(dragon: &Dragon) -> [Vec<Point>; 2] {
    let life = &dragon.life;
    if life.attack == Verdict::Unknown && dragon.status == Status::Critical {
        return dragon.decisive_points().into();
    }
    let saves = life.attack.is_possible().then(|| life.defense_points.clone());
    [life.attack_points.clone(), saves.unwrap_or_default()]
}

impl DragonData {
    /// Creates the data of a dragon of an analysed position.
    pub fn new(analysis: &Analysis, dragon: &Dragon, size: BoardSize) -> Self {
        let named = |points: &[Point]| Named::new(points.to_vec(), size);
        let life = &dragon.life;
        let defense = defense(life.attack, life.defense);
        let sure = (Some(life.attack_certainty), Some(life.defense_certainty));
        let [kills, saves] = decisive(dragon);
        let races = dragon.races.iter();
        let friends = dragon.friends.iter().map(|friend| FriendData {
            origin: Named::new(friend.origin, size),
            bridge: Named::new(friend.bridge, size),
        });
        Self {
            origin: Named::new(dragon.origin, size),
            color: dragon.color,
            size: dragon.size,
            effective_size: dragon.effective_size,
            eyes: Range(dragon.eyes.min, dragon.eyes.max),
            half_eyes: named(&dragon.eyes.halves),
            escape: dragon.escape,
            escape_value: dragon.escape_value,
            ways_out: dragon.ways_out,
            area: analysis.influence.area_spaces(dragon.origin),
            lunch: dragon.lunch.map(|point| Named::new(point, size)),
            status: status_name(dragon.status),
            why: status_reason::words(analysis, dragon, size),
            certainty: certainty::name(dragon.certainty),
            safety: status_name(dragon.safety),
            weak: dragon.weak,
            seki: dragon.seki,
            attack: ReadingData::new(life.attack, &life.attack_points, sure.0, size),
            defense: ReadingData::new(defense, &life.defense_points, sure.1, size),
            kills: named(&kills),
            saves: named(&saves),
            races: races.map(|race| RaceData::new(race, size)).collect(),
            neighbors: named(&dragon.neighbours),
            friends: friends.collect(),
            strings: named(&dragon.strings),
        }
    }

    /// Returns the facts for people, the most important first.
    pub(crate) fn rows(&self) -> Vec<FactRow> {
        let is_read = self.attack.code.is_some();
        let unread = |points: &Named<Vec<Point>>| some(points).filter(|_| !is_read);
        let is_threatened = self.attack.code.is_some_and(|code| code > 0);
        let strings = self.strings.len();
        let races = self.races.iter().map(|race| race.opponent).join(" ");
        let joins = self.friends.iter().map(|friend| friend.bridge).join(" ");
        rows([
            ("why", Some(self.why.clone())),
            ("killed", is_read.then(|| self.attack.text())),
            ("saved", is_threatened.then(|| self.defense.text())),
            ("stones", Some(self.size.to_string())),
            ("strings", (strings > 1).then(|| strings.to_string())),
            ("eyes", Some(self.eyes.to_string())),
            ("half eyes", some(&self.half_eyes)),
            ("kills", unread(&self.kills)),
            ("saves", unread(&self.saves)),
            ("races", Some(races).filter(|races| !races.is_empty())),
            ("seki", yes(self.seki && self.status != status_name(Status::Dead))),
            ("joins", Some(joins).filter(|joins| !joins.is_empty())),
            ("ways out", Some(self.ways_out.to_string())),
            ("room", Some(self.area.to_string())),
        ])
    }
}

impl RaceData {
    fn new(race: &DragonRace, size: BoardSize) -> Self {
        let counts = |l: Liberties| [l.outside, l.inside, l.eye];
        let ending = |race: &Race| {
            let point = race.point.map(|point| Named::new(point, size));
            (race.saved.code(), race.killed.code(), point)
        };
        Self {
            opponent: Named::new(race.opponent, size),
            own: counts(race.own),
            theirs: counts(race.theirs),
            lead: race.lead,
            first: ending(&race.first),
            second: ending(&race.second),
        }
    }
}

impl Field for RaceData {
    fn text(&self) -> String {
        let ending = |(saved, killed, point): &(u8, u8, Option<Named<Point>>)| {
            format!("{saved} {killed} {}", point.text())
        };
        format!(
            "{} liberties {} lead {} first {} second {}",
            self.opponent,
            self.own.iter().join("+"),
            self.lead,
            ending(&self.first),
            ending(&self.second)
        )
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
        match self
            .iter()
            .map(|friend| format!("{} by {}", friend.origin, friend.bridge))
            .join(" ")
        {
            none if none.is_empty() => "PASS".to_owned(),
            friends => friends,
        }
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
        let data = DragonData::new(&analysis, dragon, size);
        let text = data.to_string();
        for line in [
            "color                   white",
            "origin                  C4",
            "size                    12",
            "status                  alive",
            "seki                    1",
            "semeai                  E4 liberties 0+2+0 lead 0 first 1 0 PASS second 1 0 PASS",
            "strings                 C4",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} in\n{text}");
        }
        let json: serde_json::Value = serde_json::from_str(&data.json()).unwrap();
        assert_eq!(
            (json["seki"].as_bool(), json["size"].as_u64()),
            (Some(true), Some(12))
        );
        assert_eq!(json["races"][0]["opponent"], "E4");
    }
}
