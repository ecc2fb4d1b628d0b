import { RULE_FAMILIES } from "./families.ts";
import { didYouMean } from "./nearest.ts";
import { LAW_LANGUAGE, placedTexts, TRANSLATED, type Translator } from "./translations.ts";
import { childOf, problemIn, valueOf, wordAt, type Written, type WrittenMap, writtenOf } from "./written.ts";
import type { Path, Problem } from "./yaml.ts";
import type { Cite } from "./pack.ts";

/** How a citation is written in a pack and in its cases: section as the law prints it, then lines of the text as it was read. */
export const CITE_SHAPE = "a section and the lines of the text as it was read, e.g. II.1.4, l. 253–261; 268";

const LINE = /^(\S(?:.*\S)?), l\. (\d{1,6}(?:[–-]\d{1,6})?(?:; \d{1,6}(?:[–-]\d{1,6})?)*)$/;

/** The citation of a line `II.1.4, l. 253–261; 268`; null: it is not written so. */
export function citeOfLine(line: string): Cite | null {
  const [, section, spans] = LINE.exec(line) ?? [];
  if (section === undefined || spans === undefined) return null;
  const [lines, ...also] = spans.split("; ").map((span): readonly [number, number] => {
    const [first = "", last = first] = span.split(/[–-]/);
    return [Number(first), Number(last)];
  });
  if (lines === undefined) return null;
  return { section, lines, ...(also.length > 0 && { also }) };
}

/** The line that {@link citeOfLine} reads: for the packs, their cases and their tests. Nobody at a table is shown lines. */
export function lineOfCite(cite: Cite): string {
  const spans = [cite.lines, ...(cite.also ?? [])].map(([a, b]) => (a === b ? `${a}` : `${a}–${b}`));
  return `${cite.section}, l. ${spans.join("; ")}`;
}

/** Keys of cards that hold one of the law's tables, or the name of one under `tables`. */
const TABLES: readonly string[] = ["tableau", "ranking", "qualifies", "least"];

/**
 * A pack with everything said that its file need not say: citations taken apart, calls and tables in the place of their names, who may
 * declare what only a person can see, `basis: text`, the scope of the family, an empty list of steps or printed words.
 */
export function laidOut(whole: WrittenMap): {
  readonly whole: WrittenMap;
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  const calls = whole.fields.get("calls");
  const cited = mapOf(citesTakenApart(whole, [], problems, whole));
  const scope = RULE_FAMILIES.find(wordAt(whole, "family") ?? "wheel")?.voided;
  const called = (item: WrittenMap, key: string, path: Path): WrittenMap =>
    withCall(item, key, calls ?? null, (message) => problems.push(problemIn(whole, path, message)));
  const rule = (item: WrittenMap, path: Path): WrittenMap => {
    const adopts = item.fields.get("adopts");
    const changed = called(item, "announce", [...path, "announce"]);
    const full =
      adopts?.is === "map"
        ? setting(changed, "adopts", called(adopts, "announce", [...path, "adopts"]))
        : changed;
    const readings = item.fields.get("readings");
    const read =
      readings?.is === "list"
        ? setting(full, "readings", {
            ...readings,
            items: readings.items.map((one, index) =>
              one.is === "map" ? called(one, "announce", [...path, "readings", index]) : one,
            ),
          })
        : full;
    const by = wordAt(item.fields.get("when") ?? item, "declared");
    const said = by === null ? read : saying(read, "declaredBy", by);
    return saying(saying(saying(said, "basis", "text"), "scope", scope), "then", []);
  };
  const announcement = (item: WrittenMap, path: Path): WrittenMap =>
    saying(spread(called(item, "call", [...path, "call"])), "printed", []);
  const fields = new Map(cited.fields);
  fields.delete("calls");
  setTables(whole, fields, (path, message) => problems.push(problemIn(whole, path, message)));
  fields.delete("tables");
  inList(fields, "rules", rule);
  inList(fields, "announcements", announcement);
  inList(fields, "steps", (step) => saying(step, "basis", "text"));
  inList(fields, "suertes", (suerte) => saying(suerte, "basis", "text"));
  const dice = fields.get("dice");
  if (dice?.is === "map") {
    const inner = new Map(dice.fields);
    inList(inner, "suertes", (suerte) => saying(suerte, "basis", "text"));
    fields.set("dice", { ...dice, fields: inner });
  }
  return { whole: { ...cited, fields }, problems };
}

/** The cards of a pack with its tables; a table of the pack's own that nothing names is told. What a part holds is for all who extend it. */
function setTables(
  whole: WrittenMap,
  fields: Map<string, Written>,
  report: (path: Path, message: string) => void,
): void {
  const [cards, tables] = [fields.get("cards"), fields.get("tables") ?? null];
  const used = new Set<string>();
  if (cards !== undefined) fields.set("cards", withTables(cards, ["cards"], tables, { report, used }));
  for (const [name, table] of tables?.is === "map" ? tables.fields : [])
    if (table.source === whole.source && !used.has(name))
      report(["tables", name], `no step and no outcome names the table "${name}": take it out`);
}

