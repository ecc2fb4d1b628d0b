import { found, FOLDER, loadDrivers, play, run, until } from "./bench.ts";
import { wheelOn } from "./devices.ts";
import { display, isCertified, must, viewOf, waitForScreens } from "./table.ts";

/** A machine that starts with the image for the first time becomes a roulette. */

void play(async () => {
  loadDrivers(1);
  wheelOn(0, "set-up");
  const isLaid = async (): Promise<boolean> =>
    (await run("systemctl", ["is-active", "--quiet", "tirada-first-boot.service"])).status === 0;
  await until("the first release is laid down", isLaid, 900);
  found("laid down");
  found("set up", { output: await must("tirada", "setup", "--from", `${FOLDER}/answers.yaml`) });
  await must("systemctl", "enable", "--now", "tirada");
  await waitForScreens();
  found("screens");
  const line = await display();
  const { seq } = await viewOf(line, "a certified spin", isCertified, 0);
  found("certified", { seq });
});
