import type { Chance } from "../../src/time/chance.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_MS, type MonoUs } from "../../src/time/instant.ts";
import { PortError, type PortErrorCode } from "../port-error.ts";
import type { BytePort, OpenPort, PortLoss } from "../port.ts";

/** Waits between tries to open, µs; the last one repeats. */
export const BACK_OFF_US: readonly number[] = [250, 500, 1_000, 2_000, 5_000].map((ms) => ms * US_PER_MS);

/** What becomes of a kept port. Nothing may throw. */
export interface KeeperListener {
  /** A new connection. `tries` is how many opens it took, from 1. */
  onOpened(name: string, tries: number, at: MonoUs): void;
  onBytes(bytes: Uint8Array, at: MonoUs): void;
  onLost(loss: PortLoss, at: MonoUs): void;
  /** The port cannot be opened: told once for each reason running; `tries` counts all failed opens since the loss. */
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
  readonly chance: Chance;
  readonly listener: KeeperListener;
  /** Waits between tries, µs, at least one; `BACK_OFF_US` unless told. Each is lengthened by up to a quarter, by chance. */
  readonly backOffUs?: readonly number[];
}

export interface PortKeeper {
  /** Goes to the connection that lives now; rejects between connections, so that nothing goes out late. */
  write(bytes: Uint8Array): Promise<void>;
  /** Gives up this connection and opens a new one, e.g. when the device has long been silent. Does nothing in between. */
  reopen(): Promise<void>;
  /** Ends for good: no more events except the loss of the open port. Resolves when the port is closed. */
  stop(): Promise<void>;
}

/** Keeps a port open: opens it at once, and again after every loss. Each connection is a port of its own. */
export function keepPort(options: KeeperOptions): PortKeeper {
  const { clock, chance, listener } = options;
  const backOff = options.backOffUs ?? BACK_OFF_US;
  if (backOff.length === 0) throw new RangeError("the back-off needs at least one wait");
  const longest = backOff.at(-1) ?? 0;
  let stopped = false;
  let port: BytePort | null = null;
  let timer: Timer | null = null;
  let opening: Promise<void> = Promise.resolve();
  /** Index of the next wait. A connection that holds for the longest wait starts it anew. */
  let step = 0;
  let tries = 0;
  let reason: string | null = null;
  let openedAt: MonoUs | null = null;

  const waitAndTry = (): void => {
    if (stopped) return;
    const base = backOff[Math.min(step, backOff.length - 1)] ?? longest;
    step++;
    const delay = base + chance.below(Math.max(1, Math.floor(base / 4)));
    timer = clock.after(delay, "open port again", () => (opening = tryOpen()));
  };
  const lost = (loss: PortLoss, at: MonoUs): void => {
    port = null;
    if (openedAt !== null && at - openedAt >= longest) step = 0;
    openedAt = null;
    listener.onLost(loss, at);
    waitAndTry();
  };
  const tryOpen = async (): Promise<void> => {
    timer = null;
    tries++;
    /** A loss that comes before `open` has resolved is told after the opening. */
    let early: { loss: PortLoss; at: MonoUs } | null = null;
    let told = false;
    try {
      const fresh = await options.open({
        onBytes: (bytes, at) => (stopped ? undefined : listener.onBytes(bytes, at)),
        onLost: (loss, at) => (told ? lost(loss, at) : void (early = { loss, at })),
      });
      if (stopped) {
        await fresh.close();
        return;
      }
      port = fresh;
      openedAt = clock.now();
      listener.onOpened(fresh.name, tries, openedAt);
    } catch (error) {
      missing(error);
      return;
    }
    told = true;
    tries = 0;
    reason = null;
    const { loss, at } = early ?? { loss: null, at: openedAt };
    if (loss !== null) lost(loss, at);
  };
  const missing = (error: unknown): void => {
    if (stopped) return;
    const code = error instanceof PortError ? error.code : "unusable";
    const detail = error instanceof Error ? error.message : String(error);
    if (reason !== `${code} ${detail}`) listener.onMissing({ code, detail, tries }, clock.now());
    reason = `${code} ${detail}`;
    waitAndTry();
  };

  opening = tryOpen();
  return {
    write: (bytes) => port?.write(bytes) ?? Promise.reject(new Error("not written: the port is not open")),
    reopen: async () => port?.close(),
    stop: async () => {
      stopped = true;
      timer?.cancel();
      await opening;
      await port?.close();
    },
  };
}
