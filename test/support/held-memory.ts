import { readFileSync } from "node:fs";
import { systemClock } from "../../src/time/system-clock.ts";
import type { TableProcess } from "./table-process.ts";

/**
 * What a process holds: resident memory after every thread of it has collected its garbage, through the inspector of a process
 * that was started with `NODE_OPTIONS=--inspect=127.0.0.1:0`.
 */

const clock = systemClock();
const ATTACHED_US = 500_000;

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly sessionId: string; readonly message?: string };
}

/** Resident memory of a process, kilobytes. */
export function residentOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

/** Collects the garbage of the main thread and of each worker; then the resident memory, kilobytes. */
export async function heldBy(process: TableProcess, inspector: string): Promise<number> {
  const socket = new WebSocket(inspector);
  const waiting = new Map<string, () => void>();
  const workers: string[] = [];
  socket.addEventListener("message", ({ data }) => {
    const { id, method, params } = JSON.parse(String(data)) as Answer;
    if (id !== undefined) waiting.get(`${id}`)?.();
    else if (method === "NodeWorker.attachedToWorker" && params !== undefined) workers.push(params.sessionId);
    else if (method === "NodeWorker.receivedMessageFromWorker") {
      const inner = JSON.parse(params?.message ?? "{}") as Answer;
      if (inner.id !== undefined) waiting.get(`${params?.sessionId}:${inner.id}`)?.();
    }
  });
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  let last = 0;
  const ask = (method: string, params: object = {}): Promise<void> =>
    new Promise((resolve) => {
      waiting.set(`${++last}`, resolve);
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  const askWorker = (sessionId: string, method: string): Promise<void> =>
    new Promise((resolve) => {
      const id = ++last;
      waiting.set(`${sessionId}:${id}`, resolve);
      void ask("NodeWorker.sendMessageToWorker", { sessionId, message: JSON.stringify({ id, method }) });
    });
  await ask("NodeWorker.enable", { waitForDebuggerOnStart: false });
  await clock.sleep(ATTACHED_US);
  for (const method of ["HeapProfiler.enable", "HeapProfiler.collectGarbage", "HeapProfiler.disable"]) {
    await ask(method);
    for (const worker of workers) await askWorker(worker, method);
  }
  socket.close();
  return residentOf(process.child.pid ?? 0);
}

/** The inspector's address, which a process with it says first on standard error. */
export async function inspectorOf({ child }: TableProcess): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    child.stderr?.on("data", (text: string) => {
      said += text;
      const found = /ws:\/\/\S+/.exec(said);
      if (found !== null) resolve(found[0]);
    });
    child.once("exit", () => reject(new Error(`no inspector: ${said}`)));
  });
}
