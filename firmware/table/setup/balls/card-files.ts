import { createHash } from "node:crypto";
import type { Key } from "../../../../src/people/keys.ts";
import type { CardRows } from "../../../../src/table/balls/cards/card.ts";
import { readSeries, SERIES_FILE_MAX } from "../../../../src/table/balls/cards/series-file.ts";
import { readRegularFile } from "../../../files/read-file.ts";
import { orUsageProblem } from "../../../problem.ts";

/** The cards of a hall, from the files of their printer, and what the unit adds of them to the keys of its people. */

/** One series, as its file has it. */
export interface FiledSeries {
  readonly name: string;
  readonly size: number;
  readonly cards: ReadonlyMap<number, CardRows>;
  /** Of its file. */
  readonly sha256: string;
}

/** By their names. */
export type FiledCards = ReadonlyMap<string, FiledSeries>;

/**
 * The series of these files, by their names, read when they are first asked for: the start of a table asks for them, and who only looks at
 * its configuration on another machine does not. Throws Problem where one of them cannot be used: it names file and line, and nothing of
 * them is used.
 */
export function filedCards(paths: readonly string[]): () => FiledCards {
  let read: FiledCards | null = null;
  return () => (read ??= orUsageProblem(() => readCardFiles(paths)));
}

function readCardFiles(paths: readonly string[]): FiledCards {
  const series = new Map<string, FiledSeries>();
  const places = new Map<string, string>();
  for (const path of paths) {
    const one = readCardFile(path);
    const before = places.get(one.name);
    if (before !== undefined)
      throw new RangeError(
        `balls.cards: ${path}: the series ${one.name} is in ${before} too; name one of the two files`,
      );
    places.set(one.name, path);
    series.set(one.name, one);
  }
  return series;
}

function readCardFile(path: string): FiledSeries {
  const bytes = readRegularFile(path, SERIES_FILE_MAX);
  const read = readSeries(bytes.toString("utf8"));
  if (!read.ok)
    throw new RangeError(
      `balls.cards: ${read.problems.map(({ line, message }) => `${path}:${line}: ${message}`).join("; ")}`,
    );
  return { ...read.series, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/**
 * A key with what the printer's files say of its cards. What a page says of that itself is taken away: the numbers of a card are never
 * somebody's word.
 */
export function withFiledCards(series: FiledCards, key: Key): Key {
  if (key.key === "call-card") {
    const { rows: _rows, ...said } = key;
    const rows = series.get(key.series)?.cards.get(key.card);
    return rows === undefined ? said : { ...said, rows };
  }
  if (key.key !== "sell-cards") return key;
  const { filed: _filed, ...said } = key;
  const filed = series.get(key.series)?.size;
  return filed === undefined ? said : { ...said, filed };
}
