import { existsSync, writeFileSync } from "node:fs";
import { found, FOLDER, loadDrivers, play, run, until } from "./bench.ts";
import { wheelOn } from "./devices.ts";
import { clearTable, display, faultsOf, must, PIN, tableProcess, viewOf, waitForScreens } from "./table.ts";

/** The machine of a roulette becomes a table of dice with the kernel's own camera, which is taken away and put back. */

const CAMERA = "vivid.0";
const DRIVER = "/sys/bus/platform/drivers/vivid";
const STORAGE = "/var/lib/tirada/table-10";
const ANSWERS = `table: { name: Mesa 9, log: tirada.example/bench/table-10, rulebook: cl/craps, openAtStart: true }
dice:
  eye:
    device: tirada-eye
    calibration: ${STORAGE}/arena.json
    camera: { source: v4l2, path: /dev/video0, format: yuyv, width: 640, height: 360, fps: 10, channel: green }
people:
  - { name: Ana, role: jefe-de-mesa, pin: "${PIN}" }
storage: { folder: ${STORAGE} }
`;

/** Programs that read the camera. */
const readers = async (): Promise<string> => (await run("pgrep", ["-x", "ffmpeg"])).output.trim();

void play(async () => {
  loadDrivers(1);
  wheelOn(0, "dice");
  await waitForScreens();
  await clearTable();
  // One camera, and nothing else that vivid could be.
  await must("modprobe", "vivid", "n_devs=1", "node_types=0x1");
  await until("the camera is there", () => existsSync("/dev/video0"));
  // Where and as whose a calibration at this table would have written it.
  const owner = ["-o", "tirada", "-g", "tirada"];
  await must("install", "-d", ...owner, "-m", "0700", STORAGE);
  await must("install", ...owner, "-m", "0600", `${FOLDER}/arena.json`, STORAGE);
  writeFileSync("/run/dice.yaml", ANSWERS);
  // What reads the camera has many libraries, which an emulated processor does not unpack in the time that a first frame may take.
  await must("ffmpeg", "-hide_banner", "-version");
  found("set up", { output: await must("tirada", "setup", "--from", "/run/dice.yaml") });
  await must("systemctl", "start", "tirada.service");
  await waitForScreens();
  const line = await display();
  const isSeen = (view: Parameters<typeof faultsOf>[0]): boolean => !faultsOf(view).includes("eye-camera-gone");
  await viewOf(line, "the camera gives frames", isSeen, 0);
  await until("a program reads the camera", async () => (await readers()) !== "");
  const [table, before] = [await tableProcess(), line.views.length];
  found("seen", { faults: faultsOf(line.views.at(-1)!) });
  writeFileSync(`${DRIVER}/unbind`, CAMERA);
  await viewOf(line, "the camera is gone", (view) => !isSeen(view), before);
  found("gone", { readers: await readers() });
  writeFileSync(`${DRIVER}/bind`, CAMERA);
  await viewOf(line, "the camera is back", isSeen);
  await until("a program reads it again", async () => (await readers()) !== "");
  found("back", { isSame: (await tableProcess()) === table, faults: faultsOf(line.views.at(-1)!) });
});
