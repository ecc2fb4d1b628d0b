import type { BytePort, OpenPort, PortLoss } from "../../drivers/port.ts";
import type { Clock, Timer } from "../../src/time/clock.ts";
import { US_PER_MS, type MonoUs } from "../../src/time/instant.ts";
import { toText } from "../../src/recording/codec.ts";
import { Candidate, identify, type Identified } from "./identify.ts";
import type { KnownLine } from "./known-lines.ts";

/** How long one speed is tried: every device that speaks by itself does so twice a second. */
export const DWELL_US = 2_600 * US_PER_MS;
/** The most bytes of one try that are kept, to be shown when its speed was the right one. */
export const TRIED_BYTES_MAX = 1024 * 1024;

/** Bytes as they came. */
export interface Chunk {
  readonly t: MonoUs;
  readonly bytes: string;
}

/** Who hears an open port. */
export interface PortHearer {
  onBytes(bytes: string, at: MonoUs): void;
  onLost(loss: PortLoss, at: MonoUs): void;
}

/** An open port whose hearer may change: what came meanwhile is given to the next one first. */
export class HeardPort {
  readonly port: BytePort;
  readonly openedAt: MonoUs;
  readonly #waiting: Waiting;

  private constructor(port: BytePort, openedAt: MonoUs, waiting: Waiting) {
    this.port = port;
    this.openedAt = openedAt;
    this.#waiting = waiting;
  }

  /** Rejects with a PortError. */
  static async open(open: OpenPort, clock: Clock): Promise<HeardPort> {
    const waiting: Waiting = { chunks: [], bytes: 0, lost: null, hearer: null };
    const openedAt = clock.now();
    const port = await open({
      onBytes: (data, t) => {
        const bytes = toText(data);
        if (waiting.hearer !== null) return waiting.hearer.onBytes(bytes, t);
        waiting.bytes += bytes.length;
        if (waiting.bytes <= TRIED_BYTES_MAX) waiting.chunks.push({ t, bytes });
      },
      onLost: (loss, t) => {
        waiting.lost = { loss, t };
        waiting.hearer?.onLost(loss, t);
      },
    });
    return new HeardPort(port, openedAt, waiting);
  }

  hear(hearer: PortHearer): void {
    const { chunks, lost } = this.#waiting;
    Object.assign(this.#waiting, { chunks: [], bytes: 0, hearer } satisfies Partial<Waiting>);
    for (const { bytes, t } of chunks) hearer.onBytes(bytes, t);
    if (lost !== null) hearer.onLost(lost.loss, lost.t);
  }
}

interface Waiting {
  chunks: Chunk[];
  bytes: number;
  lost: { readonly loss: PortLoss; readonly t: MonoUs } | null;
  hearer: PortHearer | null;
}

/** One speed that was tried. */
export interface Tried {
  readonly baud: number;
  readonly bytes: number;
  readonly identified: Identified;
  /** The port was lost meanwhile; null: it was not. */
  readonly lost: PortLoss | null;
}

export interface FindRateOptions {
  readonly open: (baud: number) => OpenPort;
  readonly rates: readonly number[];
  readonly lines: readonly KnownLine[];
  readonly clock: Clock;
  /** True: nobody waits for it any more. */
  readonly isOver: () => boolean;
  readonly onTried: (tried: Tried) => void;
}

/** A speed at which a line could be read, with the port that is open at it and what came over it so far. */
export interface FoundRate {
  readonly tried: Tried;
  readonly heard: HeardPort;
  readonly chunks: readonly Chunk[];
}

/**
 * Opens a port at one speed after the other until a line can be read that is known; null: it is over before one could. A device whose line is
 * only likely is taken where no other speed has a better one. A single speed is taken as it is, and what came over it is held back for as
 * long as one try: whoever shows it knows by then whether a reader of cards speaks. Rejects with a PortError.
 */
export async function findRate(options: FindRateOptions): Promise<FoundRate | null> {
  const { rates, isOver } = options;
  const [only, ...others] = rates;
  if (only !== undefined && others.length === 0) return tryRate(only, options);
  for (;;) {
    let likely: number | null = null;
    for (const baud of rates) {
      if (isOver()) return null;
      const found = await tryRate(baud, options);
      const { certainty } = found.tried.identified;
      if (certainty === "sure") return found;
      if (certainty === "likely") likely ??= baud;
      await found.heard.port.close();
    }
    if (likely === null) continue;
    const again = await tryRate(likely, options);
    if (again.tried.identified.line !== null) return again;
    await again.heard.port.close();
  }
}

async function tryRate(
  baud: number,
  { open, lines, clock, onTried, isOver }: FindRateOptions,
): Promise<FoundRate> {
  const candidates = lines.map((line) => new Candidate(line));
  const chunks: Chunk[] = [];
  let [bytes, kept] = [0, 0];
  let lost: PortLoss | null = null;
  const heard = await HeardPort.open(open(baud), clock);
  const done = Promise.withResolvers<null>();
  const timers: Timer[] = [
    clock.after(DWELL_US, "one speed", () => done.resolve(null)),
    clock.every(100 * US_PER_MS, "one speed", () => {
      if (isOver() || identify(candidates).certainty === "sure") done.resolve(null);
    }),
  ];
  heard.hear({
    onBytes: (text, t) => {
      bytes += text.length;
      for (const one of candidates) one.receive(text);
      if (kept + text.length > TRIED_BYTES_MAX) return;
      kept += text.length;
      chunks.push({ t, bytes: text });
    },
    onLost: (loss) => {
      lost = loss;
      done.resolve(null);
    },
  });
  await done.promise;
  for (const timer of timers) timer.cancel();
  const tried: Tried = { baud, bytes, identified: identify(candidates), lost };
  onTried(tried);
  return { tried, heard, chunks };
}
