import { readFileSync } from "node:fs";
import { ShoeDevice } from "../../../hw-sim/models/shoe/device/device.ts";
import type { ShoeEvent } from "../../../hw-sim/models/shoe/device/events.ts";
import { scanReports } from "../../../hw-sim/models/shoe/readers/scanner.ts";
import { ss2Model } from "../../../hw-sim/models/wheels/ss2/model.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import { US_PER_S } from "../../../src/time/instant.ts";
import { clock, FOLDER } from "./bench.ts";
import { Gadget, KEYBOARD, shoeFunction, type GadgetOptions } from "./gadget.ts";
import { play, type Step } from "./played.ts";

/** The devices of the bench: each a gadget of the kernel, played by the project's own model of it. */

const NAMES = { manufacturer: "Bench", vendor: "0x1d6b" } as const;
/** How long a wheel has had its power when it is plugged in: it says nothing in its first seconds. */
const ON_US = 8 * US_PER_S;

export const WHEEL: GadgetOptions = {
  ...NAMES,
  product: "Wheel",
  serial: "W-0001",
  productId: "0x0104",
  hid: null,
};
export const SCANNER: GadgetOptions = {
  ...NAMES,
  product: "Scanner",
  serial: "B-0001",
  productId: "0x0106",
  hid: KEYBOARD,
};
export const shoe = (): GadgetOptions => ({
  ...NAMES,
  product: "Shoe",
  serial: "S-0001",
  productId: "0x0105",
  hid: shoeFunction(readFileSync(`${FOLDER}/tirada-shoe.md`, "utf8")),
});

/** A device that is played; plugged in or not. */
export interface BenchDevice {
  readonly gadget: Gadget;
  stop(): void;
}

const played = (at: number, options: GadgetOptions, step: Step): BenchDevice => {
  const gadget = new Gadget(at, options);
  gadget.plug();
  return { gadget, ...play(gadget.path, step, clock) };
};

/** Captured but for the bit by which a wheel waits for its croupier (`*o`). */
const MODE_BY_ITSELF = 1_157;

/** A wheel that somebody switched on and opened: it spins by itself. */
export function wheelOn(at: number, seed: string): BenchDevice {
  const model = ss2Model({ seed, mode: MODE_BY_ITSELF });
  model.power(true, 0);
  model.step(ON_US, "*P 1\r\n");
  return played(at, WHEEL, (us, host) => [model.step(ON_US + us, host).bytes].filter((text) => text !== ""));
}

export interface BenchShoe extends BenchDevice {
  /** Something happens in its mechanics, as soon as may be. */
  happens(event: ShoeEvent): void;
}

export function shoeOn(at: number, decks: number): BenchShoe {
  const device = new ShoeDevice({ wire: "hid", kind: 1, device: 0xabcd, decks, random: randomFrom("shoe") });
  device.power(true, 0);
  let coming: ShoeEvent[] = [];
  const step: Step = (us, host) => {
    const events = coming;
    coming = [];
    return device.step(us, events, host).map(({ bytes }) => bytes);
  };
  return { ...played(at, shoe(), step), happens: (event) => coming.push(event) };
}

export interface BenchScanner extends BenchDevice {
  scan(label: string): void;
}

export function scannerOn(at: number): BenchScanner {
  let typed: string[] = [];
  const random = randomFrom("scanner");
  const step: Step = () => {
    const now = typed;
    typed = [];
    return now;
  };
  return {
    ...played(at, SCANNER, step),
    scan: (label) => void typed.push(...scanReports(0, label, random).map(({ bytes }) => bytes)),
  };
}
