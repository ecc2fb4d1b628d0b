import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { realDisk, setDisk } from "../../files/disk.ts";
import { leaveLastWords } from "../../net/last-words.ts";
import { finding } from "./finding.ts";
import { lookAtUnit } from "./look.ts";

/** What a unit that ended said of it, and whose words count. */

test("a unit that ended is told with what it said itself", () => {
  const words = { at: "2026-01-01T00:00:00.000Z", status: 4, why: "using the storage folder: EIO" };
  expect(finding("unit-ended", words).text.en).toBe(
    "The unit ended at 2026-01-01T00:00:00.000Z with status 4: using the storage folder: EIO",
  );
});

test("looks for the words where the service leaves them, and takes those of its own user alone", async () => {
  const words = { at: "2026-01-01T00:00:00.000Z", status: 7, why: "a file changed" };
  const [folder, run] = [temporaryFolder(), temporaryFolder()];
  leaveLastWords(run, words);
  expect(await lookAtUnit(folder, run)).toEqual({ is: "stopped", words });
  setDisk({
    ...realDisk,
    statSync: ((path: string, options: { throwIfNoEntry: false }) =>
      path.startsWith(run) ? { uid: 54_321 } : realDisk.statSync(path, options)) as typeof realDisk.statSync,
  });
  onTestFinished(() => setDisk());
  expect(await lookAtUnit(folder, run)).toEqual({ is: "stopped", words: null });
});
