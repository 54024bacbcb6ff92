// SPDX-License-Identifier: MIT OR Apache-2.0

// The board as SVG, on the grid of Katachi's other pictures, so that the marks that the server draws fit on it. Its points are cells of
// a grid with names; one of them can be reached by the key Tab, from which the arrow keys go on.

const STEP = 26;
const MARGIN = 34;
const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const SVG = "http://www.w3.org/2000/svg";

const at = (number) => MARGIN + STEP * number;

function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Groups of SVG as text, made elements.
export function parsed(text) {
  const whole = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  return [...whole.documentElement.children].map((child) => document.importNode(child, true));
}

// Which of `width` columns or rows have dots: see `is_star` of the crate katachi-pages.
function isStar(width, height, x, y) {
  const axis = (place, side) => {
    const near = side >= 13 ? 3 : 2;
    const corner = side >= 7 && (place === near || place === side - 1 - near);
    return [corner, side % 2 === 1 && place === (side - 1) / 2];
  };
  const [[cornerX, middleX], [cornerY, middleY]] = [axis(x, width), axis(y, height)];
  const shorter = Math.min(width, height);
  return (cornerX && cornerY) || (shorter >= 7 && middleX && middleY)
    || (shorter >= 15 && ((cornerX && middleY) || (middleX && cornerY)));
}

