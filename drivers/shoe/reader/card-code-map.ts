import { isFace, type Face } from "../../../src/cards/card.ts";

/**
 * A table of printed codes or tag numbers and the cards that carry them (docs/devices/card-barcode.md, "A table of codes").
 * Problems name their line but never its content, which would reveal faces.
 */
export interface CardEntry {
  readonly face: Face | "cut-card";
  readonly deck: string | null;
  /** Identity of the physical card. */
  readonly id: string | null;
}

export interface CardCodeMap {
  readonly entries: ReadonlyMap<string, CardEntry>;
}

export type CardTableRead =
  | { readonly ok: true; readonly table: CardCodeMap }
  | { readonly ok: false; readonly problems: readonly string[] };

export const TABLE_HEAD = "tirada-cards/1";
export const TABLE_LIMITS = { characters: 262_144, cards: 4_096, problems: 50 } as const;

const CODES = {
  "bar-code": { shape: /^[0-9A-Z $%+./-]{2,24}$/, what: "2 to 24 of A-Z 0-9 space $ % + . / -" },
  uid: { shape: /^[0-9A-F]{14}$/, what: "14 hex digits" },
} as const;
/** What names a card: a printed code, or a tag's number. */
export type CodeKind = keyof typeof CODES;
const NAME = /^[0-9A-Za-z-]{1,16}$/;

/**
 * Reads a table: the head line, then `code,face,deck,id` a line; deck and id may be empty; `#` begins a comment line.
 * Codes are upper-case or are made so. All codes of one table are equally long, so that a cut one is never another.
 */
export function readCardTable(text: string, kind: CodeKind): CardTableRead {
  if (text.length > TABLE_LIMITS.characters)
    return {
      ok: false,
      problems: [`longer than ${TABLE_LIMITS.characters} characters: this is no table of cards`],
    };
  const lines = text.split(/\r?\n/);
  if (lines[0] !== TABLE_HEAD) return { ok: false, problems: [`line 1: must be ${TABLE_HEAD}`] };
  const reading: Reading = { kind, entries: new Map(), ids: new Set(), length: null };
  const problems: string[] = [];
  lines.slice(1).forEach((line, at) => {
    if (line === "" || line.startsWith("#")) return;
    const problem = addLine(reading, line);
    if (problem !== null) problems.push(`line ${at + 2}: ${problem}`);
  });
  if (problems.length === 0 && reading.entries.size === 0) problems.push("no cards in it");
  return problems.length === 0
    ? { ok: true, table: { entries: reading.entries } }
    : { ok: false, problems: problems.slice(0, TABLE_LIMITS.problems) };
}

interface Reading {
  readonly kind: keyof typeof CODES;
  readonly entries: Map<string, CardEntry>;
  readonly ids: Set<string>;
  length: number | null;
}

/** Adds one line; returns what is wrong with it, or null. */
function addLine(reading: Reading, line: string): string | null {
  const fields = line.split(",");
  if (fields.length !== 4) return "must be code,face,deck,id";
  const [rawCode, face, deck, id] = fields as [string, string, string, string];
  const code = rawCode.toUpperCase();
  const { shape, what } = CODES[reading.kind];
  if (!shape.test(code)) return `the code must be ${what}`;
  if (!isFace(face) && face !== "cut-card") return "no such face; write 10h, As, joker or cut-card";
  for (const name of [deck, id])
    if (name !== "" && !NAME.test(name)) return "deck and id must be empty or 1 to 16 letters, digits or -";
  if (reading.entries.has(code)) return "the code stands there already";
  if (id !== "" && reading.ids.has(id)) return "the id stands there already: no two cards are the same";
  if (reading.length !== null && code.length !== reading.length)
    return "the code is not as long as those before it";
  if (reading.entries.size >= TABLE_LIMITS.cards) return `more than ${TABLE_LIMITS.cards} cards`;
  reading.length = code.length;
  if (id !== "") reading.ids.add(id);
  reading.entries.set(code, { face, deck: deck === "" ? null : deck, id: id === "" ? null : id });
  return null;
}

/**
 * Pairs of codes that differ in a single character and stand for two cards: on a line without a check, one damaged
 * character would be the other card.
 */
export function countNearCodes({ entries }: CardCodeMap): number {
  const seen = new Map<string, number>();
  let pairs = 0;
  for (const code of entries.keys())
    for (let at = 0; at < code.length; at++) {
      const masked = `${code.slice(0, at)}?${code.slice(at + 1)}`;
      const before = seen.get(masked) ?? 0;
      pairs += before;
      seen.set(masked, before + 1);
    }
  return pairs;
}
