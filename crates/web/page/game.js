// SPDX-License-Identifier: MIT OR Apache-2.0

// The parts around the board: players with captures and clocks, the status, buttons, moves.

import { rankText } from "./dialogs.js";
import { all, capital, find, make } from "./dom.js";
import { moveText } from "./warning.js";

const isPerson = (state, color) => state.sides === color || state.sides === "both";

// The status of the game in a sentence.
function stageText(state) {
  const color = state.color && capital(state.color);
  switch (state.stage) {
    case "person": return state.sides === "both" ? `${color} is to move.` : `Your turn: you play ${color}.`;
    case "thinking": return state.judges ? `Your move is judged by ${state.judge ?? "Katachi"}.` : `Katachi is thinking (${color}).`;
    case "waiting": return state.warning ? `Take back ${moveText(state.warning)}?` : `It is Katachi's turn (${color}), but moves were taken back.`;
    case "agreement": return state.busy
      ? "Both have passed. Katachi is reading which stones are dead …"
      : `Both have passed. ${deadText(state.dead ?? [])} Click on a stone to change that, then agree. ${state.count ?? ""}`;
    default: return `The game is over: ${resultText(state.result)}`;
  }
}

// The result in the record that was opened, in a sentence; empty if it is unknown.
const recordResult = ({ record }, before = "In the record: ") => (
  record.RE && record.RE !== "?" ? before + resultText(record.RE) : "");

// The status with the result of the record.
export const statusText = (state) => (state.stage === "over" ? stageText(state) : `${recordResult(state)} ${stageText(state)}`.trim());

const deadText = (dead) => (dead.length ? `Stones with a cross are dead: ${dead.join(" ")}.` : "No stones are dead.");

export function resultText(result) {
  const [, winner, by] = /^([BW])\+(.*)$/.exec(result ?? "") ?? [];
  if (!winner) return { 0: "a draw.", Draw: "a draw.", Void: "no result." }[result] ?? `${result}.`;
  const side = winner === "B" ? "Black" : "White";
  const how = { R: "by resignation", Resign: "by resignation", T: "on time", Time: "on time", F: "by forfeit", Forfeit: "by forfeit" }[by] ?? `by ${by} points`;
  return by ? `${side} wins ${how} (${result}).` : `${side} wins (${result}).`;
}

// The name and rank of a player in the record that was opened; empty without one.
function nameText(record, color) {
  const [name, rank] = color === "black" ? [record.PB, record.BR] : [record.PW, record.WR];
  return [name, name && rank].filter(Boolean).join(" ");
}

function playerText(state, color) {
  if (state.sides === "both") return nameText(state.record, color) || capital(color);
  return isPerson(state, color) ? "You" : "Katachi";
}

export function showPlayers(state, position) {
  for (const card of all(".player")) {
    const { color } = card.dataset;
    find("b", card).textContent = playerText(state, color);
    const taken = position.captures[color];
    find(".captures", card).textContent = `${taken} ${taken === 1 ? "capture" : "captures"}`;
    const toMove = position.to_move === color && state.stage !== "over" && state.stage !== "agreement";
    card.classList.toggle("turn", toMove);
  }
}

function clockText(seconds, count, system) {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (number) => String(number).padStart(2, "0");
  const text = hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
  return count ? `${text} (${count} ${system.includes("/") ? "stones" : "periods"})` : text;
}

// Shows the clocks, `elapsed` seconds after the state came.
export function showClocks(state, elapsed) {
  for (const card of all(".player")) {
    const { color } = card.dataset;
    const clock = state.clocks[color];
    const runs = state.color === color && (state.stage === "person" || (state.stage === "thinking" && !state.judges));
    const seconds = clock && Math.max(0, clock.time.secs + clock.time.nanos / 1e9 - (runs ? elapsed : 0));
    const field = find(".clock", card);
    field.textContent = clock ? clockText(seconds, clock.count, state.time) : "";
    field.classList.toggle("short", Boolean(clock) && runs && seconds < 10);
  }
}

