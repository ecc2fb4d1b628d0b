// @ts-check
/**
 * Long texts of a law must never be cut off: a box first shrinks its text (`--fit`), then leaves out the second
 * language (class `one-language`), and shrinks further.
 */

const STEPS = [1, 0.94, 0.88, 0.82, 0.76];
const SMALL_STEPS = [1, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6, 0.54, 0.48, 0.42];

/** @param {HTMLElement} box */
function overflows(box) {
  return box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
}

/**
 * @param {HTMLElement} box an element whose text sizes are multiplied by `var(--fit)`
 * @returns {number} the scale that was taken
 */
export function fit(box) {
  for (const oneLanguage of [false, true]) {
    box.classList.toggle("one-language", oneLanguage);
    for (const scale of oneLanguage ? SMALL_STEPS : STEPS) {
      box.style.setProperty("--fit", String(scale));
      if (!overflows(box)) return scale;
    }
  }
  return SMALL_STEPS[SMALL_STEPS.length - 1] ?? 1;
}
