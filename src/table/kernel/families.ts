import { FamilyParts } from "../../load/parts.ts";
import type { TableFamily } from "./family.ts";
import type { AnyPack } from "./family-types.ts";

/** What tables of each family are. Its code is read when a table of it is set up. */
export const TABLE_FAMILIES = new FamilyParts<TableFamily>("tables");

/** The family of a rulebook's tables. Throws TypeError before its code was read. */
export const familyOf = ({ family }: Pick<AnyPack, "family">): TableFamily => TABLE_FAMILIES.get(family);
