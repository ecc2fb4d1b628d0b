/** Edges on their way from the pins to a line, in the order of their times. */

/** As many as the board keeps; what comes on top is lost. */
const ROOM = 125;
/** After a loss edges are taken again when so few wait. */
const ROOM_AGAIN = 112;
const SLOTS = 128;
const MASK = SLOTS - 1;
export const HOLES = 24;
/** Channels, then the holes of both chains: one number for every pin. */
export const CHANNELS = "ABCQRIPXTVW";
export const FIRST_HOLE = CHANNELS.length;
export const PINS = FIRST_HOLE + 2 * HOLES;
const GONE = 0xff;

/** Edges that found no room. */
export interface Loss {
  readonly tick: number;
  edges: number;
  /** They stand before the edge of this number. */
  readonly before: number;
}

/** A ring with numbers that only grow: edge `n` lies in slot `n & 127`. */
export class EdgeQueue {
  readonly #ticks = new Float64Array(SLOTS);
  /** Pin × 2, and 1 when it became active; GONE for an edge that was taken back. */
  readonly #codes = new Uint8Array(SLOTS);
  readonly #newest = new Int32Array(PINS).fill(-1);
  head = 0;
  tail = 0;
  lost = 0;
  deepest = 0;
  readonly losses: Loss[] = [];
  losing = false;

  reset(): void {
    this.#newest.fill(-1);
    this.head = this.tail = this.lost = this.deepest = 0;
    this.losses.length = 0;
    this.losing = false;
  }

  get empty(): boolean {
    return this.head === this.tail;
  }

  /** An edge; one that is older than the newest is put in its place. */
  push(tick: number, pin: number, on: boolean): void {
    let at = this.head;
    const depth = at - this.tail;
    if (this.losing ? depth > ROOM_AGAIN : depth >= ROOM) {
      this.#recordLoss(tick);
      return;
    }
    // A loss stands where it was: nothing is put before it any more.
    this.losing = false;
    for (; at > this.tail && (this.#ticks[(at - 1) & MASK] ?? 0) > tick; at--) {
      const code = this.#codes[(at - 1) & MASK] ?? GONE;
      this.#ticks[at & MASK] = this.#ticks[(at - 1) & MASK] ?? 0;
      this.#codes[at & MASK] = code;
      if (code !== GONE) this.#newest[code >> 1] = at;
    }
    this.#ticks[at & MASK] = tick;
    this.#codes[at & MASK] = pin * 2 + (on ? 1 : 0);
    this.#newest[pin] = at;
    this.head++;
    if (depth >= this.deepest) this.deepest = depth + 1;
  }

  /** Time of the newest edge of a pin that still waits; -1 when none does. */
  waitingSince(pin: number): number {
    const at = this.#newest[pin] ?? -1;
    return at >= this.tail && this.#codes[at & MASK] !== GONE ? (this.#ticks[at & MASK] ?? -1) : -1;
  }

  /** Takes the newest edge of a pin back: the pulse that it began was too short. */
  takeBack(pin: number): void {
    const at = this.#newest[pin] ?? -1;
    this.#codes[at & MASK] = GONE;
    this.#newest[pin] = -1;
    if (at === this.head - 1 && this.losses.length === 0) this.head--;
    this.skipGone();
  }

  /** Time of the oldest edge. */
  oldestTick(): number {
    return this.#ticks[this.tail & MASK] ?? 0;
  }

  /** Code of the oldest edge. */
  oldestCode(): number {
    return this.#codes[this.tail & MASK] ?? GONE;
  }

  dropOldest(): void {
    this.tail++;
    this.skipGone();
  }

  skipGone(): void {
    while (this.tail < this.head && this.#codes[this.tail & MASK] === GONE) this.tail++;
  }

  /** The loss that stands before the oldest edge. */
  nextLoss(): Loss | undefined {
    const loss = this.losses[0];
    return loss !== undefined && loss.before <= this.tail ? loss : undefined;
  }

  dropLoss(): void {
    this.losses.shift();
    if (this.losses.length === 0) this.losing = false;
  }

  /** Pins that have waiting edges, with what they were before the oldest of them. */
  levelsBefore(): Map<number, boolean> {
    const first = new Map<number, boolean>();
    for (let at = this.tail; at < this.head; at++) {
      const code = this.#codes[at & MASK] ?? GONE;
      if (code !== GONE && !first.has(code >> 1)) first.set(code >> 1, (code & 1) === 0);
    }
    return first;
  }

  #recordLoss(tick: number): void {
    if (!this.losing) this.losses.push({ tick, edges: 0, before: this.head });
    this.losing = true;
    this.lost = Math.min(0xffff, this.lost + 1);
    const loss = this.losses.at(-1);
    if (loss !== undefined) loss.edges = Math.min(0xffff, loss.edges + 1);
  }
}
