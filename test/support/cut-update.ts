import { readlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { compareInstalled } from "../../firmware/delivery/releases/installed-files.ts";
import { MANIFEST_FILE } from "../../firmware/delivery/releases/manifest.ts";
import { readManifestFile } from "../../firmware/delivery/releases/release-folder.ts";
import { readPlan } from "../../firmware/delivery/updater/plan.ts";
import { readSlots } from "../../firmware/delivery/updater/slots.ts";
import type { UpdaterMachine } from "./updater-machine.ts";

/** All of it: fetched, unpacked, switched, tried for 120 s, confirmed or gone back from. */
export async function update(made: UpdaterMachine): Promise<void> {
  await made.install();
  await made.pass(170);
}

/** What the next start of the table would run is whole, whatever was cut. */
export function requireRunnable({ root }: UpdaterMachine, of: readonly string[]): string {
  const link = readlinkSync(join(root, "current"));
  const slot = join(root, link);
  const known = readManifestFile(join(slot, MANIFEST_FILE));
  expect(compareInstalled(slot, known.manifest)).toBe(null);
  expect(of).toContain(known.digest);
  const confirmed = readSlots(root).confirmed;
  expect(confirmed !== null && of.includes(confirmed)).toBe(true);
  return known.digest;
}

/** The machine starts again, and everything goes on to its end. */
export async function goOn(copy: UpdaterMachine, next: string): Promise<void> {
  copy.restartUpdater();
  copy.running = null;
  copy.start();
  for (let passes = 0; passes < 120; passes++) {
    await copy.pass(5);
    if (copy.isIdle) break;
  }
  const { confirmed } = readSlots(copy.root);
  const plan = readPlan(copy.root);
  // What was cut before it was announced is begun again by whoever wanted it.
  if (plan === null && confirmed !== next && !copy.records.some(({ step }) => step === "returned"))
    await update(copy);
  expect(readSlots(copy.root).installed.length).toBeLessThanOrEqual(2);
}
