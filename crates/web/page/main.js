// SPDX-License-Identifier: MIT OR Apache-2.0

// The page shows the states that the server sends, and sends the requests of the person. The server owns the
// game; each page has its own displayed position.

import { ask, listen, request, type } from "./api.js";
import { Candidates } from "./candidates.js";
import { Comment } from "./comment.js";
import { confirmed, openRecord, setUp } from "./dialogs.js";
import { all, capital, find } from "./dom.js";
import { showButtons, showClocks, showLooking, showMoves, showPlayers, showReview, showSettings, resultText, statusText } from "./game.js";
import { isOn, setUpChoices } from "./choices.js";
import { isOpen, showExercise } from "./exercise.js";
import { Graph } from "./graph.js";
import { actionOf } from "./keys.js";
import { Overlay } from "./overlay.js";
import { PlayBoard } from "./play-board.js";
import { showSaid } from "./said.js";
import { SetUp } from "./set-up.js";
import { MoveTree } from "./tree.js";
import { moveText, showWarning } from "./warning.js";

let state = null;
let received = 0;
// The displayed position: the number of moves of the game before it, and the moves that were tried after
// them. Null: the present position of the game. The present position with `holds` is one from which moves are
// tried.
let looking = null;
// The key of the variations that the page has.
let treeKey = null;
let position = null;
// The id of the last message.
let lastMessage = null;
// The last hint, and the last hint, reasons or estimate, each with the key of its position.
let hint = null;
let explanation = null;
let news = { game: 0, made: 0, text: "" };
let explains = false;

const board = new PlayBoard(find("#board"), pointChosen, (name) => candidates.at(name));
const graph = new Graph((moves) => look(moves));
const overlay = new Overlay(board, failed);
const candidates = new Candidates(board, failed);
const comment = new Comment(attempt);
const tree = new MoveTree((wanted) => lookAt(wanted));
const setUpBoard = new SetUp(board, () => show());
const dialogs = setUp(failed, () => board.focus());

const shown = () => looking?.moves ?? state.made;
const tried = () => looking?.tried ?? [];

// The moves before the displayed position.
const line = () => [...state.moves.slice(0, shown()), ...tried()];

// The displayed position as the server names it.
const place = () => [shown(), ...tried().map(([color, move]) => `${color === "black" ? "B" : "W"} ${move}`)].join(",");

// A key of the position after that number of moves, and after moves that were tried there.
const keyOf = (moves, more = []) => JSON.stringify([state.game, [...state.moves.slice(0, moves), ...more]]);
// A key of the position on the board, that of an exercise included.
const keyShown = () => (state.exercise ? `exercise ${state.exercise.id} ${state.exercise.at}` : keyOf(shown(), tried()));
const isShown = (message) => message?.at === keyOf(shown(), tried());

// What the page shows, for the parts around the board.
function view() {
  const next = tried().length ? tree.after(tree.find(line())).length : state.moves.length - shown();
  return { shown: shown(), tried: tried().length, isNow: looking === null, hasNext: next > 0 };
}

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

// Says that an action belongs to the game, not to the position that the page displays.
function remind(what) {
  problem(`${what} while you look at another position. Press “Play on from here” or “Back to the game” first.`);
}

// The move that waits for its confirmation: a point, and the key of its position.
let pending = null;

// Whether a tap on a point only shows its stone, as moves are to be confirmed. The second tap plays it.
function pends(name) {
  const at = keyShown();
  const isSecond = pending?.name === name && pending.at === at;
  setPending(isSecond || !isOn("confirm") || !board.isEmpty(name) ? null : { name, at });
  return pending !== null;
}

function setPending(move) {
  pending = move;
  board.pend(move?.name ?? null, ghost());
  const text = move ? `Tap ${move.name} again to play there.` : "";
  if (find("#pending").textContent !== text) find("#pending").textContent = text;
  const button = find('[data-do="play-pending"]');
  button.hidden = !move;
  button.textContent = move ? `Play ${move.name}` : "";
}

// Answers the task of an exercise: a point or `pass`; null asks for the solution.
function answerTask(point) {
  if (!isOpen(state.exercise)) return null;
  setPending(null);
  return attempt(() => request("answer", { task: state.exercise.at, point }));
}

// Goes on to the next task of an exercise.
function nextTask() {
  if (!state.exercise.answered) return null;
  board.focus();
  return attempt(() => request("next", { task: state.exercise.at }));
}

// A point of the board in an exercise. After the explanation a key goes on.
function exercisePoint(name, isPointer) {
  if (state.exercise.answered) return isPointer ? null : nextTask();
  if (!isOpen(state.exercise) || (isPointer && pends(name))) return null;
  return answerTask(name);
}

