import type { PlayedRound, Standing } from "./played-rounds.ts";

/** How the rounds of a span stand. What was not certified is always told apart. */
export interface Standings {
  /** Rounds whose result stands. */
  readonly counted: number;
  readonly certified: number;
  /** Of those that stand: told by the device alone, or by people. */
  readonly notCertified: number;
  readonly void: number;
  readonly undecided: number;
  readonly aborted: number;
  readonly overruled: number;
}

export function standingsOf(rounds: readonly PlayedRound[]): Standings {
  const of = (standing: Standing): number => rounds.filter((one) => one.standing === standing).length;
  const counted = rounds.filter(({ outcome }) => outcome !== null);
  const certified = counted.filter(({ standing }) => standing === "certified").length;
  return {
    counted: counted.length,
    certified,
    notCertified: counted.length - certified,
    void: of("void"),
    undecided: of("undecided"),
    aborted: of("aborted"),
    overruled: rounds.filter(({ isOverruled }) => isOverruled).length,
  };
}

/** How often something came, and how many rounds ago it came last: 0 the newest; null: not in this span. */
export interface Seen {
  readonly name: string;
  readonly count: number;
  readonly ago: number | null;
}

/** `came`: what came, newest first. `names`: all that can come, in the order in which they are told. */
export function seenOf(names: readonly string[], came: readonly string[]): readonly Seen[] {
  const found = new Map<string, { count: number; ago: number }>();
  for (const [ago, name] of came.entries()) {
    const one = found.get(name);
    if (one === undefined) found.set(name, { count: 1, ago });
    else one.count += 1;
  }
  return names.map((name) => ({ name, count: found.get(name)?.count ?? 0, ago: found.get(name)?.ago ?? null }));
}

/** Most often first, and of equals the one that came last. Only what came more than once. */
export const hottest = (seen: readonly Seen[], count: number): readonly Seen[] =>
  seen
    .filter((one) => one.count > 1)
    .toSorted((a, b) => b.count - a.count || agoOf(a) - agoOf(b))
    .slice(0, count);

/** What has not come for longest first; of what never came, in the order of the names. */
export const coldest = (seen: readonly Seen[], count: number): readonly Seen[] =>
  seen.toSorted((a, b) => agoOf(b) - agoOf(a)).slice(0, count);

const agoOf = ({ ago }: Seen): number => ago ?? Number.MAX_SAFE_INTEGER;
