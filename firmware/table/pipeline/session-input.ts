import type { SessionInput } from "../../../drivers/session.ts";
import type { Entry } from "../../../src/recording/entry.ts";

/**
 * The input that an entry is for the session of the device at `port` (null: at any port); null when the entry does not concern
 * that session.
 */
export function sessionInput(entry: Entry, port: string | null): SessionInput | null {
  if (port !== null && "port" in entry && entry.port !== port) return null;
  switch (entry.k) {
    case "open":
      return { i: "opened", t: entry.t };
    case "lost":
      return { i: "lost", t: entry.t, why: entry.why };
    case "in":
      return { i: "bytes", t: entry.t, bytes: entry.bytes };
    case "out":
      return { i: "sent", t: entry.t, bytes: entry.bytes };
    case "overrun":
      return { i: "overrun", t: entry.t, lost: entry.lost };
    case "tick":
      return { i: "tick", t: entry.t };
    default:
      return null;
  }
}
