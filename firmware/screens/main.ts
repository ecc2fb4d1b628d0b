import { parseArgs } from "node:util";
import { systemClock } from "../../src/time/system-clock.ts";
import { errorText, EXIT, Problem } from "../problem.ts";
import { connectServiceManager, takeManagerSetup } from "../net/service-manager.ts";
import { startCompositor } from "./kiosk/compositor.ts";
import { readScreensConfig } from "./kiosk/config.ts";
import { keepScreens } from "./kiosk/keep-screens.ts";
import { startPage } from "./kiosk/page.ts";
import { isServed, isUnknown } from "./kiosk/served.ts";

/**
 * A program of its own: shows the table's display, its control page on a second output, statistics on a third, and whatever others are to show, on the
 * monitors of this machine. It reads no evidence and no key.
 *
 *   main.ts [--config FILE] [--runtime FOLDER]
 */
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function showScreens(): Promise<void> {
  const setup = takeManagerSetup(process.env, process.pid);
  const { values } = parseArgs({
    options: {
      config: { type: "string", default: "/etc/tirada/screens.yaml" },
      runtime: { type: "string", default: process.env["RUNTIME_DIRECTORY"] ?? "" },
    },
  });
  const { config: path, runtime } = values;
  if (!runtime.startsWith("/")) throw new Problem(EXIT.usage, "--runtime must name a folder in memory");
  const config = readScreensConfig(path);
  const clock = systemClock();
  const manager = setup === null ? null : connectServiceManager(setup, say);
  const { compositor, isSoftware } = await startCompositor(
    { config, runtime, clock, environment: process.env },
    say,
  );
  const address = `http://127.0.0.1:${config.port}`;
  const { wayland } = compositor;
  const screens = keepScreens({
    config,
    clock,
    compositor,
    manager,
    say,
    startPage: ({ name, path: of, isPressed }) =>
      startPage({ name, url: `${address}${of}`, isPressed, runtime, wayland, isSoftware, clock }),
    isServed: () => isServed(`${address}/health`),
    isUnknown: (of) => isUnknown(`${address}${of}`),
  });
  const stopped = new Promise<null>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.once(signal, () => resolve(null));
  });
  const why = await Promise.race([screens.failed, stopped]);
  manager?.stopping();
  screens.stop();
  compositor.close();
  await manager?.close();
  if (why !== null) throw new Problem(EXIT.display, why);
}

showScreens().then(
  () => process.exit(EXIT.done),
  (error: unknown) => {
    process.stderr.write(
      `tirada: the screens cannot be shown: ${errorText(error).replaceAll(/\s*\n\s*/g, " ")}\n`,
    );
    process.exit(error instanceof Problem ? error.status : EXIT.display);
  },
);
