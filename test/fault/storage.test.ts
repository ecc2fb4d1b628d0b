import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { hashPin } from "../../firmware/display/client.ts";
import { verifyPath } from "../../firmware/journal/verify-file.ts";
import { EXIT } from "../../firmware/unit/problem.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { capturedWheel, type CapturedWheel } from "../support/captured-wheel.ts";
import { smallDisk, temporaryFolder } from "../support/folder.ts";
import { configOf, readJournal, viewAfter, viewSetupOf } from "../support/journal-reading.ts";
import { expectProblem } from "../support/problem.ts";
import { screenLine, until, type ScreenLine } from "../support/screen-line.ts";
import {
  runCommand,
  startProcess,
  writeConfig,
  type Ended,
  type TableProcess,
} from "../support/table-process.ts";
import { JEFE } from "../support/running-table.ts";

/** The disk lets the table down, or somebody touched it: what was shown is kept, and one line says what to do. */

const clock = systemClock();

async function wheelIn(folder: string, speed = 150): Promise<CapturedWheel> {
  const wheel = await capturedWheel(folder, clock, speed);
  onTestFinished(() => wheel.close());
  return wheel;
}

interface Played {
  readonly folder: string;
  readonly config: string;
  readonly journal: string;
  readonly wheel: CapturedWheel;
}

/** A table that has played some rounds and was stopped in order. */
async function played(): Promise<Played> {
  const folder = temporaryFolder();
  const wheel = await wheelIn(folder);
  const config = writeConfig({ folder, wheel: wheel.path });
  const table = startProcess(["start", "--config", config]);
  const screen = await screenLine(await table.url);
  wheel.play();
  await screen.view((view) => view.round >= 3 && view.verdict?.kind === "result");
  wheel.pause();
  table.child.kill("SIGTERM");
  const { status, stderr } = await table.ended;
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return { folder, config, journal: join(folder, "storage", "journal.db"), wheel };
}

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
    const people = [{ ...JEFE, pin: await hashPin(JEFE.pin) }];
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
    const kept = readJournal(journal).filter(({ body }) => body.kind === "key").length;
    expect(done.said, "nobody read that a key was done that is not in the journal").toBeLessThanOrEqual(kept);
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
    expect(verifyPath(journal)).toMatchObject({ ok: true, records: 2 });
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

describe("a journal that somebody touched", () => {
  test("is refused at the start with the record's number, and left as it is", async () => {
    const { config, journal } = await played();
    const result = readJournal(journal).findLast(({ body }) => body.kind === "result")!;
    const db = new DatabaseSync(journal);
    const trigger = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'record_no_update'").get()?.["sql"];
    db.exec("DROP TRIGGER record_no_update");
    const pocket = /"pocket":"(\d+)"/.exec(result.line)?.[1] ?? "";
    const changed = result.line.replace(`"pocket":"${pocket}"`, `"pocket":"${pocket === "7" ? "8" : "7"}"`);
    db.prepare("UPDATE record SET line = ? WHERE seq = ?").run(changed, result.seq);
    db.exec(String(trigger));
    db.close();
    const bytes = readFileSync(journal);
    expectProblem(await start(config), EXIT.storage, new RegExp(`record ${result.seq}\\b.*copy the`));
    expect(readFileSync(journal).equals(bytes)).toBe(true);
    const report = await runCommand(["verify", journal]);
    expect(report.status).toBe(EXIT.notValid);
    expect(report.stdout).toContain(`record ${result.seq}:`);
  });

  test.each([
    ["with a flipped bit", (path: string) => flip(path, statSync(path).size - 2_000)],
    ["cut to half", (path: string) => truncateSync(path, Math.floor(statSync(path).size / 8_192) * 4_096)],
    ["that is another file", (path: string) => writeFileSync(path, "not a journal ".repeat(1_000))],
    ["without its newest records", dropNewest],
    ["whose state was changed", changeState],
  ])("%s is refused", async (_what, spoil) => {
    const { config, journal } = await played();
    spoil(journal);
    expectProblem(await start(config), EXIT.storage, /journal/);
  });

  test("of another log is refused", async () => {
    const { folder, wheel } = await played();
    const other = writeConfig({ folder, wheel: wheel.path, log: "tirada.test/other" });
    expectProblem(
      await start(other),
      EXIT.usage,
      /tirada\.test\/table.*tirada\.test\/other|tirada\.test\/other/,
    );
  });
});

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 0x10;
  writeFileSync(path, bytes);
}

function edit(path: string, sql: string, ...triggers: string[]): void {
  const db = new DatabaseSync(path);
  const texts = triggers.map((name) =>
    String(db.prepare("SELECT sql FROM sqlite_schema WHERE name = ?").get(name)?.["sql"]),
  );
  for (const name of triggers) db.exec(`DROP TRIGGER ${name}`);
  db.exec(sql);
  for (const text of texts) db.exec(text);
  db.close();
}

function dropNewest(path: string): void {
  const drop = "DELETE FROM snapshot; DELETE FROM record WHERE seq >= (SELECT max(seq) - 2 FROM record)";
  edit(path, drop, "record_no_delete");
}

function changeState(path: string): void {
  edit(path, `UPDATE snapshot SET body = replace(body, '"open":true', '"open":false')`);
}

describe("the signing key", () => {
  test.each<[string, (path: string) => void, RegExp]>([
    [
      "is damaged",
      (path) => writeFileSync(path, readFileSync(path, "utf8").replace(/\n.{4}/, "\n!!!!")),
      /key/,
    ],
    ["is empty", (path) => writeFileSync(path, ""), /key/],
    ["is missing", (path) => rmSync(path), /missing.*restore the key/],
    ["is open to others", (path) => chmodSync(path, 0o644), /0644/],
    ["is a folder", folderInstead, /key/],
    ["is another table's", otherKey, /signed with/],
  ])("that %s is refused", async (_what, spoil, says) => {
    const { config, journal } = await played();
    const key = join(journal, "..", "table.key.pem");
    expect(existsSync(key)).toBe(true);
    const before = readJournal(journal).length;
    spoil(key);
    expectProblem(await start(config), EXIT.storage, says);
    expect(readJournal(journal)).toHaveLength(before);
  });
});

function folderInstead(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

function otherKey(path: string): void {
  execFileSync("openssl", ["genpkey", "-algorithm", "ed25519", "-out", path], { stdio: "ignore" });
  chmodSync(path, 0o600);
}
