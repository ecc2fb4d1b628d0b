/** The page itself: its elements by name, and what is drawn into them. Data only ever becomes text, never markup. */
import { Fragment, h, render, type ComponentChild } from "preact";

/** Says in which language the page is. The browser styles the whole page anew whenever that is said, the same language or another one. */
export function speakIn(language: string): void {
  if (document.documentElement.lang !== language) document.documentElement.lang = language;
}

/** Counts the drawings. */
let drawn = 0;

/** @throws Error when the page has no such element, which is a fault of the page. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element #${id}`);
  return element;
}

/** What each element was drawn with, as text. */
const drawnWith = new WeakMap<Element, string>();

/**
 * Replaces everything in an element. Nothing of the last drawing is used again, although the library could: a finger that went
 * down on a key which is no longer there presses nothing, whatever stands in its place, and every box is measured afresh.
 */
export function drawInto(element: Element, ...children: readonly ComponentChild[]): void {
  const [giveFocusBack, selectAgain] = [keptFocus(element), keptSelection(element)];
  drawn += 1;
  drawnWith.delete(element);
  render(h(Fragment, { key: drawn }, ...children), element);
  giveFocusBack();
  selectAgain();
}

/** The library's own fields of an element, which begin so, are otherwise each time. */
const withoutOwn = (key: string, value: unknown): unknown => (key.startsWith("__") ? undefined : value);

/** Draws into an element, unless the very same stands there: what somebody reads, marks or has open stays as it is. */
export function drawChanged(element: Element, ...children: readonly ComponentChild[]): void {
  const now = JSON.stringify(children, withoutOwn);
  if (drawnWith.get(element) === now) return;
  drawInto(element, ...children);
  drawnWith.set(element, now);
}

/** What tells an element of a drawing from its neighbours: its name for scripts, what it stands for, or its words. */
export function markOf(one: HTMLElement): string {
  const data = JSON.stringify(one.dataset);
  return `${one.tagName} ${one.id} ${data} ${one.id === "" && data === "{}" ? one.textContent : ""}`;
}

/** Gives the focus back to what had it, where the new drawing has the like, and a field its place among the letters. */
function keptFocus(element: Element): () => void {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === element || !element.contains(active)) return () => {};
  const alike = () =>
    [...element.querySelectorAll<HTMLElement>(active.tagName)].filter((one) => markOf(one) === mark);
  const mark = markOf(active);
  const at = alike().indexOf(active);
  const field = active instanceof HTMLInputElement ? active : null;
  const caret = field === null ? null : ([field.selectionStart, field.selectionEnd] as const);
  return () => {
    const found = alike()[at];
    found?.focus({ preventScroll: true });
    if (caret !== null && caret[0] !== null && found instanceof HTMLInputElement)
      found.setSelectionRange(...caret);
  };
}

/** Whether somebody may have marked something. To ask the browser lays the page out: twice as long a drawing, where nobody ever does. */
let mayBeMarked = false;
document.addEventListener("selectionchange", () => {
  mayBeMarked = true;
});

/** Selects again what somebody has marked to copy it, where the new drawing has the same words in the same place. */
function keptSelection(element: Element): () => void {
  const marked = mayBeMarked ? document.getSelection() : null;
  if (marked === null || marked.isCollapsed) {
    mayBeMarked = false;
    return () => {};
  }
  const { anchorNode, anchorOffset, focusNode, focusOffset } = marked;
  const [from, to] = [pathTo(element, anchorNode), pathTo(element, focusNode)];
  if (from === null || to === null) return () => {};
  const [before, behind] = [anchorNode?.textContent, focusNode?.textContent];
  return () => {
    const [first, last] = [nodeAt(element, from), nodeAt(element, to)];
    if (first === null || last === null || first.textContent !== before || last.textContent !== behind) return;
    marked.setBaseAndExtent(first, anchorOffset, last, focusOffset);
  };
}

/** Where a node stands below an element, child by child; null: not below it. */
function pathTo(element: Element, node: Node | null): readonly number[] | null {
  const path: number[] = [];
  for (let here = node; here !== element; here = here.parentNode) {
    if (here?.parentNode == null) return null;
    path.unshift([...here.parentNode.childNodes].indexOf(here as ChildNode));
  }
  return path;
}

const nodeAt = (element: Element, path: readonly number[]): Node | null =>
  path.reduce<Node | null>((here, at) => here?.childNodes[at] ?? null, element);
