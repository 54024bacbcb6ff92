// SPDX-License-Identifier: MIT OR Apache-2.0
// The values of all positions as two curves: Black's win rate from 0 to 1, and Black's lead on a scale of its
// own.

class Graph {
  /** Calls `go` with the index of the chosen position. */
  constructor(parent, review, go) {
    const w = 560, h = 190;
    this.left = 36; this.right = w - 40; this.top = 12; this.bottom = h - 24;
    this.count = Math.max(1, review.positions.length - 1);
    this.svg = svg("svg", { viewBox: `0 0 ${w} ${h}`, role: "img",
      "aria-label": "Black's win rate and lead after each move. The list of moves below leads to each of them." });
    const leads = review.positions.flatMap(p => p.value ? [Math.abs(p.value.lead)] : []);
    this.scale = Math.max(10, Math.ceil(Math.max(0, ...leads) / 10) * 10);
    this.axes(review.first);
    this.curve(review, "var(--points)", value => this.lead(value.lead), 1.4);
    this.curve(review, "var(--wins)", value => this.rate(value.win_rate), 2.2);
    this.dots(review);
    this.cursor = svg("line", { y1: this.top, y2: this.bottom, stroke: "currentColor", "stroke-width": 1.5 });
    this.svg.append(this.cursor);
    this.svg.addEventListener("click", event => {
      const box = this.svg.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width * w;
      const index = Math.round((x - this.left) / (this.right - this.left) * this.count);
      go(Math.min(this.count, Math.max(0, index)));
    });
    parent.append(this.svg);
  }

  x(index) { return this.left + (this.right - this.left) * index / this.count; }
  rate(share) { return this.bottom - (this.bottom - this.top) * share; }
  lead(points) { return this.rate(0.5 + 0.5 * points / this.scale); }

  axes(first) {
    const text = (x, y, words, anchor, fill) => this.svg.append(svg("text",
      { x, y: y + 4, "text-anchor": anchor, "font-size": 11, "font-family": "sans-serif", style: `fill:${fill}` }, words));
    for (const share of [0, 0.5, 1]) {
      const y = this.rate(share);
      this.svg.append(svg("line", { x1: this.left, x2: this.right, y1: y, y2: y, style: "stroke:var(--line)" }));
      text(this.left - 5, y, `${100 * share} %`, "end", "var(--wins)");
      const points = this.scale * (2 * share - 1);
      text(this.right + 5, y, points > 0 ? `+${points}` : points, "start", "var(--points)");
    }
    const every = [1, 2, 5, 10, 20, 50, 100, 200].find(n => this.count / n <= 10) || 500;
    for (let i = 0; i <= this.count; i++) {
      const number = first - 1 + i;
      if (number % every === 0) text(this.x(i), this.bottom + 12, number, "middle", "var(--soft)");
    }
  }

  curve(review, stroke, y, width) {
    const d = [];
    review.positions.forEach((position, i) => {
      if (position.value) d.push(`${d.length ? "L" : "M"}${this.x(i).toFixed(1)} ${y(position.value).toFixed(1)}`);
    });
    this.svg.append(svg("path", { d: d.join(""), fill: "none", style: `stroke:${stroke}`, "stroke-width": width, "stroke-linejoin": "round" }));
  }

  dots(review) {
    review.moves.forEach((move, i) => {
      const value = review.positions[i + 1].value;
      if (move.severity === "fine" || !value) return;
      const r = { blunder: 5, mistake: 4, inaccuracy: 3 }[move.severity];
      const dot = svg("circle", { cx: this.x(i + 1), cy: this.rate(value.win_rate), r, style: `fill:var(--${move.severity});stroke:var(--paper)` });
      dot.append(svg("title", {}, move.headline));
      this.svg.append(dot);
    });
  }

  show(index) {
    this.cursor.setAttribute("x1", this.x(index));
    this.cursor.setAttribute("x2", this.x(index));
  }
}
