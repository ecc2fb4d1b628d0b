/** A mark at the foot of whatever scrolls: that there is more below. A tap on it goes there. */
import { wordIn, type Language } from "../i18n.ts";

/** What is nearer to the end than this is the end, px. */
const NEAR = 8;
/** Boxes that are watched, each with the language of its mark. */
const LANGUAGE_OF = new WeakMap<HTMLElement, Language>();

const isCut = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight > NEAR;

/** Puts the mark into a box that scrolls, or takes it away; to be called whenever the content changes. */
export function markMore(box: HTMLElement, language: Language): void {
  const isNew = !LANGUAGE_OF.has(box);
  LANGUAGE_OF.set(box, language);
  if (isNew) {
    const again = (): void => markMore(box, LANGUAGE_OF.get(box) ?? language);
    box.addEventListener("scroll", again);
    new ResizeObserver(again).observe(box);
  }
  box.querySelector(".more")?.remove();
  if (!isCut(box)) return;
  // No part of what is drawn into the box: it comes and goes with scrolling.
  const mark = document.createElement("button");
  mark.className = "more";
  mark.textContent = `▼ ${wordIn("moreBelow", language)}`;
  mark.addEventListener("click", () => box.scrollBy({ top: box.clientHeight * 0.7 }));
  // The answers of a question stay at its foot, below the mark.
  const answers = box.querySelector(".answers");
  if (answers === null) box.append(mark);
  else answers.before(mark);
}
