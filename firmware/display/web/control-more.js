// @ts-check
/** A mark at the foot of whatever scrolls: that there is more below. A tap on it goes there. */
import { h } from "./dom.js";
import { word } from "./i18n.js";

/** What is nearer to the end than this is the end, px. */
const NEAR = 8;

/** @param {HTMLElement} box */
const isCut = (box) => box.scrollHeight - box.scrollTop - box.clientHeight > NEAR;

/** Puts the mark into a box that scrolls, or takes it away; to be called whenever the content changes. @param {HTMLElement} box @param {import("./i18n.js").Language} language */
export function markMore(box, language) {
  if (box.dataset.scrolls === undefined) {
    box.addEventListener("scroll", () => markMore(box, /** @type {any} */ (box.dataset.scrolls)));
    new ResizeObserver(() => markMore(box, /** @type {any} */ (box.dataset.scrolls))).observe(box);
  }
  box.dataset.scrolls = language;
  const old = box.querySelector(".more");
  if (!isCut(box)) return old?.remove();
  if (old !== null) return;
  const mark = h(
    "button",
    { class: "more", click: () => box.scrollBy({ top: box.clientHeight * 0.7 }) },
    `▼ ${word("moreBelow", language)}`,
  );
  // The answers of a question stay at its foot, below the mark.
  const answers = box.querySelector(".answers");
  if (answers === null) box.append(mark);
  else answers.before(mark);
}
