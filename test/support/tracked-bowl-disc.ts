import type { Edge } from "../../drivers/wheel/sensor-board/edge.ts";
import type { WheelSetup } from "../../drivers/wheel/sensor-board/wheel-setup.ts";
import type { Levels, Tracker } from "../../drivers/wheel/sensor-board/tracker/tracker.ts";
import type { PinEdge, SensedWheel, SpinTruth } from "../../hw-sim/models/wheels/sensed/sensed-wheel.ts";
import type { WheelObservation } from "../../src/table/wheel/observation.ts";

/**
 * A simulated bowl or disc under its tracker, without a board and a line between: edges are cleaned as the board's firmware
 * does it (docs/devices/sensor-board.md), heartbeats come every 250 ms, and line troubles are holes.
 */

export interface Heard {
  readonly us: number;
  readonly seen: WheelObservation;
}

/** What a tracker was given: an edge, a heartbeat, or a hole. */
export type Fed =
  | { readonly f: "edge"; readonly us: number; readonly edge: Edge }
  | { readonly f: "quiet"; readonly us: number; readonly tick: number; readonly levels: Levels }
  | { readonly f: "hole"; readonly us: number; readonly why: "line" | "buffer" | "port" | "reset" };

export interface TrackedRound {
  readonly truth: SpinTruth;
  readonly heard: readonly Heard[];
}

const DEBOUNCE_US = 50;
const SAMPLE_US = 2_000;
const STABLE_SAMPLES = 3;
const BEAT_US = 250_000;
const NOISE_US = 400_000;

