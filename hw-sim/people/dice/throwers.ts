import { CageModel } from "../../models/dice/devices/cage.ts";
import { CupModel } from "../../models/dice/devices/cup.ts";
import type { DeviceModel } from "../../models/dice/devices/model.ts";
import { ShakerMqttModel } from "../../models/dice/devices/shaker-mqtt.ts";
import type { RandomSource } from "../../../src/time/random-source.ts";
import { SHAKER_NAME, SIM_DEVICE, type Installed } from "./install.ts";
import type { ThrowTruth } from "./truth.ts";

/** When the dice move: from and to, µs; `to` null: they are shaken on and on. Null: they do not move at all. */
export interface Motion {
  readonly fromUs: number;
  readonly toUs: number | null;
}

/** What throws the dice: a device with what people do to it, or a hand. */
export interface Thrower {
  readonly model: DeviceModel | null;
  /** Dice for the next throw are taken up. */
  load(us: number, truth: ThrowTruth): void;
  throw(us: number, truth: ThrowTruth): Motion | null;
  /** Frees a device that hangs after a throw that failed. */
  free(us: number): void;
}

/** The length of a shake as the game's own server has it, ms. */
const SHAKE_MS = 9_590;
const SPIN_UP_US = 300_000;
const MILLI_TURNS_PER_S = 900;

/** `speed`: how many times faster than real the table's time goes. */
export function throwerOf({ pack, thrower }: Installed, random: RandomSource, speed = 1): Thrower {
  switch (thrower) {
    case "shaker-mqtt":
      return shakerMqtt(random, speed);
    case "cage":
      return cage(random);
    case "cup-switch":
      return cup();
    case null:
      // A cup without switches hides the dice; a hand does too.
      return byHand(pack.dice.thrownFrom === "hand" ? 0 : 1_600_000);
  }
}

const nothing = (): void => undefined;

function byHand(delayUs: number): Thrower {
  return {
    model: null,
    load: nothing,
    throw: (us, { rollMs }) => ({ fromUs: us + delayUs, toUs: us + delayUs + rollMs * 1_000 }),
    free: nothing,
  };
}

/** Its messages carry no time: it shakes in real time, and so much shorter. */
function shakerMqtt(random: RandomSource, speed: number): Thrower {
  const fresh = (): ShakerMqttModel =>
    new ShakerMqttModel({ name: SHAKER_NAME, random: random.fork("shaker") });
  let model = fresh();
  return {
    model: { step: (us, host) => model.step(us / speed, host) },
    load: nothing,
    throw: (us, truth) => {
      model.shake(us / speed, SHAKE_MS / speed, truth.shakeFault);
      return shakeMotion(us, truth, speed);
    },
    // Switched off and on again: it is idle.
    free: () => {
      model = fresh();
    },
  };
}

function shakeMotion(us: number, { shakeFault, rollMs }: ThrowTruth, speed: number): Motion | null {
  const fromUs = us + SPIN_UP_US * speed;
  if (shakeFault?.f === "none") return null;
  if (shakeFault?.f === "stuck") return { fromUs, toUs: null };
  const percent = shakeFault?.f === "short" || shakeFault?.f === "error" ? shakeFault.percent : 100;
  // After the last stroke they roll on for a moment.
  return { fromUs, toUs: fromUs + Math.round((SHAKE_MS * 1_000 * percent) / 100) + rollMs * 200 };
}

function cage(random: RandomSource): Thrower {
  const model = new CageModel({ device: SIM_DEVICE, countsPerTurn: random.pick([400, 1_024, 2_400]) });
  model.power(true, 0);
  return {
    model,
    load: nothing,
    throw: (us, { ways, rollMs }) => {
      model.turn(us, ways, MILLI_TURNS_PER_S);
      const turned = ways.reduce((sum, way) => sum + Math.abs(way), 0);
      return {
        fromUs: us + 80_000,
        toUs: us + Math.round((turned * 1_000_000) / MILLI_TURNS_PER_S) + rollMs * 300,
      };
    },
    free: nothing,
  };
}

function cup(): Thrower {
  const model = new CupModel({ device: SIM_DEVICE });
  model.power(true, 0);
  let inside = 0;
  return {
    model,
    load: (us, { loaded }) => {
      if (loaded > inside) model.load(us, loaded - inside);
      inside = Math.max(inside, loaded);
    },
    throw: (us, { stay, together, rollMs }) => {
      model.throw(us, { stay, together });
      inside = stay;
      // Out of the horn some time after it is tipped.
      return { fromUs: us + 1_000_000, toUs: us + 1_000_000 + rollMs * 1_000 };
    },
    free: nothing,
  };
}
