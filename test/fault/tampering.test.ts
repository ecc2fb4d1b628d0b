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
import { describe, expect, test } from "vitest";
import { EXIT } from "../../firmware/problem.ts";
import { commandHere } from "../support/command.ts";
import { readJournal } from "../support/journal-reading.ts";
import { playedOnce } from "../support/played-table.ts";
import { expectProblem } from "../support/problem.ts";
import { writeConfig, type Ended } from "../support/table-process.ts";
import { sampleInAll } from "../support/volume.ts";

/** Somebody touched the evidence while the table was off: it does not start on it, and says what is wrong. */

const played = playedOnce();
const start = (config: string): Promise<Ended> => commandHere(["start", "--config", config]);

describe("a journal that somebody touched", () => {
  test("is refused at the start with the record's number, and left as it is", async () => {
    const { config, journal } = played();
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
    const report = await commandHere(["verify", journal]);
    expect(report.status).toBe(EXIT.notValid);
    expect(report.stdout).toContain(`record ${result.seq}:`);
  });

  test.each(
    sampleInAll(
      [
        ["with a flipped bit", flipInNewest],
        ["cut to half", (path: string) => truncateSync(path, Math.floor(statSync(path).size / 8_192) * 4_096)],
        ["that is another file", (path: string) => writeFileSync(path, "not a journal ".repeat(1_000))],
        ["without its newest records", dropNewest],
        ["whose state was changed", changeState],
      ],
      1,
      "touched journals",
    ),
  )("%s is refused", async (_what, spoil) => {
    const { config, journal } = played();
    spoil(journal);
    expectProblem(await start(config), EXIT.storage, /journal/);
  });

  test("of another log is refused", async () => {
    const { folder, wheel } = played();
    const other = writeConfig({ folder, wheel: wheel.path, log: "tirada.test/other" });
    expectProblem(
      await start(other),
      EXIT.usage,
      /tirada\.test\/table.*tirada\.test\/other|tirada\.test\/other/,
    );
  });
});

/** In the text of a record: a page of the file may have room that nobody reads. */
function flipInNewest(path: string): void {
  const line = readJournal(path).at(-1)?.line.slice(0, 60) ?? "";
  flip(path, readFileSync(path).lastIndexOf(line) + 50);
}

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
  const spoilt: readonly [string, (path: string) => void, RegExp][] = [
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
    ["is a live table's", liveKey, /is the key of a live table, and this one is test/],
  ];
  test.each(sampleInAll(spoilt, 1, "spoilt keys"))("that %s is refused", async (_what, spoil, says) => {
    const { config, journal } = played();
    const key = join(journal, "..", "test.key.pem");
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
  liveKey(path);
  writeFileSync(path, `tirada test key\n${readFileSync(path, "utf8")}`);
}

/** A key without a preamble, as those of live tables up to release 0.6.2. */
function liveKey(path: string): void {
  execFileSync("openssl", ["genpkey", "-algorithm", "ed25519", "-out", path], { stdio: "ignore" });
  chmodSync(path, 0o600);
}
