import type { Page } from "playwright-core";

/** Reads of the drawn page. The pages' own types are not those of Node, so the code that runs there is text. */

/** Names of the elements whose text does not fit: cut off by a box, or outside the screen. */
export function clipped(page: Page, selectors: string): Promise<string[]> {
  return page.evaluate<string[]>(CLIPPED(selectors));
}
const CLIPPED = (selectors: string): string => `(() => {
    const cut = [];
    const frames = new Map();
    const frameOf = (up) => {
      if (!frames.has(up)) {
        const style = getComputedStyle(up);
        frames.set(up, style.overflowX === "visible" && style.overflowY === "visible" ? null : up.getBoundingClientRect());
      }
      return frames.get(up);
    };
    for (const element of document.querySelectorAll(${JSON.stringify(selectors)})) {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) continue;
      const name = element.className + ": " + element.textContent.slice(0, 40);
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) cut.push("outside " + name);
      for (let up = element.parentElement; up; up = up.parentElement) {
        const frame = frameOf(up);
        if (frame === null) continue;
        if (box.bottom > frame.bottom + 1.5 || box.right > frame.right + 1.5 || box.top < frame.top - 1.5) cut.push("cut " + name);
      }
    }
    return cut;
  })()`;

/** Whether the page itself wants to scroll. */
export function scrolls(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(SCROLLS);
}
const SCROLLS =
  "(document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight)";

/**
 * What is wrong with how a page is drawn, read at once: it scrolls, texts do not fit, elements of one of `apart` lie over each
 * other, a contrast is too low.
 */
export function misdrawn(page: Page, texts: string, apart: readonly string[] = []): Promise<string[]> {
  return page.evaluate<string[]>(`[
    ...(${SCROLLS} ? ["scrolls"] : []),
    ...${CLIPPED(texts)},
    ${apart.map((selectors) => `...${OVERLAPS(selectors)},`).join("\n")}
    ...${LOW_CONTRAST("body")}.low,
  ]`);
}

/** Height in pixels of the first element that matches; 0: there is none. */
export function heightOf(page: Page, selector: string): Promise<number> {
  return page.evaluate<number>(
    `document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect().height ?? 0`,
  );
}

/** Height of the drawn digits in pixels, from the font's own measures. */
export async function digitHeight(page: Page, selector: string): Promise<number> {
  return page.evaluate<number>(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    const style = getComputedStyle(element);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.fontWeight + " " + style.fontSize + " " + style.fontFamily;
    const ink = pen.measureText(element.textContent);
    return ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent;
  })()`);
}

/**
 * Contrast of every visible text below `selector` with what is painted behind it (WCAG 2.2, 1.4.3). A gradient counts
 * with its colour that is worst for the text. Returns the texts below their limit: 4.5, or 3 from 24 px (18.66 px bold).
 */
export function lowContrast(page: Page, selector: string): Promise<{ checked: number; low: string[] }> {
  return page.evaluate<{ checked: number; low: string[] }>(LOW_CONTRAST(selector));
}
const LOW_CONTRAST = (selector: string): string => `(() => {
    const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
    const over = (top, under) => top.slice(0, 3).map((c, i) => c * (top[3] ?? 1) + under[i] * (1 - (top[3] ?? 1)));
    const luminance = (rgb) => {
      const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a, b) => {
      const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
      return (high + 0.05) / (low + 0.05);
    };
    const known = new Map();
    const grounds = (element) => {
      if (!known.has(element)) known.set(element, groundsOf(element));
      return known.get(element);
    };
    const groundsOf = (element) => {
      for (let up = element; up; up = up.parentElement) {
        const style = getComputedStyle(up);
        const stops = (style.backgroundImage.match(/rgba?\\([^)]*\\)/g) ?? []).map(numbers);
        if (stops.length > 0) return stops.map((stop) => over(stop, [10, 12, 14]));
        const plain = numbers(style.backgroundColor);
        if ((plain[3] ?? 1) > 0) return [over(plain, [10, 12, 14])];
      }
      return [[10, 12, 14]];
    };
    const low = [];
    let checked = 0;
    const walker = document.createTreeWalker(document.querySelector(${JSON.stringify(selector)}), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (walker.currentNode.textContent.trim() === "" || element.getClientRects().length === 0) continue;
      // A chip's number stands on the shape that is drawn under it.
      const drawn = element.matches(".chip-number") ? element.parentElement.querySelector(".shape") : null;
      const style = getComputedStyle(element);
      const size = parseFloat(style.fontSize);
      const limit = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
      const behind = drawn ? [numbers(getComputedStyle(drawn).fill)] : grounds(element);
      const worst = Math.min(...behind.map((ground) => contrast(over(numbers(style.color), ground), ground)));
      checked += 1;
      if (worst < limit) low.push(worst.toFixed(2) + " " + element.className + ": " + walker.currentNode.textContent.slice(0, 40));
    }
    return { checked, low };
  })()`;

/** Pairs of these elements that are drawn over each other by more than a pixel. */
export function overlaps(page: Page, selectors: string): Promise<string[]> {
  return page.evaluate<string[]>(OVERLAPS(selectors));
}
const OVERLAPS = (selectors: string): string => `(() => {
    const all = [...document.querySelectorAll(${JSON.stringify(selectors)})].map((element) => ({
      name: element.className + ": " + element.textContent.slice(0, 30),
      box: element.getBoundingClientRect(),
    })).filter(({ box }) => box.width > 0 && box.height > 0);
    return all.flatMap((one, at) => all.slice(at + 1).filter(({ box }) =>
      Math.min(one.box.right, box.right) - Math.max(one.box.left, box.left) > 1 &&
      Math.min(one.box.bottom, box.bottom) - Math.max(one.box.top, box.top) > 1,
    ).map(({ name }) => one.name + " / " + name));
  })()`;

/** How the cards of each hand lie: their height in pixels, and the least that is seen of one under the next, in widths. */
export async function fans(page: Page): Promise<{ hand: string; height: number; seen: number }[]> {
  return page.evaluate<
    { hand: string; height: number; seen: number }[]
  >(`[...document.querySelectorAll(".hand")].map((hand) => {
    const cards = [...hand.querySelectorAll(".playing-card")].map((card) => card.getBoundingClientRect());
    const steps = cards.slice(1).map((card, at) => (card.left - cards[at].left) / card.width);
    return { hand: hand.dataset.hand, height: cards[0].height, seen: Math.min(1.2, ...steps) };
  })`);
}
