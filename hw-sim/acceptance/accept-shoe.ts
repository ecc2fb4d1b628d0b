import { SessionWords } from "../../firmware/care/acceptance/session-words.ts";
import type { AcceptanceState } from "../../firmware/care/acceptance/run-steps.ts";
import { readSteps } from "../../firmware/care/acceptance/steps-file.ts";
import { deviceNamed } from "../../firmware/table/config/devices.ts";
import type { Face } from "../../src/cards/card.ts";
import type { Entry } from "../../src/recording/entry.ts";
import { SHOE_PROFILES, type FaultKind } from "../people/cards/fault-plans.ts";
import { playCards } from "../sim/shoe/table.ts";
import { FollowedSteps } from "./follow-steps.ts";

/** Rounds after which an acceptance has come to nothing. */
const ROUNDS_MAX = 40;
const DEVICE = "tirada-shoe";

/** Accepts a simulated shoe, from which a croupier deals. `fault`: it hits every round; null: nothing is wrong with it. */
export async function acceptShoe(
  rulebook: string,
  fault: string | null,
  seed: string,
): Promise<AcceptanceState> {
  const device = deviceNamed(DEVICE);
  await device.load();
  const followed = new FollowedSteps(readSteps(device.acceptance.steps, null));
  let [startUs, lastUs] = [0, 0];
  /** A further table begins its time anew: for the person the day goes on. */
  const shifted = (entry: Entry): Entry => {
    lastUs = startUs + entry.t;
    return { ...entry, t: lastUs as Entry["t"] };
  };
  // The face that left last, with the time: a reading may come some moments later.
  const left: { readonly us: number; readonly face: Face }[] = [];
  let at = 0;
  playCards({ rulebook, seed, profile: SHOE_PROFILES.clean }, ROUNDS_MAX, {
    opened: (setup) => {
      startUs = lastUs;
      followed.watch(new SessionWords(setup.session, setup.port, null));
    },
    passed: (face) => left.push({ us: lastUs, face }),
    entry: (entry) => {
      const before = followed.state.at;
      followed.hear(shifted(entry));
      if (followed.state.at !== before) at = left.length;
      followed.name(lastUs, () => left[at++]?.face ?? "nothing");
    },
    asked: (_us, possible) => {
      const asked: string[] = fault === null ? [] : [fault];
      if (followed.asked === "open-lid") asked.push("lid");
      if (followed.asked === "pull-cable") asked.push("cable");
      return asked.filter((one): one is FaultKind => possible.some((kind) => kind === one));
    },
    isOver: () => followed.isOver,
  });
  followed.take({ k: "stop", us: lastUs });
  return followed.state;
}
