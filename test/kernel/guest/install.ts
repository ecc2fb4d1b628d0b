import { readFileSync } from "node:fs";
import { found, FOLDER, loadDrivers, play, run, uptime } from "./bench.ts";
import { wheelOn } from "./devices.ts";
import { display, isCertified, must, viewOf, waitForScreens } from "./table.ts";

/** A bare Debian without network: the manual's commands in their order, the first spin, and the package's end. */

/** All of the evidence, in a form in which a byte of it that changed shows. */
const EVIDENCE = "cd /var/lib/tirada && find . -type f | sort | xargs sha256sum";
const EVIDENCE_FOLDER = "/var/lib/tirada/table-07";

async function installedBy(commands: readonly string[]): Promise<void> {
  for (const command of commands) {
    const from = uptime();
    const { status, output } = await run("sh", ["-c", `cd ${FOLDER} && ${command} </dev/null`]);
    found(`ran: ${command}`, { status, seconds: uptime() - from, output: output.slice(-4_000) });
    if (status !== 0) throw new Error(`${command} ended with ${status}: ${output.slice(-2_000)}`);
  }
}

void play(async () => {
  loadDrivers(1);
  wheelOn(0, "first spin");
  await installedBy(JSON.parse(readFileSync(`${FOLDER}/commands.json`, "utf8")) as string[]);
  await waitForScreens();
  found("screens");
  const line = await display();
  const { verdict, seq } = await viewOf(line, "a certified spin", isCertified, 0);
  found("certified", { verdict, seq });
  line.close();

  await must("systemctl", "stop", "tirada.service");
  const before = await must("sh", "-c", EVIDENCE);
  await must("sh", "-c", `cp -r ${EVIDENCE_FOLDER} ${FOLDER}/evidence`);
  for (const how of ["remove", "purge"]) {
    const output = await must("apt-get", "-y", how, "tirada");
    const after = await must("sh", "-c", EVIDENCE);
    found(`package: ${how}`, {
      output: output.slice(-2_000),
      isSame: after === before,
      files: after.split("\n").length,
      command: (await run("sh", ["-c", "command -v tirada"])).status,
      units: await must("sh", "-c", "systemctl list-unit-files 'tirada*' --no-legend | wc -l"),
      releases: await must("sh", "-c", "ls -A /var/lib/tirada-updater 2>/dev/null || true"),
    });
  }
});
