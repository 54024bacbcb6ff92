//! Moves that do two things at once.

use katachi_rules::{Board, Color, Point, PointSet};

use super::{Reader, Reading, Verdict};

impl Reader {
    /// Can one of two strings of one colour be captured if the other side moves first? Yes if one of them cannot be
    /// saved anyway, or a single move leaves none that saves both. The point is that move.
    pub fn attack_either(&mut self, first: Point, second: Point) -> Reading {
        let attacks = [first, second].map(|stone| self.attack(stone));
        let best = attacks
            .into_iter()
            .max_by_key(|a| rank(a.verdict))
            .unwrap_or(Reading::NO);
        let Some(color) = self
            .common_color(first, second)
            .filter(|_| best.verdict != Verdict::Yes)
        else {
            return best;
        };
        let mut candidates = self.attack_candidates(first);
        candidates.extend_with(&self.attack_candidates(second));
        self.best_of(color.opposite(), &candidates, best, |reader| {
            reader.can_save_both(color, first, second).opposite()
        })
    }

    /// Can two strings of one colour both be saved if their side moves first? The point is the move; none if no
    /// move is needed.
    pub fn defend_both(&mut self, first: Point, second: Point) -> Reading {
        let defenses = [first, second].map(|stone| self.defend(stone));
        let Some(color) = self.common_color(first, second) else {
            return Reading::NO;
        };
        if let [Verdict::Yes, Verdict::Yes] = defenses.map(|d| d.verdict) {
            match defenses.map(|d| d.point) {
                [None, None] if self.attack_either(first, second).verdict == Verdict::No => {
                    return Reading::NO_MOVE_NEEDED;
                }
                _ => {}
            }
        } else if defenses.iter().any(|d| !d.verdict.is_possible()) {
            return Reading::NO;
        }
        let mut candidates = self.defense_candidates(first);
        candidates.extend_with(&self.defense_candidates(second));
        self.best_of(color, &candidates, Reading::NO, |reader| {
            let attacks = [first, second].map(|stone| reader.verdict_against(color, stone));
            worst(attacks.map(Verdict::opposite))
        })
    }

    /// After a move of the other side: can one move save both strings?
    fn can_save_both(&mut self, color: Color, first: Point, second: Point) -> Verdict {
        if [first, second].iter().any(|&s| !self.board().cell(s).is(color)) {
            return Verdict::No;
        }
        let attacks = [first, second].map(|stone| self.attack(stone).verdict);
        if attacks.iter().all(|&a| a == Verdict::No) {
            return Verdict::Yes;
        }
        let defenses = worst([first, second].map(|stone| self.defend(stone).verdict));
        if !attacks.iter().all(|&a| a.is_possible()) || !defenses.is_possible() {
            return defenses;
        }
        let mut candidates = self.defense_candidates(first);
        candidates.extend_with(&self.defense_candidates(second));
        self.best_of(color, &candidates, Reading::NO, |reader| {
            worst([first, second].map(|stone| reader.verdict_against(color, stone).opposite()))
        })
        .verdict
    }

    /// Can the string be captured, the other side to move? Yes if it has been.
    fn verdict_against(&mut self, color: Color, stone: Point) -> Verdict {
        if self.board().cell(stone).is(color) {
            self.attack(stone).verdict
        } else {
            Verdict::Yes
        }
    }

    /// The move by which `works` says the most, if that is more than `least`.
    fn best_of(
        &mut self,
        color: Color,
        candidates: &PointSet,
        least: Reading,
        mut works: impl FnMut(&mut Self) -> Verdict,
    ) -> Reading {
        let mut best = least;
        for point in candidates.iter() {
            let verdict = self.after(color, point, &mut works).unwrap_or(Verdict::No);
            if rank(verdict) > rank(best.verdict) {
                best = Reading {
                    verdict,
                    point: Some(point).filter(|_| verdict.is_possible()),
                };
            }
            if verdict == Verdict::Yes {
                break;
            }
        }
        best
    }

    fn common_color(&self, first: Point, second: Point) -> Option<Color> {
        let color = self.board().cell(first).color()?;
        (self.board().cell(second).color()? == color).then_some(color)
    }

