// SPDX-License-Identifier: MIT OR Apache-2.0

//! A review as a value: all that the writers of reports show.

use katachi::movegen::Reason;
use katachi_rules::sgf::Record;
use katachi_rules::{Board, BoardSize, ByColor, Color, Move, PointMap};

use super::groups::{GroupChange, GroupState};
use super::shapes::Shape;
use super::summary::Side;
use super::value::{Counted, Loss, Value};
use super::weakness::Weakness;

/// A reviewed game, or a part of one.
#[derive(Clone, Debug)]
pub struct Review {
    /// What is known of the game: names, result, board, komi.
    pub about: About,
    /// The number of the first move that is reviewed, counted from 1.
    pub first: usize,
    /// Number of moves of the whole game.
    pub game_length: usize,
    /// The position before each reviewed move, and that behind the last one.
    pub positions: Vec<Position>,
    /// The moves.
    pub moves: Vec<ReviewedMove>,
    /// What the moves of each side say together; none for a side that is not reviewed.
    pub sides: ByColor<Option<Side>>,
    /// Indices of the moves that turned the game, in its order.
    pub turning_points: Vec<usize>,
    /// Simulations of all searches together.
    pub visits: u64,
    /// Simulations of the first search of each position.
    pub visits_per_position: u32,
    /// The seed of the engine.
    pub seed: u64,
}

/// What a record says of its game.
#[derive(Clone, Debug)]
pub struct About {
    /// The board.
    pub size: BoardSize,
    /// Komi that the review counts with.
    pub komi: f32,
    /// Rules that it is made by, as text.
    pub rules: String,
    /// Handicap stones.
    pub handicap: u32,
    /// Names of the players, with their ranks in parentheses.
    pub names: ByColor<Option<String>>,
    /// The result, as `W+R`.
    pub result: Option<String>,
    /// Event, date, place: what there is, in this order.
    pub occasion: Vec<String>,
}

impl About {
    pub(crate) fn from_record(record: &Record, rules: &str, komi: f32) -> Self {
        let text = |name: &str| {
            let text = record.get(name).map(str::trim);
            text.filter(|text| !text.is_empty()).map(str::to_owned)
        };
        let player = |name: &str, rank: &str| match (text(name), text(rank)) {
            (Some(name), Some(rank)) => Some(format!("{name} ({rank})")),
            (name, _) => name,
        };
        let mut names = ByColor::<Option<String>>::default();
        names[Color::Black] = player("PB", "BR");
        names[Color::White] = player("PW", "WR");
        Self {
            size: record.size,
            komi,
            rules: rules.to_owned(),
            handicap: record.handicap.unwrap_or(0),
            names,
            result: text("RE"),
            occasion: ["EV", "RO", "PC", "DT"].into_iter().filter_map(text).collect(),
        }
    }

    /// The name of a player, or the colour: `Lee (9p)`, `Black`.
    pub fn name(&self, color: Color) -> String {
        self.names[color].clone().unwrap_or_else(|| color.to_string())
    }

    /// `Black (Lee, 9p) against White (Chen)`, or `Black against White`.
    pub fn title(&self) -> String {
        let side = |color: Color| match &self.names[color] {
            Some(name) => format!("{name} ({color})"),
            None => color.to_string(),
        };
        format!("{} against {}", side(Color::Black), side(Color::White))
    }
}

/// A position of the game.
#[derive(Clone, Debug)]
pub struct Position {
    /// The stones.
    pub board: Board,
    /// The side that moves next.
    pub to_move: Color,
    /// What it is worth; none where the game is over.
    pub value: Option<Value>,
    /// Its groups with their letters and statuses.
    pub groups: Vec<GroupState>,
    /// Who owns each point at the end of playouts, -1 White to 1 Black.
    pub ownership: PointMap<f32>,
    /// Influence, by the map of moyos: -1 White's to 1 Black's.
    pub influence: PointMap<f32>,
}

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// The first moves.
    Opening,
    /// From there to the endgame.
    Middle,
    /// Most points are settled, and stay so.
    Endgame,
}

impl Phase {
    /// All of them, in their order.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::Endgame];

    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle game",
            Self::Endgame => "endgame",
        }
    }
}

