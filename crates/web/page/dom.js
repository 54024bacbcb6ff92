// SPDX-License-Identifier: MIT OR Apache-2.0

// Short names for what every part of the page does with elements.

export const find = (selector, within = document) => within.querySelector(selector);
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// An element with properties and children; text is never read as HTML.
export function make(name, properties = {}, ...children) {
  const { data = {}, ...rest } = properties;
  const made = Object.assign(document.createElement(name), rest);
  Object.assign(made.dataset, data);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export const capital = (word) => word[0].toUpperCase() + word.slice(1);
