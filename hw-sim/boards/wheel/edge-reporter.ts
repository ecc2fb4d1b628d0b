import { CHANNELS, EdgeQueue, FIRST_HOLE, HOLES, PINS } from "./edge-queue.ts";
import type { Settings } from "./host-lines.ts";
import type { Wire } from "./wire.ts";

/** From what the pins did to lines of edges: short pulses are dropped, edges gathered, losses told. Times in ticks. */

const LINE_EDGES = 8;
/** A gathered edge waits for company no longer than that. */
const WAIT_LIMIT = 170_000;
const LONGEST_GAP = 0xffff;
/** Holes are looked at every 2 ms; a change must be seen three times. */
const SCAN_PERIOD = 4_000;
const SCANS_NEEDED = 2 * SCAN_PERIOD;
const MAY_WAIT = new Set(["Q", "R", "I"].map((letter) => CHANNELS.indexOf(letter)));
const WAITS = Uint8Array.from({ length: PINS }, (_, pin) => (MAY_WAIT.has(pin) ? 1 : 0));
/** Letters by code (pin × 2, and 1 when active). */
const LETTERS = Uint8Array.from({ length: 2 * PINS }, (_, code) => {
  const pin = code >> 1;
  const letter = pin < FIRST_HOLE ? (CHANNELS[pin] ?? "") : pin < FIRST_HOLE + HOLES ? "H" : "G";
  return letter.charCodeAt(0) | ((code & 1) === 1 ? 0 : 0x20);
});

export class EdgeReporter {
  /** When there is something to do next, as of the last call. */
  due = Infinity;
  readonly #wire: Wire;
  readonly #queue = new EdgeQueue();
  /** As the pins are, and as they are once every waiting edge has been told. */
  readonly #shown = new Uint8Array(PINS);
  readonly #accepted = new Uint8Array(PINS);
  readonly #reported = new Uint8Array(PINS);
  readonly #lineTicks = new Float64Array(LINE_EDGES);
  readonly #lineCodes = new Uint8Array(LINE_EDGES);
  #count = 0;
  #close = false;
  #short = 0;
  #debounce = 0;
  #bowl = false;
  #firstScan = 0;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  /** The board begins: levels are what they are. */
  start(now: number, settings: Settings): void {
    this.#queue.reset();
    this.#count = this.#short = 0;
    this.#close = false;
    this.#accepted.set(this.#shown);
    this.#reported.set(this.#shown);
    this.#bowl = false;
    this.configure(now, settings);
  }

  configure(now: number, { kind, debounce }: Settings): void {
    this.#debounce = debounce;
    if (kind === "bowl" && !this.#bowl) {
      this.#firstScan = now;
      for (let pin = FIRST_HOLE; pin < PINS; pin++)
        this.#accepted[pin] = this.#reported[pin] = this.#shown[pin] ?? 0;
    }
    this.#bowl = kind === "bowl";
  }

  /** A pin changes where the board does not look. */
  showLevel(pin: number, on: boolean): void {
    this.#shown[pin] = on ? 1 : 0;
  }

