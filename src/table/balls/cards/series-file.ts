import { cardFaults, contentOf, type CardRows } from "./card.ts";

/**
 * The cards of a series, as their printer tells them: text, a line a card.
 *
 *     tirada-bingo-cards/1
 *     series: A
 *     cards: 6000
 *     1: 4 16 30 57 73 | 9 28 34 60 85 | 12 39 47 66 90
 *
 * Every card from 1 to the last has its line, in any order. Empty lines, and those that begin with `#`, say nothing.
 */
export interface CardSeries {
  readonly name: string;
  /** How many cards the series has: they are numbered from 1. */
  readonly size: number;
  /** By their numbers. */
  readonly cards: ReadonlyMap<number, CardRows>;
}

export interface SeriesProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export type SeriesReading =
  | { readonly ok: true; readonly series: CardSeries }
  | { readonly ok: false; readonly problems: readonly SeriesProblem[] };

const FORMAT = "tirada-bingo-cards/1";
/** Cards of one series. */
export const CARDS_MAX = 100_000;
/** Characters of a file, and problems that are told of one. */
export const SERIES_FILE_MAX = 8 * 1024 * 1024;
export const SERIES_PROBLEMS_MAX = 20;
/** Letters, digits and signs that stand on a card: `A`, `2023-B`. */
export const SERIES_NAME = /^[0-9A-Z][0-9A-Z./-]{0,19}$/;

/** Reads a printer's file. Each problem names its line; what the law asks of a card is checked for every one. */
export function readSeries(text: string): SeriesReading {
  const size = text.length;
  if (size > SERIES_FILE_MAX)
    return failed([{ line: 1, message: `the file has ${size} characters; ${SERIES_FILE_MAX} are the most` }]);
  const lines = text.split(/\r?\n/).flatMap((words, index) => {
    const said = words.trim();
    return said === "" || said.startsWith("#") ? [] : [{ line: index + 1, said }];
  });
  const [format, name, count, ...cards] = lines;
  const head = headProblems(format, name, count);
  if (head.length > 0) return failed(head);
  const most = Number(valueOf(count, "cards"));
  const reading = readCards(cards, most);
  if (reading.problems.length > 0) return failed(reading.problems);
  return { ok: true, series: { name: valueOf(name, "series"), size: most, cards: reading.cards } };
}

interface Line {
  readonly line: number;
  readonly said: string;
}

const failed = (problems: readonly SeriesProblem[]): SeriesReading => ({
  ok: false,
  problems: problems.slice(0, SERIES_PROBLEMS_MAX),
});

/** What a line of the head says of this; nothing where it says something else. */
const valueOf = (line: Line | undefined, key: string): string =>
  line?.said.startsWith(`${key}:`) === true ? line.said.slice(key.length + 1).trim() : "";

function headProblems(format?: Line, name?: Line, count?: Line): readonly SeriesProblem[] {
  if (format?.said !== FORMAT)
    return [{ line: format?.line ?? 1, message: `the first line must be ${FORMAT}` }];
  if (!SERIES_NAME.test(valueOf(name, "series")))
    return [
      {
        line: name?.line ?? format.line,
        message: "the second line must be series: and its name, e.g. series: A",
      },
    ];
  const size = valueOf(count, "cards");
  const isCount = /^\d{1,9}$/.test(size) && Number(size) > 0;
  if (isCount && Number(size) <= CARDS_MAX) return [];
  const message = isCount
    ? `a series has ${CARDS_MAX} cards at most, and this one ${size}`
    : "the third line must be cards: and how many there are, e.g. cards: 6000";
  return [{ line: count?.line ?? name?.line ?? format.line, message }];
}

function readCards(
  lines: readonly Line[],
  size: number,
): { readonly cards: ReadonlyMap<number, CardRows>; readonly problems: readonly SeriesProblem[] } {
  const cards = new Map<number, CardRows>();
  const placed = new Map<number, number>();
  const known = new Map<string, number>();
  const problems: SeriesProblem[] = [];
  for (const { line, said } of lines) {
    if (problems.length >= SERIES_PROBLEMS_MAX) break;
    const report = (message: string): unknown => problems.push({ line, message });
    const card = cardOf(said);
    if (card === null) {
      report("a card is its number and three rows: 1: 4 16 30 57 73 | 9 28 34 60 85 | 12 39 47 66 90");
      continue;
    }
    const { number, rows } = card;
    const faults = cardFaults(rows);
    for (const fault of faults) report(`card ${number}: ${fault}`);
    if (number < 1 || number > size) report(`the series has no card ${number}: it has 1 to ${size}`);
    const before = placed.get(number);
    if (before !== undefined) report(`card ${number} stands in line ${before} too`);
    placed.set(number, line);
    const content = contentOf(rows);
    const equal = known.get(content);
    if (faults.length === 0 && equal !== undefined) report(`card ${number} is equal to card ${equal}`);
    known.set(content, number);
    cards.set(number, rows as unknown as CardRows);
  }
  if (problems.length > 0) return { cards, problems };
  const missing = Array.from({ length: size }, (_, at) => at + 1).filter((number) => !cards.has(number));
  const [first] = missing;
  if (first === undefined) return { cards, problems };
  const more = missing.length > 1 ? `, and ${missing.length - 1} more` : "";
  return { cards, problems: [{ line: lines.at(-1)?.line ?? 1, message: `card ${first} is missing${more}` }] };
}

function cardOf(
  said: string,
): { readonly number: number; readonly rows: readonly (readonly number[])[] } | null {
  const [, number, rest] = /^(\d{1,9}):([\d\s|]+)$/.exec(said) ?? [];
  if (number === undefined || rest === undefined) return null;
  const rows = rest.split("|").map((row) => row.trim().split(/\s+/).filter(Boolean).map(Number));
  return { number: Number(number), rows };
}
