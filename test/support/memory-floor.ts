import { fitsSearch } from "../../src/analysis/search.ts";
import type { Fields } from "../../src/analysis/record-fields.ts";
import { formatHeartbeat, type Heartbeat } from "../../src/floor/heartbeat.ts";
import type { LogStanding } from "../../src/floor/picture-types.ts";
import type { RoundEndCount } from "../../src/floor/shift-report.ts";
import { newKey } from "../../src/orders/authority.test-help.ts";
import { agreedRetirement, areTwo } from "../../src/floor/two-people.ts";
import type {
  CountedNumber,
  FloorSearch,
  LogOfFloor,
  NewAct,
  OpenFork,
  PageStore,
  RefusedLine,
  SinceRecord,
  StoredAct,
  StoredDays,
  StoredHeartbeat,
  StoredRecord,
  WaitingEnrolment,
  WantedRound,
} from "../../firmware/office/floor/page/page-store.ts";

/** Any signature: what is stored was verified before. */
export const SIG = Buffer.alloc(64).toString("base64");
const KEY = newKey();

/** A line that a simulated table made, as a table of this log that counts would have made it. */
export const lineAs = (line: string, log: string): string =>
  line
    .replaceAll((JSON.parse(line) as { readonly log: string }).log, log)
    .replace('"mode":"test"', '"mode":"live"');

const HEX = "0123456789abcdef";

