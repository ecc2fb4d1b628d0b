/** A round of cards in one line. */
import type { CardsView, VerdictView } from "../../../src/table/view.ts";
import {} from "./display-parts.ts";
import { PHASES, sentence, type Text, type Language, wordText } from "./i18n.ts";

/** A text made for every language. */
export const each = (make: (language: Language) => string): Text => ({
  es: make("es"),
  eu: make("eu"),
  gl: make("gl"),
  en: make("en"),
});

/** The verdict of a round of cards. */
export type DealResult = Extract<VerdictView, { kind: "deal-result" }>;

const isSeat = (id: string) => id.startsWith("seat-");

/** The round in one line: who won, or what the bank has where every place has a result of its own. */
export function headline(verdict: DealResult, cards: CardsView | null): Text {
  const { results, qualifies } = verdict;
  if (results.length > 0 && results.every((one) => one.hand === null || !isSeat(one.hand)))
    return each((language) =>
      results
        .map(({ hand, of, is }) =>
          hand === null ? sentence(is, language) : `${sentence(of, language)} ${is[language]}`,
        )
        .join(" · "),
    );
  if (qualifies === false) return wordText("bankNotOpens");
  const bank = cards?.hands.find(({ id }) => id === "bank" || id === "banca");
  if (bank !== undefined && (bank.total !== null || bank.category !== null))
    return each((language) => {
      const has = bank.category?.[language] ?? String(bank.total);
      return `${sentence(bank.name, language)}: ${has}`;
    });
  const winners = results.filter(({ word: is }) => is === "wins" || is === "ties");
  const [winner] = winners;
  if (winner === undefined) return PHASES.result;
  return each(
    (language) => `${winners.map(({ of }) => sentence(of, language)).join(" · ")} ${winner.is[language]}`,
  );
}
