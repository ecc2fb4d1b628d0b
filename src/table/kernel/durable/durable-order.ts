import type { Durable } from "./durable.ts";
import type { LifeRecord } from "../record.ts";
import { CONFIGURATION_ORDERED, newTask, withTask, withoutTasks, type Task } from "./tasks.ts";

/** People whose newest number is remembered; an order that the oldest of them gave has ended long ago. */
export const ORDERERS_MAX = 256;

/** A configuration that was ordered from afar and waits for somebody at the table. */
export interface OrderedConfiguration {
  /** Hex SHA-256 of the order's line. */
  readonly order: string;
  /** The jefe de mesa has accepted it at the table. */
  readonly confirmed: boolean;
  /** What it changes, as it is shown to who accepts it. Absent: it was ordered before that was told. */
  readonly changes?: string;
}

/** An order from afar, and what came of it. */
export function reduceOrder(before: Durable, { detail }: LifeRecord): Durable {
  const { what, order } = detail;
  switch (what) {
    case "accepted":
      return afterAccepted(before, detail);
    case "configuration-waits":
      return withWaiting(before, String(order), detail["changes"]);
    case "configuration-confirmed":
    case "configuration-expired":
      return withoutOrdered(before, String(order));
    default:
      return before;
  }
}

/** An accepted order's number counts from its record on, so that no restart makes an order new again. */
function afterAccepted(before: Durable, { person, number }: LifeRecord["detail"]): Durable {
  if (typeof person !== "string" || typeof number !== "number") return before;
  const others = Object.entries(before.orders ?? {}).filter(([name]) => name !== person);
  const newest = [...others, [person, number] as const].slice(-ORDERERS_MAX);
  return { ...before, orders: Object.fromEntries(newest) };
}

/** A newer one takes the place of one that waits: its task is another one, so that nobody accepts what he has not been asked. */
function withWaiting(before: Durable, order: string, said: unknown): Durable {
  const changes = typeof said === "string" && said !== "" ? { changes: said } : {};
  const task = newTask("acknowledge", before.round, CONFIGURATION_ORDERED, []);
  return withTask(
    { ...withoutTasks(before, isAboutConfiguration), ordered: { order, confirmed: false, ...changes } },
    { ...task, id: `${task.id}/${order.slice(0, 16)}` },
  );
}

const isAboutConfiguration = ({ about }: Task): boolean => about === CONFIGURATION_ORDERED;

/** Nothing waits of this order any more. */
function withoutOrdered(before: Durable, order: string): Durable {
  const { ordered, ...rest } = before;
  if (ordered?.order !== order) return before;
  return withoutTasks(rest, isAboutConfiguration);
}

/** What a technician did as root has a number, and is recorded once. */
export function reduceActs(before: Durable, { detail }: LifeRecord): Durable {
  const { number } = detail;
  return typeof number === "number" && number > (before.acts ?? 0) ? { ...before, acts: number } : before;
}
