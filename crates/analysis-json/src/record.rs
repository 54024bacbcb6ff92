// SPDX-License-Identifier: MIT OR Apache-2.0

//! The game of a query: its rules, its first position, its moves.

use katachi_rules::{Board, BoardSize, Color, Game, HandicapBonus, MAX_KOMI, MAX_SIDE, Move, Point, Rules};
use serde_json::Value;

use crate::fields::{FieldError, Fields, text, whole};

/// The game before its first move, and its moves.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) start: Game,
    pub(super) moves: Vec<(Color, Move)>,
}

impl Record {
    /// Parses the fields of a game.
    pub(super) fn take(fields: &mut Fields) -> Result<Self, FieldError> {
        let size = size(fields)?;
        let (rules, komi) = rules(fields)?;
        let moves = fields.list("moves")?;
        let moves = moves.ok_or_else(|| FieldError::new("moves", "the field is missing"))?;
        let moves = moves
            .iter()
            .map(|pair| play(size, "moves", pair))
            .collect::<Result<Vec<_>, _>>()?;
        let stones = stones(size, fields)?;
        let first = match fields.text("initialPlayer")? {
            Some(word) => Some(color("initialPlayer", &word)?),
            None => None,
        };
        let start = start(size, rules, komi, &stones, first, &moves)?;
        Ok(Self { start, moves })
    }

    /// Returns the game with all its moves. As in records of games, a stone after the passes that end the
    /// main phase resumes it, unless that makes a move illegal.
    ///
    /// # Errors
    /// The index of the first illegal move, and the reason.
    pub(super) fn game(&self) -> Result<Game, FieldError> {
        self.played(true)
            .or_else(|why| self.played(false).map_err(|_| why))
    }

