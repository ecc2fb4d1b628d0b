import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { realDisk, setDisk } from "../../files/disk.ts";
import { openForWriting } from "../../evidence/log/database.ts";
import { newLog, writeOrCompareLog } from "../../evidence/log/stored-log.ts";
import { signerFromSeed } from "../../../src/record/vector.fixture.ts";
import { EXIT, Problem } from "../../problem.ts";
import { requireFirstJournal } from "./known-log.ts";
import { NO_PROGRESS, progressPathOf, writeProgress } from "./progress.ts";

const LOG = "tirada.example/casino-1/table-07";

/** A machine with a table that has begun its log, and what a start with another storage folder says. */
function machine() {
  const root = temporaryFolder();
  const configPath = join(root, "etc", "table.yaml");
  const folder = join(root, "var", "table-07");
  for (const one of [join(root, "etc"), folder, join(root, "far")]) mkdirSync(one, { recursive: true });
  const signer = signerFromSeed(LOG, "11".repeat(32));
  const { db } = openForWriting(join(folder, "journal.db"), null, newLog(signer));
  writeOrCompareLog(db, signer);
  db.close();
  const start = (at: string, log = LOG, config = configPath): string => {
    try {
      requireFirstJournal({ log, folder: at, configPath: config });
      return "begins";
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // Whoever sets up in Basque reads it in Basque.
      expect(new Set(Object.values(error.words ?? {})).size).toBe(4);
      return `${error.status} ${error.message}`;
    }
  };
  const isSetUp = (): void =>
    writeProgress(configPath, {
      ...NO_PROGRESS,
      draft: { table: { log: LOG } },
      done: ["key"],
      made: [{ kind: "journal", path: folder }],
    });
  return { root, configPath, folder, start, isSetUp };
}

it("a wrong letter in the storage folder begins no second journal", () => {
  const { root, folder, start } = machine();
  expect(start(folder)).toBe("begins");
  expect(start(join(root, "var", "table-7"))).toMatch(
    new RegExp(`^${EXIT.storage} .*was begun in ${folder}: correct storage.folder`),
  );
  expect(start(join(root, "var", "table-8"), "tirada.example/casino-1/table-08")).toBe("begins");
});

it("a folder beside it that the table's user may not look into stands in no table's way", () => {
  const { root, start } = machine();
  const locked = join(root, "var", "lost+found");
  mkdirSync(locked);
  const refuse = (code: string): void =>
    setDisk({
      ...realDisk,
      statSync: ((path, options) => {
        if (String(path).startsWith(`${locked}/`)) throw Object.assign(new Error(code), { code, path });
        return realDisk.statSync(path, options);
      }) as typeof realDisk.statSync,
    });
  onTestFinished(() => setDisk());
  refuse("EACCES");
  expect(start(join(root, "var", "table-8"), `${LOG}b`)).toBe("begins");
  expect(start(join(root, "var", "table-8"))).toContain("was begun in");
  // A disk that fails may be the one with the journal.
  refuse("EIO");
  expect(() => start(join(root, "var", "table-8"), `${LOG}b`)).toThrow("EIO");
});

it("the set-up of a table knows its log wherever it lies, and when its disk is not mounted", () => {
  const { root, folder, start, isSetUp } = machine();
  expect(start(join(root, "far", "table-7"))).toBe("begins");
  isSetUp();
  expect(start(join(root, "far", "table-7"))).toContain(`was begun in ${folder}`);
  renameSync(folder, join(root, "away"));
  expect(start(folder)).toMatch(/^4 .*neither journal nor key any more.*mount its disk/);
  expect(start(join(root, "far", "table-7"))).toContain(`was begun in ${folder}`);
  // Its key was put back: what the second copy holds comes back from there.
  mkdirSync(folder);
  writeFileSync(join(folder, "table.key.pem"), "");
  expect(start(folder)).toBe("begins");
});

it("a copied configuration begins no second journal of its log", () => {
  const { root, folder, configPath, start } = machine();
  writeFileSync(configPath, `storage: { folder: ${folder} }\n`);
  const copy = join(root, "etc", "copy.yaml");
  expect(start(join(root, "far", "copy"), LOG, copy)).toContain(`was begun in ${folder}`);
  expect(start(join(root, "far", "copy"), `${LOG}b`, copy)).toBe("begins");
});

it("a set-up that was cut before it had a key, or is not there, stands in nobody's way", () => {
  const { root, configPath, start } = machine();
  writeProgress(configPath, {
    ...NO_PROGRESS,
    made: [{ kind: "journal", path: join(root, "far", "other") }],
  });
  expect(start(join(root, "far", "other"))).toBe("begins");
  writeFileSync(progressPathOf(join(root, "etc", "broken.yaml")), "{");
  writeFileSync(join(root, "etc", "broken.yaml"), ": :");
  expect(start(join(root, "far", "other"))).toBe("begins");
});
