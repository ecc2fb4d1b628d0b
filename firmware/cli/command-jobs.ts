/** The commands by the job for which somebody looks for them. */
export const JOBS: Readonly<Record<string, readonly string[]>> = {
  "A table": [
    "setup",
    "join",
    "start",
    "doctor",
    "listen",
    "pin",
    // The next command of a table: a row above.
  ],
  "Its devices, while the unit is stopped: calibrate, identify, look": [
    "accept",
    "wheel",
    "dice",
    "read-dice",
    "board",
  ],
  "Its releases: which run, another one, the one before": ["update", "release"],
  "What happened: find, count, play again": ["find", "analyse", "replay", "events"],
  "Evidence for the inspector": ["export", "verify", "rejudge", "receipt", "confirm", "record", "key"],
  Rulebooks: ["rules"],
  "Tables far away, and who watches them": ["order", "fleet", "ca", "witness", "relay", "floor", "collector"],
};
/** Of those that no machine of a casino has. */
export const LABORATORY = "The laboratory";
