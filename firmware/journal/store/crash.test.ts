import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NODE_OPTIONS } from "../../node-options.ts";
import { openJournal } from "../thread/client.ts";
import { freshFolder, LOG } from "./journal.fixture.ts";
import { verifyPath } from "../../evidence/verify/verify-file.ts";
import { more } from "../../../test/support/volume.ts";

const ROUNDS = more(2, 15);
const CHILD = join(import.meta.dirname, "crash.fixture.ts");

/** Runs a committing process and kills it (SIGKILL) once it has printed `acks` numbers. Gives the last it printed. */
function killAfter(folder: string, segment: string, acks: number): Promise<{ first: number; last: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...NODE_OPTIONS, CHILD, folder, LOG, segment], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      if (out.split("\n").length - 2 >= acks) child.kill("SIGKILL");
    });
    // Not at its exit: what it printed last may be in the pipe still.
    child.on("close", (_, signal) => {
      // A number cut off by the kill was not heard: only whole lines count.
      const texts = out.slice(0, out.lastIndexOf("\n")).split("\n");
      if (signal === "SIGKILL" && texts[0] === "open")
        resolve({ first: Number(texts[1]), last: Number(texts.at(-1)) });
      else reject(new Error(`the child ended by itself: ${err}`));
    });
  });
}

test(
  `killed ${ROUNDS} times while it commits: what was acknowledged is there, and the journal opens`,
  { timeout: 300_000 },
  async () => {
    const folder = freshFolder();
    const path = join(folder, "journal.db");
    let records = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const segment = `wheel-${String(round).padStart(6, "0")}`;
      const { first, last } = await killAfter(folder, segment, 3 + ((round * 37) % 90));
      expect(first, "the chain goes on where the last life left it").toBeGreaterThanOrEqual(records);
      // Nothing holds the dead process's lock, and the log with its unfinished -wal verifies as it lies.
      const report = verifyPath(path);
      expect(report.problems).toEqual([]);
      expect(report.lastSeq).toBeGreaterThanOrEqual(last);
      // At most one record more than acknowledged: the one whose acknowledgement the kill swallowed.
      expect(report.lastSeq).toBeLessThanOrEqual(last + 1);
      records = report.records;
      // The recording of every acknowledged record was durable before it.
      expect(readFileSync(join(folder, `${segment}.jsonl`), "utf8")).toContain(`{"k":"tick","t":${last}}\n`);
    }
    const journal = await openJournal({ path, keyPath: join(folder, "key.pem"), log: LOG, recordings: null });
    expect(journal.head().seq).toBe(records);
    expect(journal.snapshot()).toEqual({ seq: records - 1, body: `{"round":${records - 1}}` });
    await journal.close();
    expect(verifyPath(path, { vkey: journal.vkey })).toMatchObject({
      ok: true,
      records,
      covered: records,
      notes: [],
    });
  },
);
