import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { execFileSync, spawn } from "node:child_process";
import { systemClock } from "../../../src/time/system-clock.ts";
import { US_PER_MS, US_PER_S } from "../../../src/time/instant.ts";

/** What every scene of the guest needs: what it found goes, a line each, into the folder that the host reads. */

export const FOLDER = "/run/bench";
export const clock = systemClock();

/** Writes a finding down. */
export function found(step: string, about: Readonly<Record<string, unknown>> = {}): void {
  appendFileSync(`${FOLDER}/findings.jsonl`, `${JSON.stringify({ step, at: uptime(), ...about })}\n`);
}

/** Seconds since the machine was switched on. */
export const uptime = (): number => Number(readFileSync("/proc/uptime", "utf8").split(" ", 1)[0]);

/** Waits until something holds. Rejects with `what` after `limitS`. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitS = 120,
): Promise<void> {
  for (const since = clock.now(); clock.now() - since < limitS * US_PER_S;) {
    if (await holds()) return;
    await clock.sleep(50 * US_PER_MS);
  }
  throw new Error(`waited ${limitS} s in vain: ${what}`);
}

/** Loads the drivers of devices and of gadgets, with so many controllers on which nothing hangs yet. */
export function loadDrivers(controllers: number): void {
  for (const name of ["configfs", "libcomposite", "usbhid", "hid-generic", "cdc-acm"])
    execFileSync("modprobe", [name]);
  execFileSync("modprobe", ["dummy_hcd", `num=${controllers}`]);
  if (!existsSync("/sys/kernel/config/usb_gadget"))
    execFileSync("mount", ["-t", "configfs", "none", "/sys/kernel/config"]);
}

/** Runs a program to its end, while the devices of the bench play on; its output is one text. */
export function run(
  program: string,
  args: readonly string[],
): Promise<{ readonly status: number | null; readonly output: string }> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, output }));
  });
}

/** Waits until udev has done all that it was told of. */
export const settle = (): void => void execFileSync("udevadm", ["settle"]);

/** Runs a scene to its end; what ends it early is a finding, too. */
export async function play(scene: () => Promise<void>): Promise<never> {
  try {
    await scene();
    found("over");
  } catch (error) {
    found("failed", { why: error instanceof Error ? error.stack : String(error) });
  }
  // Threads that wait for a gadget's host would be waited for.
  process.kill(process.pid, "SIGKILL");
  throw new Error("it lives on");
}
