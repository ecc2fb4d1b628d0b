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
  /** The hands that it is about, where the cards say which. Absent: it is about none of its own, or people know. */
  readonly hands?: readonly string[];
}
