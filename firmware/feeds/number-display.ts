import type { PublishedResult } from "../../src/floor/published-results.ts";
import { keepPort, type PortKeeper } from "../../drivers/transport/port-keeper.ts";
import { openSerial } from "../../drivers/transport/serial.ts";
import type { FeedsConfig } from "../table/config/feeds-config.ts";
import type { FeedsParts } from "./feeds.ts";
import { NumberLine } from "./number-line.ts";

/** Messages that wait for the port; beyond them the oldest is given up, and told. */
export const WAITING_MAX = 64;

/** What goes out of one message; an empty text: nothing. */
interface Waiting {
  readonly text: string;
  readonly told: PublishedResult;
}

/** A winning-number display on a serial port. What it missed while its cable or this program was away it is given in its order. */
export class NumberDisplay {
  readonly #port: string;
  readonly #parts: FeedsParts;
  readonly #line: NumberLine;
  readonly #keeper: PortKeeper;
  readonly #waiting: Waiting[] = [];
  #isWriting = false;
  readonly #endListening: () => void;

  constructor({ port, baudRate, format, end, undo }: NonNullable<FeedsConfig["numbers"]>, parts: FeedsParts) {
    const { hub, clock, random, onNotice } = parts;
    this.#port = port;
    this.#parts = parts;
    this.#line = new NumberLine({ format, end, undo: undo ?? null });
    this.#keeper = keepPort({
      open: openSerial({ path: port, baudRate, clock }),
      clock,
      random,
      listener: {
        onOpened: () => void this.#write(),
        // What a display says is nothing to us.
        onBytes: () => undefined,
        onLost: ({ detail }) => onNotice(`feeds.numbers: ${detail}`),
        onMissing: ({ detail }) => onNotice(`feeds.numbers: ${detail}`),
      },
    });
    this.#endListening = hub.listen((told, isNew) => {
      if (isNew) this.#take(told);
      else this.#line.recall(hub.after(told.table, -1) ?? []);
    });
  }

  async stop(): Promise<void> {
    this.#endListening();
    await this.#keeper.stop();
  }

  #take(told: PublishedResult): void {
    const { onNotice } = this.#parts;
    const { text, stays } = this.#line.take(told);
    if (stays !== null)
      onNotice(
        `feeds.numbers: the display on ${this.#port} shows ${stays}, which stands no more (round ${told.round}): take it back there`,
      );
    this.#waiting.push({ text, told });
    if (this.#waiting.length > WAITING_MAX) {
      const given = this.#waiting.shift();
      onNotice(`feeds.numbers: the display is away; what round ${given?.told.round ?? 0} came to is not shown`);
    }
    void this.#write();
  }

  /** Writes what waits, one after the other. What does not go out waits until the port is open again. */
  async #write(): Promise<void> {
    if (this.#isWriting) return;
    this.#isWriting = true;
    try {
      for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
        if (next.text !== "") await this.#keeper.write(Buffer.from(next.text, "latin1"));
        if (this.#waiting[0] === next) this.#waiting.shift();
        this.#parts.kept?.note(next.told.seq + 1);
      }
    } catch {
      // The port is not open: whoever keeps it says why, and when it is.
    } finally {
      this.#isWriting = false;
    }
  }
}
