import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { nextLine } from "../../../src/record/chain.ts";
import { LOG, ORIGIN } from "../../../src/record/vector.fixture.ts";
import { wallMs } from "../../../src/time/instant.ts";
import { realDisk, setDisk, type Disk } from "../../files/disk.ts";
import { JournalError } from "../../files/errors.ts";
import { CREDENTIAL, nextKeyPathOf } from "./key-files.ts";
import { keyPathOf } from "./keys.ts";
import { openStorage, type Storage } from "../store/open-storage.ts";
import { rotateKey, type Rotated } from "./rotate-key.ts";
import { startSealer, sealedName } from "../../evidence/log/sealed-format.ts";
import { journalKeys } from "../../evidence/log/stored-log.ts";
import { verifyPath } from "../../evidence/verify/verify-file.ts";

/** The key of a table that is stopped gives way: on a real folder, cut at every step. */

afterEach(() => {
  setDisk();
  vi.unstubAllEnvs();
});

function folderOf(): string {
  const folder = mkdtempSync("/dev/shm/tirada-rotate-");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const optionsOf = (folder: string, recordings = false) => ({
  path: join(folder, "journal.db"),
  keyPath: keyPathOf(folder, LOG),
  log: LOG,
  mode: "live" as const,
  maxPages: null,
  recordings: recordings ? { dir: join(folder, "recordings"), keepBytes: 1_000_000 } : null,
});

function commitOne({ store }: Storage): void {
  const { line, hash } = nextLine(store.head, { kind: "result" }, ORIGIN);
  store.commit({ line, hash });
}

/** A table that played three records and was stopped; returns its first vkey. */
function played(folder: string): string {
  const storage = openStorage(optionsOf(folder));
  for (let n = 0; n < 3; n++) commitOne(storage);
  storage.store.close();
  return storage.signer.verifier.vkey;
}

const rotate = (folder: string, reason: "planned" | "stolen" = "planned"): Rotated => {
  const { path, keyPath, log } = optionsOf(folder);
  return rotateKey({ path, keyPath, log, reason, rel: ORIGIN.rel, wall: wallMs(1_795_255_320_000) });
};

/** Opens the table, plays one record and stops; returns the vkey that signed it, and what was said. */
function playOn(
  folder: string,
  recordings = false,
): { readonly vkey: string; readonly notes: string; readonly place: string } {
  const storage = openStorage(optionsOf(folder, recordings));
  commitOne(storage);
  storage.recorder?.close();
  storage.store.close();
  return { vkey: storage.store.signer.verifier.vkey, notes: storage.notes.join("; "), place: storage.keyPlace };
}

const keyFilesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".pem"))
    .sort();

test("a rotation is a record of the old key, the next record is the new one's, and the old key is kept aside", () => {
  const folder = folderOf();
  const first = played(folder);
  const { seq, oldVkey, newVkey } = rotate(folder);
  expect([seq, oldVkey]).toEqual([3, first]);
  expect(newVkey).not.toBe(first);
  expect(keyFilesIn(folder)).toEqual(["table.key.1.pem", "table.key.pem"]);
  expect(statSync(join(folder, "table.key.pem")).mode & 0o777).toBe(0o600);
  const { vkey, place } = playOn(folder);
  expect([vkey, place]).toEqual([newVkey, "file"]);
  const again = rotate(folder, "stolen");
  expect(journalKeys(join(folder, "journal.db")).stated()).toEqual([
    { vkey: first, from: 0 },
    { vkey: newVkey, from: 4 },
    { vkey: again.newVkey, from: 6 },
  ]);
  playOn(folder);
  // The thief of the second key has what the first one's holder has: only the third is sound.
  for (const one of [first, newVkey]) expect(verifyPath(folder, { vkey: one }).ok).toBe(false);
  expect(verifyPath(folder, { vkey: again.newVkey }).problems).toEqual([]);
  expect(verifyPath(folder, { keys: `${first} since 0\n${again.newVkey} since 6\n` }).problems).toEqual([]);
});

test("a unit that runs keeps its key", () => {
  const folder = folderOf();
  played(folder);
  const { store } = openStorage(optionsOf(folder));
  expect(() => rotate(folder)).toThrow(/in use by another process/);
  expect(keyFilesIn(folder)).toEqual(["table.key.pem"]);
  store.close();
});

