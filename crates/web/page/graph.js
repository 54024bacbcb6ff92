// SPDX-License-Identifier: MIT OR Apache-2.0

// Win rate and lead over the moves of the game, as a slider: a click, a drag or the arrow keys go to a move.

import { svg } from "./board.js";
import { find } from "./dom.js";

const WIDTH = 300;
const HEIGHT = 64;
// The scale of the lead reaches at least as far, in points.
const LEAST_LEAD = 20;

export const percent = (rate) => `${Math.round(rate)}\u00a0%`;

// `Black wins 54 %. Black leads by 3.4 points.` After few visits one side may have the better win rate and the
// other one the better score.
export function valueText(rate, lead) {
  const points = Math.abs(lead).toFixed(1);
  const leader = lead > 0 ? "Black" : "White";
  let text = `${leader} leads by ${points} ${points === "1.0" ? "point" : "points"}.`;
  if (points === "0.0") text = "Neither side leads.";
  else if ((rate - 50) * lead < 0) text = "It is not clear who leads.";
  return `Black wins ${percent(rate)}. ${text}`;
}

export class Graph {
  // `onMove(moves)` is called with the number of a move that the person wants to see.
  constructor(onMove) {
    this.slider = find("#graph-slider");
    this.onMove = onMove;
    this.drawn = "";
    const chosen = (event) => { if (event.buttons & 1) this.#chosen(event); };
    this.slider.addEventListener("pointerdown", (event) => {
      this.slider.setPointerCapture(event.pointerId);
      chosen(event);
    });
    this.slider.addEventListener("pointermove", chosen);
    this.slider.addEventListener("keydown", (event) => this.#key(event));
  }

  // Shows the values, with the cursor after that number of moves. `ended` is the result where it is the end of a
  // game.
  show(values, shown, onLine, ended) {
    this.values = values;
    this.shown = shown;
    find("#graph").hidden = values.length < 2;
    const drawn = JSON.stringify(values);
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.slider.replaceChildren(...this.#curves());
      this.cursor = svg("path", { class: "cursor" });
      this.slider.append(this.cursor);
    }
    const x = this.#x(shown);
    this.cursor.setAttribute("d", `M${x} 0V${HEIGHT}`);
    const open = values.filter((value) => !value).length;
    const value = values[shown];
    const text = ended || (value ? valueText(...value) : "Not evaluated yet.");
    const told = onLine ? `Move ${shown}: ${text}` : "The graph is about the moves of the game.";
    const rest = open ? ` Positions still to evaluate: ${open}.` : "";
    if (find("#graph-text").textContent !== told + rest) find("#graph-text").textContent = told + rest;
    this.slider.setAttribute("aria-valuemax", values.length - 1);
    this.slider.setAttribute("aria-valuenow", shown);
    this.slider.setAttribute("aria-valuetext", `Move ${shown}: ${text}`);
  }

  #x(moves) { return (WIDTH * moves) / Math.max(1, this.values.length - 1); }

  // Black's share is dark from below; the line of the lead is above the middle where Black leads.
  #curves() {
    const known = this.values.map((value, moves) => ({ value, x: this.#x(moves) })).filter(({ value }) => value);
    const ground = [svg("rect", { class: "ground", width: WIDTH, height: HEIGHT })];
    const middle = svg("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` });
    if (!known.length) return [...ground, middle];
    const most = Math.max(LEAST_LEAD, ...known.map(({ value }) => Math.abs(value[1])));
    const line = (y) => known.map(({ value, x }, index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y(value).toFixed(1)}`).join("");
    const rates = line(([rate]) => HEIGHT * (1 - rate / 100));
    const area = `${rates}V${HEIGHT}H${known[0].x.toFixed(1)}Z`;
    const leads = line(([, lead]) => (HEIGHT / 2) * (1 - lead / most));
    return [...ground, svg("path", { class: "rate", d: area }), middle, svg("path", { class: "lead", d: leads })];
  }

  #chosen(event) {
    const box = this.slider.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
    const moves = Math.round(share * (this.values.length - 1));
    if (moves !== this.shown) this.onMove(moves);
  }

  #key(event) {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.onMove(this.shown + by);
  }
}
