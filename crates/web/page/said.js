// SPDX-License-Identifier: MIT OR Apache-2.0

// What Katachi says about a position: its text, and a small board with the line that it expects.

import { Board, svg } from "./board.js";
import { capital, find, unbroken } from "./dom.js";
import { numbered } from "./stones.js";

const LAYERS = ["lines", "stones", "line"];

let drawn = null;
// What has come into view already.
let seen = null;

// Shows a hint, reasons or an estimate; null hides the section. A new text comes into view.
export function showSaid(said) {
  find(".said").hidden = !said;
  const text = unbroken(said?.text ?? "");
  if (find("#said").textContent !== text) find("#said").textContent = text;
  if (said && said !== seen) {
    seen = said;
    find("#said").scrollIntoView({ block: "nearest" });
  }
  if (said === drawn) return;
  drawn = said;
  const line = said?.line ?? null;
  find("#said-line").hidden = !line;
  if (line) drawLine(line);
}

function drawLine({ position, moves }) {
  const board = new Board();
  const picture = svg("svg", { class: "small", role: "img" });
  board.draw(picture, position.width, position.height, position.stars, LAYERS);
  board.layers.stones.replaceChildren(...board.stones(position.rows.join("")));
  board.layers.line.replaceChildren(...numbered(board, moves));
  const text = moves.map(([color, move], index) => `${index + 1} ${capital(color)} ${move}`).join(", ");
  picture.setAttribute("aria-label", `The expected line: ${text}`);
  find("#said-picture").replaceChildren(picture);
  find("#said-moves").textContent = text;
}
