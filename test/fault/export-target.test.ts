import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { createConnection, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { realDisk, setDisk, type AsyncFile, type Disk } from "../../firmware/files/disk.ts";
import type { Journal } from "../../firmware/journal/thread/client.ts";
import { FILES_GIVEN_MAX } from "../../firmware/journal/export/given-files.ts";
import { freshFolder, LOG, MEMORY, nextCommit } from "../../firmware/journal/store/journal.fixture.ts";
import { keyPathOf } from "../../firmware/journal/keys/keys.ts";
import { verifyPath } from "../../firmware/evidence/verify/verify-file.ts";
import { serveControl } from "../../firmware/net/control.ts";
import { answerControl, type CommandParts } from "../../firmware/unit/control/control-answers.ts";
import { COMMAND_IDLE_US, TAKES_PIECE } from "../../firmware/net/talk.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { fakeClock, type FakeClock } from "../../src/time/fake-clock.ts";
import { commandHere } from "../support/command.ts";
import { openJournalHere } from "../support/journal-in-thread.ts";

/** Exports and case files: whoever gives the command opens the file, and nothing that it meets there is the table's. */

/** More than a socket holds. */
const MANY = 1_500;

interface Running {
  readonly folder: string;
  readonly journal: Journal;
  readonly clock: FakeClock;
  /** What the table recorded. */
  readonly fed: Entry[];
  /** Commits one more record: the table goes on. */
  readonly goesOn: () => Promise<void>;
}

async function tableOf(folder: string, records: number): Promise<Journal> {
  const dir = join(folder, "recordings");
  mkdirSync(dir, { recursive: true });
  const journal = await openJournalHere({
    path: join(folder, "journal.db"),
    keyPath: keyPathOf(folder, LOG),
    log: LOG,
    recordings: { dir, keepBytes: 1_000_000 },
  });
  for (let n = 0; n < records; n++) {
    const { line, hash } = nextCommit(journal.head());
    await journal.commit({ line, hash });
  }
  return journal;
}

/** A folder with many records, made once and copied: each commit is a sync. */
const filled = mkdtempSync(join(MEMORY, "tirada-many-"));
beforeAll(async () => (await tableOf(filled, MANY)).close());
afterAll(() => rmSync(filled, { recursive: true }));

/** A journal in this process, and its socket for commands. */
async function running(records = 5): Promise<Running> {
  const folder = freshFolder();
  if (records === MANY) cpSync(filled, folder, { recursive: true });
  const journal = await tableOf(folder, records === MANY ? 0 : records);
  const clock = fakeClock();
  const fed: Entry[] = [];
  const unit = { feed: (entry: Entry) => Promise.resolve(void fed.push(entry)) };
  const parts = { journal, clock, unit, config: null } as unknown as CommandParts;
  const control = await serveControl(folder, clock, (asked, talk) => answerControl(parts, asked, talk));
  onTestFinished(async () => {
    setDisk();
    await control.close();
    await journal.close().catch(() => undefined);
  });
  const goesOn = async (): Promise<void> => {
    const { line, hash } = nextCommit(journal.head());
    await journal.commit({ line, hash });
  };
  return { folder, journal, clock, fed, goesOn };
}

const failing = (code: string): Error => Object.assign(new Error(`${code}: as the disk says, stat`), { code });

/** A disk on which everything below `place` fails, from a call of this name on. */
function setFailing(
  place: string,
  call: "open" | "lstatSync" | "statSync" | "write" | "sync",
  code: string,
): void {
  const strike = (path: unknown): void => {
    if (String(path).startsWith(place)) throw failing(code);
  };
  const openAsync: Disk["openAsync"] = async (path, flags, mode) => {
    if (call === "open") strike(path);
    const file = await realDisk.openAsync(path, flags, mode);
    if (!path.startsWith(place)) return file;
    let written = 0;
    const broken: AsyncFile = {
      close: () => file.close(),
      read: file.read.bind(file),
      writeFile: file.writeFile.bind(file),
      write: ((...given: Parameters<AsyncFile["write"]>) => {
        written += 1;
        return call === "write" && written > 1 ? Promise.reject(failing(code)) : file.write(...given);
      }) as AsyncFile["write"],
      sync: () => (call === "sync" ? Promise.reject(failing(code)) : file.sync()),
    };
    return broken;
  };
  const seen = <Name extends "lstatSync" | "statSync">(name: Name): Disk[Name] =>
    ((path: string, options: { throwIfNoEntry: false }) => {
      if (call === name) strike(path);
      return realDisk[name](path, options);
    }) as Disk[Name];
  setDisk({ ...realDisk, openAsync, lstatSync: seen("lstatSync"), statSync: seen("statSync") });
}

const trouble = [
  ["a folder that may not be searched", "statSync", "EACCES"],
  ["a file that may not be looked at", "lstatSync", "EACCES"],
  ["a folder that may not be written", "open", "EROFS"],
  ["a stick that is full", "write", "ENOSPC"],
  ["a stick that is pulled while the command writes", "write", "EIO"],
  ["a stick that fails at the end", "sync", "EIO"],
] as const;

describe.each([[], ["--case"]])("export %s to", (...options) => {
  test.each(trouble)("%s is one line with what to do, and the table goes on", async (_, call, code) => {
    const { folder, clock, fed, goesOn } = await running(MANY);
    const stick = freshFolder();
    setFailing(stick, call, code);
    const path = join(stick, "mesa-7");
    const { status, stderr, stdout } = await commandHere(["export", path, ...options, "--storage", folder]);
    setDisk();
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr.trimEnd().split("\n")).toEqual([expect.stringContaining("another stick or folder")]);
    expect(stderr).toContain(code);
    expect(stderr).not.toMatch(/restart|storage\.folder/);
    expect(readdirSync(stick)).toEqual([]);
    // A command that still holds the unit does not end until the unit lets go of it.
    await until(() => clock.waiting().length === 0);
    expect(fed).toEqual([]);
    await goesOn();
  });
});

