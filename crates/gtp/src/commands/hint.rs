// SPDX-License-Identifier: MIT OR Apache-2.0

//! The best moves with reasons in words. Values are those of the search, or of the judge where there is one;
//! the words are Katachi's.

use katachi::play::Request;
use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_judge::{Answer, JudgedMove, Question};
use katachi_rules::{BoardSize, Color, Game, Move};
use katachi_view::advice::{Advice, MoveReasons};

use super::command::Outcome;
use crate::session::Session;

/// Moves of a judge that are explained.
const EXPLAINED: usize = 3;
/// Moves of a line that are told.
const MAX_LINE: usize = 8;

/// The best move for a side at full strength, whatever the level of the game, or the judge's best ones.
pub(super) fn hint(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let color = match arguments.at_most_one()? {
        Some(word) => protocol::color(word)?,
        None => session.game.to_move(),
    };
    if let Some((name, answer)) = session.judged_here(color)? {
        return of_judge(session, color, &name, &answer);
    }
    let mut advisor = session.advisor();
    let mut choice = advisor.choose(&Request::new(&session.game, color));
    if choice.search.is_some() {
        let classical = advisor.weigh(&Request::new(&session.game, color));
        (choice.proposals, choice.decided) = (classical.proposals, classical.decided);
    }
    let database = session.engine().database();
    Ok(Advice::of_choice(&choice, &session.game, color, database).text)
}

fn of_judge(session: &mut Session, color: Color, name: &str, answer: &Answer) -> Outcome {
    let size = session.game.size();
    let game = session.game.clone();
    let legal = answer
        .moves
        .iter()
        .filter(|judged| game.is_legal(color, judged.mv));
    let best: Vec<&JudgedMove> = legal.take(EXPLAINED).collect();
    if best.is_empty() {
        return Err(Failure::new("the judge proposes no move"));
    }
    let moves: Vec<Move> = best.iter().map(|judged| judged.mv).collect();
    let reasons = reasons(session, &game, color, &moves);
    let mut text = format!("Win rates and leads are Black's, of {name}; reasons are Katachi's.");
    for (judged, reasons) in best.into_iter().zip(reasons) {
        let values = values(judged.win_rate, judged.lead);
        let line: Vec<String> = judged
            .variation
            .iter()
            .take(MAX_LINE)
            .map(|&mv| size.show(mv))
            .collect();
        text += &format!(
            "\n{}: {values}, {} visits. {} Expected: {}.",
            size.show(judged.mv),
            judged.visits,
            reasons,
            line.join(" ")
        );
    }
    Ok(text)
}

/// Sentences about these moves.
fn reasons(session: &mut Session, game: &Game, color: Color, moves: &[Move]) -> Vec<String> {
    let choice = session.advisor().weigh(&Request {
        explains: true,
        ..Request::new(game, color)
    });
    let database = session.engine().database();
    let of_move = |&mv: &Move| match mv {
        // A choice that is no pass has no words for one.
        Move::Pass => format!("{color} passes."),
        Move::Play(_) => MoveReasons::new(&choice, game, color, mv, database)
            .sentences
            .join(" "),
    };
    moves.iter().map(of_move).collect()
}

/// What the judge says of a move that was made in that position. None without a judge.
pub(super) fn compared(
    session: &mut Session,
    before: &Game,
    color: Color,
    mv: Move,
) -> Result<Option<String>, Failure> {
    let mut after = before.clone();
    if session.judge.is_none() || after.play(color, mv).is_err() {
        return Ok(None);
    }
    let question = |game: &Game, color| Question {
        game: game.clone(),
        color,
    };
    let questions = [question(before, color), question(&after, color.opposite())];
    let Some((name, answers)) = session.judged(&questions)? else {
        return Ok(None);
    };
    let [was, is] = &answers[..] else {
        return Ok(None);
    };
    let (size, best) = (before.size(), was.moves.first());
    let mut text = format!(
        "By {name} Black has {} before the move, and {} after it.",
        values(was.win_rate, was.lead),
        values(is.win_rate, is.lead)
    );
    match best.filter(|best| before.is_legal(color, best.mv)) {
        Some(best) if best.mv == mv => text += " It is the judge's first choice.",
        Some(best) => text += &better(session, before, color, best, size),
        None => {}
    }
    Ok(Some(text))
}

fn better(session: &mut Session, before: &Game, color: Color, best: &JudgedMove, size: BoardSize) -> String {
    let reasons = reasons(session, before, color, &[best.mv]).join(" ");
    format!(
        " The judge's first choice is {} ({}). {reasons}",
        size.show(best.mv),
        values(best.win_rate, best.lead)
    )
}

fn values(win_rate: f32, lead: f32) -> String {
    format!("win rate {:.1} %, lead {lead:+.1}", 100.0 * win_rate)
}
