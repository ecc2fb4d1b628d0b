/** The files that records name. The inspector's page asks this too: nothing here reads a disk. */

/** Name of a recording. */
export const SEGMENT = /^[a-z0-9][a-z0-9-]{0,99}$/;
const HASH = /^[0-9a-f]{64}$/;

/** Every picture that a record names, wherever it stands in it. */
export function picturesIn(fields: Readonly<Record<string, unknown>>): string[] {
  return [fields, fields["result"], fields["seen"]].flatMap((part) => {
    const hash = (part as Readonly<Record<string, unknown>> | null | undefined)?.["picture"];
    return typeof hash === "string" && HASH.test(hash) ? [hash] : [];
  });
}
