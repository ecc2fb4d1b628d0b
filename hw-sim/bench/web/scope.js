// @ts-check
/** The oscilloscope: every channel of the board as a line of its own, over the last seconds. */
import { lastAt } from "./time.js";
import { paper, COLOURS as C } from "./draw.js";

const LEFT = 44;
const TOP = 22;
const BOTTOM = 20;
const FRAME_MS = 30;
export const WINDOWS_S = [2, 10, 40];

/** Channels of each kind of wheel, in the order in which they are drawn. @type {Record<string, string[]>} */
export const CHANNELS = {
  roulette: ["A", "B", "C", "P", "X", "I", "Q", "R", "V", "W"],
  bowl: ["A", "B", "C", "X", "H", "G", "V", "W"],
  disc: ["T", "I", "Q", "R", "V", "W"],
};

/** @param {string} channel */
const colourOf = (channel) =>
  "ABC".includes(channel)
    ? C.ball
    : "PHGT".includes(channel)
      ? C.reader
      : "QRI".includes(channel)
        ? C.rotor
        : channel === "X"
          ? C.rim
          : C.cover;

/** @param {number} us */
export function span(us) {
  const size = Math.abs(us);
  if (size < 10_000) return `${(us / 1000).toFixed(2)} ms`;
  if (size < 1_000_000) return `${(us / 1000).toFixed(1)} ms`;
  return `${(us / 1e6).toFixed(3)} s`;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {ReturnType<typeof import("./time.js").benchTime>} time
 */
export function scope(canvas, time) {
  const pen = paper(canvas);
  let windowUs = 10_000_000;
  let drawnAt = 0;
  /** @type {string[]} */
  let channels = [];

  const width = () => pen.width - LEFT;
  /** @param {number} t */
  const xOf = (t) => LEFT + width() * (1 - (time.edge() - t) / windowUs);
  /** @param {number} x */
  const timeAt = (x) => time.edge() - windowUs * (1 - (x - LEFT) / width());

  /** @param {CanvasRenderingContext2D} g @param {number} from @param {number} to */
  const grid = (g, from, to) => {
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

  /**
   * @param {CanvasRenderingContext2D} g
   * @param {readonly import("./sensed.js").Level[]} list
   * @param {number} high @param {number} low @param {number} from @param {number} to
   */
  const trace = (g, list, high, low, from, to) => {
    const first = lastAt(list, from);
    const last = lastAt(list, to);
    const levelOf = (/** @type {import("./sensed.js").Level} */ one) => one.any ?? one.on;
    let on = first >= 0 && levelOf(/** @type {any} */ (list[first]));
    g.beginPath();
    g.moveTo(LEFT, on ? high : low);
    for (let i = first + 1; i <= last; i++) {
      const edge = /** @type {import("./sensed.js").Level} */ (list[i]);
      const x = Math.max(LEFT, xOf(edge.t));
      g.lineTo(x, on ? high : low);
      on = levelOf(edge);
      g.lineTo(x, on ? high : low);
    }
    g.lineTo(pen.width, on ? high : low);
    g.stroke();
    holeNumbers(g, list.slice(first + 1, last + 1), high);
  };

  /** Which hole it was, where there is room. @param {CanvasRenderingContext2D} g @param {readonly import("./sensed.js").Level[]} list @param {number} high */
  const holeNumbers = (g, list, high) => {
    let free = 0;
    g.font = pen.font(11);
    for (const { t, on, hole, any } of list) {
      const x = xOf(t);
      if (any === undefined || !on || x < free) continue;
      g.fillText(String(hole).padStart(2, "0"), x, high - 3);
      free = x + 18;
    }
  };

  /** @param {CanvasRenderingContext2D} g @param {number | null} at @param {string} colour */
  const upright = (g, at, colour) => {
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
    /** @param {number} us */
    setWindow: (us) => {
      windowUs = us;
    },
    /** @param {string} kind */
    begin: (kind) => {
      channels = CHANNELS[kind] ?? [];
    },
    /** µs of one pixel. */
    pixelUs: () => windowUs / Math.max(1, width()),
    /**
     * @param {ReturnType<typeof import("./sensed.js").sensedWheel>} sensed
     * @param {readonly { t: number, text: string, colour: string }[]} marks
     */
    draw: (sensed, marks) => {
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

  /**
   * @param {CanvasRenderingContext2D} g
   * @param {readonly { t: number, text: string, colour: string }[]} marks
   * @param {number} from @param {number} to
   */
  function events(g, marks, from, to) {
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
