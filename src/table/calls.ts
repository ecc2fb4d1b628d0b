import type { Role } from "../people/roles.ts";
import type { Announcement, Pack } from "../rules/pack.ts";
import { LANGUAGES, type Text } from "../text/language.ts";
import type { Durable } from "./durable.ts";
import type { CardsView, DeviceView, Stop, ResultCall } from "./view.ts";
import { inEveryLanguage } from "../text/every-language.ts";
import { textOf, textsOf } from "../text/text-of.ts";
import { familyOf } from "./families.ts";
import type { ResultPart } from "./family.ts";
import type { VerdictRecord } from "./record.ts";

/** What the law has called aloud in a phase, and by whom; null: nothing. */
export function callFor(pack: Pack, phase: string): { say: Text; by: Role } | null {
  const found: Announcement | undefined = pack.announcements.find((one) => one.phase === phase);
  return found === undefined ? null : { say: found.say, by: found.by };
}

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

const PARTS: Readonly<Record<ResultPart, Text>> = textsOf("result-call.parts");
const AND = textOf("result-call.and");

/** Null for cards, and for a throw of which nothing is announced: it belongs to no suerte and only that would be said. */
export function resultCall(pack: Pack, verdict: VerdictRecord | null): ResultCall | null {
  const announced = familyOf(pack).view.announces(pack);
  if (announced === null || verdict?.kind !== "result") return null;
  const { announce, by } = announced;
  const isNone = "category" in verdict.result && verdict.result.category === null;
  const parts = announce.filter((part) => part !== "category" || !isNone);
  if (parts.length === 0) return null;
  const what = inEveryLanguage((language) => {
    const names = parts.map((part) => PARTS[part][language]);
    const last = names.at(-1) ?? "";
    return names.length === 1 ? last : `${names.slice(0, -1).join(", ")} ${AND[language]} ${last}`;
  });
  return { by, what };
}
