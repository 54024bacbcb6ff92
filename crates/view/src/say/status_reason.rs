// SPDX-License-Identifier: MIT OR Apache-2.0

//! Why a group has its status, in words: its circumstances, what decides, and how sure that is.

use katachi_engine::analysis::dragon::{DragonRace, Friend, Liberties};
use katachi_engine::analysis::{Analysis, Dragon, Grounds, Status};
use katachi_engine::reading::{Certainty, Verdict};
use katachi_rules::{BoardSize, Color, Point};

use crate::certainty;
use crate::reason::quantity;

/// Why a group has its status. It is made from the facts of a dragon alone.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusReason {
    status: Status,
    grounds: Grounds,
    certainty: Certainty,
    ways_out: u32,
    /// Least and largest number of eyes.
    eyes: (u32, u32),
    /// One point of each eye space with a sure eye.
    sure_eyes: Vec<Point>,
    /// The other side.
    enemy: Color,
    /// How sure it is that no attack works, if none does.
    unharmed: Option<Certainty>,
    /// The move of an attack, if one may work, and how sure it is.
    threatened: Option<(Option<Point>, Certainty)>,
    /// The move of a defense, if one works, and how sure the answer about a defense is.
    defended: (Option<Point>, Certainty),
    /// The opponent with the fewest liberties of its own.
    race: Option<(Point, Liberties, Liberties)>,
    /// Moves that join it to friends that are not dead.
    joins: Vec<Point>,
    /// An enemy string that it can capture.
    prey: Option<Point>,
    /// First stones of its strings that can be captured, if it has several strings.
    parts: Vec<Point>,
    /// It has more than one string: a part of it may be lost while it lives.
    has_parts: bool,
}

impl StatusReason {
    /// The reason of the status of a dragon of an analysed position.
    pub fn new(analysis: &Analysis, dragon: &Dragon) -> Self {
        let race = dragon.races.iter().min_by_key(|race| liberties(race.theirs));
        let is_dead = |friend: &&Friend| analysis.dragons.status(friend.origin) == Status::Dead;
        let friends = dragon.friends.iter().filter(|friend| !is_dead(friend));
        let first = |points: &[Point]| points.first().copied();
        let has_parts = dragon.strings.len() > 1;
        let is_weak = |&&string: &&Point| {
            let worm = analysis.worms.get(string);
            worm.is_some_and(|worm| worm.attack.is_possible())
        };
        let parts = dragon.strings.iter().filter(is_weak).copied();
        let sides = |race: &DragonRace| (race.opponent, race.own, race.theirs);
        Self {
            status: dragon.status,
            grounds: dragon.grounds,
            certainty: dragon.certainty,
            ways_out: dragon.ways_out,
            eyes: (dragon.eyes.min, dragon.eyes.max),
            sure_eyes: dragon.eyes.sure.clone(),
            unharmed: (dragon.life.attack == Verdict::No).then_some(dragon.life.attack_certainty),
            enemy: dragon.color.opposite(),
            threatened: (dragon.life.attack.is_possible())
                .then(|| (first(&dragon.life.attack_points), dragon.life.attack_certainty)),
            defended: (first(&dragon.life.defense_points), dragon.life.defense_certainty),
            race: race.map(sides),
            joins: friends.map(|friend| friend.bridge).collect(),
            prey: dragon.lunch,
            parts: if has_parts { parts.collect() } else { Vec::new() },
            has_parts,
        }
    }

    /// Writes its circumstances, then what decides and how sure that is: `surrounded, at most one eye; an
    /// attack works, and no defense (proved)`. Circumstances that do not matter are left out.
    pub fn words(&self, size: BoardSize) -> String {
        let decides = self.decides(size);
        let circumstances = match self.grounds {
            Grounds::Unconditional => Vec::new(),
            Grounds::Territory if self.threatened.is_none() => Vec::new(),
            Grounds::Eyes if self.status == Status::Alive => Vec::new(),
            _ => self.circumstances(size),
        };
        match circumstances.is_empty() {
            true => decides,
            false => format!("{}; {decides}", circumstances.join(", ")),
        }
    }

