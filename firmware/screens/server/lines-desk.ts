import type { Clock } from "../../../src/time/clock.ts";
import { US_PER_MS, type MonoUs } from "../../../src/time/instant.ts";
import type { LineItem, TableLines } from "../../listen/row.ts";
import { linesExpecting } from "../../listen/known-lines.ts";
import { LineListener } from "../../listen/listener.ts";
import type { Row } from "../../listen/row.ts";
import type { LinesAsked } from "./asked-queries.ts";
import type { LinesShown, LineRowShown } from "./messages.ts";

/** Rows of each line that are kept here: those of ten minutes of a quiet one; a busy one fills it in less. */
export const ROWS_KEPT = 6_000;
/** Rows of one answer. */
export const ROWS_SHOWN = 60;
/** Answers of the main thread that are read at one request; more is read at the next one. */
const ANSWERS_READ = 8;
/** Bytes of a row that are shown. */
const BYTES_SHOWN = 120;

/** Asks the unit what came over its lines behind a number; null: it did not answer in time. */
export type ReadLines = (after: number) => Promise<TableLines | null>;

/** One line of the table, as far as it was read here. */
class ReadLine {
  readonly listener: LineListener;
  readonly rows: {
    readonly n: number;
    readonly row: Row | null;
    readonly note: string | null;
    readonly t: MonoUs;
  }[] = [];
  damaged = 0;
  #next = 1;

  constructor(lines: ConstructorParameters<typeof LineListener>[0]) {
    this.listener = new LineListener(lines, { showsFaces: false });
  }

  take(item: LineItem): void {
    if ("row" in item) return this.#add([item.row]);
    const { entry } = item;
    if (entry.k === "in") return this.#add(this.listener.receive(entry.bytes, entry.t));
    if (entry.k === "out") return this.#add(this.listener.send(entry.bytes, entry.t));
    this.listener.restart();
    const note = entry.k === "open" ? entry.name : entry.k === "lost" ? entry.why : String(entry.lost);
    this.#keep({ n: this.#next++, row: null, note: `${entry.k} ${note}`, t: entry.t });
  }

  #add(rows: readonly Row[]): void {
    for (const row of rows) this.#keep({ n: this.#next++, row, note: null, t: row.t });
  }

  #keep(one: ReadLine["rows"][number]): void {
    if (one.row?.isDamaged === true) this.damaged++;
    this.rows.push(one);
    if (this.rows.length > ROWS_KEPT) this.rows.splice(0, ROWS_KEPT / 4);
  }
}

/**
 * The lines of the table with what each message says, for the technician's page. Read from the unit while somebody looks; what the unit
 * keeps from people never comes here.
 */
export class LinesDesk {
  readonly #read: ReadLines;
  readonly #clock: Clock;
  readonly #lines = new Map<string, ReadLine>();
  #after = 0;
  #withheld = 0;
  #newest: Pick<TableLines, "ports" | "secret"> = { ports: {}, secret: {} };
  #reading: Promise<boolean> | null = null;

  constructor(read: ReadLines, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  /** Null: the unit did not answer. */
  async tell({ port, before, isDamagedOnly }: LinesAsked): Promise<LinesShown | null> {
    // Two pages that look at once are one reading.
    this.#reading ??= this.#readNew().finally(() => (this.#reading = null));
    if (!(await this.#reading)) return null;
    const ports = [...this.#lines.keys()];
    const chosen = port !== null && this.#lines.has(port) ? port : (ports[0] ?? null);
    const line = chosen === null ? undefined : this.#lines.get(chosen);
    if (chosen === null || line === undefined)
      return {
        ports,
        port: null,
        device: null,
        certainty: "none",
        expected: null,
        damaged: 0,
        withheld: 0,
        older: false,
        rows: [],
      };
    const fitting = line.rows.filter(
      ({ n, row }) => (before === null || n < before) && (!isDamagedOnly || row?.isDamaged === true),
    );
    const shown = fitting.slice(-ROWS_SHOWN).toReversed();
    return {
      ports,
      port: chosen,
      ...this.#heard(chosen, line),
      damaged: line.damaged,
      withheld: this.#withheld,
      older: fitting.length > shown.length,
      rows: shown.map((one) => this.#rowShown(one)),
    };
  }

  /** Of a line that may hold cards the unit itself says what it heard. */
  #heard(port: string, { listener }: ReadLine): Pick<LinesShown, "device" | "certainty" | "expected"> {
    const { ports, secret } = this.#newest;
    const expected = ports[port] ?? null;
    const own = secret[port];
    if (own !== undefined) return { device: own === "none" ? null : expected, certainty: own, expected };
    const { line, certainty, rivals } = listener.identified;
    const heard = [line, ...rivals].flatMap((one) => one?.devices ?? []);
    const device = heard.find((one) => one === expected) ?? heard[0] ?? null;
    return { device, certainty, expected };
  }

  async #readNew(): Promise<boolean> {
    for (let answers = 0; answers < ANSWERS_READ; answers++) {
      const answer = await this.#read(this.#after);
      if (answer === null) return false;
      for (const [port, device] of Object.entries(answer.ports))
        if (!this.#lines.has(port)) this.#lines.set(port, new ReadLine(await linesExpecting(device)));
      for (const item of answer.items) this.#lines.get(item.port)?.take(item);
      this.#after = answer.upTo;
      this.#newest = answer;
      this.#withheld = answer.withheld;
      if (!answer.hasMore) return true;
    }
    return true;
  }

  #rowShown({ n, row, note, t }: ReadLine["rows"][number]): LineRowShown {
    const at = (this.#clock.wall() * US_PER_MS - (this.#clock.now() - t)) / US_PER_MS;
    const { bytes = null, decoded = null } = row ?? {};
    return {
      n,
      at,
      way: row?.way ?? null,
      bytes: bytes === null ? null : bytesShown(bytes),
      more: Math.max(0, (bytes?.length ?? 0) - BYTES_SHOWN),
      isKept: row !== null && bytes === null,
      isDamaged: row?.isDamaged === true,
      says: note ?? (decoded === null ? null : saysText(decoded)),
    };
  }
}

/** Printable characters as they are, others as their code. */
const bytesShown = (bytes: string): string =>
  bytes
    .slice(0, BYTES_SHOWN)
    .replace(/[^ -~]/g, (char) => `‹${char.charCodeAt(0).toString(16).padStart(2, "0")}›`);

function saysText({ message, says }: NonNullable<Row["decoded"]>): string {
  const told = Object.entries(says).filter(([, value]) => value !== false);
  const words = told.map(([name, value]) => `${name} ${value === null ? "–" : String(value)}`);
  return [message, words.join(", ")].filter((part) => part !== "").join(": ");
}
