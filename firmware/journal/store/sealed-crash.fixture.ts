/**
 * A process to be killed: records without end under one seal after the other, and prints each line's number once a record
 * made it durable, and each seal's before it is given. Folder, log and first segment number are its arguments.
 */
import { createHash } from "node:crypto";
import { writeSync } from "node:fs";
import { join } from "node:path";
import { monoUs } from "../../../src/time/instant.ts";
import { openJournal } from "../thread/client.ts";
import { testLine } from "../../../src/record/vector.fixture.ts";

const [folder = "", log = "", first = "0"] = process.argv.slice(2);
const journal = await openJournal({
  path: join(folder, "journal.db"),
  keyPath: join(folder, "key.pem"),
  log,
  recordings: { dir: join(folder, "recordings"), keepBytes: 1_000_000_000 },
});
const t = monoUs(0);
const say = (text: string): void => void writeSync(1, `${text}\n`);
const keyOf = (seal: number): string => createHash("sha256").update(`${first}/${seal}`).digest("hex");
const line = (seal: number, n: number): string =>
  `{"s":${seal},"n":${n},"pad":"${"x".repeat((n * 37) % 900)}"}\n`;

let segment = Number(first);
let n = 0;
say("open");
for (let seal = 0; ; seal++) {
  say(`seal ${seal}`);
  if (seal % 7 === 0) {
    segment++;
    const head = `{"s":${seal},"head":${segment}}\n`;
    void journal.recordingOpen(`shoe-${String(segment).padStart(6, "0")}`, head, { seal: keyOf(seal) });
  }
  journal.recordingAppend(`{"s":${seal},"seal":true}\n`, t, keyOf(seal));
  for (let lines = 0; lines < 5; lines++) {
    n++;
    journal.recordingAppend(line(seal, n), t);
    const made = testLine(journal.head(), { kind: "phase", round: n });
    await journal.commit({ line: made.line, hash: made.hash });
    say(String(n));
  }
}
