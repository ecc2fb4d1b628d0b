import { canonical } from "../../src/record/canonical.ts";
import type { Entry, SegmentHead } from "../../src/recording/entry.ts";
import { citeText, type Pack } from "../../src/rules/pack.ts";
import type { Reason } from "../../src/rules/facts.ts";
import { type UndecidedRecord, type VerdictRecord, resultText } from "../../src/table/kernel/record.ts";
import { rfc3339 } from "../../src/time/instant.ts";
import { Pipeline, type BuiltRecord, type PipelineSetup } from "../table/pipeline/pipeline.ts";
import type { Capture } from "./capture.ts";

/** How one round ended under one edition, in the words of its record. */
export interface RoundEnd {
  readonly kind: VerdictRecord["kind"];
  /** A result: what it is and whether it was certified; else empty. */
  readonly result: string;
  readonly certified: boolean;
  /** Rules with their paragraphs: of a void those that annul it, of a result the duties that were broken, else those not judged. */
  readonly rules: readonly { readonly rule: string; readonly cite: string }[];
  /** Why it was not decided, given up, or not certified. */
  readonly because: readonly string[];
}

/**
 * One past round under both editions.
 * - `same`: nothing differs. `noted`: it ends alike, but by other rules or with other duties broken.
 * - `otherwise`: it would have ended otherwise. `not-judged`: how it would have ended cannot be said; `why` gives the reason.
 */
export type RoundImpact = {
  readonly segment: string;
  readonly round: number;
  /** When it ended, RFC 3339; when the recording began where it did not end. */
  readonly at: string;
} & (
  | { readonly is: "same"; readonly before: RoundEnd; readonly after: RoundEnd }
  | { readonly is: "noted"; readonly before: RoundEnd; readonly after: RoundEnd }
  | {
      readonly is: "otherwise";
      readonly before: RoundEnd;
      readonly after: RoundEnd;
      /** Two results: the parts in which they differ, `category "grande" → null`. */
      readonly differs: readonly string[];
    }
  | { readonly is: "not-judged"; readonly before: RoundEnd | null; readonly why: string }
);

/** What was signed for a round, by its number: the canonical text of its end. Null: no journal to ask. */
export type Signed = ReadonlyMap<number, string> | null;

/** Phases in which nothing of a round has happened yet. */
const BEFORE_ROUND = ["closed", "waiting", "preparing", "betting"];

const NOTHING_RUNS = [...BEFORE_ROUND, "result", "void", "undecided", "aborted"];

/** A round under way, with the verdict of each pipeline. */
interface RoundWindow {
  readonly packs: readonly [Pack, Pack];
  readonly round: number;
  readonly begun: boolean;
  before: BuiltRecord | null;
  after: BuiltRecord | null;
  refused: string | null;
}

/**
 * Judges every round of a recording by another edition. Each round begins from the table as it really was then, so that a round
 * that would have ended otherwise does not change those after it. `setup`: by the edition that the recording names; `other`: by
 * the other one. Nothing is assumed about people: if the other edition refuses a key that was accepted, the round is not
 * judged.
 */
export function* impactOf(
  { own, entries }: Capture,
  head: SegmentHead,
  setup: PipelineSetup,
  other: PipelineSetup,
  signed: Signed,
): Generator<RoundImpact> {
  if (own === null) return;
  const first = new Pipeline(setup, head);
  let second = forkPipeline(first, head, other);
  const packs = [setup.rules.pack, other.rules.pack] as const;
  let window = openWindow(first, packs);
  for (const entry of entries) {
    const from = first.durable.round;
    wakeBetween(first, second, entry.t, window);
    const real = first.feed(entry);
    const tried = second.feed(entry);
    storeVerdicts(window, real.records, "before");
    storeVerdicts(window, tried.records, "after");
    if (entry.k === "key" && real.refusal === null && tried.refusal !== null)
      window.refused ??= `the key ${entry.key.key} of ${entry.by.role}, which was taken, would be refused`;
    if (first.durable.round === from) continue;
    yield* endWindow(window, head, signed, null);
    window = openWindow(first, packs, true);
    second = forkPipeline(first, head, other);
  }
  yield* endWindow(window, head, signed, first);
}

/** A pipeline of the other edition that starts from the present state of the table. */
function forkPipeline(from: Pipeline, head: SegmentHead, other: PipelineSetup): Pipeline {
  const { seq, prev } = from.chain;
  return new Pipeline(other, { ...head, ...from.clock, state: from.state, chain: { seq, prev } });
}

function openWindow(
  pipeline: Pipeline,
  packs: RoundWindow["packs"],
  begun = BEFORE_ROUND.includes(pipeline.durable.phase),
): RoundWindow {
  return { packs, round: pipeline.durable.round, begun, before: null, after: null, refused: null };
}

/** The recording brings the times at which the table asked to be woken; where the other edition asks sooner it is woken too. */
function wakeBetween(first: Pipeline, second: Pipeline, until: Entry["t"], window: RoundWindow): void {
  const real = first.wakeAt();
  for (let at = second.wakeAt(); at !== null && at < until && (real === null || at < real);) {
    storeVerdicts(window, second.feed({ k: "tick", t: at }).records, "after");
    const next = second.wakeAt();
    if (next === at) return;
    at = next;
  }
}

