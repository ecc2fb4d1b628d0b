import type { BoardKind } from "../../../drivers/boot-section/image.ts";
import { boardImage } from "./board-image.ts";

/** A board that runs an earlier image than this release brings. */
export interface BoardBehind {
  readonly kind: BoardKind;
  readonly runs: string;
  readonly release: string;
}

const releases = new Map<BoardKind, string | null>();

/** The version of the image that this release brings; null: it has none that can be read, which an installation's check says. */
function releaseOf(kind: BoardKind): string | null {
  const known = releases.get(kind);
  if (known !== undefined) return known;
  let version: string | null = null;
  try {
    ({ version } = boardImage(kind).image);
  } catch {
    // It is tried once.
  }
  releases.set(kind, version);
  return version;
}

/** Null: the board runs what this release brings, or a later one. `runs`: `1.2.0`, as the board says it. */
export function boardBehind(kind: BoardKind, runs: string, release = releaseOf(kind)): BoardBehind | null {
  return release !== null && isEarlier(runs, release) ? { kind, runs, release } : null;
}

function isEarlier(one: string, other: string): boolean {
  const [mine, theirs] = [one, other].map((version) => version.split(".").map(Number));
  for (const [at, part] of (theirs ?? []).entries()) {
    const own = mine?.[at] ?? 0;
    if (own !== part) return own < part;
  }
  return false;
}
