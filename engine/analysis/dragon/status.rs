//! One dragon: how it is put together, and what follows from its parts.

use katachi_rules::{Color, Point, PointSet};

use super::super::orientation::Orientation;
use super::super::{Ownership, Worm, Worms};
use super::{Dragon, DragonEyes, DragonRace, Friend, LOST, LOST_IF_SURROUNDED, Life, Status};
use crate::reading::Verdict;

impl Dragon {
    pub(super) fn new(color: Color, origin: Point) -> Self {
        Self {
            color,
            origin,
            stones: PointSet::EMPTY,
            strings: Vec::new(),
            size: 0,
            effective_size: 0.0,
            eyes: DragonEyes::default(),
            escape: 0,
            escape_value: 0,
            lunch: None,
            life: Life::SAFE,
            races: Vec::new(),
            seki: false,
            status: Status::Unknown,
            safety: Status::Unknown,
            weak: false,
            neighbours: Vec::new(),
            friends: Vec::new(),
        }
    }

    /// Adds a string.
    pub(super) fn add(&mut self, worm: &Worm, worms: &Worms) {
        self.strings.push(worm.origin);
        self.stones.extend_with(&worm.stones);
        self.size += worm.size;
        self.effective_size += worm.effective_size;
        self.escape = self.escape.max(worm.liberties[3]);
        let prey = |origin: Option<Point>| origin.and_then(|o| worms.get(o));
        let lunch = prey(worm.lunch).filter(|prey| !prey.is_captured());
        let before = prey(self.lunch).map_or(0.0, |prey| prey.effective_size);
        if let Some(lunch) = lunch.filter(|lunch| lunch.effective_size > before) {
            self.lunch = Some(lunch.origin);
        }
    }

    /// The status by what is read, by eyes, by races and by random games, in this order.
    pub(super) fn judged(&self, worms: &Worms, ownership: &Ownership) -> Status {
        let is_invincible = |&s: &Point| worms.get(s).is_some_and(|worm| worm.invincible);
        if self.strings.iter().any(is_invincible) {
            return Status::Alive;
        }
        let by_life = match (self.life.attack, self.life.defense) {
            (Verdict::Yes, Verdict::No) => Some(Status::Dead),
            (Verdict::Yes, _) => Some(Status::Critical),
            _ => None,
        };
        if let Some(status) = by_life.filter(|&s| s == Status::Dead) {
            return status;
        }
        if self.kept(ownership) < LOST && self.eyes.min < 2 {
            return Status::Dead;
        }
        let by_race = self.races.iter().find_map(DragonRace::status);
        if let Some(status) = by_life.or(by_race) {
            return status;
        }
        if self.eyes.min >= 2 {
            Status::Alive
        } else if self.eyes.max < 2 && self.escape == 0 && self.kept(ownership) < LOST_IF_SURROUNDED {
            Status::Dead
        } else {
            Status::Unknown
        }
    }

    /// If it is critical: moves that kill it and moves that save it, best first. Where reading found how to kill it but
    /// ran out before it found how to save it, the point that kills is the one to defend.
    pub fn decisive_points(&self) -> (Vec<Point>, Vec<Point>) {
        if self.life.attack.is_yes() {
            let saves = match self.life.defense {
                Verdict::Unknown => &self.life.attack_points,
                _ => &self.life.defense_points,
            };
            return (self.life.attack_points.clone(), saves.clone());
        }
        let decides = |race: &&DragonRace| race.status() == Some(Status::Critical);
        let Some(race) = self.races.iter().find(decides) else {
            return (Vec::new(), Vec::new());
        };
        let one = |point: Option<Point>| point.into_iter().collect();
        (one(race.second.point), one(race.first.point))
    }

    /// How much of it its side keeps in random games, from -1, nothing ever, to 1.
    fn kept(&self, ownership: &Ownership) -> f32 {
        let sum: f32 = self.stones.iter().map(|p| ownership.of(p, self.color)).sum();
        sum / self.size as f32
    }

    /// The same before the position was turned; `origin` says what an origin was then, of a string or dragon.
    pub(super) fn turned_back(
        &self,
        turn: Orientation,
        worms: &Worms,
        origin: &dyn Fn(Point) -> Point,
    ) -> Self {
        let points = |points: &[Point]| points.iter().map(|&p| turn.back(p)).collect();
        let sorted = |origins: &[Point], name: &dyn Fn(Point) -> Point| {
            let mut origins: Vec<Point> = origins.iter().map(|&p| name(p)).collect();
            origins.sort_unstable();
            origins
        };
        let string = |stone: Point| worms.origin_turned_back(turn, stone);
        Self {
            color: turn.color(self.color),
            origin: origin(self.origin),
            stones: turn.set_back(&self.stones),
            strings: sorted(&self.strings, &string),
            eyes: DragonEyes {
                halves: points(&self.eyes.halves),
                ..self.eyes
            },
            lunch: self.lunch.map(string),
            life: Life {
                attack_points: points(&self.life.attack_points),
                defense_points: points(&self.life.defense_points),
                ..self.life
            },
            races: self
                .races
                .iter()
                .map(|race| DragonRace {
                    opponent: origin(race.opponent),
                    first: race.first.with_point(race.first.point.map(|p| turn.back(p))),
                    second: race.second.with_point(race.second.point.map(|p| turn.back(p))),
                    ..race.clone()
                })
                .collect(),
            neighbours: sorted(&self.neighbours, origin),
            friends: self
                .friends
                .iter()
                .map(|friend| Friend {
                    origin: origin(friend.origin),
                    bridge: turn.back(friend.bridge),
                })
                .collect(),
            ..self.clone()
        }
    }
}
