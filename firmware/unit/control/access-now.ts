import { activeLocks } from "../../../src/people/access.ts";
import type { Durable } from "../../../src/table/kernel/durable/durable.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { monoUs } from "../../../src/time/instant.ts";
import type { Display } from "../../screens/server/client.ts";
import type { Unit } from "../unit.ts";
import { AccessLog } from "./access-log.ts";

/** Where the screens' thread, whenever it begins anew, finds the locks that stand. */
export interface AccessNow {
  locks: () => Durable["locks"];
}

/** Sign-ins of this unit as records; locks of the run before still stand. */
export function startAccessLog(unit: Unit, clock: Clock, display: Display, access: AccessNow): AccessLog {
  const { faults, locks } = unit.shown.durable;
  const standing = activeLocks(locks, clock.now(), clock.wall()).map(({ until }) => until);
  const lockedUntil = standing.length === 0 ? null : monoUs(Math.max(...standing));
  const log = new AccessLog({ clock, feed: (entry) => void unit.feed(entry), faults, lockedUntil });
  access.locks = () => unit.shown.durable.locks;
  display.onAccess((event) => log.handleEvent(event));
  return log;
}
