import {
  PlayedWheel,
  rouletteSpin,
  type ElectronicWheel,
  type ModelSpin,
  type PlayedWheelOptions,
} from "../electronic/played-wheel.ts";
import { SS2_FAULTS, ss2Model, type Ss2Fault, type SpinTruth } from "./model.ts";

const S = 1_000_000;
/** Somebody switches the wheel on again when it has closed, and starts each game. */
const SWITCHED_ON = { afterUs: 5 * S, line: "*P 1" };
const STARTED = { afterUs: 6 * S, line: "*u 1" };

/** A SlingShot 2 with the people who start it. */
export function playedSs2(options: PlayedWheelOptions): ElectronicWheel {
  const { seed, ring, wear } = options;
  // As the captured wheel was set, and as the unit takes a wheel to be (`drivers/wheel/cammegh-ss2/device.ts`).
  const model = ss2Model({ seed, pockets: ring.length === 38 ? 38 : 37, parameters: { m: "2.0" }, wear });
  return new PlayedWheel(
    {
      model,
      faults: SS2_FAULTS,
      inject: (fault) => model.inject(fault as Ss2Fault),
      typedAfter: (event) => {
        if (event.e === "power" && event.on) return SWITCHED_ON;
        if (event.e !== "state") return null;
        return event.state === 6 ? SWITCHED_ON : event.state === 2 ? STARTED : null;
      },
      spinsOf: (event) =>
        event.e === "spin"
          ? [...launchWithRotor(event.spin), event.spin].map((spin) => rouletteSpin(spin, ring))
          : [],
      whyNotCertified: (fault) => (fault === "number-contradicted" ? "two numbers" : null),
    },
    options,
  );
}

/** A launch with the rotor that the wheel makes anew is a spin of its own to the law. */
function launchWithRotor(spin: SpinTruth): readonly ModelSpin[] {
  const { withRotorUs: launchedUs, rotor } = spin;
  if (launchedUs === null) return [];
  const sinceUs = { "ball-direction": launchedUs };
  return [{ ...spin, launchedUs, ball: rotor, pocket: null, sinceUs }];
}
