import type { Text } from "../text/language.ts";

/** Who speaks or acts at a table (the catalogues' own terms). */
export const ROLES = ["croupier", "jefe-de-mesa", "inspector", "tecnico"] as const;
export type Role = (typeof ROLES)[number];

/** A person who pressed a key, as they signed in at the table. */
export interface Person {
  readonly role: Role;
  readonly name: string;
}

export const ROLE_NAMES: Readonly<Record<Role, Text>> = {
  croupier: { es: "croupier", eu: "croupierra", gl: "crupier", en: "croupier" },
  "jefe-de-mesa": { es: "jefe de mesa", eu: "mahaiburua", gl: "xefe de mesa", en: "table head" },
  inspector: { es: "inspector", eu: "ikuskatzailea", gl: "inspector", en: "inspector" },
  tecnico: { es: "técnico", eu: "teknikaria", gl: "técnico", en: "technician" },
};
