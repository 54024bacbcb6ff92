// SPDX-License-Identifier: MIT OR Apache-2.0

// The connection to the server: questions, requests, and states of the game.

async function answered(response) {
  const answer = await response.json().catch(() => ({ error: "The answer of the server cannot be read." }));
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

export async function ask(path, parameters, signal) {
  const wanted = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  return answered(await fetch(`${path}?${new URLSearchParams(wanted)}`, { signal }));
}

export async function post(path, body, type = "application/json") {
  const text = type === "application/json" ? JSON.stringify(body) : body;
  return answered(await fetch(path, { method: "POST", headers: { "Content-Type": type }, body: text }));
}

export const request = (what, more = {}) => post("api/do", { do: what, ...more });

// Calls `onState` with each state, and `onLink` with whether the server can be reached. The browser
// reconnects by itself.
export function listen(onState, onLink) {
  const events = new EventSource("api/events");
  events.onmessage = (message) => { onLink(true); onState(JSON.parse(message.data)); };
  events.onopen = () => onLink(true);
  events.onerror = () => onLink(false);
}
