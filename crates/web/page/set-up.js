// SPDX-License-Identifier: MIT OR Apache-2.0

// A position that is set up by hand, from the shown one, and opened as a record.

import { find } from "./dom.js";

const SIGNS = { black: "X", white: "O", empty: "." };
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

export class SetUp {
  // `onChange()` is called after each change of the position.
  constructor(board, onChange) {
    this.board = board;
    this.onChange = onChange;
    this.position = null;
    this.panel = find("#set-up");
    find('[name="first"]', this.panel).addEventListener("change", () => this.#setFirst());
  }

  get isOpen() { return this.position !== null; }

  // Begins with a position.
  open(position, state) {
    this.position = { ...position, rows: [...position.rows], last: null, comment: null, marks: [] };
    this.rules = state.rules;
    this.komi = state.komi;
    find('[name="first"]', this.panel).value = position.to_move;
    this.panel.hidden = false;
    find('[name="stone"]', this.panel).focus();
    this.onChange();
  }

  close() {
    this.position = null;
    this.panel.hidden = true;
    this.onChange();
  }

  // Puts the chosen stone on a point, or takes the same one away.
  put(name) {
    const sign = SIGNS[find('[name="stone"]', this.panel).value];
    const at = this.board.index(name);
    const [x, y] = [at % this.position.width, Math.floor(at / this.position.width)];
    const row = [...this.position.rows[y]];
    row[x] = row[x] === sign ? "." : sign;
    this.position.rows[y] = row.join("");
    this.onChange();
  }

  clear() {
    this.position.rows = this.position.rows.map((row) => ".".repeat(row.length));
    this.onChange();
  }

  // The position as a record.
  record() {
    const { width, height, rows, to_move: first } = this.position;
    const points = (sign) => rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === sign ? [`[${LETTERS[x]}${LETTERS[y]}]`] : [])));
    const stones = (name, sign) => (points(sign).length ? name + points(sign).join("") : "");
    const size = width === height ? width : `${width}:${height}`;
    const rules = String(this.rules).replace(/[\]\\]/g, "");
    return `(;GM[1]FF[4]SZ[${size}]KM[${this.komi}]RU[${rules}]${stones("AB", "X")}${stones("AW", "O")}PL[${first === "black" ? "B" : "W"}])`;
  }

  #setFirst() {
    this.position.to_move = find('[name="first"]', this.panel).value;
    this.onChange();
  }
}
