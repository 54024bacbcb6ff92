// SPDX-License-Identifier: MIT OR Apache-2.0

//! The review of the game, which a thread makes while the game goes on. There is one at a time; a new one takes its place.

use std::ops::ControlFlow;
use std::sync::{Arc, Weak};
use std::thread;

use katachi_review::{Progress, Review, Settings};
use katachi_rules::Game;
use katachi_rules::sgf::Record;
use serde_json::{Value as Json, json};

use crate::table::Table;

/// How far the review is.
#[derive(Debug, Default)]
pub(crate) struct Desk {
    /// Of the review that is made; what earlier ones say is of no use any more.
    number: u64,
    standing: Standing,
}

#[derive(Debug, Default)]
enum Standing {
    #[default]
    None,
    Making(Progress),
    Made(Arc<str>),
    Failed(String),
}

impl Desk {
    /// Whatever is made is given up; the number of the next review.
    pub(crate) fn clear(&mut self) -> u64 {
        self.number += 1;
        self.standing = Standing::None;
        self.number
    }

    /// The page of the last review.
    pub(crate) fn page(&self) -> Option<Arc<str>> {
        match &self.standing {
            Standing::Made(page) => Some(Arc::clone(page)),
            _ => None,
        }
    }

    /// As the page shows it.
    pub(crate) fn state(&self) -> Json {
        match &self.standing {
            Standing::None => Json::Null,
            Standing::Making(progress) => json!({
                "stage": progress.stage.text(),
                "done": progress.done,
                "of": progress.of,
            }),
            Standing::Made(_) => json!({ "is_made": true }),
            Standing::Failed(why) => json!({ "error": why }),
        }
    }

    /// Does that review still count? Then it stands so now.
    fn tell(&mut self, number: u64, standing: Standing) -> bool {
        let counts = self.number == number;
        if counts {
            self.standing = standing;
        }
        counts
    }
}

/// Begins the review of that number.
pub(crate) fn begin(table: &Arc<Table>, number: u64, record: Record, game: Game) {
    let weak = Arc::downgrade(table);
    let engine = table.analysing_engine();
    let work = move || {
        let mut watcher = |progress| match tell(&weak, number, Standing::Making(progress)) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let settings = Settings::default();
        let review = Review::new(
            &engine,
            &record,
            game.rules(),
            game.komi(),
            &settings,
            &mut watcher,
        );
        tell(
            &weak,
            number,
            match review {
                Ok(review) => Standing::Made(review.to_html().into()),
                Err(why) => Standing::Failed(why.to_string()),
            },
        );
    };
    let started = thread::Builder::new().name("review".to_owned()).spawn(work);
    if let Err(error) = started {
        table.at_desk(|desk| desk.tell(number, Standing::Failed(error.to_string())));
    }
}

fn tell(table: &Weak<Table>, number: u64, standing: Standing) -> bool {
    let table = table.upgrade();
    table.is_some_and(|table| table.at_desk(|desk| desk.tell(number, standing)))
}
