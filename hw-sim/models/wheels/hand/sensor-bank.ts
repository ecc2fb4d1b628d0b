import type { RandomSource } from "../../../../src/time/random-source.ts";
import type { PinEdge } from "../sensed/sensed-wheel.ts";
import { drawUniform, drawBoolean, drawNormal, drawTrialsUntil } from "../draws.ts";
import { seenShare } from "../wear.ts";
import type { ErrorRates } from "./profiles.ts";

/** The sensors: from what is really in front of each to the edges that its wire makes. */
export const PINS = ["A", "B", "C", "Q", "R", "I", "P", "X", "V", "W"] as const;
export type HandPin = (typeof PINS)[number];

/** `dirty`: half of the pulses do not come (the beam: it flickers). `stuck`: active for ever; the beam: lit for ever. */
export type SensorHealth = "ok" | "dead" | "stuck" | "dirty";

interface Sensor {
  readonly pin: HandPin;
  readonly things: Set<number>;
  /** `Q` and `R`: over the dark half of a mark. */
  dark: boolean;
  health: SensorHealth;
  out: boolean;
  /** Instant of its newest edge: a wire's edges keep their order. */
  lastUs: number;
  untilMissed: number;
  untilDoubled: number;
  edges: number;
}

/** Comparator and phototransistor answer after this long, ± the jitter, never at once. */
const DELAY_US = 250;
/** Edges of one wire are at least this far apart. */
const APART_US = 2;

/** The sensors around one wheel. */
export class SensorBank {
  readonly #dirt: ErrorRates;
  readonly #random: RandomSource;
  readonly #worn: RandomSource;
  /** The share of its light that comes through a dusty lens. */
  readonly #light = new Map<HandPin, number>();
  readonly #all: Record<HandPin, Sensor>;
  readonly #levels: Record<string, boolean>;
  readonly #waiting: PinEdge[] = [];

