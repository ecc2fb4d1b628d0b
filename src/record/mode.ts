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

/** The name of a table's log in this mode: a test's ends in `/test`. Throws a RangeError for a live log that is named so. */
export function logInMode(name: string, mode: Mode): string {
  const named = modeOfLog(name);
  if (mode === "test") return named === "test" ? name : `${name}${TEST_ENDING}`;
  if (named === "test") throw new RangeError(`the log ${name} of a live table may not end in ${TEST_ENDING}`);
  return name;
}
