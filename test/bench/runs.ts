import { z } from "zod";
import { median, shown, type Part } from "./figures.ts";

/** Several runs of one bench, kept in a file and held against another one's. */

const figureOfRuns = z.strictObject({
  name: z.string(),
  unit: z.string(),
  note: z.string().exactOptional(),
  wanted: z.string().exactOptional(),
  /** One a run, in their order. */
  values: z.array(z.number()).min(1),
});
const partOfRuns = z.strictObject({ title: z.string(), about: z.string(), figures: z.array(figureOfRuns) });
const runsFile = z.strictObject({
  machine: z.strictObject({ node: z.string(), cpus: z.array(z.string()) }),
  parts: z.array(partOfRuns),
});

type FigureOfRuns = z.infer<typeof figureOfRuns>;
export type PartOfRuns = z.infer<typeof partOfRuns>;
export type RunsFile = z.infer<typeof runsFile>;

/** The parts of all runs with each figure's values side by side. A figure that a run did not give has one value less. */
export function joinRuns(runs: readonly (readonly Part[])[]): PartOfRuns[] {
  const joined = new Map<string, { part: Part; figures: Map<string, FigureOfRuns> }>();
  for (const part of runs.flat()) {
    const one = joined.get(part.title) ?? { part, figures: new Map<string, FigureOfRuns>() };
    joined.set(part.title, one);
    for (const { value, ...figure } of part.figures) {
      const known = one.figures.get(figure.name);
      if (known === undefined) one.figures.set(figure.name, { ...figure, values: [value] });
      else known.values.push(value);
    }
  }
  return [...joined.values()].map(({ part: { title, about }, figures }) => ({
    title,
    about,
    figures: [...figures.values()],
  }));
}

/** Reads what `npm run bench -- --json` wrote. Throws an Error that names the file. */
export function readRuns(text: string, file: string): RunsFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${file} is not JSON: name a file that "npm run bench -- --runs 5 --json" wrote`);
  }
  const read = runsFile.safeParse(value);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw new Error(`${file}: ${first?.path.join(".")}: ${first?.message}: write it anew with --runs and --json`);
}

/** What became of a figure. Two runs whose values overlap say nothing. */
export interface Compared {
  readonly part: string;
  readonly name: string;
  readonly unit: string;
  readonly before: readonly number[];
  readonly now: readonly number[];
  /** The median against the former one, in per cent; null where there is no former one, or it was 0. */
  readonly percent: number | null;
  readonly is: "changed" | "within the spread" | "new" | "gone";
}

/** Each figure of either file, in the order of `now`, what is gone at the end. */
export function compareRuns(before: readonly PartOfRuns[], now: readonly PartOfRuns[]): Compared[] {
  const former = new Map(figuresOf(before));
  const rows = figuresOf(now).map(([key, one]): Compared => {
    const known = former.get(key);
    former.delete(key);
    return compareFigure(one, known?.figure.values ?? []);
  });
  const gone = [...former.values()].map(({ part, figure }): Compared => ({
    part,
    name: figure.name,
    unit: figure.unit,
    before: figure.values,
    now: [],
    percent: null,
    is: "gone",
  }));
  return [...rows, ...gone];
}

interface Placed {
  readonly part: string;
  readonly figure: FigureOfRuns;
}

const figuresOf = (parts: readonly PartOfRuns[]): [string, Placed][] =>
  parts.flatMap(({ title, figures }) =>
    figures.map((figure): [string, Placed] => [`${title}\0${figure.name}`, { part: title, figure }]),
  );

function compareFigure({ part, figure: { name, unit, values } }: Placed, before: readonly number[]): Compared {
  const all = { part, name, unit, before, now: values };
  if (before.length === 0) return { ...all, percent: null, is: "new" };
  const [was, is] = [median(before), median(values)];
  const isApart = Math.min(...values) > Math.max(...before) || Math.max(...values) < Math.min(...before);
  const percent = was === 0 ? null : Math.round(((is - was) / was) * 1000) / 10;
  return { ...all, percent, is: isApart ? "changed" : "within the spread" };
}

/** The median, with the least and the most where there were several runs: `123.4 (120.1–130.0)`. */
export function spreadText(values: readonly number[]): string {
  if (values.length === 0) return "–";
  const middle = shown(median(values));
  return values.length === 1
    ? middle
    : `${middle} (${shown(Math.min(...values))}–${shown(Math.max(...values))})`;
}

/** One line a figure, those that changed marked, a title before each part. */
export function comparisonText(rows: readonly Compared[]): string {
  let text = "";
  let title = "";
  for (const { part, name, unit, before, now, percent, is } of rows) {
    if (part !== title) text += `\n${part}\n`;
    title = part;
    const change = percent === null ? "" : `${percent > 0 ? "+" : ""}${percent} %`;
    const mark = is === "changed" ? "*" : " ";
    const line = `${mark} ${name.padEnd(46)} ${spreadText(before)} → ${spreadText(now)} ${unit}  ${change}  ${is}`;
    text += `${line.trimEnd()}\n`;
  }
  return text;
}

/** One line a figure, with its note, a title before each part. */
export function textOfRuns(parts: readonly PartOfRuns[]): string {
  const lines = parts.flatMap(({ title, about, figures }) => [
    `\n${title}\n  ${about}`,
    ...figures.map(({ name, unit, note = "", wanted, values }) => {
      const more = [...(wanted === undefined ? [] : [`wanted ${wanted}`]), ...(note === "" ? [] : [note])];
      return `  ${name.padEnd(46)} ${spreadText(values).padStart(12)} ${unit.padEnd(10)} ${more.join("; ")}`.trimEnd();
    }),
  ]);
  return `${lines.join("\n")}\n`;
}

const TABLE_BEGINS = "<!-- bench begins -->";
const TABLE_ENDS = "<!-- bench ends -->";

/** A page with this text between its two marks. Throws an Error where it does not have them. */
export function withTable(page: string, text: string): string {
  const [begin, end] = [page.indexOf(TABLE_BEGINS), page.indexOf(TABLE_ENDS)];
  if (begin < 0 || end < begin) throw new Error(`the page lacks ${TABLE_BEGINS} and ${TABLE_ENDS}`);
  return `${page.slice(0, begin + TABLE_BEGINS.length)}\n${text}\n${page.slice(end)}`;
}

/** The figures of a file as a table for a document: one row each, the part's name at its first. */
export function tableOfRuns(parts: readonly PartOfRuns[]): string {
  const rows = parts.flatMap(({ title, figures }) =>
    figures.map(({ name, unit, note = "", values }, at) => [
      at === 0 ? `**${title}**` : "",
      name,
      `${spreadText(values)} ${unit}`,
      note,
    ]),
  );
  return [["part", "figure", "measured", ""], ["---", "---", "---", "---"], ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}
