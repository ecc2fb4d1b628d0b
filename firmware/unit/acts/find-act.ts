import { SS2 } from "../../../drivers/wheel/cammegh-ss2/device.ts";
import type { ActName, ActOffer, ActValues } from "../../../src/people/acts.ts";
import type { Entry } from "../../../src/recording/entry.ts";
import { EXIT, Problem } from "../../problem.ts";
import { sameText } from "../../../src/text/every-language.ts";
import { textsOf } from "../../../src/text/text-of.ts";
import type { Clock } from "../../../src/time/clock.ts";
import type { OpenPort } from "../../../drivers/port.ts";
import type { Config } from "../../table/config/config.ts";
import type { TablePanel } from "../../table/panel/start.ts";
import type { TableSetup } from "../../table/setup/table-setup.ts";
import { ActRefusal, type RunAct } from "./act-desk.ts";
import { inspectWheel } from "./inspection.ts";
import { askWheel, calibrateWheel, isTaught, testBoard, undoWheel } from "./wheel-acts.ts";

/** What acts reach of a running table. */
export interface ActTable {
  readonly config: Config;
  readonly setup: TableSetup;
  readonly clock: Clock;
  readonly unit: {
    readonly shown: { readonly durable: { readonly open: boolean } };
    readonly hasFailed: boolean;
    feed(entry: Entry): Promise<void>;
    lend(port: string): OpenPort;
    letGo(port: string): Promise<() => void>;
  };
  readonly panel: Pick<TablePanel, "testLamps"> | null;
  /** Ends the table between its rounds, where somebody starts it again. @returns whether somebody does */
  readonly restart: (why: string) => boolean;
}

const { refusals: REFUSALS, tests: TESTS } = textsOf("acts");
/** How the panel is called among the devices. */
export const PANEL = "panel";
const noDevice = (): ActRefusal => new ActRefusal(REFUSALS["no-device"]);

/** What this table has for technicians to do. */
export function offerOf(table: ActTable): ActOffer {
  const able = (["calibrate-wheel", "undo-calibration", "inspect-wheel"] as const).filter((act) =>
    canDo(table, act),
  );
  const devices = [...table.setup.devices.ports, ...(table.panel === null ? [] : [PANEL])];
  return { acts: ["test-device", ...able], devices };
}

function canDo({ setup }: ActTable, act: ActName): boolean {
  if (act === "inspect-wheel") return setup.family === "wheel";
  return setup.family === "wheel" && isTaught(setup);
}

/** What is done in an act. Throws ActRefusal where this table has nothing for it, or a value is missing. */
export function findAct(table: ActTable, act: ActName, values: ActValues): RunAct {
  if (act === "test-device") return testOf(table, values["device"] ?? "");
  if (!canDo(table, act)) throw noDevice();
  const { setup } = table;
  if (act === "inspect-wheel") return inspectWheel(values);
  if (setup.family !== "wheel") throw noDevice();
  return act === "undo-calibration" ? undoWheel(table) : calibrateWheel(table, setup);
}

function testOf(table: ActTable, device: string): RunAct {
  const { setup, panel } = table;
  if (device === PANEL && panel !== null)
    return async ({ person, signal }) => {
      person.say(TESTS.lamps);
      const release = panel.testLamps();
      signal.addEventListener("abort", release, { once: true });
      const seen = await person.ask(TESTS["lamps-seen"], "confirm");
      release();
      if (seen !== "") throw new Problem(EXIT.device, TESTS["lamps-out"]);
      return { detail: { lamps: "lit" } };
    };
  if (!setup.devices.ports.includes(device)) throw noDevice();
  if (setup.family === "wheel") {
    if (isTaught(setup)) return testBoard(table);
    if (setup.device.name === SS2.name) return askWheel(table);
  }
  return listenTo(table, device);
}

/** A device that takes no question: what the table knows of it is told. */
const listenTo =
  ({ setup }: ActTable, device: string): RunAct =>
  ({ person }) => {
    person.say(TESTS.listened);
    person.say(sameText(`${device}: ${setup.devices.device}`));
    return Promise.resolve({});
  };
