import { parentPort, workerData } from "node:worker_threads";
import type { WorkerOptions } from "./messages.ts";
import { serveJournal } from "./worker.ts";

/**
 * The thread that owns the key, the journal and the recordings, so that signing and the disk never hold up the
 * one that reads the ports.
 */
if (parentPort === null) throw new Error("journal-thread.ts runs as a thread of client.ts only");
serveJournal(parentPort, workerData as WorkerOptions);
