import type { Key } from "../people/keys.ts";
import type { Person } from "../people/roles.ts";
import type { Refusal } from "./keys.ts";
import { emit, type TableTurn } from "./turn.ts";

/** The notice of the last rounds, or of the last game, whichever this law has. Asks for its record, or says why not. */
export function announceLast(
  turn: TableTurn,
  key: Key & { key: "last-three-spins" },
  by: Person,
): Refusal | null {
  const { durable, rules } = turn;
  const notice =
    rules.pack.announcements.find((one) => one.phase === "last-three-spins") ??
    rules.pack.announcements.find((one) => one.phase === "last-game");
  if (notice === undefined) return "no-such-rule";
  if (!durable.open) return "table-closed";
  if (notice.oncePerSession === true && durable.lastCalled === true) return "once-a-session";
  if (durable.lastRounds !== null && durable.lastRounds > 0) return "not-now";
  emit(turn, { kind: "key", round: durable.round, key, by });
  return null;
}
