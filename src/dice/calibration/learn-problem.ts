/** Why an installation could not be learned, by name: who asks for it again has the words, and what to do. */
export interface LearnProblem {
  readonly problem:
    | "few-plate"
    | "few-empty"
    | "sizes"
    | "few-dots"
    | "plate-off"
    | "full-of-dots"
    | "no-large-dots"
    | "mirrored"
    | "no-fit"
    | "die-small"
    | "few-features"
    | "cut"
    | "no-pixel"
    | "too-bright"
    | "too-dark"
    | "no-even-place"
    | "weak-light"
    | "noisy"
    | "schema";
  readonly values: Readonly<Record<string, string | number>>;
}

export const learnProblem = (
  problem: LearnProblem["problem"],
  values: LearnProblem["values"] = {},
): LearnProblem => ({ problem, values });
