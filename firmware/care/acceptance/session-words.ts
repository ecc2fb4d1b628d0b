import type { DeviceIdentity, Signals } from "../../../drivers/acceptance.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import type { MonoUs } from "../../../src/time/instant.ts";
import { sessionInput } from "../../table/pipeline/session-input.ts";
import type { AnySession } from "../../table/setup/unit-family.ts";
import { wordOf, type SeenWord } from "./words.ts";

/** What came of one entry: the words of it, and bytes for the device. */
export interface HeardEntry {
  readonly words: readonly SeenWord[];
  readonly writes: readonly string[];
}

/** Reads the words of one device from what happens at its port, by the device's own session. */
export class SessionWords {
  readonly #session: AnySession;
  readonly #port: string;
  readonly #makeSignals: (() => Signals) | null;
  #signals: Signals | null;
  #state: unknown;
  #damaged = 0;

  /** `makeSignals`: of a device whose line says more than its session observes; null: it has none. */
  constructor(session: AnySession, port: string, makeSignals: (() => Signals) | null) {
    this.#session = session;
    this.#port = port;
    this.#makeSignals = makeSignals;
    this.#signals = makeSignals?.() ?? null;
    this.#state = session.initial();
  }

  /** What the device said of itself; null: nothing, or it has no number. */
  get identity(): DeviceIdentity | null {
    return this.#session.identity?.(this.#state) ?? null;
  }

  /** When it must be woken although nothing comes. */
  get wakeAt(): MonoUs | null {
    return this.#session.wakeAt(this.#state);
  }

  /** Asks a second source for its reading of what lies there. */
  look(t: MonoUs): HeardEntry {
    const asked = this.#session.applyCommand?.(this.#state, { c: "look", round: 1 } as never, t);
    if (asked === undefined) return { words: [], writes: [] };
    this.#state = asked.state;
    return { words: asked.observations.map(wordOf), writes: asked.writes };
  }

  hear(entry: Entry): HeardEntry {
    const input = sessionInput(entry, this.#port);
    if (input === null) return { words: [], writes: [] };
    if (entry.k === "open") this.#signals = this.#makeSignals?.() ?? null;
    const { state, observations, writes } = this.#session.step(this.#state, input);
    this.#state = state;
    const damaged = this.#countDamaged() ? [{ word: "damaged-line" }] : [];
    const signals = entry.k === "in" ? (this.#signals?.(entry.bytes) ?? []) : [];
    return { words: [...signals.map((word) => ({ word })), ...damaged, ...observations.map(wordOf)], writes };
  }

  /** Whether a line was damaged that the session says nothing of, since one alone is no fault. */
  #countDamaged(): boolean {
    const figures = Object.entries(this.#session.figures?.(this.#state) ?? {});
    const damaged = figures.reduce((sum, [name, value]) => (name.includes("damaged") ? sum + value : sum), 0);
    const isMore = damaged > this.#damaged;
    this.#damaged = damaged;
    return isMore;
  }
}
