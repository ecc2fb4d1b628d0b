/** Mouse and keys on the oscilloscope: cursor, mark, freeze, window. */
import { WINDOWS_S } from "./scope.ts";
import type { createBenchTime } from "./time.ts";
import type { createScope } from "./scope.ts";

export function attachScopeControls(
  canvas: HTMLCanvasElement,
  time: ReturnType<typeof createBenchTime>,
  traces: ReturnType<typeof createScope>,
  then: { freeze: () => void; changed: () => void },
) {
  const mark = () => time.setMark(time.mark() === null ? time.cursor() : null);
  const move = (pixels: number) => time.point((time.cursor() ?? time.edge()) + pixels * traces.pixelUs());
  canvas.addEventListener("pointermove", (event) => time.point(traces.timeAt(event.offsetX)));
  canvas.addEventListener("pointerleave", () => time.point(null));
  canvas.addEventListener("click", mark);
  canvas.addEventListener("keydown", (event) => {
    const step = event.shiftKey ? 20 : 2;
    const keys: Record<string, () => void> = {
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
