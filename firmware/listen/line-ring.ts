import type { Entry } from "../../src/recording/entry.ts";
import { US_PER_S, type MonoUs } from "../../src/time/instant.ts";
import { Candidate, identify } from "./identify.ts";
import type { KnownLine } from "./known-lines.ts";
import { LineListener } from "./listener.ts";
import type { LineItem, PortEntry, Row, TableLines } from "./row.ts";

/** How far back the lines of a running table are kept, and the most bytes of them and pieces. */
export const RING_US = 600 * US_PER_S;
export const RING_BYTES_MAX = 1024 * 1024;
export const RING_ITEMS_MAX = 40_000;
/** Pieces of one answer. */
export const ANSWER_ITEMS_MAX = 2_000;
const ITEM_BYTES = 32;
/** Items by which a speaker is known: some minutes of a wheel's. */
const SPEAKER_ITEMS = 400;

/** How one port of a table is read. */
export interface RingPort {
  readonly device: string;
  /** What it may say. */
  readonly lines: readonly KnownLine[];
  /** It may hold cards: what is kept of it are rows without them. */
  readonly isSecret: boolean;
}

/**
 * The lines of a running table, as far back as people look. Of a reader of cards nothing is kept that holds a face: neither bytes nor how
 * many there were. What belongs to a round that runs is given to nobody before its verdict.
 */
export class LineRing {
  readonly #ports: ReadonlyMap<string, RingPort>;
  readonly #secret = new Map<string, LineListener>();
  #items: LineItem[] = [];
  /** Items before this place are gone; they are cut off now and then. */
  #first = 0;
  #bytes = 0;
  #next = 1;
  /** The number of the first item of the round that runs, or whose verdict is not durable yet; null: there is none. */
  #roundFrom: number | null = null;
  #isRunning = false;

  constructor(ports: ReadonlyMap<string, RingPort>) {
    this.#ports = ports;
    for (const [port, { isSecret, lines }] of ports)
      if (isSecret) this.#secret.set(port, new LineListener(lines, { showsFaces: false }));
  }

  /** Takes what happened, and whether a round runs: by this entry at the latest, and by the newest durable record. */
  take(entry: Entry, isRunning: boolean, isShownRunning: boolean): void {
    if (!this.#isRunning && !isShownRunning) this.#roundFrom = null;
    this.#isRunning = isRunning;
    if (isRunning) this.#roundFrom ??= this.#next;
    if (!("port" in entry) || !this.#ports.has(entry.port)) return;
    const secret = this.#secret.get(entry.port);
    if (secret === undefined) this.#add({ n: this.#next, port: entry.port, entry }, sizeOf(entry));
    else for (const row of rowsOf(secret, entry)) this.#addRow(entry.port, row);
    if (secret !== undefined && entry.k !== "in" && entry.k !== "out")
      this.#add({ n: this.#next, port: entry.port, entry }, sizeOf(entry));
    this.#forget(entry.t);
  }

  /** What may be seen of these ports behind a number. */
  read(after: number, port: string | null, isShownRunning: boolean): TableLines {
    if (!this.#isRunning && !isShownRunning) this.#roundFrom = null;
    const until = this.#roundFrom ?? this.#next;
    const oldest = this.#items[this.#first]?.n ?? this.#next;
    const isOf = (one: LineItem): boolean => port === null || one.port === port;
    const items: LineItem[] = [];
    let hasMore = false;
    // Whoever asks for the newest again and again is not answered out of all of them.
    for (let at = this.#placeOf(after + 1); at < this.#placeOf(until) && !hasMore; at++) {
      const one = this.#items[at];
      if (one === undefined || !isOf(one)) continue;
      if (items.length < ANSWER_ITEMS_MAX) items.push(one);
      else hasMore = true;
    }
    return {
      ports: Object.fromEntries([...this.#ports].map(([name, { device }]) => [name, device])),
      secret: Object.fromEntries(
        [...this.#secret].map(([name, { identified }]) => [name, identified.certainty]),
      ),
      items,
      upTo: hasMore ? (items.at(-1)?.n ?? after) : Math.max(after, until - 1),
      hasMore,
      gone: Math.max(0, oldest - 1 - after),
      withheld: this.#items.slice(this.#placeOf(until)).filter(isOf).length,
    };
  }

  /** Where the item with this number stands, or would: they count up without a gap. */
  #placeOf(n: number): number {
    const oldest = this.#items[this.#first]?.n ?? this.#next;
    return Math.min(this.#items.length, this.#first + Math.max(0, n - oldest));
  }

  /** Which device of these lines spoke at a port lately; null: none of them, or the port keeps its bytes from people. */
  speakerAt(port: string, lines: readonly KnownLine[]): string | null {
    if (!this.#ports.has(port) || this.#secret.has(port)) return null;
    const candidates = lines.map((line) => new Candidate(line));
    for (const item of this.#items.slice(this.#first).slice(-SPEAKER_ITEMS))
      if ("entry" in item && item.port === port && item.entry.k === "in")
        for (const one of candidates) one.receive(item.entry.bytes);
    const { line, certainty } = identify(candidates);
    return certainty === "sure" ? (line?.devices[0] ?? null) : null;
  }

  #addRow(port: string, row: Row): void {
    this.#add({ n: this.#next, port, row }, ITEM_BYTES + (row.bytes?.length ?? 0));
  }

  #add(item: LineItem, bytes: number): void {
    this.#next++;
    this.#items.push(item);
    this.#bytes += bytes;
  }

  #forget(now: MonoUs): void {
    for (;;) {
      const oldest = this.#items[this.#first];
      if (oldest === undefined) break;
      const isFull = this.#bytes > RING_BYTES_MAX || this.#items.length - this.#first > RING_ITEMS_MAX;
      if (!isFull && now - timeOf(oldest) <= RING_US) break;
      this.#bytes -= "row" in oldest ? ITEM_BYTES + (oldest.row.bytes?.length ?? 0) : sizeOf(oldest.entry);
      this.#first++;
    }
    if (this.#first < RING_ITEMS_MAX / 4) return;
    this.#items = this.#items.slice(this.#first);
    this.#first = 0;
  }
}

const timeOf = (item: LineItem): MonoUs => ("row" in item ? item.row.t : item.entry.t);

const sizeOf = (entry: PortEntry): number => ITEM_BYTES + ("bytes" in entry ? entry.bytes.length : 0);

function rowsOf(listener: LineListener, entry: PortEntry): readonly Row[] {
  if (entry.k === "in") return listener.receive(entry.bytes, entry.t);
  if (entry.k === "out") return listener.send(entry.bytes, entry.t);
  listener.restart();
  return [];
}
