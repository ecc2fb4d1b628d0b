import type es from "./languages/es.json";

/** Every text of the Spanish base by its id: the path to it, as `faults.cards.shoe-jam.text`. */
export type BaseTexts = typeof es;

/** What people read, in one language: every id of the Spanish base, each with a text. */
export type Translation<Base = BaseTexts> = {
  readonly [Key in keyof Base]: Base[Key] extends string ? string : Translation<Base[Key]>;
};

/** Texts by id, whichever ids they are. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/**
 * The ids of `base` for which `translation` has no text, in the order of `base`: `["faults.cards.shoe-jam.text"]`. An empty text
 * counts as none where the base has one. Ids that `translation` has beyond those of `base` are left alone.
 */
export function missingIds(base: TextTree, translation: TextTree): readonly string[] {
  return Object.entries(base).flatMap(([key, text]) => {
    const other = Object.hasOwn(translation, key) ? translation[key] : undefined;
    if (typeof text === "string")
      return typeof other === "string" && (other !== "" || text === "") ? [] : [key];
    const below = typeof other === "object" ? other : {};
    return missingIds(text, below).map((id) => `${key}.${id}`);
  });
}
