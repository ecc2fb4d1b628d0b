import { EventEmitter } from "node:events";
import type { Journal, JournalOptions } from "../../firmware/journal/thread/client.ts";
import { openJournal } from "../../firmware/journal/thread/client.ts";
import type { Append, Reply, Request, WorkerOptions } from "../../firmware/journal/thread/messages.ts";
import { Thread } from "../../firmware/threads/thread.ts";
import type { JournalThread } from "../../firmware/journal/thread/thread-requests.ts";
import { serveJournal } from "../../firmware/journal/thread/worker.ts";

/** A journal with its client, whose thread is this one: the same code on both sides, and messages that come later. */
export function openJournalHere(options: JournalOptions): Promise<Journal> {
  return openJournal(options, threadHere);
}

function threadHere(options: WorkerOptions): JournalThread {
  const toClient = new EventEmitter();
  const toServer = new EventEmitter();
  let isClosed = false;
  const later = (act: () => void): void => void Promise.resolve().then(act);
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    later(() => toClient.emit("exit"));
  };
  later(() =>
    serveJournal(
      {
        postMessage: (reply: Reply) => later(() => toClient.emit("message", reply)),
        on: (event, handle: (message: Request | Append) => void) => toServer.on(event, handle),
        close,
      },
      options,
    ),
  );
  const thread = Object.assign(toClient, {
    postMessage: (message: Request | Append) =>
      later(() => {
        if (!isClosed) toServer.emit("message", message);
      }),
  });
  return new Thread(thread);
}
