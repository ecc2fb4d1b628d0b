/**
 * A process to be killed: opens the journal given, commits without end and prints the number of each record once
 * it is durable. `journal.db` and `key.pem` lie in the folder of the first argument; the second is the log.
 */
import { join } from "node:path";
import { writeSync } from "node:fs";
import { sha256Hex } from "../../../src/record/bytes.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { openJournal } from "../thread/client.ts";
import { testLine } from "../../../src/record/vector.fixture.ts";

const [folder = "", log = "", segment = ""] = process.argv.slice(2);
const clock = systemClock();
const journal = await openJournal({
  path: join(folder, "journal.db"),
  keyPath: join(folder, "key.pem"),
  log,
  recordings: { dir: folder, keepBytes: 1_000_000 },
});
await journal.recordingOpen(segment, '{"k":"head"}');
writeSync(1, "open\n");
for (let head = journal.head(); ;) {
  const snapshot = `{"round":${head.seq}}`;
  const made = testLine(head, { kind: "result", round: head.seq, state: sha256Hex(snapshot) });
  journal.recordingAppend(`{"k":"tick","t":${head.seq}}\n`, clock.now());
  const { seq } = await journal.commit({ line: made.line, hash: made.hash, snapshot });
  writeSync(1, `${seq}\n`);
  head = made.head;
}
