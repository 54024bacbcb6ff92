// SPDX-License-Identifier: MIT OR Apache-2.0

//! The output of a match: a line for each game, the sums, and the records.

use katachi_rules::sgf::Record;
use katachi_rules::{ByColor, Color, TimeSystem, quantity};

use super::game::{Fixture, GameReport};
use super::plan::Plan;
use crate::stats::{TOO_FEW, Tally, wilson_interval, winner_of};

/// `game 3: B+12.5, Katachi (Black) beats GNU Go (White) in 143 moves`.
pub(crate) fn game_line(
    number: u32,
    names: ByColor<&str>,
    result: &str,
    moves: usize,
    fault: Option<&str>,
) -> String {
    let (verb, first) = match winner_of(result) {
        Some(winner) => ("beats", winner),
        None => ("draws with", Color::Black),
    };
    let second = first.opposite();
    let (one, two, moves) = (names[first], names[second], quantity(moves, "move"));
    let fault = fault.map_or(String::new(), |fault| format!(": {fault}"));
    format!("game {number}: {result}, {one} ({first}) {verb} {two} ({second}) in {moves}{fault}")
}

/// Returns the result of the match: a line with the sums, and one by colours.
pub(crate) fn result_lines(plan: &Plan, [first, second]: [&str; 2], [a, b]: &[Tally; 2]) -> String {
    let games = a.game_count();
    if games == 0 {
        return "no games were played\n".to_string();
    }
    let cpu = |seconds: Option<f64>| seconds.map_or("-".to_string(), |s| format!("{s:.3}"));
    let mut text = format!(
        "{first} {}/{games} ({:.1} %, {}), {second} {}/{games}; \
         CPU s/move: {first} {}, {second} {}; forfeits: {first} {}, {second} {}",
        a.points(),
        100.0 * a.points() / f64::from(games),
        interval(a.points(), games),
        b.points(),
        cpu(a.cpu_per_move()),
        cpu(b.cpu_per_move()),
        a.forfeits,
        b.forfeits,
    );
    if plan.time != TimeSystem::Unlimited {
        let [a, b] = [a.time_losses, b.time_losses];
        text += &format!("; lost on time: {first} {a}, {second} {b}");
    }
    text += "\n";
    let by_color = [(first, a), (second, b)].map(|(label, tally)| {
        let [black, white] = [0, 1].map(|color| format!("{}/{}", tally.points_as(color), tally.games[color]));
        format!("{label} {black} with Black, {white} with White")
    });
    text + &by_color.join("; ") + "\n"
}

/// `95 % interval 36..81`, in percent of the games.
fn interval(points: f64, games: u32) -> String {
    match wilson_interval(points, games) {
        Some([low, high]) if games > TOO_FEW => {
            format!("95 % interval {:.0}..{:.0}", 100.0 * low, 100.0 * high)
        }
        _ => "too few games for an interval".to_string(),
    }
}

/// Returns the game as SGF. It depends on the game alone, not on the time or the machine.
pub(crate) fn record_text(plan: &Plan, fixture: &Fixture, report: &GameReport) -> String {
    let mut record = Record::from_game(&report.game);
    record.set("PB", fixture.programs.black.full_name.clone());
    record.set("PW", fixture.programs.white.full_name.clone());
    record.set("RE", &*report.outcome.result);
    let (number, Plan { games, seed, .. }) = (fixture.index + 1, plan);
    let mut comment = vec![format!("Game {number} of {games}, seed {seed}.")];
    comment.extend(match fixture.opening.len() {
        0 => None,
        1 => Some("The first move is the opening.".to_owned()),
        moves => Some(format!("The first {moves} moves are the opening.")),
    });
    for color in Color::BOTH {
        let words = plan.words(&fixture.programs[color], fixture.index);
        let command = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "));
        comment.push(format!("{color}: {command}"));
    }
    comment.extend(report.notes.iter().cloned());
    comment.extend(report.outcome.fault.iter().map(|fault| format!("{fault}.")));
    record.set("C", comment.join("\n"));
    record.to_sgf()
}

/// Returns the name of the record of a game, counted from 1: `game-001.sgf`, with more digits if necessary.
pub(crate) fn record_name(number: u32, games: u32) -> String {
    let digits = games.to_string().len().max(3);
    format!("game-{number:0digits$}.sgf")
}
