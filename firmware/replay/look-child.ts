import { text } from "node:stream/consumers";
import { systemClock } from "../../src/time/system-clock.ts";
import { lowerPriority } from "../lower-priority.ts";

/**
 * The program that reads a table's storage folder for the technician's page (`firmware/screens/server/report-desk.ts`): a process of its own
 * with a lower priority, so that nothing of the table waits for it, and so that its reading drops no lock of the unit's. Argument: the
 * folder; standard input: what is asked. Prints one JSON object; ends with status 1, and prints nothing, when it cannot be read.
 */
const [, , folder] = process.argv;
try {
  lowerPriority();
  if (folder === undefined) throw new TypeError("name the storage folder");
  const asked = await text(process.stdin);
  const now = systemClock().wall();
  process.stdout.write(JSON.stringify(await answerTo(asked, folder, now)));
} catch {
  process.exitCode = 1;
}

/** What is asked is read when it is: weeks need no device of the table. */
async function answerTo(asked: string, folder: string, now: number): Promise<object> {
  switch (asked) {
    case "weeks":
      return (await import("./look-back.ts")).lookBack(folder, now);
    case "inside":
      return (await import("./look-inside.ts")).lookInside(folder, now);
    case "drift":
      return (await import("./drift/look-for-drift.ts")).lookForDrift(folder, now);
    default:
      throw new TypeError("ask for weeks, inside or drift");
  }
}
