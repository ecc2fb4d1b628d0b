import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { fakeClock } from "../../../src/time/fake-clock.ts";
import { fileOf, SMALL_FILES, writeSmallRelease } from "../../delivery/releases/small-release.fixture.ts";
import { platformHere } from "../../delivery/releases/release-folder.ts";
import { unpackRelease } from "../../delivery/releases/unpack.ts";
import { refusesResults } from "../../../src/codes/faults.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import type { StandingFault } from "../../../src/table/kernel/durable/durable.ts";
import type { Config } from "../../table/config/config.ts";
import { askedUpdater } from "./asked-updater.ts";
import { OWN_FILES_EVERY_US, OwnFiles } from "./own-files.ts";

/** A small release for this machine, installed, and the check of it as a table makes it. */
async function installed() {
  const from = temporaryFolder();
  const known = writeSmallRelease(from, {
    change: (manifest) => ({ ...manifest, platform: platformHere() ?? "linux-x64" }),
  });
  const slot = await unpackRelease(join(temporaryFolder(), "rel"), { from, known, platform: null });
  const clock = fakeClock();
  const notices: string[] = [];
  const release = { version: "1.2.3", manifest: known.digest };
  const options = { folder: slot, release, clock, onNotice: (line: string) => void notices.push(line) };
  return { slot, clock, notices, options };
}

/** A table that only keeps the faults that it is fed. */
function keeper(faults: StandingFault[] = []) {
  const fed: Entry[] = [];
  const unit = {
    shown: { durable: { faults } },
    feed: (entry: Entry) => {
      fed.push(entry);
      if (entry.k === "fault" && entry.stands)
        faults.push({ device: entry.device, code: entry.code } as StandingFault);
      return Promise.resolve();
    },
  };
  return { fed, unit };
}

const script = SMALL_FILES.map(fileOf).find(({ path }) => path.endsWith(".mjs"))?.path ?? "";

test("a start with every file in order goes on, and ends the fault of an earlier run", async () => {
  const { options } = await installed();
  const files = new OwnFiles(options);
  await files.requireWhole();
  const { fed, unit } = keeper([{ device: "unit", code: "program-changed" } as StandingFault]);
  await files.watch(unit);
  files.stop();
  expect(fed).toMatchObject([
    { k: "fault", device: "unit", code: "program-changed", stands: false },
    { event: "check", detail: { of: "program-files", passed: true, manifest: options.release.manifest } },
  ]);
});

test.each([
  [
    "a changed file",
    (slot: string) => writeFileSync(join(slot, script), "process.exit(1);\n"),
    / is not what the manifest says/,
  ],
  [
    "a file more",
    (slot: string) => writeFileSync(join(slot, "more.js"), ""),
    /more\.js is there, and the manifest does not name it/,
  ],
  ["other rights", (slot: string) => chmodSync(join(slot, script), 0o646), /has other rights/],
  ["another manifest", (slot: string) => writeFileSync(join(slot, "release.json"), "{}"), /release\.json/],
] as const)("a start with %s ends with status 7 and one line", async (_name, change, why) => {
  const { slot, options } = await installed();
  change(slot);
  const refused = await new OwnFiles(options).requireWhole().catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 7, message: expect.stringMatching(why) as string });
  expect((refused as Error).message).not.toContain("\n");
});

test("a file that is changed while the table plays is found within a day, and nothing is certified", async () => {
  const { slot, clock, notices, options } = await installed();
  const files = new OwnFiles(options);
  await files.requireWhole();
  const { fed, unit } = keeper();
  await files.watch(unit);
  const passed = { event: "check", detail: { of: "program-files", passed: true, failed: null } };
  expect(fed).toMatchObject([passed]);
  clock.advance(OWN_FILES_EVERY_US);
  await vi.waitFor(() => expect(fed).toHaveLength(2), 30_000);
  writeFileSync(join(slot, script), "process.exit(1);\n");
  clock.advance(OWN_FILES_EVERY_US);
  await vi.waitFor(() => expect(fed).toHaveLength(4), 30_000);
  files.stop();
  expect(fed).toMatchObject([
    passed,
    passed,
    {
      event: "check",
      detail: { of: "program-files", passed: false, failed: `${script} is not what the manifest says` },
    },
    { code: "program-changed", stands: true, detail: { what: `${script} is not what the manifest says` } },
  ]);
  expect(refusesResults("program-changed")).toBe(true);
  expect(notices.join()).toContain("nothing is certified");
});