  constructor(dirt: ErrorRates, random: RandomSource, worn: RandomSource) {
    this.#dirt = dirt;
    this.#random = random;
    this.#worn = worn;
    this.#all = Object.fromEntries(PINS.map((pin) => [pin, sensor(pin)])) as Record<HandPin, Sensor>;
    this.#levels = Object.fromEntries(PINS.map((pin) => [pin, false]));
    for (const one of Object.values(this.#all)) {
      one.untilMissed = drawTrialsUntil(random, this.#missedOneIn(one.pin));
      one.untilDoubled = drawTrialsUntil(random, this.#doubledOneIn(one.pin));
    }
  }

  /** `thing` begins or ends to be in front of the sensor; several may be at once. True when the wire changed. */
  setPresence(us: number, pin: HandPin, thing: number, on: boolean): boolean {
    const one = this.#all[pin];
    if (on) one.things.add(thing);
    else one.things.delete(thing);
    const before = one.edges;
    this.#refresh(us, one);
    return one.edges !== before;
  }

  /** One of the quadrature marks' edges; `slow` below 2 rpm. */
  passMark(us: number, pin: "Q" | "R", on: boolean, slow: boolean): void {
    const one = this.#all[pin];
    one.dark = on;
    if (one.health === "dead" || one.health === "stuck") return;
    if (on && !one.out && this.#misses(one)) return;
    this.#emit(us, one, on);
    if (slow && drawBoolean(this.#random, this.#dirt.chatter)) this.#chatter(one, on);
  }

  /** A pulse that has no cause in the wheel. */
  addFalsePulse(us: number, pin: HandPin, spanUs: number): void {
    const one = this.#all[pin];
    if (one.health === "dead" || one.health === "stuck") return;
    const on = !one.out;
    this.#put(this.#late(us), one, on);
    this.#put(one.lastUs + spanUs, one, !on);
  }

  /** Dust on its lens lets only this share of the light through. */
  setLight(pin: HandPin, light: number): void {
    this.#light.set(pin, light);
  }

  isDusty(pin: HandPin): boolean {
    return this.#light.has(pin);
  }

  /** For which share of a passing's time the sensor sees it; 0: not at all. Whoever has something pass shortens it (`ball.ts`, `wheel.ts`). */
  seenShare(pin: HandPin): number {
    const light = this.#light.get(pin);
    return light === undefined ? 1 : seenShare(light, this.#worn);
  }

  health(pin: HandPin): SensorHealth {
    return this.#all[pin].health;
  }

  setHealth(us: number, pin: HandPin, health: SensorHealth): void {
    const one = this.#all[pin];
    one.health = health;
    if (pin !== "Q" && pin !== "R") return this.#refresh(us, one);
    // A stuck mark sensor keeps the level that it has.
    if (health === "dead") this.#emit(us, one, false);
    if (health === "ok") this.#emit(us, one, one.dark);
  }

  /** Edges that have come by `us`, in order; each once. */
  takeEdges(us: number): PinEdge[] {
    const waiting = this.#waiting;
    let count = 0;
    while (count < waiting.length && (waiting[count]?.us ?? 0) <= us) count++;
    const edges = waiting.splice(0, count);
    for (const { pin, on } of edges) this.#levels[pin] = on;
    return edges;
  }

  /** Levels as the edges taken so far have left them. */
  levels(): Readonly<Record<string, boolean>> {
    return { ...this.#levels };
  }

  /** A beam is lit when all is well: a dead one reads broken, a stuck one lit, a dirty one flickers by itself. */
  #refresh(us: number, one: Sensor): void {
    const always = one.pin === "X" ? "dead" : "stuck";
    const never = one.pin === "X" ? "stuck" : "dead";
    const on = one.health === always || (one.health !== never && one.things.size > 0);
    if (on && one.health !== always && !one.out && this.#misses(one)) return;
    this.#emit(us, one, on);
  }

  /** A sensor that misses an edge misses the pulse: it stays as it is until the next one. */
  #misses(one: Sensor): boolean {
    if (one.health === "dirty" && one.pin !== "X") return drawBoolean(this.#random, 0.5);
    if (--one.untilMissed > 0) return false;
    one.untilMissed = drawTrialsUntil(this.#random, this.#missedOneIn(one.pin));
    return true;
  }

  #emit(us: number, one: Sensor, on: boolean): void {
    if (one.out === on) return;
    const at = this.#late(us);
    this.#put(at, one, on);
    if (--one.untilDoubled > 0) return;
    one.untilDoubled = drawTrialsUntil(this.#random, this.#doubledOneIn(one.pin));
    const after = at + drawUniform(this.#random, 10, 200);
    this.#put(after, one, !on);
    this.#put(after + drawUniform(this.#random, 10, 200), one, on);
  }

  /** The table trembles while a mark's edge stands over the sensor. */
  #chatter(one: Sensor, on: boolean): void {
    const times = 1 + this.#random.below(4);
    for (let i = 0; i < times; i++) {
      this.#put(one.lastUs + drawUniform(this.#random, 300, 6_000), one, !on);
      this.#put(one.lastUs + drawUniform(this.#random, 300, 6_000), one, on);
    }
  }

  #late(us: number): number {
    return us + DELAY_US + drawNormal(this.#random, this.#dirt.jitterUs);
  }

  #put(us: number, one: Sensor, on: boolean): void {
    const at = us > one.lastUs + APART_US ? us : one.lastUs + APART_US;
    one.lastUs = at;
    one.out = on;
    one.edges++;
    const edge: PinEdge = { us: at, pin: one.pin, on, hole: 0 };
    const waiting = this.#waiting;
    let i = waiting.length;
    while (i > 0 && (waiting[i - 1]?.us ?? 0) > at) i--;
    if (i === waiting.length) waiting.push(edge);
    else waiting.splice(i, 0, edge);
  }

  #missedOneIn(pin: HandPin): number {
    if (pin === "A" || pin === "B" || pin === "C") return this.#dirt.missedBall;
    return pin === "Q" || pin === "R" ? this.#dirt.missedMark : this.#dirt.missedOther;
  }

  #doubledOneIn(pin: HandPin): number {
    return pin === "Q" || pin === "R" ? this.#dirt.doubledMark : this.#dirt.doubled;
  }
}

function sensor(pin: HandPin): Sensor {
  return {
    pin,
    things: new Set(),
    dark: false,
    health: "ok",
    out: false,
    lastUs: 0,
    untilMissed: Number.POSITIVE_INFINITY,
    untilDoubled: Number.POSITIVE_INFINITY,
    edges: 0,
  };
}
