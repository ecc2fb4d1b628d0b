import type { Text } from "../text/language.ts";

/** Who speaks or acts at a table (the catalogues' own terms). */
export const ROLES = ["croupier", "stickman", "jefe-de-mesa", "inspector", "tecnico"] as const;
export type Role = (typeof ROLES)[number];

/** A person who pressed a key, as they signed in at the table. */
export interface Person {
  readonly role: Role;
  readonly name: string;
}

export const ROLE_NAMES: Readonly<Record<Role, Text>> = {
  croupier: { es: "croupier", eu: "croupierra", gl: "crupier", en: "croupier" },
  /** Craps: hands the dice over with the stick, gives the warnings and calls the void (Cantabria A.7.III, l. 1372). */
  stickman: { es: "stickman", eu: "stickmana", gl: "stickman", en: "stickman" },
  "jefe-de-mesa": { es: "jefe de mesa", eu: "mahaiburua", gl: "xefe de mesa", en: "table head" },
  inspector: { es: "inspector", eu: "ikuskatzailea", gl: "inspector", en: "inspector" },
  tecnico: { es: "técnico", eu: "teknikaria", gl: "técnico", en: "technician" },
};
