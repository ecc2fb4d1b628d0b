import { expect, it, onTestFinished } from "vitest";
import { ANALYSIS, DOCTOR, ReportDesk } from "../../firmware/screens/server/report-desk.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { until } from "../support/screen-line.ts";
import { configOf } from "../support/journal-reading.ts";
import { writeConfig } from "../support/table-process.ts";
import { temporaryFolder } from "../support/folder.ts";

/** The doctor as the technician's page has him look: a program of its own, which gets the configuration and leaves nothing. */

const CHILD = new URL("../../firmware/care/doctor/doctor-child.ts", import.meta.url).href;

function desk(module: string, input: string): ReportDesk {
  const made = new ReportDesk({ ...DOCTOR, module, input }, systemClock());
  onTestFinished(() => made.close());
  return made;
}

it("reports on a table that does not run, and is not begun twice", async () => {
  const config = configOf(writeConfig({ folder: temporaryFolder(), wheel: "/dev/serial/by-id/usb-none" }));
  const doctor = desk(CHILD, JSON.stringify({ config, configFolder: null }));
  expect(doctor.state).toEqual({ state: "none", at: null, report: null });
  expect(doctor.start().state).toBe("running");
  expect(doctor.start().state).toBe("running");
  await until("the report", () => doctor.state.state !== "running");
  expect(doctor.state).toMatchObject({
    state: "done",
    report: { format: "tirada-doctor/1", verdict: "stops", table: { name: config.table.name } },
  });
  // Whoever presses again at once gets the one that is there.
  expect(doctor.start().state).toBe("done");
});

it("says that it could not where the configuration is none", async () => {
  const doctor = desk(CHILD, "{");
  doctor.start();
  await until("the end", () => doctor.state.state !== "running");
  expect(doctor.state).toMatchObject({ state: "failed", report: null });
  expect(ANALYSIS.pauseUs).toBeGreaterThan(DOCTOR.pauseUs);
});
