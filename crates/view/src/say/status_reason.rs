// SPDX-License-Identifier: MIT OR Apache-2.0

//! Why a group has its status, in words: its circumstances, what decides, and how sure that is.

use itertools::Itertools as _;
use katachi_engine::analysis::{Analysis, Dragon, Grounds, Status};
use katachi_engine::reading::{Certainty, Verdict};
use katachi_rules::{BoardSize, Point, quantity};

use crate::certainty;

/// Writes the circumstances of a dragon, then what decides and how sure that is: `surrounded, at most one
/// eye; an attack works, and no defense (proved)`. Circumstances that do not matter are left out.
pub fn words(analysis: &Analysis, dragon: &Dragon, size: BoardSize) -> String {
    let reason = StatusReason {
        analysis,
        dragon,
        size,
    };
    let circumstances = match dragon.grounds {
        Grounds::Unconditional => String::new(),
        Grounds::Territory if reason.threatened().is_none() => String::new(),
        Grounds::Eyes if dragon.status == Status::Alive => String::new(),
        _ => reason.circumstances() + "; ",
    };
    circumstances + &reason.decides()
}

struct StatusReason<'a> {
    analysis: &'a Analysis,
    dragon: &'a Dragon,
    size: BoardSize,
}

impl StatusReason<'_> {
    /// How sure it is that an attack may work, if one may.
    fn threatened(&self) -> Option<Certainty> {
        let life = &self.dragon.life;
        life.attack.is_possible().then_some(life.attack_certainty)
    }

    /// How sure it is that no attack works, if none does.
    fn unharmed(&self) -> Option<Certainty> {
        let life = &self.dragon.life;
        (life.attack == Verdict::No).then_some(life.attack_certainty)
    }

    fn decides(&self) -> String {
        let Dragon { status, grounds, .. } = *self.dragon;
        let life = &self.dragon.life;
        let enemy = self.dragon.color.opposite();
        let at = |points: &[Point]| {
            let point = points.first();
            point.map_or_else(String::new, |&p| format!(" at {}", self.size.vertex(p)))
        };
        let attack = at(&life.attack_points);
        let reason = match (grounds, status, self.threatened()) {
            (Grounds::Life, Status::Dead | Status::Critical, Some(certainty)) => {
                let works = if certainty.is_read() { "works" } else { "may work" };
                let defense = match status {
                    Status::Dead if !life.defense_certainty.is_read() => "and perhaps no defense".to_owned(),
                    Status::Dead => "and no defense".to_owned(),
                    _ => format!("and a defense{}", at(&life.defense_points)),
                };
                format!("an attack{attack} {works}, {defense}")
            }
            (Grounds::Territory, _, Some(certainty)) => {
                let sure = certainty::words(certainty);
                return format!("territory enough for two eyes, but {enemy} may kill it{attack} ({sure})");
            }
            (Grounds::Open, _, Some(certainty)) => {
                return format!("an attack{attack} may work ({})", certainty::words(certainty));
            }
            (Grounds::Eyes, Status::Alive, _) => {
                let unharmed = self.unharmed().map_or("", |_| ", and no attack works");
                format!("two eyes{}{unharmed}", self.at_eyes())
            }
            _ => self.grounds(),
        };
        match (grounds, self.dragon.certainty, self.unharmed()) {
            (Grounds::Life, _, unharmed) if status == Status::Alive && self.dragon.ways_out > 0 => {
                let sure = match unharmed {
                    Some(Certainty::Judged(Some(_))) => format!("judged: {}", self.playouts()),
                    unharmed => unharmed.map_or_else(String::new, certainty::words),
                };
                // A group of several strings keeps half of its stones.
                let no_attack = match self.dragon.strings.len() {
                    1 => "no attack works",
                    _ => "no attack takes more than half of it",
                };
                format!("{no_attack} ({sure}), but it has no two eyes yet")
            }
            // The words say it.
            (Grounds::Open | Grounds::Playouts(_), _, _) => reason,
            (Grounds::Race(_), _, Some(certainty)) if status == Status::Alive => {
                format!("{reason}; no attack works ({})", certainty::words(certainty))
            }
            (Grounds::Race(_), _, _) => format!("{reason} (judged: other moves are not read)"),
            (_, Certainty::Judged(Some(_)), _) => format!("{reason} (judged: {})", self.playouts()),
            (_, certainty, _) => format!("{reason} ({})", certainty::words(certainty)),
        }
    }

    /// Returns `in playouts White kills it in 87 of 100, Black saves it in 40 of 100`, the answers that rest
    /// on playouts.
    fn playouts(&self) -> String {
        let (owner, life) = (self.dragon.color, &self.dragon.life);
        let attack = self.threatened().or(self.unharmed()).and_then(Certainty::share);
        let defense = self.threatened();
        let defense = defense.and_then(|_| life.defense_certainty.share());
        let attack = attack.map(|share| format!("{} kills it in {share} of 100", owner.opposite()));
        let defense = defense.map(|share| format!("{owner} saves it in {share} of 100"));
        match attack.into_iter().chain(defense).join(", ") {
            none if none.is_empty() => "by playouts".to_owned(),
            answers => format!("in playouts {answers}"),
        }
    }

    /// Returns `can join friends at M7 or O10`, each point once. `None` if there is no friend that lives.
    fn join(&self) -> Option<String> {
        let is_dead = |friend: Point| self.analysis.dragons.status(friend) == Status::Dead;
        let friends = self.dragon.friends.iter();
        let friends = friends.filter(|friend| !is_dead(friend.origin));
        let points: Vec<Point> = friends.map(|friend| friend.bridge).unique().collect();
        let friends = if points.len() == 1 { "a friend" } else { "friends" };
        let points = points.iter().map(|&point| self.size.vertex(point)).join(" or ");
        (!points.is_empty()).then(|| format!("can join {friends} at {points}"))
    }

    /// Returns `White can capture a part of it (Q18)`. `None` if it has no parts that can be captured.
    fn parts(&self) -> Option<String> {
        let dragon = self.dragon;
        let is_weak = |&&string: &&Point| {
            let worm = self.analysis.worms.get(string);
            dragon.strings.len() > 1 && worm.is_some_and(|worm| worm.attack.is_possible())
        };
        let parts = dragon.strings.iter().filter(is_weak);
        let parts = parts.map(|&part| self.size.vertex(part)).join(", ");
        let enemy = dragon.color.opposite();
        (!parts.is_empty()).then(|| format!("{enemy} can capture a part of it ({parts})"))
    }

    /// Returns ` (A1, in 7 points at F2)`, the spaces with sure eyes, or nothing.
    fn at_eyes(&self) -> String {
        let space = |&point: &Point| self.analysis.eyes.get(self.dragon.color, point);
        let shown = |point: &Point| match space(point).map_or(1, |space| space.points.len()) {
            1 => self.size.vertex(*point).to_string(),
            points => format!("in {points} points at {}", self.size.vertex(*point)),
        };
        let spaces = self.dragon.eyes.sure.iter().map(shown).join(", ");
        if spaces.is_empty() {
            spaces
        } else {
            format!(" ({spaces})")
        }
    }

    /// Its surroundings, eyes, race, friends and prey, each in a few words.
    fn circumstances(&self) -> String {
        let surrounded = match self.dragon.ways_out {
            0 => "surrounded".to_owned(),
            ways => quantity(ways, "way") + " out",
        };
        let at = self.at_eyes();
        let eyes = match (self.dragon.eyes.min, self.dragon.eyes.max) {
            (_, 0) => "no eye".to_owned(),
            (0, 1) => "at most one eye".to_owned(),
            (1, 1) => format!("one eye counted{at}"),
            (0, _) => "no eye counted, perhaps two".to_owned(),
            (1, _) => format!("one eye counted{at}, perhaps two"),
            // An attack may take one of them.
            _ if self.threatened().is_some() => format!("two eyes counted{at}"),
            _ => format!("two eyes{at}"),
        };
        // A group with ways out has more liberties than its string in the race.
        let races = self.dragon.races.iter().filter(|_| self.dragon.ways_out == 0);
        let race = races.min_by_key(|race| race.liberties[1]);
        let race = race.map(|race| {
            let [own, theirs] = race.liberties;
            let unit = if own == 1 { "liberty" } else { "liberties" };
            format!(
                "{own} {unit} against {theirs} of {}",
                self.size.vertex(race.opponent)
            )
        });
        let prey = self.dragon.lunch;
        let prey = prey.map(|at| format!("can capture {}", self.size.vertex(at)));
        let others = [race, self.join(), prey, self.parts()].into_iter().flatten();
        [surrounded, eyes].into_iter().chain(others).join(", ")
    }

    /// Writes what the status rests on, in a few words.
    fn grounds(&self) -> String {
        let Dragon { status, grounds, .. } = *self.dragon;
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
                format!("race with {}: {result}", self.size.vertex(opponent))
            }
            Grounds::Eyes if status == Status::Critical => "the first move decides its eyes".to_owned(),
            Grounds::Eyes => "two eyes".to_owned(),
            Grounds::Playouts(share) => format!("its points stay its own in {share} of 100 playouts"),
            Grounds::Territory => "territory enough for two eyes".to_owned(),
            Grounds::Open => "nothing decides it yet".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use katachi_engine::analysis::{Analysis, Effort};
    use katachi_engine::knowledge::Knowledge;
    use katachi_engine::reading::Reader;
    use katachi_rules::Board;

    /// Writes the reason of the status of the group at a stone.
    fn words(diagram: &str, stone: &str) -> String {
        let board = Board::from_diagram(diagram);
        let effort = Effort {
            reading_nodes: 2000,
            playouts: 0,
        };
        let mut reader = Reader::new(&board, effort.reading_nodes).for_person();
        let analysis = Analysis::with_knowledge(&board, effort, &Knowledge::default(), &mut reader);
        let stone = board.size().parse_vertex(stone).expect("a point");
        let dragon = analysis.dragons.get(stone).expect("a stone");
        super::words(&analysis, dragon, board.size())
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
            "surrounded, one eye counted (in 3 points at C2), perhaps two; an attack at B2 works, and a defense at B2 (proved)"
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
