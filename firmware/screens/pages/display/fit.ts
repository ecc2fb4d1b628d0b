/**
 * Long texts of a law must never be cut off: a box shrinks its details (`--fit`) and, below seven tenths of their size, what players
 * need from far away too (`--read` of display-panels.css).
 */
const SCALES = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.64, 0.58, 0.52, 0.46, 0.42];

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
  for (const scale of SCALES) {
    box.style.setProperty("--fit", String(scale));
    if (!hasOverflow(box)) return true;
  }
  return false;
}

/** Has what was drawn before the page's own letters were there, and was measured in others, drawn or fitted again: once for all of them. */
export function whenFontsAreThere(again: () => void): void {
  const { fontFamily } = getComputedStyle(document.body);
  const loads = [400, 700].map((weight) => document.fonts.load(`${weight} 1em ${fontFamily}`));
  void Promise.allSettled(loads).then((ended) => {
    for (const load of ended) if (load.status === "rejected") console.error(load.reason);
    again();
  });
}

/** Words on a token of the series become smaller until they are whole. */
export function fitPlate(plate: HTMLElement): void {
  for (let size = 1; size >= 0.4; size -= 0.06) {
    plate.style.setProperty("--plate", size.toFixed(2));
    if (!isOverfull(plate)) return;
  }
}