function pointChosen(name, explain, isPointer) {
  if (state.exercise) return explain ? null : exercisePoint(name, isPointer);
  if (setUpBoard.isOpen) return setUpBoard.put(name);
  const shape = find('[name="draw"]').value;
  if (shape && !explain && !explains) return attempt(() => request("draw", { at: place(), point: name, shape }));
  const plays = !explain && !explains && ghost() !== null;
  if (plays && isPointer && pends(name)) return;
  setPending(null);
  if (explain || explains) {
    overlay.explain(name);
  } else if (looking !== null || state.stage === "over") {
    if (board.isEmpty(name)) tryMove(name);
    else overlay.explain(name);
  } else if (state.stage === "agreement") {
    attempt(() => type(`dead ${name}`));
  } else if (state.warning) {
    problem(`First take back ${moveText(state.warning)}, or keep it.`);
  } else {
    attempt(() => type(`play ${name}`, state.made));
  }
}

// Displays the position after that number of moves.
const look = (moves) => lookAt({ moves, tried: [] });

// Displays the position after that number of moves of the game and the tried moves after them.
async function lookAt(wanted) {
  const moves = Math.max(0, Math.min(state.moves.length, wanted.moves));
  looking = { ...wanted, moves };
  normalise();
  problem("");
  showView();
  await show();
}

// Shows at once which position is displayed; its stones may come later.
function showView() {
  keepingFocus(() => {
    showLooking(state, view());
    showButtons(state, view());
  });
}

// Changes the page. The element with the focus may be hidden or without use then, and the focus goes to the
// board, so that the keyboard keeps its place on the page.
function keepingFocus(change) {
  const focused = document.activeElement;
  change();
  if (focused === document.body || (document.activeElement !== focused && document.activeElement !== document.body)) return;
  if (!focused.checkVisibility() || focused.disabled) board.focus();
}

// Tried moves that the game has made, too, are moves of the game. The present position is the game.
function normalise() {
  if (!looking) return;
  while (looking.tried.length && JSON.stringify(state.moves[looking.moves]) === JSON.stringify(looking.tried[0])) {
    looking = { moves: looking.moves + 1, tried: looking.tried.slice(1) };
  }
  if (looking.moves === state.made && !looking.tried.length && !looking.holds) looking = null;
}

// Plays a move in the shown position as a variation. The game stays.
function tryMove(move) {
  const color = position.to_move;
  const [moves, before] = [shown(), tried()];
  return attempt(async () => {
    await request("try", { at: place(), point: move });
    await lookAt({ moves, tried: [...before, [color, move]] });
  });
}

// One move back or forward, in a variation along its first line.
function step(by) {
  if (!tried().length) return look(shown() + by);
  if (by < 0) return lookAt({ moves: shown(), tried: tried().slice(0, -1), holds: shown() === state.made });
  const [next] = tree.after(tree.find(line()));
  return next && lookAt({ moves: shown(), tried: [...tried(), [next.color, next.move]] });
}

// Takes the game to the shown position. Tried moves become moves of the game.
function playOnFromHere() {
  const [start, more] = [shown(), tried()];
  board.focus();
  return attempt(async () => {
    await type(`goto ${start + 1}`);
    for (const [index, [, move]] of more.entries()) {
      await type(move === "pass" ? move : `play ${move}`, start + index);
    }
    looking = null;
    await show();
  });
}

function removeVariation() {
  const [moves, before, at] = [shown(), tried(), place()];
  return attempt(async () => {
    await request("remove", { at });
    await lookAt({ moves, tried: before.slice(0, -1) });
  });
}

// Takes the variations from the server where they have changed.
async function showTree() {
  const key = JSON.stringify([state.game, state.moves, state.notes]);
  if (key !== treeKey) {
    treeKey = key;
    const found = state.notes === null ? { moves: [], left_out: 0 } : await ask("api/variations", {}).catch(failed);
    if (key !== treeKey) return;
    if (found) tree.fill(found.moves, found.left_out);
    else treeKey = null;
    show();
  }
  tree.show(tree.find(line()));
}

// The colour of the stone that a click plays, tries or answers.
function ghost() {
  if (state.exercise) return isOpen(state.exercise) ? state.exercise.task.color : null;
  if (find('[name="draw"]').value) return null;
  if (looking !== null || state.stage === "over") return position.to_move;
  return state.stage === "person" ? state.color : null;
}

// Shows the task of an exercise in the place of the game.
function showTask({ exercise }) {
  position = exercise.task?.position ?? state.position;
  board.show(position, { ghost: ghost(), exercise });
  board.note(new Map());
  showPlayers(state, position);
}

