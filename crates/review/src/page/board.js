// SPDX-License-Identifier: MIT OR Apache-2.0
// The board as SVG: grid, layers, stones and marks. Knows nothing of moves and values.
"use strict";

const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const STATUS = {
  alive: ["#009e73", "", "circle"], unknown: ["#fff25a", "?", "square"], weak: ["#e3a008", "~", "down"],
  critical: ["#d05206", "!", "up"], dead: ["#6cbcff", "", "cross"],
};
const STEP = 26, MARGIN = 34;

/** An element of SVG with these attributes. */
function svg(name, attributes = {}, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

class Board {
  constructor(parent, width, height) {
    this.width = width;
    this.height = height;
    this.parent = parent;
    const w = 2 * MARGIN + STEP * (width - 1), h = 2 * MARGIN + STEP * (height - 1);
    this.svg = svg("svg", { viewBox: `0 0 ${w} ${h}`, "aria-hidden": "true" });
    this.svg.append(svg("rect", { width: w, height: h, rx: 4, style: "fill:var(--wood)" }), this.grid());
    this.layers = svg("g");
    this.svg.append(this.layers);
    parent.append(this.svg);
  }

  at(index) { return [MARGIN + STEP * (index % this.width), MARGIN + STEP * Math.floor(index / this.width)]; }

  /** The index of a point by its name, such as Q16; -1 for a pass. */
  index(vertex) {
    const x = COLUMNS.indexOf(vertex[0]), row = Number(vertex.slice(1));
    return vertex === "pass" || x < 0 ? -1 : (this.height - row) * this.width + x;
  }

  /** `Q16` of an index. */
  vertex(index) { return COLUMNS[index % this.width] + (this.height - Math.floor(index / this.width)); }

  grid() {
    const group = svg("g", { stroke: "#24201c", "font-family": "sans-serif", "font-size": 11, "text-anchor": "middle" });
    const right = MARGIN + STEP * (this.width - 1), bottom = MARGIN + STEP * (this.height - 1);
    const label = (x, y, text) => group.append(svg("text", { x, y: y + 4, fill: "#24201c", stroke: "none" }, text));
    for (let i = 0; i < this.width; i++) {
      const x = MARGIN + STEP * i;
      group.append(svg("line", { x1: x, x2: x, y1: MARGIN, y2: bottom }));
      label(x, MARGIN - 20, COLUMNS[i]);
      label(x, bottom + 20, COLUMNS[i]);
    }
    for (let i = 0; i < this.height; i++) {
      const y = MARGIN + STEP * i;
      group.append(svg("line", { x1: MARGIN, x2: right, y1: y, y2: y }));
      label(MARGIN - 22, y, this.height - i);
      label(right + 22, y, this.height - i);
    }
    for (const index of this.stars()) {
      const [cx, cy] = this.at(index);
      group.append(svg("circle", { cx, cy, r: 2.6, fill: "#24201c" }));
    }
    return group;
  }

  stars() {
    const axis = side => {
      const near = side >= 13 ? 3 : 2;
      return { corners: side >= 7 ? [near, side - 1 - near] : [], middle: side % 2 ? [(side - 1) / 2] : [] };
    };
    const x = axis(this.width), y = axis(this.height), shorter = Math.min(this.width, this.height);
    const pairs = (a, b) => a.flatMap(column => b.map(row => row * this.width + column));
    let stars = pairs(x.corners, y.corners);
    if (shorter >= 7) stars = stars.concat(pairs(x.middle, y.middle));
    if (shorter >= 15) stars = stars.concat(pairs(x.corners, y.middle), pairs(x.middle, y.corners));
    return [...new Set(stars)];
  }

  /** Draws stones (`X`, `O`, `.` for each point) with what belongs on them. */
  draw({ stones, ownership, influence, groups, numbers = new Map(), labels = [], last = -1, severity = "" }) {
    const group = svg("g");
    const map = ownership || influence;
    const stoneOf = { X: ["#101010", "#fbfbfb"], O: ["#fbfbfb", "#101010"] };
    for (let i = 0; i < stones.length; i++) {
      const [x, y] = this.at(i), fill = stoneOf[stones[i]];
      if (fill) group.append(svg("circle", { cx: x, cy: y, r: 12.4, fill: fill[0], stroke: "#24201c" }));
      if (map) this.level(group, map.charCodeAt(i) - 74, x, y, fill, Boolean(groups));
      if (numbers.has(i)) this.text(group, x, y, numbers.get(i), fill ? fill[1] : "#101010", 11);
    }
    if (groups) for (const of of groups) this.group(group, of);
    if (last >= 0) {
      const [x, y] = this.at(last);
      const stroke = severity ? `var(--on-stone-${severity}, #e02020)` : "#2f80ed";
      group.append(svg("circle", { cx: x, cy: y, r: groups ? 10.6 : 6, fill: "none", stroke, "stroke-width": 2.4 }));
    }
    for (const [index, text] of labels) {
      const [x, y] = this.at(index);
      group.append(svg("circle", { cx: x, cy: y, r: 10, fill: "#1a5fb4", stroke: "#fff", "stroke-width": 1.5 }));
      this.text(group, x, y, text, "#fff", 13);
    }
    this.layers.replaceChildren(group);
  }

  /** A square of a side's colour, the larger the surer: -9 White's to 9 Black's. Small ones count as nobody's, and a stone on a point of
      its own side has none. It makes room for the letter of a group. */
  level(group, level, x, y, stone, hasLetter) {
    const isOwn = stone && (stone[0] === "#101010") === (level > 0);
    if (Math.abs(level) < 2 || isOwn) return;
    let side = 4 + Math.abs(level);
    if (stone && hasLetter) {
      [x, y, side] = [x + 7, y - 7, 7];
    }
    group.append(svg("rect", {
      x: x - side / 2, y: y - side / 2, width: side, height: side, fill: level > 0 ? "#101010" : "#fbfbfb",
      stroke: level > 0 ? "#fbfbfb" : "#101010", "stroke-width": 0.7,
    }));
  }

  /** The letter of a group on each of its stones, with a badge that has the colour and the shape of its status. */
  group(group, { letter, color, stones, standing }) {
    const ink = color === "black" ? "#fbfbfb" : "#101010";
    const [fill, mark, shape] = STATUS[standing];
    for (const vertex of stones) {
      const [x, y] = this.at(this.index(vertex));
      this.text(group, x - 1.5, y - 1.5, letter, ink, 12);
      const bx = x + 7, by = y + 7, r = 4.6;
      const path = {
        square: `M${bx - r} ${by - r}h${2 * r}v${2 * r}h${-2 * r}z`,
        up: `M${bx} ${by - 1.3 * r}L${bx + 1.25 * r} ${by + r}H${bx - 1.25 * r}z`,
        down: `M${bx} ${by + 1.3 * r}L${bx + 1.25 * r} ${by - r}H${bx - 1.25 * r}z`,
        cross: `M${bx - r} ${by - r}L${bx + r} ${by + r}M${bx + r} ${by - r}L${bx - r} ${by + r}`,
      }[shape];
      if (shape === "circle") group.append(svg("circle", { cx: bx, cy: by, r: r - 0.6, fill, stroke: ink, "stroke-width": 0.8 }));
      else if (shape === "cross") {
        group.append(svg("path", { d: path, stroke: "#101010", "stroke-width": 4.2 }), svg("path", { d: path, stroke: fill, "stroke-width": 2.6 }));
      } else group.append(svg("path", { d: path, fill, stroke: ink, "stroke-width": 0.8 }));
      if (mark) this.text(group, bx, by, mark, "#101010", 8);
    }
  }

  text(group, x, y, text, fill, size) {
    group.append(svg("text", {
      x, y: y + size * 0.36, fill, "font-size": size, "font-family": "sans-serif", "font-weight": 600, "text-anchor": "middle",
    }, text));
  }
}

/** The stones after a move: captured ones are taken off, those of the other side first. */
function play(stones, width, index, stone) {
  const board = [...stones];
  board[index] = stone;
  const beside = i => [i - width, i + width, i % width ? i - 1 : -1, (i + 1) % width ? i + 1 : -1]
    .filter(n => n >= 0 && n < board.length);
  const capture = start => {
    const string = [start], seen = new Set(string);
    for (const i of string) for (const n of beside(i)) {
      if (board[n] === ".") return;
      if (board[n] === board[start] && !seen.has(n)) { seen.add(n); string.push(n); }
    }
    for (const i of string) board[i] = ".";
  };
  for (const n of beside(index)) if (board[n] !== "." && board[n] !== stone) capture(n);
  capture(index);
  return board.join("");
}
