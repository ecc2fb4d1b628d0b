import { startScreensThread } from "../screens/server/screens-thread.ts";
import { INSTALLED_AT, RELEASE_ID } from "../release.ts";
import { checkInThread } from "../delivery/releases/own-files.ts";
import type { AheadOfStart } from "../unit/run.ts";

/** Begins what a start of a table can do before its own modules are read: a second core does it meanwhile. */
export const beginAhead = (): AheadOfStart => ({
  check:
    INSTALLED_AT === null
      ? null
      : checkInThread({ folder: INSTALLED_AT, digest: RELEASE_ID.manifest ?? "", restUs: 0 }),
  screens: startScreensThread(),
});
