import type { RecordBody, VerdictRecord } from "../../src/table/kernel/record.ts";

type Counts = Readonly<Record<string, number>>;
type Lists<Of> = Readonly<Record<string, readonly Of[]>>;

interface Maps {
  /** By rule. */
  readonly void: Counts;
  readonly incidents: Counts;
  /** By the first reason. */
  readonly undecidedBy: Counts;
  readonly faultsPut: Counts;
  /** From the instant when the cause was true to the record, by rule. */
  readonly latencyMs: Lists<number>;
  /** Of each kind of mistake. */
  readonly examples: Lists<string>;
}
type CountMap = Exclude<keyof Maps, "latencyMs" | "examples">;

/** What a simulated table did, against the truth: numbers, maps and lists that only add up, so that shards can be merged. */
export type Score<Counter extends string, Map extends keyof Maps> = Readonly<Record<Counter, number>> &
  Pick<Maps, Map | "examples">;

/** Examples that are kept of each kind of mistake. */
const EXAMPLES_MAX = 20;

/** A score that is being written. Its numbers and maps are printed in the order in which they are named here. */
export class Tally<Counter extends string, Map extends keyof Maps> {
  readonly #numbers: Record<string, number>;
  readonly #maps: Record<string, Record<string, number>>;
  readonly #latencyMs: Record<string, number[]> = {};
  readonly #examples: Record<string, string[]> = {};

  constructor(counters: readonly Counter[], maps: readonly Map[]) {
    this.#numbers = Object.fromEntries(counters.map((name) => [name, 0]));
    this.#maps = Object.fromEntries(maps.map((name) => [name, {}]));
  }

  count(name: Counter, by = 1): void {
    this.#numbers[name] = this.of(name) + by;
  }

  of(name: Counter): number {
    return this.#numbers[name] ?? 0;
  }

  add(map: Map & CountMap, key: string): void {
    const counts = (this.#maps[map] ??= {});
    counts[key] = (counts[key] ?? 0) + 1;
  }

  addLatency(rule: string, ms: number): void {
    (this.#latencyMs[rule] ??= []).push(ms);
  }

  /** A mistake with what there is to know about it. */
  addExample(name: Counter, how: string, by = 1): void {
    this.count(name, by);
    const key: string = name;
    const examples = (this.#examples[key] ??= []);
    if (examples.length < EXAMPLES_MAX) examples.push(how);
  }

  get score(): Score<Counter, Map> {
    const lists = {
      ...("latencyMs" in this.#maps ? { latencyMs: this.#latencyMs } : {}),
      examples: this.#examples,
    };
    return { ...this.#numbers, ...this.#maps, ...lists } as unknown as Score<Counter, Map>;
  }
}

/** Adds two scores of one kind. */
export function addScores<S extends object>(a: S, b: S): S {
  const entries = Object.entries(a).map(([name, value]: [string, unknown]) => {
    const other: unknown = b[name as keyof S];
    return [
      name,
      typeof value === "number" ? value + (other as number) : addMaps(name, value as AnyMap, other as AnyMap),
    ];
  });
  return Object.fromEntries(entries) as S;
}

type AnyMap = Readonly<Record<string, number | readonly unknown[]>>;

function addMaps(name: string, a: AnyMap, b: AnyMap): AnyMap {
  const sum = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const before = sum[key];
    if (typeof value === "number") sum[key] = value + (typeof before === "number" ? before : 0);
    else {
      const joined = [...(typeof before === "object" ? before : []), ...value];
      sum[key] = name === "examples" ? joined.slice(0, EXAMPLES_MAX) : joined;
    }
  }
  return sum;
}

/** The score as the command line prints it: latencies as percentiles, maps in alphabetical order. */
export function printableScore(score: Readonly<Record<string, unknown>> | object): Record<string, unknown> {
  const { examples, ...rest } = score as Readonly<Record<string, number | AnyMap>>;
  const printed = Object.entries(rest).map(([name, value]) => [
    name,
    typeof value === "number" ? value : sortedMap(value),
  ]);
  return {
    ...(Object.fromEntries(printed) as Record<string, unknown>),
    ...(Object.keys(examples ?? {}).length > 0 ? { examples } : {}),
  };
}

const sortedMap = (map: AnyMap): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(map)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [
        key,
        typeof value === "number" ? value : percentilesOf(value as readonly number[]),
      ]),
  );

function percentilesOf(all: readonly number[]): Record<string, number> {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { n: sorted.length, p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}

export const isVerdict = (body: RecordBody): body is VerdictRecord =>
  body.kind === "result" || body.kind === "void" || body.kind === "undecided" || body.kind === "aborted";

export const isCertified = (verdict: VerdictRecord | undefined): boolean =>
  verdict?.kind === "result" && verdict.certainty.level === "certified";
