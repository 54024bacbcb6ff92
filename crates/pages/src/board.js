// SPDX-License-Identifier: MIT OR Apache-2.0

// The board as SVG, on the grid of Katachi's other pictures, so that marks from the server fit on it. A point
// is an index, row by row from the top left, or a name such as Q16.

const STEP = 26;
const MARGIN = 34;
const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const SVG = "http://www.w3.org/2000/svg";
const INK = "#24201c";

// Colours of the stones `X` and `O` and of what is written on them.
export const STONES = {
  X: { name: "black", fill: "#101010", ink: "#fbfbfb" },
  O: { name: "white", fill: "#fbfbfb", ink: "#101010" },
};

// An element of SVG with these attributes and children.
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// The grid and the stones. The pages add their own layers.
export class Board {
  // Draws an empty board into an SVG element, with the layers of these names from the lowest to the highest;
  // `lines` stands for the grid. `stars` are the names of the points with dots.
  draw(picture, width, height, stars, layers) {
    Object.assign(this, { picture, width, height });
    const [right, bottom] = this.center(width * height - 1);
    const wood = svg("rect", { width: right + MARGIN, height: bottom + MARGIN, rx: 4, fill: "var(--wood)" });
    picture.setAttribute("viewBox", `0 0 ${right + MARGIN} ${bottom + MARGIN}`);
    this.layers = {};
    for (const name of layers) this.layers[name] = svg("g", { class: name, "aria-hidden": true });
    this.layers.lines.append(this.#lines(right, bottom), this.#labels(right, bottom));
    for (const star of stars) {
      const [cx, cy] = this.center(this.index(star));
      this.layers.lines.append(svg("circle", { cx, cy, r: 2.6, fill: INK }));
    }
    picture.replaceChildren(wood, ...Object.values(this.layers));
  }

  #lines(right, bottom) {
    const path = [];
    for (let x = MARGIN; x <= right; x += STEP) path.push(`M${x} ${MARGIN}V${bottom}`);
    for (let y = MARGIN; y <= bottom; y += STEP) path.push(`M${MARGIN} ${y}H${right}`);
    return svg("path", { d: path.join(""), stroke: INK, fill: "none" });
  }

  #labels(right, bottom) {
    const group = svg("g", { fill: INK, "font-family": "sans-serif", "font-size": 11, "text-anchor": "middle" });
    const label = (x, y, text) => group.append(svg("text", { x, y: y + 4 }, text));
    for (let i = 0; i < this.width; i += 1) for (const y of [MARGIN - 20, bottom + 20]) label(MARGIN + STEP * i, y, COLUMNS[i]);
    for (let i = 0; i < this.height; i += 1) for (const x of [MARGIN - 22, right + 22]) label(x, MARGIN + STEP * i, String(this.height - i));
    return group;
  }

  // The coordinates of a point.
  center(index) { return [MARGIN + STEP * (index % this.width), MARGIN + STEP * Math.floor(index / this.width)]; }

  name(index) { return COLUMNS[index % this.width] + (this.height - Math.floor(index / this.width)); }

  // The index of a name, -1 for a pass and for no name.
  index(name) {
    if (!name || name === "pass") return -1;
    return (this.height - Number(name.slice(1))) * this.width + COLUMNS.indexOf(name[0]);
  }

  // The circles of the stones: `cells` has `X`, `O` or `.` for each point. Dead stones are pale.
  stones(cells, isDead = () => false) {
    return [...cells].flatMap((cell, index) => {
      const stone = STONES[cell];
      if (!stone) return [];
      const [cx, cy] = this.center(index);
      return [svg("circle", { cx, cy, r: 12.4, fill: stone.fill, stroke: INK, opacity: isDead(index) ? 0.5 : 1 })];
    });
  }
}
