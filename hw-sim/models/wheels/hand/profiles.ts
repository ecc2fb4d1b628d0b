import type { Profile } from "../sensed/sensed-wheel.ts";

/** Rates of everything that sensors and people do wrong without its being a fault of the catalogue. "One in" counts; 0 is never. */
export interface ErrorRates extends Profile {
  /** σ of an edge's instant, µs. */
  readonly jitterUs: number;
  /** A pulse of A, B, C, or of P, I, X, that does not come at all: one in. */
  readonly missedBall: number;
  readonly missedOther: number;
  /** A mark's edge that does not come (and the next with it): one in. */
  readonly missedMark: number;
  /** An edge after which the sensor falls back for 10–200 µs: one in, for A B C P I X and for marks. */
  readonly doubled: number;
  readonly doubledMark: number;
  /** Spins in which all reflective sensors see a flash of light: one in; in which one sensor alone sees something. */
  readonly flash: number;
  readonly spurious: number;
  /** Share of the mark edges below 2 rpm that chatter with the table's vibration. */
  readonly chatter: number;
  /** Share of the spins in which the croupier does one of the things that people do. */
  readonly humanShare: number;
}

const CLEAN: ErrorRates = {
  name: "clean",
  faultPerMille: 0,
  jitterUs: 20,
  missedBall: 0,
  missedOther: 0,
  missedMark: 0,
  doubled: 0,
  doubledMark: 0,
  flash: 0,
  spurious: 0,
  chatter: 0,
  humanShare: 0,
};

export const PROFILES: Readonly<Record<Profile["name"], ErrorRates>> = {
  clean: CLEAN,
  default: {
    name: "default",
    faultPerMille: 30,
    jitterUs: 40,
    missedBall: 2_000,
    missedOther: 5_000,
    missedMark: 3_000_000,
    doubled: 1_000,
    doubledMark: 500_000,
    flash: 1_500,
    spurious: 800,
    chatter: 0.02,
    humanShare: 0.25,
  },
  rough: {
    name: "rough",
    faultPerMille: 250,
    jitterUs: 60,
    missedBall: 300,
    missedOther: 500,
    missedMark: 100_000,
    doubled: 100,
    doubledMark: 20_000,
    flash: 60,
    spurious: 40,
    chatter: 0.2,
    humanShare: 0.6,
  },
};

/** `faultPerMille` of the profile that was asked for stands; everything else comes with its name. */
export function errorRatesOf(profile: Profile): ErrorRates {
  return { ...PROFILES[profile.name], faultPerMille: profile.faultPerMille };
}
