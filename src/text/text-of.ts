import { inEveryLanguage } from "./every-language.ts";
import { LANGUAGE_TEXTS } from "./languages/index.ts";
import type { Language, Text } from "./language.ts";
import type { BaseTexts, TextTree } from "./translation.ts";

/** What people read, by id. The texts themselves stand in one file a language: `languages/`. */

type IdsIn<Tree, Above extends string = ""> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Above}${Key}`
    : IdsIn<Tree[Key], `${Above}${Key}.`>;
}[keyof Tree & string];

type SubjectsIn<Tree, Above extends string = ""> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? never
    : `${Above}${Key}` | SubjectsIn<Tree[Key], `${Above}${Key}.`>;
}[keyof Tree & string];

type At<Tree, Id extends string> = Id extends `${infer Key}.${infer Rest}`
  ? Key extends keyof Tree
    ? At<Tree[Key], Rest>
    : never
  : Id extends keyof Tree
    ? Tree[Id]
    : never;

/** The id of one text: `faults.cards.shoe-jam.text`. */
export type TextId = IdsIn<BaseTexts>;

/** The id of a group of texts: `faults`, `faults.cards`. */
export type SubjectId = SubjectsIn<BaseTexts>;

/** The texts of a group, by what follows the group's id. */
export type TextsAt<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? Text : TextsAt<Tree[Key]>;
};

interface Texts {
  readonly [key: string]: Text | Texts;
}

/** One text in every language. Throws RangeError for an id that is none. */
export function textOf(id: TextId): Text {
  const keys = id.split(".");
  return inEveryLanguage((language) => leafAt(language, keys, id));
}

/** Every text of a group, in the order of the Spanish file. Throws RangeError for an id that is none. */
export function textsOf<Id extends SubjectId>(subject: Id): TextsAt<At<BaseTexts, Id>> {
  const keys = subject.split(".");
  const tree = branchAt(LANGUAGE_TEXTS.es, keys);
  if (tree === null) throw new RangeError(`no texts ${subject}: see src/text/languages/es.json`);
  return textsBelow(tree, keys) as TextsAt<At<BaseTexts, Id>>;
}

function textsBelow(tree: TextTree, above: readonly string[]): Texts {
  const entries = Object.entries(tree).map(([key, value]): readonly [string, Text | Texts] => {
    const keys = [...above, key];
    return [key, typeof value === "string" ? textOf(keys.join(".") as TextId) : textsBelow(value, keys)];
  });
  return Object.fromEntries(entries);
}

function leafAt(language: Language, keys: readonly string[], id: string): string {
  const text = branchAt(LANGUAGE_TEXTS[language], keys.slice(0, -1))?.[keys.at(-1) ?? ""];
  if (typeof text !== "string") throw new RangeError(`no text ${id}: see src/text/languages/${language}.json`);
  return text;
}

/** Null: there is no group at these keys. */
function branchAt(tree: TextTree, keys: readonly string[]): TextTree | null {
  let found: string | TextTree | undefined = tree;
  for (const key of keys) found = typeof found === "object" ? found[key] : undefined;
  return typeof found === "object" ? found : null;
}
