import { frame, FRAMER_START } from "../../drivers/line-framer.ts";
import { clockAt, type ClockState } from "../../drivers/wheel/sensor-board/clock.ts";
import { type BoardMessage, LINE_LIMIT, parseLine } from "../../drivers/wheel/sensor-board/lines.ts";
import type { WheelSession } from "../../drivers/wheel/session.ts";
import { sessionInput } from "../../firmware/table/pipeline/session-input.ts";
import type { Entry } from "../../src/recording/entry.ts";
import type { WheelObservation } from "../../src/table/wheel/observation.ts";
import type { EdgeRow, Figures, SeenRow } from "./page-messages.ts";

/** What one entry brought. */
export interface Followed {
  readonly edges: readonly EdgeRow[];
  readonly seen: readonly SeenRow[];
}

/** What this needs of a sensor board's session state, which is plain JSON. */
interface KnownState {
  readonly clock: ClockState;
  readonly sequence: { readonly tick: number };
  readonly identity: { readonly board: string; readonly firmware: string; readonly cause: string } | null;
}

/** A ball slower than this has fallen, µs a lap. */
const SLOWEST_LAP_US = 6_000_000;
const RATE_SPAN_US = 1_000_000;
const TICKS_PER_US = 2;

/**
 * Follows a unit from its own entries, and from nothing else: the same bytes through the same codec give the edges, the
 * same entries through the same pure session give its observations, its figures and its clock. Lines that the driver
 * refuses are not seen here either.
 */
export class UnitFollower {
  readonly #session: WheelSession;
  readonly #t0: number;
  #state: unknown;
  #lastT = 0;
  #lastEdge = 0;
  #framer = FRAMER_START;
  #spin: SpinFigures = NOTHING_SEEN;
  #passed: Readonly<Record<string, number>> = {};
  #rate = { from: 0, bytes: 0, bytesPerS: 0 };

  /** `t0`: instant of the unit's clock that all rows count from. */
  constructor(session: WheelSession, t0: number) {
    this.#session = session;
    this.#t0 = t0;
    this.#state = session.initial();
  }

  get spin(): SpinFigures {
    return this.#spin;
  }

  /** The session's own figures, by their names on the technician's page. */
  get board(): Readonly<Record<string, number>> {
    return this.#session.figures?.(this.#state) ?? {};
  }

  /** Number, firmware and cause of the last reset, as the board told them. */
  get identity(): string | null {
    const { identity } = this.#state as KnownState;
    return identity === null ? null : `${identity.board} ${identity.firmware} ${identity.cause}`;
  }

  get bytesPerS(): number {
    return this.#rate.bytesPerS;
  }

