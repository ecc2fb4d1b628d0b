import { SessionWords } from "../../firmware/care/acceptance/session-words.ts";
import type { AcceptanceState } from "../../firmware/care/acceptance/run-steps.ts";
import { readSteps } from "../../firmware/care/acceptance/steps-file.ts";
import { deviceNamed } from "../../firmware/table/config/devices.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import { wheelPack } from "../../src/rules/pack.ts";
import type { Entry } from "../../src/recording/entry.ts";
import type { FaultTable } from "../../firmware/office/faults/fault-catalogue.ts";
import { PROFILES, type WheelDevice } from "../sim/profiles.ts";
import { simulatedTable } from "../sim/wheels.ts";
import type { SpinTruth } from "../models/wheels/sensed/sensed-wheel.ts";
import { FollowedSteps } from "./follow-steps.ts";

/** What a spirit level shows, and nothing else. */
const OFF_LEVEL: readonly string[] = ["wheel-tilted", "level"];
/** A bad line is bad all the time. */
const NOISE = "line-noise";
const S = 1_000_000;
const NOISE_EVERY_US = 2 * S;
/** Out of its port for so long. */
const CABLE_OUT_US = 3 * S;
/** An acceptance that goes on for longer has come to nothing. */
const END_US = 3_600 * S;

/** Accepts a simulated wheel. `fault`: it hits every spin; null: nothing is wrong with it. */
export async function acceptWheel(
  { device: name, rulebook }: Pick<FaultTable, "device" | "rulebook">,
  fault: string | null,
  seed: string,
): Promise<AcceptanceState> {
  const device = deviceNamed(name);
  await device.load();
  const { pack } = tableSetup(rulebook, name, []);
  const steps = readSteps(device.acceptance.steps, wheelPack(pack).wheel.kind);
  const followed = new FollowedSteps(steps);
  const makeSignals = (await device.acceptance.readSignals?.()) ?? null;
  const entries: Entry[] = [];
  const table = simulatedTable({
    rulebook,
    seed,
    profile: PROFILES.clean,
    device: name as WheelDevice,
    board: "fast",
    follow: (entry) => entries.push(entry),
  });
  const setup = table.tableSetup;
  if (setup.family !== "wheel") throw new TypeError(`${name} is no wheel`);
  followed.watch(new SessionWords(setup.session, setup.port, makeSignals));
  const truths: SpinTruth[] = [];
  let plugAt: number | null = null;
  let noisyUs = 0;
  if (fault !== null) table.inject(fault);
  while (!followed.isOver && table.us < END_US) {
    for (const entry of entries.splice(0)) followed.hear(entry);
    followed.name(table.us, (us) => pocketAt(truths, us));
    if (followed.begins("pull-cable")) {
      table.setCable(false);
      plugAt = table.us + CABLE_OUT_US;
    }
    if (plugAt !== null && table.us >= plugAt) {
      table.setCable(true);
      plugAt = null;
    }
    if (followed.begins("see-level"))
      followed.take({ k: "answer", us: table.us, yes: !OFF_LEVEL.includes(fault ?? "") });
    table.deliver(table.advance());
    const { truth } = table.drain();
    truths.push(...truth);
    const isDue = truth.length > 0 || (fault === NOISE && table.us >= noisyUs);
    if (fault !== null && isDue) {
      table.inject(fault);
      noisyUs = table.us + NOISE_EVERY_US;
    }
    followed.take({ k: "tick", us: table.us });
  }
  return followed.state;
}

/** A number is given so long after the ball came to rest at the latest. */
const GIVEN_WITHIN_US = 20 * S;

/** Where the ball came to rest in the spin of which a number was given at that time; null: nobody knows it yet. */
function pocketAt(truths: readonly SpinTruth[], us: number): string | null {
  const spin = truths.findLast(({ launchedUs, endUs }) => launchedUs <= us && us - endUs < GIVEN_WITHIN_US);
  return spin === undefined ? null : (spin.pocket ?? "none");
}
