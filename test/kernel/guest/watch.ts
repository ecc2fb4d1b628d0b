import { existsSync } from "node:fs";
import { found, FOLDER, loadDrivers, play } from "./bench.ts";
import { wheelOn } from "./devices.ts";
import { display, must, pause, viewOfNextCertified, waitForScreens } from "./table.ts";

/** A roulette that was set up plays until the power goes. Where the host wrote `last`, it ends after a spin, and its evidence is taken. */

const EVIDENCE = "/var/lib/tirada/table-07";

void play(async () => {
  loadDrivers(1);
  wheelOn(0, "watch");
  await waitForScreens();
  const line = await display();
  const { seq } = await line.view();
  found("screens", { seq });
  if (existsSync(`${FOLDER}/last`)) {
    await viewOfNextCertified(line, "after the last cut");
    await must("systemctl", "stop", "tirada.service");
    await must("sh", "-c", `cp -r ${EVIDENCE} ${FOLDER}/evidence`);
    return;
  }
  for (let shown = seq; ;) {
    await pause(0.1);
    const newest = line.views.at(-1)!.seq;
    // What a display has shown is there after any cut.
    if (newest > shown) found("shown", { seq: newest });
    shown = newest;
  }
});
