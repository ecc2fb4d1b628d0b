import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { found, FOLDER, loadDrivers, play, run, until } from "./bench.ts";
import { wheelOn } from "./devices.ts";
import { control, must, pause, PIN, waitForScreens } from "./table.ts";

/** A roulette with the image brings itself another base system from a folder, starts with it, and keeps it. */

const EVIDENCE = "/var/lib/tirada/table-07";
const TABLE = "/etc/tirada/table.yaml";
const STATE = "/run/tirada-base/state";
/** Written by RAUC and read again by an emulated processor. */
const WRITTEN_S = 3_000;
const KEPT_S = 1_200;
const ANSWERS_S = 300;

const UPDATER = `table: table-07
roots: { image: ${FOLDER}/image-root.json, director: ${FOLDER}/director-root.json }
`;

/** The technician has an updater, and the jefe de mesa closes the table: it may be switched at once. */
async function configure(): Promise<void> {
  writeFileSync("/etc/tirada/updater.yaml", UPDATER);
  const table = readFileSync(TABLE, "utf8").replace("openAtStart: true", "openAtStart: false");
  writeFileSync(TABLE, table.replace(/^update:$/m, "update:\n  noticeHours: 0"));
  await must("systemctl", "restart", "tirada-updater.service", "tirada.service");
  await waitForScreens();
  const desk = await control();
  await desk.signIn("Ana", PIN);
  await until(
    "the table is closed",
    async () => (await desk.press({ key: "close-table" })) === "done",
    ANSWERS_S,
  );
  desk.close();
  await until(
    "the updater answers",
    async () => (await run("tirada", ["update", "status"])).status === 0,
    ANSWERS_S,
  );
}

const status = (): Promise<string> => must("tirada", "update", "status");

void play(async () => {
  loadDrivers(1);
  wheelOn(0, "base");
  await waitForScreens();
  const words = readFileSync("/proc/cmdline", "utf8").trim();
  const loader = execFileSync("grub-editenv", ["/efi/grubenv", "list"], { encoding: "utf8" });
  if (words.includes("rauc.slot=A")) {
    await configure();
    found("asked", {
      words,
      loader,
      output: await must("tirada", "update", "base", "--from", `${FOLDER}/tree`),
    });
    found("status", { status: await status() });
    // The machine starts anew when it is written, and this scene ends with it.
    await pause(WRITTEN_S);
    throw new Error(`nothing started it anew: ${await status()}`);
  }
  found("on trial", { words, loader, state: readFileSync(STATE, "utf8"), status: await status() });
  await until("the base is kept", () => /^trial no$/m.test(readFileSync(STATE, "utf8")), KEPT_S);
  await until("the updater knows it", () => !existsSync("/var/lib/tirada-updater/base-plan"));
  const after = execFileSync("grub-editenv", ["/efi/grubenv", "list"], { encoding: "utf8" });
  found("kept", { loader: after, status: await status() });
  await must("systemctl", "stop", "tirada.service");
  await must("sh", "-c", `cp -r ${EVIDENCE} ${FOLDER}/evidence`);
});