async function show() {
  if (pending && pending.at !== keyShown()) setPending(null);
  if (state.exercise) return showTask(state);
  if (setUpBoard.isOpen) return board.show(setUpBoard.position, { ghost: null });
  const wanted = looking;
  if (wanted === null) {
    position = state.position;
  } else {
    const found = await ask("api/position", { at: place() }).catch(failed);
    if (looking !== wanted || state.exercise) return;
    // The game may have changed before the tried moves.
    if (!found && wanted.tried.length) { looking = null; return show(); }
    if (!found || setUpBoard.isOpen) return;
    position = found;
  }
  const isNow = looking === null;
  board.show(position, {
    ghost: explains ? null : ghost(),
    next: tree.after(tree.find(line())).filter(({ isGame }) => !isGame).map(({ move }) => move),
    dead: isNow ? state.dead ?? [] : [],
    hint: isShown(hint) && !(isNow && state.stage === "over") ? hint.move : null,
    territory: isNow ? state.territory : null,
    moves: isOn("numbers") ? line() : [],
    marks: position.marks,
    warning: isNow ? state.warning : null,
  });
  showSaid(isShown(explanation) ? explanation : null);
  showPlayers(state, position);
  comment.show(position.comment, place(), shown() + tried().length);
  showView();
  showMoves(state, shown());
  graph.show(state.graph, shown(), !tried().length, isNow && state.stage === "over" ? statusText(state) : "");
  showTree();
  const key = JSON.stringify([position.rows, position.to_move, shown(), tried(), state.komi, state.rules]);
  overlay.follow(place(), key);
  candidates.follow(place(), key, isNow && state.stage === "thinking");
}

// Takes the messages that are new since the last state.
function takeMessages() {
  const fresh = lastMessage === null ? [] : state.messages.filter(({ id }) => id > lastMessage);
  lastMessage = state.messages.at(-1)?.id ?? lastMessage ?? 0;
  // They are shown until the next move.
  const events = fresh.map(({ text }) => text).join(" ");
  const isOld = news.game !== state.game || news.made !== state.made;
  if (events || isOld) news = { game: state.game, made: state.made, text: events };
}

// The key of the exercise that is shown.
let exerciseShown = null;

// Goes to the board when an exercise begins, without the candidates of the game.
function beginExercise() {
  const id = state.exercise?.id ?? null;
  if (id !== null && id !== exerciseShown) {
    if (setUpBoard.isOpen) setUpBoard.close();
    if (find('[name="candidates"]').checked) candidates.toggle();
    board.focus();
  }
  exerciseShown = id;
}

function receive(next) {
  const isOther = state && state.game !== next.game;
  state = next;
  received = performance.now();
  if (isOther) problem("");
  if (isOther || looking?.moves > state.moves.length) looking = null;
  normalise();
  takeMessages();
  const text = `${news.text} ${statusText(state)}`.trim();
  // Screen readers would read the same text again.
  if (find("#status").textContent !== text) find("#status").textContent = text;
  document.body.dataset.stage = state.stage;
  document.body.classList.toggle("busy", state.busy);
  showSettings(state);
  showClocks(state, 0);
  keepingFocus(() => {
    showReview(state);
    showExercise(state.exercise);
    showWarning(state.exercise ? null : state.warning);
    show();
  });
  beginExercise();
}

// The key of the position whose warning was answered last.
let answeredWarning = null;

// Answers a warning, and shows the game. A second click before the next state would take back another move.
function answerWarning(what) {
  const key = keyOf(state.made);
  if (!state.warning || key === answeredWarning) return null;
  looking = null;
  if (what !== "better") {
    answeredWarning = key;
    board.focus();
  }
  return attempt(async () => {
    try {
      await type(what);
    } catch (error) {
      answeredWarning = null;
      throw error;
    }
    await show();
  });
}

// Asks, and does it if the person agrees and the game is still the same.
async function afterQuestion(question, action) {
  const { game } = state;
  if (!await confirmed(question)) return;
  if (state.game === game) attempt(action);
  else problem("Another game was begun meanwhile. Nothing was done.");
}

// The answer to a pass needs no question, and neither does a pass that will be refused.
function pass() {
  const moves = state.made;
  const action = () => type("pass", moves);
  if (state.stage !== "person" || state.moves[moves - 1]?.[1] === "pass") return attempt(action);
  return afterQuestion({
    title: "Pass?", text: "You play no stone. If the other side passes too, the game is counted.", yes: "Pass",
  }, action);
}

function resign() {
  if (state.stage === "over") return attempt(() => type("resign"));
  const loser = state.sides === "both" ? state.position.to_move : state.sides;
  const winner = loser === "black" ? "White" : "Black";
  return afterQuestion({
    title: "Resign?", text: `${capital(loser)} gives the game up, and ${winner} wins.`, yes: "Resign", isGrave: true,
  }, () => type("resign"));
}

