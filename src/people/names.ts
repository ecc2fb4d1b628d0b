/**
 * Names of people and machines, as they are compared and what they may be made of. Who may act is a key; a name says who that is, and two
 * names that read alike would let one person pass for two.
 */

/** Scripts whose letters look like those of another; a name is written in one of them. Those of one line are written together. */
const SCRIPTS: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Cherokee}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
];
/** Controls, what is invisible, and spaces that are none. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}|\p{Default_Ignorable_Code_Point}/u;

/** The longest name of a person or a table, characters. */
export const NAME_MAX = 60;

/** What is compared in the place of a name: what reads alike is alike. */
export const nameKey = (name: string): string =>
  name.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim();

/** Why this is no name; null: it may be one. */
export function nameFault(name: string): "unseen" | "scripts" | null {
  const said = name.normalize("NFKC");
  if (UNSEEN.test(name) || UNSEEN.test(said) || said.trim() !== said) return "unseen";
  const letters = said.match(/\p{L}/gu) ?? [];
  const isIn = (letter: string): number => SCRIPTS.findIndex((script) => script.test(letter));
  return new Set(letters.map(isIn)).size > 1 ? "scripts" : null;
}

/** Why this is no name, in words for people who typed it. */
export const NAME_FAULTS: Readonly<Record<NonNullable<ReturnType<typeof nameFault>>, string>> = {
  unseen: "it has characters that nobody sees, or a blank at its end",
  scripts: "its letters are of more than one script",
};
