import { parentPort } from "node:worker_threads";
import { answerTo, type ShardTask } from "./shard.ts";

/** A thread that plays one shard after the other. */
parentPort?.on(
  "message",
  (task: ShardTask) => void answerTo(task).then((answer) => parentPort?.postMessage(answer)),
);
