import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { commandHere } from "./command.ts";
import { temporaryFolder } from "./folder.ts";
import { plugIn, type PortedDevice, type SteppedDevice } from "./ported-devices.ts";
import type { Ended } from "./table-process.ts";

/** A bare machine on which a table is set up, in a folder of the test's own. */

const clock = systemClock();
/** A wheel that was switched on a while ago. */
const ON_US = 8 * US_PER_S;

export interface SetupBench {
  readonly folder: string;
  readonly ports: string;
  readonly config: string;
  readonly storage: string;
  /** Options of every setup here. */
  readonly words: readonly string[];
  plug(name: string, device: SteppedDevice): Promise<PortedDevice>;
  answers(text: string): string;
  setUp(text: string): Promise<Ended>;
  undo(): Promise<Ended>;
  /** What lies beside the folder of the configuration and that of the evidence. */
  made(): readonly string[];
}

export function setupBench(): SetupBench {
  const folder = temporaryFolder();
  const ports = join(folder, "by-id");
  const config = join(folder, "etc", "table.yaml");
  for (const one of [ports, join(folder, "etc")]) mkdirSync(one);
  const words = ["--config", config, "--lang", "en", "--ports", ports, "--cameras", join(folder, "cameras")];
  const answers = (text: string): string => {
    const file = join(folder, "answers.yaml");
    writeFileSync(file, text);
    return file;
  };
  return {
    folder,
    ports,
    config,
    storage: join(folder, "var", "table-07"),
    words,
    answers,
    plug: async (name, device) => {
      const plugged = await plugIn(ports, name, device, clock, ON_US);
      onTestFinished(() => plugged.stop());
      return plugged;
    },
    setUp: (text) => commandHere(["setup", "--from", answers(text), ...words]),
    undo: () => commandHere(["setup", "--undo", ...words]),
    made: () =>
      readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => /^(?:etc|var)\//.test(name)),
  };
}
