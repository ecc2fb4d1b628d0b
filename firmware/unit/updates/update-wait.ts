import { rfc3339 } from "../../../src/time/instant.ts";
import type { RestartObstacle } from "../../net/update-questions.ts";
import { obstaclesOf, type UpdateParts } from "./update-answers.ts";

/** A release or a base that was announced at the table and waits. */
export interface UpdateWait {
  readonly version: string;
  /** When it was announced: RFC 3339. */
  readonly since: string;
  /** Why the table is not restarted now; none: the updater is about to ask. */
  readonly obstacles: readonly RestartObstacle[];
  /** Since when each of them stands, as far as this run of the table saw it. A unit of an earlier release does not say it. */
  readonly standing?: Readonly<Partial<Record<RestartObstacle, string>>>;
}

type WaitParts = Pick<UpdateParts, "config" | "unit" | "journal" | "clock">;

/** What the obstacles of each running table have stood since; the updater asks every few seconds while something waits. */
const seen = new WeakMap<object, Readonly<Partial<Record<RestartObstacle, string>>>>();

/** What a release waits for now, or a base where no release does; null: nothing waits. */
export function updateWaitOf(parts: WaitParts): UpdateWait | null {
  const { update } = parts.unit.pipeline.durable;
  for (const [of, kind] of [
    [update, "install"],
    [update?.base, "base"],
  ] as const) {
    const { announced, last } = of ?? {};
    if (announced === undefined || last?.step !== "announced") continue;
    const obstacles = obstaclesOf(parts, kind);
    const standing = standingSince(parts, obstacles);
    return { version: announced.version, since: last.at, obstacles, standing };
  }
  return null;
}

function standingSince(
  { unit, clock }: WaitParts,
  obstacles: readonly RestartObstacle[],
): NonNullable<UpdateWait["standing"]> {
  const before = seen.get(unit) ?? {};
  const now = rfc3339(clock.wall());
  const after = Object.fromEntries(obstacles.map((one) => [one, before[one] ?? now]));
  seen.set(unit, after);
  return after;
}
