// SPDX-License-Identifier: MIT OR Apache-2.0

//! The game of a query: its rules, its first position, its moves.

use katachi_katago_json::{Query, Response};
use katachi_rules::{Board, BoardSize, Color, Game, HandicapBonus, MAX_KOMI, Move, Point, Rules};
use serde_json::Value;

/// The answer to a query that cannot be answered, without its id.
pub(super) type Refusal = Box<Response>;

pub(super) fn wrong(field: &str, message: impl Into<String>) -> Refusal {
    Box::new(Response {
        field: Some(field.to_owned()),
        error: Some(message.into()),
        ..Response::default()
    })
}

/// Returns the game of a query with all its moves. As in records of games, a stone after the passes that end
/// the main phase resumes it, unless that makes a move illegal.
pub(super) fn game(query: &Query) -> Result<Game, Refusal> {
    let (width, height) = (
        required("boardXSize", query.board_x_size)?,
        required("boardYSize", query.board_y_size)?,
    );
    let size = BoardSize::new(width, height)
        .ok_or_else(|| wrong("boardXSize", format!("there is no board of {width}x{height}")))?;
    let moves = required("moves", query.moves.as_ref())?;
    let moves = moves.iter().map(|pair| play(size, "moves", pair));
    let moves = moves.collect::<Result<Vec<_>, _>>()?;
    let start = start(size, query, &moves)?;
    played(&start, &moves, true).or_else(|why| played(&start, &moves, false).map_err(|_| why))
}

fn played(start: &Game, moves: &[(Color, Move)], resumes: bool) -> Result<Game, Refusal> {
    let mut game = start.clone();
    for (number, &(color, mv)) in moves.iter().enumerate() {
        if resumes && mv != Move::Pass {
            game.resume();
        }
        game.play(color, mv).map_err(|why| {
            let name = game.size().show(mv);
            wrong("moves", format!("Illegal move {number}: {color} {name}: {why}"))
        })?;
    }
    Ok(game)
}

/// Returns a game after that number of its moves. A query keeps its game once, and not for each turn: a short
/// line can ask for thousands. O(moves).
pub(super) fn after(game: &Game, turn: usize) -> Game {
    let mut game = game.clone();
    while game.move_count() > turn {
        game.undo();
    }
    game
}

fn required<T>(field: &str, value: Option<T>) -> Result<T, Refusal> {
    value.ok_or_else(|| wrong(field, "the field is missing"))
}

/// A text, or the text of another value.
fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Parses the rules and the komi. The default komi is the usual one of the rules.
fn rules(query: &Query) -> Result<(Rules, f32), Refusal> {
    let named = required("rules", query.rules.as_ref())?;
    let (mut rules, komi) = Rules::parse(&text_of(named))
        .map_err(|error| wrong("rules", format!("cannot use the rules: {error}")))?;
    if let Some(bonus) = query.white_handicap_bonus.as_ref().map(text_of) {
        rules.handicap_bonus = match bonus.as_str() {
            "0" => HandicapBonus::Zero,
            "N" => HandicapBonus::Stones,
            "N-1" => HandicapBonus::StonesLessOne,
            _ => {
                let message = format!("expected 0, N or N-1, found {bonus}");
                return Err(wrong("whiteHandicapBonus", message));
            }
        };
    }
    // Handicap stones may be moves, as KataGo has it by default.
    rules.handicap_from_moves = true;
    let asked = query.komi.map(|komi| komi as f32);
    if asked.is_some_and(|komi| komi.abs() > MAX_KOMI) {
        let message = format!("expected a number from -{MAX_KOMI} to {MAX_KOMI}");
        return Err(wrong("komi", message));
    }
    Ok((rules, asked.or(komi).unwrap_or_else(|| rules.usual_komi())))
}

