import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { commandHere } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { plugIn, steppedShoe, steppedSs2, type PortedDevice, type SteppedDevice } from "../support/ported-devices.ts";
import { recordFacts } from "../../firmware/journal/record-facts.ts";
import type { Ended } from "../support/table-process.ts";

/** A table that a technician sets up from nothing, with simulated devices behind real pseudo-terminals. */

const clock = systemClock();
const ON_US = 8 * US_PER_S;

interface Bench {
  readonly folder: string;
  readonly ports: string;
  readonly config: string;
  readonly storage: string;
  plug(name: string, device: SteppedDevice): Promise<PortedDevice>;
  setUp(answers: string, ...more: string[]): Promise<Ended>;
  undo(): Promise<Ended>;
}

function bench(): Bench {
  const folder = temporaryFolder();
  const ports = join(folder, "by-id");
  mkdirSync(ports);
  const config = join(folder, "etc", "table.yaml");
  mkdirSync(join(folder, "etc"));
  const words = ["--config", config, "--lang", "en", "--ports", ports, "--cameras", join(folder, "cameras")];
  return {
    ...{ folder, ports, config, storage: join(folder, "var", "table-07") },
    plug: async (name, device) => {
      const plugged = await plugIn(ports, name, device, clock, ON_US);
      onTestFinished(() => plugged.stop());
      return plugged;
    },
    setUp: (answers, ...more) => {
      const file = join(folder, "answers.yaml");
      writeFileSync(file, answers);
      return commandHere(["setup", "--from", file, ...words, ...more]);
    },
    undo: () => commandHere(["setup", "--undo", ...words]),
  };
}

const PEOPLE = `people:
  - { name: Ana, role: jefe-de-mesa, pin: "830519" }
  - { name: Bea, role: croupier, pin: "7294" }
`;
const table = (rulebook: string, more = ""): string => `table:
  name: Mesa 7
  log: tirada.example/casino-1/table-07
  rulebook: ${rulebook}
${more}`;

const wheelAnswers = ({ storage }: Bench, more = ""): string =>
  `${table("cl/ruleta-francesa")}wheel: { device: cammegh-ss2 }
${PEOPLE}display: { port: 0 }
storage: { folder: ${storage} }
${more}`;

const decks = Array.from({ length: 8 }, (_, at) => `{ id: "0000000${at + 1}" }`).join(", ");
const shoeAnswers = ({ storage }: Bench, more = ""): string =>
  `${table("cl/punto-y-banca")}shoe: { device: tirada-shoe, decks: [${decks}] }
unseen: [card-drawn-too-soon]
${PEOPLE}display: { port: 0 }
storage: { folder: ${storage} }
${more}`;

describe("a wheel", () => {
  it("is set up by a file of answers", async () => {
    const here = bench();
    await here.plug("usb-Wheel_A", steppedSs2());
    const done = await here.setUp(wheelAnswers(here));
    expect(done.stdout + done.stderr).toBe("");
  });
});
describe("a shoe", () => {
  it("is set up by a file of answers", async () => {
    const here = bench();
    await here.plug("usb-Shoe_A", steppedShoe(0xabcd, 8));
    const done = await here.setUp(shoeAnswers(here));
    expect(done.stdout + done.stderr).toBe("");
  });
});
void existsSync; void readFileSync; void statSync; void recordFacts;