function storeVerdicts(window: RoundWindow, records: readonly BuiltRecord[], side: "before" | "after"): void {
  for (const record of records) if (verdictOf(record)?.round === window.round) window[side] = record;
}

function verdictOf({ body }: BuiltRecord): VerdictRecord | null {
  return ["result", "void", "undecided", "aborted"].includes(body.kind) ? (body as VerdictRecord) : null;
}

/** Compares both ends of a round when the next one begins, or the recording ends. */
function* endWindow(
  window: RoundWindow,
  head: SegmentHead,
  signed: Signed,
  pipeline: Pipeline | null,
): Generator<RoundImpact> {
  const { round, begun, refused, packs } = window;
  const before = window.before === null ? null : verdictOf(window.before);
  const after = window.after === null ? null : verdictOf(window.after);
  const place = {
    segment: head.segment,
    round,
    at: window.before?.at ?? window.after?.at ?? rfc3339(head.wall),
  };
  const notJudged = (why: string): RoundImpact => ({
    ...place,
    is: "not-judged",
    before: before === null ? null : endOf(before, packs[0]),
    why,
  });
  const isRunning = pipeline !== null && !NOTHING_RUNS.includes(pipeline.durable.phase);
  if (before === null) {
    if (isRunning) yield notJudged("it had not ended when the recording ends");
    else if (after !== null) yield notJudged("it did not end");
  } else if (!begun) yield notJudged("it began before this recording");
  else if (signed !== null && signed.get(round) !== canonicalEnd(before))
    yield notJudged("this release ends it otherwise than was signed, under the same edition");
  else if (refused !== null) yield notJudged(refused);
  else if (after === null)
    yield notJudged("under the other edition it had not ended when the next round began");
  else {
    const ends = { before: endOf(before, packs[0]), after: endOf(after, packs[1]) };
    const is = compareEnds(before, after, ends);
    if (is === "otherwise") yield { ...place, is, ...ends, differs: differingParts(before, after) };
    else yield { ...place, is, ...ends };
  }
}

function compareEnds(
  before: VerdictRecord,
  after: VerdictRecord,
  ends: { readonly before: RoundEnd; readonly after: RoundEnd },
): "same" | "noted" | "otherwise" {
  if (canonicalEnd(before) !== canonicalEnd(after)) return "otherwise";
  return canonical(ends.before) === canonical(ends.after) ? "same" : "noted";
}

/** Lists of one length are compared item by item. */
function differingParts(before: VerdictRecord, after: VerdictRecord): readonly string[] {
  if (before.kind !== "result" || after.kind !== "result") return [];
  const [was, is] = [before.result, after.result].map((one) => Object.entries(one).flatMap(partsOf));
  const left = new Map(was);
  const right = new Map(is);
  const canonicalText = (part: unknown): string => canonical(part ?? null);
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) => {
    const [from, to] = [canonicalText(left.get(name)), canonicalText(right.get(name))];
    return from === to ? [] : [`${name.replace(/ .*/, "")} ${from} → ${to}`];
  });
}

function partsOf([name, part]: [string, unknown]): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(part)) return [[name, part]];
  return part.map((item: unknown, at) => [`${name} ${at}`, item] as const);
}

/** How a round ended, without the reasons: kind, result, whether it was certified. */
export function canonicalEnd(record: Readonly<Record<string, unknown>> | VerdictRecord): string {
  const fields = record as Readonly<Record<string, unknown>>;
  const certainty = fields["certainty"] as { readonly level: string } | undefined;
  return canonical({
    kind: fields["kind"],
    result: fields["result"] ?? null,
    level: certainty?.level ?? null,
  });
}

function endOf(record: VerdictRecord, pack: Pack): RoundEnd {
  const named = (reasons: readonly Reason[]): RoundEnd["rules"] =>
    reasons.map(({ rule, cite }) => ({ rule, cite }));
  const none = { result: "", certified: false, rules: [], because: [] };
  switch (record.kind) {
    case "result": {
      const { certainty, result, deviations } = record;
      return {
        kind: record.kind,
        result: resultText(result),
        certified: certainty.level === "certified",
        rules: named(deviations),
        because: certainty.because,
      };
    }
    case "void":
      return { ...none, kind: record.kind, rules: named(record.reasons) };
    case "undecided":
      return { ...none, kind: record.kind, rules: notJudgedIn(record, pack), because: record.because };
    case "aborted":
      return { ...none, kind: record.kind, because: [record.cause] };
  }
}

/** The rules that an undecided round hung on, by the names that its record keeps. */
function notJudgedIn({ seen }: UndecidedRecord, pack: Pack): RoundEnd["rules"] {
  const names = String(seen["rules"] ?? "").split(", ");
  return pack.rules.flatMap(({ id, cite }) => (names.includes(id) ? [{ rule: id, cite: citeText(cite) }] : []));
}
