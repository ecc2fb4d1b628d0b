import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { logOf } from "../../firmware/table/config/config.ts";
import { keyPathOf } from "../../firmware/journal/keys/keys.ts";
import { openForReading } from "../../firmware/evidence/log/database.ts";
import { storedLog } from "../../firmware/evidence/log/rows.ts";
import { askUnit } from "../../firmware/net/control.ts";
import { commandHere } from "../support/command.ts";
import { exportOfUnit } from "../support/unit-export.ts";
import { testTable, toResult, type TestTable } from "../support/running-table.ts";

/** An inspector takes exports away, signs for them, and the table takes the receipts. */

const NAME = "dgoj.example/inspector-3";

function vkeyOf(table: TestTable): string {
  const db = openForReading(table.journal);
  try {
    return storedLog(db)?.vkey ?? "";
  } finally {
    db.close();
  }
}

/** A copy of the table's configuration that names these inspectors; JSON is YAML. */
function configWith(table: TestTable, storage: object): string {
  const path = join(table.folder, "with-inspectors.yaml");
  const config = JSON.parse(readFileSync(join(table.folder, "table.yaml"), "utf8")) as { storage: object };
  writeFileSync(path, JSON.stringify({ ...config, storage: { ...config.storage, ...storage } }, null, 2));
  return path;
}

const lastLine = (text: string): string => text.trim().split("\n").at(-1) ?? "";

test("a receipt is of a valid export that begins at record 0 or goes on from one; the table takes it", async () => {
  const table = await testTable();
  await toResult(table);
  const { folder } = table.config.storage;
  const first = join(table.folder, "first.tirada-export");
  expect(await exportOfUnit(folder, first, null)).toMatchObject({ ok: true });
  const vkey = vkeyOf(table);
  const key = join(table.folder, "inspector.key.pem");
  const receipt = (file: string, ...more: string[]) =>
    commandHere(["receipt", file, "--vkey", vkey, "--key", key, "--name", NAME, ...more]);
  const made = await receipt(first);
  expect(made).toMatchObject({ status: 0 });
  expect(made.stdout).toMatch(/first\.tirada-export\.receipt: records 0–\d+ of /);
  const inspector = lastLine(made.stdout).replace(/^key +/, "");
  // Whoever signed the records vouches for nothing by signing once more: neither with the file of the key, nor with a copy that says otherwise.
  const tableKey = keyPathOf(folder, logOf(table.config));
  const copy = join(table.folder, "copy.key.pem");
  const [head = ""] = readFileSync(key, "utf8").split("\n", 1);
  writeFileSync(copy, readFileSync(tableKey, "utf8").replace(/^.*\n/, `${head}\n`), { mode: 0o600 });
  const signedWith = (path: string) =>
    commandHere(["receipt", first, "--vkey", vkey, "--key", path, "--name", NAME]);
  expect(await signedWith(tableKey)).toMatchObject({ status: 4 });
  expect((await signedWith(copy)).stderr).toContain("is the key of the table itself");

  // The running table does not know that inspector: it refuses, and plays on.
  expect(
    await askUnit(folder, { do: "confirm", note: readFileSync(`${first}.receipt`, "utf8") }),
  ).toMatchObject({ ok: false, why: expect.stringContaining("storage.inspectors") as string });
  await toResult(table);
  const from = Number(/0–(\d+)/.exec(made.stdout)?.[1]) + 1;
  const second = join(table.folder, "second.tirada-export");
  expect(await exportOfUnit(folder, second, from)).toMatchObject({ ok: true });
  await table.stop();

  const alone = await receipt(second);
  expect(alone.status).toBe(2);
  expect(alone.stderr).toContain("name the receipt of the records before it with --after");
  expect(await receipt(second, "--after", `${first}.receipt`)).toMatchObject({ status: 0 });
  const changed = join(table.folder, "changed.tirada-export");
  writeFileSync(changed, readFileSync(first, "utf8").replace("betting", "betsing"));
  expect(await receipt(changed)).toMatchObject({ status: 6 });

  const config = configWith(table, { inspectors: [inspector], eventDays: 366 });
  const confirmed = await commandHere(["confirm", `${second}.receipt`, "--config", config]);
  expect(confirmed).toMatchObject({ status: 0, stderr: "" });
  expect(confirmed.stdout).toMatch(new RegExp(`^TEST {2}${NAME} holds records 0–\\d+\n$`));
  const verified = await commandHere(["verify", table.journal, "--vkey", vkey, "--witness", inspector]);
  expect(verified.stdout).toContain(`witnessed by ${NAME}: records up to`);

  const strange = join(table.folder, "strange.receipt");
  writeFileSync(strange, readFileSync(`${second}.receipt`, "utf8").slice(0, -20));
  for (const file of [strange, first, join(table.folder, "none")]) {
    const refused = await commandHere(["confirm", file, "--config", config]);
    expect(refused.status).not.toBe(0);
    expect(refused.stderr.trim().split("\n")).toHaveLength(1);
  }
  const lonely = await commandHere(["start", "--config", configWith(table, { eventDays: 366 })]);
  expect(lonely.status).toBe(2);
  expect(lonely.stderr).toMatch(/with-inspectors\.yaml:\d+:\d+: .*needs a witness or storage\.inspectors/);
}, 120_000);