// After the end of the game it takes the result away, so it asks first.
function undo() {
  if (state.stage !== "over") return attempt(() => type("undo"));
  return afterQuestion({
    title: "Take the last move back?", text: `The game goes on, and its result is lost: ${resultText(state.result)}`, yes: "Take it back",
    isGrave: true,
  }, () => type("undo"));
}

// Asks about the shown position.
function question(name) {
  const wanted = place();
  const at = keyOf(shown(), tried());
  explanation = { at, text: `${capital(state.judge ?? "Katachi")} looks at this position …` };
  show();
  return attempt(async () => {
    try {
      explanation = { ...await ask("api/answer", { at: wanted, about: name }), at };
    } catch (error) {
      explanation = null;
      throw error;
    } finally {
      if (name === "hint") hint = explanation;
      show();
    }
  });
}

const ACTIONS = {
  guess: () => dialogs.guess.showModal(),
  next: nextTask,
  "answer-pass": () => answerTask("pass"),
  skip: () => answerTask(null),
  "take-back": () => answerWarning("undo"),
  keep: () => answerWarning("go"),
  better: () => answerWarning("better"),
  pass,
  resign,
  undo,
  "from-here": playOnFromHere,
  "to-game": () => { board.focus(); return look(state.made); },
  first: () => look(0),
  back: () => step(-1),
  forward: () => step(1),
  try: () => lookAt({ moves: shown(), tried: tried(), holds: true }),
  comment: () => comment.edit(),
  remove: removeVariation,
  "set-up": () => setUpBoard.open(position, state),
  clear: () => setUpBoard.clear(),
  "end-set-up": () => setUpBoard.close(),
  "begin-set-up": () => attempt(async () => {
    await openRecord(setUpBoard.record());
    setUpBoard.close();
  }),
  "play-pending": () => { if (pending) { board.focus(); pointChosen(pending.name, false, false); } },
  last: () => look(looking === null ? state.moves.length : state.made),
  explain: () => overlay.explain(board.point),
  groups: () => overlay.toggle("groups"),
  values: () => overlay.toggle("values"),
  candidates: () => candidates.toggle(),
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
for (const name of ["quiz", "end-exercise", "review", "stop-review"]) ACTIONS[name] = () => attempt(() => request(name));
for (const name of ["redo", "go", "done", "resume"]) ACTIONS[name] = () => attempt(() => type(name));
for (const name of ["hint", "why", "score"]) ACTIONS[name] = () => question(name);
// These change the present position, which the page may not display.
const OF_GAME = { pass: "You cannot pass", undo: "No move can be taken back", redo: "No move can be made again" };
// What they do where moves are tried.
const isTrying = () => tried().length > 0 || looking.holds;
const IN_VARIATION = {
  pass: () => (isTrying() ? tryMove("pass") : null), undo: () => (tried().length ? step(-1) : null), redo: () => (isTrying() ? step(1) : null),
};
for (const [name, what] of Object.entries(OF_GAME)) {
  const action = ACTIONS[name];
  ACTIONS[name] = () => (looking === null ? action() : IN_VARIATION[name]?.() ?? remind(what));
}

// What an earlier action could not do is past.
function act(name, button) {
  problem("");
  ACTIONS[name](button);
}

for (const button of all("[data-do]")) {
  const name = button.dataset.do;
  if (ACTIONS[name]) button.addEventListener("click", () => act(name, button));
}
document.addEventListener("keydown", (event) => {
  const name = state && actionOf(event, state);
  if (!name) return;
  event.preventDefault();
  act(name);
});
find("#moves").addEventListener("click", (event) => {
  const moves = event.target.closest("button")?.dataset.moves;
  if (moves) look(Number(moves));
});
find("#moves").addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (!by || event.ctrlKey || event.altKey || event.metaKey || !event.target.dataset.moves) return;
  event.preventDefault();
  const moves = Math.max(1, Math.min(state.moves.length, Number(event.target.dataset.moves) + by));
  find(`#moves [data-moves="${moves}"]`).focus({ preventScroll: true });
  look(moves);
});
find("#number").addEventListener("change", (event) => look(Number(event.target.value)));
find("#sides").addEventListener("change", ({ target }) => attempt(() => type(`color ${target.value === "neither" ? "none" : target.value}`)));
find("#teaching").addEventListener("change", ({ target }) => attempt(() => type(`teach ${target.value}`)));
find("#level").addEventListener("change", ({ target }) => attempt(() => type(`level ${target.value}`)));
setInterval(() => { if (state) showClocks(state, (performance.now() - received) / 1000); }, 200);

find('[name="draw"]').addEventListener("change", () => { if (state) show(); });
setUpChoices(() => { if (state) { setPending(null); show(); } });

listen(receive, link);
