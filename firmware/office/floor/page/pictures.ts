import { freshnessOf, type Freshness } from "../../../../src/floor/freshness.ts";
import { heartbeatShape, type Heartbeat } from "../../../../src/floor/heartbeat.ts";
import { TableFold, type PackOf } from "../../../../src/floor/table-fold.ts";
import type { LogStanding } from "../../../../src/floor/picture-types.ts";
import { tablePicture } from "../../../../src/floor/table-picture.ts";
import type { TableView } from "../../../../src/table/kernel/view/view.ts";
import type { SignedLine } from "../../../../src/record/key-history.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import { errorText } from "../../../problem.ts";
import type { TableGlance } from "../alarms/floor-figures.ts";
import type { PageStore, StoredHeartbeat } from "./page-store.ts";
import { FLOOR, type ChangedParts } from "./changed-parts.ts";

/** Records back from the newest by which a table is drawn first. */
export const RECORDS_FIRST = 240;
/** Records of each table that are read at once. */
export const RECORDS_AT_ONCE = 256;
/** A table of which more than so many records are missing here is drawn anew by the newest ones. */
export const RECORDS_SKIPPED = 2_048;
/** Tables whose first records are read together. */
const TABLES_AT_ONCE = 16;
/** Between a word of the store and the reading, ms: what comes in between is read together. */
const READ_MS = 20;
/** Heartbeats are asked for so often; tables and lists, which change seldom, so often. */
export const BEATS_MS = 500;
export const LOGS_MS = 5_000;
/** What came so shortly before the newest one is asked for again, ms: one that was stored earlier may be seen later. */
const BEATS_AGAIN_MS = 1_500;
/** What is noticed again and again is said so often, µs. */
const NOTICE_US = 60_000_000;

interface Entry {
  fold: TableFold;
  /** Its newest records were read once: from then on it goes on by what is new. */
  isDrawn: boolean;
  standing: LogStanding;
  stored: number;
  heartbeat: Heartbeat | null;
  /** When the newest heartbeat was heard, by this machine's monotonic clock, µs; null: never. */
  heardAt: number | null;
}

export interface PicturesParts {
  readonly store: PageStore;
  readonly clock: Clock;
  readonly packOf: PackOf;
  readonly told: ChangedParts;
  /** Something that is told has changed. */
  readonly onChange: () => void;
  /** The records of a table went on. */
  readonly onRecords: (log: string) => void;
  readonly onNotice: (line: string) => void;
}

/** The picture of every table, kept by what the store says is new. It reads records and heartbeats, and decides nothing. */
export class Pictures {
  readonly #parts: PicturesParts;
  readonly #tables = new Map<string, Entry>();
  readonly #news = new Set<string>();
  #reading: Promise<void> | null = null;
  #isDue = false;
  #received = 0;
  #isClosed = false;
  #looking: Promise<void> | null = null;
  /** The newest notice, and when it was given: one that comes again and again is given once a minute. */
  #noticed: { readonly line: string; readonly at: number } | null = null;
  readonly #timers: { cancel(): void }[] = [];
  #listening: { close(): Promise<void> } | null = null;

  constructor(parts: PicturesParts) {
    this.#parts = parts;
  }

