import { analyseEvidence, RECORDINGS_OF_PAGE } from "./analyse-evidence.ts";
import { lowerPriority } from "../lower-priority.ts";

/**
 * The program that analyses a table's storage folder for its page (`firmware/screens/server/report-desk.ts`): a process of its own with a
 * lower priority, so that nothing of the table waits for it, and so that its reading of the journal drops no lock of the unit's.
 * Argument: the folder. Prints the report as one JSON object; ends with status 1, and prints nothing, when it cannot be read.
 */
const [, , storage] = process.argv;
try {
  lowerPriority();
  if (storage === undefined) throw new TypeError("name the storage folder");
  const { report } = analyseEvidence({ path: storage, search: {}, recordingsRead: RECORDINGS_OF_PAGE });
  process.stdout.write(JSON.stringify(report));
} catch {
  process.exitCode = 1;
}