test("an export is recorded with name, length and digest once the file is durable", async () => {
  const { folder, fed } = await running();
  const path = join(freshFolder(), "mesa-7.tirada-export");
  expect(await commandHere(["export", path, "--storage", folder])).toMatchObject({ status: 0, stderr: "" });
  const bytes = readFileSync(path);
  const sha512 = createHash("sha512").update(bytes).digest("hex");
  const detail = { what: "records", from: 0, to: 4, file: "mesa-7.tirada-export", bytes: bytes.length, sha512 };
  expect(fed).toMatchObject([{ event: "export", detail }]);
  expect(verifyPath(path)).toMatchObject({ ok: true, records: 5 });
});

test("a receipt that finds no room beside its export is one line, and leaves nothing", async () => {
  const { folder, journal } = await running();
  const stick = freshFolder();
  const path = join(stick, "mesa-7.tirada-export");
  expect(await commandHere(["export", path, "--storage", folder])).toMatchObject({ status: 0 });
  const there = readdirSync(stick);
  setFailing(stick, "sync", "ENOSPC");
  const words = ["--key", join(freshFolder(), "inspector.key.pem"), "--name", "dgoj.example/inspector-3"];
  const { status, stderr } = await commandHere(["receipt", path, "--vkey", journal.vkey, ...words]);
  setDisk();
  expect([status, stderr.trimEnd().split("\n")]).toEqual([
    2,
    [expect.stringContaining("another stick or folder")],
  ]);
  expect(readdirSync(stick)).toEqual(there);
});

/** A command that is not ours: it says what it likes, and reads what it likes. */
async function stranger(folder: string, line: object): Promise<Socket> {
  const socket = createConnection(join(folder, "unit.sock"));
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.pause();
  socket.write(`${JSON.stringify(line)}\n`);
  return socket;
}

const EXPORT = { do: "export", from: null, to: null, file: "x.tirada-export" } as const;
/** Turns after which what stands still will not move by itself. */
const STILL = 300;
const turn = (): Promise<void> => nextTurn();
const until = async (isSo: () => boolean): Promise<void> => {
  for (let turns = 0; !isSo(); turns++) {
    if (turns > 100_000) throw new Error("it never came");
    await turn();
  }
};

test("a reader that stops costs the table nothing and is left in time; more of them than may be are refused", async () => {
  const { folder, clock, fed, goesOn } = await running(MANY);
  const stopped: Socket[] = [];
  for (let n = 0; n < FILES_GIVEN_MAX; n++) stopped.push(await stranger(folder, EXPORT));
  // Each waits until its reader takes more.
  let turns = 0;
  await until(() => {
    const waiting = clock.waiting().filter((name) => name === TAKES_PIECE).length;
    turns = waiting === FILES_GIVEN_MAX ? turns + 1 : 0;
    return turns > STILL;
  });
  for (let n = 0; n < 20; n++) await goesOn();
  const path = join(freshFolder(), "x");
  expect(await commandHere(["export", path, "--storage", folder])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("are written already: wait for one") as string,
  });
  clock.advance(COMMAND_IDLE_US);
  for (const socket of stopped) socket.resume();
  await until(() => stopped.every((socket) => socket.destroyed));
  await until(() => clock.waiting().length === 0);
  expect(fed).toEqual([]);
  expect(await commandHere(["export", path, "--storage", folder])).toMatchObject({ status: 0 });
  expect(fed).toHaveLength(1);
});

