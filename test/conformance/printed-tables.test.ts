import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { format } from "oxfmt";
import { expect, it } from "vitest";
import { z } from "zod";
import type { Option } from "../../drivers/options.ts";
import { REFUSALS } from "../../firmware/update/refusal.ts";
import { DEVICES } from "../../firmware/config/devices.ts";
import { DEVICE_LIMITS } from "../support/limits/devices.ts";
import type { LimitGroup } from "../support/limits/limit.ts";
import { BANNED_WORDS } from "./words.ts";
import { OWN_SCREEN_LIMITS } from "../support/limits/own-screens.ts";
import { READING_LIMITS } from "../support/limits/reading.ts";
import { EVIDENCE_LIMITS } from "../support/limits/evidence.ts";
import { UNIT_LIMITS } from "../support/limits/unit.ts";
import { REMOTE_LIMITS } from "../support/limits/remote.ts";
import { UPDATE_LIMITS } from "../support/limits/update.ts";
import { WITNESS_LIMITS } from "../support/limits/witness.ts";

/**
 * Tables of the documents that say what the code says: each is printed from the code between two marks of its document.
 * `TIRADA_TABLES=write npx vitest run test/conformance/printed-tables.test.ts` prints them anew.
 */
const ROOT = new URL("../../", import.meta.url).pathname;

/** What an option may be, in a few words: `0 to 50`, `"inside"` or `"exit"`, text. */
function valuesOf({ value }: Option): string {
  const shape = z.toJSONSchema(value, { unrepresentable: "any" }) as Shape;
  return shapeText(shape);
}

interface Shape {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number;
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly minimum?: number;
  readonly maximum?: number;
}

function shapeText(shape: Shape): string {
  const { type, minimum, maximum, items, anyOf } = shape;
  if (anyOf !== undefined) return anyOf.map(shapeText).join(" or ");
  if (shape.enum !== undefined) return shape.enum.map((one) => `\`${one}\``).join(", ");
  if (shape.const !== undefined) return `\`${shape.const}\``;
  if (items !== undefined) return `list of ${shapeText(items)}`;
  if (type === "integer") return `${minimum} to ${maximum}`;
  if (type === "string") return "text";
  return type === "boolean" ? "`true` or `false`" : "`null`";
}

function otherwiseText({ otherwise }: Option): string {
  if (otherwise === null) return "not set";
  return Array.isArray(otherwise) ? "none" : `\`${String(otherwise)}\``;
}

const cell = (text: string): string => text.replaceAll("|", "\\|");
const row = (...cells: string[]): string => `| ${cells.map(cell).join(" | ")} |`;

function devicesTable(): string {
  const rows = DEVICES.flatMap(({ name, about, options }) => {
    const own = Object.entries(options);
    const first = row(`**\`${name}\`**`, "", "", about);
    return [first, ...own.map(([key, one]) => row(`\`${key}\``, valuesOf(one), otherwiseText(one), one.about))];
  });
  return [
    row("device, option", "is one of", "without it", "what it is"),
    "| --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

/** From which file of the project a list of limits imports each of its constants, by the name that it has there. */
function sourcesOf(list: string): ReadonlyMap<string, string> {
  const imports = readFileSync(`${ROOT}${list}`, "utf8").matchAll(/^import \{([^}]*)\} from "([^"]+)";/gm);
  return new Map(
    [...imports].flatMap(([, names = "", from = ""]) =>
      names.split(",").map((name) => {
        const own = name.trim().split(" as ").at(-1) ?? "";
        return [own, normalize(join(dirname(list), from))] as const;
      }),
    ),
  );
}

function limitRows(list: string, groups: readonly LimitGroup[]): string[] {
  const sources = sourcesOf(list);
  return groups.flatMap(({ of, rows }) => [
    row(`**${of}**`, "", "", ""),
    ...rows.map(({ what, limits, then }) => {
      const names = limits.flatMap(({ constants }) => constants);
      const files = new Set(names.map((name) => sources.get(name) ?? `${name}: imported from nowhere`));
      return row(
        what,
        limits.map(({ text }) => text).join("; "),
        then,
        [...files].map((file) => `\`${file}\``).join(", "),
      );
    }),
  ]);
}

function limitsTable(): string {
  return [
    row("what", "limit", "then", "where"),
    "| --- | --- | --- | --- |",
    ...limitRows("test/support/limits/devices.ts", DEVICE_LIMITS),
    ...limitRows("test/support/limits/unit.ts", UNIT_LIMITS),
    ...limitRows("test/support/limits/own-screens.ts", OWN_SCREEN_LIMITS),
    ...limitRows("test/support/limits/evidence.ts", EVIDENCE_LIMITS),
    ...limitRows("test/support/limits/reading.ts", READING_LIMITS),
    ...limitRows("test/support/limits/witness.ts", WITNESS_LIMITS),
    ...limitRows("test/support/limits/update.ts", UPDATE_LIMITS),
    ...limitRows("test/support/limits/remote.ts", REMOTE_LIMITS),
  ].join("\n");
}

function wordsTable(): string {
  return [
    row("word", "sense", "write instead"),
    "| --- | --- | --- |",
    ...BANNED_WORDS.map(({ word, meaning, instead }) => row(`\`${word}\``, meaning, instead)),
  ].join("\n");
}

function refusalsTable(): string {
  return [
    row("reason", "means", "what to do"),
    "| --- | --- | --- |",
    ...Object.entries(REFUSALS).map(([code, [why, todo]]) => row(`\`${code}\``, why, todo)),
  ].join("\n");
}

const TABLES = [
  { file: "docs/technician.md", mark: "devices", print: devicesTable },
  { file: "docs/limits.md", mark: "limits", print: limitsTable },
  { file: "docs/technician.md", mark: "refusals", print: refusalsTable },
  { file: "docs/glossary.md", mark: "words", print: wordsTable },
] as const;

it.each(TABLES)("$file: the table of $mark is what the code says", async ({ file, mark, print }) => {
  const path = `${ROOT}${file}`;
  const text = readFileSync(path, "utf8");
  const [begin, end] = [`<!-- printed: ${mark} -->`, `<!-- end: ${mark} -->`];
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(end);
  expect([mark, from >= begin.length, to > from]).toEqual([mark, true, true]);
  const { code, errors } = await format("table.md", print(), { proseWrap: "preserve" });
  expect(errors).toEqual([]);
  const table = code.trim();
  if (process.env["TIRADA_TABLES"] === "write")
    writeFileSync(path, `${text.slice(0, from)}\n\n${table}\n\n${text.slice(to)}`);
  expect(readFileSync(path, "utf8").slice(from).split(end)[0]?.trim()).toBe(table);
});
