import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import type { Option } from "../../drivers/options.ts";
import { REFUSALS } from "../../firmware/delivery/update/refusal.ts";
import { DEVICES } from "../../firmware/table/config/devices.ts";
import { FAULTS, isMomentary, refusesResults } from "../../src/codes/faults.ts";
import { LANGUAGE_TEXTS } from "../../src/text/languages/index.ts";
import { limitRows } from "../support/limits.ts";
import { BANNED_WORDS } from "./words.ts";
import { keyExplanations } from "../support/key-explanations.ts";

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

async function limitsTable(): Promise<string> {
  const rows = await limitRows();
  return [
    row("what", "limit", "then", "where"),
    "| --- | --- | --- | --- |",
    ...rows.map((cells) => row(...cells)),
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

/** Where each group of faults is met, for whoever stands at the table. */
const PLACES = {
  unit: "la unidad",
  wheel: "la rueda",
  sensors: "los sensores de la rueda",
  "card-link": "el sabot o el lector",
  reader: "el lector de cartas",
  shoe: "el sabot",
  cards: "las cartas",
  "dice-link": "los dados",
  eye: "la cámara de los dados",
  thrower: "lo que mueve los dados",
  "ball-link": "el lector de bolas",
  balls: "las bolas",
} as const satisfies Readonly<Record<string, string>>;

/** Every fault in the words of the screens, with what it withholds. */
function faultsTable(): string {
  const texts: Readonly<Record<string, Readonly<Record<string, FaultWords>>>> = LANGUAGE_TEXTS.es
    .faults as never;
  const groups = Object.keys(texts).filter((name) => name !== "unknown");
  expect(groups.toSorted()).toEqual(Object.keys(PLACES).toSorted());
  const rows = Object.entries(PLACES).flatMap(([name, place]) =>
    Object.entries(texts[name] ?? {}).map(([code, { text, doThis }]) =>
      row(`\`${code}\``, place, text, effectOf(code), doThis),
    ),
  );
  const told = new Set(rows.map((line) => /`([^`]+)`/.exec(line)?.[1]));
  expect(Object.keys(FAULTS).filter((code) => !told.has(code))).toEqual([]);
  return [
    row("código", "dónde", "en la pantalla", "mesa", "qué hacer"),
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

interface FaultWords {
  readonly text: string;
  readonly doThis: string;
}

const effectOf = (code: string): string =>
  isMomentary(code) ? "pasajera" : refusesResults(code) ? "**no certifica**" : "sigue";

function warningsTable(): string {
  const warnings = Object.entries(LANGUAGE_TEXTS.es.cards.warnings);
  return [
    row("aviso", "en la pantalla", "qué hacer"),
    "| --- | --- | --- |",
    ...warnings.map(([code, { text, doThis }]) => row(`\`warning-${code}\``, text, doThis)),
  ].join("\n");
}

const PRINT_ANEW = "print it anew: TIRADA_TABLES=write npx vitest run test/conformance/printed-tables.test.ts";

const TABLES = [
  { file: "docs/technician/device-options.md", mark: "devices", print: devicesTable },
  { file: "docs/technician/fault-codes.es.md", mark: "faults", print: faultsTable },
  { file: "docs/technician/fault-codes.es.md", mark: "warnings", print: warningsTable },
  { file: "docs/limits.md", mark: "limits", print: limitsTable },
  { file: "docs/technician/refused-updates.md", mark: "refusals", print: refusalsTable },
  { file: "docs/glossary.md", mark: "words", print: wordsTable },
] as const;

it.each(TABLES)("$file: the table of $mark is what the code says", async ({ file, mark, print }) => {
  const path = `${ROOT}${file}`;
  const text = readFileSync(path, "utf8");
  const [begin, end] = [`<!-- printed: ${mark} -->`, `<!-- end: ${mark} -->`];
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(end);
  expect([mark, from >= begin.length, to > from]).toEqual([mark, true, true]);
  const table = await print();
  if (process.env["TIRADA_TABLES"] === "write")
    writeFileSync(path, `${text.slice(0, from)}\n\n${table}\n\n${text.slice(to)}`);
  const printed = readFileSync(path, "utf8").slice(from).split(end)[0]?.trim();
  expect(printed, PRINT_ANEW).toBe(table);
});

it("what the page says of the keys of a configuration is what the examples say", () => {
  const path = `${ROOT}firmware/unit/actions/key-explanations.json`;
  const said = `${JSON.stringify(keyExplanations(), null, 2)}\n`;
  if (process.env["TIRADA_TABLES"] === "write") writeFileSync(path, said);
  expect(readFileSync(path, "utf8"), PRINT_ANEW).toBe(said);
});
