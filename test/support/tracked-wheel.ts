import { TICKS_PER_S, type Edge } from "../../drivers/wheel/sensor-board/edge.ts";
import type { Tracker } from "../../drivers/wheel/sensor-board/tracker/tracker.ts";
import type { PinEdge, SensedWheel, SpinTruth } from "../../hw-sim/models/wheels/sensed/sensed-wheel.ts";
import type { WheelObservation } from "../../src/table/wheel/observation.ts";

/** A simulated wheel's edges into a tracker, without board and line, and what it said of each spin beside the truth. */

/** An observation and the true instant, µs, at which it was made. */
export interface Said {
  readonly us: number;
  readonly seen: WheelObservation;
}

export interface TrackedSpin {
  readonly truth: SpinTruth;
  /** From its launch to the next one's. */
  readonly said: readonly Said[];
}

export interface Tracked {
  readonly spins: readonly TrackedSpin[];
  readonly edges: number;
  /** Largest state seen, characters of JSON; looked at once a spin. */
  readonly state: number;
}

/** The board's debounce, µs: what is shorter is not sent. */
const DEBOUNCE_US = 50;
const BEAT_TICKS = TICKS_PER_S / 4;

export interface TrackOptions {
  readonly spins: number;
  /** The board's crystal against true time, and where its count stands at the start. */
  readonly ppm?: number;
  readonly offset?: number;
  /** Asked for before every spin: a fault to inject, or null. */
  readonly fault?: (spin: number) => string | null;
  /** True for an edge that gets lost on the way. */
  readonly lose?: () => boolean;
}

export function track(wheel: SensedWheel, tracker: Tracker, options: TrackOptions): Tracked {
  const { ppm = 23, offset = 0 } = options;
  const rate = 2 * (1 + ppm / 1e6);
  const clean = debounce();
  const truths: SpinTruth[] = [];
  const said: Said[] = [];
  let state = tracker.initial();
  let now = 0;
  let unplugged = false;
  let edges = 0;
  let size = 0;
  let beat = offset + BEAT_TICKS;
  const say = (seen: WheelObservation): void => void said.push({ us: now, seen });
  const levels = new Set<string>();
  const beats = (tick: number): void => {
    for (; beat <= tick; beat += BEAT_TICKS) {
      now = (beat - offset) / rate;
      if (!unplugged)
        state = tracker.handleHeartbeat(
          state,
          beat,
          { active: [...levels].join(""), holesH: 0, holesG: 0 },
          say,
        );
    }
  };
  const feed = (list: readonly PinEdge[]): void => {
    for (const { us, pin, on, hole } of list) {
      const tick = offset + Math.round(us * rate);
      beats(tick);
      if (on) levels.add(pin);
      else levels.delete(pin);
      edges++;
      if (unplugged || options.lose?.() === true) continue;
      now = us;
      state = tracker.handleEdge(state, { tick, channel: pin, on, hole } satisfies Edge, say);
    }
  };
  const trouble = (what: "reset" | "unplug" | "replug" | "noise"): void => {
    unplugged = what === "unplug";
    if (what !== "unplug")
      state = tracker.onGap(state, what === "reset" ? "reset" : what === "noise" ? "line" : "port", say);
  };
  const begin = options.fault?.(1);
  if (begin != null) wheel.inject(begin);
  let us = 0;
  const troubles: { readonly us: number; readonly what: "reset" | "unplug" | "replug" | "noise" }[] = [];
  while (truths.length < options.spins) {
    us = Math.max(wheel.nextUs(), us + 1_000);
    const step = wheel.run(us);
    troubles.push(...wheel.lineTroubles());
    troubles.sort((a, b) => a.us - b.us);
    let list = clean(step.edges, us);
    while (troubles.length > 0 && (troubles[0]?.us ?? 0) <= us) {
      const { us: at, what } = troubles.shift() ?? { us, what: "noise" };
      feed(list.filter((edge) => edge.us <= at));
      list = list.filter((edge) => edge.us > at);
      trouble(what);
    }
    feed(list);
    for (const truth of step.truth) {
      truths.push(truth);
      size = Math.max(size, JSON.stringify(state).length);
      const next = options.fault?.(truths.length + 1);
      if (next != null) wheel.inject(next);
    }
  }
  return { spins: bySpin(truths, said), edges, state: size };
}

/** Drops pulses and gaps shorter than the board's debounce time, as edges come. */
function debounce(): (edges: readonly PinEdge[], us: number) => PinEdge[] {
  let waiting: PinEdge[] = [];
  return (edges, us) => {
    const out: PinEdge[] = [];
    const flush = (until: number): void => {
      let count = 0;
      while (count < waiting.length && (waiting[count]?.us ?? 0) < until) count++;
      if (count > 0) out.push(...waiting.splice(0, count));
    };
    for (const edge of edges) {
      flush(edge.us - DEBOUNCE_US);
      const i = waiting.findLastIndex(({ pin, hole }) => pin === edge.pin && hole === edge.hole);
      if (i >= 0) waiting = waiting.filter((_, at) => at !== i);
      else waiting.push(edge);
    }
    flush(us - DEBOUNCE_US);
    return out;
  };
}

/** What is said until the next launch is confirmed is of the spin before. */
function bySpin(truths: readonly SpinTruth[], said: readonly Said[]): TrackedSpin[] {
  let at = 0;
  return truths.map((truth, i) => {
    const next = truths[i + 1]?.launchedUs ?? Number.POSITIVE_INFINITY;
    const after = truths[i + 2]?.launchedUs ?? Number.POSITIVE_INFINITY;
    const from = at;
    while (at < said.length && (said[at]?.us ?? 0) < next) at++;
    let begins = at;
    while (begins < said.length && (said[begins]?.us ?? 0) < after && !isLaunch(said[begins])) begins++;
    if (begins < said.length && isLaunch(said[begins])) at = begins;
    return { truth, said: said.slice(from, at) };
  });
}

function isLaunch(one: Said | undefined): boolean {
  return one?.seen.o === "stage" && one.seen.stage === "ball-in-rim";
}
