import { z } from "zod";
import type { FleetPlan } from "../../../src/fleet/plan.ts";
import { waitText } from "../../../src/fleet/progress.ts";
import { standingIn, type Standing } from "../../../src/fleet/standing.ts";
import { readAnswer } from "../../../src/orders/answer.ts";
import { parseVkey } from "../../../src/record/keys.ts";
import { rfc3339, US_PER_S, wallMs } from "../../../src/time/instant.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { inParallel, NOT_FETCHED, type FleetMail } from "./mail.ts";

/** How often answers are looked for. */
const LOOK_US = 2 * US_PER_S;
/** Names that one line of the status has. */
const NAMES_SHOWN = 12;
/** Letters of what a doctor found. */
const WORDS_MAX = 200;

const foundShape = z.object({
  findings: z.array(
    z.object({ code: z.string(), level: z.string(), text: z.object({ en: z.string().max(WORDS_MAX) }) }),
  ),
});

/** What a table answered now, or why it did not. */
export type TableStatus = { readonly table: string } & (
  | {
      readonly is: "heard";
      readonly verdict: string | null;
      readonly standing: Standing;
      readonly wears?: readonly string[];
    }
  /** `wears`: what its doctor found to wear out; left out: nothing. `since`: when it was heard last, milliseconds since 1970; null: never by this laptop. */
  | { readonly is: "silent"; readonly why: string; readonly since: number | null }
);

export interface AskOptions {
  readonly plan: FleetPlan;
  readonly mail: FleetMail;
  readonly clock: Clock;
  /** The signed question to every table of the plan. */
  readonly order: { readonly digest: string; readonly text: string };
  readonly waitMs: number;
  /** When each table was heard last. */
  readonly lastHeard: (table: string) => number | null;
}

/** Asks every table of a plan, and waits for what they answer. A table of which nothing is known now is said to be silent. */
export async function askFleet(options: AskOptions): Promise<readonly TableStatus[]> {
  const { plan, mail, clock, order, waitMs, lastHeard } = options;
  const until = clock.wall() + waitMs;
  const found = new Map<string, TableStatus>();
  const reasons = new Map<string, string>();
  await inParallel(plan.tables, async ({ table }) => {
    const why = await mail.put(table, order.text);
    if (why !== null) reasons.set(table, why);
  });
  for (;;) {
    const left = plan.tables.filter(({ table }) => !found.has(table));
    await inParallel(left, async ({ table, vkey }) => {
      const answer = await mail.answer(table, order.digest);
      if ("none" in answer) {
        // Why the order is not there says more than that it is not answered.
        if (answer.none !== NOT_FETCHED || !reasons.has(table)) reasons.set(table, answer.none);
        return;
      }
      const status = statusIn(table, vkey, order.digest, answer.text);
      if (typeof status === "string") reasons.set(table, status);
      else found.set(table, status);
    });
    if (found.size === plan.tables.length || clock.wall() >= until) break;
    await clock.sleep(LOOK_US);
  }
  return plan.tables.map(
    ({ table }) =>
      found.get(table) ?? {
        table,
        is: "silent",
        since: lastHeard(table),
        why: reasons.get(table) ?? NOT_FETCHED,
      },
  );
}

/** What the answer of a table says, or why it counts for nothing. */
function statusIn(table: string, vkey: string, digest: string, text: string): TableStatus | string {
  const answer = readAnswer(text, parseVkey(vkey), digest);
  if (typeof answer === "string") return `an answer that counts for nothing: ${answer}`;
  const { outcome, why, result } = answer;
  const standing = standingIn(result);
  if (outcome !== "done" || standing === null)
    return `${outcome}: ${why ?? "its release does not say how it stands: look with tirada order send"}`;
  const { verdict } = result as { readonly verdict?: unknown };
  const said = typeof verdict === "string" ? verdict : null;
  const wears = wearsIn(result);
  return { table, is: "heard", verdict: said, standing, ...(wears.length === 0 ? {} : { wears }) };
}

