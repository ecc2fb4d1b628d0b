/** The focus of who works by keyboard: it stays where it was over every drawing, and is never lost to the page itself. */
import { markOf } from "../page.ts";

interface Place {
  readonly tag: string;
  readonly mark: string;
  /** Which of those that are alike. */
  readonly at: number;
}

const alike = ({ tag, mark }: Pick<Place, "tag" | "mark">): readonly HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(tag)].filter((one) => markOf(one) === mark);

/**
 * `fallback`: what has the focus where the key that had it is gone. What stands in a question is not remembered: it closes, and whoever
 * answered it is where he asked it.
 */
export function keepFocus(fallback: () => HTMLElement): { readonly giveBack: () => void } {
  let last: Place | null = null;
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest("dialog") !== null) return;
    const place = { tag: target.tagName, mark: markOf(target) };
    last = { ...place, at: Math.max(0, alike(place).indexOf(target)) };
  });
  return {
    giveBack: () => {
      if (last === null || document.querySelector("dialog[open]") !== null) return;
      const { activeElement: now } = document;
      // In a question that has just closed the focus stays for a moment, and is lost then.
      const isKept = now !== null && now !== document.body && now.closest("dialog") === null;
      if (isKept) return;
      const found = alike(last)[last.at] ?? alike(last)[0];
      const kept = last;
      found?.focus({ preventScroll: true });
      if (document.activeElement !== found) fallback().focus({ preventScroll: true });
      // A key that is off for a moment has the focus again when it is on.
      last = kept;
    },
  };
}
