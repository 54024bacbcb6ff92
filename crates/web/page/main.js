// SPDX-License-Identifier: MIT OR Apache-2.0

// The page shows the states that the server sends, and sends the requests of the person. The server owns the
// game; each page has its own displayed position.

import { ask, listen, request } from "./api.js";
import { setUp } from "./dialogs.js";
import { all, find } from "./dom.js";
import { showButtons, showClocks, showMoves, showPlayers, showReview, showSettings, stageText } from "./game.js";
import { actionOf } from "./keys.js";
import { Overlay } from "./overlay.js";
import { PlayBoard } from "./play-board.js";

let state = null;
let received = 0;
// The number of moves before the displayed position. Null: the present position of the game.
let looking = null;
let position = null;
// The id of the last message.
let lastMessage = null;
let hint = null;
// The displayed hint or reasons.
let explanation = null;
let news = { made: 0, text: "" };
let explains = false;

const board = new PlayBoard(find("#board"), pointChosen);
const overlay = new Overlay(board, failed);
const dialogs = setUp(failed);

const shown = () => looking ?? state.made;

function problem(text) { find("#problem").textContent = text; }

// Shows that the server cannot be reached, until it can.
function link(text) {
  const field = find("#lost");
  // Screen readers would read the same text again.
  if (field.textContent !== text) field.textContent = text;
}

// Shows an error where it belongs.
function failed(error) {
  if (error.isLost) link(error.message);
  else problem(error.message);
}

// Runs an action. Shows the reason if the server refuses it.
async function attempt(action) {
  problem("");
  try {
    await action();
  } catch (error) {
    failed(error);
  }
}

function pointChosen(name, explain) {
  if (explain || explains || state.stage === "over" || (looking !== null && state.stage !== "agreement")) {
    overlay.explain(name);
  } else if (state.stage === "agreement") {
    attempt(() => request("mark", { point: name }));
  } else {
    attempt(() => request("play", { point: name, moves: state.made }));
  }
}

// Displays the position after that number of moves.
async function look(moves) {
  const wanted = Math.max(0, Math.min(state.moves.length, moves));
  looking = wanted === state.made ? null : wanted;
  await show();
}

async function show() {
  const wanted = looking;
  if (wanted === null) {
    position = state.position;
  } else {
    const found = await ask("api/position", { moves: wanted }).catch(failed);
    if (!found || looking !== wanted) return;
    position = found;
  }
  const isNow = looking === null;
  board.show(position, {
    ghost: isNow && state.stage === "person" && !explains ? state.color : null,
    dead: isNow ? state.dead ?? [] : [],
    hint: isNow && hint?.moves === state.made ? hint.move : null,
  });
  showPlayers(state, position);
  showButtons(state, shown());
  showMoves(state, shown());
  const key = JSON.stringify([position.rows, position.to_move, shown(), state.komi, state.rules]);
  overlay.follow(shown(), key);
}

function receive(next) {
  state = next;
  received = performance.now();
  if (looking !== null && looking > state.moves.length) looking = null;
  const fresh = lastMessage === null ? [] : state.messages.filter(({ id }) => id > lastMessage);
  lastMessage = state.messages.at(-1)?.id ?? 0;
  for (const message of fresh) {
    if (message.kind === "hint") hint = message;
    if (message.kind === "hint" || message.kind === "why") explanation = message;
  }
  if (hint && hint.moves !== state.made) hint = null;
  if (explanation && explanation.moves !== state.made) explanation = null;
  find(".said").hidden = explanation === null;
  find("#said").textContent = explanation?.text ?? "";
  // Events are shown until the next move.
  const events = fresh.filter(({ kind }) => kind === "event").map(({ text }) => text).join(" ");
  if (events || news.made !== state.made) news = { made: state.made, text: events };
  const text = `${news.text} ${stageText(state)}`.trim();
  // Screen readers would read the same text again.
  if (find("#status").textContent !== text) find("#status").textContent = text;
  document.body.dataset.stage = state.stage;
  document.body.classList.toggle("busy", state.busy);
  showSettings(state);
  showReview(state.review);
  showClocks(state, 0);
  show();
}

const step = (by) => () => look(shown() + by);

const ACTIONS = {
  pass: () => attempt(() => request("pass", { moves: state.made })),
  "from-here": () => attempt(async () => { const moves = shown(); looking = null; await request("go-to", { moves }); }),
  first: () => look(0),
  back: step(-1),
  forward: step(1),
  last: () => look(looking === null ? state.moves.length : state.made),
  explain: () => overlay.explain(board.point),
  groups: () => overlay.toggle("groups"),
  values: () => overlay.toggle("values"),
  map: () => overlay.nextMap(),
  save: () => find("#save").click(),
  new: () => dialogs.begin(state),
  open: () => dialogs.open.showModal(),
  keys: () => dialogs.keys.showModal(),
  "explain-points": (button) => {
    explains = !explains;
    button.setAttribute("aria-pressed", String(explains));
    show();
  },
};
for (const name of ["undo", "redo", "hint", "why", "score", "resign", "go", "done", "resume"]) {
  ACTIONS[name] = () => { looking = null; return attempt(() => request(name)); };
}
for (const name of ["review", "stop-review"]) ACTIONS[name] = () => attempt(() => request(name));

for (const button of all("[data-do]")) {
  const action = ACTIONS[button.dataset.do];
  if (action) button.addEventListener("click", () => action(button));
}
document.addEventListener("keydown", (event) => {
  const name = actionOf(event);
  if (!name || !state) return;
  event.preventDefault();
  ACTIONS[name]();
});
find("#moves").addEventListener("click", (event) => {
  const moves = event.target.closest("button")?.dataset.moves;
  if (moves) look(Number(moves));
});
find("#number").addEventListener("change", (event) => look(Number(event.target.value)));
find("#sides").addEventListener("change", (event) => attempt(() => request("sides", { sides: event.target.value })));
find("#level").addEventListener("change", (event) => attempt(() => request("level", { level: Number(event.target.value) })));
setInterval(() => { if (state) showClocks(state, (performance.now() - received) / 1000); }, 200);

listen(receive, link);
