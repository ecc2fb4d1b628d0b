/**
 * Long texts of a law must never be cut off: a box first shrinks its text (`--fit`), then leaves out the second
 * language of the details (class `lean`), then of everything (class `one-language`), and shrinks further.
 */

/** What is left out at each stage, and how far the text may shrink before the next one. */
const STAGES = [
  { leave: "", scales: [1, 0.95, 0.9, 0.85] },
  { leave: "lean", scales: [1, 0.94, 0.88, 0.82] },
  { leave: "one-language", scales: [1, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6, 0.54, 0.48, 0.42] },
];

/**
 * Fits a panel and then each box in it that is marked `data-own-fit`: such a box has a size of its own, which the panel's
 * scale does not change, and a scale of its own. What came of it is said on the panel (`data-fits`), for tests and
 * technicians: a box that cannot hold its text is a fault of the page.
 * @returns whether everything is to be seen
 */
export function fitPanel(panel: HTMLElement): boolean {
  const own = panel.querySelectorAll<HTMLElement>("[data-own-fit]");
  const fits = [panel, ...own].map(fitBox).every(Boolean);
  panel.dataset["fits"] = fits ? "yes" : "no";
  return fits;
}

/** A box, or one in it that is marked `data-fit`, holds more than it shows. */
function hasOverflow(box: HTMLElement): boolean {
  const inner = box.querySelectorAll<HTMLElement>("[data-fit]");
  return isOverfull(box) || [...inner].some(isOverfull);
}

function isOverfull(box: HTMLElement) {
  return box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
}

/**
 * @param box an element whose text sizes are multiplied by `var(--fit)`
 * @returns whether everything is to be seen
 */
export function fitBox(box: HTMLElement): boolean {
  for (const { leave, scales } of STAGES) {
    box.classList.toggle("lean", leave === "lean");
    box.classList.toggle("one-language", leave === "one-language");
    for (const scale of scales) {
      box.style.setProperty("--fit", String(scale));
      if (!hasOverflow(box)) return true;
    }
  }
  return false;
}
