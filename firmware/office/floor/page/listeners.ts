import type { ServerResponse } from "node:http";
import type { Clock } from "../../../../src/time/clock.ts";
import type { ChangedParts } from "./changed-parts.ts";

/** Pages that listen at once. */
export const LISTENERS_MAX = 100;
/** Of them of one certificate: whoever opens more loses the oldest of his own, and nobody else's. */
export const LISTENERS_OF_ONE = 20;
/** A page that took nothing for so long is let go, ms; it comes back by itself. */
export const UNREAD_MS = 20_000;
/** Between two changes that a page is told, ms: what happens in between comes together. */
export const TELL_MS = 50;
/** Between two signs of life, ms. */
export const PULSE_MS = 1_000;
/** Signs of life between two looks at the certificate of a page. */
const LOOK_PULSES = 15;

interface Listener {
  /** Number of the certificate. */
  readonly whose: string;
  readonly response: ServerResponse;
  /** Whether its certificate still counts. */
  readonly mayStay: () => boolean;
  /** Up to which change it was told. */
  told: number;
  /** Since when it takes nothing; null: it does. */
  fullSince: number | null;
}

/** What was pushed so far. */
export interface PushCounters {
  bytes: number;
  messages: number;
  dropped: number;
}

/**
 * Pages that listen (server-sent events). Each is told what changed since it was told last, and nothing while it does not read: for such a one
 * nothing is kept but the number of a change.
 */
export class Listeners {
  readonly #clock: Clock;
  readonly #told: ChangedParts;
  readonly #open = new Set<Listener>();
  readonly counters: PushCounters = { bytes: 0, messages: 0, dropped: 0 };
  #isTelling = false;
  #pulses = 0;
  readonly #pulse: { cancel(): void };

  constructor(clock: Clock, told: ChangedParts) {
    this.#clock = clock;
    this.#told = told;
    this.#pulse = clock.every(PULSE_MS * 1_000, "pulse of the floor's pages", () => this.#sendPulse());
  }

  get count(): number {
    return this.#open.size;
  }

  /** Takes an answer that was begun, of the certificate with this number; false: there are too many. */
  add(response: ServerResponse, whose: string, mayStay: () => boolean): boolean {
    const own = [...this.#open].filter((one) => one.whose === whose);
    if (own.length >= LISTENERS_OF_ONE) this.#letGo(own[0]);
    if (this.#open.size >= LISTENERS_MAX) return false;
    const one: Listener = { whose, response, mayStay, told: 0, fullSince: null };
    this.#open.add(one);
    response.on("close", () => this.#open.delete(one));
    response.on("drain", () => {
      one.fullSince = null;
      this.#tell(one);
    });
    this.#send(one, "pulse", this.#pulseText());
    this.#tell(one);
    return true;
  }

  /** Something changed: it is told soon, with what changes until then. */
  tellSoon(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    this.#clock.after(TELL_MS * 1_000, "changes for the floor's pages", () => {
      this.#isTelling = false;
      for (const one of this.#open) this.#tell(one);
    });
  }

  close(): void {
    this.#pulse.cancel();
    for (const { response } of this.#open) response.destroy();
  }

  /** Piece by piece, as long as the page takes them; the last one says that it is whole. */
  #tell(one: Listener): void {
    while (one.fullSince === null) {
      const piece = this.#told.since(one.told);
      if (piece === null) return;
      one.told = piece.to;
      this.#send(one, piece.isLast ? "told" : "part", piece.text);
    }
  }

  #pulseText(): string {
    return JSON.stringify({ now: this.#clock.wall() });
  }

  #sendPulse(): void {
    this.#pulses += 1;
    const text = this.#pulseText();
    const isLook = this.#pulses % LOOK_PULSES === 0;
    for (const one of this.#open) {
      const isUnread = one.fullSince !== null && this.#clock.now() - one.fullSince > UNREAD_MS * 1_000;
      if (isUnread || (isLook && !one.mayStay())) {
        this.#letGo(one);
      } else if (one.fullSince === null) this.#send(one, "pulse", text);
    }
  }

  #letGo(one: Listener | undefined): void {
    if (one === undefined) return;
    this.counters.dropped += 1;
    this.#open.delete(one);
    one.response.destroy();
  }

  #send(one: Listener, event: string, text: string): void {
    const message = `event: ${event}\ndata: ${text}\n\n`;
    this.counters.bytes += Buffer.byteLength(message);
    this.counters.messages += 1;
    if (!one.response.write(message)) one.fullSince = this.#clock.now();
  }
}
