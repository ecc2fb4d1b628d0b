import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { EXIT } from "../../firmware/problem.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import type { DiskFault } from "../support/disk-faults.ts";
import { smallDisk, temporaryFolder } from "../support/folder.ts";
import { configOf, readJournal, viewAfter, viewSetupOf } from "../support/journal-reading.ts";
import { wheelIn } from "../support/played-table.ts";
import { expectProblem } from "../support/problem.ts";
import { JEFE } from "../support/running-table.ts";
import { screenLine, until, type ScreenLine } from "../support/screen-line.ts";
import {
  runCommand,
  startProcess,
  writeConfig,
  type Ended,
  type TableProcess,
} from "../support/table-process.ts";
import { cheapPinHash } from "../support/pin.ts";
import { sampleOfRun, ALL } from "../support/volume.ts";

/** The disk lets the table down: what was shown is kept, and one line says what to do. */

const clock = systemClock();
const PRELOAD = new URL("../support/failing-disk-preload.ts", import.meta.url).href;

const start = (config: string): Promise<Ended> => runCommand(["start", "--config", config]);

/** Whatever the screens showed is in the journal as it lies. */
function expectKept(journal: string, config: string, screen: ScreenLine): void {
  expect(verifyPath(journal).problems).toEqual([]);
  const records = readJournal(journal);
  const setup = viewSetupOf(configOf(config));
  const shown = screen.views.filter((view) => view.device.faults.every(({ code }) => code !== "unit-stopped"));
  expect(shown.length).toBeGreaterThan(2);
  for (const view of shown) expect(view).toEqual(viewAfter(records[view.seq]!, setup));
}

/** Fills a disk up to so many KiB below its end. */
function fill(disk: string, leaveKib: number): void {
  const free = Number(execFileSync("df", ["--output=avail", "-k", disk], { encoding: "utf8" }).split("\n")[1]);
  writeFileSync(join(disk, "filler"), Buffer.alloc(Math.max(0, free - leaveKib) * 1024, 1));
}

describe("a disk", () => {
  test("that fills up during play ends certifying: one line, and everything that was shown is kept", async () => {
    const folder = temporaryFolder();
    const disk = smallDisk(8_192);
    const wheel = await wheelIn(folder);
    const people = [{ ...JEFE, pin: cheapPinHash(JEFE.pin) }];
    const config = writeConfig({
      folder,
      wheel: wheel.path,
      people,
      ...(disk === null ? {} : { storage: join(disk, "storage") }),
    });
    const journal = join(configOf(config).storage.folder, "journal.db");
    // Where nothing can be mounted, no file of the process may grow over this many bytes.
    const table = startProcess(["start", "--config", config], disk === null ? { fileLimit: 400_000 } : {});
    const url = await table.url;
    const screen = await screenLine(url);
    const control = await screenLine(url, "control");
    await control.signIn(JEFE.name, JEFE.pin);
    wheel.play();
    await screen.view((view) => view.round >= 2);
    if (disk !== null) fill(disk, 150);
    const done = await pressUntilOver(control, table);
    const ended = await table.ended;
    expectProblem(ended, EXIT.storage, /disk is full|no space left|disk I\/O error/i);
    expectKept(journal, config, screen);
    const stored = readJournal(journal).filter(({ body }) => body.kind === "key").length;
    expect(done.said, "nobody read that a key was done that is not in the journal").toBeLessThanOrEqual(stored);
    expect(done.refused).toBe(true);
    expect(screen.views.at(-1)?.device.faults[0]?.code).toBe("unit-stopped");
    // With room again it goes on where the journal ends.
    if (disk === null) return;
    rmSync(join(disk, "filler"));
    const again = startProcess(["start", "--config", config]);
    const back = await screenLine(await again.url);
    await back.view((view) => view.round > screen.views.at(-1)!.round && view.verdict?.kind === "result");
    again.child.kill("SIGTERM");
    expect((await again.ended).status).toBe(0);
    expectKept(journal, config, back);
  }, 120_000);

  if (ALL)
    test("that is full when the table is asked to stop is told, although everything else is in order", async () => {
      const folder = temporaryFolder();
      const disk = smallDisk(4_096);
      const wheel = await wheelIn(folder);
      const config = writeConfig({
        folder,
        wheel: wheel.path,
        ...(disk === null ? {} : { storage: join(disk, "storage") }),
      });
      const journal = join(configOf(config).storage.folder, "journal.db");
      const table = startProcess(["start", "--config", config]);
      await table.url;
      await table.line("wheel: connected");
      if (disk === null) execFileSync("prlimit", [`--pid=${table.child.pid}`, "--fsize=4096"]);
      else fill(disk, 0);
      table.child.kill("SIGTERM");
      expectProblem(await table.ended, EXIT.storage, /disk is full|no space left|disk I\/O error/i);
      expect(verifyPath(journal)).toMatchObject({ ok: true, records: 3 });
    });

  test("that is full at the start, or cannot be written, is refused", async () => {
    const disk = smallDisk(2_048);
    if (disk === null) {
      const config = writeConfig({ folder: temporaryFolder(), wheel: "/dev/none" });
      const limited = startProcess(["start", "--config", config], { fileLimit: 4_096 });
      expectProblem(await limited.ended, EXIT.storage, /journal/);
      return;
    }
    const folder = temporaryFolder();
    const config = writeConfig({ folder, wheel: "/dev/none", storage: join(disk, "storage") });
    fill(disk, 0);
    expectProblem(await start(config), EXIT.storage, /disk is full|no space left/i);
    execFileSync("mount", ["-o", "remount,ro", disk]);
    expectProblem(await start(config), EXIT.storage, /read-only/i);
  });

  test("of which the folder is a file, or its name is too long for the system, is refused", async () => {
    const folder = temporaryFolder();
    const wheel = await wheelIn(folder);
    writeFileSync(join(folder, "storage"), "");
    expectProblem(await start(writeConfig({ folder, wheel: wheel.path })), EXIT.storage, /storage/);
    const long = join(folder, "x".repeat(120));
    const table = startProcess([
      "start",
      "--config",
      writeConfig({ folder, wheel: wheel.path, storage: long }),
    ]);
    const outcome = await Promise.race([table.url.then(() => "runs"), table.ended.then(() => "ended")]);
    table.child.kill("SIGTERM");
    const ended = await table.ended;
    if (outcome === "ended") expectProblem(ended, EXIT.storage, /storage/);
    else expect(ended.status).toBe(0);
  });
});

