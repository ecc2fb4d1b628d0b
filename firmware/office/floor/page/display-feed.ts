import type { ServerResponse } from "node:http";
import type { Language } from "../../../../src/text/language.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import { qrPath } from "../../../screens/server/qr.ts";
import type { ViewMessage } from "../../../screens/server/messages.ts";
import { PULSE_MS, UNREAD_MS } from "./listeners.ts";
import type { Pictures } from "./pictures.ts";

/** Displays of tables that are looked at at once. */
export const DISPLAYS_MAX = 40;

interface Watcher {
  readonly log: string;
  /** The language that whoever looks reads. */
  readonly language: Language;
  readonly response: ServerResponse;
  readonly mayStay: () => boolean;
  /** What it is shown is not the newest: it takes nothing since then (µs); null: it does. */
  fullSince: number | null;
}

/**
 * The displays of tables, looked at from the floor: the very page of the table, with the picture that the store's records make. As at the table
 * it goes out by itself where the table is not heard of.
 */
export class DisplayFeed {
  readonly #clock: Clock;
  readonly #pictures: Pictures;
  readonly #watchers = new Set<Watcher>();
  readonly #pulse: { cancel(): void };
  #beat = 0;

  constructor(clock: Clock, pictures: Pictures) {
    this.#clock = clock;
    this.#pictures = pictures;
    this.#pulse = clock.every(PULSE_MS * 1_000, "pulse of displays on the floor", () => this.#sendPulse());
  }

  /** Takes an answer that was begun; false: there are too many. */
  add(of: Pick<Watcher, "log" | "language">, response: ServerResponse, mayStay: () => boolean): boolean {
    if (this.#watchers.size >= DISPLAYS_MAX) return false;
    const one: Watcher = { ...of, response, mayStay, fullSince: null };
    this.#watchers.add(one);
    response.on("close", () => this.#watchers.delete(one));
    response.on("drain", () => {
      one.fullSince = null;
      this.#show(one);
    });
    this.#show(one);
    return true;
  }

  /** The picture of a table changed. */
  showTable(log: string): void {
    for (const one of this.#watchers) if (one.log === log) this.#show(one);
  }

  close(): void {
    this.#pulse.cancel();
    for (const { response } of this.#watchers) response.destroy();
  }

  #show(one: Watcher): void {
    const view = this.#pictures.table(one.log)?.view ?? null;
    if (view === null) return;
    const languages = [one.language, ...view.languages.filter((other) => other !== one.language)];
    const code = view.verdict?.certificate.qr ?? "";
    this.#send(one, { type: "view", view: { ...view, languages }, qr: qrPath(code) } satisfies ViewMessage);
  }

  #sendPulse(): void {
    this.#beat += 1;
    for (const one of this.#watchers) {
      const isUnread = one.fullSince !== null && this.#clock.now() - one.fullSince > UNREAD_MS * 1_000;
      if (isUnread || !one.mayStay()) one.response.destroy();
      // The display itself says that it is not current.
      else if (this.#pictures.isHeard(one.log)) this.#sendSign(one);
    }
  }

  #sendSign(one: Watcher): void {
    const seq = this.#pictures.newestOf(one.log)?.seq;
    if (seq !== undefined) this.#send(one, { type: "pulse", seq, beat: this.#beat, wall: this.#clock.wall() });
  }

  #send(one: Watcher, message: object): void {
    if (one.fullSince !== null) return;
    if (!one.response.write(`data: ${JSON.stringify(message)}\n\n`)) one.fullSince = this.#clock.now();
  }
}
