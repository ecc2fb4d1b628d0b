import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { writeFileSync } from "../../files/disk.ts";
import { findClockSources } from "./clock-found.ts";

it("finds the time service that runs, and a clock with a battery", () => {
  const folder = temporaryFolder();
  const paths = { synchronized: join(folder, "synchronized"), rtc: join(folder, "since_epoch") };
  const nothing = join(folder, "none");
  expect(findClockSources(paths, nothing)).toEqual({ service: "none", rtc: false });
  for (const path of Object.values(paths)) writeFileSync(path, "");
  expect(findClockSources(paths, nothing)).toEqual({ service: "timesyncd", rtc: true });
  // Its folder, and nothing in it that the table's user may not look at.
  expect(findClockSources(paths, folder).service).toBe("chrony");
});
