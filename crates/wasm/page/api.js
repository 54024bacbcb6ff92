// SPDX-License-Identifier: MIT OR Apache-2.0

// The connection to the engine, which runs in a worker of this browser: questions, requests, and states of the
// game. It has the functions of the page's api.js for a server.

const BROKEN = "Katachi has stopped. Load this page again: the game is kept in this browser.";
// Names in the storage of the browser.
const GAME = "katachi-game", RESULTS = "katachi-quiz";
// Links to what a server would send.
const FILES = ["game.sgf", "values.db", "review.html"];

const engine = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const open = new Map();
let last = 0, reviewer = null;
let onState = () => {}, onLink = () => {};

const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
// Storage can be full or forbidden. The game goes on without it.
const keep = (name, text) => { try { if (text) localStorage.setItem(name, text); } catch { /* nothing is kept */ } };

engine.onmessage = ({ data }) => {
  if (data.id) return end(data);
  if (data.state) { keep(GAME, data.game); keep(RESULTS, data.results); onState(JSON.parse(data.state)); }
  if (data.order) beginReview(data.order);
  if (data.unwanted) endReview();
  if (data.broken) broken();
};
engine.onerror = broken;
engine.postMessage({ game: kept(GAME), results: kept(RESULTS) ?? "", seed: crypto.getRandomValues(new Uint32Array(1))[0] });

function broken() {
  onLink(BROKEN);
  for (const { reject } of open.values()) reject(Object.assign(new Error(BROKEN), { isLost: true }));
  open.clear();
}

function end({ id, answer }) {
  open.get(id)?.resolve(answer);
  open.delete(id);
}

function send(method, path, media = "", body = "", signal) {
  return new Promise((resolve, reject) => {
    const id = ++last;
    open.set(id, { resolve, reject });
    engine.postMessage({ id, method, path: `/${path}`, media, body });
    signal?.addEventListener("abort", () => {
      if (!open.delete(id)) return;
      engine.postMessage({ cancel: id });
      reject(new DOMException("The question was taken back.", "AbortError"));
    });
  });
}

async function answered(...request) {
  const { status, body } = await send(...request);
  const answer = JSON.parse(body);
  if (status >= 400) throw new Error(answer.error);
  return answer;
}

export async function ask(path, parameters, signal) {
  const wanted = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  return answered("GET", `${path}?${new URLSearchParams(wanted)}`, "", "", signal);
}

export async function post(path, body, type = "application/json") {
  const text = type === "application/json" ? JSON.stringify(body) : await new Blob([body]).arrayBuffer();
  return answered("POST", path, type, text);
}

export const request = (what, more = {}) => post("api/do", { do: what, ...more });

// Sends a command as it is typed in a terminal, such as `play D4`. With `moves` it is for the position after
// that number of moves.
export const type = (line, moves = null) => request("type", { line, moves });

// Calls `stateIs` with each state, and `linkIs` with an empty text, or with the reason why the engine does not
// answer.
export function listen(stateIs, linkIs) {
  [onState, onLink] = [stateIs, linkIs];
  engine.postMessage({ again: true });
}

// A review takes minutes. A worker of its own makes it, and is ended when the review is not wanted any more.
function beginReview(order) {
  endReview();
  reviewer = new Worker(new URL("reviewer.js", import.meta.url), { type: "module" });
  reviewer.onmessage = ({ data }) => engine.postMessage({ review: data });
  reviewer.postMessage(order);
}

function endReview() {
  reviewer?.terminate();
  reviewer = null;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]"), path = link?.getAttribute("href");
  if (!FILES.includes(path)) return;
  event.preventDefault();
  // A window can be opened only now, while the click is handled.
  const tab = link.target === "_blank" ? window.open("", "_blank") : null;
  send("GET", path).then(({ media, body }) => {
    const url = URL.createObjectURL(new Blob([body], { type: media }));
    if (tab) tab.location = url;
    else Object.assign(document.createElement("a"), { href: url, download: path }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }, () => tab?.close());
});
