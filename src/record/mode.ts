/**
 * A live table's records count; those of a bench, a demonstration or a simulation are a test. The log's name says which, and
 * with it the key that signs: the id of a key is made over its name.
 */
export type Mode = "live" | "test";

const TEST_ENDING = "/test";

/** The mode of a log by its name. */
export function modeOfLog(log: string): Mode {
  return log.endsWith(TEST_ENDING) ? "test" : "live";
}

/** What people read of a test begins with this word. */
export const TEST_MARK = "TEST";

/** How a line about a log in this mode begins. */
export const markOf = (mode: Mode | null): string => (mode === "test" ? `${TEST_MARK}  ` : "");

/** The name of a file that a table in this mode gives out. */
export const markedName = (name: string, mode: Mode): string =>
  mode === "test" ? `${TEST_MARK}-${name}` : name;

/** The name of a table's log in this mode: a test's ends in `/test`. Throws a RangeError for a live log that is named so. */
export function logInMode(name: string, mode: Mode): string {
  const named = modeOfLog(name);
  if (mode === "test") return named === "test" ? name : `${name}${TEST_ENDING}`;
  if (named === "test") throw new RangeError(`the log ${name} of a live table may not end in ${TEST_ENDING}`);
  return name;
}
