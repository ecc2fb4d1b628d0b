/** What can go wrong with an SS2. Sources: captures of 2025-09 to 2025-11; guide §4.1 where none shows it. */
export const SS2_FAULTS = [
  /** Flag 8 in state 2, the rotor turns once more, the launch is tried again: 25–29 s. */
  "launch-failed",
  /** The ball runs with the rotor: flag 2 for 6 s in state 2, then flag 8 and a new launch (captured). */
  "with-rotor-launch",
  /** The ball runs with the rotor and the wheel lets it: flag 2 through state 3, then 4 and 5 with a number (guide). */
  "with-rotor-rim",
  /** The captured rotor run-away: a climb to 90–98 rpm, a stall, flag 4, state 6. */
  "run-away",
  /** The ball leaves the wheel: flag 1 for good, or state 7; the wheel gives up after 75 s. */
  "ball-out",
  /** One line with flag 1 although the ball lies in the wheel: harmless. */
  "unseen-line",
  /** Flag 4 in state 4, state 6 half a minute later. */
  "sensor-stuck",
  /** The motor does not turn: flag 4 in state 1, then state 6. Applies when the wheel is started. */
  "motor-dead",
  /** The wheel closes in the middle of a spin and says nothing. */
  "abort",
  /** The power goes in the middle of a spin and comes back. */
  "power-loss",
  /** Somebody stops the rotor by hand in state 4; the wheel goes on and gives a number. */
  "rotor-stopped",
  /** The bare number is another than the one in the state-5 lines. */
  "number-contradicted",
] as const;

export type Ss2Fault = (typeof SS2_FAULTS)[number];
