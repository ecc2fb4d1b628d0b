import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

/** The rules of a floor, tried by Prometheus' own program. */
const ALARMS = new URL("../../firmware/office/floor/alarms/", import.meta.url).pathname;

it("each rule becomes an alarm when it should, and not before", { timeout: 120_000 }, () => {
  const files = ["rules.test.yml", "rules-of-days.test.yml"];
  const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", ...files], {
    cwd: ALARMS,
    encoding: "utf8",
  });
  expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringMatching(/(?:SUCCESS\s+[^]*){2}/)]);
});
