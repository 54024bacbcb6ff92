// SPDX-License-Identifier: MIT OR Apache-2.0

// An exercise: a task on the board, and beside it the explanation of the answer.

import { STONES, svg } from "./board.js";
import { find, unbroken } from "./dom.js";
import { label } from "./stones.js";

const TITLES = { guess: "Guess the moves", quiz: "My mistakes again" };
const SIGNS = { black: "X", white: "O" };

// Whether the task waits for an answer.
export const isOpen = (exercise) => Boolean(exercise.task) && !exercise.busy && !exercise.answered;

// The task in a sentence.
const taskText = ({ kind, task, at, about }) => (kind === "guess" && task ? `${task.text} ${at} of ${about}.` : task?.text ?? "");

function explained({ busy, answered, summary }) {
  if (busy) return "Katachi judges the answer …";
  return answered?.text ?? summary ?? "";
}

// Shows the panel of an exercise; null hides it.
export function showExercise(exercise) {
  const panel = find("#exercise");
  document.body.classList.toggle("learns", Boolean(exercise));
  panel.hidden = !exercise;
  if (!exercise) return;
  const texts = { "#exercise-title": TITLES[exercise.kind], "#exercise-task": taskText(exercise), "#exercise-text": explained(exercise) };
  for (const [id, words] of Object.entries(texts)) {
    const text = unbroken(words);
    // Screen readers would read the same text again.
    if (find(id).textContent !== text) find(id).textContent = text;
  }
  panel.classList.toggle("right", Boolean(exercise.answered?.is_right));
  panel.classList.toggle("wrong", Boolean(exercise.answered && !exercise.answered.is_right));
  find('[data-do="next"]').hidden = !exercise.answered;
  for (const name of ["answer-pass", "skip"]) {
    const button = find(`[data-do="${name}"]`);
    button.hidden = !exercise.task || Boolean(exercise.answered);
    button.disabled = exercise.busy;
  }
  find('[data-do="end-exercise"]').firstChild.textContent = exercise.task ? "End " : "Close ";
}

// The words about a point of an answered task; null: none.
export function exerciseWords(exercise, name) {
  const { answer, solution, is_right: isRight } = exercise?.answered ?? {};
  const found = [
    ...(answer === name ? [isRight ? "your answer, right" : "your answer"] : []),
    ...(solution === name ? [exercise.kind === "guess" ? "the move of the game" : "the solution"] : []),
  ];
  return found.join(", ") || null;
}

// The marks of an answered task: a stone at the solution, and the answer if it is another point.
export function exerciseMarks(board, exercise) {
  const { answer, solution, is_right: isRight } = exercise?.answered ?? {};
  const mark = (name, made) => {
    const at = board.index(name);
    return at < 0 ? [] : made(board.center(at));
  };
  const { color } = exercise?.task ?? {};
  return [
    ...mark(solution, ([cx, cy]) => [svg("circle", { class: "solution", cx, cy, r: 11.6, fill: STONES[SIGNS[color]].fill })]),
    ...mark(answer === solution ? null : answer, ([cx, cy]) => [
      svg("circle", { class: isRight ? "candidate good best" : "candidate bad best", cx, cy, r: 11.5 }), label([cx, cy], isRight ? "✓" : "?", "#101010", 15),
    ]),
  ];
}
