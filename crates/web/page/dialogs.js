// SPDX-License-Identifier: MIT OR Apache-2.0

// The dialogs: a new game, a record to open, the keys. A record can also be dropped on the page or pasted.

import { request, post } from "./api.js";
import { all, find, make } from "./dom.js";
import { KEYS } from "./keys.js";

const TIMES = ["5m", "10m", "10m+5x30s", "30m+5x30s", "10m+10m/25", "1h"];

// Estimated ranks of the levels 1 to 10, in kyu.
const KYU = [25, 22, 19, 16, 13, 10, 8, 6, 4, 2];

// `about 13k`, the rank of a level.
export function rankText(level) {
  const lower = Math.max(1, Math.min(KYU.length, Math.floor(level)));
  const [weaker, stronger] = [KYU[lower - 1], KYU[Math.min(lower, KYU.length - 1)]];
  return `about ${Math.round(weaker + (stronger - weaker) * (level - lower))}k`;
}

const levelText = (level) => `${level}, ${rankText(Number(level))}`;

// The sides that a choice of the form means.
const sidesOf = (choice) => (choice === "random" ? ["black", "white"][Math.floor(Math.random() * 2)] : choice);

export const openRecord = (text) => post("api/record", text, "application/x-go-sgf");

// Sends a form when it is submitted, and calls `onSent`. If the server refuses it, the dialog stays open with
// the reason.
function submits(dialog, send, onSent = () => {}) {
  const form = find("form", dialog);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const error = find(".error", form);
    error.textContent = "";
    try {
      await send(form.elements);
      dialog.close();
      onSent();
    } catch (problem) {
      error.textContent = problem.message;
    }
  });
}

const number = (text) => (text.trim() === "" ? null : Number(text));

// Opens the dialog of a new game with the level and the teaching of the present game, and with its board if
// there is a button for it.
function offer(dialog, state) {
  const { level, "level-shown": shown, teach } = find("form", dialog).elements;
  teach.value = state.teaching;
  level.value = Math.round(state.level);
  shown.value = levelText(level.value);
  const { width, height } = state.position;
  const size = width === height && find(`[name="size"][value="${width}"]`, dialog);
  if (size) size.checked = true;
  dialog.showModal();
  find('[name="size"]:checked', dialog).focus();
}

// Number of questions so far.
let asked = 0;

// Asks before an action. Returns whether the person wants it; Escape means no. `isGrave`: the focus is on
// Cancel.
export function confirmed({ title, text, yes, isGrave = false }) {
  const dialog = find("#question");
  if (dialog.open) return Promise.resolve(false);
  find("#question-title").textContent = title;
  find("#question-text").textContent = text;
  const [no, button] = all("button", dialog);
  button.textContent = yes;
  dialog.returnValue = "no";
  dialog.showModal();
  (isGrave ? no : button).focus();
  asked += 1;
  const number = asked;
  return new Promise((resolve) => {
    const closed = () => {
      // The event comes later than the end of the dialog, and the next question may be there already.
      if (number === asked && dialog.open) return;
      dialog.removeEventListener("close", closed);
      resolve(number === asked && dialog.returnValue === "yes");
    };
    dialog.addEventListener("close", closed);
  });
}

// `onBegun` is called when a game has begun, by the form or by a record.
export function setUp(onError, onBegun) {
  const [begin, open, guess, keys] = ["#new-game", "#open-record", "#guess", "#key-list"].map((id) => find(id));
  find("#times").append(...TIMES.map((value) => make("option", { value })));
  find("tbody", keys).append(...KEYS.map(({ key, does }) => make("tr", {},
    make("th", { scope: "row" }, make("kbd", {}, key)), make("td", {}, does))));
  for (const button of all('dialog [data-do="close"]')) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  const { level, "level-shown": shown, other } = find("form", begin).elements;
  level.addEventListener("input", () => { shown.value = levelText(level.value); });
  other.addEventListener("input", () => { find('[value="other"]', begin).checked = true; });

  submits(begin, (fields) => request("new", {
    size: fields.size.value === "other" ? fields.other.value.trim() : fields.size.value, sides: sidesOf(fields.sides.value),
    level: Number(fields.level.value), teach: fields.teach.value, rules: fields.rules.value, handicap: Number(fields.handicap.value),
    komi: number(fields.komi.value), time: fields.time.value,
  }), onBegun);
  submits(guess, (fields) => request("guess", {
    side: fields.side.value === "both" ? null : fields.side.value, from: Number(fields.from.value),
  }));
  submits(open, async (fields) => {
    const file = fields.file.files[0];
    await openRecord(file ? await file.arrayBuffer() : fields.text.value);
    fields.file.value = "";
    fields.text.value = "";
  }, onBegun);

  const load = async (source) => {
    try {
      await openRecord(await source);
    } catch (error) {
      onError(error);
    }
  };
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    if (file) load(file.arrayBuffer());
  });
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea")) return;
    const text = event.clipboardData.getData("text");
    if (text.trim().startsWith("(;")) load(text);
  });
  return { begin: (state) => offer(begin, state), open, guess, keys };
}