    /// Writes what decides, and how sure that is.
    fn decides(&self, size: BoardSize) -> String {
        let at = |point: Option<Point>| point.map_or_else(String::new, |p| format!(" at {}", size.vertex(p)));
        let reason = match (self.grounds, self.status) {
            (Grounds::Life, Status::Dead | Status::Critical) if self.threatened.is_some() => {
                let attack = self.threatened.map_or_else(String::new, |(point, _)| at(point));
                let works = match self.threatened {
                    Some((_, certainty)) if certainty.is_doubtful(Verdict::Yes) => "may work",
                    _ => "works",
                };
                let defense = match self.status {
                    Status::Dead if self.defended.1.is_doubtful(Verdict::No) => {
                        "and perhaps no defense".to_owned()
                    }
                    Status::Dead => "and no defense".to_owned(),
                    _ => format!("and a defense{}", at(self.defended.0)),
                };
                format!("an attack{attack} {works}, {defense}")
            }
            (Grounds::Territory, _) if let Some((point, certainty)) = self.threatened => {
                return format!(
                    "territory enough for two eyes, but {} may kill it{} ({})",
                    self.enemy,
                    at(point),
                    certainty::words(certainty)
                );
            }
            (Grounds::Eyes, Status::Alive) => {
                let unharmed = self.unharmed.map_or("", |_| ", and no attack works");
                format!("two eyes{}{unharmed}", self.at_eyes(size))
            }
            _ => reason(self.status, self.grounds, size),
        };
        match (self.grounds, self.certainty) {
            (Grounds::Open, _) => match self.threatened {
                Some((point, certainty)) => {
                    format!(
                        "an attack{} may work ({})",
                        at(point),
                        certainty::words(certainty)
                    )
                }
                None => reason,
            },
            (Grounds::Life, _) if self.status == Status::Alive && self.ways_out > 0 => {
                let sure = match self.unharmed {
                    Some(Certainty::Playouts(_)) => format!("not proved: {}", self.playouts()),
                    unharmed => unharmed.map_or_else(String::new, certainty::words),
                };
                let no_attack = self.no_attack();
                format!("{no_attack} ({sure}), but it has no two eyes yet")
            }
            // The words say it.
            (Grounds::Playouts(_), _) => reason,
            (Grounds::Race(_), _) => match (self.status, self.unharmed) {
                (Status::Alive, Some(certainty)) => {
                    format!("{reason}; no attack works ({})", certainty::words(certainty))
                }
                _ => format!("{reason} (not proved: other moves are not read)"),
            },
            (_, Certainty::Playouts(_)) => format!("{reason} (not proved: {})", self.playouts()),
            (_, certainty) => format!("{reason} ({})", certainty::words(certainty)),
        }
    }

    /// Returns `in playouts White kills it in 87 of 100, Black saves it in 40 of 100`, the answers that rest
    /// on playouts.
    fn playouts(&self) -> String {
        let attack = self.threatened.map(|(_, certainty)| certainty).or(self.unharmed);
        let attack = attack.and_then(certainty::share);
        let defense = self.threatened.and_then(|_| certainty::share(self.defended.1));
        let answers = [
            attack.map(|share| format!("{} kills it in {share} of 100", self.enemy)),
            defense.map(|share| format!("{} saves it in {share} of 100", self.enemy.opposite())),
        ];
        let answers: Vec<String> = answers.into_iter().flatten().collect();
        match answers.is_empty() {
            true => "by playouts".to_owned(),
            false => format!("in playouts {}", answers.join(", ")),
        }
    }

    /// Returns `can join friends at M7 or O10`, each point once. `None` if there is no friend.
    fn join(&self, size: BoardSize) -> Option<String> {
        let mut points: Vec<String> = Vec::new();
        for &point in &self.joins {
            let vertex = size.vertex(point).to_string();
            if !points.contains(&vertex) {
                points.push(vertex);
            }
        }
        let friends = if points.len() == 1 { "a friend" } else { "friends" };
        (!points.is_empty()).then(|| format!("can join {friends} at {}", points.join(" or ")))
    }

