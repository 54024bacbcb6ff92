// SPDX-License-Identifier: MIT OR Apache-2.0

//! Queries that a judge answers: another engine of the same protocol, such as KataGo. Each line goes to it as
//! it is, and each answer comes back as it is, with reasons in words for its best moves.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use katachi_engine::Engine;
use katachi_gtp_protocol::Outlet;
use katachi_katago_json::{Response, object};
use katachi_line_program::{LineProgram, NoLine};
use katachi_rules::Game;
use serde_json::Value;

use crate::answer::add_reasons;
use crate::query::{Perspective, Request};
use crate::record::after;
use crate::serve::{Output, open};
use crate::tasks::lock;

/// A judge may think as long as it likes; a wait of this time is repeated while the client is there.
const PATIENCE: Duration = Duration::from_millis(100);

/// The id of a query, and the number of moves before the position.
type Turn = (Arc<str>, usize);

/// What is known of the queries.
#[derive(Default)]
struct Relay {
    /// The games of positions without an answer, by the id and the turn.
    positions: Mutex<HashMap<Turn, Arc<Game>>>,
    ended: Mutex<Option<String>>,
}

/// Relays queries until the end of the input, and answers until the judge has given all. `threads` positions
/// are explained at once. If the judge ends early, all its queries are answered by an error. If the client is
/// gone, the judge is killed: it would answer all its queries.
///
/// # Errors
/// Errors of reading and writing, and a judge that ends early.
pub fn relay(
    engine: &Engine,
    mut judge: LineProgram,
    threads: NonZeroUsize,
    input: impl BufRead + Send + 'static,
    output: Outlet<impl Write + Send>,
) -> io::Result<()> {
    let relay = Relay::default();
    let (lines, output) = open(input, output, || {})?;
    let to_judge = judge.take_input();
    let (answers, queue) = channel();
    let queue = Mutex::new(queue);
    let read = thread::scope(|scope| {
        scope.spawn(|| relay.receive(judge, answers, &output));
        for _ in 0..threads.get() {
            scope.spawn(|| explain(engine, &queue, &output));
        }
        let read = loop {
            let text = match lines.next(|| output.has_failed()) {
                Ok(Some(text)) => text,
                end => break end.map(drop),
            };
            relay.note(text.trim());
            match relay.why_ended() {
                Some(why) => relay.refuse_all(&why, &output),
                None => drop(to_judge.send(format!("{}\n", text.trim()))),
            }
        };
        // The judge ends when its input does.
        drop(to_judge);
        read
    });
    read.and(output.end())?;
    match relay.why_ended() {
        Some(why) => Err(io::Error::other(why)),
        None => Ok(()),
    }
}

impl Relay {
    /// Keeps the positions of a query. What the judge does not understand it tells itself.
    fn note(&self, line: &str) {
        if let Ok(Request::Positions(query)) = Request::read(line, Perspective::default()) {
            let id: Arc<str> = query.id.into();
            let turns = query.turns.into_iter();
            let positions = turns.map(|(turn, _)| ((Arc::clone(&id), turn), Arc::clone(&query.game)));
            lock(&self.positions).extend(positions);
        }
    }

    /// Passes answers on until the judge has ended: final ones about known positions to those who explain
    /// them, all others to the client.
    fn receive(&self, mut judge: LineProgram, answers: Sender<(Game, Value)>, output: &Output<impl Write>) {
        loop {
            let line = match judge.receive(PATIENCE) {
                Ok(line) => line,
                _ if output.has_failed() => break,
                Err(NoLine::Silent) => continue,
                Err(why) => break self.end(&why, output),
            };
            match serde_json::from_str(&line) {
                Ok(answer) => match self.position_of(&answer) {
                    Some(game) => drop(answers.send((game, answer))),
                    None => output.write(&answer),
                },
                // Lines of another kind are the judge's messages.
                Err(_) => output.write_line(&line),
            }
        }
    }

    /// The position of a final answer, which is forgotten by that.
    fn position_of(&self, answer: &Value) -> Option<Game> {
        let id = answer.get("id")?.as_str()?.into();
        let turn = answer.get("turnNumber")?.as_u64()? as usize;
        let is_final = answer.get("isDuringSearch")? == &Value::Bool(false);
        let game = is_final.then(|| lock(&self.positions).remove(&(id, turn)))??;
        Some(after(&game, turn))
    }

    /// The judge has ended. That is as it should be if nothing waits for it.
    fn end(&self, why: &NoLine, output: &Output<impl Write>) {
        if !lock(&self.positions).is_empty() {
            let why = format!("the judge {why}");
            *lock(&self.ended) = Some(why.clone());
            self.refuse_all(&why, output);
        }
    }

    fn why_ended(&self) -> Option<String> {
        lock(&self.ended).clone()
    }

    /// Answers all waiting positions by an error.
    fn refuse_all(&self, why: &str, output: &Output<impl Write>) {
        let mut refused: Vec<Turn> = lock(&self.positions).drain().map(|(of, _)| of).collect();
        refused.sort();
        for (id, turn) in refused {
            let refusal = Response {
                id: Some(id.to_string()),
                turn_number: Some(turn),
                error: Some(why.to_owned()),
                ..Response::default()
            };
            output.write(&object(&refusal));
        }
    }
}

/// Adds reasons to answers until there are no more.
fn explain(engine: &Engine, queue: &Mutex<Receiver<(Game, Value)>>, output: &Output<impl Write>) {
    loop {
        let next = lock(queue).recv();
        let Ok((game, mut answer)) = next else { break };
        add_reasons(engine, &game, &mut answer);
        output.write(&answer);
    }
}
