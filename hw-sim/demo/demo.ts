import { unrecordedValues } from "../../drivers/options.ts";
import { BALLS_OPTIONS, WHEEL_OPTIONS } from "../../firmware/table/config/devices.ts";
import type { BallsConfig } from "../../firmware/table/config/balls-config.ts";
import type { Config, DiceConfig, ShoeConfig, WheelConfig } from "../../firmware/table/config/config.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { hashPin } from "../../firmware/screens/server/client.ts";

/** Where demonstrations keep their journals and pseudo-terminals. */
export const DEMO_FOLDER = new URL("../../var/demo/", import.meta.url).pathname;

const PEOPLE = [
  { name: "Ana", role: "jefe-de-mesa", pin: "2468" },
  { name: "Bea", role: "croupier", pin: "1357" },
  { name: "Iria", role: "inspector", pin: "8024" },
] as const;

export const DEMO_NOTES: readonly string[] = PEOPLE.map(
  ({ name, role, pin }) => `sign in as ${name} (${role}) with PIN ${pin}`,
);

/** What differs between the demonstrations. */
export interface DemoChoice {
  readonly rulebook: string;
  readonly log: string;
  readonly folder: string;
  /** Readings of the law that the demonstrated house has adopted; default: none. */
  readonly houseRules?: readonly string[];
  readonly device:
    | { readonly wheel: Pick<WheelConfig, "device" | "path" | "baud"> }
    | { readonly shoe: Pick<ShoeConfig, "device" | "path" | "baud" | "decks" | "mode" | "dice"> }
    | { readonly dice: DiceConfig }
    | { readonly balls: Pick<BallsConfig, "device" | "path" | "extractor" | "cards"> };
}

export async function makeDemoConfig({
  rulebook,
  log,
  folder,
  device,
  houseRules = [],
}: DemoChoice): Promise<Config> {
  const common = {
    table: {
      name: "Mesa de demostración",
      log,
      rulebook,
      houseRules: [...houseRules],
      languages: [...LANGUAGES],
      openAtStart: true,
    },
    display: { host: "127.0.0.1", port: 8470 },
    people: await Promise.all(
      PEOPLE.map(async ({ name, role, pin }) => ({ name, role, pin: await hashPin(pin) })),
    ),
    storage: { folder, segmentMegabytes: 8, recordingMegabytes: 64 },
    test: true,
  };
  if ("balls" in device)
    return { ...common, balls: { ...unrecordedValues(BALLS_OPTIONS), wait: true, ...device.balls } };
  if ("dice" in device) return { ...common, dice: device.dice };
  if ("shoe" in device) return { ...common, shoe: { ...device.shoe, wait: true } };
  // Its simulated wheel is asked nothing.
  const wheel = { ...unrecordedValues(WHEEL_OPTIONS), wait: false, ...device.wheel };
  return { ...common, wheel };
}