test("a door that is opened, and one that is closed, has the files read again at once", async () => {
  const { slot, options } = await installed();
  const files = new OwnFiles(options);
  await files.requireWhole();
  const faults = [{ device: "panel", code: "panel-cover-open" } as StandingFault];
  const { fed, unit } = keeper(faults);
  await files.watch(unit);
  files.followDoors(unit);
  expect(fed).toHaveLength(1);
  faults.push({ device: "wheel", code: "tamper" } as StandingFault);
  files.followDoors(unit);
  files.followDoors(unit);
  await vi.waitFor(() => expect(fed).toHaveLength(2), 30_000);
  writeFileSync(join(slot, script), "process.exit(1);\n");
  faults.length = 0;
  files.followDoors(unit);
  await vi.waitFor(() => expect(fed).toHaveLength(4), 30_000);
  files.stop();
  expect(fed.slice(1)).toMatchObject([
    { event: "check", detail: { of: "program-files", passed: true } },
    { event: "check", detail: { of: "program-files", passed: false } },
    { code: "program-changed", stands: true },
  ]);
});

test("behind a door the updater is asked, too: a release that nobody signed certifies nothing", async () => {
  const { options } = await installed();
  const answers = [
    { ok: true, result: { rel: options.release.manifest, difference: null } },
    { ok: false, why: "it does not know the question" },
    { ok: true, result: { rel: options.release.manifest, difference: "nobody signed it" } },
  ] as const;
  const asked = answers[Symbol.iterator]();
  const update = { socket: "/none" } as NonNullable<Config["update"]>;
  const askUpdater = askedUpdater({ update }, options.onNotice, () =>
    Promise.resolve(asked.next().value ?? { ok: false, why: "asked too often" }),
  );
  const files = new OwnFiles({ ...options, askUpdater });
  await files.requireWhole();
  const faults: StandingFault[] = [];
  const { fed, unit } = keeper(faults);
  await files.watch(unit);
  for (const [seen, door] of [
    [3, "tamper"],
    [4, "panel-cover-open"],
    [7, "shoe-opened"],
  ] as const) {
    faults.push({ device: "wheel", code: door } as StandingFault);
    files.followDoors(unit);
    await vi.waitFor(() => expect(fed).toHaveLength(seen), 30_000);
  }
  files.stop();
  expect(fed.slice(1)).toMatchObject([
    { event: "check", detail: { of: "program-files", passed: true } },
    { event: "check", detail: { of: "program-signed", passed: true, failed: null } },
    { event: "check", detail: { of: "program-files", passed: true } },
    { event: "check", detail: { of: "program-files", passed: true } },
    { event: "check", detail: { of: "program-signed", passed: false, failed: "nobody signed it" } },
    { code: "program-changed", stands: true, detail: { what: "nobody signed it" } },
  ]);
});

test("a table that stops while its files are read again has found nothing", async () => {
  const { clock, notices, options } = await installed();
  const files = new OwnFiles(options);
  await files.requireWhole();
  const { fed, unit } = keeper();
  await files.watch(unit);
  clock.advance(OWN_FILES_EVERY_US);
  files.stop();
  // A whole check of its own takes longer than the end of the one that was stopped.
  await new OwnFiles(options).requireWhole();
  expect(fed).toMatchObject([{ event: "check" }]);
  expect(notices).toEqual([]);
});

test("a program from its source has nothing to check, and leaves no fault standing", async () => {
  const { options } = await installed();
  const files = new OwnFiles({ ...options, folder: null });
  await files.requireWhole();
  const { fed, unit } = keeper([{ device: "unit", code: "program-changed" } as StandingFault]);
  await files.watch(unit);
  expect(fed).toMatchObject([{ stands: false }]);
});
