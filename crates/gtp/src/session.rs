// SPDX-License-Identifier: MIT OR Apache-2.0

//! A session with one client: the engine, the game on the board, and settings of the client.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use katachi_answers::{Judged, last_move, why_by_evidence};
use katachi_engine::analysis::{Analysis, FinalStatus};
use katachi_engine::answers::Answers;
use katachi_engine::play::{Engine, Level, MoveTime, Player, Request as PlayRequest};
use katachi_engine::{Choice, Proposal};
use katachi_gtp_protocol::{Arguments, Failure, Reply, Request, Responder, Stream};
use katachi_katago_json::{JudgeFailure, JudgeQuestion, SharedJudge, Unjudged};
use katachi_rules::{BoardSize, Color, End, Game, GameResult, Move, Point, PositionId, Rules};
use katachi_view::PositionView;

use crate::commands;
use crate::files::{Disk, Files, GameFile};

pub(super) const NO_RESULT: &str =
    "the game has no result: a position occurred for the third time (a long cycle under simple ko)";

/// The last move that the engine chose, with its reasons.
#[derive(Clone, Debug)]
pub(super) struct Explained {
    pub(super) game: Game,
    pub(super) color: Color,
    pub(super) choice: Choice,
}

/// A resignation, which holds until the position changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resignation {
    /// The position, in which the side that has resigned is to move.
    position: PositionId,
    /// Whether the client sent it, as a move that it can undo. A client does not count an answer to
    /// `genmove`.
    is_of_client: bool,
}

/// A session with one client.
pub struct Session {
    /// The engine's player, with its clock and its budget.
    pub player: Player,
    pub(super) files: Box<dyn Files>,
    pub(super) game: Game,
    /// Time of the player's clock when the request came.
    pub(super) asked: Duration,
    /// The position in which the opponent is to move.
    pub(super) awaited: Option<PositionId>,
    pub(super) explained: Option<Explained>,
    /// The side to move has resigned.
    resigned: Option<Resignation>,
    /// The final status of the stones in a position: records are written more often than it changes.
    counted: Option<(PositionId, FinalStatus)>,
    /// Whether the client has sent `quit`.
    pub has_quit: bool,
    /// Whether the client has sent a command that exists. Whoever sends none speaks another protocol.
    pub is_gtp: bool,
    /// Number of moves of `trymove` that have not been undone.
    pub(super) tried: usize,
    /// The file in which the game is logged, with all moves that the engine considers.
    pub game_log: Option<GameFile>,
    /// The engine that gives the values of analysis commands. A position has its visits in commands of one
    /// answer; analyses end with the next line of the client. Its error is the failure of each command that
    /// needs it.
    pub judge: Option<SharedJudge>,
    /// The replies to `name` and `version`: some clients accept only some engines.
    pub identity: [String; 2],
}

fn with_rules_of_protocol(mut game: Game) -> Game {
    // Moves that are legal stay so.
    let _ = game.set_rules(rules_of_protocol(game.rules()));
    game
}

/// Clients place handicap stones by moves of Black, too: they count, as KataGo's option has it by default.
pub(super) fn rules_of_protocol(rules: Rules) -> Rules {
    Rules {
        handicap_from_moves: true,
        ..rules
    }
}

impl Session {
    /// A session that begins with `game` on the board and uses the file system.
    pub fn new(engine: Engine, game: Game) -> Self {
        Self::with_files(engine, game, Disk::All)
    }

    /// A session with other files than those of the file system.
    pub fn with_files(engine: Engine, game: Game, files: impl Files + 'static) -> Self {
        Self {
            player: Player::new(engine),
            files: Box::new(files),
            game: with_rules_of_protocol(game),
            asked: Duration::ZERO,
            awaited: None,
            explained: None,
            resigned: None,
            counted: None,
            has_quit: false,
            is_gtp: false,
            tried: 0,
            game_log: None,
            judge: None,
            identity: ["Katachi", env!("CARGO_PKG_VERSION")].map(str::to_owned),
        }
    }

    /// The game on the board.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Starts a new game on an empty board; the komi stays.
    pub(super) fn new_game(&mut self, size: BoardSize, rules: Rules) {
        self.set_game(Game::new(size, rules, self.game.komi()));
        self.player.clock.restart();
    }

    pub(super) fn set_game(&mut self, game: Game) {
        self.game = with_rules_of_protocol(game);
        self.explained = None;
        self.resigned = None;
        self.tried = 0;
    }

