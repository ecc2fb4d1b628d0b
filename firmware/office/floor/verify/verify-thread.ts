import { parentPort, workerData } from "node:worker_threads";
import { connectStore } from "../store/client.ts";
import { verifyPart, type PartReport } from "./verify-part.ts";
import type { VerifyShare } from "./verify-store.ts";

/** A thread that verifies parts of logs over a connection of its own, answers and ends. */

/** A piece of rows comes in this time, ms. */
const STATEMENT_MS = 600_000;

async function verifyShare({ address, snapshot, parts }: VerifyShare): Promise<readonly PartReport[]> {
  const sql = connectStore(address, { connections: 1, statementMs: STATEMENT_MS });
  const reports: PartReport[] = [];
  try {
    await sql.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", async (tx) => {
      await tx.unsafe(`SET TRANSACTION SNAPSHOT '${snapshot.replaceAll("'", "")}'`);
      for (const part of parts) reports.push(await verifyPart(tx, part));
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
  return reports;
}

parentPort?.postMessage(await verifyShare(workerData as VerifyShare));
