import type { Key } from "../people/keys.ts";
import type { Person } from "../people/roles.ts";
import type { Refusal } from "./keys.ts";
import { roundsLeft } from "./last-rounds.ts";
import { emitRecord, type TableContext } from "./context.ts";

/**
 * The notice of the last rounds, or of the last game where the key names it or this law has no other. The last game may be announced
 * while the last rounds are counted. Asks for its record, or says why not.
 */
export function announceLast(
  context: TableContext,
  key: Key & { key: "last-three-spins" },
  by: Person,
): Refusal | null {
  const { durable, rules } = context;
  const { announcements } = rules.pack;
  const rounds = announcements.find((one) => one.phase === "last-three-spins");
  const game = announcements.find((one) => one.phase === "last-game");
  const notice = key.notice === undefined ? (rounds ?? game) : game;
  if (notice === undefined) return "no-such-rule";
  if (!durable.open) return "table-closed";
  if (notice.oncePerSession === true && durable.lastCalled === true) return "once-a-session";
  const isGame = notice.phase === "last-game";
  const isCounted = (roundsLeft(durable, rules.pack) ?? 0) > 0;
  const isSaid = durable.lastIs !== undefined && durable.lastRounds !== null;
  if (isGame ? isSaid && (isCounted || durable.lastIs === "shoe") : isCounted) return "not-now";
  const said = isGame
    ? { ...key, notice: notice.of === "shoe" ? ("last-shoe" as const) : ("last-game" as const) }
    : key;
  emitRecord(context, { kind: "key", round: durable.round, key: said, by });
  return null;
}