    pub(super) fn answers(&mut self) -> Answers<'_> {
        self.player.answers(&self.game)
    }

    /// The analysis of the position on the board, made of the same answers.
    pub(super) fn analysis(&mut self) -> Arc<Analysis> {
        self.player.analyse(&self.game)
    }

    /// The view of the position on the board, with the same analysis.
    pub(super) fn view(&mut self) -> PositionView {
        let analysis = self.analysis();
        PositionView::new(&self.game, analysis, None)
    }

    /// The choice of the engine for `color`, without recording or playing it.
    pub(super) fn consider(&mut self, color: Color) -> Choice {
        self.player.choose(&PlayRequest::new(&self.game, color))
    }

    /// Another player, whose work changes nothing in the session. The clock and the interrupt are those of
    /// the session: no command runs without them.
    pub(super) fn other_player(&self) -> Player {
        let mut player = Player::new(self.player.engine.clone());
        player.now = self.player.now.clone();
        player.interrupt = Arc::clone(&self.player.interrupt);
        player
    }

    /// A player of full strength for advice, whatever the level of the game.
    pub(super) fn advisor(&self) -> Player {
        let mut player = self.other_player();
        player.engine.settings.level = Level::FULL;
        player
    }

    /// Records that a colour has resigned, at the client's or the engine's word.
    pub(super) fn resign(&mut self, color: Color, is_of_client: bool) {
        self.resigned = Some(Resignation {
            position: self.game.position_id(color),
            is_of_client,
        });
    }

    pub(super) fn resignation(&self) -> Option<Resignation> {
        self.resigned
            .filter(|resigned| resigned.position.is_of(&self.game))
    }

    /// Number of moves that can be undone. A resignation that the client has sent is one.
    pub(super) fn undoable(&self) -> usize {
        let resigned = self.resignation().is_some_and(|resigned| resigned.is_of_client);
        self.game.move_count() + usize::from(resigned)
    }

    pub(super) fn undo(&mut self) {
        if !self.resignation().is_some_and(|resigned| resigned.is_of_client) {
            self.game.undo();
        }
        self.explained = None;
        self.resigned = None;
    }

    /// The result, if the game was resigned or is over.
    pub(super) fn result(&mut self) -> Option<String> {
        if let Some(resigned) = self.resignation() {
            let winner = resigned.position.to_move().opposite();
            return Some(GameResult::Resignation(winner).to_string());
        }
        if !self.game.main_phase_is_over() {
            return None;
        }
        let position = self.game.position_id(self.game.to_move());
        let cached = self.counted.take().filter(|(cached, _)| *cached == position);
        let count = || self.player.engine.final_status(&self.game);
        let status = cached.map_or_else(count, |(_, status)| status);
        let result = status.result(&self.game).to_string();
        self.counted = Some((position, status));
        Some(result)
    }

    /// Returns whether the engine resigned with its last choice.
    pub(super) fn has_given_up(&self) -> bool {
        self.explained
            .as_ref()
            .is_some_and(|explained| explained.choice.resigns)
    }

    /// The time of a move on the clock, or by the settings alone.
    pub(super) fn time(&self, on_clock: bool) -> MoveTime {
        match on_clock {
            true => MoveTime::OnClock(self.asked),
            false => MoveTime::PerMove,
        }
    }

    pub(super) fn choose(&mut self, color: Color, on_clock: bool) -> Move {
        let choice = self.player.choose(&PlayRequest {
            time: self.time(on_clock),
            ..PlayRequest::new(&self.game, color)
        });
        self.remember(color, choice)
    }

    /// Plays a move that the engine has chosen, and charges its time. From now on the opponent's move is
    /// awaited.
    ///
    /// # Errors
    /// An illegal move; the session offers legal ones only.
    pub(super) fn play_chosen(&mut self, color: Color, mv: Move) -> Result<(), Failure> {
        let before = self.game.end();
        if self.game.play(color, mv).is_err() {
            return Err(Failure::new("internal error: the engine chose an illegal move"));
        }
        if [before, self.game.end()].contains(&Some(End::NoResult)) {
            // The answer to the command can be a move only.
            eprintln!("katachi: {NO_RESULT}");
        }
        self.player.spend(color, self.asked);
        self.awaited = Some(self.game.position_id(color.opposite()));
        Ok(())
    }

    pub(super) fn remember(&mut self, color: Color, choice: Choice) -> Move {
        let mv = choice.allowed(&self.game, color);
        if let Some(game_log) = &mut self.game_log {
            game_log.add(&self.game, color, &choice);
        }
        self.explained = Some(Explained {
            game: self.game.clone(),
            color,
            choice,
        });
        mv
    }

    /// The best of these moves: the most visited one of the search, else the engine's first proposal among
    /// them, else the first legal one.
    pub(super) fn best_of(&mut self, color: Color, points: &[Point]) -> Move {
        let proposed: Vec<Point> = match self.consider(color).search {
            Some(report) => report
                .moves
                .iter()
                .filter_map(|searched| searched.mv.point())
                .collect(),
            None => self.proposals(color, points).iter().map(|p| p.point).collect(),
        };
        let wanted = proposed.into_iter().filter(|p| points.contains(p));
        wanted
            .chain(points.iter().copied())
            .map(Move::Play)
            .find(|&mv| self.game.is_legal(color, mv))
            .unwrap_or(Move::Pass)
    }

    /// Returns the last move that the engine chose, or the last one on the board, as [`last_move`] does.
    pub(super) fn explained_move(&self) -> Option<(Game, Color, Move)> {
        match &self.explained {
            Some(Explained { game, color, choice }) => Some((game.clone(), *color, choice.mv)),
            None => last_move(&self.game),
        }
    }

    /// Returns the reasons of that move by evidence, in lines.
    pub(super) fn reasons(&mut self, before: &Game, color: Color, mv: Move) -> String {
        let chosen = self.explained.as_mut().map(|explained| &mut explained.choice);
        why_by_evidence(&mut self.player, before, (color, mv), chosen)
    }

    /// Proposals of the classical choice among these points, or among all if there are none, best first.
    pub(super) fn proposals(&mut self, color: Color, among: &[Point]) -> Vec<Proposal> {
        let request = PlayRequest {
            among,
            ..PlayRequest::new(&self.game, color)
        };
        self.player.weigh(&request).proposals
    }

    /// The judge's answers about these positions. `None` without a judge.
    pub(super) fn judged(&self, questions: &[JudgeQuestion]) -> Result<Option<Judged>, Failure> {
        let judge = self.judge.as_ref();
        let judged = judge.map(|judge| Judged::ask_about(judge, questions, &self.player.interrupt));
        judged.map_or(Ok(None), |judged| judged.map_err(failure))
    }

    /// The judge's answer about the position on the board. `None` without a judge.
    pub(super) fn judged_here(&self, color: Color) -> Result<Option<Judged>, Failure> {
        let game = self.game.clone();
        self.judged(&[JudgeQuestion { game, color }])
    }

    /// Answers one line: a reply to a command, none to blank lines and comments.
    pub fn answer(&mut self, line: &str) -> Option<Reply> {
        katachi_gtp_protocol::reply(self, line)
    }
}