    /// Points at which an attack on the string may begin.
    fn attack_candidates(&self, stone: Point) -> PointSet {
        around(self.board(), stone)
    }

    /// Points at which a string may be saved: around it, and the last liberties of strings beside it.
    fn defense_candidates(&self, stone: Point) -> PointSet {
        let board = self.board();
        let mut points = around(board, stone);
        for chaser in board.adjacent_strings(stone).filter(|&c| board.liberties(c) <= 3) {
            points.extend_with(&board.liberty_set(chaser));
        }
        points
    }
}

/// A move by which something is captured that no single attack gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The first move.
    pub point: Point,
    /// Stones of the strings that it threatens at once. Not all of them can be saved, or not all that are threatened
    /// after the answer.
    pub threatened: Vec<Point>,
    /// Stones that are captured whatever the answer.
    pub gain: u32,
}

/// So many threats one after the other, the last one double.
const THREATS_IN_A_ROW: u32 = 3;
/// A combination is looked for with so many times the nodes of one question, and the questions of it get this part.
const COMBINATION_BUDGETS: u64 = 60;
const COMBINATION_PART: u32 = 8;
/// Strings with more liberties are not captured by a double threat.
const MOST_IN_DANGER: u32 = 4;
/// A threat that follows another is about strings that have a liberty so near to it.
const NEXT_THREAT: u32 = 4;

impl Reader {
    /// Moves of that colour that threaten two strings at once, neither of which is seen to be captured by itself, so
    /// that one of them is lost: by falling gain, then by point. Costs about 1,000 questions in the middle of a game,
    /// most of them remembered from an analysis of the strings, each with an eighth of the budget.
    pub fn double_threats(&mut self, color: Color) -> Vec<Combination> {
        let strings = self.strings_in_danger(color.opposite());
        let limit = self.combination_limit();
        self.with_part_of_budget(COMBINATION_PART, |reader| {
            reader.combinations(color, &strings, None, 1, limit)
        })
    }

    /// The move of [`Reader::double_threats`] that gains the most; if there is none, one that forces an answer after
    /// which there is such a move. None also if the nodes ran out first, which are 60 times those of one question.
    pub fn combination_attack(&mut self, color: Color) -> Option<Combination> {
        let strings = self.strings_in_danger(color.opposite());
        let limit = self.combination_limit();
        self.with_part_of_budget(COMBINATION_PART, |reader| {
            let mut rows = 1..=THREATS_IN_A_ROW;
            rows.find_map(|row| {
                reader
                    .combinations(color, &strings, None, row, limit)
                    .into_iter()
                    .next()
            })
        })
    }

    fn combination_limit(&self) -> u64 {
        self.counts().nodes + COMBINATION_BUDGETS * u64::from(self.budget())
    }

    /// Moves of the other side after which that colour has no combination any more; none if it has none now. The
    /// colour's own first move comes first if it is one of them.
    pub fn combination_defense(&mut self, color: Color) -> Vec<Point> {
        let Some(combination) = self.combination_attack(color) else {
            return Vec::new();
        };
        let mut candidates = PointSet::EMPTY;
        for &stone in &combination.threatened {
            candidates.extend_with(&self.defense_candidates(stone));
        }
        candidates.remove(combination.point);
        let candidates: Vec<Point> = std::iter::once(combination.point)
            .chain(candidates.iter())
            .collect();
        let stops = |point: &Point| {
            let after = self.after(color.opposite(), *point, |reader| {
                let saved = |&s: &Point| {
                    let board = reader.board();
                    board.cell(s).is(color.opposite()) && !reader.attack(s).verdict.is_yes()
                };
                combination.threatened.iter().all(saved) && reader.combination_attack(color).is_none()
            });
            after.unwrap_or(false)
        };
        candidates.into_iter().filter(stops).collect()
    }

