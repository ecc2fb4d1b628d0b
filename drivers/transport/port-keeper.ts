import type { RandomSource } from "../../src/time/random-source.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_MS, type MonoUs } from "../../src/time/instant.ts";
import { type BytePort, type OpenPort, type PortLoss, PortError, type PortErrorCode } from "../port.ts";

/** Waits between tries to open, µs; the last one repeats. */
export const BACK_OFF_US: readonly number[] = [250, 500, 1_000, 2_000, 5_000].map((ms) => ms * US_PER_MS);

/** An opening that has not ended after so long is stuck, µs. */
export const STUCK_OPENING_US = 60_000 * US_PER_MS;

/** What becomes of a kept port. Nothing may throw. */
export interface KeeperListener {
  /** A new connection. `tries` is how many opens it took, from 1. */
  onOpened(name: string, tries: number, at: MonoUs): void;
  onBytes(bytes: Uint8Array, at: MonoUs): void;
  onLost(loss: PortLoss, at: MonoUs): void;
  /**
   * The port cannot be opened: reported once as long as the reason stays the same; `tries` counts all failed opens since the
   * loss.
   */
  onMissing(missing: Missing, at: MonoUs): void;
}

export interface Missing {
  readonly code: PortErrorCode;
  readonly detail: string;
  readonly tries: number;
}

export interface KeeperOptions {
  readonly open: OpenPort;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly listener: KeeperListener;
  /**
   * Waits between tries, µs, at least one; `BACK_OFF_US` unless given. Each is lengthened by a random part of up to a quarter.
   */
  readonly backOffUs?: readonly number[];
}

export interface PortKeeper {
  /** Goes to the connection that lives now; rejects between connections, so that nothing goes out late. */
  write(bytes: Uint8Array): Promise<void>;
  /** Gives up this connection and opens a new one, for this reason: the device has long been silent. Does nothing in between. */
  reopen(why: PortLoss): Promise<void>;
  /** The port is open, or is known to be missing and will be tried again. Not so before the first try ended, and while one is stuck. */
  isServed(now: MonoUs): boolean;
  /** Ends for good: no more events except the loss of the open port. Resolves when the port is closed. */
  stop(): Promise<void>;
}

/** Keeps a port open: opens it at once, and again after every loss. Each connection is a port of its own. */
export function keepPort(options: KeeperOptions): PortKeeper {
  const keeper = new Keeper(options);
  keeper.start();
  return keeper;
}

class Keeper implements PortKeeper {
  readonly #options: KeeperOptions;
  readonly #backOff: readonly number[];
  readonly #longest: number;
  #stopped = false;
  #port: BytePort | null = null;
  #timer: Timer | null = null;
  #opening: Promise<void> = Promise.resolve();
  /** Index of the next wait. A connection that holds for the longest wait starts it anew. */
  #step = 0;
  #tries = 0;
  #reason: string | null = null;
  #openedAt: MonoUs | null = null;
  /** Why the connection that lives now is being given up; null: it is not. */
  #givenUp: PortLoss | null = null;
  /** Null: no try is under way. */
  #tryingSince: MonoUs | null = null;
  #hasTried = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#backOff = options.backOffUs ?? BACK_OFF_US;
    const longest = this.#backOff.at(-1);
    if (longest === undefined) throw new RangeError("the back-off needs at least one wait");
    this.#longest = longest;
  }

  start(): void {
    this.#timer = null;
    this.#tryingSince = this.#options.clock.now();
    this.#opening = this.#tryOpen().finally(() => {
      this.#tryingSince = null;
      this.#hasTried = true;
    });
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#port?.write(bytes) ?? Promise.reject(new Error("not written: the port is not open"));
  }

  async reopen(why: PortLoss): Promise<void> {
    if (this.#port === null) return;
    this.#givenUp = why;
    await this.#port.close();
  }

  isServed(now: MonoUs): boolean {
    const since = this.#tryingSince;
    return since === null || (this.#hasTried && now - since < STUCK_OPENING_US);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#opening;
    await this.#port?.close();
  }

  async #tryOpen(): Promise<void> {
    const { open, clock, listener } = this.#options;
    this.#tries++;
    // A loss that comes before `open` has resolved is reported after the opening.
    const early: [PortLoss, MonoUs][] = [];
    let reported = false;
    let port: BytePort;
    try {
      port = await open({
        onBytes: (bytes, at) => {
          if (!this.#stopped) listener.onBytes(bytes, at);
        },
        onLost: (loss, at) => {
          if (reported) this.#lost(loss, at);
          else early.push([loss, at]);
        },
      });
    } catch (error) {
      this.#missing(error);
      return;
    }
    if (this.#stopped) {
      await port.close();
      return;
    }
    this.#port = port;
    this.#openedAt = clock.now();
    listener.onOpened(port.name, this.#tries, this.#openedAt);
    this.#tries = 0;
    this.#reason = null;
    reported = true;
    for (const [loss, at] of early) this.#lost(loss, at);
  }

  #lost(loss: PortLoss, at: MonoUs): void {
    this.#port = null;
    if (this.#openedAt !== null && at - this.#openedAt >= this.#longest) this.#step = 0;
    this.#openedAt = null;
    const given = this.#givenUp ?? loss;
    this.#givenUp = null;
    this.#options.listener.onLost(given, at);
    this.#tryLater();
  }

  #missing(error: unknown): void {
    if (this.#stopped) return;
    const code = error instanceof PortError ? error.code : "unusable";
    const detail = error instanceof Error ? error.message : String(error);
    const reason = `${code} ${detail}`;
    if (reason !== this.#reason) {
      this.#options.listener.onMissing({ code, detail, tries: this.#tries }, this.#options.clock.now());
    }
    this.#reason = reason;
    this.#tryLater();
  }

  #tryLater(): void {
    if (this.#stopped) return;
    const base = this.#backOff[this.#step] ?? this.#longest;
    this.#step = Math.min(this.#step + 1, this.#backOff.length);
    const jitter = this.#options.random.below(Math.max(1, Math.floor(base / 4)));
    this.#timer = this.#options.clock.after(base + jitter, "open port again", () => this.start());
  }
}