  /** The board looks again. */
  catchUp(now: number): void {
    for (let pin = 0; pin < PINS; pin++)
      if (this.#shown[pin] !== this.#accepted[pin]) this.addEdge(now, pin, this.#shown[pin] === 1);
  }

  addEdge(tick: number, pin: number, on: boolean): void {
    const level = on ? 1 : 0;
    this.#shown[pin] = level;
    if (this.#accepted[pin] === level || (pin >= FIRST_HOLE && !this.#bowl)) return;
    this.#accepted[pin] = level;
    const at = pin < FIRST_HOLE ? tick : this.#firstScanFrom(tick);
    const since = this.#queue.waitingSince(pin);
    if (since >= 0 && (pin < FIRST_HOLE ? at - since < this.#debounce : at <= since + SCANS_NEEDED)) {
      this.#queue.takeBack(pin);
      if ((pin < FIRST_HOLE || at > since) && this.#short < 0xffff) this.#short++;
      return;
    }
    this.#queue.push(at, pin, on);
    const ripe = this.#reportableAt();
    if (ripe < this.due) this.due = ripe;
  }

  /** Sends what is to be sent now, with `all` also what might wait. True when a loss was told. */
  sendDue(now: number, all: boolean): boolean {
    let loss = false;
    this.due = Infinity;
    for (;;) {
      const lost = this.#gatherEdges(now) ? this.#queue.nextLoss() : undefined;
      const full = this.#close || all || (this.#count > 0 && now >= (this.#lineTicks[0] ?? 0) + WAIT_LIMIT);
      if (this.#count > 0 && !full) {
        this.#wakeAt((this.#lineTicks[0] ?? 0) + WAIT_LIMIT);
        return loss;
      }
      if (this.#count === 0 && lost === undefined) return loss;
      const room = this.#wire.roomForEdges();
      if (room > now) {
        this.#wakeAt(room);
        return loss;
      }
      if (this.#count > 0) this.#sendEdges(now);
      else if (lost !== undefined) {
        this.#sendLoss(now, lost.tick, lost.edges);
        loss = true;
      }
      // Between two lines of edges something else may want to go: it is asked before the next one.
      if (all || loss) {
        this.#wakeAt(now);
        return loss;
      }
    }
  }

  /** Every edge up to this tick is on its way; null while some that are gathered are not. */
  completeUntil(now: number): number | null {
    if (this.#count > 0) return null;
    let before = now;
    const loss = this.#queue.nextLoss();
    if (loss !== undefined) before = Math.min(before, loss.tick);
    else if (!this.#queue.empty) before = Math.min(before, this.#queue.oldestTick());
    if (this.#bowl) before = Math.min(before, this.#oldestScan(now) + 1);
    return Math.max(0, before - 1);
  }

  boardState(): {
    levels: number;
    first: number;
    second: number;
    lost: number;
    short: number;
    deepest: number;
  } {
    const bits = (from: number, count: number): number => {
      let value = 0;
      for (let bit = 0; bit < count; bit++) value |= (this.#reported[from + bit] ?? 0) << bit;
      return value;
    };
    return {
      levels: bits(0, FIRST_HOLE),
      first: this.#bowl ? bits(FIRST_HOLE, HOLES) : 0,
      second: this.#bowl ? bits(FIRST_HOLE + HOLES, HOLES) : 0,
      lost: this.#queue.lost,
      short: this.#short,
      deepest: this.#queue.deepest,
    };
  }

  #wakeAt(tick: number): void {
    if (tick < this.due) this.due = tick;
  }

  /** The first look at the holes at or after this. */
  #firstScanFrom(tick: number): number {
    return this.#firstScan + Math.ceil((tick - this.#firstScan) / SCAN_PERIOD) * SCAN_PERIOD;
  }

  /** The oldest of the last three looks. */
  #oldestScan(now: number): number {
    return Math.max(this.#firstScan, this.#firstScanFrom(now - SCAN_PERIOD + 1) - SCANS_NEEDED);
  }

  /** When the oldest edge can be told: it is no short pulse, and no hole's edge comes before it any more. */
  #reportableAt(): number {
    const tick = this.#queue.oldestTick();
    if (this.#queue.oldestCode() >> 1 >= FIRST_HOLE) return tick + SCANS_NEEDED;
    const ripe = tick + this.#debounce;
    return this.#bowl ? Math.max(ripe, this.#firstScanFrom(tick + SCANS_NEEDED)) : ripe;
  }

  /** Moves ripe edges into the line; true when a loss comes next. */
  #gatherEdges(now: number): boolean {
    const queue = this.#queue;
    for (;;) {
      if (queue.losses.length > 0 && queue.nextLoss() !== undefined) {
        this.#close = this.#count > 0;
        return true;
      }
      if (queue.empty) return false;
      const ripe = this.#reportableAt();
      if (ripe > now) {
        this.#wakeAt(ripe);
        return false;
      }
      const tick = queue.oldestTick();
      const count = this.#count;
      if (count === LINE_EDGES || (count > 0 && tick - (this.#lineTicks[count - 1] ?? 0) > LONGEST_GAP)) {
        this.#close = true;
        return false;
      }
      const code = queue.oldestCode();
      this.#lineTicks[count] = tick;
      this.#lineCodes[count] = code;
      this.#count = count + 1;
      this.#reported[code >> 1] = code & 1;
      queue.dropOldest();
      if (WAITS[code >> 1] !== 1 || this.#count === LINE_EDGES) this.#close = true;
    }
  }

  #sendEdges(now: number): void {
    const { writer } = this.#wire;
    let before = this.#lineTicks[0] ?? 0;
    writer.beginLine("E", before);
    for (let at = 0; at < this.#count; at++) {
      const tick = this.#lineTicks[at] ?? 0;
      const code = this.#lineCodes[at] ?? 0;
      if (at > 0) {
        writer.writeChar(0x20);
        writer.writeHex(tick - before, 4);
      }
      before = tick;
      writer.writeChar(LETTERS[code] ?? 0);
      const hole = (code >> 1) - FIRST_HOLE;
      if (hole >= 0) writer.writeHex(hole % HOLES, 2);
    }
    this.#wire.sendWritten(now);
    this.#count = 0;
    this.#close = false;
  }

  #sendLoss(now: number, tick: number, edges: number): void {
    this.#queue.dropLoss();
    const waiting = this.#queue.levelsBefore();
    for (let pin = 0; pin < PINS; pin++) {
      const before = waiting.get(pin);
      this.#reported[pin] = before === undefined ? (this.#accepted[pin] ?? 0) : before ? 1 : 0;
    }
    const { writer } = this.#wire;
    writer.beginLine("L", tick);
    writer.writeChar(0x20);
    writer.writeHex(edges, 4);
    this.#wire.sendWritten(now);
  }
}
