import type { Fields } from "../analysis/record-fields.ts";
import type { RecallWords } from "../analysis/recall-types.ts";
import { FamilyParts } from "../load/parts.ts";
import type { Pack } from "../rules/pack.ts";
import type { Language } from "../text/language.ts";

/** A record as it was kept. */
export interface KeptRecord {
  readonly seq: number;
  /** Hex SHA-256 of its line. */
  readonly hash: string;
  readonly fields: Fields;
}

/** The acta of one game alone. */
export interface ActaOf {
  readonly round: number;
  /** As it stood in this edition, from 1: whatever was recorded behind it is left out. Null: as it stands. */
  readonly edition: number | null;
}

/** Which acta is drawn; `round` null: that of the newest session with each of its games. */
export interface ActaWanted {
  readonly round: number | null;
  readonly language: Language;
  /** By whose time hours are told: `Europe/Madrid`. */
  readonly zone: string;
}

/** The rulebook of a record, with its words. Throws for one that this release does not have. */
export type ActaLaw<OfFamily extends Pack = Pack> = (rulebook: string) => {
  readonly pack: OfFamily;
  readonly words: RecallWords;
};

export interface DrawnActa {
  readonly pdf: Uint8Array;
  /** Null: of a session; 0: the game is not over. */
  readonly edition: number | null;
  /** The newest record that it says anything of. */
  readonly to: number;
}

/** Takes records in their order, from the opening of a session on, and draws an acta of them. */
export interface ActaDraft {
  addRecord(record: KeptRecord): void;
  /** Null: there is no such game, edition or session among them. */
  draw(wanted: ActaWanted, lawOf: ActaLaw): DrawnActa | null;
}

/** How actas are made of the records of a table. */
export interface ActaMaker {
  /** `of` null: of every game. */
  begin(of: ActaOf | null): ActaDraft;
}

/** The families whose games have an acta. */
export const ACTA_MAKERS = new FamilyParts<ActaMaker>("acta");
