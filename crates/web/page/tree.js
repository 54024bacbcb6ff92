// SPDX-License-Identifier: MIT OR Apache-2.0

// The tree of the game and its variations: the game is the first row, and each variation has a row below the
// move before it.

import { svg } from "./board.js";
import { capital, find } from "./dom.js";

const CELL = 24;
const RADIUS = 9.5;
const ROOT = -1;

export class MoveTree {
  // `onChoose(place)` is called with the number of moves of the game and the moves of the variation after
  // them.
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.picture = find("#tree-picture");
    this.fill([], 0);
    this.picture.addEventListener("click", (event) => this.#clicked(event));
    this.picture.addEventListener("keydown", (event) => this.#key(event));
  }

  // Takes the moves of the server. `before` is the index of the move before, null at the beginning.
  fill(moves, leftOut) {
    this.nodes = moves.map(({ before, color, move, has_comment: hasComment, is_game: isGame }, index) => (
      { index, before: before ?? ROOT, color, move, hasComment, isGame, next: [] }));
    this.root = { index: ROOT, next: [], depth: 0, isGame: true };
    for (const node of this.nodes) {
      const before = this.#node(node.before);
      node.depth = before.depth + 1;
      before.next.push(node.index);
    }
    find("#tree").hidden = this.nodes.every(({ isGame }) => isGame);
    find("#tree-left-out").textContent = leftOut ? `${leftOut} more moves are not drawn.` : "";
    this.shown = null;
    this.#place();
    this.#draw();
  }

  // The index of the node that a line of moves leads to; null if the tree does not have it.
  find(line) {
    let node = this.root;
    for (const [color, move] of line) {
      const next = node.next.find((index) => this.nodes[index].color === color && this.nodes[index].move === move);
      if (next === undefined) return null;
      node = this.nodes[next];
    }
    return node.index;
  }

  // The moves after a node, the first line first.
  after(index) { return index === null ? [] : this.#node(index).next.map((next) => this.nodes[next]); }

  // Marks a node as displayed.
  show(index) {
    if (this.shown === index || find("#tree").hidden) return;
    this.shown = index;
    for (const item of this.items.values()) { item.removeAttribute("aria-selected"); item.setAttribute("tabindex", "-1"); }
    const item = this.items.get(index ?? ROOT);
    if (!item) return;
    item.setAttribute("tabindex", "0");
    if (index === null) return;
    item.setAttribute("aria-selected", "true");
    if (this.picture.contains(document.activeElement)) item.focus({ preventScroll: true });
    const box = this.picture.parentElement;
    const { depth, row } = this.#node(index);
    box.scrollLeft = depth * CELL - box.clientWidth / 2;
    box.scrollTop = row * CELL - box.clientHeight / 2;
  }

  #node(index) { return index === ROOT ? this.root : this.nodes[index]; }

  // Gives each node its row. A variation takes the first row that is free from its beginning to its end.
  // Variations of later moves come first, so that no line crosses another one.
  #place() {
    const rows = [];
    const isFree = (row, from, to) => !(rows[row] ?? []).some(([start, end]) => from <= end && start <= to);
    const open = [{ first: ROOT, row: 0 }];
    while (open.length) {
      const { first, row: above } = open.pop();
      const line = [this.#node(first)];
      while (line.at(-1).next.length) line.push(this.nodes[line.at(-1).next[0]]);
      const [from, to] = [line[0].depth - 1, line.at(-1).depth];
      let row = above;
      while (!isFree(row, from, to)) row += 1;
      const take = (at, last) => (rows[at] ??= []).push([from, last]);
      take(row, to);
      // The line down to it keeps its column.
      for (let between = above; between < row; between += 1) take(between, from);
      for (const node of line) {
        node.row = row;
        // The last one is placed first.
        for (const next of node.next.slice(1).reverse()) open.push({ first: next, row: row + 1 });
      }
    }
    this.width = Math.max(0, ...this.nodes.map(({ depth }) => depth)) + 1;
    this.height = Math.max(1, rows.length);
  }

  #draw() {
    const [width, height] = [this.width * CELL + 8, this.height * CELL + 8];
    for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) this.picture.setAttribute(name, value);
    const at = ({ depth, row }) => [depth * CELL + CELL / 2 + 4, row * CELL + CELL / 2 + 4];
    const joins = this.nodes.map((node) => {
      const [[x0, y0], [x, y]] = [at(this.#node(node.before)), at(node)];
      return y === y0 ? `M${x0} ${y0}H${x}` : `M${x0} ${y0}V${y - CELL / 2}L${x0 + CELL / 2} ${y}H${x}`;
    });
    this.items = new Map([this.root, ...this.nodes].map((node) => [node.index, this.#item(node, at(node))]));
    this.picture.replaceChildren(svg("path", { class: "joins", d: joins.join(""), "aria-hidden": true }), ...this.items.values());
  }

  #item(node, [cx, cy]) {
    const isRoot = node.index === ROOT;
    const words = isRoot ? "The beginning" : [`${node.depth}`, `${capital(node.color)} ${node.move}`,
      ...(node.isGame ? [] : ["variation"]), ...(node.hasComment ? ["comment"] : [])].join(", ");
    const item = svg("g", { role: "treeitem", tabindex: -1, "aria-label": words, "aria-level": node.depth + 1, "data-node": node.index,
      class: isRoot ? "root" : node.color });
    item.append(svg("rect", { class: "chosen", x: cx - 11.5, y: cy - 11.5, width: 23, height: 23, rx: 4 }));
    if (isRoot) item.append(svg("path", { class: "start", d: `M${cx - 5} ${cy - 5}h10v10h-10Z` }));
    else {
      item.append(svg("circle", { cx, cy, r: RADIUS }), svg("text", { x: cx, y: cy + 3.4, "text-anchor": "middle", "font-size": node.depth > 99 ? 8 : 9.5 }, String(node.depth)));
    }
    if (node.hasComment) item.append(svg("circle", { class: "comment", cx: cx + 8, cy: cy - 8, r: 3.4 }));
    return item;
  }

  // The moves from the beginning to a node, as a place.
  #placeOf(index) {
    const line = [];
    for (let node = this.#node(index); node !== this.root; node = this.#node(node.before)) line.unshift(node);
    const moves = line.filter(({ isGame }) => isGame).length;
    return { moves, tried: line.slice(moves).map(({ color, move }) => [color, move]) };
  }

  #clicked(event) {
    const index = event.target.closest("[data-node]")?.dataset.node;
    if (index !== undefined) this.#choose(Number(index));
  }

  #choose(index) {
    this.items.get(index).focus({ preventScroll: true });
    this.onChoose(this.#placeOf(index));
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const index = Number(event.target.closest("[data-node]")?.dataset.node ?? ROOT);
    const node = this.#node(index);
    const beside = (by) => {
      const all = index === ROOT ? [ROOT] : this.#node(node.before).next;
      return all[all.indexOf(index) + by];
    };
    const to = { ArrowLeft: node.before, ArrowRight: node.next[0], ArrowUp: beside(-1), ArrowDown: beside(1), Enter: index, " ": index };
    if (!(event.key in to)) return;
    event.preventDefault();
    if (to[event.key] !== undefined) this.#choose(to[event.key]);
  }
}
