import { FamilyParts } from "../load/parts.ts";
import type { Pack } from "../rules/pack.ts";
import type { Html, NoteSource } from "./html.ts";

/** The law's tables of a pack, as booklets print them; null: it has none. */
export interface BookletTables {
  of(pack: Pack, source: Omit<NoteSource, "pack">): Html | null;
}

/** Tables of the booklets of each family's games. */
export const BOOKLET_TABLES = new FamilyParts<BookletTables>("booklet");
