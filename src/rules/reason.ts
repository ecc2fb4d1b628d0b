import type { Role } from "../people/roles.ts";

/** A rule as it applied to one round. */
export interface Reason {
  readonly rule: string;
  readonly cite: string;
  readonly observed: Readonly<Record<string, string | number | boolean | null>>;
}

/** Something to do next, in order: a step of the pack and who does it. */
export interface NextStep {
  readonly step: string;
  readonly who: Role;
}
