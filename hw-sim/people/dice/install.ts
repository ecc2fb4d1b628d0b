import type { Knows } from "../../../drivers/dice/eye/codes.ts";
import type { DicePack } from "../../../src/rules/pack.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { tableSetup, type DiceTableSetup } from "../../../firmware/table/setup/table-setup.ts";
import "../../../firmware/table/setup/every-family.ts";

/** What a simulated dice table is installed with. */
export interface Installed {
  readonly pack: DicePack;
  readonly setup: DiceTableSetup;
  /** What its eye was calibrated for. */
  readonly knows: readonly Knows[];
  readonly thrower: "shaker-mqtt" | "cage" | "cup-switch" | null;
  /** A detector of another maker. */
  readonly witness: { readonly isRequired: boolean } | null;
}

/** The simulated devices' own numbers. */
export const SIM_DEVICE = 0x5100_0042;
export const SHAKER_NAME = "Billy-III";
export const IDP_TABLE = "table-1";
export const DIGEST = "00d1ce00d1ce00d1";

/** A random table: with or without each device that the law does not require. */
export function randomInstallation(pack: DicePack, random: RandomSource): Installed {
  const thrower = throwerOf(pack, random);
  // The other maker's detector reads pips alone.
  const mayHave = pack.dice.faces === "pips" && random.oneIn(3);
  const witness = mayHave ? { isRequired: random.oneIn(2) } : null;
  return installed(pack, { thrower, knows: knowsOf(pack, random), witness });
}

/** A table whose eye is this release's own, over a small arena: it knows nothing beside faces and places. */
export function renderedInstallation(pack: DicePack, digest: string, random: RandomSource): Installed {
  return installed(pack, { thrower: throwerOf(pack, random), knows: [], witness: null }, digest);
}

/** A table for a demonstration: whatever throws its dice speaks, and its eye is this release's own over a small arena. */
export function shownInstallation(pack: DicePack): Installed {
  const thrower = (
    { shaker: "shaker-mqtt", cage: "cage", cup: "cup-switch", horn: "cup-switch", hand: null } as const
  )[pack.dice.thrownFrom];
  return installed(pack, { thrower, knows: [], witness: null });
}

type Choice = Pick<Installed, "thrower" | "knows" | "witness">;

function installed(pack: DicePack, { thrower, knows, witness }: Choice, digest = DIGEST): Installed {
  const devices = ["tirada-eye", thrower, witness === null ? null : "idp-mqtt"].filter((one) => one !== null);
  const names: string = devices.join("+");
  const setup = tableSetup(`${pack.jurisdiction}/${pack.game}`, names, [], {
    eye: { digest, knows },
    thrower: thrower === "shaker-mqtt" ? { id: SHAKER_NAME } : {},
    witness:
      witness === null ? {} : { id: IDP_TABLE, input: "rtsp://camera/dice", output: "rtsp://server/dice" },
    witnessRequired: witness?.isRequired === true,
  });
  if (setup.family !== "dice") throw new TypeError(`${pack.game} is no game of dice`);
  return { pack, setup, knows, thrower, witness };
}

function throwerOf({ dice }: DicePack, random: RandomSource): Installed["thrower"] {
  switch (dice.thrownFrom) {
    case "shaker":
      return "shaker-mqtt";
    case "cage":
      return "cage";
    case "cup":
    case "horn":
      return random.oneIn(3) ? null : "cup-switch";
    case "hand":
      return null;
  }
}

/** A dome or a cage is over the dice of this game, and they lie there until the next throw. */
export const isCovered = ({ dice: { thrownFrom } }: Pick<DicePack, "dice">): boolean =>
  thrownFrom === "shaker" || thrownFrom === "cage";

/** What an eye over this game's dice can be calibrated for. */
function knowableOf(pack: DicePack): readonly Knows[] {
  if (pack.dice.thrownFrom === "hand") return ["rim", "basket", "half", "wall", "rolled"];
  return isCovered(pack) ? ["dome"] : ["rim"];
}

/** Mostly all of it; some follow no single dice on their way, and at some tables one thing was not calibrated. */
function knowsOf(pack: DicePack, random: RandomSource): readonly Knows[] {
  const all = knowableOf(pack);
  if (random.oneIn(3)) return all.filter((one) => one !== "wall" && one !== "rolled");
  if (!random.oneIn(4)) return all;
  const without = random.pick(all);
  return all.filter((one) => one !== without);
}