// Moves change the present position only: where another one is shown, their buttons give way to two that lead
// on. Questions are about the shown position. `view` is what the page shows: the number of moves of the game,
// the number of tried moves after them, and whether it is the present position, and played on.
export function showButtons(state, { shown, tried, isNow, hasNext }) {
  const agrees = state.stage === "agreement";
  const isOpen = !agrees && state.stage !== "over";
  const plays = state.stage === "person";
  const tries = !isNow && (tried > 0 || shown === state.made);
  const can = {
    pass: plays || tries, undo: state.made > 0, redo: state.made < state.moves.length,
    hint: plays || !isNow, why: shown + tried > 0, review: state.moves.length > 0, guess: state.moves.length > 0,
    resign: isOpen && isNow, go: isNow, done: agrees && !state.busy && isNow, resume: isNow, first: shown + tried > 0,
    back: shown + tried > 0, forward: hasNext, last: !isNow || shown < state.moves.length,
  };
  const is = {
    pass: (isOpen && isNow) || tries, undo: isNow, redo: isNow && (state.stage !== "over" || can.redo), hint: isOpen || !isNow, score: isOpen || !isNow, done: agrees && isNow, resume: agrees && isNow,
    resign: isOpen && isNow && state.sides !== "neither", go: state.stage === "waiting" && !state.warning && isNow, "from-here": !isNow && (!tries || (tried > 0 && state.sides === "both")),
    "to-game": !isNow, try: isNow && state.stage !== "over", remove: tried > 0,
  };
  for (const [name, isAllowed] of Object.entries(can)) find(`[data-do="${name}"]`).disabled = !isAllowed;
  for (const [name, isThere] of Object.entries(is)) find(`[data-do="${name}"]`).hidden = !isThere;
  find("#total").textContent = state.moves.length;
  const number = find("#number");
  number.max = state.moves.length;
  if (document.activeElement !== number) number.value = shown;
}

// Says in the place of the status that the page displays another position than that of the game.
export function showLooking(state, { shown, tried, isNow }) {
  find("#status").hidden = !isNow;
  find("#looking").hidden = isNow;
  if (isNow) return;
  const base = shown ? `move ${shown}${shown > state.made ? ", which was taken back" : ""}` : "the beginning";
  const game = shown === state.made && !tried ? "" : ` The game is at move ${state.made}.`;
  const moves = tried === 1 ? "1 move" : `${tried} moves`;
  const what = tried ? `You try ${moves} after ${base}.` : `You look at ${base}.`;
  const text = game ? what + game : `You try moves after ${base}. The game stays as it is.`;
  if (find("#looking").textContent !== text) find("#looking").textContent = text;
}

// Whether a state without a review was shown.
let wasOpen = false;

// Shows the progress of the review, and offers one when the game is over. A review that begins comes into view.
export function showReview({ review, stage, moves }) {
  find("#review-now").hidden = stage !== "over" || Boolean(review) || moves.length === 0;
  const panel = find("#review");
  panel.hidden = !review;
  const isNew = wasOpen && review;
  wasOpen = !review;
  if (!review) return;
  const { running, done, failed } = review;
  find("#review-stage").textContent = failed ?? (running ? `${capital(running.stage)}: ${running.done} of ${running.of}` : readyText(done));
  const progress = find("#review-progress");
  progress.hidden = !running;
  if (running) Object.assign(progress, { max: Math.max(running.of, 1), value: running.done });
  find("#review a").hidden = !done;
  find('[data-do="quiz"]').hidden = !done?.mistakes;
  if (isNew) panel.scrollIntoView({ block: "nearest" });
}

const readyText = ({ mistakes }) => (mistakes ? "It is ready." : "It is ready. There are no mistakes to ask about.");

let listed = "";

// Shows the list of moves. It is rebuilt only after a change.
export function showMoves(state, shown) {
  const list = find("#moves");
  const wanted = JSON.stringify(state.moves);
  if (wanted !== listed) {
    listed = wanted;
    list.replaceChildren(...state.moves.map(([color, move], index) => make("li", {},
      make("button", { type: "button", className: color, data: { moves: index + 1 } }, move))));
  }
  for (const [index, item] of [...list.children].entries()) {
    item.classList.toggle("taken-back", index >= state.made);
    const isShown = index + 1 === shown;
    // The key Tab reaches one move, the arrow keys the others.
    item.firstChild.tabIndex = index + 1 === Math.max(1, shown) ? 0 : -1;
    if (isShown) item.firstChild.setAttribute("aria-current", "true");
    else item.firstChild.removeAttribute("aria-current");
    if (isShown) list.scrollTop = item.offsetTop - list.clientHeight / 2;
  }
}

export function showSettings(state) {
  const { width, height } = state.position;
  const { record } = state;
  const rows = [
    ["Black", nameText(record, "black")], ["White", nameText(record, "white")], ["Result", recordResult(state, "")],
    ["Name", record.GN], ["Event", [record.EV, record.RO].filter(Boolean).join(", ")], ["Date", record.DT], ["Place", record.PC],
    ["Source", record.SO], ["About", record.GC],
    ["Board", `${width}×${height}`], ["Rules", state.rules], ["Komi", state.komi], ["Handicap", state.handicap || "none"],
    ["Clock", state.time], ["Before", state.archived],
  ].filter(([, text]) => text || text === 0);
  find("#facts").replaceChildren(...rows.flatMap(([label, text]) => [
    make("dt", {}, label), make("dd", {}, String(text)),
  ]));
  find("#level-rank").textContent = rankText(state.level);
  for (const [id, value] of [["#sides", state.sides], ["#level", state.level], ["#teaching", state.teaching]]) {
    if (document.activeElement !== find(id)) find(id).value = value;
  }
}
