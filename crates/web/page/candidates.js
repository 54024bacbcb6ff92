// SPDX-License-Identifier: MIT OR Apache-2.0

// The candidates of a search of full strength: coloured circles on the board and a table beside it. The line
// of a candidate is drawn while the pointer, the cursor or the focus is on it.

import { ask } from "./api.js";
import { svg } from "./board.js";
import { find, make } from "./dom.js";
import { percent, valueText } from "./graph.js";
import { label, lineText, numbered } from "./stones.js";

// Classes of the circles by the points that a move loses.
const CLASSES = [[0.5, "good"], [1.5, "fair"], [4, "poor"], [Infinity, "bad"]];
const INK = "#101010";

const lostText = (points) => (points < 0.05 ? "0" : `−${points.toFixed(1)}`);

export class Candidates {
  constructor(board, onError) {
    this.board = board;
    this.onError = onError;
    this.box = find('.layers [name="candidates"]');
    this.section = find("#candidates");
    this.box.addEventListener("change", () => this.#begin());
    const onRow = (event) => this.#line(event.target.closest("tr")?.dataset.candidate ?? null);
    for (const name of ["pointerover", "focusin", "click"]) this.section.addEventListener(name, onRow);
    this.section.addEventListener("pointerleave", () => this.#line(null));
    this.section.addEventListener("focusout", () => this.#line(null));
  }

  toggle() {
    this.box.checked = !this.box.checked;
    this.#begin();
  }

  // The page displays another position, which may be searched unless `isBusy`.
  follow(place, key, isBusy) {
    const whole = `${key} ${isBusy}`;
    if (this.key === whole) return;
    Object.assign(this, { place, key: whole, isBusy });
    this.#begin();
  }

  // The pointer or the cursor is on that point of the board; null: on none.
  at(name) { if (this.found) this.#line(name); }

  async #begin() {
    this.asking?.abort();
    this.found = null;
    this.lined = null;
    this.#draw();
    if (!this.box.checked || !this.place || this.isBusy) return;
    const controller = this.asking = new AbortController();
    try {
      do {
        this.found = await ask("api/candidates", { at: this.place }, controller.signal);
        if (this.asking !== controller) return;
        this.#draw();
      } while (this.found.visits < this.found.of);
    } catch (error) {
      if (error.name !== "AbortError") this.onError(error);
    }
  }

  #line(name) {
    const candidate = this.found?.candidates.find(({ point }) => point === name);
    const lined = candidate ? name : null;
    if (lined === this.lined) return;
    this.lined = lined;
    this.#drawBoard();
  }

  #draw() {
    this.#drawBoard();
    this.section.hidden = !this.box.checked;
    if (this.section.hidden) return;
    const title = make("h2", {}, "Candidates");
    const waits = this.isBusy ? "Katachi is thinking about its move." : "Katachi looks at the position …";
    if (!this.found) return this.section.replaceChildren(title, make("p", {}, waits));
    const { win_rate: rate, lead, visits, of } = this.found;
    const state = visits >= of ? "" : ` The search goes on: ${Math.round((100 * visits) / of)}\u00a0%.`;
    // A button with focus is rebuilt and keeps the focus.
    const focused = this.section.contains(document.activeElement) ? document.activeElement.closest("tr")?.dataset.candidate : null;
    this.section.replaceChildren(title, make("p", {}, valueText(rate, lead) + state), this.#table());
    if (focused) find(`[data-candidate="${focused}"] button`, this.section)?.focus({ preventScroll: true });
  }

  #table() {
    const heads = ["move", "wins", "points lost", "expected line"];
    const rows = this.found.candidates.map(({ point, win_rate: rate, points_lost: lost, line }) => make("tr", { data: { candidate: point } },
      make("th", { scope: "row" }, make("button", { type: "button", ariaLabel: `${point}: show its line` }, point)),
      make("td", {}, percent(rate)), make("td", {}, lostText(lost)), make("td", {}, lineText(line.slice(1, 6)))));
    return make("div", { className: "scroll" }, make("table", {}, make("thead", {}, make("tr", {},
      ...heads.map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, ...rows)));
  }

  #drawBoard() {
    const layer = this.board.layers?.candidates;
    if (!layer) return;
    const all = this.found?.candidates ?? [];
    const chosen = all.find(({ point }) => point === this.lined);
    layer.replaceChildren(...(chosen ? numbered(this.board, chosen.line) : all.flatMap((candidate, index) => this.#circle(candidate, index))));
    this.board.note(new Map(chosen ? [] : all.map((candidate) => [candidate.point, noteOf(candidate)])));
  }

  #circle({ point, win_rate: rate, points_lost: lost }, index) {
    const at = this.board.index(point);
    if (at < 0) return [];
    const [cx, cy] = this.board.center(at);
    const [, name] = CLASSES.find(([most]) => lost <= most);
    return [
      svg("circle", { class: `candidate ${name}${index ? "" : " best"}`, cx, cy, r: 12.2 }),
      label([cx, cy - 3.4], Math.round(rate), INK, 10), label([cx, cy + 6], lostText(lost), INK, lost < 10 ? 8 : 6.8),
    ];
  }
}

const noteOf = ({ win_rate: rate, points_lost: lost }) => (
  `candidate, wins ${percent(rate)}, ${lost < 0.05 ? "no points lost" : `${lost.toFixed(1)} points lost`}`);
