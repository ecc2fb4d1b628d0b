import type { z } from "zod";
import type { Judgement } from "../rules/engine.ts";
import type { Pack } from "../rules/pack.ts";
import type { Path } from "../rules/yaml.ts";
import type { DealCase } from "./deal-cases.ts";
import type { Outcome } from "./judged.ts";
import type { ThrowCase } from "./throw-cases.ts";
import type { CallCase } from "./balls-cases.ts";
import type { RoundKind } from "./files.ts";
import type { ResultCase } from "./wheel-cases.ts";
import { FamilyParts } from "../load/parts.ts";

/** What each family's games come to, in the cases of a pack: one of these lists, the others are empty. */
export interface Lists {
  /** Of a wheel. */
  readonly results: readonly ResultCase[];
  /** Of a card game. */
  readonly deals: readonly DealCase[];
  /** Of a game of dice. */
  readonly throws: readonly ThrowCase[];
  /** Of a game of balls. */
  readonly games: readonly CallCase[];
}

/** Tells of something that is wrong at a place of the file. */
export type ReportProblem = (path: Path, message: string) => unknown;

/** How the cases of a family of games are written. */
export interface CaseFamily<P extends Pack = Pack, List extends keyof Lists = keyof Lists> {
  /** The key of a round with nothing wrong. */
  readonly kind: RoundKind;
  readonly list: List;
  readonly shape: z.ZodType<Lists[List] | undefined>;
  /** While a round runs, in the words of the cases; null: it is judged only when it is over. */
  readonly running: string | null;
  /** When a round of this game is over, in the words of the cases. */
  over(pack: P): string;
  /** Whether a case of this verdict is of a round that runs as well as of one that is over. */
  runsWith(verdict: string): boolean;
  /** What is wrong with the moment of a case, or null. */
  momentFault(pack: P, when: string): string | null;
  faults(pack: P, lists: Pick<Lists, List>, report: ReportProblem): void;
}

/** How the cases of a family of games are run. */
export interface CaseRunner<P extends Pack = Pack> {
  /** A rule that applies acts on the round, and says how. */
  readonly actsWhileRunning: boolean;
  judged(pack: P, judgement: Judgement, houseRules: readonly string[], moment: "running" | "rest"): Outcome;
  /** One line for each difference between the list and what the pack makes of it. `at`: where an item stands, for its line. */
  run(pack: P, lists: Lists, at: (list: string, index: number) => string): readonly string[];
}

/** How the cases of each family's games are written, and how they are run. */
export const CASE_FAMILIES = new FamilyParts<CaseFamily>("cases");
export const CASE_RUNNERS = new FamilyParts<CaseRunner>("runner");

/** How the cases of this pack's game are written. */
export const caseFamilyOf = ({ family }: Pick<Pack, "family">): CaseFamily => CASE_FAMILIES.get(family);

/** How the cases of this pack's game are run. */
export const caseRunnerOf = ({ family }: Pick<Pack, "family">): CaseRunner => CASE_RUNNERS.get(family);
