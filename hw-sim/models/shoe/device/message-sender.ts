import type { Sent } from "../../../lines/sent.ts";
import { encodeMessage, word, type Message, type Wire } from "./messages.ts";

/** A character at 115200 baud takes 10 bits. */
const LINE_US_EACH = 86.8;
/** The host asks for a report once a millisecond. */
const POLL_US = 1_000;
/** The longest backlog of a device's messages; further messages are dropped. */
const BACKLOG_US: Readonly<Record<Wire, number>> = { hid: 64_000, line: 400_000 };

/** Numbers the messages, stamps them, and sends them as fast as the wire takes them; what it cannot keep is counted. */
export class MessageSender {
  readonly #wire: Wire;
  #n = 0;
  #startUs = 0;
  #freeUs = 0;
  #unreported = 0;
  lost = 0;
  #sent: Sent[] = [];

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  reset(us: number): void {
    this.#n = 0;
    this.#startUs = us;
    this.#freeUs = us;
    this.#unreported = 0;
    this.lost = 0;
  }

  /** Drops what is not on the wire yet, since the power is gone. */
  cutOff(us: number): void {
    this.#sent = this.#sent.filter((one) => one.us <= us);
  }

  send(us: number, message: Message): void {
    const backlog = this.#freeUs - us;
    if (backlog > BACKLOG_US[this.#wire]) {
      this.#unreported++;
      this.lost++;
      return;
    }
    if (this.#unreported > 0) {
      const messages = Math.min(0xffff, this.#unreported);
      this.#unreported = 0;
      this.#putOnWire(us, ["O", word(messages)]);
    }
    this.#putOnWire(us, message);
  }

  #putOnWire(us: number, [letter, ...fields]: Message): void {
    const bytes = encodeMessage(this.#wire, letter, this.#n, Math.floor((us - this.#startUs) / 1_000), fields);
    this.#n = (this.#n + 1) & 0xffff;
    const takes = this.#wire === "hid" ? POLL_US : bytes.length * LINE_US_EACH;
    this.#freeUs = Math.max(this.#freeUs, us) + takes;
    this.#sent.push({ us: Math.round(this.#freeUs), bytes });
  }

  /** What was on the wire by `us`. */
  takeSent(us: number): Sent[] {
    const out = this.#sent.filter((one) => one.us <= us);
    this.#sent = this.#sent.filter((one) => one.us > us);
    return out;
  }
}