/** A disk that fails at the next call of the journal's thread, in each way that a call can fail. */
const FAILING: readonly (readonly [DiskFault, RegExp])[] = [
  ["io-once", /EIO|disk I\/O error|i\/o error/i],
  ["read-only", /EROFS|readonly database/],
  ["io-for-ever", /EIO|disk I\/O error/i],
  ["full", /ENOSPC|disk is full/],
];

test.each(sampleOfRun(FAILING, 1, "failing disk of a unit"))(
  "a disk that fails (%s) ends certifying: one line, status 4, screens that say so, and everything that was shown is kept",
  async (fault, words) => {
    const folder = temporaryFolder();
    const wheel = await wheelIn(folder);
    const config = writeConfig({ folder, wheel: wheel.path });
    const sign = join(folder, "fail");
    const table = startProcess(["start", "--config", config], {
      env: { NODE_OPTIONS: `--import=${PRELOAD}`, TIRADA_TEST_DISK: `${fault} ${sign}` },
    });
    const screen = await screenLine(await table.url);
    wheel.play();
    await screen.view((view) => view.round >= 2);
    writeFileSync(sign, "");
    expectProblem(await table.ended, EXIT.storage, words);
    expect(screen.views.at(-1)?.device.faults[0]?.code).toBe("unit-stopped");
    expectKept(join(folder, "storage", "journal.db"), config, screen);
  },
  120_000,
);

/** Presses a harmless key again and again. How often was it said to be done, and was a press refused at the end? */
async function pressUntilOver(
  control: ScreenLine,
  table: TableProcess,
): Promise<{ said: number; refused: boolean }> {
  let said = 0;
  let refused = false;
  const over = { yes: false };
  void table.ended.then(() => (over.yes = true));
  while (!over.yes && control.closed.code === null) {
    const answer = await control.press({ key: "last-three-spins" });
    if (answer === "done") said++;
    else if (answer.startsWith("refused")) refused = true;
    await clock.sleep(60_000);
  }
  return { said, refused };
}

if (ALL)
  test("a second unit on the same folder is refused, and the first plays on", async () => {
    const folder = temporaryFolder();
    const wheel = await wheelIn(folder);
    const config = writeConfig({ folder, wheel: wheel.path });
    const first = startProcess(["start", "--config", config]);
    const screen = await screenLine(await first.url);
    wheel.play();
    await screen.view((view) => view.round >= 2);
    const before = screen.views.length;
    expectProblem(await start(config), EXIT.storage, /in use by another process/);
    await until("the first goes on", () => screen.views.length > before + 5);
    first.child.kill("SIGTERM");
    expect((await first.ended).status).toBe(0);
    expectKept(join(folder, "storage", "journal.db"), config, screen);
  });

test("a table whose journal is moved away while nothing happens ends certifying within seconds, and says so", async () => {
  const folder = temporaryFolder();
  const wheel = await wheelIn(folder);
  const config = writeConfig({ folder, wheel: wheel.path });
  const journal = join(folder, "storage", "journal.db");
  const table = startProcess(["start", "--config", config]);
  const screen = await screenLine(await table.url);
  wheel.play();
  await screen.view((view) => view.round >= 2);
  wheel.pause();
  renameSync(journal, join(folder, "away"));
  expectProblem(await table.ended, EXIT.storage, /journal\.db was deleted or moved/);
  expect(screen.views.at(-1)?.device.faults[0]?.code).toBe("unit-stopped");
  renameSync(join(folder, "away"), journal);
  expectKept(journal, config, screen);
}, 120_000);

if (ALL)
  test("what the journal lost is there again after a start of the whole unit, and a missing journal is no new one", async () => {
    const folder = temporaryFolder();
    const wheel = await wheelIn(folder);
    const config = writeConfig({ folder, wheel: wheel.path });
    const journal = join(folder, "storage", "journal.db");
    const first = startProcess(["start", "--config", config]);
    const screen = await screenLine(await first.url);
    wheel.play();
    await screen.view((view) => view.round >= 3);
    first.child.kill("SIGKILL");
    await first.ended;
    wheel.pause();
    const log = readFileSync(`${journal}-wal`);
    log[8]! ^= 1;
    writeFileSync(`${journal}-wal`, log);
    const second = startProcess(["start", "--config", config]);
    await second.url;
    second.child.kill("SIGTERM");
    expect(await second.ended).toMatchObject({ status: 0 });
    expectKept(journal, config, screen);
    expect(readJournal(journal).some(({ body }) => body.kind === "restored")).toBe(true);
    rmSync(journal);
    expectProblem(
      await start(config),
      EXIT.storage,
      /the journal .* is missing: restore it, or begin a new log/,
    );
  }, 120_000);
