/** Building pages: data only ever becomes text, never markup. */

export type Attributes = Readonly<
  Record<string, string | number | boolean | ((event: Event) => void) | null | undefined>
>;
export type Child = Node | string | null;

const SVG = "http://www.w3.org/2000/svg";

function fill<Of extends Element>(element: Of, attributes: Attributes, children: readonly Child[]): Of {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

/**
 * @param attributes a function listens to the event of that name
 * @param children strings become text nodes
 */
export function h(tag: string, attributes: Attributes = {}, ...children: readonly Child[]): HTMLElement {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag: string, attributes: Attributes = {}, ...children: readonly Child[]): SVGElement {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element #${id}`);
  return element;
}

/** Replaces everything in an element. */
export function put(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...children.filter((child) => child !== null));
}
