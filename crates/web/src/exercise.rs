// SPDX-License-Identifier: MIT OR Apache-2.0

//! An exercise on the page: guesses of the moves of the game, or a quiz of one's own mistakes.
//!
//! Its state belongs to the server, so that a page that is loaded again goes on with it. An answer is judged
//! without a lock on the game: the exercise is taken out meanwhile, and put back if it was not ended.

use katachi_learning::{Exercise, Explanation, Task};
use katachi_rules::{BoardSize, Color, Game, Move};
use katachi_view::{Named, data};
use serde::Serialize;

use crate::answer::Refusal;
use crate::position::Position;

pub(crate) type Work = Box<dyn Exercise + Send>;

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// Guesses of the moves of the game.
    Guess,
    /// The mistakes of the game as problems.
    Quiz,
}

#[derive(Debug, Default)]
pub(crate) struct ExerciseJob {
    /// Number of the last exercise. Answers to earlier ones are ignored.
    number: u64,
    pub(crate) running: Option<Running>,
}

data! {
    /// An exercise with its present task.
    pub(crate) struct Running(number: u64, exercise: Kind, first: Option<ShownTask>, begun: Work) {
        id: u64 = number,
        kind: Kind = exercise,
        about: String = begun.about(),
        /// The task that is shown. `None` at the end.
        task: Option<ShownTask> = first,
        /// Number of the task, from 1.
        at: usize = 1,
        busy: bool = false,
        answered: Option<Answered> = None,
        /// The last text.
        summary: Option<String> = None,
        /// `None` while an answer is judged, and at the end.
        #[serde(skip)]
        work: Option<Work> = Some(begun),
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct ShownTask {
    text: String,
    color: Color,
    position: Position,
    #[serde(skip)]
    game: Game,
}

data! {
    /// An answer with its explanation. Without an answer the solution was asked for.
    pub(crate) struct Answered(given: Option<Named<Move>>, found: &Explanation, size: Option<BoardSize>) {
        answer: Option<Named<Move>> = given,
        is_right: bool = found.is_right,
        text: String = found.text.trim_end().to_owned(),
        solution: Option<Named<Move>> = found.solution.zip(size).map(|(mv, size)| Named::new(mv, size)),
    }
}

#[derive(Debug)]
pub(crate) struct ToJudge {
    number: u64,
    pub(crate) work: Work,
    pub(crate) answer: Option<Named<Move>>,
}

impl ExerciseJob {
    /// Begins an exercise in the place of an earlier one.
    pub(crate) fn begin(&mut self, kind: Kind, work: Work) -> Result<(), Refusal> {
        let task = work.task()?.map(ShownTask::new);
        self.number += 1;
        self.running = Some(Running::new(self.number, kind, task, work));
        Ok(())
    }

    pub(crate) fn clear(&mut self) {
        self.number += 1;
        self.running = None;
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.busy)
    }

    /// Takes an answer to the task of that number: a point or `pass`; `None` asks for the solution. The
    /// answer is judged elsewhere.
    pub(crate) fn answer(&mut self, at: usize, answer: Option<&str>) -> Result<ToJudge, Refusal> {
        let number = self.number;
        let running = self.running_at(at)?;
        if running.answered.is_some() {
            return Err(Refusal::conflict(
                "This task is answered already. Go on to the next one",
            ));
        }
        let Some(task) = &running.task else {
            return Err(Refusal::conflict("The exercise is over"));
        };
        let answer = answer.map(|name| task.legal(name)).transpose()?;
        let work = running.work.take();
        let work = work.ok_or_else(|| Refusal::conflict("The answer is judged; wait for it"))?;
        running.busy = true;
        Ok(ToJudge { number, work, answer })
    }

    /// Puts the exercise back after an answer. If it cannot be judged, the task stays open.
    pub(crate) fn judged(
        &mut self,
        to_judge: ToJudge,
        found: anyhow::Result<Explanation>,
    ) -> Result<(), Refusal> {
        let is_current = to_judge.number == self.number;
        // An exercise that was ended meanwhile is forgotten.
        let Some(running) = self.running.as_mut().filter(|_| is_current) else {
            return Ok(());
        };
        (running.work, running.busy) = (Some(to_judge.work), false);
        let found = found?;
        let size = running.task.as_ref().map(|task| task.game.size());
        running.answered = Some(Answered::new(to_judge.answer, &found, size));
        Ok(())
    }

    /// Goes on to the next task, or to the summary.
    pub(crate) fn go_on(&mut self, at: usize) -> Result<(), Refusal> {
        let running = self.running_at(at)?;
        let Some(work) = running.work.as_ref().filter(|_| running.answered.is_some()) else {
            return Err(Refusal::conflict(
                "Answer the task first, or ask for its solution",
            ));
        };
        let next = work.task()?;
        running.at += 1;
        match next {
            Some(task) => (running.task, running.answered) = (Some(ShownTask::new(task)), None),
            None => running.finish(),
        }
        Ok(())
    }

    /// Goes to the summary if something was answered, else ends the exercise.
    pub(crate) fn end(&mut self) {
        let is_under_way =
            |running: &&mut Running| running.task.is_some() && (running.at > 1 || running.answered.is_some());
        match self.running.as_mut().filter(is_under_way) {
            Some(running) if running.work.is_some() => running.finish(),
            _ => self.clear(),
        }
    }

    fn running_at(&mut self, at: usize) -> Result<&mut Running, Refusal> {
        let running = self.running.as_mut().filter(|running| running.at == at);
        running
            .ok_or_else(|| Refusal::conflict("The exercise is at another task now, perhaps by another page"))
    }
}

impl Running {
    /// Goes to the summary. The exercise is not needed any more, and other programs may have its files.
    fn finish(&mut self) {
        let summary = self.work.take().map(|work| work.summary());
        self.summary = summary.map(|text| text.trim_end().to_owned());
        self.task = None;
        self.answered = None;
    }
}

impl ShownTask {
    fn new(task: Task) -> Self {
        let mut position = Position::new(&task.game, None);
        position.to_move = task.color;
        Self {
            text: match task.heading.is_empty() {
                true => format!("{} to play.", task.prompt),
                false => task.heading,
            },
            color: task.color,
            position,
            game: task.game,
        }
    }

    /// Returns the move of that name, which must be legal.
    fn legal(&self, name: &str) -> Result<Named<Move>, Refusal> {
        let mv = crate::request::parse_move(&self.game, name)?;
        let named = Named::new(mv, self.game.size());
        let played = self.game.clone().play(self.color, mv);
        played.map_err(|why| Refusal::conflict(format!("{named} is illegal: {why}")))?;
        Ok(named)
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::Rules;
    use serde_json::{Value as Json, json};

    use super::*;

    /// Tasks on an empty board, in each of which C3 is right.
    #[derive(Debug)]
    struct Simple {
        left: usize,
        fails: bool,
    }

    impl Exercise for Simple {
        fn about(&self) -> String {
            "2 tasks".to_owned()
        }

        fn task(&self) -> anyhow::Result<Option<Task>> {
            Ok((self.left > 0).then(|| Task {
                game: Game::new(BoardSize::square(5), Rules::CHINESE, 7.5),
                color: Color::Black,
                heading: format!("{} left.", self.left),
                prompt: "Black".to_owned(),
            }))
        }

        fn take(&mut self, answer: Option<Move>) -> anyhow::Result<Explanation> {
            anyhow::ensure!(!self.fails, "it cannot be judged");
            self.left -= 1;
            let solution = BoardSize::square(5).parse_move("C3");
            Ok(Explanation {
                is_right: answer == solution,
                text: "It was C3.\n".to_owned(),
                solution,
            })
        }

        fn summary(&self) -> String {
            "The end.\n".to_owned()
        }
    }

    fn begun(fails: bool) -> ExerciseJob {
        let mut job = ExerciseJob::default();
        let work = Box::new(Simple { left: 2, fails });
        job.begin(Kind::Quiz, work).expect("there is a task");
        job
    }

    fn judge(job: &mut ExerciseJob, mut to_judge: ToJudge) -> Result<(), Refusal> {
        let found = to_judge.work.take(to_judge.answer.map(|answer| *answer));
        job.judged(to_judge, found)
    }

    fn state(job: &ExerciseJob) -> Json {
        json!(job.running)
    }

    #[test]
    fn an_answer_is_explained_then_the_next_task_comes_and_the_summary() {
        let mut job = begun(false);
        for at in [1, 2] {
            let to_judge = job.answer(at, Some("C3")).expect("it is legal");
            assert!(job.is_busy() && job.answer(at, Some("C3")).is_err());
            judge(&mut job, to_judge).expect("it is judged");
            let answered = state(&job)["answered"].clone();
            let expected =
                json!({ "answer": "C3", "is_right": true, "text": "It was C3.", "solution": "C3" });
            assert_eq!(answered, expected);
            job.go_on(at).expect("it is answered");
        }
        let end = state(&job);
        assert_eq!((&end["task"], &end["summary"]), (&Json::Null, &json!("The end.")));
        assert!(!job.is_busy());
        job.end();
        assert_eq!(state(&job), Json::Null);
    }

    #[test]
    fn an_answer_to_an_ended_exercise_is_forgotten_and_one_that_fails_leaves_the_task_open() {
        let mut job = begun(false);
        let to_judge = job.answer(1, None).expect("it is open");
        job.end();
        judge(&mut job, to_judge).expect("nothing is to be told");
        assert_eq!(state(&job), Json::Null);
        let mut job = begun(true);
        let to_judge = job.answer(1, None).expect("it is open");
        assert!(judge(&mut job, to_judge).is_err());
        let state = state(&job);
        assert_eq!((&state["busy"], &state["answered"]), (&json!(false), &Json::Null));
    }
}
