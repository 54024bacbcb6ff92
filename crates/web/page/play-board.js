// SPDX-License-Identifier: MIT OR Apache-2.0

// The board that is played on. Its points are cells of a grid with names; the key Tab reaches one of them,
// the arrow keys the others.

import { Board, STONES, svg } from "./board.js";
import { exerciseMarks, exerciseWords } from "./exercise.js";
import { drawMarks, markText } from "./marks.js";
import { numbers } from "./stones.js";
import { warningMarks, warningWords } from "./warning.js";

// Groups of SVG as text, made elements.
export function parsed(text) {
  const whole = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, "image/svg+xml");
  return [...whole.documentElement.children].map((child) => document.importNode(child, true));
}

export class PlayBoard extends Board {
  // `onPoint(name, explain, isPointer)` is called when a point is clicked or entered; with the secondary
  // button it is to be explained. `onHover(name)` is called with the point of the pointer or the cursor, or
  // with null.
  constructor(picture, onPoint, onHover) {
    super();
    this.picture = picture;
    this.onPoint = onPoint;
    this.onHover = onHover;
    this.notes = new Map();
    const hover = (event) => this.onHover(event.target.dataset?.point ?? null);
    picture.addEventListener("pointerover", hover);
    // A picture that listens to the focus itself would be a place of the key Tab.
    picture.parentElement.addEventListener("focusin", (event) => { if (picture.contains(event.target)) hover(event); });
    picture.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") this.onHover(null); });
    picture.addEventListener("click", (event) => this.#chosen(event, false));
    picture.addEventListener("contextmenu", (event) => { event.preventDefault(); this.#chosen(event, true); });
    picture.addEventListener("keydown", (event) => this.#key(event));
  }

  // The name of the point of the cursor.
  get point() { return this.name(this.cursor); }

  // Shows the stones of a position. `ghost` is the colour of the stone that a click would play; `dead` are
  // names of stones, `hint` is the name of a point, `next` are names of the next moves of variations.
  // `territory` has names of points of each side, `moves` the moves whose numbers are on their stones,
  // `marks` those of the record. `warning` has a move in question, and perhaps a better one,
  // `exercise` perhaps an answer and the solution.
  show(position, { ghost = null, dead = [], hint = null, next = [], territory = null, moves = [], marks = [], warning = null, exercise = null } = {}) {
    if (position.width !== this.width || position.height !== this.height) this.#build(position);
    const isDead = new Set(dead);
    const stones = position.rows.join("");
    this.picture.dataset.ghost = ghost ?? "";
    this.layers.stones.replaceChildren(...this.stones(stones, (index) => isDead.has(this.name(index))));
    this.layers.own.replaceChildren(...numbers(this, position.rows, moves));
    this.words = this.cells.map((cell, index) => {
      const name = this.name(index);
      const stone = STONES[stones[index]];
      const words = [name, stone ? `${stone.name} stone` : "empty"];
      if (isDead.has(name)) words.push("dead");
      if (territory?.black.includes(name)) words.push("Black's territory");
      if (territory?.white.includes(name)) words.push("White's territory");
      if (position.last === name) words.push("last move");
      words.push(...marks.filter(([point]) => point === name).map(markText));
      if (hint === name) words.push("hint");
      if (next.includes(name)) words.push("next move of a variation");
      words.push(...[warningWords(warning, name), exerciseWords(exercise, name)].filter(Boolean));
      cell.classList.toggle("empty", !stone);
      return words.join(", ");
    });
    this.note(this.notes);
    const ground = (index) => STONES[stones[index]]?.name ?? "wood";
    const mark = (name, kind, path, layer = this.layers.own) => {
      const index = this.index(name);
      if (index < 0) return;
      const on = ground(index);
      layer.append(svg("path", { class: `mark ${kind} on-${on}`, d: path(...this.center(index)) }));
    };
    for (const [side, names] of Object.entries(territory ?? {})) {
      for (const name of names) mark(name, `territory ${side}`, (x, y) => `M${x - 4.5} ${y - 4.5}h9v9h-9Z`);
    }
    for (const name of isDead) mark(name, "dead", (x, y) => `M${x - 5} ${y - 5}l10 10m0 -10l-10 10`);
    // A number, or a question mark, shows which move is the last.
    if (!moves.length && !warning) mark(position.last, "last", (x, y) => `M${x - 9.8} ${y}a9.8 9.8 0 1 0 19.6 0a9.8 9.8 0 1 0 -19.6 0`);
    for (const name of next) mark(name, "next", (x, y) => `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0`);
    this.layers.own.append(...drawMarks(this, marks, ground), ...warningMarks(this, warning, ground), ...exerciseMarks(this, exercise));
    // The ring of a hint lies over the marks of groups and proposals.
    this.layers.hint.replaceChildren();
    mark(hint, "hint", (x, y) => `M${x - 10} ${y}a10 10 0 1 0 20 0a10 10 0 1 0 -20 0`, this.layers.hint);
  }

  // Shows the stone that the next tap on its point plays; null: none.
  pend(name, color) {
    const index = this.index(name);
    const [cx, cy] = index < 0 ? [0, 0] : this.center(index);
    this.layers.pending.replaceChildren(...(index < 0 ? [] : [
      svg("circle", { cx, cy, r: 12.4, fill: STONES[color === "black" ? "X" : "O"].fill, "fill-opacity": 0.75 }),
      svg("circle", { class: "waiting", cx, cy, r: 15 }),
    ]));
  }

  // Whether there is no stone on a point.
  isEmpty(name) { return this.cells[this.index(name)]?.classList.contains("empty") ?? false; }

  // Adds texts to the labels of points.
  note(notes) {
    this.notes = notes;
    this.cells.forEach((cell, index) => {
      const note = notes.get(this.name(index));
      cell.setAttribute("aria-label", [this.words[index], ...(note ? [note] : [])].join(", "));
    });
  }

  // Lays the marks that the server has drawn over the stones, and its grounds under the lines.
  overlay(view) {
    this.layers.grounds.replaceChildren(...(view ? parsed(view.grounds) : []));
    this.layers.overlay.replaceChildren(...(view ? parsed(view.marks) : []));
  }

  focus() { this.cells[this.cursor].focus({ preventScroll: true }); }

  // Moves the cursor to a point.
  select(name) {
    const index = this.index(name);
    if (index < 0) return;
    this.cells[this.cursor].setAttribute("tabindex", "-1");
    this.cursor = index;
    this.cells[index].setAttribute("tabindex", "0");
    const [x, y] = this.center(index);
    const corner = (dx, dy) => `M${x + 12.5 * dx} ${y + 6 * dy}V${y + 12.5 * dy}H${x + 6 * dx}`;
    this.frame.setAttribute("d", [corner(-1, -1), corner(1, -1), corner(-1, 1), corner(1, 1)].join(""));
  }

  #build({ width, height, stars }) {
    const hadFocus = this.picture.contains(document.activeElement);
    this.draw(this.picture, width, height, stars, ["grounds", "lines", "stones", "own", "overlay", "candidates", "hint", "pending"]);
    this.picture.setAttribute("aria-label", `Go board, ${width} by ${height}`);
    this.picture.setAttribute("aria-rowcount", height);
    this.picture.setAttribute("aria-colcount", width);
    this.frame = svg("path", { class: "frame" });
    const targets = svg("g", { class: "points", role: "presentation" });
    this.cells = Array.from({ length: width * height }, (_, index) => {
      const [cx, cy] = this.center(index);
      return svg("circle", {
        class: "point", role: "gridcell", tabindex: "-1", "aria-colindex": (index % width) + 1, "data-point": this.name(index),
        cx, cy, r: 12.6,
      });
    });
    for (let y = 0; y < height; y += 1) {
      targets.append(svg("g", { role: "row", "aria-rowindex": y + 1 }, ...this.cells.slice(width * y, width * (y + 1))));
    }
    this.picture.append(this.frame, targets);
    this.cursor = ((height - 1) >> 1) * width + ((width - 1) >> 1);
    this.select(this.point);
    if (hadFocus) this.focus();
  }

  #chosen(event, explain) {
    const name = event.target.dataset?.point;
    if (!name) return;
    this.select(name);
    this.onPoint(name, explain, true);
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) {
      const limited = (value, side) => Math.max(0, Math.min(side - 1, value));
      const x = limited((this.cursor % this.width) + step[0], this.width);
      const y = limited(Math.floor(this.cursor / this.width) + step[1], this.height);
      this.select(this.name(y * this.width + x));
      this.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.onPoint(this.point, false, false);
    } else {
      return;
    }
    event.preventDefault();
  }
}
