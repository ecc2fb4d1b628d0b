/** The page itself: its elements by name, and what is drawn into them. Data only ever becomes text, never markup. */
import { Fragment, h, render, type ComponentChild } from "preact";

/** Counts the drawings. */
let drawn = 0;

/** @throws Error when the page has no such element, which is a fault of the page. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element #${id}`);
  return element;
}

/**
 * Replaces everything in an element. Nothing of the last drawing is used again, although the library could: a finger that went
 * down on a key which is no longer there presses nothing, whatever stands in its place, and every box is measured afresh.
 */
export function drawInto(element: Element, ...children: readonly ComponentChild[]): void {
  drawn += 1;
  render(h(Fragment, { key: drawn }, ...children), element);
}
