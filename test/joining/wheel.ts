import { ss2Model } from "../../hw-sim/models/wheels/ss2/model.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { US_PER_S } from "../../src/time/instant.ts";
import { plugIn } from "../support/ported-devices.ts";

/** A wheel that spins by itself on a port of the machine, until it is ended: `wheel.mjs FOLDER NAME`. */

/** Captured but for the bit by which a wheel waits for its croupier (`*o`). */
const MODE_BY_ITSELF = 1_157;
/** It says nothing in its first seconds. */
const ON_US = 8 * US_PER_S;

const [, , folder = "", name = ""] = process.argv;
const model = ss2Model({ seed: "joining", mode: MODE_BY_ITSELF });
model.power(true, 0);
model.step(ON_US, "*P 1\r\n");
await plugIn(folder, name, { step: (us, host) => model.step(us, host) }, systemClock(), ON_US);