test.each([
  ["goes without a word", null],
  ["says another digest", { file: EXPORT.file, bytes: 1, sha512: "0".repeat(128) }],
  ["says another name", "name"],
])("a command that %s has exported nothing", async (_, word) => {
  const { folder, fed, goesOn } = await running();
  const socket = await stranger(folder, EXPORT);
  let text = "";
  socket.on("data", (bytes) => (text += bytes.toString("latin1"))).resume();
  await until(() => /\{"given":.*\n$/.test(text));
  const { given } = JSON.parse(/\{"given":.*\n$/.exec(text)?.[0] ?? "") as {
    given: { bytes: number; sha512: string };
  };
  if (word === null) socket.destroy();
  else
    socket.write(
      `${JSON.stringify(word === "name" ? { file: "y", bytes: given.bytes, sha512: given.sha512 } : word)}\n`,
    );
  await until(() => socket.destroyed);
  if (word !== null) expect(text).toMatch(/is not durable where it was to go: nothing was recorded/);
  await goesOn();
  expect(fed).toEqual([]);
});

test.each(["../x", "a/b", "..", "x\ny", ""])("a unit takes no path from a command: %j", async (file) => {
  const { folder, fed } = await running();
  const socket = await stranger(folder, { ...EXPORT, file });
  let text = "";
  socket.on("data", (bytes) => (text += bytes.toString("latin1"))).resume();
  await until(() => socket.destroyed);
  expect(text).toMatch(/this request is not understood/);
  expect(fed).toEqual([]);
});

const ROOT = join(import.meta.dirname, "../..");
/** A tree in root's home is one that nobody else can run. */
const CANNOT_READ =
  /^tirada: user 54321, whose \/.* is, cannot read the program at \/.*: move it where that user may look, to \/opt for example, or install the package; nothing was done\n$/;
const mayEveryoneEnter = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 && (folder === "/" || mayEveryoneEnter(dirname(folder)));

/** A user of no name, who may not look into what is root's alone. */
const OTHER = 54_321;

// Another user's files can be made by root alone.
describe.runIf(process.getuid?.() === 0)("given by root, beside a stopped table of another user", () => {
  async function stoppedTable(): Promise<{ readonly folder: string; readonly place: string }> {
    const folder = freshFolder();
    const journal = await tableOf(folder, 5);
    await journal.close();
    for (const name of ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })])
      chownSync(join(folder, name), OTHER, OTHER);
    const place = freshFolder();
    chmodSync(place, 0o700);
    return { folder, place };
  }
  const ownersIn = (folder: string): readonly number[] => [
    ...new Set(
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
        (name) => statSync(join(folder, name)).uid,
      ),
    ),
  ];

  test.each([[["export"]], [["export", "--case"]]])("%s lies where root alone may write", async (words) => {
    const { folder, place } = await stoppedTable();
    const path = join(place, "mesa-7");
    const [command = "", ...options] = words;
    const ended = await commandHere([command, path, ...options, "--storage", folder]);
    if (!mayEveryoneEnter(ROOT)) {
      expect(ended).toMatchObject({ status: 4, stderr: expect.stringMatching(CANNOT_READ) as string });
      expect(readdirSync(place)).toEqual([]);
      return;
    }
    expect(ended).toMatchObject({ status: 0, stderr: "" });
    expect(verifyPath(path)).toMatchObject({ ok: true, records: 5 });
    expect([ownersIn(folder), ownersIn(place)]).toEqual([[OTHER], [0]]);
    expect([process.geteuid?.(), process.getegid?.()]).toEqual([0, 0]);
  });

  test("a key that takes over is the table's user's", async () => {
    const { folder } = await stoppedTable();
    const ended = await commandHere(["key", "rotate", "--storage", folder]);
    if (!mayEveryoneEnter(ROOT)) {
      expect(ended).toMatchObject({ status: 4, stderr: expect.stringMatching(CANNOT_READ) as string });
      return;
    }
    expect(ended).toMatchObject({ status: 0, stderr: "" });
    expect(ownersIn(folder)).toEqual([OTHER]);
    expect(existsSync(join(folder, "table.key.1.pem"))).toBe(true);
  });
});