/// The failure of a command that needs the judge. Its detail is for the log, as a reply that has begun cannot
/// tell the failure.
pub(super) fn failure(why: Unjudged) -> Failure {
    match why {
        Unjudged::Stopped => Failure::new("interrupted: the judge has not answered"),
        Unjudged::Failed(JudgeFailure { why, has_ended, .. }) => match has_ended {
            true => Failure::new(why).because("start Katachi again, or without --judge"),
            false => Failure::new(why),
        },
    }
}

impl Responder for Session {
    fn respond(&mut self, request: &Request, stream: &mut dyn Stream) -> Result<String, Failure> {
        self.asked = self.player.now.get();
        self.player.stop_pondering();
        let outcome = match commands::find(&request.name) {
            Some(command) => {
                self.is_gtp = true;
                command.run(self, Arguments::new(&request.arguments), stream)
            }
            None => Err(Failure::new("unknown command").because(format!("'{}'", request.name))),
        };
        self.player.forget_interrupted();
        outcome
    }

    fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.player.interrupt)
    }

    fn has_quit(&self) -> bool {
        self.has_quit
    }

    fn write_record(&mut self) -> io::Result<()> {
        let result = self.game_log.is_some().then(|| self.result()).flatten();
        match &mut self.game_log {
            Some(file) => file.update(&self.game, result.as_deref()),
            None => Ok(()),
        }
    }

    /// Ponders, if the settings say so, while the opponent's move is awaited.
    fn idle(&mut self) {
        let Some(awaited) = self.awaited.filter(|_| !self.has_quit) else {
            return;
        };
        if !awaited.is_of(&self.game) || self.game.main_phase_is_over() || self.resignation().is_some() {
            self.awaited = None;
        } else if self.player.engine.settings.time.ponder && !self.player.is_pondering() {
            self.player.ponder(&self.game, awaited.to_move());
        }
    }
}
