import type { Role } from "../people/roles.ts";
import type { Announcement, Pack } from "../rules/pack.ts";
import type { Text } from "../text/language.ts";

/** What the law has called aloud in a phase, and by whom; null: nothing. */
export function callFor(pack: Pack, phase: string): { say: Text; by: Role } | null {
  const found: Announcement | undefined = pack.announcements.find((one) => one.phase === phase);
  return found === undefined ? null : { say: found.say, by: found.by };
}
