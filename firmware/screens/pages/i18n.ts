/** The pages' own words in the language of a screen. What the law says comes with the view, in the rulebook's own words. */
import { ROLE_NAMES } from "../../../src/people/roles.ts";
import type { Phase } from "../../../src/table/kernel/phase.ts";
import type { DeviceView, TableView } from "../../../src/table/kernel/view/view.ts";
import { inEveryLanguage } from "../../../src/text/every-language.ts";
import type { Language, Text } from "../../../src/text/language.ts";
import { textsOf } from "../../../src/text/text-of.ts";

export type { Language, Text };

const PAGES = textsOf("pages");

/** The id of one of the pages' own words. */
export type Word = keyof typeof PAGES.words;

/** Each language's own name, for the switch. */
export const LANGUAGE_NAMES: Text = PAGES.language;

export { ROLE_NAMES as ROLES };
const ROLES_BY_NAME: Readonly<Record<string, Text>> = ROLE_NAMES;
/** A role in words, or its own name where it has none. */
export const roleName = (role: string, language: Language): string => ROLES_BY_NAME[role]?.[language] ?? role;

export const COLOURS = PAGES.colours;

/** What pages say of the house. */
export const HOUSE_WORDS = PAGES.house;

/** The call of a phase where the view brings none. */
export const PHASES: Readonly<Record<Phase, Text>> = PAGES.phases;

export const HEALTH: Readonly<Record<Exclude<DeviceView["health"], "ok">, Text>> = PAGES.health;

/** What is played: the kind of the table's wheel, `cards`, `dice` or `balls`. */
export const kindOf = (view: TableView | null | undefined): string | undefined =>
  view?.cards ? "cards" : view?.dice ? "dice" : view?.balls ? "balls" : (view?.wheel ?? undefined);

/** Whose word there is for one round of it: every wheel has spins. */
export const roundKind = (kind: string | undefined): "balls" | "cards" | "dice" | "wheel" =>
  kind === "balls" || kind === "cards" || kind === "dice" ? kind : "wheel";

interface OwnWords {
  readonly phases: Partial<Readonly<Record<Phase, Text>>>;
  readonly words: Partial<Readonly<Record<Word, Text>>>;
}

/** Where a kind of table has words of its own. */
const OWN: Readonly<Record<string, OwnWords>> = {
  disc: PAGES["of-discs"],
  cards: PAGES["of-cards"],
  dice: PAGES["of-dice"],
  balls: PAGES["of-balls"],
};

/** The call of a phase on this kind of table (`kindOf`). */
export const phaseText = (phase: Phase, kind: string | undefined): Text =>
  OWN[kind ?? ""]?.phases[phase] ?? PHASES[phase];

/**
 * One of the pages' own words, in every language.
 * @param kind what is played (`kindOf`)
 */
export const wordText = (id: Word, kind?: string): Text => OWN[kind ?? ""]?.words[id] ?? PAGES.words[id];

/** One of the pages' own words, in one language. */
export const wordIn = (id: Word, language: Language, kind?: string): string => wordText(id, kind)[language];

const ROUNDS: Readonly<Record<string, Text>> = PAGES.rounds;

/** The law's own word for a round, so that a *pase anulado* stands over the number of a *pase*; null: the page's word. */
function roundName(view: TableView | null, language: Language): string | null {
  const [first = ""] = (view?.voidName?.es ?? "").toLowerCase().split(" ");
  return ROUNDS[first]?.[language] ?? null;
}

/** A text as a sentence of its own: with a capital at its start. */
export const sentenceIn = (what: Text, language: Language): string => sentenceOf(what[language], language);

export function sentenceOf(words: string, language: Language): string {
  // Spanish opens a question with a sign of its own.
  return words.replace(/\p{L}/u, (letter, at: number, all: string) =>
    /^[¿¡«“]*$/.test(all.slice(0, at)) ? letter.toLocaleUpperCase(language) : letter,
  );
}

/** A text as a sentence of its own, in every language. */
export const asSentence = (what: Text): Text => inEveryLanguage((language) => sentenceIn(what, language));

/** What there is of these, in one line with points between. */
export const joinParts = (...parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter(Boolean).join(" · ");

/** What a round is called at this table. */
export const roundWord = (view: TableView, language: Language): string =>
  roundName(view, language) ?? wordIn("spin", language, kindOf(view));

/** The name and number of a round. */
export const roundText = (view: TableView, language: Language, round: number | null = view.round): string =>
  `${roundWord(view, language)} ${round}`;