    /// Own strings near a move of that colour that cannot be captured before it and can be after it, the new one among
    /// them: the largest first. Empty for a move that is not legal.
    pub fn endangered_by(&mut self, color: Color, point: Point) -> Vec<Point> {
        let was_safe: Vec<Point> = self
            .strings(color, MOST_IN_DANGER)
            .into_iter()
            .filter(|&s| self.is_near(s, point) && !self.attack(s).verdict.is_possible())
            .collect();
        let endangered = self.after(color, point, |reader| {
            let mut heads: Vec<Point> = Vec::new();
            for stone in std::iter::once(point).chain(was_safe) {
                let head = reader.board().head(stone);
                if !heads.contains(&head) && reader.attack(stone).verdict.is_yes() {
                    heads.push(head);
                }
            }
            heads.sort_by_key(|&head| (std::cmp::Reverse(reader.board().string_size(head)), head));
            heads
        });
        endangered.unwrap_or_default()
    }

    /// Combinations with so many threats in a row, by falling gain, then by point. Those that follow a move are about
    /// strings near it.
    fn combinations(
        &mut self,
        color: Color,
        strings: &[Point],
        last: Option<Point>,
        threats: u32,
        limit: u64,
    ) -> Vec<Combination> {
        let is_there = |&s: &Point| self.board().cell(s).is(color.opposite());
        let strings: Vec<Point> = strings.iter().copied().filter(is_there).collect();
        let mut moves = PointSet::EMPTY;
        for &stone in &strings {
            if last.is_none_or(|last| self.is_near(stone, last)) {
                moves.extend(self.attack_threats(stone));
            }
        }
        let mut found: Vec<Combination> = moves
            .iter()
            .filter_map(|point| {
                if self.counts().nodes > limit {
                    return None;
                }
                self.after(color, point, |reader| {
                    reader.combination_after(color, &strings, point, threats, limit)
                })?
            })
            .collect();
        found.sort_by_key(|c| (std::cmp::Reverse(c.gain), c.point));
        found
    }

    /// What every answer to the move just made loses at least, if each of them does.
    fn combination_after(
        &mut self,
        color: Color,
        strings: &[Point],
        point: Point,
        threats: u32,
        limit: u64,
    ) -> Option<Combination> {
        let enemy = color.opposite();
        let threatened: Vec<Point> = strings
            .iter()
            .copied()
            .filter(|&stone| self.verdict_against(enemy, stone).is_yes())
            .collect();
        if threatened.is_empty() || (threats == 1 && threatened.len() < 2) {
            return None;
        }
        let mut sizes = Vec::with_capacity(threatened.len());
        let mut answers = PointSet::EMPTY;
        for &stone in &threatened {
            if !self.board().cell(stone).is(enemy) {
                return None;
            }
            sizes.push(self.board().string_size(stone));
            answers.extend_with(&self.defense_candidates(stone));
            answers.extend(self.defend(stone).point);
        }
        let mut gain = sizes.iter().copied().max().unwrap_or(0);
        for answer in answers.iter() {
            let lost = self.after(enemy, answer, |reader| {
                let lost = threatened.iter().zip(&sizes);
                let lost = lost.filter(|&(&s, _)| reader.verdict_against(enemy, s).is_yes());
                let lost = lost.map(|(_, &size)| size).max().unwrap_or(0);
                if lost > 0 || threats == 1 {
                    return lost;
                }
                let next = reader.combinations(color, strings, Some(point), threats - 1, limit);
                next.first().map_or(0, |c| c.gain)
            });
            gain = gain.min(lost.unwrap_or(gain));
            if gain == 0 {
                return None;
            }
        }
        Some(Combination {
            point,
            threatened,
            gain,
        })
    }

    /// Strings of a colour that a double threat may capture, and no single attack.
    fn strings_in_danger(&mut self, color: Color) -> Vec<Point> {
        let strings = self.strings(color, MOST_IN_DANGER);
        let safe = |reader: &mut Self, &stone: &Point| !reader.attack(stone).verdict.is_possible();
        strings.into_iter().filter(|s| safe(self, s)).collect()
    }

    /// Strings of a colour with few liberties.
    fn strings(&self, color: Color, most: u32) -> Vec<Point> {
        let board = self.board();
        let points = board.size().points().filter(|&p| board.cell(p).is(color));
        points
            .filter(|&p| board.head(p) == p && board.liberties(p) <= most)
            .collect()
    }

