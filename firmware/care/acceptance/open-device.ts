import { startPanel } from "../../../drivers/panel/panel.ts";
import { openSerial } from "../../../drivers/transport/serial.ts";
import type { DeviceIdentity } from "../../../drivers/acceptance.ts";
import { rulebookName } from "../../../src/rules/pack.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import type { Clock } from "../../../src/time/clock.ts";
import { usageProblem } from "../../problem.ts";
import type { Config } from "../../table/config/config.ts";
import { deviceNamed } from "../../table/config/devices.ts";
import { setupOf } from "../../table/setup/config-setup.ts";
import { loadFamilyOf } from "../../table/setup/load-families.ts";
import { unitFamily } from "../../table/setup/families.ts";
import { AcceptedPort } from "./live-acceptance.ts";
import { SessionWords } from "./session-words.ts";
import { readSteps, type DeviceSteps } from "./steps-file.ts";
import type { SeenWord } from "./words.ts";

/** The device of a configuration that is to be accepted, ready to be opened. */
export interface DeviceToAccept {
  readonly steps: DeviceSteps;
  readonly rulebook: string | null;
  readonly open: (
    clock: Clock,
    see: (words: readonly SeenWord[]) => void,
    say: (line: string) => void,
  ) => OpenedDevice;
}

export interface OpenedDevice {
  /** What it said of itself; null: nothing. */
  readonly identity: DeviceIdentity | null;
  /** A second source is asked for its reading. */
  look(): void;
  /** Every lamp is lit, or dark again; a device without lamps does nothing. */
  light(on: boolean): void;
  close(): Promise<void>;
}

const PANEL = "panel";
/** The panel is no device with a definition: its steps lie beside its driver all the same. */
export const PANEL_STEPS = new URL("../../../drivers/panel/acceptance.yaml", import.meta.url);

/** Finds the device of that name in a configuration. Throws a Problem: it has none of it. */
export async function deviceToAccept(config: Config, name: string): Promise<DeviceToAccept> {
  await loadFamilyOf(config);
  const setup = setupOf(config);
  const family = unitFamily(setup.family);
  const sessions = [...family.sessions(setup)];
  const names = [...sessions.map(([, { device }]) => device), ...(config.panel === undefined ? [] : [PANEL])];
  if (name === PANEL && config.panel !== undefined) return panelToAccept(config.panel);
  const [port, session] = sessions.find(([, one]) => one.device === name) ?? [];
  if (port === undefined || session === undefined)
    throw usageProblem(`--device ${name}: this configuration has ${names.join(", ")}`);
  const { acceptance } = deviceNamed(name);
  const steps = readSteps(acceptance.steps, "wheel" in setup.pack ? setup.pack.wheel.kind : null);
  const makeSignals = (await acceptance.readSignals?.()) ?? null;
  return {
    steps,
    rulebook: rulebookName(setup.pack),
    open: (clock, see, say) => {
      const devicePort = family.ports(config, setup, clock).get(port);
      if (devicePort === undefined)
        throw usageProblem(`${name} is a camera of this unit: tirada dice look and calibrate try it`);
      const words = new SessionWords(session, port, makeSignals);
      const opened = new AcceptedPort(devicePort, { words, port, clock, see }, say);
      return {
        get identity() {
          return words.identity;
        },
        look: () => opened.look(),
        light: () => undefined,
        close: () => opened.close(),
      };
    },
  };
}

/** The panel has no session: what its driver reports comes as the same words. */
function panelToAccept({ path, baud }: NonNullable<Config["panel"]>): DeviceToAccept {
  return {
    steps: readSteps(PANEL_STEPS, null),
    rulebook: null,
    open: (clock, see, say) => {
      const panel = startPanel({
        open: openSerial({ path, baudRate: baud, clock }),
        clock,
        random: randomFrom("acceptance"),
        listener: {
          onPress: (button, role) =>
            see([{ word: role === "jefe-de-mesa" ? `press ${button} ${role}` : `press ${button}` }]),
          onFault: (code, stands) => see([{ word: `${stands ? "fault" : "fault-cleared"} ${code}` }]),
          onNotice: say,
        },
      });
      let release: (() => void) | null = null;
      return {
        identity: null,
        look: () => undefined,
        light: (on) => {
          release?.();
          release = on ? panel.testLamps() : null;
        },
        close: () => panel.stop(),
      };
    },
  };
}
