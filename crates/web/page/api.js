// SPDX-License-Identifier: MIT OR Apache-2.0

// The connection to the server: questions, requests, and states of the game.

const LOST = "Katachi does not answer. Perhaps its program has ended, or the network is down. Start “katachi serve” "
  + "again where it ran before, without options of a new game. The game is kept, and this page continues by itself.";

// The error of a request that did not reach the server. `isLost` tells it from a refusal.
const lost = () => Object.assign(new Error(LOST), { isLost: true });

async function answered(path, options) {
  const response = await fetch(path, options).catch((error) => { throw error.name === "AbortError" ? error : lost(); });
  const answer = await response.json().catch((error) => {
    throw error.name === "AbortError" ? error : new Error("The answer of Katachi cannot be read. Try again.");
  });
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

export async function ask(path, parameters, signal) {
  const wanted = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  return answered(`${path}?${new URLSearchParams(wanted)}`, { signal });
}

export async function post(path, body, type = "application/json") {
  const text = type === "application/json" ? JSON.stringify(body) : body;
  return answered(path, { method: "POST", headers: { "Content-Type": type }, body: text });
}

export const request = (what, more = {}) => post("api/do", { do: what, ...more });

// Sends a command as it is typed in a terminal, such as `play D4`. With `moves` it is for the position after
// that number of moves.
export const type = (line, moves = null) => request("type", { line, moves });

// Calls `onState` with each state, and `onLink` with an empty text, or with the reason why the server cannot
// be reached. The browser reconnects by itself.
export function listen(onState, onLink) {
  const events = new EventSource("api/events");
  events.onmessage = (message) => { onLink(""); onState(JSON.parse(message.data)); };
  events.onopen = () => onLink("");
  events.onerror = () => onLink(LOST);
}
