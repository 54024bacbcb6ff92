// SPDX-License-Identifier: MIT OR Apache-2.0

//! Strings that a person calls dead or alive at the end of a game, now and in an earlier verdict of the
//! record.

use anyhow::{Context as _, Result, ensure};
use katachi_engine::analysis::KnownLife;
use katachi_rules::{Game, PointSet};

use super::record::VERDICT;

const STATUSES: [&str; 2] = ["dead", "alive"];

/// Strings that a person calls dead, and alive, each named by a point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NamedOverrides([Vec<String>; 2]);

impl NamedOverrides {
    /// Reads points of options, split by commas or spaces.
    pub(super) fn from_options(dead: &[String], alive: &[String]) -> Self {
        let words = |text: &String| text.to_uppercase().replace(',', " ");
        let points = |texts: &[String]| {
            let text: Vec<String> = texts.iter().map(words).collect();
            text.join(" ").split_whitespace().map(str::to_owned).collect()
        };
        Self([dead, alive].map(points))
    }

    pub(super) fn from_comment(comment: &str) -> Self {
        let verdict = || comment.lines().skip_while(|line| !line.starts_with(VERDICT));
        let points = |status: &str| {
            let named = verdict().find_map(|line| line.strip_prefix(&beginning(status)));
            let words = named.into_iter().flat_map(str::split_whitespace);
            words.map(str::to_owned).collect()
        };
        Self(STATUSES.map(points))
    }

    /// Adds newer overrides, which win.
    pub(super) fn then(self, now: Self, game: &Game) -> Result<Self> {
        let KnownLife { dead, alive } = now.stones(game)?;
        ensure!(
            !dead.intersects(&alive),
            "a string is named both by --dead and by --alive"
        );
        let mut all = now;
        for (newer, before) in all.0.iter_mut().zip(self.0) {
            let mut kept = Vec::new();
            for name in before {
                let stones = strings(game, std::slice::from_ref(&name))
                    .context("the verdict in the record does not fit its game: leave it out with --anew")?;
                if !stones.intersects(&dead) && !stones.intersects(&alive) {
                    kept.push(name);
                }
            }
            newer.splice(0..0, kept);
        }
        Ok(all)
    }

    pub(super) fn stones(&self, game: &Game) -> Result<KnownLife> {
        let [dead, alive] = &self.0;
        Ok(KnownLife {
            dead: strings(game, dead)?,
            alive: strings(game, alive)?,
        })
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        let named = STATUSES
            .iter()
            .zip(&self.0)
            .filter(|(_, points)| !points.is_empty());
        named.map(|(status, points)| beginning(status) + &points.join(" "))
    }
}

fn beginning(status: &str) -> String {
    format!("Said to be {status} by a person: ")
}

fn strings(game: &Game, points: &[String]) -> Result<PointSet> {
    let mut stones = PointSet::EMPTY;
    for name in points {
        let point = game.size().parse_vertex(name);
        let point = point.filter(|&p| game.board().cell(p).is_stone());
        let point = point.with_context(|| {
            format!("there is no stone at '{name}': name the point of a stone, such as D4")
        })?;
        stones.extend(game.board().string(point));
    }
    Ok(stones)
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, Color, Rules};

    use super::*;

    const STONES: &str = "
        X X . . .
        . . . . .
        O . X . O
        . . . . .
        . . O . .";

    fn game() -> Game {
        Game::from_position(Board::from_diagram(STONES), Color::Black, Rules::JAPANESE, 5.5)
    }

    fn overrides(dead: &[&str], alive: &[&str]) -> NamedOverrides {
        let owned = |points: &[&str]| points.iter().map(|&p| p.to_owned()).collect::<Vec<_>>();
        NamedOverrides::from_options(&owned(dead), &owned(alive))
    }

    #[test]
    fn points_are_split_by_commas_and_spaces() {
        let expected = overrides(&["A5", "C3", "E3"], &[]);
        for form in [&["a5,c3,e3"][..], &["A5 C3 E3"], &["A5, C3", "E3"]] {
            assert_eq!(overrides(form, &[]), expected);
        }
    }

    #[test]
    fn a_newer_override_of_a_string_wins() {
        let comment =
            "A comment.\nVerdict: W+1\nSaid to be dead by a person: A5 C3\nSaid to be alive by a person: E3";
        let before = NamedOverrides::from_comment(comment);
        assert_eq!(before, overrides(&["A5", "C3"], &["E3"]));
        let now = overrides(&["A3"], &["B5"]);
        let all = before.then(now, &game()).unwrap();
        assert_eq!(all, overrides(&["C3", "A3"], &["E3", "B5"]));
        let lines: Vec<_> = all.lines().collect();
        assert_eq!(
            lines,
            [
                "Said to be dead by a person: C3 A3",
                "Said to be alive by a person: E3 B5"
            ]
        );
    }

    #[test]
    fn a_verdict_of_another_game_is_refused() {
        let before = NamedOverrides::from_comment("Verdict: W+1\nSaid to be dead by a person: Q16");
        let error = before.then(NamedOverrides::default(), &game()).unwrap_err();
        assert!(error.to_string().contains("leave it out with --anew"), "{error}");
    }
}
