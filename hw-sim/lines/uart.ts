/**
 * What a receiver makes of a serial line that is set to another speed than the sender: the sender's bits on the wire (8N1, idle high),
 * sampled in the middle of the receiver's own bits from each falling edge on, as a UART does.
 */

const DATA_BITS = 8;
const FRAME_BITS = DATA_BITS + 2;
const S = 1_000_000;

export interface UartOptions {
  /** Speeds of both ends, baud. */
  readonly sent: number;
  readonly received: number;
  /** What becomes of a byte whose stop bit is low; `keep` as USB adapters do, `drop` as the kernel does for its own ports. */
  readonly framing?: "keep" | "drop";
}

/** Bytes that left together, one character a byte. `us`: when their first start bit began. */
export interface Burst {
  readonly us: number;
  readonly bytes: string;
}

/** The level of the wire: high unless a frame has it low. Times in µs, from the first start bit of the bursts. */
interface Wire {
  /** Instants at which the level changes, high first becoming low; in order. */
  readonly edges: readonly number[];
}

/** The bytes that the receiver hears of these bursts, each with the instant of its stop bit, µs. Bursts are in order of time. */
export function resample(
  bursts: readonly Burst[],
  options: UartOptions,
): readonly { readonly us: number; readonly byte: number }[] {
  return receive(wireOf(bursts, options.sent), options);
}

function wireOf(bursts: readonly Burst[], sent: number): Wire {
  const bit = S / sent;
  const edges: number[] = [];
  let level = 1;
  let free = -Infinity;
  const set = (to: number, us: number): void => {
    if (to !== level) edges.push(us);
    level = to;
  };
  for (const { us, bytes } of bursts) {
    let at = Math.max(us, free);
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes.charCodeAt(index) & 0xff;
      set(0, at);
      // Least significant bit first.
      for (let place = 0; place < DATA_BITS; place++) set((byte >> place) & 1, at + (1 + place) * bit);
      set(1, at + (1 + DATA_BITS) * bit);
      at += FRAME_BITS * bit;
    }
    free = at;
  }
  return { edges };
}

function receive(
  { edges }: Wire,
  { received, framing = "keep" }: UartOptions,
): readonly { readonly us: number; readonly byte: number }[] {
  const bit = S / received;
  const heard: { us: number; byte: number }[] = [];
  let next = 0;
  /** The level at an instant: each edge turns it, beginning with high. Instants never go back. */
  const levelAt = (us: number): number => {
    while (next < edges.length && (edges[next] ?? Infinity) <= us) next++;
    return next % 2 === 0 ? 1 : 0;
  };
  for (;;) {
    // A falling edge has an even place. One that is high before it ends the wait for a break's end too.
    const start = next + (next % 2);
    const from = edges[start];
    if (from === undefined) return heard;
    next = start + 1;
    // A pulse that is gone in the middle of the start bit is none.
    if (levelAt(from + bit / 2) !== 0) continue;
    let byte = 0;
    for (let place = 0; place < DATA_BITS; place++) byte |= levelAt(from + (1.5 + place) * bit) << place;
    const us = from + (1.5 + DATA_BITS) * bit;
    const isFramed = levelAt(us) === 1;
    if (isFramed || framing === "keep") heard.push({ us, byte });
  }
}
