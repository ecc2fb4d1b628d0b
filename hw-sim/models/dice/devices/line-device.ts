import { crc16 } from "../../../lines/crc16.ts";
import type { Sent } from "../../../lines/sent.ts";
import { Agenda, type DeviceModel } from "./model.ts";

/**
 * The electronics that every device on the open dice line has: numbers, stamps, checksum, identity, heartbeat, the receiver for
 * the host's lines. Written from docs/devices/dice-line.md, and from nothing else.
 */
export type Field = readonly [bytes: number, value: number];

export interface LineDeviceOptions {
  readonly kind: 2 | 3;
  readonly device: number;
  /** The last field of the identity. */
  readonly made: number;
  /** What the heartbeat says beside its head. */
  readonly beat: () => readonly Field[];
}

const BEAT_US = 250_000;
/** A character at 115200 baud takes 10 bits. */
const CHARACTER_US = 86.8;
const HOST_LINE_MAX = 60;
const CAUSES = ["power", "reset", "brownout", "watchdog"] as const;

const digits = ([bytes, value]: Field): string => {
  const text = value
    .toString(16)
    .toUpperCase()
    .padStart(2 * bytes, "0");
  if (text.length > 2 * bytes) throw new RangeError(`${value} is wider than ${bytes} bytes`);
  return text;
};

const checksumOf = (text: string): string => digits([2, crc16(Buffer.from(text, "latin1"))]);

/** One line with its line feed. */
export function lineOf(letter: string, n: number, ms: number, fields: readonly Field[]): string {
  const body = [letter, ...[[2, n] as const, [4, ms % 0x1_0000_0000] as const, ...fields].map(digits)].join(
    " ",
  );
  return `${body}*${checksumOf(body)}\n`;
}

export class LineDevice implements DeviceModel {
  readonly #options: LineDeviceOptions;
  readonly agenda = new Agenda();
  #sent: Sent[] = [];
  #on = false;
  #n = 0;
  #boots = 0;
  #startUs = 0;
  #beatUs = 0;
  #freeUs = 0;
  #mutedUs = 0;
  #partial = "";
  #cause: (typeof CAUSES)[number] = "power";

  constructor(options: LineDeviceOptions) {
    this.#options = options;
  }

  get isOn(): boolean {
    return this.#on;
  }

  /** Power, or a reset while it is on. What was not on the wire yet never will be. */
  start(us: number, cause: (typeof CAUSES)[number] = "power"): void {
    this.stop(us);
    this.#on = true;
    this.#boots++;
    this.#n = 0;
    this.#startUs = us;
    this.#freeUs = us;
    this.#partial = "";
    this.#cause = cause;
    this.#identify(us);
  }

  stop(us: number): void {
    this.#on = false;
    this.#sent = this.#sent.filter((one) => one.us <= us);
  }

  /** Its lines are lost on the wire for this span, µs; its numbers go on. */
  mute(us: number, spanUs: number): void {
    this.#mutedUs = us + spanUs;
  }

  sendLine(us: number, letter: string, fields: readonly Field[]): void {
    if (!this.#on) return;
    const bytes = lineOf(letter, this.#n, Math.floor((us - this.#startUs) / 1_000), fields);
    this.#n = (this.#n + 1) & 0xffff;
    if (us < this.#mutedUs) return;
    this.#freeUs = Math.max(this.#freeUs, us) + bytes.length * CHARACTER_US;
    this.#sent.push({ us: Math.round(this.#freeUs), bytes });
  }

  step(us: number, host = ""): readonly Sent[] {
    while (this.#on && this.#beatUs <= us) {
      this.agenda.run(this.#beatUs);
      this.#sendHeartbeat(this.#beatUs);
    }
    this.agenda.run(us);
    if (this.#on) this.#receive(us, host);
    const out = this.#sent.filter((one) => one.us <= us);
    this.#sent = this.#sent.filter((one) => one.us > us);
    return out;
  }

  #identify(us: number): void {
    const { kind, device, made } = this.#options;
    const head: Field[] = [1, 0, kind].map((value) => [1, value] as const);
    const firmware: Field[] = [1, 0, 0].map((value) => [1, value] as const);
    const rest: Field[] = [
      [4, this.#boots],
      [1, CAUSES.indexOf(this.#cause)],
      [2, made],
    ];
    this.sendLine(us, "I", [...head, [4, device], ...firmware, ...rest]);
    this.#sendHeartbeat(us);
  }

  #sendHeartbeat(us: number): void {
    this.sendLine(us, "B", this.#options.beat());
    this.#beatUs = us + BEAT_US;
  }

  #receive(us: number, bytes: string): void {
    const lines = (this.#partial + bytes).split(/[\r\n]+/);
    this.#partial = (lines.pop() ?? "").slice(-HOST_LINE_MAX);
    for (const line of lines) {
      const body = line.slice(0, -5);
      if (line.slice(-5) !== `*${checksumOf(body)}`) continue;
      if (body.startsWith("I ")) this.#identify(us);
    }
  }
}
