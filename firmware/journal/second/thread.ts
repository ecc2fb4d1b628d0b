import { parentPort, workerData } from "node:worker_threads";
import { parseVkey } from "../../../src/record/keys.ts";
import { diskUse } from "../../files/disk-gauge.ts";
import { JournalError, journalError } from "../../files/errors.ts";
import { firstFolder, folderOf } from "./folders.ts";
import type { SecondReply, SecondRequest, SecondThreadOptions } from "./messages.ts";
import { SecondCopy } from "./second-copy.ts";

/** The thread that owns the second copy, so that a slow or dead disk there holds up nobody who does not wait for it. */

const port = parentPort;
if (port === null) throw new Error("thread.ts runs as a thread of link.ts only");
const { firstJournal, secondFolder, vkey } = workerData as SecondThreadOptions;
const parts = { first: firstFolder(firstJournal), second: folderOf(secondFolder), verifier: parseVkey(vkey) };
const reply = (said: SecondReply): void => port.postMessage(said);
const step = (): void => reply({ say: "step" });

let copy: SecondCopy | null = null;

/** What failed is not asked again before it is opened anew. */
function closeCopy(): void {
  const open = copy;
  copy = null;
  try {
    open?.close();
  } catch {
    // What made it close was reported, or nobody waits for it any more.
  }
}

function serve(request: Exclude<SecondRequest, { op: "close" }>): number {
  if (request.op === "open") {
    closeCopy();
    copy = SecondCopy.open(parts);
    copy.catchUp(request, step);
  } else if (copy === null) throw new JournalError("closed", `the second copy ${secondFolder} is not open`);
  else copy.follow(request.news, step);
  return copy.next;
}

port.on("message", (request: SecondRequest) => {
  if (request.op === "close") {
    closeCopy();
    port.close();
    return;
  }
  const { id } = request;
  try {
    reply({ say: "done", id, next: serve(request), disk: diskUse(secondFolder) });
  } catch (error) {
    closeCopy();
    const { code, message } = journalError(error, "writing the second copy", secondFolder);
    reply({ say: "lost", id, code, message });
  }
});
