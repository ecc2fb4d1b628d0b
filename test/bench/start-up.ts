import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { US_PER_MS } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { capturedWheel } from "../support/captured-wheel.ts";
import { startProcess, writeConfig } from "../support/table-process.ts";
import { median, type Part } from "./figures.ts";

const STARTS = 5;
/** A spin and its betting take some 0.1 s. */
const SPEED = 500;

/** From the start of the process to the first sign of life, and to the first certified number of a wheel that plays. */
export async function startUp(): Promise<Part> {
  const clock = systemClock();
  const listening: number[] = [];
  const certified: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const folder = mkdtempSync(join(tmpdir(), "tirada-bench-"));
    const wheel = await capturedWheel(folder, clock, SPEED);
    const config = writeConfig({ folder, wheel: wheel.path });
    const from = clock.now();
    const table = startProcess(["start", "--config", config]);
    await table.url;
    listening.push((clock.now() - from) / US_PER_MS);
    wheel.play();
    await table.lineWith("[certified]");
    certified.push((clock.now() - from) / US_PER_MS);
    table.child.kill("SIGTERM");
    await table.ended;
    await wheel.close();
    rmSync(folder, { recursive: true });
  }
  return {
    title: "Start-up",
    about: `a process of its own on an empty folder, ${STARTS} times; the wheel plays ${SPEED} times faster than real`,
    figures: [
      { name: "to the screens' address, median", value: median(listening), unit: "ms" },
      { name: "to the screens' address, longest", value: Math.max(...listening), unit: "ms" },
      { name: "to the first certified spin, median", value: median(certified), unit: "ms" },
      { name: "to the first certified spin, longest", value: Math.max(...certified), unit: "ms" },
    ],
  };
}
