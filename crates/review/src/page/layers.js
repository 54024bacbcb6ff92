// SPDX-License-Identifier: MIT OR Apache-2.0
// The board of a review: stones with the layers and marks of a position.

const STATUS = {
  alive: ["#009e73", "", "circle"], unknown: ["#fff25a", "?", "square"], weak: ["#e3a008", "~", "down"],
  critical: ["#d05206", "!", "up"], dead: ["#6cbcff", "", "cross"],
};

class ReviewBoard extends Board {
  constructor(parent, width, height) {
    super();
    parent.append(svg("svg", { "aria-hidden": "true" }));
    this.draw(parent.lastChild, width, height, parent.dataset.stars.split(" ").filter(Boolean), ["lines", "marks"]);
  }

  /** Shows stones (`X`, `O`, `.` for each point) with their marks. */
  show({ stones, ownership, influence, groups, numbers = new Map(), labels = [], last = -1, isBad = false }) {
    const layer = this.layers.marks, map = ownership || influence;
    layer.replaceChildren(...this.stones(stones));
    for (let i = 0; i < stones.length; i++) {
      const [x, y] = this.center(i), stone = stones[i];
      if (map) this.level(map.charCodeAt(i) - 74, x, y, stone, Boolean(groups));
      if (numbers.has(i)) this.text(x, y, numbers.get(i), STONES[stone]?.ink ?? "#101010", 11);
    }
    if (groups) for (const group of groups) this.group(group);
    if (last >= 0) {
      const [x, y] = this.center(last);
      const stroke = isBad ? "#e02020" : "#2f80ed";
      layer.append(svg("circle", { cx: x, cy: y, r: groups ? 10.6 : 6, fill: "none", stroke, "stroke-width": 2.4 }));
    }
    for (const [index, text] of labels) {
      const [x, y] = this.center(index);
      layer.append(svg("circle", { cx: x, cy: y, r: 10, fill: "#1a5fb4", stroke: "#fff", "stroke-width": 1.5 }));
      this.text(x, y, text, "#fff", 13);
    }
  }

  /** A square of a side's colour that grows with the level, -9 (White's) to 9 (Black's). Low levels count as nobody's. A stone on a
      point of its own side has none. The square leaves room for the letter of a group. */
  level(level, x, y, stone, hasLetter) {
    const owner = STONES[level > 0 ? "X" : "O"];
    if (Math.abs(level) < 2 || STONES[stone] === owner) return;
    let side = 4 + Math.abs(level);
    if (STONES[stone] && hasLetter) [x, y, side] = [x + 7, y - 7, 7];
    this.layers.marks.append(svg("rect", {
      x: x - side / 2, y: y - side / 2, width: side, height: side, fill: owner.fill, stroke: owner.ink, "stroke-width": 0.7,
    }));
  }

  /** The letter of a group on each of its stones, with a badge that has the colour and the shape of its status. */
  group({ letter, color, stones, status }) {
    const { ink } = STONES[color === "black" ? "X" : "O"], [fill, mark, shape] = STATUS[status.replace("likely ", "")], r = 4.6;
    for (const name of stones) {
      const [x, y] = this.center(this.index(name)), bx = x + 7, by = y + 7;
      this.text(x - 1.5, y - 1.5, letter, ink, 12);
      const d = {
        square: `M${bx - r} ${by - r}h${2 * r}v${2 * r}h${-2 * r}z`,
        up: `M${bx} ${by - 1.3 * r}L${bx + 1.25 * r} ${by + r}H${bx - 1.25 * r}z`,
        down: `M${bx} ${by + 1.3 * r}L${bx + 1.25 * r} ${by - r}H${bx - 1.25 * r}z`,
        cross: `M${bx - r} ${by - r}L${bx + r} ${by + r}M${bx + r} ${by - r}L${bx - r} ${by + r}`,
      }[shape];
      const badge = shape === "circle" ? [svg("circle", { cx: bx, cy: by, r: r - 0.6, fill, stroke: ink, "stroke-width": 0.8 })]
        : shape === "cross" ? [["#101010", 4.2], [fill, 2.6]].map(([stroke, width]) => svg("path", { d, stroke, "stroke-width": width }))
        : [svg("path", { d, fill, stroke: ink, "stroke-width": 0.8 })];
      this.layers.marks.append(...badge);
      if (mark) this.text(bx, by, mark, "#101010", 8);
    }
  }

  text(x, y, text, fill, size) {
    this.layers.marks.append(svg("text", {
      x, y: y + size * 0.36, fill, "font-size": size, "font-family": "sans-serif", "font-weight": 600, "text-anchor": "middle",
    }, text));
  }
}

/** Returns the stones after a move, without captured ones. */
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
