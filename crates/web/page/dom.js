// SPDX-License-Identifier: MIT OR Apache-2.0

// Short functions for elements.

export const find = (selector, within = document) => within.querySelector(selector);
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// Creates an element with properties and children. Text is never HTML.
export function make(name, properties = {}, ...children) {
  const { data = {}, ...rest } = properties;
  const made = Object.assign(document.createElement(name), rest);
  Object.assign(made.dataset, data);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export const capital = (word) => word[0].toUpperCase() + word.slice(1);

// A text without line breaks between a number and its percent sign.
export const unbroken = (text) => text.replaceAll(" %", "\u00a0%");