fn stones(size: BoardSize, query: &Query) -> Result<Vec<(Point, Color)>, Refusal> {
    let field = "initialStones";
    let stone = |pair| match play(size, field, pair)? {
        (color, Move::Play(point)) => Ok((point, color)),
        _ => Err(wrong(field, "a pass is no stone")),
    };
    query.initial_stones.iter().flatten().map(stone).collect()
}

/// Returns the game before its first move. Black stones are a handicap if there are no white ones, and Black
/// does not move first explicitly.
fn start(size: BoardSize, query: &Query, moves: &[(Color, Move)]) -> Result<Game, Refusal> {
    let (rules, komi) = rules(query)?;
    let stones = stones(size, query)?;
    let unplaced = |point: Point| {
        let message = format!("{} has two stones, or one without a liberty", size.vertex(point));
        wrong("initialStones", message)
    };
    let first = query.initial_player.as_ref();
    let first = first.map(|word| color("initialPlayer", word)).transpose()?;
    let first = first.or(moves.first().map(|&(color, _)| color));
    let is_handicap = stones.len() > 1
        && stones.iter().all(|&(_, color)| color == Color::Black)
        && first != Some(Color::Black);
    if is_handicap {
        let mut game = Game::new(size, rules, komi);
        let points: Vec<_> = stones.iter().map(|&(point, _)| point).collect();
        game.set_handicap(&points)
            .map_err(|point| unplaced(point.unwrap_or(points[0])))?;
        return Ok(game);
    }
    let mut board = Board::new(size);
    board.set_stones(stones).map_err(unplaced)?;
    let first = first.unwrap_or(Color::Black);
    Ok(Game::from_position(board, first, rules, komi))
}

fn play(size: BoardSize, field: &str, [player, place]: &[String; 2]) -> Result<(Color, Move), Refusal> {
    Ok((color(field, player)?, mv(size, field, place)?))
}

pub(super) fn color(field: &str, word: &str) -> Result<Color, Refusal> {
    Color::parse(word).ok_or_else(|| wrong(field, format!("expected B or W, found {word:?}")))
}

/// Parses a point by its name or as `(0,0)` from the top left, or a pass.
pub(super) fn mv(size: BoardSize, field: &str, word: &str) -> Result<Move, Refusal> {
    let by_numbers = || {
        let (x, y) = word.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        let (x, y): (u8, u8) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
        (x < size.width() && y < size.height()).then(|| Move::Play(Point::new(x, y)))
    };
    size.parse_move(word).or_else(by_numbers).ok_or_else(|| {
        wrong(
            field,
            format!("expected a point of {size} or pass, found {word:?}"),
        )
    })
}

/// The turns to analyse and their priorities. A turn that is there twice counts once, as for KataGo.
pub(super) fn turns(query: &Query, last: usize) -> Result<Vec<(usize, i64)>, Refusal> {
    let turns = query.analyze_turns.clone().unwrap_or_else(|| vec![last]);
    if let Some(turn) = turns.iter().find(|&&turn| turn > last) {
        let message = format!("expected turns from 0 to {last}, found {turn}");
        return Err(wrong("analyzeTurns", message));
    }
    let priorities = match &query.priorities {
        None => vec![query.priority.unwrap_or(0); turns.len()],
        Some(values) if values.len() == turns.len() => values.clone(),
        Some(_) => {
            let message = "expected one number for each of analyzeTurns";
            return Err(wrong("priorities", message));
        }
    };
    let mut is_new = vec![true; last + 1];
    let all = turns.into_iter().zip(priorities);
    let new = all.filter(|&(turn, _)| std::mem::take(&mut is_new[turn]));
    Ok(new.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_that_black_plays_before_white_are_a_handicap() {
        let query = r#"{"boardXSize":9,"boardYSize":9,"rules":"chinese",
            "moves":[["B","C3"],["B","G7"],["W","E5"]]}"#;
        let query = serde_json::from_str(query).expect("it is a query");
        assert_eq!(game(&query).expect("it is a game").handicap_bonus(), 2);
    }
}
