import { US_PER_S, type MonoUs } from "../../../src/time/instant.ts";

/** A page that has not drawn for so long hangs. */
export const HUNG_US = 10 * US_PER_S;
/** So long a browser may take until its page draws for the first time. */
export const START_US = 60 * US_PER_S;
/** So many browsers that were started anew within `AGAIN_WITHIN_US`: the compositor is started anew as well. */
export const AGAIN_MOST = 4;
export const AGAIN_WITHIN_US = 300 * US_PER_S;

/** What one browser's page did, µs of the monotonic clock. */
export interface PageSigns {
  readonly startedAt: MonoUs;
  /** When its page last said that it draws; null: it never did. */
  readonly drewAt: MonoUs | null;
  /** The process ended, or its page crashed. */
  readonly hasEnded: boolean;
}

export type PageState = "starting" | "well" | "quiet" | "hung" | "ended";

/** How a page stands. `quiet`: it has not drawn for a moment, which is not yet too long. */
export function pageState({ startedAt, drewAt, hasEnded }: PageSigns, now: MonoUs): PageState {
  if (hasEnded) return "ended";
  if (drewAt === null) return now - startedAt > START_US ? "hung" : "starting";
  const silent = now - drewAt;
  if (silent > HUNG_US) return "hung";
  return silent > HUNG_US / 2 ? "quiet" : "well";
}

/** A page that is to be taken away and started anew. */
export const isLost = (state: PageState): boolean => state === "hung" || state === "ended";

/** Counts how often browsers were started anew: what lies in the compositor or the graphics is not mended by another browser. */
export class Restarts {
  #at: readonly MonoUs[] = [];

  /** A browser is started anew. Gives whether that was once too often. */
  add(now: MonoUs): boolean {
    this.#at = [...this.#at.filter((at) => now - at < AGAIN_WITHIN_US), now];
    return this.#at.length > AGAIN_MOST;
  }
}
