import {
  PlayedWheel,
  rouletteSpin,
  type ElectronicWheel,
  type PlayedWheelOptions,
} from "../electronic/played-wheel.ts";
import { MERCURY_FAULTS, mercuryModel, type MercuryFault } from "./model.ts";

/** A Mercury 360 with its dealer, on an extended port, in the model's own game mode. */
export function playedMercury(options: PlayedWheelOptions): ElectronicWheel {
  const { seed, ring, wear } = options;
  const model = mercuryModel({ seed, pockets: ring.length === 38 ? 38 : 37, protocol: "extended", wear });
  return new PlayedWheel(
    {
      model,
      faults: MERCURY_FAULTS,
      inject: (fault) => model.inject(fault as MercuryFault),
      typedAfter: () => null,
      spinsOf: (event) => (event.e === "spin" ? [rouletteSpin(event.spin, ring)] : []),
      whyNotCertified: () => null,
    },
    options,
  );
}
