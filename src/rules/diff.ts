import { isFields, type Fields } from "../load/json.ts";
import { canonical } from "../record/canonical.ts";
import { conditionText } from "./condition.ts";
import { citeText, type Condition, type Pack } from "./pack.ts";
import { withoutLines } from "./without-lines.ts";

/** One thing that two editions say otherwise, in words. */
export interface Difference {
  /** Where it stands: `rule`, `step`, `call`, `suerte`, `remark`, or a part of the pack: `cards`, `wheel`, `law` … */
  readonly of: string;
  /** The rule, step, phase …; the path inside the part, e.g. `deal.3.tableau.banca.5`. */
  readonly id: string;
  readonly change: "added" | "gone" | "changed";
  /** What it says of each thing that differs. Added: `before` is null; gone: `after` is. */
  readonly says: readonly {
    readonly what: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
}

/** Lists whose parts have names of their own. */
const NAMED: readonly { readonly of: string; readonly key: string; readonly name: string }[] = [
  { of: "rule", key: "rules", name: "id" },
  { of: "step", key: "steps", name: "id" },
  { of: "call", key: "announcements", name: "phase" },
  { of: "suerte", key: "suertes", name: "id" },
  { of: "bet", key: "bets", name: "id" },
  { of: "remark", key: "remarks", name: "about" },
];

/** What keys are called in words. Others are told by their own name. */
const WORDS: Readonly<Record<string, string>> = {
  when: "condition",
  declaredBy: "who may declare it",
  then: "steps",
  cite: "citation",
  by: "who says it",
  say: "words",
  announce: "call",
  text: "text",
  adopts: "what a house may adopt",
  readings: "readings that a house may adopt",
  session: "what is done as a session begins or ends",
  mayBeCalled: "what a person may call it",
  untrustedClock: "what becomes of results while nothing vouches for the time of day",
  inForce: "first day in force",
  until: "last day in force",
};

const plain = (pack: Pack): Fields => ({ ...pack });

/** Everything that `after` says otherwise than `before`, rules first, in the order of the packs. Empty: they say the same. */
export function packDiff(before: Pack, after: Pack): readonly Difference[] {
  const [old, next] = [plain(before), plain(after)];
  const named = NAMED.flatMap(({ of, key, name }) => listDiff(of, name, old[key], next[key]));
  const rest = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter(
    (key) => !NAMED.some((list) => list.key === key),
  );
  const all = [
    ...named,
    ...orderDiff(before, after),
    ...rest.flatMap((key) => partDiff(WORDS[key] ?? key, [], old[key], next[key])),
  ];
  return all.flatMap((one) => readByPeople(one, before, after));
}

/** Without the lines of texts as they were read, which nobody else has. Empty: nothing but lines differs. */
function readByPeople({ says, ...one }: Difference, before: Pack, after: Pack): readonly Difference[] {
  const read = says
    .map(({ what, before: was, after: is }) => ({
      what,
      before: was === null ? null : withoutLines(before, was),
      after: is === null ? null : withoutLines(after, is),
    }))
    .filter(({ before: was, after: is }) => was !== is);
  return read.length === 0 ? [] : [{ ...one, says: read }];
}

/** `says` of every difference as lines for people. */
export function diffText(before: string, after: string, differences: readonly Difference[]): string {
  const lines = [`${before} → ${after}`];
  if (differences.length === 0) lines.push("They say the same.");
  for (const { of, id, change, says } of differences) {
    lines.push("", `${of} ${id}: ${change}`.replace("  ", " "));
    for (const { what, before: was, after: is } of says) {
      if (was === null || is === null) lines.push(`  ${what}: ${is ?? was ?? ""}`);
      else lines.push(`  ${what}`, `    was ${was}`, `    is  ${is}`);
    }
  }
  const counts = (["added", "gone", "changed"] as const).map(
    (change) => `${differences.filter((one) => one.change === change).length} ${change}`,
  );
  lines.push("", counts.join(", "));
  return `${lines.join("\n")}\n`;
}

function listDiff(of: string, name: string, before: unknown, after: unknown): readonly Difference[] {
  const byName = (list: unknown): ReadonlyMap<string, Fields> =>
    new Map((Array.isArray(list) ? (list as Fields[]) : []).map((one) => [String(one[name]), one]));
  const [old, next] = [byName(before), byName(after)];
  return [...new Set([...next.keys(), ...old.keys()])].flatMap((id): readonly Difference[] => {
    const [was, is] = [old.get(id), next.get(id)];
    if (was === undefined || is === undefined) {
      const one = was ?? is ?? {};
      const says = Object.keys(one)
        .filter((key) => key !== name)
        .map((key) => {
          const text = inWords(key, one[key]);
          return {
            what: WORDS[key] ?? key,
            before: was === undefined ? null : text,
            after: is === undefined ? null : text,
          };
        });
      return [{ of, id, change: was === undefined ? "added" : "gone", says }];
    }
    const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((key) =>
      differ(was[key], is[key]),
    );
    const says = keys.map((key) => ({
      what: WORDS[key] ?? key,
      before: inWords(key, was[key]),
      after: inWords(key, is[key]),
    }));
    return keys.length === 0 ? [] : [{ of, id, change: "changed", says }];
  });
}

/** Rules act in the pack's order where several apply. */
function orderDiff(before: Pack, after: Pack): readonly Difference[] {
  const common = (pack: Pack, other: Pack): string =>
    pack.rules
      .map(({ id }) => id)
      .filter((id) => other.rules.some((rule) => rule.id === id))
      .join(", ");
  const [was, is] = [common(before, after), common(after, before)];
  if (was === is) return [];
  return [{ of: "rules", id: "order", change: "changed", says: [{ what: "order", before: was, after: is }] }];
}

/** What differs inside a part that has no names: by its path. */
function partDiff(of: string, path: readonly string[], before: unknown, after: unknown): readonly Difference[] {
  if (!differ(before, after)) return [];
  if (isFields(before) && isFields(after) && !isText(before) && !isCite(before)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => partDiff(of, [...path, key], before[key], after[key]));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length && !before.every(isWord))
    return before.flatMap((one, at) => partDiff(of, [...path, String(at + 1)], one, after[at]));
  const key = path.at(-1) ?? of;
  const says = { what: WORDS[key] ?? key, before: inWords(key, before), after: inWords(key, after) };
  const change = before === undefined ? "added" : after === undefined ? "gone" : "changed";
  return [{ of, id: path.join("."), change, says: [says] }];
}

const differ = (a: unknown, b: unknown): boolean => canonical(a ?? null) !== canonical(b ?? null);
const isText = (value: Fields): boolean => typeof value["es"] === "string";
const isCite = (value: Fields): boolean => typeof value["section"] === "string";
const isWord = (value: unknown): boolean => typeof value !== "object";

/** A value as people read it; a text in every language that it has, a citation as `II.1.6`. */
function inWords(key: string, value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (key === "when") return conditionText(value as Condition);
  if (Array.isArray(value))
    return value.length === 0 ? "none" : value.map((one) => inWords("", one)).join(", ");
  if (!isFields(value)) return typeof value === "string" ? value : JSON.stringify(value);
  if (isCite(value)) return citeText(value as unknown as Parameters<typeof citeText>[0]);
  if (isText(value)) {
    const { es, ...others } = value as Record<string, string>;
    const different = Object.entries(others).filter(([, text]) => text !== es);
    return [`«${es ?? ""}»`, ...different.map(([language, text]) => `${language} «${text}»`)].join(" · ");
  }
  return Object.entries(value)
    .map(([inner, one]) => `${WORDS[inner] ?? inner} ${inWords(inner, one)}`)
    .join("; ");
}
