// SPDX-License-Identifier: MIT OR Apache-2.0

// The keys, one line each. The manual has the same lines.

export const KEYS = [
  { key: "arrow keys", does: "move the cursor on the board" },
  { key: "Enter or Space", does: "play on the point of the cursor; after two passes mark the string there as dead or alive" },
  { key: "p", does: "pass; in an exercise: answer with a pass" },
  { key: "u", does: "take your last move back, and the answer to it" },
  { key: "r", does: "make it again" },
  { key: "h", does: "hint: what Katachi would play" },
  { key: "w", does: "why the last move was made" },
  { key: "e", does: "explain the point of the cursor" },
  { key: "Page Up", does: "look one move back" },
  { key: "Page Down", does: "look one move forward" },
  { key: "Home", does: "look at the beginning" },
  { key: "End", does: "back to the game" },
  { key: "y", does: "after a warning: take the move back" },
  { key: "b", does: "after a warning: show the better move" },
  { key: "t", does: "try moves after the shown position; the game stays" },
  { key: "i", does: "write a comment on the shown position" },
  { key: "c", does: "show the candidates of a search" },
  { key: "g", does: "show groups" },
  { key: "m", does: "show the next map: area, moyo, territory, ownership, none" },
  { key: "v", does: "show proposals with their values" },
  { key: "n", does: "new game; after a warning: keep the move; in an exercise: the next task" },
  { key: "o", does: "open a record" },
  { key: "s", does: "save the record; in an exercise: show the move" },
  { key: "q", does: "end an exercise" },
  { key: "?", does: "show these keys" },
];

// The action of a key, by the name of its button. Null if the key belongs to a field with focus.
const ACTIONS = {
  p: "pass", u: "undo", r: "redo", h: "hint", w: "why", e: "explain", PageUp: "back", PageDown: "forward", Home: "first",
  End: "last", t: "try", i: "comment", c: "candidates", g: "groups", m: "map", v: "values", n: "new", o: "open", s: "save", "?": "keys",
};

// The actions of keys after a warning.
const WARNED = { y: "take-back", n: "keep", b: "better" };

// The actions of keys in an exercise. Other keys do nothing then.
const LEARNING = { n: "next", p: "answer-pass", s: "skip", q: "end-exercise", "?": "keys" };

// Fields to which the keys belong. A check box takes only the space bar, which is no key of the page.
const FIELDS = 'input:not([type="checkbox"]), select, textarea, dialog[open]';

export function actionOf(event, { exercise, warning }) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return null;
  if (event.target.closest(FIELDS)) return null;
  if (exercise) return LEARNING[event.key] ?? null;
  return (warning && WARNED[event.key]) || ACTIONS[event.key] || null;
}
