import type { Person } from "../../../people/roles.ts";
import type { AtPost, KeyRecord } from "../record.ts";
import type { Durable } from "./durable.ts";

/**
 * Who works at the table: one person for each post (croupier, stickman, jefe de mesa). Whoever comes says so by key, and nobody else for
 * him; he takes the place of who had the post. When the table closes, nobody works there any more.
 */

/** Who has a post now. Absent: nobody. */
export const atPost = (
  { staff = [] }: Pick<Durable, "staff">,
  { role }: Pick<Person, "role">,
): AtPost | undefined => staff.find((one) => one.role === role);

/** After the key `take-over`. */
export function withPost(before: Durable, { by }: KeyRecord, at: string): Durable {
  const others = (before.staff ?? []).filter(({ role }) => role !== by.role);
  return { ...before, staff: [...others, { role: by.role, name: by.name, since: at }] };
}

/** The table closes. */
export function withoutStaff(before: Durable): Durable {
  const { staff, ...rest } = before;
  return staff === undefined ? before : rest;
}
