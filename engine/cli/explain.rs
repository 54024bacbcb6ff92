//! `katachi -l FILE`: which move the engine would make in a position, and why. `katachi explain`: one point of it, with the
//! patterns there.

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::Context as _;
use katachi::analysis::Analysis;
use katachi::play::Player;
use katachi::view::picture::Layers;
use katachi::view::{self, Marks, PositionView, Theme};
use katachi::{Choice, Engine};
use katachi_rules::Game;

use super::args::{ExplainArgs, GameArgs, PointArgs};
use super::{start, theme};

/// Letters on the board for that many of the best proposals.
const LETTERED: usize = 9;

/// Prints the explanation.
pub(super) fn run(args: &GameArgs, options: &ExplainArgs, seed: u64) -> anyhow::Result<()> {
    let engine = start::engine(args, seed)?;
    let game = start::game(args)?;
    let (text, choice) = explanation(&engine, &game, options, &theme(), super::view::paper());
    keep(args, &game, &choice)?;
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes the game with what was considered to the file of `-o`, if there is one.
fn keep(args: &GameArgs, game: &Game, choice: &Choice) -> anyhow::Result<()> {
    if let Some(mut game_log) = start::game_log(args, game)? {
        game_log.add(game, game.to_move(), choice);
        game_log
            .update(game)
            .with_context(|| format!("cannot write {}", game_log.path().display()))?;
    }
    Ok(())
}

fn explanation(
    engine: &Engine,
    game: &Game,
    options: &ExplainArgs,
    theme: &Theme,
    paper: view::text::Paper,
) -> (String, Choice) {
    let color = game.to_move();
    let size = game.size();
    let mut analysis = engine.analyse(game);
    let choice = engine.choose_by(&mut analysis, game, color);
    let counts = analysis.reader.counts();
    let rivals = if options.trace && engine.settings.evaluate_all {
        rivals(engine, game, &mut analysis, &choice)
    } else {
        String::new()
    };
    // With all patterns evaluated it is the classical choice that is explained, as authors tune it.
    let choice = match options.trace && !engine.settings.evaluate_all {
        true => Player::new(engine.clone()).choose_explained(choice, game, color),
        false => choice,
    };
    let mut text = String::new();
    if options.board {
        text += &view::board::titled(game, &marks(&choice, options), theme);
        text += &view::worms::table(game.board(), &analysis);
    }
    if options.view {
        let view = PositionView::new(game, analysis, Some(choice.clone()));
        let layers = Layers {
            values: options.trace,
            ..Layers::default()
        };
        text += &view::text::render(&view, &view.picture(&layers), &view.summary(&layers), paper);
    }
    let _ = writeln!(
        text,
        "Move {}: {}",
        game.move_count() + 1,
        view::choice::headline(&choice, size, color)
    );
    if options.trace {
        let settings = engine.settings;
        let _ = writeln!(text, "Seed {}, level {}", settings.seed, settings.level);
        let _ = writeln!(text, "Reading: {}", counts);
        text += &view::search::explained(&choice, size);
        text += &view::choice::proposals(&choice, size);
        text += &rivals;
    }
    (text, choice)
}

/// For the best proposals that were not chosen: why not, and the rejected pattern matches there.
fn rivals(engine: &Engine, game: &Game, analysis: &mut Analysis, choice: &Choice) -> String {
    let size = game.size();
    let mut text = String::new();
    for proposal in choice.proposals.iter().take(LETTERED) {
        if let Some(why) = view::choice::why_not(choice, proposal, size) {
            let _ = writeln!(text, "Not {}: {why}", size.vertex(proposal.point));
        }
        let evaluated = engine.patterns_at(analysis, game, game.to_move(), proposal.point);
        for rejected in evaluated.iter().filter(|j| j.verdict.is_err()) {
            let line = view::explain::line(engine.database(), rejected, size);
            let _ = writeln!(text, "     {line}");
        }
    }
    text
}

/// Prints the proposal of a point and every pattern match there.
pub(super) fn point(mut args: PointArgs) -> anyhow::Result<()> {
    args.game.load = args.file.take().or(args.game.load);
    // Nothing is passed over, and no value is another for that.
    args.game.all = true;
    let engine = start::engine(&args.game, super::seed(&args.game))?;
    let game = start::game(&args.game)?;
    let (size, color) = (game.size(), game.to_move());
    let mut analysis = engine.analyse(&game);
    let choice = engine.choose_by(&mut analysis, &game, color);
    keep(&args.game, &game, &choice)?;
    let mut text = format!(
        "Move {}: {}\n",
        game.move_count() + 1,
        view::choice::headline(&choice, size, color)
    );
    let point = match &args.at {
        Some(at) => Some(super::view::point(at, size)?),
        None => choice.mv.point(),
    };
    if let Some(point) = point {
        match choice.proposals.iter().find(|p| p.point == point) {
            Some(proposal) => {
                text += &view::choice::proposal(proposal, size);
                if let Some(why) = view::choice::why_not(&choice, proposal, size) {
                    let _ = writeln!(text, "Not {}: {why}", size.vertex(point));
                }
            }
            None => {
                let _ = writeln!(text, "Nothing proposes {}.", size.vertex(point));
            }
        }
        let _ = writeln!(text, "\nIn the pictures of patterns O is {color}.");
        for evaluated in engine.patterns_at(&mut analysis, &game, color, point) {
            let database = engine.database();
            let variant = &database.variants[evaluated.variant as usize];
            if database.patterns[variant.pattern as usize]
                .name
                .starts_with(&args.pattern)
            {
                text += "\n";
                text += &view::explain::drawn(database, &evaluated, game.board());
            }
        }
    }
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

fn marks(choice: &Choice, options: &ExplainArgs) -> Marks {
    let letters = if options.trace {
        view::choice::letters(choice, LETTERED)
    } else {
        Vec::new()
    };
    Marks {
        letters,
        ..Marks::default()
    }
}