/** The board between pins and tracker. `feed` gives what happens up to `us`, in order. */
export class PlainBoard {
  readonly #pending: PinEdge[] = [];
  readonly #sampled: Record<"H" | "G", { shown: number; truly: number; since: number[] }> = {
    H: { shown: 0, truly: 0, since: [] },
    G: { shown: 0, truly: 0, since: [] },
  };
  #active = "";
  #beat = BEAT_US;
  #deafUntil = -1;
  #unplugged = false;
  #zeroUs = 0;

  feed(edges: readonly PinEdge[], troubles: ReturnType<SensedWheel["lineTroubles"]>, us: number): Fed[] {
    const out: Fed[] = [];
    const all = this.#cleaned([...this.#pending.splice(0), ...edges], us);
    let trouble = 0;
    for (const edge of [...all, null]) {
      const at = edge?.us ?? us;
      for (let next = troubles[trouble]; next !== undefined && next.us <= at; next = troubles[++trouble]) {
        this.#beats(next.us, out);
        this.#trouble(next, out);
      }
      this.#beats(at, out);
      if (edge !== null) this.#edge(edge, out);
    }
    return out;
  }

  /** Without pulses shorter than the debounce time; hole sensors as the sampled chain sees them. */
  #cleaned(edges: readonly PinEdge[], us: number): PinEdge[] {
    const stored: PinEdge[] = [];
    const dropped = new Set<number>();
    edges.forEach((edge, i) => {
      if (dropped.has(i)) return;
      if (edge.pin !== "H" && edge.pin !== "G") {
        for (let j = i + 1; within(edges[j], edge); j++) {
          if (edges[j]?.pin !== edge.pin) continue;
          dropped.add(j);
          return;
        }
      }
      stored.push(edge);
    });
    const sampled = stored.some(({ pin }) => pin === "H" || pin === "G");
    return sampled ? this.#chains(stored, us) : stored;
  }

  /** A hole's level counts when it was the same at three samples; its stamp is that of the third. */
  #chains(edges: readonly PinEdge[], us: number): PinEdge[] {
    const out: PinEdge[] = [];
    const flips = new Map<string, PinEdge[]>();
    for (const edge of edges) {
      if (edge.pin !== "H" && edge.pin !== "G") out.push(edge);
      else {
        const key = `${edge.pin}${edge.hole}`;
        flips.set(key, [...(flips.get(key) ?? []), edge]);
      }
    }
    for (const list of flips.values()) {
      list.forEach((edge, i) => {
        const chain = this.#sampled[edge.pin as "H" | "G"];
        const bit = 1 << edge.hole;
        const first = Math.ceil(edge.us / SAMPLE_US) * SAMPLE_US;
        const stamped = first + (STABLE_SAMPLES - 1) * SAMPLE_US;
        const until = list[i + 1]?.us ?? Number.POSITIVE_INFINITY;
        if (until <= stamped) return;
        if (stamped > us) {
          this.#pending.push(edge);
          return;
        }
        if (((chain.shown & bit) !== 0) === edge.on) return;
        chain.shown ^= bit;
        out.push({ ...edge, us: stamped });
      });
    }
    return out.sort((a, b) => a.us - b.us);
  }

  #trouble(trouble: ReturnType<SensedWheel["lineTroubles"]>[number], out: Fed[]): void {
    const { us, what } = trouble;
    if (what === "noise") {
      out.push({ f: "hole", us, why: "line" });
      this.#deafUntil = us + NOISE_US;
    } else if (what === "unplug") {
      this.#unplugged = true;
      out.push({ f: "hole", us, why: "port" });
    } else {
      // Out of power with the cable, and its time begins anew with it.
      this.#unplugged = false;
      this.#zeroUs = us;
      out.push({ f: "hole", us, why: "reset" });
    }
  }

  #edge({ us, pin, on, hole }: PinEdge, out: Fed[]): void {
    if (pin !== "H" && pin !== "G") {
      this.#active = on ? this.#active + pin : this.#active.replace(pin, "");
    } else {
      const chain = this.#sampled[pin];
      chain.truly = on ? chain.truly | (1 << hole) : chain.truly & ~(1 << hole);
    }
    if (this.#unplugged || us < this.#deafUntil) return;
    out.push({ f: "edge", us, edge: { tick: this.#tick(us), channel: pin, on, hole } });
  }

  #beats(us: number, out: Fed[]): void {
    for (; this.#beat <= us; this.#beat += BEAT_US) {
      if (this.#unplugged || this.#beat < this.#deafUntil) continue;
      const levels = { active: this.#active, holesH: this.#sampled.H.truly, holesG: this.#sampled.G.truly };
      out.push({ f: "quiet", us: this.#beat, tick: this.#tick(this.#beat), levels });
    }
  }

  #tick(us: number): number {
    return Math.floor((us - this.#zeroUs) * 2);
  }

  /** Levels that a wheel starts with. */
  start(levels: Readonly<Record<string, boolean>>): void {
    this.#active = Object.entries(levels)
      .filter(([, on]) => on)
      .map(([pin]) => pin)
      .join("");
  }
}

/** Does this edge come before the debounce time of another is over? */
function within(next: PinEdge | undefined, edge: PinEdge): boolean {
  return next !== undefined && next.us - edge.us < DEBOUNCE_US;
}

/** The rig that a technician's calibration of this wheel makes. */
export function harnessOf(kind: WheelSetup["kind"], wheel: SensedWheel): WheelSetup {
  return { kind, ring: wheel.ring, calibration: wheel.calibration };
}

/** Gives a tracker what the board says; returns its new state. */
export function feedTracker<State>(
  tracker: Tracker<State>,
  state: State,
  fed: readonly Fed[],
  say: (us: number, seen: WheelObservation) => void,
): State {
  let now = state;
  for (const one of fed) {
    const tell = (seen: WheelObservation): void => say(one.us, seen);
    if (one.f === "edge") now = tracker.handleEdge(now, one.edge, tell);
    else if (one.f === "quiet") now = tracker.handleHeartbeat(now, one.tick, one.levels, tell);
    else now = tracker.onGap(now, one.why, tell);
  }
  return now;
}

/** Plays rounds and gives each with what the tracker said in it. `between` sees the state after each round. */
export function* trackedRounds<State>(
  wheel: SensedWheel,
  tracker: Tracker<State>,
  rounds: number,
  between?: (state: State) => void,
): Generator<TrackedRound> {
  const board = new PlainBoard();
  board.start(wheel.levels());
  let state = tracker.initial();
  let played = 0;
  let heard: Heard[] = [];
  while (played < rounds) {
    const us = wheel.nextUs();
    const { edges, truth } = wheel.run(us);
    state = feedTracker(tracker, state, board.feed(edges, wheel.lineTroubles(), us), (at, seen) =>
      heard.push({ us: at, seen }),
    );
    between?.(state);
    for (const one of truth) {
      played++;
      yield { truth: one, heard };
      heard = [];
    }
  }
}

/** What a spin came to, judged as simply as can be: any void, else any doubt, else its number. */
export interface Outcome {
  readonly kind: "certified" | "void" | "undecided" | "nothing";
  /** The causes, or the number's cell. */
  readonly why: readonly string[];
  readonly cell: number | null;
  readonly us: number | null;
}

/** `minTurns`: fewer full turns of a disc are void; 0 where the catalogue has no such rule. */
export function outcomeOf(heard: readonly Heard[], minTurns: number): Outcome {
  const voids: string[] = [];
  const uncertainties: string[] = [];
  let cell: number | null = null;
  let us: number | null = null;
  for (const { us: at, seen } of heard) {
    if (seen.o === "disc-turns" && seen.atMost !== null) {
      if (seen.atMost < minTurns) voids.push("few-turns");
      else if (seen.atLeast < minTurns) uncertainties.push("turns-unsure");
    } else if (seen.o === "pointer-between-cells") voids.push("between-cells");
    else if (seen.o === "doubt") uncertainties.push(seen.code);
    else if (seen.o === "contradiction") uncertainties.push(seen.what);
    else if (
      seen.o === "rotor-irregular" ||
      seen.o === "ball-left-cylinder" ||
      seen.o === "ball-suspended" ||
      seen.o === "foreign-object"
    )
      uncertainties.push(seen.o);
    else if (seen.o === "number") {
      cell = seen.cell ?? null;
      us = at;
    }
  }
  if (voids.length > 0) return { kind: "void", why: voids, cell, us };
  if (uncertainties.length > 0) return { kind: "undecided", why: uncertainties, cell, us };
  return cell === null ? { kind: "nothing", why: [], cell, us } : { kind: "certified", why: [], cell, us };
}
