import { COLOURS as C, createPaper } from "./draw.ts";
import type { createSensedWheel, Level } from "./sensed.ts";
import { type createBenchTime, findLastAt } from "./time.ts";

/** The oscilloscope: every channel of the board as a line of its own, over the last seconds. */

const LEFT = 44;
const TOP = 22;
const BOTTOM = 20;
const FRAME_MS = 30;
export const WINDOWS_S = [2, 10, 40];

/** Channels of each kind of wheel, in the order in which they are drawn. */
export const CHANNELS: Record<string, string[]> = {
  roulette: ["A", "B", "C", "P", "X", "I", "Q", "R", "V", "W"],
  bowl: ["A", "B", "C", "X", "H", "G", "V", "W"],
  disc: ["T", "I", "Q", "R", "V", "W"],
};

const colourOf = (channel: string) =>
  "ABC".includes(channel)
    ? C.ball
    : "PHGT".includes(channel)
      ? C.reader
      : "QRI".includes(channel)
        ? C.rotor
        : channel === "X"
          ? C.rim
          : C.cover;

export function durationText(us: number) {
  const size = Math.abs(us);
  if (size < 10_000) return `${(us / 1000).toFixed(2)} ms`;
  if (size < 1_000_000) return `${(us / 1000).toFixed(1)} ms`;
  return `${(us / 1e6).toFixed(3)} s`;
}

export function createScope(canvas: HTMLCanvasElement, time: ReturnType<typeof createBenchTime>) {
  const pen = createPaper(canvas);
  let windowUs = 10_000_000;
  let drawnAt = 0;
  let channels: string[] = [];

  const width = () => pen.width - LEFT;
  const xOf = (t: number) => LEFT + width() * (1 - (time.edge() - t) / windowUs);
  const timeAt = (x: number) => time.edge() - windowUs * (1 - (x - LEFT) / width());

  const grid = (g: CanvasRenderingContext2D, from: number, to: number) => {
    const each = (windowUs / 10_000_000) * 1_000_000;
    g.strokeStyle = C.grid;
    g.fillStyle = C.muted;
    g.font = pen.font(11);
    g.textAlign = "center";
    g.beginPath();
    for (let t = Math.ceil(from / each) * each; t <= to; t += each) {
      const x = Math.round(xOf(t)) + 0.5;
      g.moveTo(x, TOP);
      g.lineTo(x, pen.height - BOTTOM);
      g.fillText(`${(t / 1e6).toFixed(each < 1e6 ? 1 : 0)} s`, x, pen.height - 6);
    }
    g.stroke();
  };

  const trace = (
    g: CanvasRenderingContext2D,
    list: readonly Level[],
    high: number,
    low: number,
    from: number,
    to: number,
  ) => {
    const first = findLastAt(list, from);
    const last = findLastAt(list, to);
    const levelOf = (one: Level) => one.any ?? one.on;
    const before = list[first];
    let on = before !== undefined && levelOf(before);
    g.beginPath();
    g.moveTo(LEFT, on ? high : low);
    for (let i = first + 1; i <= last; i++) {
      const edge = list[i];
      if (edge === undefined) break;
      const x = Math.max(LEFT, xOf(edge.t));
      g.lineTo(x, on ? high : low);
      on = levelOf(edge);
      g.lineTo(x, on ? high : low);
    }
    g.lineTo(pen.width, on ? high : low);
    g.stroke();
    holeNumbers(g, list.slice(first + 1, last + 1), high);
  };

  /** Which hole it was, where there is room. */
  const holeNumbers = (g: CanvasRenderingContext2D, list: readonly Level[], high: number) => {
    let free = 0;
    g.font = pen.font(11);
    for (const { t, on, hole, any } of list) {
      const x = xOf(t);
      if (any === undefined || !on || x < free) continue;
      g.fillText(String(hole).padStart(2, "0"), x, high - 3);
      free = x + 18;
    }
  };

  const upright = (g: CanvasRenderingContext2D, at: number | null, colour: string) => {
    if (at === null) return;
    const x = xOf(at);
    if (x < LEFT || x > pen.width) return;
    g.strokeStyle = colour;
    g.beginPath();
    g.moveTo(x, TOP);
    g.lineTo(x, pen.height - BOTTOM);
    g.stroke();
  };

  return {
    timeAt,
    windowUs: () => windowUs,
    setWindow: (us: number) => {
      windowUs = us;
    },
    begin: (kind: string) => {
      channels = CHANNELS[kind] ?? [];
    },
    /** µs of one pixel. */
    pixelUs: () => windowUs / Math.max(1, width()),
    draw: (
      sensed: ReturnType<typeof createSensedWheel>,
      marks: readonly { t: number; text: string; colour: string }[],
    ) => {
      const at = performance.now();
      if (at - drawnAt < FRAME_MS) return;
      drawnAt = at;
      const g = pen.clear();
      const to = time.edge();
      const from = to - windowUs;
      grid(g, from, to);
      const row = (pen.height - TOP - BOTTOM) / Math.max(1, channels.length);
      channels.forEach((channel, i) => {
        const low = Math.round(TOP + row * (i + 1) - 4) + 0.5;
        const high = Math.round(TOP + row * i + row * 0.22) + 0.5;
        g.fillStyle = g.strokeStyle = colourOf(channel);
        g.font = pen.font(14, 700);
        g.textAlign = "left";
        g.fillText(channel, 12, low - 2);
        if (sensed.isOn(channel, time.shown())) g.fillRect(2, high, 5, low - high);
        trace(g, sensed.levels(channel), high, low, from, to);
      });
      events(g, marks, from, to);
      upright(g, time.mark(), C.warn);
      upright(g, time.cursor(), C.ivory);
    },
  };

  function events(
    g: CanvasRenderingContext2D,
    marks: readonly { t: number; text: string; colour: string }[],
    from: number,
    to: number,
  ) {
    g.font = pen.font(12, 600);
    g.textAlign = "left";
    let free = 0;
    for (const { t, text, colour } of marks) {
      if (t < from || t > to) continue;
      const x = xOf(t);
      g.setLineDash([3, 4]);
      upright(g, t, colour);
      g.setLineDash([]);
      if (x < free) continue;
      g.fillStyle = colour;
      g.fillText(text, Math.min(x + 3, pen.width - g.measureText(text).width - 2), 14);
      free = x + g.measureText(text).width + 10;
    }
  }
}

/** Mouse and keys on the oscilloscope: cursor, mark, freeze, window. */

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
