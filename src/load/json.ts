/** JSON that somebody else wrote: it may be anything, or none at all. Nothing here throws for what it finds. */

/** The members of an object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with members, and no list. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a text says; undefined: it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
