import type { Pack } from "../rules/pack.ts";
import { DICE_RUNNER } from "./dice-run.ts";
import type { CaseRunner } from "./family.ts";
import { SHOE_RUNNER } from "./shoe-run.ts";
import { WHEEL_RUNNER } from "./wheel-run.ts";

/** One row each. */
const RUNNERS: Readonly<Record<Pack["family"], CaseRunner>> = {
  wheel: WHEEL_RUNNER,
  shoe: SHOE_RUNNER,
  dice: DICE_RUNNER,
};

/** How the cases of this pack's game are run. */
export const caseRunnerOf = ({ family }: Pick<Pack, "family">): CaseRunner => RUNNERS[family];