    fn played(&self, resumes: bool) -> Result<Game, FieldError> {
        let mut game = self.start.clone();
        for (number, &(color, mv)) in self.moves.iter().enumerate() {
            if resumes && mv != Move::Pass {
                game.resume();
            }
            game.play(color, mv).map_err(|why| {
                let name = game.size().show(mv);
                FieldError::new("moves", format!("Illegal move {number}: {color} {name}: {why}"))
            })?;
        }
        Ok(game)
    }
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

fn size(fields: &mut Fields) -> Result<BoardSize, FieldError> {
    let mut side = |field| {
        let side = fields.whole(field, 1, i64::from(MAX_SIDE))?;
        side.map(|side| side as u8)
            .ok_or_else(|| FieldError::new(field, "the field is missing"))
    };
    let (width, height) = (side("boardXSize")?, side("boardYSize")?);
    BoardSize::new(width, height).ok_or_else(|| FieldError::new("boardXSize", "there is no such board"))
}

/// Parses the rules and the komi. The default komi is the usual one of the rules.
fn rules(fields: &mut Fields) -> Result<(Rules, f32), FieldError> {
    let named = match fields.required("rules")? {
        Value::String(name) => name,
        other => other.to_string(),
    };
    let (mut rules, komi) = Rules::parse(&named)
        .map_err(|error| FieldError::new("rules", format!("cannot use the rules: {error}")))?;
    if let Some(bonus) = fields.take("whiteHandicapBonus") {
        let bonus = bonus.as_str().map_or_else(|| bonus.to_string(), str::to_owned);
        rules.handicap_bonus = match bonus.as_str() {
            "0" => HandicapBonus::Zero,
            "N" => HandicapBonus::Stones,
            "N-1" => HandicapBonus::StonesLessOne,
            _ => {
                let message = format!("expected 0, N or N-1, found {bonus}");
                return Err(FieldError::new("whiteHandicapBonus", message));
            }
        };
    }
    // Handicap stones may be moves, as KataGo has it by default.
    rules.handicap_from_moves = true;
    let asked = fields.number("komi")?.map(|komi| komi as f32);
    if asked.is_some_and(|komi| komi.abs() > MAX_KOMI) {
        let message = format!("expected a number from -{MAX_KOMI} to {MAX_KOMI}");
        return Err(FieldError::new("komi", message));
    }
    Ok((rules, asked.or(komi).unwrap_or_else(|| rules.usual_komi())))
}

fn stones(size: BoardSize, fields: &mut Fields) -> Result<Vec<(Point, Color)>, FieldError> {
    let field = "initialStones";
    let pairs = fields.list(field)?.unwrap_or_default();
    let stone = |pair| match play(size, field, pair)? {
        (color, Move::Play(point)) => Ok((point, color)),
        _ => Err(FieldError::new(field, "a pass is no stone")),
    };
    pairs.iter().map(stone).collect()
}

/// Returns whether black stones are a handicap: there are no white ones, and Black does not move first
/// explicitly.
fn start(
    size: BoardSize,
    rules: Rules,
    komi: f32,
    stones: &[(Point, Color)],
    first: Option<Color>,
    moves: &[(Color, Move)],
) -> Result<Game, FieldError> {
    let wrong = |point: Point| {
        let message = format!("{} has two stones, or one without a liberty", size.vertex(point));
        FieldError::new("initialStones", message)
    };
    let first = first.or(moves.first().map(|&(color, _)| color));
    let is_handicap = stones.len() > 1
        && stones.iter().all(|&(_, color)| color == Color::Black)
        && first != Some(Color::Black);
    if is_handicap {
        let mut game = Game::new(size, rules, komi);
        let points: Vec<_> = stones.iter().map(|&(point, _)| point).collect();
        game.set_handicap(&points)
            .map_err(|point| wrong(point.unwrap_or(points[0])))?;
        return Ok(game);
    }
    let mut board = Board::new(size);
    board.set_stones(stones.iter().copied()).map_err(wrong)?;
    Ok(Game::from_position(
        board,
        first.unwrap_or(Color::Black),
        rules,
        komi,
    ))
}

/// Parses a colour and a move, a list of two strings.
fn play(size: BoardSize, field: &'static str, pair: &Value) -> Result<(Color, Move), FieldError> {
    match pair.as_array().map(Vec::as_slice) {
        Some([player, place]) => Ok((
            color(field, text(field, player)?)?,
            mv(size, field, text(field, place)?)?,
        )),
        _ => Err(FieldError::new(
            field,
            format!("expected a colour and a point such as [\"B\",\"D4\"], found {pair}"),
        )),
    }
}

/// Parses a side.
pub(super) fn color(field: &'static str, word: &str) -> Result<Color, FieldError> {
    Color::parse(word).ok_or_else(|| FieldError::new(field, format!("expected B or W, found {word:?}")))
}

/// Parses a point by its name or as `(0,0)` from the top left, or a pass.
pub(super) fn mv(size: BoardSize, field: &'static str, word: &str) -> Result<Move, FieldError> {
    let by_numbers = || {
        let (x, y) = word.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        let (x, y): (u8, u8) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
        (x < size.width() && y < size.height()).then(|| Move::Play(Point::new(x, y)))
    };
    size.parse_move(word).or_else(by_numbers).ok_or_else(|| {
        FieldError::new(
            field,
            format!("expected a point of {size} or pass, found {word:?}"),
        )
    })
}

/// Parses the turns to analyse and their priorities. A turn that is there twice counts once, as for KataGo.
pub(super) fn turns(fields: &mut Fields, last: usize) -> Result<Vec<(usize, i64)>, FieldError> {
    let field = "analyzeTurns";
    let turns = match fields.list(field)? {
        None => vec![last],
        Some(values) => values
            .iter()
            .map(|value| whole(field, value, 0, last as i64).map(|turn| turn as usize))
            .collect::<Result<_, _>>()?,
    };
    let priority = fields.whole("priority", i64::MIN, i64::MAX)?.unwrap_or(0);
    let priorities = match fields.list("priorities")? {
        None => vec![priority; turns.len()],
        Some(values) if values.len() == turns.len() => values
            .iter()
            .map(|value| whole("priorities", value, i64::MIN, i64::MAX))
            .collect::<Result<_, _>>()?,
        Some(_) => {
            return Err(FieldError::new(
                "priorities",
                "expected one number for each of analyzeTurns",
            ));
        }
    };
    let mut is_new = vec![true; last + 1];
    let all = turns.into_iter().zip(priorities);
    Ok(all
        .filter(|&(turn, _)| std::mem::take(&mut is_new[turn]))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_that_black_plays_before_white_are_a_handicap() {
        let query = r#"{"boardXSize":9,"boardYSize":9,"rules":"chinese",
            "moves":[["B","C3"],["B","G7"],["W","E5"]]}"#;
        let mut fields = Fields::new(serde_json::from_str(query).expect("it is JSON"));
        let record = Record::take(&mut fields).expect("it is a game");
        assert_eq!(record.game().expect("its moves are legal").handicap_bonus(), 2);
    }
}
