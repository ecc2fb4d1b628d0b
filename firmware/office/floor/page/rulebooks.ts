import type { RecallWords } from "../../../../src/analysis/recall-types.ts";
import type { Pack } from "../../../../src/rules/pack.ts";
import { familyOf } from "../../../../src/table/kernel/families.ts";
import { RulebookError } from "../../../table/rules/library.ts";
import { loadPack } from "../../../table/rules/load.ts";
import "../../../table/setup/every-family.ts";
import { recallWords } from "../../../unit/evidence/recall-words.ts";

/** A rulebook, with the words for what records name by id. */
export interface KnownRulebook {
  readonly pack: Pack;
  readonly words: RecallWords;
}

/** The rulebooks of this release by their names in records; each is read once. */
export class Rulebooks {
  readonly #read = new Map<string, KnownRulebook | null>();

  /** Null: this release does not have it. */
  find(name: string): KnownRulebook | null {
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    const read = readRulebook(name);
    this.#read.set(name, read);
    return read;
  }

  readonly packOf = (name: string): Pack | null => this.find(name)?.pack ?? null;
  readonly wordsOf = (name: string): RecallWords | null => this.find(name)?.words ?? null;
}

function readRulebook(name: string): KnownRulebook | null {
  try {
    const { pack } = loadPack(name);
    return { pack, words: recallWords({ pack, rules: { family: familyOf(pack) } }) };
  } catch (error) {
    if (error instanceof RulebookError) return null;
    throw error;
  }
}
