// SPDX-License-Identifier: MIT OR Apache-2.0

//! One dragon as a list of fields and as JSON.

use std::fmt;

use katachi_rules::{BoardSize, Point};
use serde::Serialize;

use katachi_engine::analysis::dragon::{DragonRace, Liberties};
use katachi_engine::analysis::{Dragon, Status};
use katachi_engine::reading::{Race, Verdict};

use crate::facts::fields::{code, points};
use crate::{certainty, status_reason};

/// A dragon with points as vertices. `Display` writes a line for each field; JSON has the same names.
/// [`Dragon`] explains the fields. Codes are numbers of [`Verdict::code`], and null without a reading or
/// where the budget ran out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "they are the fields of a dragon")]
pub struct DragonData {
    pub origin: String,
    pub color: String,
    pub size: u32,
    pub effective_size: f32,
    /// Maximum and minimum number of eyes.
    pub eyes: [u32; 2],
    pub half_eyes: Vec<String>,
    pub escape: u32,
    pub escape_value: u32,
    pub ways_out: u32,
    pub lunch: Option<String>,
    pub status: String,
    /// What the status rests on, in words.
    pub status_reason: String,
    /// `proved`, `estimated`, `playouts` or `unknown`.
    pub certainty: String,
    pub safety: String,
    pub weak: bool,
    pub seki: bool,
    pub attack_code: Option<u8>,
    pub attack_points: Vec<String>,
    pub defense_code: Option<u8>,
    pub defense_points: Vec<String>,
    pub races: Vec<RaceData>,
    pub neighbors: Vec<String>,
    pub friends: Vec<FriendData>,
    pub strings: Vec<String>,
}

/// A race with another dragon. [`DragonRace`] explains the fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "they are the fields of a race")]
pub struct RaceData {
    pub opponent: String,
    /// Outside, inside and eye liberties.
    pub own: [u32; 3],
    pub theirs: [u32; 3],
    pub lead: i32,
    /// Code for saving the own dragon, code for killing the other, and the move, the own side first.
    pub first: (u8, u8, Option<String>),
    /// Codes and move of the opponent, with its side first.
    pub second: (u8, u8, Option<String>),
}

/// A dragon of the same side that can be joined.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "they are the fields of a friend")]
pub struct FriendData {
    pub origin: String,
    pub bridge: String,
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

impl DragonData {
    /// Creates the data of a dragon.
    pub fn new(dragon: &Dragon, size: BoardSize) -> Self {
        let vertex = |point: Point| size.vertex(point).to_string();
        let vertices = |points: &[Point]| points.iter().copied().map(vertex).collect();
        let code = |verdict: Verdict| (verdict != Verdict::Unknown).then(|| verdict.code());
        // Without an attack there is no defense, as for worms.
        let defense = match dragon.life.attack {
            Verdict::No => Verdict::No,
            _ => dragon.life.defense,
        };
        Self {
            origin: vertex(dragon.origin),
            color: dragon.color.to_string().to_lowercase(),
            size: dragon.size,
            effective_size: dragon.effective_size,
            eyes: [dragon.eyes.max, dragon.eyes.min],
            half_eyes: vertices(&dragon.eyes.halves),
            escape: dragon.escape,
            escape_value: dragon.escape_value,
            ways_out: dragon.ways_out,
            lunch: dragon.lunch.map(vertex),
            status: status_name(dragon.status).to_string(),
            status_reason: status_reason::reason(dragon.status, dragon.grounds, size),
            certainty: certainty::name(dragon.certainty).to_string(),
            safety: status_name(dragon.safety).to_string(),
            weak: dragon.weak,
            seki: dragon.seki,
            attack_code: code(dragon.life.attack),
            attack_points: vertices(&dragon.life.attack_points),
            defense_code: code(defense),
            defense_points: vertices(&dragon.life.defense_points),
            races: dragon
                .races
                .iter()
                .map(|race| RaceData::new(race, size))
                .collect(),
            neighbors: vertices(&dragon.neighbours),
            friends: dragon
                .friends
                .iter()
                .map(|friend| FriendData {
                    origin: vertex(friend.origin),
                    bridge: vertex(friend.bridge),
                })
                .collect(),
            strings: vertices(&dragon.strings),
        }
    }

    /// Returns JSON on one line.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("a dragon is plain data")
    }
}

impl RaceData {
    fn new(race: &DragonRace, size: BoardSize) -> Self {
        let counts = |l: Liberties| [l.outside, l.inside, l.eye];
        let ending = |race: &Race| {
            let point = race.point.map(|p| size.vertex(p).to_string());
            (race.saved.code(), race.killed.code(), point)
        };
        Self {
            opponent: size.vertex(race.opponent).to_string(),
            own: counts(race.own),
            theirs: counts(race.theirs),
            lead: race.lead,
            first: ending(&race.first),
            second: ending(&race.second),
        }
    }
}

/// Writes a line for each field, with the name padded to 23 columns. `PASS` stands for no point, `?` for an
/// unknown code.
impl fmt::Display for DragonData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, value: String| writeln!(f, "{name:<23} {value}");
        line("color", self.color.clone())?;
        line("origin", self.origin.clone())?;
        line("size", self.size.to_string())?;
        line("effective_size", format!("{:.2}", self.effective_size))?;
        line("genus", format!("{} {}", self.eyes[0], self.eyes[1]))?;
        line("heye", points(&self.half_eyes))?;
        line("escape_route", self.escape.to_string())?;
        line("escape_value", self.escape_value.to_string())?;
        line("ways_out", self.ways_out.to_string())?;
        line("lunch", points(&self.lunch))?;
        line("status", self.status.clone())?;
        line("status_reason", self.status_reason.clone())?;
        line("certainty", self.certainty.clone())?;
        line("safety", self.safety.clone())?;
        line("weak", u8::from(self.weak).to_string())?;
        line("seki", u8::from(self.seki).to_string())?;
        line("attack_code", code(self.attack_code))?;
        line("attack_point", points(&self.attack_points))?;
        line("defense_code", code(self.defense_code))?;
        line("defense_point", points(&self.defense_points))?;
        line("semeais", self.races.len().to_string())?;
        for race in &self.races {
            let ending = |(saved, killed, point): &(u8, u8, Option<String>)| {
                format!("{saved} {killed} {}", point.as_deref().unwrap_or("PASS"))
            };
            let [outside, inside, eye] = race.own;
            let text = format!(
                "{} liberties {outside}+{inside}+{eye} lead {} first {} second {}",
                race.opponent,
                race.lead,
                ending(&race.first),
                ending(&race.second)
            );
            line("semeai", text)?;
        }
        line("neighbors", points(&self.neighbors))?;
        let friends = self.friends.iter();
        let friends: Vec<String> = friends.map(|f| format!("{} by {}", f.origin, f.bridge)).collect();
        line("friends", points(&friends))?;
        line("strings", self.strings.join(" "))
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
        let data = DragonData::new(dragon, size);
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
