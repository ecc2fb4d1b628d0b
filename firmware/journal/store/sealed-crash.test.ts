import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { monoUs } from "../../../src/time/instant.ts";
import { smallDisk } from "../../../test/support/folder.ts";
import { openJournal } from "../thread/client.ts";
import { freshFolder, LOG, nextCommit } from "./journal.fixture.ts";
import { stillSealed } from "../../evidence/verify/unseal.ts";

const ROUNDS = 8;
const CHILD = join(import.meta.dirname, "sealed-crash.fixture.ts");

interface Killed {
  /** The last seal that was announced: it may not have been given any more. */
  readonly seal: number;
  /** The last line that a record made durable. */
  readonly line: number;
}

/** Runs a recording process and kills it (SIGKILL) once it has printed `said` lines. */
function killAfter(folder: string, first: number, said: number): Promise<Killed> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CHILD, folder, LOG, String(first)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      if (out.split("\n").length - 2 >= said) child.kill("SIGKILL");
    });
    // Not at its exit: what it printed last may be in the pipe still.
    child.on("close", (_, signal) => {
      const lines = out.slice(0, out.lastIndexOf("\n")).split("\n");
      const seal = lines.findLast((line) => line.startsWith("seal "));
      const line = lines.findLast((text) => /^\d+$/.test(text));
      if (signal === "SIGKILL" && seal !== undefined)
        resolve({ seal: Number(seal.slice(5)), line: Number(line ?? 0) });
      else reject(new Error(`the child ended by itself: ${err}`));
    });
  });
}

/** The plain text of the segments from `first` on, as one. */
function plainFrom(dir: string, first: number): { s: number; n?: number }[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith(".jsonl") && Number(name.slice(5, -6)) > first)
    .sort()
    .flatMap((name) => readFileSync(join(dir, name), "utf8").split("\n"))
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as { s: number; n?: number });
}

test(
  `killed ${ROUNDS} times while it records under seals: nothing of the last one is in plain text, and nothing is lost`,
  { timeout: 200_000 },
  async () => {
    const folder = freshFolder();
    const dir = join(folder, "recordings");
    mkdirSync(dir);
    for (let round = 0; round < ROUNDS; round++) {
      const first = round * 1_000;
      const { seal, line } = await killAfter(folder, first, 4 + ((round * 29) % 70));
      const before = plainFrom(dir, first);
      expect(before.filter(({ s }) => s >= seal)).toEqual([]);
      // The start after it opens what was left, and the recording is whole.
      const journal = await openJournal({
        path: join(folder, "journal.db"),
        keyPath: join(folder, "key.pem"),
        log: LOG,
        recordings: { dir, keepBytes: 1_000_000_000 },
      });
      expect(journal.notes).toEqual([]);
      await journal.close();
      expect(stillSealed(dir)).toEqual([]);
      const numbers = plainFrom(dir, first).flatMap(({ n }) => (n === undefined ? [] : [n]));
      expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => at + 1));
      expect(numbers.length).toBeGreaterThanOrEqual(line);
      expect(numbers.length).toBeLessThanOrEqual(line + 1);
    }
  },
);

describe("a full disk", () => {
  const KEYS = ["a".repeat(64), "b".repeat(64)] as const;

  test.runIf(process.getuid?.() === 0)("while a round is opened: the next start opens it whole", async () => {
    const disk = smallDisk(400) ?? "";
    const folder = freshFolder();
    const options = {
      path: join(folder, "journal.db"),
      keyPath: join(folder, "key.pem"),
      log: LOG,
      recordings: { dir: disk, keepBytes: 1_000_000 },
    };
    const journal = await openJournal(options);
    await journal.recordingOpen("shoe-000001", "head\n", { seal: KEYS[0] });
    const text = `${"x".repeat(29_999)}\n`.repeat(6);
    journal.recordingAppend(text, monoUs(0));
    await journal.commit(nextCommit(journal.head()));
    // 180 kB are there sealed (240 kB as text): there is no room for as much in plain text beside them.
    journal.recordingAppend("seal\n", monoUs(0), KEYS[1]);
    const failure = await journal.failed;
    expect(failure.code).toBe("disk-full");
    expect(failure.message).not.toContain("xxx");
    await journal.close();
    expect(stillSealed(disk)).toHaveLength(1);
    const bigger = freshFolder();
    cpSync(disk, bigger, { recursive: true });
    const again = await openJournal({ ...options, recordings: { ...options.recordings, dir: bigger } });
    expect(again.notes).toEqual([]);
    await again.close();
    expect(readFileSync(join(bigger, "shoe-000001.jsonl"), "utf8")).toBe(`head\n${text}`);
  });
});