/// How bad a move was, by its loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It lost nothing that can be told from chance.
    #[default]
    Fine,
    /// It reaches [`INACCURACY`](super::INACCURACY).
    Inaccuracy,
    /// It reaches [`MISTAKE`](super::MISTAKE).
    Mistake,
    /// It reaches [`BLUNDER`](super::BLUNDER).
    Blunder,
}

impl Severity {
    /// Those that lose something, the worst first.
    pub const LOSING: [Self; 3] = [Self::Blunder, Self::Mistake, Self::Inaccuracy];

    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The same for several.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Fine => "fine moves",
            Self::Inaccuracy => "inaccuracies",
            Self::Mistake => "mistakes",
            Self::Blunder => "blunders",
        }
    }
}

/// A move of the game.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// Its number, counted from 1.
    pub number: usize,
    /// The side.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The part of the game.
    pub phase: Phase,
    /// What the search says of it; none for a side that is not reviewed, and where the game was over.
    pub judgement: Option<Judgement>,
    /// The patterns of the database that it follows, best first.
    pub shapes: Vec<Shape>,
    /// Groups whose status is another one after the move.
    pub changes: Vec<GroupChange>,
}

impl ReviewedMove {
    /// How bad it was; fine if it was not judged.
    pub fn severity(&self) -> Severity {
        self.judgement
            .as_ref()
            .map_or(Severity::Fine, |found| found.severity)
    }

    /// What it has lost, as far as that counts.
    pub fn counted(&self) -> Counted {
        self.judgement
            .as_ref()
            .map_or(Counted::default(), |found| found.counted)
    }
}

/// What the search says of a move.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The value before the move.
    pub before: Value,
    /// The value after it; none if the game was over then.
    pub after: Option<Value>,
    /// The value after the best move that was found; that after the played move if they are the same.
    pub after_best: Option<Value>,
    /// What was lost; none if the game was over.
    pub loss: Option<Loss>,
    /// What of it counts.
    pub counted: Counted,
    /// How bad that is.
    pub severity: Severity,
    /// The best move that was found.
    pub best: Move,
    /// The move's probability by the move-prediction model, 0 to 1.
    pub prior: f32,
    /// Its place among all moves by that, 1 for the most probable.
    pub prior_rank: usize,
    /// Its place by the visits of the search, 1 for the first choice; none if it was not visited.
    pub rank: Option<usize>,
    /// Moves that the search visited.
    pub considered: usize,
    /// Those that it visited most, best first.
    pub candidates: Vec<Candidate>,
    /// What is said of a losing move; none for others.
    pub criticism: Option<Criticism>,
}

impl Judgement {
    /// Was the move the first choice of the search?
    pub fn is_first_choice(&self) -> bool {
        self.rank == Some(1)
    }
}

/// A move that the search looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Simulations that began with it.
    pub visits: u32,
    /// Black's win rate by them.
    pub win_rate: f32,
    /// Black's lead in points by them.
    pub lead: f32,
    /// Its probability by the move-prediction model.
    pub prior: f32,
}

/// What was wrong with a move, and what was better.
#[derive(Clone, Debug)]
pub struct Criticism {
    /// Better moves, best first: at least one.
    pub better: Vec<BetterMove>,
    /// How the other side may go on after the played move, its move first.
    pub answer: Vec<Move>,
    /// What speaks against the played move by the classical choice, such as stones that it loses.
    pub against: Vec<Reason>,
    /// What kind of mistake it is.
    pub weakness: Weakness,
    /// The best pattern that proposes the best move, if the played move does not follow it.
    pub left_out: Option<Shape>,
}

/// A better move than the played one.
#[derive(Clone, Debug)]
pub struct BetterMove {
    /// The move.
    pub mv: Move,
    /// What the position is worth after it, if that was searched by itself.
    pub value: Option<Value>,
    /// Black's win rate by the simulations of the search before the move that began with it.
    pub win_rate: f32,
    /// Black's lead in points by them.
    pub lead: f32,
    /// Its probability by the move-prediction model.
    pub prior: f32,
    /// How both sides may go on, the move first.
    pub variation: Vec<Move>,
    /// The patterns that propose it, best first.
    pub shapes: Vec<Shape>,
    /// What else speaks for it by the classical choice: readings, the endgame search. What counts most comes first.
    pub reasons: Vec<Reason>,
}
