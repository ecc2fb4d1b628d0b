import { parentPort, workerData } from "node:worker_threads";
import { compareSlice, type CompareTask } from "./compare.ts";

/** A thread that compares one slice of both copies, answers and ends. */
parentPort?.postMessage(compareSlice(workerData as CompareTask));
