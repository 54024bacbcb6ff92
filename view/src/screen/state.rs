// SPDX-License-Identifier: MIT OR Apache-2.0

//! What the screen shows, and what keys make of it.

use katachi::play::{Engine, Request};
use katachi_rules::sgf::{Record, SgfError};
use katachi_rules::{Color, Game, Move, Point, Rules};
use ratatui::crossterm::event::KeyEvent;

use super::keys::{self, Command};
use crate::PositionView;
use crate::colours::Depth;
use crate::groups::Standing;
use crate::panel::Panel;
use crate::picture::{Layers, Map};

/// What has to be done after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The screen has to be drawn.
    Draw,
    /// The person has had enough.
    Quit,
}

/// A game, the position that is looked at, and what is shown of it.
#[derive(Debug)]
pub struct Screen {
    engine: Engine,
    record: Record,
    rules: Rules,
    /// Moves of the record that have been made.
    at: usize,
    /// Moves that were tried after them.
    tried: Vec<(Color, Move)>,
    pub(super) game: Game,
    /// What is known of the position; none until it has been analysed.
    pub(super) view: Option<PositionView>,
    /// What is known of the point under the cursor, if there is a view.
    pub(super) about: Option<Panel>,
    pub(super) layers: Layers,
    pub(super) cursor: Point,
    pub(super) depth: Depth,
    pub(super) message: Option<String>,
    pub(super) shows_help: bool,
}

/// For records that do not say; whoever makes them should.
const KOMI: f32 = 7.5;

impl Screen {
    /// Begins at the end of the record, with the cursor on the last move.
    ///
    /// # Errors
    /// A move of the record that is not legal.
    pub fn new(
        engine: Engine,
        record: Record,
        rules: Rules,
        layers: Layers,
        depth: Depth,
    ) -> Result<Self, SgfError> {
        let game = record.game_after(usize::MAX, rules, KOMI)?;
        let size = game.size();
        let last = game.moves().next_back().and_then(|(_, mv)| mv.point());
        Ok(Self {
            at: record.move_count(),
            tried: Vec::new(),
            cursor: last.unwrap_or(Point::new(size.width() / 2, size.height() / 2)),
            view: None,
            about: None,
            message: None,
            shows_help: false,
            engine,
            record,
            rules,
            game,
            layers,
            depth,
        })
    }

    /// The position that is looked at.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Does what a key asks for. Keys that mean nothing do nothing.
    pub fn handle(&mut self, key: KeyEvent) -> Action {
        let Some(command) = keys::command(key) else {
            return Action::Draw;
        };
        self.message = None;
        if self.shows_help && command != Command::Quit {
            self.shows_help = false;
            return Action::Draw;
        }
        match command {
            Command::Quit if self.shows_help => self.shows_help = false,
            Command::Quit => return Action::Quit,
            Command::Help => self.shows_help = true,
            Command::Step(moves) => self.step(moves),
            Command::First => self.go_to(0),
            Command::Last => self.go_to(self.record.move_count()),
            Command::Move(dx, dy) => {
                if let Some(point) = self.game.size().offset(self.cursor, dx, dy) {
                    self.look_at(point);
                }
            }
            Command::NextCritical => self.next_critical(),
            Command::Play => self.try_move(Move::Play(self.cursor)),
            Command::Pass => self.try_move(Move::Pass),
            Command::Undo => self.undo(),
            Command::Influence => {
                self.layers.influence = match self.layers.influence {
                    None => Some(Map::Area),
                    Some(Map::Area) => Some(Map::Moyo),
                    Some(Map::Moyo) => Some(Map::Territory),
                    Some(Map::Territory) => None,
                };
            }
            Command::Eyes => self.layers.eyes = !self.layers.eyes,
            Command::Values => {
                self.layers.values = !self.layers.values;
                self.view = None;
            }
            Command::Groups => self.layers.groups = !self.layers.groups,
        }
        Action::Draw
    }

    /// Finds out what is not known yet of what is to be shown. Takes as long as analysing a position, and choosing a
    /// move if values are shown.
    pub fn refresh(&mut self) {
        if self.view.is_none() {
            let mut reader = self.engine.reader(&self.game);
            let analysis = self.engine.analyse(&self.game, &mut reader);
            let request = Request {
                analysis: Some(&analysis),
                ..Request::new(&self.game, self.game.to_move())
            };
            let is_wanted = self.layers.values;
            let choice = is_wanted.then(|| self.engine.choose(&request, &mut reader));
            self.view = Some(PositionView::new(&self.game, analysis, choice));
            self.about = None;
        }
        if let (None, Some(view)) = (&self.about, &mut self.view) {
            self.about = Some(view.about(self.cursor));
        }
    }

    /// Moves made of those of the record, and how many were tried then: `31/240 +2`.
    pub(super) fn place(&self) -> String {
        let place = format!("{}/{}", self.at, self.record.move_count());
        match self.tried.len() {
            0 => place,
            tried => format!("{place} +{tried}"),
        }
    }

    fn look_at(&mut self, point: Point) {
        self.cursor = point;
        self.about = None;
    }

    fn step(&mut self, moves: isize) {
        if self.tried.is_empty() {
            self.go_to(self.at.saturating_add_signed(moves).min(self.record.move_count()));
        } else if moves < 0 {
            for _ in 0..moves.unsigned_abs().min(self.tried.len()) {
                self.undo();
            }
        } else {
            self.message = Some("These are moves that you tried: u takes them back.".to_owned());
        }
    }

    /// To a position of the record; what was tried is given up.
    fn go_to(&mut self, moves: usize) {
        self.tried.clear();
        self.at = moves;
        self.replay();
    }

    fn replay(&mut self) {
        // Every move was legal once, so that this cannot fail.
        if let Ok(mut game) = self.record.game_after(self.at, self.rules, KOMI) {
            for &(color, mv) in &self.tried {
                let _ = game.play(color, mv);
            }
            self.game = game;
        }
        self.view = None;
    }

    fn try_move(&mut self, mv: Move) {
        let color = self.game.to_move();
        match self.game.play(color, mv) {
            Ok(()) => {
                self.tried.push((color, mv));
                self.view = None;
            }
            Err(why) => {
                let shown = self.game.size().show(mv);
                self.message = Some(format!("{color} cannot play {shown}: {why}."));
            }
        }
    }

    fn undo(&mut self) {
        if self.tried.pop().is_some() {
            self.replay();
        } else {
            self.message = Some("You have tried no move; Left goes back in the game.".to_owned());
        }
    }

    fn next_critical(&mut self) {
        let Some(view) = &self.view else { return };
        let origins: Vec<Point> = view
            .groups
            .iter()
            .filter(|group| group.standing == Standing::Critical)
            .map(|group| group.origin)
            .collect();
        let here = view
            .groups
            .get(self.cursor)
            .map_or(self.cursor, |group| group.origin);
        match origins.iter().find(|&&p| p > here).or(origins.first()) {
            Some(&point) => self.look_at(point),
            None => self.message = Some("No group is critical.".to_owned()),
        }
    }
}
