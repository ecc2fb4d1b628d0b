import type { ActaMaker } from "../../../src/acta/family.ts";
import type { BookletTables } from "../../../src/booklet/families.ts";
import type { CaseFamily, CaseRunner } from "../../../src/cases/family.ts";
import type { RuleFamily } from "../../../src/rules/families.ts";
import type { TableFamily } from "../../../src/table/kernel/family.ts";
import type { ConfigSection } from "../config/device-keys.ts";
import type { UnitFamily } from "./unit-family.ts";

/**
 * A family of tables: what each room of the program asks of it, in one object. The code that only its own tables, commands or
 * configurations need is read when they do. Each family's folder has one (`wheel/definition.ts`), and `families.ts` one row for it.
 */
export interface FamilyDefinition {
  /** As rulebooks name it, and the section of a configuration that holds its devices. */
  readonly name: string;
  /** `on a wheel`, for people. */
  readonly played: string;
  /** Why a table of this family needs a configuration, about its device; null: a port and a type will do. */
  readonly needsConfig: string | null;
  readonly rules: RuleFamily;
  readonly config: () => Promise<ConfigSection>;
  readonly tables: () => Promise<TableFamily>;
  readonly unit: () => Promise<UnitFamily>;
  readonly cases: () => Promise<CaseFamily>;
  readonly runner: () => Promise<CaseRunner>;
  readonly booklet: () => Promise<BookletTables>;
  /** Absent: no law has an acta of such a game. */
  readonly acta?: () => Promise<ActaMaker>;
}