/** A disk of a machine that dies before its next change, so many changes after now. */
function dyingDisk(changes: number): Disk {
  let left = changes;
  const change = (): void => {
    if (left-- <= 0) throw Object.assign(new Error("the machine is off"), { code: "EIO" });
  };
  const dying: Record<string, unknown> = { ...realDisk };
  for (const name of [
    "writeSync",
    "fsyncSync",
    "fdatasyncSync",
    "linkSync",
    "renameSync",
    "unlinkSync",
    "rmSync",
  ] as const)
    dying[name] = (...given: never[]): unknown => {
      change();
      return (realDisk[name] as (...given: never[]) => unknown)(...given);
    };
  dying["openDatabase"] = (...given: Parameters<Disk["openDatabase"]>) => {
    const db = realDisk.openDatabase(...given);
    return {
      close: () => db.close(),
      prepare: (sql: string) => db.prepare(sql),
      exec: (sql: string) => {
        if (/^COMMIT/.test(sql)) change();
        db.exec(sql);
      },
    };
  };
  return dying as unknown as Disk;
}

test("cut at any point, the table goes on with the key that its records say, and a second try ends it", () => {
  const folder = folderOf();
  const first = played(folder);
  const found = new Set<string>();
  let ends = false;
  for (let changes = 0; !ends; changes++) {
    const copy = join(folder, `copy-${changes}`);
    mkdirSync(copy);
    for (const name of readdirSync(folder).filter((one) => !one.startsWith("copy-")))
      copyFileSync(join(folder, name), join(copy, name));
    setDisk(dyingDisk(changes));
    try {
      rotate(copy);
      ends = true;
    } catch (error) {
      expect(error).toBeInstanceOf(JournalError);
    }
    setDisk();
    const recorded = journalKeys(join(copy, "journal.db")).periods.length - 1;
    const on = playOn(copy);
    found.add(`${recorded} ${on.notes === "" ? "" : "said"}`);
    if (recorded === 0) expect(on.vkey).toBe(first);
    else expect(on.vkey).not.toBe(first);
    if (recorded === 0 && existsSync(nextKeyPathOf(join(copy, "table.key.pem"))))
      expect(on.notes).toContain("a new key that no record names");
    expect(keyFilesIn(copy)).toContain("table.key.pem");
    if (recorded === 0) rotate(copy);
    playOn(copy);
    expect(keyFilesIn(copy)).toEqual(["table.key.1.pem", "table.key.pem"]);
    const report = verifyPath(copy, { vkey: first });
    expect(report.problems).toEqual([]);
    expect(report.keys).toHaveLength(2);
    rmSync(copy, { recursive: true });
    expect(changes).toBeLessThan(200);
  }
  expect([...found].sort()).toEqual(["0 ", "0 said", "1 "]);
});

describe("what was sealed with the key that gave way", () => {
  test("opens still, and then the old key is removed; what cannot be opened keeps it", () => {
    const folder = folderOf();
    const dir = join(folder, "recordings");
    mkdirSync(dir);
    const storage = openStorage(optionsOf(folder, true));
    commitOne(storage);
    storage.recorder?.close();
    storage.store.close();
    const place = { segment: "shoe-000001", from: 5 };
    writeFileSync(join(dir, "shoe-000001.jsonl"), "open\n");
    const sealer = startSealer(place, "ab".repeat(32), storage.signer);
    const sealed = join(dir, sealedName(place));
    writeFileSync(sealed, sealer.header + sealer.line(Buffer.from("card 2\n")));
    rotate(folder);
    expect(keyFilesIn(folder)).toContain("table.key.1.pem");
    const whole = readFileSync(sealed);
    const torn = Buffer.from(whole);
    torn[torn.length - 8] = (torn[torn.length - 8] ?? 0) ^ 1;
    writeFileSync(sealed, torn);
    expect(playOn(folder, true).notes).toContain("cannot be opened whole");
    expect(keyFilesIn(folder)).toContain("table.key.1.pem");
    rmSync(sealed.replace(".sealed", ".damaged"));
    writeFileSync(sealed, whole);
    expect(playOn(folder, true).notes).toContain("table.key.1.pem was removed");
    expect(readFileSync(join(dir, "shoe-000001.jsonl"), "utf8")).toBe("open\ncard 2\n");
    expect(keyFilesIn(folder)).toEqual(["table.key.pem"]);
  });
});

