import { FamilyParts } from "../load/parts.ts";
import type { Pack } from "../rules/pack.ts";
import type { CaseFamily, CaseRunner } from "./family.ts";

/** How the cases of each family's games are written, and how they are run. */
export const CASE_FAMILIES = new FamilyParts<CaseFamily>("cases");
export const CASE_RUNNERS = new FamilyParts<CaseRunner>("runner");

/** How the cases of this pack's game are written. */
export const caseFamilyOf = ({ family }: Pick<Pack, "family">): CaseFamily => CASE_FAMILIES.get(family);

/** How the cases of this pack's game are run. */
export const caseRunnerOf = ({ family }: Pick<Pack, "family">): CaseRunner => CASE_RUNNERS.get(family);
