import type { RestartObstacle } from "./update-questions.ts";
import { obstaclesOf, type UpdateParts } from "./update-answers.ts";

/** A release that was announced at the table and waits. */
export interface UpdateWait {
  readonly version: string;
  /** When it was announced: RFC 3339. */
  readonly since: string;
  /** Why the table is not restarted now; none: the updater is about to ask. */
  readonly obstacles: readonly RestartObstacle[];
}

/** What a release waits for now; null: none does. */
export function updateWaitOf(
  parts: Pick<UpdateParts, "config" | "unit" | "journal" | "clock">,
): UpdateWait | null {
  const { announced, last } = parts.unit.pipeline.durable.update ?? {};
  if (announced === undefined || last?.step !== "announced") return null;
  return { version: announced.version, since: last.at, obstacles: obstaclesOf(parts, "install") };
}