describe("a key at rest as a credential of the service manager", () => {
  /** The key of the folder becomes the credential, as systemd lays it down. */
  function credential(folder: string, mode = 0o440): string {
    const credentials = join(folder, "credentials");
    mkdirSync(credentials, { recursive: true });
    const path = join(credentials, CREDENTIAL);
    rmSync(path, { force: true });
    renameSync(join(folder, "table.key.pem"), path);
    chmodSync(path, mode);
    vi.stubEnv("CREDENTIALS_DIRECTORY", credentials);
    return path;
  }

  test("signs, and is told from a file; without it the table does not start", () => {
    const folder = folderOf();
    const first = played(folder);
    for (const mode of [0o400, 0o440]) {
      const path = credential(folder, mode);
      expect(playOn(folder)).toEqual({ vkey: first, notes: "", place: "credential" });
      chmodSync(path, 0o600);
      renameSync(path, join(folder, "table.key.pem"));
    }
    expect(playOn(folder)).toMatchObject({ place: "file" });
    credential(folder);
    vi.stubEnv("CREDENTIALS_DIRECTORY", "");
    expect(() => playOn(folder)).toThrow(/table\.key\.pem is missing, but the journal exists/);
  });

  test("that others can read, or of a test table, is refused", () => {
    const folder = folderOf();
    played(folder);
    const path = credential(folder, 0o444);
    expect(() => playOn(folder)).toThrow(/open to others \(mode 0444\)/);
    chmodSync(path, 0o600);
    writeFileSync(path, readFileSync(path, "utf8").replace("tirada table key", "tirada test key"));
    chmodSync(path, 0o400);
    expect(() => playOn(folder)).toThrow(/is the key of a test table/);
  });

  test("begins a log where there is none", () => {
    const other = folderOf();
    played(other);
    const folder = folderOf();
    copyFileSync(join(other, "table.key.pem"), join(folder, "table.key.pem"));
    chmodSync(join(folder, "table.key.pem"), 0o600);
    credential(folder);
    expect(playOn(folder)).toMatchObject({ place: "credential" });
    expect(keyFilesIn(folder)).toEqual([]);
  });

  test("gives way to a file, which is to be encrypted anew; a key left in plain beside it is told", () => {
    const folder = folderOf();
    const first = played(folder);
    const path = credential(folder);
    const { newVkey, notes } = rotate(folder);
    expect(notes.join()).toContain("holds an earlier key: encrypt");
    expect(keyFilesIn(folder)).toEqual(["table.key.pem"]);
    const on = playOn(folder);
    expect(on).toMatchObject({ vkey: newVkey, place: "file" });
    expect(on.notes).toContain("holds an earlier key: encrypt");
    chmodSync(path, 0o600);
    copyFileSync(join(folder, "table.key.pem"), path);
    chmodSync(path, 0o400);
    const both = playOn(folder);
    expect(both).toMatchObject({ vkey: newVkey, place: "credential" });
    expect(both.notes).toContain("in plain beside the credential");
    expect(verifyPath(folder, { vkey: first }).problems).toEqual([]);
  });
});

test.each([
  ["open to others", (path: string) => chmodSync(path, 0o644), /open to others/],
  [
    "of a test table",
    (path: string) => writeFileSync(path, readFileSync(path, "utf8").replace("table key", "test key")),
    /of a test table/,
  ],
  ["no key", (path: string) => writeFileSync(path, "tirada table key\n"), /not readable as PEM/],
])("a next key that is %s is refused", (_, damage, says) => {
  const folder = folderOf();
  played(folder);
  const path = nextKeyPathOf(join(folder, "table.key.pem"));
  copyFileSync(join(folder, "table.key.pem"), path);
  chmodSync(path, 0o600);
  damage(path);
  expect(() => playOn(folder)).toThrow(says);
});
