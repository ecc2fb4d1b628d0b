import { textsOf } from "../text/text-of.ts";
import type { Text } from "../text/language.ts";

/** Who speaks or acts at a table (the catalogues' own terms). */
export const ROLES = ["croupier", "stickman", "jefe-de-mesa", "inspector", "tecnico"] as const;
export type Role = (typeof ROLES)[number];

/** A person who pressed a key, as they signed in at the table. */
export interface Person {
  readonly role: Role;
  readonly name: string;
}

export const ROLE_NAMES: Readonly<Record<Role, Text>> = textsOf("roles");

/** Who may look from afar: `open`, whoever has a certificate; `order`, whom an order lets in; `second`, whom somebody else's does. */
export const VISIT_RULES = ["open", "order", "second"] as const;
export type VisitRule = (typeof VISIT_RULES)[number];
