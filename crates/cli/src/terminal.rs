// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game against a person on the full screen, or line by line: the loop between typed lines and a
//! [`Dialogue`].

use katachi_katago_json::SharedJudge;
use katachi_session::Thinking;
use katachi_view::Look;

use super::beginning::{Beginning, about, put_away};
use super::colours::look_for;
use super::dialogue::Dialogue;
use super::game_args::{GameArgs, PersonArgs, TerminalArgs};
use super::lines::{Edited, Lines, Piped, show};
use super::{lines, start};

/// Plays until the person leaves or the input ends, on the full screen of a terminal or line by line.
pub(crate) fn play(
    args: &GameArgs,
    person: &PersonArgs,
    judge: Option<SharedJudge>,
    terminal: TerminalArgs,
) -> anyhow::Result<()> {
    start::check_input(&args.record)?;
    let is_terminal = lines::is_terminal();
    let beginning = Beginning::new(args, person, judge, is_terminal)?;
    let look = look_for(terminal.board.ascii);
    match (is_terminal, terminal.plain) {
        #[cfg(feature = "tui")]
        (true, false) => super::play_screen::run(beginning, look),
        (true, _) => by_lines(beginning, look, &mut Edited::new()?),
        (false, _) => by_lines(beginning, look, &mut Piped),
    }
}

fn by_lines(beginning: Beginning, look: Look, lines: &mut dyn Lines) -> anyhow::Result<()> {
    let (offered, wrong) = beginning.offered();
    for text in wrong {
        anstream::eprintln!("{text}");
    }
    let (play, events) = match offered {
        Some(left) => {
            let answer = lines.next(&format!(
                "{} Go on with it? (yes, or no: then {} begins) ",
                about(&left),
                beginning.about_new()
            ))?;
            let Some(answer) = answer else { return Ok(()) };
            if answer.trim().to_ascii_lowercase().starts_with('n') {
                anstream::println!("{}", put_away(left));
                beginning.begin(Thinking::Synchronous)
            } else {
                beginning.resume(left, Thinking::Synchronous)
            }
        }
        None => beginning.begin(Thinking::Synchronous),
    };
    for event in events {
        anstream::eprintln!("{}", event.text(play.game().size()));
    }
    let mut dialogue = Dialogue::new(play, look);
    show(&dialogue.greeting())?;
    loop {
        while dialogue.is_busy() {
            show(&dialogue.wait())?;
        }
        if dialogue.is_done() {
            break;
        }
        let Some(line) = lines.next(&dialogue.prompt())? else {
            break;
        };
        show(&dialogue.answer(&line))?;
    }
    show(&dialogue.close())
}