  /** Draws every table and listens from then on. Rejects when the store is away. */
  async start(): Promise<void> {
    const { store, clock } = this.#parts;
    this.#listening = await store.listen((log) => this.#noteNews(log));
    await this.#lookAtLogs();
    await this.#hear();
    const often = (ms: number, name: string, act: () => Promise<void>): void => {
      this.#timers.push(clock.every(ms * 1_000, name, () => void this.#try(act)));
    };
    often(BEATS_MS, "heartbeats of tables", () => this.#hear());
    often(LOGS_MS, "tables of the floor", () => this.#lookAtLogs());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const one of this.#timers) one.cancel();
    await this.#reading;
    await this.#listening?.close();
  }

  get logs(): readonly string[] {
    return [...this.#tables.keys()];
  }

  /** The screens' picture of a table and how it says that it is; null: the floor has no such table. */
  table(
    log: string,
  ): { readonly view: TableView | null; readonly heartbeat: Heartbeat | null; readonly next: number } | null {
    const entry = this.#tables.get(log);
    if (entry === undefined) return null;
    const { fold, heartbeat } = entry;
    return { view: fold.view(heartbeat?.name ?? ""), heartbeat, next: fold.next ?? 0 };
  }

  /** Every table as it is known now. */
  glances(): readonly TableGlance[] {
    return [...this.#tables].map(([log, { standing, heartbeat, stored }]) => ({
      log,
      standing,
      heartbeat,
      freshness: this.#freshness(log),
      behind: heartbeat === null ? 0 : Math.max(0, heartbeat.records - stored),
    }));
  }

  /** The rulebook of a table's newest record, and the number of that record; null: there is none. */
  newestOf(log: string): { readonly rulebook: string; readonly seq: number } | null {
    const fold = this.#tables.get(log)?.fold;
    return fold?.next == null ? null : { rulebook: fold.rulebook, seq: fold.next - 1 };
  }

  /** Whether a table says in time how it is. */
  isHeard(log: string): boolean {
    return this.#freshness(log) === "fresh";
  }

  #freshness(log: string): Freshness {
    const heardAt = this.#tables.get(log)?.heardAt ?? null;
    return freshnessOf(heardAt === null ? null : (this.#parts.clock.now() - heardAt) / 1_000);
  }

  #noteNews(log: string | null): void {
    for (const one of log === null ? this.#tables.keys() : [log]) this.#news.add(one);
    if (log === null || !this.#tables.has(log)) void this.#try(() => this.#lookAtLogs());
    if (this.#isDue) return;
    this.#isDue = true;
    this.#parts.clock.after(READ_MS * 1_000, "new records of the floor", () => {
      this.#isDue = false;
      void this.#try(() => this.#readNew());
    });
  }

  /** Reads what is new, one reading at a time. */
  #readNew(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { store } = this.#parts;
    while (this.#news.size > 0 && !this.#isClosed) {
      const logs = [...this.#news].filter((log) => this.#tables.get(log)?.isDrawn === true);
      this.#news.clear();
      const wanted = logs.map((log) => ({ log, from: this.#tables.get(log)?.fold.next ?? 0 }));
      if (wanted.length === 0) return;
      const records = await store.recordsFrom(wanted, RECORDS_AT_ONCE).catch((error: unknown) => {
        for (const log of logs) this.#news.add(log);
        throw error;
      });
      const counts = new Map<string, number>();
      for (const { log, seq, ...signed } of records) {
        const entry = this.#tables.get(log);
        counts.set(log, (counts.get(log) ?? 0) + 1);
        if (entry === undefined || seq < (entry.fold.next ?? 0)) continue;
        this.#fold(entry, seq, signed);
        entry.stored = Math.max(entry.stored, seq + 1);
      }
      for (const [log, count] of counts) {
        if (count === RECORDS_AT_ONCE) this.#news.add(log);
        this.#tell(log);
        this.#parts.onRecords(log);
      }
    }
  }

  /** Which tables there are, one look at a time. */
  #lookAtLogs(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const logs = await this.#parts.store.logs();
    for (const { log, standing, next } of logs) {
      const entry = this.#tables.get(log);
      if (entry === undefined) {
        const fold = new TableFold(log, this.#parts.packOf);
        this.#tables.set(log, { fold, isDrawn: false, standing, stored: next, heartbeat: null, heardAt: null });
        continue;
      }
      const missing = next - (entry.fold.next ?? 0);
      // A table that catches up is drawn by its newest records.
      if (missing > RECORDS_SKIPPED) {
        entry.fold = new TableFold(log, this.#parts.packOf);
        entry.isDrawn = false;
      } else if (missing > 0) this.#news.add(log);
      entry.stored = Math.max(entry.stored, next);
      if (entry.standing !== standing) {
        entry.standing = standing;
        this.#tell(log);
      }
    }
    const added = [...this.#tables].filter(([, { isDrawn }]) => !isDrawn).map(([log]) => log);
    for (let at = 0; at < added.length; at += TABLES_AT_ONCE)
      await this.#drawFirst(added.slice(at, at + TABLES_AT_ONCE));
    if (this.#news.size > 0) await this.#readNew();
  }

  /** Draws tables by their newest records alone. */
  async #drawFirst(logs: readonly string[]): Promise<void> {
    const wanted = logs.map((log) => ({
      log,
      from: Math.max(0, (this.#tables.get(log)?.stored ?? 0) - RECORDS_FIRST),
    }));
    for (const { log, seq, ...signed } of await this.#parts.store.recordsFrom(wanted, RECORDS_AT_ONCE))
      this.#fold(this.#tables.get(log), seq, signed);
    for (const log of logs) {
      const entry = this.#tables.get(log);
      if (entry !== undefined) entry.isDrawn = true;
      this.#tell(log);
    }
  }

  /** A record that this release cannot follow leaves its table's picture as it was, and everybody else's. */
  #fold(entry: Entry | undefined, seq: number, signed: SignedLine): void {
    try {
      entry?.fold.addRecord(seq, signed);
    } catch (error) {
      this.#parts.onNotice(`${entry?.fold.log ?? ""} ${seq}: ${errorText(error)}`);
    }
  }

  async #hear(): Promise<void> {
    const beats = await this.#parts.store.heartbeats(Math.max(0, this.#received - BEATS_AGAIN_MS));
    const isFirst = this.#received === 0;
    for (const one of beats) {
      this.#received = Math.max(this.#received, one.received);
      this.#takeBeat(one, isFirst);
    }
    // Of a table that is not drawn yet pages know nothing else.
    for (const [log, { isDrawn }] of this.#tables) if (isDrawn) this.#tellHeard(log);
  }

  #takeBeat({ log, received, stored, body }: StoredHeartbeat, isFirst: boolean): void {
    const entry = this.#tables.get(log);
    const heartbeat = heartbeatIn(body);
    if (entry === undefined || heartbeat === null) return;
    if (entry.heartbeat?.start === heartbeat.start && entry.heartbeat.count === heartbeat.count) return;
    const { clock } = this.#parts;
    // Of those that lie there at the start it is not known when they came but by the store's own clock.
    const ago = isFirst ? Math.max(0, clock.wall() - received) : 0;
    entry.heartbeat = heartbeat;
    entry.heardAt = clock.now() - ago * 1_000;
    entry.stored = Math.max(entry.stored, stored);
    this.#tell(log);
  }

  #tell(log: string): void {
    const entry = this.#tables.get(log);
    if (entry === undefined) return;
    const { told, onChange } = this.#parts;
    const { fold, heartbeat, standing, stored } = entry;
    const behind = heartbeat === null ? 0 : Math.max(0, heartbeat.records - stored);
    if (told.set(log, tablePicture({ fold, heartbeat, standing, behind }))) onChange();
    this.#tellHeard(log);
  }

  /** Whether a table is heard of goes by the clock alone. */
  #tellHeard(log: string): void {
    const { told, onChange } = this.#parts;
    if (told.set(log, { heard: this.#freshness(log) })) onChange();
  }

  /** What the store answers, or that it is away: pages are told. */
  async #try(act: () => Promise<void>): Promise<void> {
    if (this.#isClosed) return;
    try {
      await act();
      this.#tellAway(false);
    } catch (error) {
      this.#tellAway(true);
      this.#notice(`store: ${errorText(error)}`);
    }
  }

  #tellAway(isAway: boolean): void {
    if (this.#parts.told.set(FLOOR, { isAway })) this.#parts.onChange();
  }

  #notice(line: string): void {
    const now = this.#parts.clock.now();
    if (this.#noticed?.line === line && now - this.#noticed.at < NOTICE_US) return;
    this.#noticed = { line, at: now };
    this.#parts.onNotice(line);
  }
}

/** A heartbeat as the collector kept it; null: it is of a form that this release does not know. */
function heartbeatIn(body: string): Heartbeat | null {
  try {
    const sent: unknown = JSON.parse(body);
    if (typeof sent !== "object" || sent === null || !("heartbeat" in sent)) return null;
    const parsed = heartbeatShape.safeParse(JSON.parse(String(sent.heartbeat)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
