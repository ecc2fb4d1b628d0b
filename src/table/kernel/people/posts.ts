import type { Person } from "../../../people/roles.ts";
import { emitRecord, type StepContext } from "../context.ts";
import { atPost } from "../durable/posts.ts";
import type { KeyNamed } from "./key-of.ts";
import { mayPress, type Refusal } from "./keys.ts";

/** The key `take-over`. What waits for a decision is named in its record: whoever comes finds it open. */
export function takeOver(context: StepContext, key: KeyNamed<"take-over">, by: Person): Refusal | null {
  const { durable } = context;
  if (!mayPress(key, by)) return "not-your-key";
  const before = atPost(durable, by);
  if (before?.name === by.name) return "changes-nothing";
  const waits = durable.tasks.filter(({ kind }) => kind !== "acknowledge").map(({ id }) => id);
  emitRecord(context, {
    kind: "key",
    round: durable.round,
    key,
    by,
    ...(before === undefined
      ? {}
      : { relieves: { ...before, ...(key.from === before.name ? { agreed: true } : {}) } }),
    ...(waits.length === 0 ? {} : { waits }),
  });
  return null;
}
