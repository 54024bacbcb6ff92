// SPDX-License-Identifier: MIT OR Apache-2.0

// The comment on the shown position, and the form in which it is written. The form stays with its position
// when the page shows another one.

import { request } from "./api.js";
import { find } from "./dom.js";

export class Comment {
  constructor(attempt) {
    this.edited = null;
    this.form = find("#comment-form");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      attempt(() => this.#save());
    });
    find('[data-act="cancel"]', this.form).addEventListener("click", () => this.#close());
  }

  // Shows the comment. `shown` names the position for the server, `moves` is the number of all moves before
  // it.
  show(comment, shown, moves) {
    Object.assign(this, { comment, shown, moves });
    this.#draw();
  }

  edit() {
    this.edited = this.shown;
    find("#comment-label").textContent = `Comment after move ${this.moves}`;
    const field = find("textarea", this.form);
    field.value = this.comment ?? "";
    this.#draw();
    field.focus();
  }

  async #save() {
    await request("comment", { at: this.edited, text: find("textarea", this.form).value });
    this.#close();
  }

  #close() {
    this.edited = null;
    this.#draw();
    find('[data-do="comment"]').focus();
  }

  #draw() {
    find("#comment").hidden = !this.comment && !this.edited;
    this.form.hidden = !this.edited;
    find("#comment-text").textContent = this.comment ?? "";
  }
}
