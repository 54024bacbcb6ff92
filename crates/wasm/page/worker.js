// SPDX-License-Identifier: MIT OR Apache-2.0

// The worker that has the game and its engine. Requests wait while the engine thinks.

import init, { Board } from "./katachi.js";

// Milliseconds after which clocks are looked at.
const TICK = 200;

let board = null;
const waiting = [];

onmessage = ({ data }) => {
  if (!board && !("seed" in data)) waiting.push(data);
  else take(data).catch(broken);
};

async function take(data) {
  if ("seed" in data) return begin(data);
  if (data.cancel) return void remove(data.cancel);
  if (data.review && !board.take_review_status(data.review)) postMessage({ unwanted: true });
  if (data.again) postMessage({ state: board.answer("GET", "/api/state", "", new Uint8Array()).body });
  // Requests that were taken back meanwhile are removed before their turn.
  if (data.id) { waiting.push(data); setTimeout(next, 0); }
  tell();
}

async function begin({ game, seed, results }) {
  await init();
  board = new Board(game ?? undefined, seed, results);
  for (const data of waiting.splice(0)) await take(data);
  work();
}

const remove = (id) => {
  const place = waiting.findIndex((data) => data.id === id);
  if (place >= 0) waiting.splice(place, 1);
};

function next() {
  const data = waiting.shift();
  if (!data) return;
  try {
    const { id, method, path, media, body } = data;
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
    const answer = board.answer(method, path, media, bytes);
    // The state comes before the answer, as after a request the page shows what has changed.
    tell();
    postMessage({ id, answer: { status: answer.status, media: answer.media, body: answer.body } });
  } catch (error) {
    broken(error);
  }
}

function work() {
  try {
    const isBusy = board.step();
    tell();
    setTimeout(work, isBusy ? 0 : TICK);
  } catch (error) {
    broken(error);
  }
}

function tell() {
  const state = board.news();
  if (state) postMessage({ state, game: board.saved(), results: board.results() });
  const order = board.take_review_order();
  if (order) postMessage({ order });
}

function broken(error) {
  console.error(error);
  postMessage({ broken: true });
}
