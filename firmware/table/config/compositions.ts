import { z } from "zod";
import { problemWords, schemaWords } from "../../../src/rules/problem-words.ts";
import type { Text } from "../../../src/text/language.ts";
import { problemsOf } from "./device-keys.ts";

/** What an area of a composition, or a monitor, can show of the table to everybody who looks. */
export const SHOWN_SCREENS = ["display", "board", "result", "statistics", "limits", "seat"] as const;
export type ShownScreen = (typeof SHOWN_SCREENS)[number];

/** Compositions of a table; each screen in one is a screen that connects. */
export const COMPOSITIONS_MAX = 16;
export const AREAS_MAX = 6;
/** Rows and columns of a grid. */
export const GRID_MAX = 24;
/** Seats of the largest table. */
export const SEAT_MAX = 12;

/** The words of a composition's grid, and its own name: they stand in addresses and styles as they are. */
const WORD = /^[a-z][a-z0-9-]{0,31}$/;
/** What a place of a grid says in which nothing is shown. */
const NOTHING = ".";

/** What is counted: so many of the last results, the shoe, or the day. */
export const spanSchema = z.union([z.int().min(1).max(1_000), z.literal(["shoe", "today"])]);

const areaSchema = z
  .strictObject({
    screen: z.enum(SHOWN_SCREENS),
    /** Of statistics; left out: as the game is usually counted. */
    span: spanSchema.exactOptional(),
    /** Of a seat: its number. */
    seat: z.int().min(1).max(SEAT_MAX).exactOptional(),
  })
  .superRefine((area, context) => {
    const problem = problemsOf(context);
    for (const [name, words] of wrongIn(area)) problem(words, name);
  });

/** What one screen is told besides what it shows. */
export interface ShownWhat {
  readonly screen: ShownScreen;
  readonly span?: z.infer<typeof spanSchema>;
  readonly seat?: number;
}

/** Keys that belong to another screen, and a seat without its number; each with the key at which it is wrong. */
export function wrongIn({ screen, span, seat }: ShownWhat): readonly (readonly [key: string, words: Text])[] {
  return [
    ...(span !== undefined && screen !== "statistics"
      ? [["span", problemWords("only-of-screen", { screen: "statistics" })] as const]
      : []),
    ...(seat !== undefined && screen !== "seat"
      ? [["seat", problemWords("only-of-screen", { screen: "seat" })] as const]
      : []),
    ...(screen === "seat" && seat === undefined
      ? [["screen", problemWords("seat-missing", { most: SEAT_MAX })] as const]
      : []),
  ];
}

/**
 * A composition: one page with several screens in a grid. `grid`: its rows from top to bottom, each with the name of an area for every
 * column, `result result board`; `.` stays empty. An area shows the screen of its name, or what `screens` says of it.
 */
const compositionSchema = z
  .strictObject({
    grid: z
      .array(z.string().max(GRID_MAX * 33))
      .min(1)
      .max(GRID_MAX),
    screens: z.record(z.string().regex(WORD), areaSchema).exactOptional(),
  })
  .superRefine(({ grid, screens = {} }, context) => {
    const problem = problemsOf(context);
    const found = gridProblem(grid, Object.keys(screens));
    if (found !== null) return problem(found, "grid");
    for (const name of Object.keys(screens))
      if (!wordsIn(grid).includes(name))
        context.addIssue({ code: "custom", ...schemaWords("area-nowhere", { name }), path: ["screens", name] });
  });

/** The compositions of a table by their names, which none of its own screens has. */
export const compositionsSchema = z
  .record(
    z
      .string()
      .refine((name) => WORD.test(name), schemaWords("composition-name"))
      .refine(
        (name) => !(SHOWN_SCREENS as readonly string[]).includes(name),
        schemaWords("composition-screen", { known: SHOWN_SCREENS.join(", ") }),
      ),
    compositionSchema,
  )
  .refine(
    (all) => Object.keys(all).length <= COMPOSITIONS_MAX,
    schemaWords("compositions-many", { most: COMPOSITIONS_MAX }),
  );

export type Compositions = z.infer<typeof compositionsSchema>;

const cellsOf = (row: string): readonly string[] => row.trim().split(/\s+/);
const wordsIn = (grid: readonly string[]): readonly string[] => [
  ...new Set(grid.flatMap(cellsOf).filter((word) => word !== NOTHING)),
];

/** What is wrong with the drawing of a grid, or null. `named`: areas of which it is said what they show. */
function gridProblem(grid: readonly string[], named: readonly string[]): Text | null {
  const rows = grid.map(cellsOf);
  const [first = []] = rows;
  const words = wordsIn(grid);
  if (words.length === 0) return problemWords("grid-empty");
  const uneven = rows.findIndex((row) => row.length !== first.length);
  if (uneven !== -1)
    return problemWords("grid-uneven", {
      row: uneven + 1,
      has: rows[uneven]?.length ?? 0,
      first: first.length,
    });
  if (first.length > GRID_MAX) return problemWords("grid-wide", { most: GRID_MAX });
  if (words.length > AREAS_MAX) return problemWords("areas-many", { most: AREAS_MAX });
  const unknown = words.find((word) => !named.includes(word) && !isScreenWithoutNumber(word));
  if (unknown !== undefined)
    return problemWords("area-screen", { name: unknown, known: SHOWN_SCREENS.join(", ") });
  const torn = words.find((word) => !isRectangle(rows, word));
  return torn === undefined ? null : problemWords("area-twice", { name: torn });
}

/** A seat has a number, which only `screens` can say. */
const isScreenWithoutNumber = (word: string): boolean =>
  word !== "seat" && SHOWN_SCREENS.some((screen) => screen === word);

/** Whether the places of an area are one rectangle: else it stands in the grid twice. */
function isRectangle(rows: readonly (readonly string[])[], word: string): boolean {
  const places = rows.flatMap((row, y) => row.flatMap((cell, x) => (cell === word ? [{ x, y }] : [])));
  const span = (values: readonly number[]): number => Math.max(...values) - Math.min(...values) + 1;
  return span(places.map(({ x }) => x)) * span(places.map(({ y }) => y)) === places.length;
}

/** One area of a composition as it lies in its grid: lines from 1, and the address of what it shows. */
export interface ComposedArea {
  readonly name: string;
  readonly column: readonly [from: number, to: number];
  readonly row: readonly [from: number, to: number];
  readonly path: string;
}

/** A composition as its page lays it out. */
export interface Composition {
  readonly columns: number;
  readonly rows: number;
  readonly areas: readonly ComposedArea[];
}

/** The address of a screen, on the server of the table. */
export function pathOfScreen({ screen, span, seat }: ShownWhat): string {
  if (screen === "display") return "/";
  const asked = span !== undefined ? `?span=${span}` : seat !== undefined ? `?seat=${seat}` : "";
  return `/screen/${screen}${asked}`;
}

/** Lays the grid of a composition out. It has passed its check. */
export function compositionOf({ grid, screens = {} }: Compositions[string]): Composition {
  const rows = grid.map(cellsOf);
  const areas = wordsIn(grid).map((name) => {
    const ys = rows.flatMap((row, y) => (row.includes(name) ? [y] : []));
    const row = rows[ys[0] ?? 0] ?? [];
    return {
      name,
      column: [row.indexOf(name) + 1, row.lastIndexOf(name) + 2] as const,
      row: [(ys[0] ?? 0) + 1, (ys.at(-1) ?? 0) + 2] as const,
      path: pathOfScreen(screens[name] ?? { screen: name as ShownScreen }),
    };
  });
  return { columns: rows[0]?.length ?? 0, rows: rows.length, areas };
}
