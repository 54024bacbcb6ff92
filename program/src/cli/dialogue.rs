// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game against a person, as a dialogue of lines without streams: what they type, and what is shown.

mod words;

use std::fmt::Write as _;
use std::io;

use katachi::play::{Player, Request};
use katachi::search::Evidence;
use katachi::{Choice, Engine};
use katachi_gtp::files::GameFile;
use katachi_gtp::results::{Count, resigned_by};
use katachi_gtp::why;
use katachi_rules::sgf::Record;
use katachi_rules::{Agreement, Color, End, Game, Move, PointSet, Score, Scoring, Tax, area_score};
use katachi_view::{self as view, Look, Marks};

use words::{WORDS, takes_no_word};

/// Writes a text to a file of that name. What others have written there is an error of the kind
/// [`io::ErrorKind::AlreadyExists`] with words that follow the name, unless it may be overwritten.
pub(super) type Save = fn(path: &str, text: &str, overwrite: bool) -> io::Result<()>;

/// A game between a person and the engine, with the way it is drawn.
pub(super) struct Dialogue {
    player: Player,
    game: Game,
    person: Color,
    look: Look,
    write: Save,
    count: Count,
    /// The engine's last move and why; forgotten when moves are taken back.
    explained: Option<Choice>,
    /// The result of a game that was resigned.
    resigned: Option<String>,
    done: bool,
    /// The game log, if the game is kept.
    game_log: Option<GameFile>,
}

impl Dialogue {
    pub(super) fn new(engine: Engine, game: Game, person: Color, look: Look, write: Save) -> Self {
        Self {
            player: Player::new(with_evidence(engine)),
            game,
            person,
            look,
            write,
            count: Count::default(),
            explained: None,
            resigned: None,
            done: false,
            game_log: None,
        }
    }

    /// Keeps the game in that file from now on.
    pub(super) fn keep(&mut self, file: GameFile) {
        self.game_log = Some(file);
    }

    /// Has the person left?
    pub(super) fn is_done(&self) -> bool {
        self.done
    }

    /// The first lines, and the engine's first move if it begins.
    pub(super) fn greeting(&mut self) -> String {
        let settings = self.player.engine.settings;
        let mut text = format!(
            "Katachi {}: you play {}, Katachi plays {}. {}, komi {}, {} rules",
            env!("CARGO_PKG_VERSION"),
            self.person,
            self.person.opposite(),
            self.game.size(),
            self.game.komi(),
            self.game.rules(),
        );
        if self.game.handicap() > 0 {
            let _ = write!(text, ", {} handicap stones", self.game.handicap());
        }
        let _ = writeln!(
            text,
            ".\nLevel {}, seed {} (--seed {} repeats this game). Type a point such as D4, or help.\n",
            settings.level, settings.seed, settings.seed
        );
        text + &self.turn()
    }

    /// The prompt.
    pub(super) fn prompt(&self) -> String {
        if self.is_over() {
            "The game is over (save FILE, undo, quit)> ".to_string()
        } else {
            format!("{}> ", self.person)
        }
    }

    /// Answers what was typed; the text ends in a newline unless it is empty.
    pub(super) fn answer(&mut self, line: &str) -> String {
        let mut text = self.act(line);
        if let Err(error) = self.update_game_log() {
            let _ = writeln!(text, "Cannot write the game: {error}.");
        }
        text
    }

    fn update_game_log(&mut self) -> io::Result<()> {
        let result = self.game_log.is_some().then(|| self.result()).flatten();
        match &mut self.game_log {
            Some(game_log) => game_log.update(&self.game, result.as_deref()),
            None => Ok(()),
        }
    }

    fn act(&mut self, line: &str) -> String {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if first.is_empty() {
            return String::new();
        }
        let rest = rest.trim();
        if let Some(word) = WORDS.iter().find(|word| word.name.eq_ignore_ascii_case(first)) {
            return match word.takes_nothing() && !rest.is_empty() {
                true if word.name == "pass" => takes_no_word(word.name, "played"),
                true => takes_no_word(word.name, "done"),
                false => (word.handler)(self, rest),
            };
        }
        match self.game.size().parse_vertex(first) {
            Some(point) if rest.is_empty() => self.play(Move::Play(point)),
            Some(point) => takes_no_word(&self.game.size().vertex(point).to_string(), "played"),
            None => {
                let shown: String = line.chars().filter(|c| !c.is_control()).take(40).collect();
                format!(
                    "'{shown}' is no point of the {} board and no command; try help.\n",
                    self.game.size()
                )
            }
        }
    }

    fn is_over(&self) -> bool {
        self.resigned.is_some() || self.game.main_phase_is_over()
    }

    fn play(&mut self, mv: Move) -> String {
        if self.is_over() {
            return "The game is over; undo takes your last move back.\n".to_string();
        }
        match self.game.play(self.person, mv) {
            Ok(()) => self.turn(),
            Err(why) => {
                let shown = self.game.size().show(mv);
                format!("You cannot play {shown}: {why}.\n")
            }
        }
    }

    /// Lets the engine move if it is its turn, then shows the game.
    fn turn(&mut self) -> String {
        let mut text = String::new();
        let engine = self.person.opposite();
        if !self.is_over() && self.game.to_move() == engine {
            let choice = self.player.choose(&Request::new(&self.game, engine));
            if let Some(game_log) = &mut self.game_log {
                game_log.add(&self.game, engine, &choice);
            }
            if choice.resigns {
                let result = resigned_by(engine);
                let text = format!("Katachi resigns: {result}.\n");
                self.resigned = Some(result);
                self.explained = Some(choice);
                return text + &self.board();
            }
            // A move that the rules forbid would be a fault of the engine; a pass never is one.
            let mv = match self.game.play(engine, choice.mv) {
                Ok(()) => choice.mv,
                Err(_) => Move::Pass,
            };
            if mv != choice.mv {
                let _ = self.game.play(engine, mv);
            }
            text = match mv {
                Move::Play(point) => format!("Katachi plays {}.\n", self.game.size().vertex(point)),
                Move::Pass => "Katachi passes.\n".to_string(),
            };
            self.explained = Some(choice);
        }
        text += &if self.game.main_phase_is_over() {
            self.final_board()
        } else {
            self.board()
        };
        text
    }

