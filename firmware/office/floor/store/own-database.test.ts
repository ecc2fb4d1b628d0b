import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/support/folder.ts";
import { ALL } from "../../../../test/support/volume.ts";
import { systemClock } from "../../../../src/time/system-clock.ts";
import { startOwnDatabase } from "./own-database.ts";

/** A program that starts a database in a folder, and is killed. */
const KILLED = `
  const { startOwnDatabase } = await import(${JSON.stringify(new URL("own-database.ts", import.meta.url).href)});
  const { systemClock } = await import(${JSON.stringify(new URL("../../../../src/time/system-clock.ts", import.meta.url).href)});
  const database = await startOwnDatabase(process.argv[1], systemClock(), { fsync: false });
  const sql = database.connect();
  await sql\`CREATE TABLE kept AS SELECT 7 AS number\`;
  process.kill(process.pid, "SIGKILL");
`;

test.runIf(ALL)("a database whose program was killed is ended, and has what it had", async () => {
  const folder = temporaryFolder();
  const killed = spawnSync(process.execPath, ["--input-type=module", "--eval", KILLED, folder], {
    encoding: "utf8",
  });
  expect(killed.signal, killed.stderr).toBe("SIGKILL");
  const database = await startOwnDatabase(folder, systemClock(), { fsync: false });
  const sql = database.connect();
  try {
    expect([...(await sql`SELECT number FROM kept`)]).toEqual([{ number: 7 }]);
  } finally {
    await sql.end();
    await database.stop();
  }
});