/** Every text with the words of all languages: those that the pack gives, and the translations of the others. */
export function translated(
  whole: WrittenMap,
  translator: Translator,
): { readonly whole: WrittenMap; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  let full: Written = whole;
  for (const { path, node } of placedTexts(whole)) {
    const own = valueOf(node);
    const words = typeof own === "string" ? { [LAW_LANGUAGE]: own } : own;
    if (typeof words !== "object" || words === null) continue;
    const spanish = (words as Readonly<Record<string, unknown>>)[LAW_LANGUAGE];
    if (typeof spanish !== "string") continue;
    const all: Record<string, unknown> = { ...words };
    for (const language of TRANSLATED.filter((one) => all[one] === undefined)) {
      const text = translator.wordsOf(node, spanish, language);
      if (text !== null) all[language] = text;
      else {
        const where = translator.placeOf(node, language);
        problems.push(
          problemIn(
            whole,
            path,
            `"${spanish.slice(0, 60)}" has no translation (${language}): write it in ${where}`,
          ),
        );
      }
    }
    full = withAt(full, path, writtenOf(all, node.source, node.path));
  }
  return { whole: mapOf(full), problems };
}

/** Citations that are written as one line, taken apart. */
function citesTakenApart(written: Written, path: Path, problems: Problem[], whole: Written): Written {
  if (written.is === "scalar") return written;
  if (written.is === "list")
    return {
      ...written,
      items: written.items.map((item, i) => citesTakenApart(item, [...path, i], problems, whole)),
    };
  const fields = [...written.fields].map(([key, inner]): readonly [string, Written] => {
    if (key !== "cite" || inner.is !== "scalar" || typeof inner.value !== "string")
      return [key, citesTakenApart(inner, [...path, key], problems, whole)];
    const cite = citeOfLine(inner.value);
    if (cite === null) problems.push(problemIn(whole, [...path, key], `cite: must be ${CITE_SHAPE}`));
    return [key, cite === null ? inner : writtenOf(cite, inner.source, inner.path)];
  });
  return { ...written, fields: new Map(fields) };
}

/** The call in the place of its name. */
function withCall(
  item: WrittenMap,
  key: string,
  calls: Written | null,
  say: (message: string) => void,
): WrittenMap {
  const name = wordAt(item, key);
  if (name === null) return item;
  const call = calls === null ? null : childOf(calls, name);
  if (call !== null) return setting(item, key, call);
  const known = calls?.is === "map" ? [...calls.fields.keys()] : [];
  say(`there is no call "${name}"${didYouMean(name, known)}; write it under calls`);
  return item;
}

/** The law's tables in the place of their names. A word that no table has is left to the schema, but where only a table can stand. */
function withTables(
  written: Written,
  path: Path,
  tables: Written | null,
  found: { readonly report: (path: Path, message: string) => void; readonly used: Set<string> },
): Written {
  if (written.is === "scalar") return written;
  if (written.is === "list")
    return { ...written, items: written.items.map((item, i) => withTables(item, [...path, i], tables, found)) };
  const fields = [...written.fields].map(([key, inner]): readonly [string, Written] => {
    const name = TABLES.includes(key) ? wordAt(written, key) : null;
    if (name === null) return [key, withTables(inner, [...path, key], tables, found)];
    found.used.add(name);
    const table = tables === null ? null : childOf(tables, name);
    if (table === null && (key === "tableau" || key === "ranking")) {
      const known = tables?.is === "map" ? [...tables.fields.keys()] : [];
      found.report(
        [...path, key],
        `there is no table "${name}"${didYouMean(name, known)}; write it under tables`,
      );
    }
    return [key, table ?? inner];
  });
  return { ...written, fields: new Map(fields) };
}

/** An announcement that takes words and speaker of a call. */
function spread(item: WrittenMap): WrittenMap {
  const call = item.fields.get("call");
  if (call?.is !== "map") return item;
  const fields = new Map([...item.fields].filter(([key]) => key !== "call"));
  for (const [key, inner] of call.fields) if (!fields.has(key)) fields.set(key, inner);
  return { ...item, fields };
}

function inList(
  fields: Map<string, Written>,
  key: string,
  change: (item: WrittenMap, path: Path) => WrittenMap,
): void {
  const list = fields.get(key);
  if (list?.is !== "list") return;
  const items = list.items.map((item, index) => (item.is === "map" ? change(item, [key, index]) : item));
  fields.set(key, { ...list, items });
}

/** A map with a key that it does not have yet. */
function saying(item: WrittenMap, key: string, value: unknown): WrittenMap {
  return item.fields.has(key) ? item : setting(item, key, writtenOf(value, item.source, item.path));
}

function setting(item: WrittenMap, key: string, value: Written): WrittenMap {
  return { ...item, fields: new Map(item.fields).set(key, value) };
}

function withAt(written: Written, path: Path, value: Written): Written {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const child = childOf(written, step);
  if (child === null) return written;
  const changed = withAt(child, rest, value);
  if (written.is === "map") return setting(written, String(step), changed);
  if (written.is === "list" && typeof step === "number")
    return { ...written, items: written.items.with(step, changed) };
  return written;
}

function mapOf(written: Written): WrittenMap {
  if (written.is !== "map") throw new RangeError("a pack is a map");
  return written;
}
