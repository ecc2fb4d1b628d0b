import type { Fields } from "../../../../src/analysis/record-fields.ts";
import { sha256Hex, utf8 } from "../../../../src/record/bytes.ts";
import { readLine } from "../../../../src/record/chain.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import type { ResultHub } from "../../../feeds/result-hub.ts";
import { errorText } from "../../../problem.ts";
import type { PageStore, StoredRecord } from "./page-store.ts";

/** Records back from the newest of each table that are read at the start: what was published last stands in them. */
export const RESULTS_FIRST = 240;
/** Records of each table that are read at once. */
export const RESULTS_AT_ONCE = 256;
/** Between a word of the store and the reading, µs: what comes in between is read together. */
const READ_US = 20_000;
/** Tables that joined, and what was missed while the store was away, are looked for so often, µs. */
const LOOK_US = 5_000_000;

export interface FloorResultsParts {
  readonly store: Pick<PageStore, "logs" | "recordsFrom" | "recordsOfRound" | "listen">;
  readonly hub: ResultHub;
  readonly clock: Clock;
  readonly onNotice: (line: string) => void;
}

/** Reads every record that the store has, as it comes, and has the hub publish what stands of each round. None is passed over. */
export class FloorResults {
  readonly #parts: FloorResultsParts;
  /** By log, the record that is read next, and up to which records were there at the start: of them only the newest is told. */
  readonly #next = new Map<string, number>();
  readonly #recalled = new Map<string, number>();
  #isStarted = false;
  readonly #news = new Set<string>();
  #reading: Promise<void> | null = null;
  #trouble = "";
  #isClosed = false;
  readonly #ends: (() => void)[] = [];

  constructor(parts: FloorResultsParts) {
    this.#parts = parts;
  }

  /** Rejects when the store is away. */
  async start(): Promise<void> {
    const { store, clock } = this.#parts;
    let isDue = false;
    const listening = await store.listen((log) => {
      for (const one of log === null ? this.#next.keys() : [log]) this.#news.add(one);
      if (isDue) return;
      isDue = true;
      clock.after(READ_US, "results of the floor", () => {
        isDue = false;
        this.#read();
      });
    });
    await this.#look();
    this.#isStarted = true;
    const looking = clock.every(LOOK_US, "results of the floor", () => {
      this.#look().then(
        () => this.#read(),
        (error: unknown) => this.#notice(error),
      );
    });
    this.#ends.push(
      () => void listening.close(),
      () => looking.cancel(),
    );
    this.#read();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const end of this.#ends) end();
    await this.#reading;
  }

  async #look(): Promise<void> {
    for (const { log, next } of await this.#parts.store.logs()) {
      const known = this.#next.get(log);
      const from = Math.max(0, next - RESULTS_FIRST);
      if (known === undefined) this.#next.set(log, from);
      if (known === undefined) this.#parts.hub.beginTable(log, from);
      if (known === undefined && !this.#isStarted) this.#recalled.set(log, next);
      if (known === undefined || next > known) this.#news.add(log);
    }
  }

  /** One reading at a time. */
  #read(): void {
    this.#reading ??= this.#readAll()
      .catch((error: unknown) => this.#notice(error))
      .finally(() => {
        this.#reading = null;
      });
  }

  async #readAll(): Promise<void> {
    const { store } = this.#parts;
    while (this.#news.size > 0 && !this.#isClosed) {
      const wanted = [...this.#news].flatMap((log) => {
        const from = this.#next.get(log);
        return from === undefined ? [] : [{ log, from }];
      });
      this.#news.clear();
      if (wanted.length === 0) return;
      const counts = new Map<string, number>();
      for (const { log, seq, line } of await store.recordsFrom(wanted, RESULTS_AT_ONCE)) {
        counts.set(log, (counts.get(log) ?? 0) + 1);
        if (seq < (this.#next.get(log) ?? 0)) continue;
        await this.#take(log, seq, line);
        this.#next.set(log, seq + 1);
      }
      for (const [log, count] of counts) if (count >= RESULTS_AT_ONCE) this.#news.add(log);
    }
    this.#trouble = "";
  }

  async #take(log: string, seq: number, line: string): Promise<void> {
    const { store, hub } = this.#parts;
    const bytes = utf8(line);
    const facts = readLine(bytes);
    const recalled = this.#recalled.get(log) ?? 0;
    if (typeof facts !== "string") {
      const { fields } = facts;
      const round = hub.lacks(log, fields);
      if (round !== null) {
        const earlier = await store.recordsOfRound({ log, round, before: seq });
        hub.recallRound(log, round, earlier.flatMap(readBack));
      }
      if (seq < recalled) hub.recallRecord(log, seq, sha256Hex(bytes), fields);
      else hub.addRecord(log, seq, sha256Hex(bytes), fields);
    }
    if (seq === recalled - 1) hub.tellRecalled(log);
  }

  /** What could not be read is looked for again. */
  #notice(error: unknown): void {
    const line = `results: ${errorText(error).split("\n", 1).join("")}`;
    if (line !== this.#trouble) this.#parts.onNotice(line);
    this.#trouble = line;
  }
}

function readBack({ seq, line }: StoredRecord): readonly { readonly seq: number; readonly fields: Fields }[] {
  const facts = readLine(utf8(line));
  return typeof facts === "string" ? [] : [{ seq, fields: facts.fields }];
}