export class Board {
  // `onPoint(name, explain)` is called when a point is clicked or entered; with the secondary button it is to be explained.
  constructor(svg, onPoint) {
    this.svg = svg;
    this.onPoint = onPoint;
    this.width = this.height = 0;
    this.cursor = [0, 0];
    svg.addEventListener("click", (event) => this.#chosen(event, false));
    svg.addEventListener("contextmenu", (event) => { event.preventDefault(); this.#chosen(event, true); });
    svg.addEventListener("keydown", (event) => this.#key(event));
  }

  name(x, y) { return `${COLUMNS[x]}${this.height - y}`; }

  // The name of the point of the cursor.
  get point() { return this.name(...this.cursor); }

  place(name) {
    if (!name || name === "pass") return null;
    return [COLUMNS.indexOf(name[0]), this.height - Number(name.slice(1))];
  }

  // Shows the stones of a position. `ghost` is the colour of the stone that a click would play; `dead` are names of stones, `hint` is
  // the name of a point.
  show(position, { ghost = null, dead = [], hint = null } = {}) {
    if (position.width !== this.width || position.height !== this.height) this.#build(position.width, position.height);
    const isDead = new Set(dead);
    this.svg.dataset.ghost = ghost ?? "";
    this.stones.replaceChildren();
    this.own.replaceChildren();
    for (let y = 0; y < this.height; y += 1) {
      for (let x = 0; x < this.width; x += 1) {
        const name = this.name(x, y);
        const stone = { X: "black", O: "white" }[position.rows[y][x]];
        const words = [name, stone ? `${stone} stone` : "empty"];
        if (stone) {
          this.stones.append(element("circle", {
            class: `stone ${stone}${isDead.has(name) ? " dead" : ""}`, cx: at(x), cy: at(y), r: 12.2,
          }));
        }
        if (isDead.has(name)) words.push("dead");
        if (position.last === name) words.push("last move");
        if (hint === name) words.push("hint");
        this.cells[y][x].setAttribute("aria-label", words.join(", "));
        this.cells[y][x].classList.toggle("empty", !stone);
      }
    }
    for (const name of isDead) this.#mark(name, "dead", (x, y) => `M${x - 5} ${y - 5}l10 10m0 -10l-10 10`);
    this.#mark(position.last, "last", (x, y) => `M${x - 9.8} ${y}a9.8 9.8 0 1 0 19.6 0a9.8 9.8 0 1 0 -19.6 0`, position);
    this.#mark(hint, "hint", (x, y) => `M${x - 10} ${y}a10 10 0 1 0 20 0a10 10 0 1 0 -20 0`);
  }

  #mark(name, kind, path, position) {
    const place = this.place(name);
    if (!place) return;
    const stone = position && { X: "black", O: "white" }[position.rows[place[1]][place[0]]];
    this.own.append(element("path", { class: `mark ${kind} on-${stone ?? "wood"}`, d: path(at(place[0]), at(place[1])) }));
  }

  // Lays the marks that the server has drawn over the stones, and its grounds under the lines.
  overlay(view) {
    this.grounds.replaceChildren(...(view ? parsed(view.grounds) : []));
    this.marks.replaceChildren(...(view ? parsed(view.marks) : []));
  }

  focus() { this.#cell().focus({ preventScroll: true }); }

  // Moves the cursor to a point.
  select(name) {
    const place = this.place(name);
    if (!place) return;
    this.#cell().setAttribute("tabindex", "-1");
    this.cursor = place;
    this.#cell().setAttribute("tabindex", "0");
    this.#drawCursor();
  }

  #cell() { return this.cells[this.cursor[1]][this.cursor[0]]; }

  #drawCursor() {
    const [x, y] = [at(this.cursor[0]), at(this.cursor[1])];
    const corner = (dx, dy) => `M${x + 12.5 * dx} ${y + 6 * dy}V${y + 12.5 * dy}H${x + 6 * dx}`;
    this.frame.setAttribute("d", [corner(-1, -1), corner(1, -1), corner(-1, 1), corner(1, 1)].join(""));
  }

  #build(width, height) {
    Object.assign(this, { width, height });
    this.cursor = [(width - 1) >> 1, (height - 1) >> 1];
    const [right, bottom] = [at(width - 1), at(height - 1)];
    this.svg.setAttribute("viewBox", `0 0 ${right + MARGIN} ${bottom + MARGIN}`);
    this.svg.setAttribute("aria-label", `Go board, ${width} by ${height}`);
    this.svg.setAttribute("aria-rowcount", height);
    this.svg.setAttribute("aria-colcount", width);
    const [lines, names] = [element("g", { class: "lines" }), element("g", { class: "names", "aria-hidden": true })];
    const targets = element("g", { class: "points", role: "presentation" });
    this.cells = [];
    for (let x = 0; x < width; x += 1) {
      lines.append(element("path", { d: `M${at(x)} ${at(0)}V${bottom}` }));
      for (const y of [at(0) - 20, bottom + 20]) names.append(element("text", { x: at(x), y: y + 4 }, COLUMNS[x]));
    }
    for (let y = 0; y < height; y += 1) {
      lines.append(element("path", { d: `M${at(0)} ${at(y)}H${right}` }));
      for (const x of [at(0) - 22, right + 22]) names.append(element("text", { x, y: at(y) + 4 }, String(height - y)));
      const row = element("g", { role: "row", "aria-rowindex": y + 1 });
      this.cells.push([]);
      for (let x = 0; x < width; x += 1) {
        if (isStar(width, height, x, y)) lines.append(element("circle", { cx: at(x), cy: at(y), r: 2.6 }));
        const cell = element("circle", {
          class: "point", role: "gridcell", tabindex: "-1", "aria-colindex": x + 1, "data-point": this.name(x, y),
          cx: at(x), cy: at(y), r: 12.6,
        });
        row.append(cell);
        this.cells[y].push(cell);
      }
      targets.append(row);
    }
    const group = (name) => element("g", { class: name, "aria-hidden": true });
    [this.grounds, this.stones, this.marks, this.own] = ["grounds", "stones", "overlay", "own"].map(group);
    this.frame = element("path", { class: "frame" });
    const wood = element("rect", {
      class: "wood", x: at(0) - 14, y: at(0) - 14, width: right - at(0) + 28, height: bottom - at(0) + 28, rx: 3,
    });
    this.svg.replaceChildren(wood, this.grounds, lines, names, this.stones, this.own, this.marks, this.frame, targets);
    this.#cell().setAttribute("tabindex", "0");
    this.#drawCursor();
  }

  #chosen(event, explain) {
    const name = event.target.dataset?.point;
    if (!name) return;
    this.select(name);
    this.onPoint(name, explain);
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) {
      const limited = (value, side) => Math.max(0, Math.min(side - 1, value));
      this.select(this.name(limited(this.cursor[0] + step[0], this.width), limited(this.cursor[1] + step[1], this.height)));
      this.#cell().focus({ preventScroll: true });
    } else if (event.key === "Enter" || event.key === " ") {
      this.onPoint(this.point, false);
    } else {
      return;
    }
    event.preventDefault();
  }
}