/** What the doctor of a table found to wear out, in words. */
function wearsIn(result: unknown): readonly string[] {
  const parsed = foundShape.safeParse(result);
  const found = parsed.success ? parsed.data.findings : [];
  return found.flatMap(({ code, level, text }) =>
    code.startsWith("drift-") && level === "attention" ? [text.en] : [],
  );
}

/** What a fleet comes to, for people. */
export function statusLines(plan: FleetPlan, tables: readonly TableStatus[]): readonly string[] {
  const heard = tables.filter((one) => one.is === "heard");
  const silent = tables.filter((one) => one.is === "silent");
  const releaseOf = ({ standing: { release } }: (typeof heard)[number]): string => {
    if (release.manifest === null) return `${release.version} from its source`;
    const own = release.manifest === plan.digest ? ", that of the plan" : "";
    return `${release.version} (${release.manifest.slice(0, 16)}${own})`;
  };
  const baseOf = ({ standing: { base } }: (typeof heard)[number]): string => {
    const { version = "?", isTrial = false } = base?.runs ?? {};
    const kept = base?.kept?.version === version ? base.kept : null;
    const own = kept !== null && kept.digest === plan.digest ? ", that of the plan" : "";
    return `${version} (${kept === null ? "" : `number ${kept.number}, `}${isTrial ? "on trial" : "kept"}${own})`;
  };
  const stepAt = (step: Standing["step"]): string | null =>
    step === null || step.step === "confirmed"
      ? null
      : `${step.step}${step.version === null ? "" : ` ${step.version}`} at ${step.at}${step.why === null ? "" : `: ${step.why}`}`;
  const named = (word: string, who: (one: (typeof heard)[number]) => string | null): readonly string[] =>
    heard.flatMap((one) => {
      const what = who(one);
      return what === null ? [] : [`${word} ${one.table}: ${what}`];
    });
  return [
    `${plan.name}: ${heard.length} of ${tables.length} tables answered`,
    ...groupedLines("release", heard, releaseOf),
    ...groupedLines(
      "base",
      heard.filter(({ standing }) => standing.base?.runs != null),
      baseOf,
    ),
    ...groupedLines("rulebook", heard, ({ standing }) => standing.rulebook),
    ...named("update at", ({ standing: { step } }) => stepAt(step)),
    ...named("base at", ({ standing: { base } }) => stepAt(base?.step ?? null)),
    ...named("waits at", ({ standing }) => waitText(standing)),
    ...named("faults at", ({ standing: { faults } }) => (faults.length === 0 ? null : faults.join(", "))),
    ...named("doctor at", ({ verdict }) => (verdict === null || verdict === "well" ? null : verdict)),
    ...named("wears out at", ({ wears }) => wears?.join("; ") ?? null),
    ...namedLines(
      "held in the plan",
      plan.held.filter((table) => tables.some((one) => one.table === table)),
    ),
    ...namedLines(
      "held by its own people",
      heard.filter(({ standing }) => standing.held).map(({ table }) => table),
    ),
    ...silent.map(
      ({ table, since, why }) =>
        `no answer ${since === null ? "yet" : `since ${rfc3339(wallMs(since))}`} of ${table}: ${why}`,
    ),
  ];
}

/** A line for each value, the most frequent first; where there are many, the rest is named. */
function groupedLines<T extends { readonly table: string }>(
  word: string,
  all: readonly T[],
  valueOf: (one: T) => string,
): readonly string[] {
  const groups = Map.groupBy(all, valueOf);
  const sorted = [...groups].toSorted(([, one], [, other]) => other.length - one.length);
  return sorted.map(([value, members], at) => {
    const names = at === 0 ? "" : `: ${namesOf(members.map(({ table }) => table))}`;
    return `${word} ${value}: ${countText(members.length)}${names}`;
  });
}

const namedLines = (word: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`${word}: ${namesOf(names)}`];

const namesOf = (names: readonly string[]): string =>
  names.length <= NAMES_SHOWN
    ? names.join(", ")
    : `${names.slice(0, NAMES_SHOWN).join(", ")} and ${names.length - NAMES_SHOWN} more (--json has all)`;

export const countText = (count: number): string => (count === 1 ? "1 table" : `${count} tables`);