    /// Returns that no attack works; of a group of several strings, that it keeps half of its stones.
    fn no_attack(&self) -> &'static str {
        match self.has_parts {
            true => "no attack takes more than half of it",
            false => "no attack works",
        }
    }

    /// Returns `White can capture a part of it (Q18)`. `None` if no part can be captured.
    fn parts(&self, size: BoardSize) -> Option<String> {
        let parts = self.parts.iter().map(|&part| size.vertex(part).to_string());
        let parts: Vec<String> = parts.collect();
        (!parts.is_empty()).then(|| format!("{} can capture a part of it ({})", self.enemy, parts.join(", ")))
    }

    /// Returns ` (A1, F2)`, one point of each space with a sure eye, or ` (in the space at A1)` if two are in
    /// one space, or nothing.
    fn at_eyes(&self, size: BoardSize) -> String {
        let points = self.sure_eyes.iter().map(|&point| size.vertex(point).to_string());
        match points.collect::<Vec<String>>() {
            points if points.is_empty() => String::new(),
            points if points.len() == 1 && self.eyes.0 > 1 => format!(" (in the space at {})", points[0]),
            points => format!(" ({})", points.join(", ")),
        }
    }

    /// Its surroundings, eyes, race, friends and prey, each in a few words.
    fn circumstances(&self, size: BoardSize) -> Vec<String> {
        let surrounded = match self.ways_out {
            0 => "surrounded".to_owned(),
            ways => quantity(ways, "way") + " out",
        };
        let at = self.at_eyes(size);
        let eyes = match self.eyes {
            (_, 0) => "no eye".to_owned(),
            (0, 1) => "at most one eye".to_owned(),
            (1, 1) => format!("one eye counted{at}"),
            (0, _) => "no eye counted, perhaps two".to_owned(),
            (1, _) => format!("one eye counted{at}, perhaps two"),
            // An attack may take one of them.
            _ if self.threatened.is_some() => format!("two eyes counted{at}"),
            _ => format!("two eyes{at}"),
        };
        let race = self.race.map(|(opponent, own, theirs)| {
            let (own, theirs) = (liberties(own), liberties(theirs));
            let unit = if own == 1 { "liberty" } else { "liberties" };
            format!("{own} {unit} against {theirs} of {}", size.vertex(opponent))
        });
        let join = self.join(size);
        let prey = self.prey.map(|at| format!("can capture {}", size.vertex(at)));
        let parts = self.parts(size);
        let always = [surrounded, eyes];
        always
            .into_iter()
            .chain([race, join, prey, parts].into_iter().flatten())
            .collect()
    }
}

/// Liberties that the other side has to fill.
fn liberties(counted: Liberties) -> u32 {
    counted.outside + counted.inside + counted.eye
}

/// Writes what a status rests on, in a few words.
pub fn reason(status: Status, grounds: Grounds, size: BoardSize) -> String {
    let by_moves = match status {
        Status::Alive => "no attack works",
        Status::Dead => "an attack works, and no defense",
        Status::Critical => "an attack works, and a defense",
        Status::Unknown => "neither is known to work",
    };
    match grounds {
        Grounds::Unconditional => "alive by Benson's criterion".to_owned(),
        Grounds::Capture => format!("its main string: {by_moves}"),
        Grounds::Life => by_moves.to_owned(),
        Grounds::Race(opponent) => {
            let result = match status {
                Status::Alive => "won, or seki",
                Status::Dead => "lost",
                Status::Critical => "the first move decides it",
                Status::Unknown => "open",
            };
            format!("race with {}: {result}", size.vertex(opponent))
        }
        Grounds::Eyes if status == Status::Critical => "the first move decides its eyes".to_owned(),
        Grounds::Eyes => "two eyes".to_owned(),
        Grounds::Playouts(share) => format!("its points stay its own in {share} of 100 playouts"),
        Grounds::Territory => "territory enough for two eyes".to_owned(),
        Grounds::Open => "nothing decides it yet".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use katachi_engine::analysis::Effort;
    use katachi_engine::knowledge::Knowledge;
    use katachi_engine::reading::{Class, Reader};
    use katachi_rules::Board;

    use super::*;

    /// Writes the reason of the status of the group at a stone.
    fn words(diagram: &str, stone: &str) -> String {
        let board = Board::from_diagram(diagram);
        let effort = Effort {
            reading_nodes: 2000,
            playouts: 0,
        };
        let mut reader = Reader::new(&board, effort.reading_nodes);
        reader.set_class(Class::Normal);
        let analysis = Analysis::with_knowledge(&board, effort, &Knowledge::default(), &mut reader);
        let stone = board.size().parse_vertex(stone).expect("a point");
        let dragon = analysis.dragons.get(stone).expect("a stone");
        StatusReason::new(&analysis, dragon).words(board.size())
    }

    #[test]
    fn a_critical_group_is_told_with_its_surroundings_and_eyes() {
        let corner = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            O O O O O . .
            X X X X O . .
            . . . X O . .
            X X X X O . .";
        assert_eq!(
            words(corner, "A3"),
            "surrounded, one eye counted (C2), perhaps two; an attack at B2 works, and a defense at B2 (proved)"
        );
    }

    #[test]
    fn a_race_is_told_with_the_liberties_of_both_sides() {
        let race = "
            . O . O O O O O O
            O O O O . O . . O
            O X X X X X X X O
            X O O O O O O O X
            X X X X . X . . X
            . X . X X X X X X";
        assert_eq!(
            words(race, "B4"),
            "surrounded, no eye, 3 liberties against 3 of B3, can capture B3; an attack at E5 works, and a \
             defense at E2 (proved)"
        );
    }
}
