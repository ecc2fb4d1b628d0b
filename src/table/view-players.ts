import { LANGUAGES, type Text } from "../text/language.ts";
import type { Durable } from "./durable.ts";
import type { CardsView, DeviceView, Stop } from "./view.ts";

/** The part of a view that is for the players alone. */

/** A gap that somebody fills in aloud, or money, of which a table without bets knows nothing. */
const GAP_OR_MONEY = /…|\.\.\.|[€$]|\b(?:euros?|pesetas?|pezetak?|pesos?)\b/iu;

/** Whether a text can stand on a screen for players as it is. */
export const isForPlayers = (text: Text): boolean =>
  LANGUAGES.every((language) => !GAP_OR_MONEY.test(text[language]));

/** A call as the players may read it; null where only the croupier can say it: «hay … euros en la banca». */
export const playersCall = (call: { readonly say: Text } | null): Text | null =>
  call !== null && isForPlayers(call.say) ? call.say : null;

/** Why nothing may be dealt or spun on, the gravest first. */
export function stopOf({ health }: DeviceView, cards: CardsView | null): Stop | null {
  if (health !== "ok" && health !== "waiting") return "device";
  if (cards === null) return null;
  return cards.warnings.length > 0 ? "warning" : cards.unread.length > 0 ? "unread-card" : null;
}

/** The newest round, where a restart of the unit gave it up and nobody has acknowledged that yet. */
export function interruptedRound({ series, tasks }: Durable): number | null {
  const [newest] = series;
  if (newest === undefined || (newest.kind !== "aborted" && newest.kind !== "undecided")) return null;
  const isOpen = tasks.some(({ round, about }) => round === newest.round && about === "restart");
  return isOpen ? newest.round : null;
}