  followEntry(given: Entry): Followed {
    const t = Math.max(given.t, this.#lastT) as Entry["t"];
    this.#lastT = t;
    const seen = this.#stepSession({ ...given, t });
    if (given.k === "open" || given.k === "lost") this.#framer = FRAMER_START;
    return { edges: given.k === "in" ? this.#readBytes(given.bytes, t) : [], seen };
  }

  #readBytes(bytes: string, t: number): EdgeRow[] {
    this.#countBytes(bytes.length, t);
    const framed = frame(this.#framer, bytes, LINE_LIMIT);
    this.#framer = framed.state;
    const edges: EdgeRow[] = [];
    for (const line of framed.lines) {
      const message = line.whole ? parseLine(line.text) : null;
      if (message?.m === "edges") this.#placeEdges(message, t, edges);
    }
    return edges;
  }

  #placeEdges(message: BoardMessage & { readonly m: "edges" }, t: number, rows: EdgeRow[]): void {
    const { clock, sequence } = this.#state as KnownState;
    // The line's 32-bit time beside the session's whole one.
    const tick = sequence.tick + ((message.at - sequence.tick) | 0);
    const reading = clockAt(clock, tick);
    const last = message.edges.at(-1)?.after ?? 0;
    for (const { after, channel, on, hole } of message.edges) {
      const at =
        reading === null ? t - (last - after) / TICKS_PER_US : (tick + after + reading.offset) / TICKS_PER_US;
      // The estimate of the clock is bettered now and then; edges keep their order.
      this.#lastEdge = Math.max(this.#lastEdge, Math.round(at) - this.#t0);
      rows.push([this.#lastEdge, channel, on ? 1 : 0, hole]);
      if (on && "ABC".includes(channel)) this.#recordLap(channel, this.#lastEdge);
    }
  }

  #recordLap(channel: string, at: number): void {
    const before = this.#passed[channel];
    this.#passed = { ...this.#passed, [channel]: at };
    if (before !== undefined && at - before < SLOWEST_LAP_US)
      this.#spin = { ...this.#spin, lapUs: at - before };
  }

  #countBytes(bytes: number, t: number): void {
    const { from } = this.#rate;
    const sum = this.#rate.bytes + bytes;
    if (t - from < RATE_SPAN_US) this.#rate = { ...this.#rate, bytes: sum };
    else
      this.#rate = {
        from: t,
        bytes: 0,
        bytesPerS: from === 0 ? 0 : Math.round((sum * 1_000_000) / (t - from)),
      };
  }

  #stepSession(entry: Entry): SeenRow[] {
    const input = sessionInput(entry, null);
    if (input === null) return [];
    const step = this.#session.step(this.#state, input);
    this.#state = step.state;
    const t = entry.t - this.#t0;
    for (const seen of step.observations) this.#spin = applyObservation(this.#spin, seen, t);
    return step.observations
      .filter(({ o }) => o !== "rotor")
      .map((seen) => ({ t, o: seen.o, text: seenText(seen) }));
  }
}

/** What the observations tell of the spin that runs, or ran last. */
export type SpinFigures = Pick<
  Figures,
  "rotorRpm10" | "rotorDirection" | "lapUs" | "lapsAtLeast" | "dropAt" | "dropDoubtUs" | "noMoreBetsAt"
>;

export const NOTHING_SEEN: SpinFigures = {
  rotorRpm10: null,
  rotorDirection: null,
  lapUs: null,
  lapsAtLeast: null,
  dropAt: null,
  dropDoubtUs: null,
  noMoreBetsAt: null,
};

/** One observation at `t`. */
export function applyObservation(figures: SpinFigures, seen: WheelObservation, t: number): SpinFigures {
  switch (seen.o) {
    case "rotor":
      return { ...figures, rotorRpm10: seen.rpm10, rotorDirection: seen.direction };
    case "rotor-stopped":
      return { ...figures, rotorRpm10: 0, rotorDirection: null };
    case "ball-laps":
    case "disc-turns":
      return { ...figures, lapsAtLeast: seen.atLeast };
    case "drop-predicted":
      return { ...figures, dropAt: t + seen.inUs, dropDoubtUs: seen.doubtUs };
    case "stage":
      if (seen.stage === "no-more-bets") return { ...figures, noMoreBetsAt: t };
      if (seen.stage !== "ball-in-rim") return figures;
      return { ...NOTHING_SEEN, rotorRpm10: figures.rotorRpm10, rotorDirection: figures.rotorDirection };
    default:
      return figures;
  }
}

/** An observation as a technician reads it: its fields, without its name. */
export function seenText(seen: WheelObservation): string {
  return Object.entries(seen)
    .filter(([name, value]) => name !== "o" && value !== null && value !== undefined && !isEmpty(value))
    .map(([name, value]) => `${name} ${typeof value === "object" ? listText(value as object) : String(value)}`)
    .join(" · ");
}

function listText(value: object): string {
  if (Array.isArray(value)) return value.map(String).join(", ");
  return Object.entries(value)
    .map(([name, one]) => `${name} ${String(one)}`)
    .join(", ");
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
