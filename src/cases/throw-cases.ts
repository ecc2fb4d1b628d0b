import { z } from "zod";
import { type DieFace, isDieFace } from "../dice/faces.ts";
import { payOf, throwOutcome } from "../rules/throw-outcome.ts";
import type { CrapsState, DiceOutcome } from "../dice/outcome-types.ts";
import type { DicePack } from "../rules/pack.ts";
import type { Path } from "../rules/yaml.ts";

const state = z.string().regex(/^(come-out|point ([1-9]|1\d))$/, "come-out | point 6");
/** A suerte, and after it the choices that this is said of: `pass-line`, `doble 4`, `par 1-4 1-6`. */
const suertes = z.union([z.string().max(4000).transform(listed), z.array(z.string().min(1).max(400)).max(60)]);
/** `pass-line 1:1, place-right 4 9:5`: what is paid comes last. */
const pays = z
  .string()
  .max(4000)
  .transform((line): Readonly<Record<string, string>> =>
    Object.fromEntries(
      listed(line).map((one) => [one.slice(0, one.lastIndexOf(" ")), one.slice(one.lastIndexOf(" ") + 1)]),
    ),
  );

/** `field, big-8`: one after the other with commas between. */
function listed(line: string): string[] {
  return line.split(/,\s*/).filter((one) => one !== "");
}

/** One worked throw: the top faces, and what the game makes of them. */
export const throwCase = z.strictObject({
  /** With spaces between: `3 4`, `crown anchor anchor`. */
  faces: z.string().max(60),
  /** Craps: where the series stands before the throw. */
  craps: state.exactOptional(),
  /** Of symbols there is none. */
  total: z.int().min(2).max(18).exactOptional(),
  equal: z.enum(["triple", "double", "none"]),
  category: z.string().max(60).exactOptional(),
  call: z.enum(["natural", "craps", "point-set", "point-made", "seven-out", "goes-on"]).exactOptional(),
  after: state.exactOptional(),
  wins: suertes.default([]),
  loses: suertes.default([]),
  push: suertes.exactOptional(),
  /** What suertes that win are paid, by suerte or, where choices are paid differently, by `suerte choice`. */
  pays: z.union([pays, z.record(z.string(), z.string())]).exactOptional(),
});
export type ThrowCase = z.infer<typeof throwCase>;

type ReportProblem = (path: Path, message: string) => unknown;

/** What is wrong with a throw whatever the pack makes of it. */
export function throwFaults({ dice: game }: DicePack, one: ThrowCase, path: Path, report: ReportProblem): void {
  for (const word of wordsOf(one.faces))
    if (!isDieFace(word)) report([...path, "faces"], `"${word}" is no face`);
  if ((one.craps === undefined) !== (game.craps === null))
    report([...path, "craps"], game.craps === null ? "only craps has a phase" : "craps: come-out or point 6");
  for (const key of ["wins", "loses", "push"] as const) {
    for (const [index, words] of (one[key] ?? []).entries()) {
      const [suerte] = wordsOf(words);
      if (!game.suertes.some(({ id }) => id === suerte))
        report([...path, key, index], `unknown suerte "${suerte ?? ""}"`);
    }
  }
  for (const words of Object.keys(one.pays ?? {})) {
    const [suerte] = wordsOf(words);
    if (!game.suertes.some(({ id }) => id === suerte))
      report([...path, "pays", words], `unknown suerte "${words}"`);
  }
}

/** The differences between what one worked throw says and what the pack makes of its faces. */
export function runThrow(pack: DicePack, one: ThrowCase): readonly string[] {
  const outcome = outcomeOf(pack, one);
  if (typeof outcome === "string") return [outcome];
  const differences: string[] = [];
  const compare = (what: string, wanted: unknown, got: unknown): void => {
    if (JSON.stringify(wanted) === JSON.stringify(got)) return;
    differences.push(`${what} should be ${JSON.stringify(wanted)}, is ${JSON.stringify(got)}`);
  };
  compare("total", one.total ?? null, outcome.total);
  compare("equal faces", one.equal, outcome.equal);
  compare("category", one.category ?? null, outcome.category);
  compare("call", one.call ?? null, outcome.craps?.call ?? null);
  compare("phase after it", one.after ?? null, outcome.craps === null ? null : stateText(outcome.craps.after));
  for (const is of ["wins", "loses", "push"] as const) {
    const got = outcome.suertes
      .filter((suerte) => suerte.is === is)
      .map(({ suerte, what = [] }) => [suerte, ...what].join(" "));
    compare(is, one[is] ?? [], got);
  }
  if (one.pays !== undefined) compare("pays", one.pays, paysOf(pack, outcome));
  return differences;
}

/** What every suerte that wins is paid, in the pack's order. */
function paysOf({ dice: game }: DicePack, outcome: DiceOutcome): Readonly<Record<string, string>> {
  const pays: Record<string, string> = {};
  for (const { suerte: id, is, what } of outcome.suertes) {
    const suerte = game.suertes.find((known) => known.id === id);
    if (is !== "wins" || suerte?.pays === undefined) continue;
    const byChoice = typeof suerte.pays !== "string" && what !== undefined;
    for (const choice of byChoice ? what : [undefined]) {
      const paid = payOf(suerte, outcome, choice);
      if (paid !== null) pays[choice === undefined ? id : `${id} ${choice}`] = paid;
    }
  }
  return pays;
}

function outcomeOf({ dice: game }: DicePack, one: ThrowCase): DiceOutcome | string {
  try {
    return throwOutcome(
      game,
      wordsOf(one.faces) as DieFace[],
      one.craps === undefined ? null : stateOf(one.craps),
    );
  } catch (error) {
    // A throw that the game does not know is a difference, not the end of the run.
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

function wordsOf(line: string): readonly string[] {
  return line.split(" ").filter((word) => word !== "");
}

function stateOf(words: string): CrapsState {
  const [, point] = words.split(" ");
  return point === undefined ? { phase: "come-out" } : { phase: "point", point: Number(point) };
}

function stateText(craps: CrapsState): string {
  return craps.phase === "come-out" ? "come-out" : `point ${craps.point}`;
}