/** How a table is of which everything is well. */
export function wellBeat(log: string, change: Partial<Heartbeat> = {}): Heartbeat {
  return {
    v: 1,
    log,
    start: HEX,
    count: 1,
    at: 0,
    upSeconds: 60,
    name: log.replace(/^.*\//, ""),
    family: "wheel",
    rulebook: "cl/ruleta-francesa@2023-03",
    edition: "2023-03",
    devices: ["cammegh-ss2"],
    release: { version: "0.9.0", manifest: null },
    phase: "betting",
    phaseSince: 0,
    last: null,
    waits: [],
    faults: [],
    update: null,
    clock: { quality: "synced", offsetMs: 2 },
    days: { certificate: 60, list: 6 },
    disks: [{ folder: "/var/lib/tirada", usedPm: 310, days: 900 }],
    second: null,
    witness: { state: "well", size: 128, at: null },
    temperature: 480,
    records: 0,
    published: 0,
    rounds: { certified: 31, reported: 0, void: 1, undecided: 0, aborted: 0 },
    ...change,
  };
}

interface ResultLine {
  readonly kind: string;
  readonly at: string;
  readonly result?: { readonly pocket?: string };
  readonly certainty?: { readonly level: string };
}

/** A store in memory, with the rules of the real one: what is there stays as it is. */
export class MemoryFloor implements PageStore {
  readonly #records = new Map<string, StoredRecord[]>();
  readonly #standings = new Map<string, LogStanding>();
  readonly #beats = new Map<string, StoredHeartbeat>();
  readonly #listeners = new Set<(log: string | null) => void>();
  readonly #acts: StoredAct[] = [];
  readonly asking: Omit<WaitingEnrolment, "by">[] = [];
  readonly forked: Omit<OpenFork, "by">[] = [];
  readonly refusedLines: RefusedLine[] = [];
  /** The store is away. */
  isAway = false;
  /** Questions so far. */
  asked = 0;

  /** A table that two people confirmed. */
  addTable(log: string, lines: readonly string[] = []): void {
    this.#standings.set(log, "enrolled");
    this.#records.set(log, []);
    for (const line of lines) this.addLine(log, line);
  }

  addLine(log: string, line: string): void {
    const all = this.#records.get(log);
    if (all === undefined) throw new Error(`there is no table ${log}`);
    all.push({ log, seq: all.length, line, sig: SIG });
    for (const tell of this.#listeners) tell(log);
  }

  beat(heartbeat: Heartbeat, received: number): void {
    const { log } = heartbeat;
    const stored = this.#records.get(log)?.length ?? 0;
    this.#beats.set(log, { log, received, stored, body: formatHeartbeat(heartbeat, KEY) });
  }

  count(log: string): number {
    return this.#records.get(log)?.length ?? 0;
  }

  #ask<T>(answer: T): Promise<T> {
    this.asked += 1;
    return this.isAway ? Promise.reject(new Error("the store is away")) : Promise.resolve(answer);
  }

  logs(): Promise<readonly LogOfFloor[]> {
    const twice = (does: string, is: (act: StoredAct) => boolean): boolean =>
      areTwo(this.#acts.filter((act) => act.does === does && is(act)));
    const standingOf = (log: string): LogStanding => {
      const retiring = this.#acts.filter((act) => act.does === "retire-table" && act.log === log);
      const said = retiring.map((act) => ({ ...act, ...(act.detail as { readonly instead: string | null }) }));
      if (agreedRetirement(said) !== null) return "retired";
      const isForked = this.forked.some(
        (one) => one.log === log && !twice("settle-fork", (act) => act.fork === one.id),
      );
      return isForked ? "forked" : (this.#standings.get(log) ?? "waiting");
    };
    return this.#ask(
      [...this.#records].map(([log, { length: next }]) => ({ log, next, standing: standingOf(log) })),
    );
  }

  recordsFrom(
    wanted: readonly { log: string; from: number }[],
    mostEach: number,
  ): Promise<readonly StoredRecord[]> {
    return this.#ask(
      wanted.flatMap(({ log, from }) => this.#records.get(log)?.slice(from, from + mostEach) ?? []),
    );
  }

  recordsOfRound({ log, round, before }: WantedRound): Promise<readonly StoredRecord[]> {
    const of = (this.#records.get(log) ?? []).filter(
      ({ seq, line }) => seq < before && (JSON.parse(line) as { readonly round?: number }).round === round,
    );
    return this.#ask(of);
  }

  recordsSince({ log, round, seq, most }: SinceRecord): Promise<readonly StoredRecord[]> {
    const of = (this.#records.get(log) ?? []).filter((record) => {
      const fields = JSON.parse(record.line) as { readonly round?: number; readonly kind: string };
      return record.seq >= seq && (fields.round === round || fields.kind === "case-kept");
    });
    return this.#ask(of.slice(0, most));
  }

  find({ logs, kinds, most, ...search }: FloorSearch): Promise<readonly StoredRecord[]> {
    const found = [...this.#records]
      .filter(([log]) => logs?.includes(log) ?? true)
      .flatMap(([, records]) => records)
      .map((record) => ({ record, fields: JSON.parse(record.line) as Fields }))
      .filter(({ fields }) => (kinds?.includes(String(fields["kind"])) ?? true) && fitsSearch(fields, search))
      .toSorted((a, b) => String(b.fields["at"]).localeCompare(String(a.fields["at"])))
      .map(({ record }) => record);
    return this.#ask(found.slice(0, most));
  }

  roundEnds(from: string, to: string): Promise<readonly RoundEndCount[]> {
    const counts = new Map<string, RoundEndCount>();
    for (const { log, line } of [...this.#records.values()].flat()) {
      const { kind, at, certainty } = JSON.parse(line) as ResultLine;
      if (!["result", "void", "undecided", "aborted"].includes(kind) || at < from || at >= to) continue;
      const end = kind === "result" ? (certainty?.level ?? "") : kind;
      counts.set(`${log} ${end}`, { log, end, count: (counts.get(`${log} ${end}`)?.count ?? 0) + 1 });
    }
    return this.#ask([...counts.values()]);
  }

  numbersOf(logs: readonly string[], from: string): Promise<readonly CountedNumber[]> {
    const counts = new Map<string, CountedNumber>();
    for (const log of logs)
      for (const { line } of this.#records.get(log) ?? []) {
        const { kind, at, result, certainty } = JSON.parse(line) as ResultLine;
        const pocket = result?.pocket;
        if (kind !== "result" || at < from || certainty?.level !== "certified" || pocket === undefined)
          continue;
        const key = `${log} ${pocket}`;
        counts.set(key, { log, pocket, count: (counts.get(key)?.count ?? 0) + 1 });
      }
    return this.#ask([...counts.values()]);
  }

  /** What the wheels' days are said to have been, by whoever tries a page. */
  days: StoredDays = { numbers: [], voids: [], measured: [] };

  daysOf(): Promise<StoredDays> {
    return this.#ask(this.days);
  }

  heartbeats(after: number): Promise<readonly StoredHeartbeat[]> {
    const beats = [...this.#beats.values()].filter(({ received }) => received > after);
    return this.#ask(beats.toSorted((a, b) => a.received - b.received));
  }

  proofParts(): Promise<null> {
    return this.#ask(null);
  }

  /** Keys of tables, by log. */
  readonly keysOf = new Map<string, string>();

  keys(log: string): Promise<{ readonly first: string; readonly rotations: readonly [] } | null> {
    const first = this.keysOf.get(log);
    return this.#ask(first === undefined ? null : { first, rotations: [] });
  }

  enrolments(): Promise<readonly WaitingEnrolment[]> {
    const withPeople = this.asking.map((one) => ({
      ...one,
      by: this.#acts.filter((act) => act.does === "confirm-enrolment" && act.enrolment === one.id),
    }));
    return this.#ask(withPeople.filter(({ by }) => new Set(by.map(({ key }) => key)).size < 2));
  }

  forks(): Promise<readonly OpenFork[]> {
    const withPeople = this.forked.map((one) => ({
      ...one,
      by: this.#acts.filter((act) => act.does === "settle-fork" && act.fork === one.id),
    }));
    return this.#ask(withPeople.filter(({ by }) => new Set(by.map(({ key }) => key)).size < 2));
  }

  refused(most: number): Promise<readonly RefusedLine[]> {
    return this.#ask(this.refusedLines.slice(0, most));
  }

  acts(does: readonly string[], most: number): Promise<readonly StoredAct[]> {
    return this.#ask(
      this.#acts
        .filter((act) => does.includes(act.does))
        .toReversed()
        .slice(0, most),
    );
  }

  addAct(act: NewAct, after?: number | null): Promise<number | null> {
    const newest = this.#acts.findLast(({ does }) => does === act.does)?.id ?? null;
    if (after !== undefined && after !== newest) return this.#ask(null);
    const id = this.#acts.length + 1;
    this.#acts.push({ ...act, id, at: id });
    return this.#ask(id);
  }

  listen(onNews: (log: string | null) => void): Promise<{ close(): Promise<void> }> {
    this.#listeners.add(onNews);
    return Promise.resolve({
      close: () => {
        this.#listeners.delete(onNews);
        return Promise.resolve();
      },
    });
  }
}
