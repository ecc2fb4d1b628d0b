import type { Durable } from "./durable.ts";
import type { LifeRecord } from "../record.ts";

/** What a technician did as root has a number, and is recorded once. */
export function reduceActs(before: Durable, { detail }: LifeRecord): Durable {
  const { number } = detail;
  return typeof number === "number" && number > (before.acts ?? 0) ? { ...before, acts: number } : before;
}
