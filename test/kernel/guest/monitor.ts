import { existsSync } from "node:fs";
import { found, FOLDER, loadDrivers, play, run, until } from "./bench.ts";
import { wheelOn } from "./devices.ts";
import { display, must, viewOfNextCertified, waitForScreens } from "./table.ts";

/** A roulette that was set up, with a monitor: its display by the service, as the host sees it on the monitor. */

const SCREENS = "tirada-screens.service";
const MASK = `/etc/systemd/system/${SCREENS}`;
/** A browser that draws without a graphics card, on an emulated processor. */
const DRAWN_S = 900;

/** What the service says of its pages. */
const statusText = (): Promise<string> =>
  must("systemctl", "show", "--property=StatusText", "--value", SCREENS);

async function hasDisplay(): Promise<boolean> {
  const { places } = (await (await fetch("http://127.0.0.1:8470/health")).json()) as {
    readonly places: { readonly display: { readonly here: number } };
  };
  return places.display.here === 1;
}

void play(async () => {
  loadDrivers(1);
  wheelOn(0, "monitor");
  await waitForScreens();
  // The other scenes do without.
  await must("rm", "-f", MASK);
  await must("systemctl", "daemon-reload");
  await must("systemctl", "start", "--no-block", SCREENS);
  found("started");
  try {
    await until("the display's page is open", hasDisplay, DRAWN_S);
  } catch (error) {
    found("not shown", { journal: (await run("journalctl", ["-b", "-u", SCREENS, "-o", "cat"])).output });
    throw error;
  }
  const line = await display();
  const { verdict } = await viewOfNextCertified(line, "on the monitor");
  found("shown", { verdict, status: await statusText() });
  await until("the host has its picture", () => existsSync(`${FOLDER}/seen`), DRAWN_S);
});
