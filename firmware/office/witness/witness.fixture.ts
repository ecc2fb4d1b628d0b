import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer, get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { parseVkey, type Verifier } from "../../../src/record/keys.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { systemClock } from "../../../src/time/system-clock.ts";
import { runWitness, type RunningWitness } from "./run.ts";
import type { WitnessAddress } from "../../unit/witness/ask.ts";
import type { WitnessConfig } from "./config.ts";

const TLS = fileURLToPath(new URL("../../../test/data/tls/", import.meta.url));
export const CERTIFICATE = join(TLS, "certificate.pem");
export const KEY = join(TLS, "key.pem");
/** Whom a client must trust to reach the witnesses of tests. */
export const CA = readFileSync(CERTIFICATE, "utf8");
export const WITNESS_NAME = "tirada.example/casino-1/witness";

/** A folder of the test's own, gone when it ends. */
export function witnessFolder(): string {
  // Nothing lies beside it.
  const above = mkdtempSync(join(tmpdir(), "tirada-witness-"));
  onTestFinished(() => rmSync(above, { recursive: true, force: true }));
  const folder = join(above, "witness");
  mkdirSync(folder);
  return folder;
}

export function witnessConfig(folder: string, logs: readonly Verifier[]): WitnessConfig {
  const listen = { host: "127.0.0.1", port: 0 };
  return { name: WITNESS_NAME, listen, tls: { certificate: CERTIFICATE, key: KEY }, folder, logs };
}

export interface TestWitness extends RunningWitness {
  readonly notices: readonly string[];
  readonly address: WitnessAddress;
  /** What it serves at this path. */
  get(path: string): Promise<string>;
}

/** A real witness over TLS on 127.0.0.1, stopped when the test ends. */
export async function testWitness(
  folder: string,
  logs: readonly Verifier[],
  clock: Clock = systemClock(),
  vkey?: string,
): Promise<TestWitness> {
  const notices: string[] = [];
  const running = await runWitness({
    config: { ...witnessConfig(folder, logs), ...(vkey !== undefined && { vkey }) },
    clock,
    onNotice: (line) => notices.push(line),
  });
  let isOver = false;
  const stop = async (): Promise<void> => {
    if (isOver) return;
    isOver = true;
    await running.stop();
  };
  onTestFinished(stop);
  const address = { url: running.url, key: parseVkey(running.vkey), ca: CA };
  return { ...running, stop, notices, address, get: (path) => textAt(new URL(path, running.url)) };
}

/** A web server over TLS that answers as the test says. */
export async function lyingWitness(answer: RequestListener): Promise<string> {
  const server = createServer({ cert: CA, key: readFileSync(KEY) }, answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `https://127.0.0.1:${address.port}/`;
}

function textAt(url: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { ca: CA, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.on("end", () => resolve(text));
    }).on("error", reject);
  });
}
