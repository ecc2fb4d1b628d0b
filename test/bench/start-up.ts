import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { US_PER_MS, US_PER_S } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { capturedWheel } from "../support/captured-wheel.ts";
import { serviceOptions } from "../support/service-options.ts";
import { startProcess, writeConfig } from "../support/table-process.ts";
import { median, type Part } from "./figures.ts";

const STARTS = 5;
/** A spin and its betting take some 0.1 s. */
const SPEED = 500;
/** A unit whose wheel stands still is measured after so long. */
const IDLE_US = 5 * US_PER_S;

/** From the start of the process to the first sign of life, and to the first certified number of a wheel that plays. */
export async function startUp(): Promise<Part> {
  const clock = systemClock();
  const { node: nodeOptions, env } = serviceOptions();
  const listening: number[] = [];
  const certified: number[] = [];
  const resident: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const folder = mkdtempSync(join(tmpdir(), "tirada-bench-"));
    const wheel = await capturedWheel(folder, clock, SPEED);
    const config = writeConfig({ folder, wheel: wheel.path });
    const from = clock.now();
    const table = startProcess(["start", "--config", config], { nodeOptions, env });
    await table.url;
    listening.push((clock.now() - from) / US_PER_MS);
    wheel.play();
    await table.lineWith("[certified]");
    certified.push((clock.now() - from) / US_PER_MS);
    wheel.pause();
    await clock.sleep(IDLE_US);
    resident.push(residentMegabytes(table.child.pid ?? 0));
    table.child.kill("SIGTERM");
    await table.ended;
    await wheel.close();
    rmSync(folder, { recursive: true });
  }
  return {
    title: "Start-up",
    about: `from the source, with the options of the service, on an empty folder, ${STARTS} times; the wheel plays ${SPEED} times faster than real`,
    figures: [
      { name: "to the screens' address, median", value: median(listening), unit: "ms" },
      { name: "to the screens' address, longest", value: Math.max(...listening), unit: "ms" },
      { name: "to the first certified spin, median", value: median(certified), unit: "ms" },
      { name: "to the first certified spin, longest", value: Math.max(...certified), unit: "ms" },
      { name: "resident memory of the idle unit, median", value: median(resident), unit: "MB" },
      { name: "resident memory of the idle unit, largest", value: Math.max(...resident), unit: "MB" },
    ],
  };
}

/** What a process has in memory now, megabytes (proc(5), `VmRSS`). */
function residentMegabytes(pid: number): number {
  const [, kilobytes = "NaN"] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