    fn is_near(&self, stone: Point, point: Point) -> bool {
        let liberties = self.board().liberty_set(stone);
        liberties.iter().any(|l| l.distance(point) <= NEXT_THREAT)
    }
}

/// Liberties of a string and the empty points beside them.
fn around(board: &Board, stone: Point) -> PointSet {
    let liberties = board.liberty_set(stone);
    let mut points = liberties;
    points.extend(
        liberties
            .iter()
            .flat_map(Point::neighbours)
            .filter(|&p| board.is_empty(p)),
    );
    points
}

/// More is better for the side that asks.
fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::No => 0,
        Verdict::Unknown => 1,
        Verdict::KoBehind => 2,
        Verdict::KoAhead => 3,
        Verdict::Yes => 4,
    }
}

/// Two things are achieved only as well as the less certain of them.
fn worst(verdicts: [Verdict; 2]) -> Verdict {
    verdicts
        .into_iter()
        .min_by_key(|&v| rank(v))
        .expect("there are two")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A double atari at E4: White can connect either stone to the friend beyond, but not both.
    const FORK: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . X O . O . .
        . . X O . . . . .
        . . . . . . . . .
        . . . O . . . . .
        . . . . . . . . .";

    fn reader(diagram: &str) -> (Reader, impl Fn(&str) -> Point) {
        let board = Board::from_diagram(diagram);
        let size = board.size();
        (Reader::new(&board, 10_000), move |v| {
            size.parse_vertex(v).unwrap()
        })
    }

    #[test]
    fn a_double_atari_captures_what_no_single_attack_does() {
        let (mut reader, at) = reader(FORK);
        let before = reader.board().clone();
        let strings = [at("D4"), at("E5")];
        assert!(strings.iter().all(|&s| !reader.attack(s).verdict.is_possible()));
        let either = reader.attack_either(strings[0], strings[1]);
        assert_eq!((either.verdict, either.point), (Verdict::Yes, Some(at("E4"))));
        let combination = reader.combination_attack(Color::Black).unwrap();
        assert_eq!((combination.point, combination.threatened.len()), (at("E4"), 2));
        reader.after(Color::White, at("E4"), |reader| {
            assert_eq!(
                reader.combination_attack(Color::Black),
                None,
                "White has connected"
            );
        });
        assert_eq!(*reader.board(), before);
    }

    #[test]
    fn double_threats_know_what_they_gain() {
        let (mut reader, at) = reader(FORK);
        let found = reader.double_threats(Color::Black);
        assert_eq!((found[0].point, found[0].gain), (at("E4"), 1));
        assert!(found.iter().all(|c| c.threatened.len() >= 2));
        assert!(found.is_sorted_by_key(|c| std::cmp::Reverse(c.gain)));
    }

    #[test]
    fn a_move_into_an_own_eye_endangers_the_string() {
        let (mut reader, at) = reader(
            ". . . . . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .
             X X X X X . .
             O O O O X . .
             . O . O X . .",
        );
        let head = reader.board().head(at("B1"));
        assert_eq!(reader.endangered_by(Color::White, at("A1")).len(), 1);
        assert_eq!(reader.endangered_by(Color::White, at("F6")), []);
        assert_eq!(reader.endangered_by(Color::Black, at("F1")), []);
        assert_eq!(reader.board().head(at("B1")), head);
    }

    #[test]
    fn the_defence_takes_the_point_of_the_double_atari() {
        let (mut reader, at) = reader(FORK);
        let both = reader.defend_both(at("D4"), at("E5"));
        assert!(both.verdict.is_yes() && both.point.is_some(), "{both:?}");
        assert_eq!(reader.combination_defense(Color::Black)[0], at("E4"));
        reader.after(Color::Black, at("E4"), |reader| {
            assert_eq!(reader.defend_both(at("D4"), at("E5")).verdict, Verdict::No);
        });
    }

    #[test]
    fn stones_of_two_colours_have_no_common_fate() {
        let (mut reader, at) = reader(FORK);
        assert_eq!(reader.defend_both(at("D4"), at("D5")), Reading::NO);
        let attack = reader.attack(at("D4"));
        assert_eq!(reader.attack_either(at("D4"), at("D5")).verdict, attack.verdict);
    }
}
