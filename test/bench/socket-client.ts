import { parentPort, workerData } from "node:worker_threads";
import type { TableView } from "../../src/table/kernel/view/view.ts";
import { systemClock } from "../../src/time/system-clock.ts";

/** A screen without a screen, in a thread of its own: notes when the view with each result arrived. */
const clock = systemClock();
const url = String(workerData);
const address = new URL("ws", url).href.replace("http", "ws");
const socket = new WebSocket(address, { headers: { origin: new URL(url).origin } });
socket.addEventListener("open", () => parentPort?.postMessage("open"));
socket.addEventListener("message", ({ data }) => {
  const at = clock.now();
  const message = JSON.parse(String(data)) as { type: string; view?: TableView };
  const { verdict, seq } = message.view ?? {};
  if (verdict?.kind === "result" && verdict.certificate.seq === seq) parentPort?.postMessage({ seq, at });
});