    fn board(&self) -> String {
        view::board::titled(&self.game, &Marks::default(), self.look)
    }

    fn final_board(&mut self) -> String {
        let dead = self.count.status(&self.player.engine, &self.game).dead;
        let marks = Marks {
            dead,
            ..Marks::default()
        };
        let mut text = view::board::titled(&self.game, &marks, self.look);
        text += &self.count(&dead);
        text
    }

    fn score(&mut self) -> String {
        self.final_board()
    }

    fn agreed_score(&self, dead: &PointSet) -> Score {
        self.game.agreed_score(&Agreement {
            dead: *dead,
            ..Agreement::default()
        })
    }

    /// The result by the rules, and the stones that it takes for dead.
    fn count(&self, dead: &PointSet) -> String {
        let (size, komi) = (self.game.size(), self.game.komi());
        let score = self.agreed_score(dead);
        let result = score.result();
        let mut text = String::new();
        if dead.is_empty() {
            text += "No stones are dead.\n";
        } else {
            let names: Vec<_> = dead.iter().map(|p| size.vertex(p).to_string()).collect();
            let _ = writeln!(text, "Dead (small letters): {}", names.join(" "));
        }
        let rules = self.game.rules();
        let is_plain = rules.scoring == Scoring::Area && rules.tax == Tax::None;
        // The usual case in fewer words.
        if is_plain && self.game.handicap_bonus() == 0 && self.game.button().is_none() {
            let area = area_score(self.game.board(), dead);
            let _ = writeln!(
                text,
                "Black {}, White {} and komi {komi}, neutral {}: {result}",
                area.black, area.white, area.neutral,
            );
        } else {
            let _ = writeln!(text, "{score}: {result}");
        }
        text
    }

    fn undo(&mut self) -> String {
        if self.resigned.take().is_some() {
            return self.board();
        }
        if !self.game.moves().any(|(color, _)| color == self.person) {
            return "You have made no move yet.\n".to_string();
        }
        while let Some((color, _)) = self.game.undo() {
            if color == self.person {
                break;
            }
        }
        self.explained = None;
        self.board()
    }

    fn why(&mut self) -> String {
        if let Some(choice) = &self.explained {
            return explanation(choice, &self.game, self.person.opposite());
        }
        match why::last_move(&mut self.player, &self.game) {
            Some(text) => text + "\n",
            None => "No move has been made yet.\n".to_string(),
        }
    }

    fn hint(&mut self) -> String {
        if self.is_over() {
            return "The game is over.\n".to_string();
        }
        let choice = self.player.choose(&Request::new(&self.game, self.person));
        explanation(&choice, &self.game, self.person)
    }

    fn save(&mut self, path: &str, overwrite: bool) -> String {
        if path.is_empty() {
            return "Where to? save FILE, such as: save game.sgf\n".to_string();
        }
        let text = self.record().to_sgf();
        match (self.write)(path, &text, overwrite) {
            Ok(()) => format!("The game is in {path}.\n"),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                format!("{path} {error}; choose another name, or save! {path}\n")
            }
            Err(error) => format!("Cannot write {path}: {error}.\n"),
        }
    }

    /// The game with the names of the players, and the result if there is one.
    fn record(&mut self) -> Record {
        let mut record = Record::of(&self.game);
        let (black, white) = match self.person {
            Color::Black => ("You", "Katachi"),
            Color::White => ("Katachi", "You"),
        };
        record.set("PB", black);
        record.set("PW", white);
        if let Some(result) = self.result() {
            record.set("RE", result);
        }
        record
    }

    /// The result that was shown: of a resignation, or by the rules when the game is over.
    fn result(&mut self) -> Option<String> {
        if self.resigned.is_some() || !self.game.main_phase_is_over() {
            return self.resigned.clone();
        }
        if self.game.end() == Some(End::NoResult) {
            return Some("Void".to_owned());
        }
        let dead = self.count.status(&self.player.engine, &self.game).dead;
        Some(self.agreed_score(&dead).result().to_string())
    }

    fn resign(&mut self) -> String {
        if self.is_over() {
            return "The game is over already.\n".to_string();
        }
        let result = resigned_by(self.person);
        let text = format!("You resign: {result}. Thank you for the game.\n");
        self.resigned = Some(result);
        text
    }

    fn quit(&mut self) -> String {
        self.done = true;
        "Goodbye.\n".to_string()
    }
}

/// A person may ask why: the reasons are weighed with every move.
fn with_evidence(mut engine: Engine) -> Engine {
    if let Some(search) = &mut engine.settings.search {
        search.evidence = Evidence::Always;
    }
    engine
}

fn explanation(choice: &Choice, game: &Game, color: Color) -> String {
    let mut text = format!("{}.\n", view::choice::headline(choice, game.size(), color));
    text += &view::search::explained(choice, game.size());
    for reason in view::choice::chosen(choice).iter().flat_map(|p| p.counting()) {
        let _ = writeln!(text, "  {}", view::choice::reason_line(reason, game.size()));
    }
    text
}

#[cfg(test)]
mod tests;
