// SPDX-License-Identifier: MIT OR Apache-2.0

// Teaching: the question whether a bad move is to be taken back. The board has the marks of both moves.

import { svg } from "./board.js";
import { capital, find, unbroken } from "./dom.js";
import { label } from "./stones.js";

const INKS = { black: "#fbfbfb", white: "#101010", wood: "#101010" };

// The name of the move in question: `Black D4`, or `the pass`.
export const moveText = ({ color, move }) => (move === "pass" ? "the pass" : `${capital(color)} ${move}`);

// Screen readers would read the same text again.
function write(selector, words) {
  const field = find(selector);
  const text = unbroken(words);
  if (field.textContent !== text) field.textContent = text;
}

// Shows the question of a warning; null hides it. It comes into view when it is new.
export function showWarning(warning) {
  const panel = find("#warning");
  const isNew = panel.hidden && warning;
  panel.hidden = !warning;
  write("#warning-title", warning ? `Take back ${moveText(warning)}?` : "");
  write("#warning-text", warning?.text ?? "");
  write("#warning-better", warning?.better?.text ?? "");
  const button = find('[data-do="better"]');
  if (warning?.better && document.activeElement === button) find('[data-do="take-back"]').focus();
  button.hidden = Boolean(warning?.better);
  if (isNew || (warning && panel.dataset.better !== String(button.hidden))) panel.scrollIntoView({ block: "nearest" });
  panel.dataset.better = String(button.hidden);
}

// The words about a point during a warning; null: none.
export function warningWords(warning, name) {
  if (warning?.move === name) return "in question";
  return warning?.better?.move === name ? "better move" : null;
}

// The marks of a warning: a question mark on the stone, and the better move when it is told. `on` returns the
// ground of a point: `black`, `white` or `wood`.
export function warningMarks(board, warning, on) {
  const mark = (name, made) => {
    const at = board.index(name);
    return at < 0 ? [] : made(board.center(at), on(at));
  };
  if (!warning) return [];
  return [
    ...mark(warning.move, ([cx, cy], ground) => [
      svg("circle", { class: "mark questioned", cx, cy, r: 11 }), label([cx, cy], "?", INKS[ground], 15),
    ]),
    ...mark(warning.better?.move, ([cx, cy]) => [
      svg("circle", { class: "candidate good best better", cx, cy, r: 11.5 }), label([cx, cy], "✓", INKS.wood, 15),
    ]),
  ];
}
