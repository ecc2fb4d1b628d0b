// @ts-check
/** Mouse and keys on the oscilloscope: cursor, mark, freeze, window. */
import { WINDOWS_S } from "./scope.js";

/**
 * @param {HTMLCanvasElement} canvas
 * @param {ReturnType<typeof import("./time.js").benchTime>} time
 * @param {ReturnType<typeof import("./scope.js").scope>} traces
 * @param {{ freeze: () => void, changed: () => void }} then
 */
export function scopeHands(canvas, time, traces, then) {
  const mark = () => time.setMark(time.mark() === null ? time.cursor() : null);
  const move = (/** @type {number} */ pixels) =>
    time.point((time.cursor() ?? time.edge()) + pixels * traces.pixelUs());
  canvas.addEventListener("pointermove", (event) => time.point(traces.timeAt(event.offsetX)));
  canvas.addEventListener("pointerleave", () => time.point(null));
  canvas.addEventListener("click", mark);
  canvas.addEventListener("keydown", (event) => {
    const step = event.shiftKey ? 20 : 2;
    /** @type {Record<string, () => void>} */
    const keys = {
      " ": then.freeze,
      ArrowLeft: () => move(-step),
      ArrowRight: () => move(step),
      m: mark,
      Escape: () => time.point(null),
    };
    WINDOWS_S.forEach((s, i) => {
      keys[String(i + 1)] = () => {
        traces.setWindow(s * 1e6);
        then.changed();
      };
    });
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}
