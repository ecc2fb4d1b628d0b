/** A round in one line. */
import { inEveryLanguage } from "../../../src/text/every-language.ts";
import type { TableView } from "../../../src/table/kernel/view/view.ts";
import { PHASES, sentenceIn, wordIn, wordText, type Text } from "./i18n.ts";

export const isSeat = (id: string): boolean => id.startsWith("seat-");

type DealResult = Extract<NonNullable<TableView["verdict"]>, { readonly kind: "deal-result" }>;
type HeadlineView = Pick<TableView, "cards" | "series">;

/** The round in one line: who won, or what the bank has where every place has a result of its own. */
export function headlineOf(verdict: DealResult, { cards, series }: HeadlineView): Text {
  const { results, qualifies } = verdict;
  if (results.length > 0 && results.every((one) => one.hand === null || !isSeat(one.hand)))
    return inEveryLanguage((language) =>
      results
        .map(({ hand, of, is }) =>
          hand === null ? sentenceIn(is, language) : `${sentenceIn(of, language)} ${is[language]}`,
        )
        .join(" · "),
    );
  if (qualifies === false) return wordText("bankNotOpens");
  const bank = cards?.hands.find(({ id }) => id === "bank" || id === "banca");
  if (bank !== undefined && (bank.total !== null || bank.category !== null))
    return inEveryLanguage((language) => {
      const has = bank.category?.[language] ?? String(bank.total);
      return `${sentenceIn(bank.name, language)}: ${has}`;
    });
  // A hand that is set in two has no count of its own on the cloth: what the bank had is in the series.
  const had = series.find((one) => one.round === verdict.round)?.bank?.says ?? null;
  if (had !== null) return inEveryLanguage((language) => `${wordIn("bank", language)}: ${had[language]}`);
  const winners = results.filter(({ word: is }) => is === "wins" || is === "ties");
  const [winner] = winners;
  if (winner === undefined) return PHASES.result;
  return inEveryLanguage(
    (language) => `${winners.map(({ of }) => sentenceIn(of, language)).join(" · ")} ${winner.is[language]}`,
  );
}
