// @ts-check
/** A round of cards in one line. */
import { own } from "./display-parts.js";
import { PHASES, sentence } from "./i18n.ts";

/** @typedef {import("./i18n.ts").Text} Text */
/** @typedef {import("./i18n.ts").Language} Language */

const LANGUAGES = /** @type {const} */ (["es", "eu", "gl", "en"]);

/** A text made for every language. @param {(language: Language) => string} make @returns {Text} */
export const each = (make) =>
  /** @type {Text} */ (Object.fromEntries(LANGUAGES.map((one) => [one, make(one)])));

/** @param {string} id */
const isSeat = (id) => id.startsWith("seat-");

/** The round in one line: who won, or what the bank has where every place has a result of its own. @param {any} view @returns {Text} */
export function headline({ verdict, cards }) {
  const { results, qualifies } = verdict;
  if (results.length > 0 && results.every((/** @type {any} */ one) => one.hand === null || !isSeat(one.hand)))
    return each((language) =>
      results
        .map((/** @type {any} */ { hand, of, is }) =>
          hand === null ? sentence(is, language) : `${sentence(of, language)} ${is[language]}`,
        )
        .join(" · "),
    );
  if (qualifies === false) return own("bankNotOpens");
  const bank = cards.hands.find((/** @type {any} */ { id }) => id === "bank" || id === "banca");
  if (bank !== undefined && (bank.total !== null || bank.category !== null))
    return each((language) => {
      const has = bank.category?.[language] ?? String(bank.total);
      return `${sentence(bank.name, language)}: ${has}`;
    });
  const winners = results.filter((/** @type {any} */ { word: is }) => is === "wins" || is === "ties");
  if (winners.length === 0) return PHASES.result;
  return each(
    (language) =>
      `${winners.map((/** @type {any} */ { of }) => sentence(of, language)).join(" · ")} ${winners[0].is[language]}`,
  );
}
