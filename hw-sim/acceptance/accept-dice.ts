import { SessionWords } from "../../firmware/care/acceptance/session-words.ts";
import type { AcceptanceState } from "../../firmware/care/acceptance/run-steps.ts";
import { isWord } from "../../firmware/care/acceptance/words.ts";
import { readSteps } from "../../firmware/care/acceptance/steps-file.ts";
import { DICE_TYPES } from "../../firmware/table/config/devices.ts";
import type { AnySession } from "../../firmware/table/setup/unit-family.ts";
import type { ThrowTruth } from "../people/dice/truth.ts";
import { DICE_PROFILES } from "../people/dice/make-throw.ts";
import type { Installed } from "../people/dice/install.ts";
import { playDice } from "../sim/dice/table.ts";
import type { SimLines } from "../sim/dice/sim-lines.ts";
import { FollowedSteps } from "./follow-steps.ts";

/** It gives its reading when the table asks, and says nothing of it on its line. */
const SECOND_EYE = "witness-eye";
const S = 1_000_000;
const THROWS_MAX = 30;
/** A simulated table may lack the device: others are looked at until one has it. */
const TABLES_MAX = 60;
const CABLE_OUT_US = 3 * S;

/** Accepts a device of a simulated dice table. `fault`: it hits every throw; null: nothing is wrong with it. */
export async function acceptDice(
  name: string,
  rulebook: string,
  fault: string | null,
  seed: string,
): Promise<AcceptanceState> {
  for (let table = 0; table < TABLES_MAX; table++) {
    const state = await acceptAt(name, rulebook, fault, `${seed}/${table}`);
    if (state !== null) return state;
  }
  throw new RangeError(`no simulated table of ${rulebook} has a ${name}, and ${fault ?? "nothing"} at it`);
}

/** Null: this table has no such device, or nothing that the fault concerns. */
async function acceptAt(
  name: string,
  rulebook: string,
  fault: string | null,
  seed: string,
): Promise<AcceptanceState | null> {
  const device = DICE_TYPES.find((one) => one.name === name);
  if (device === undefined) throw new RangeError(`${name} is no device of dice`);
  await device.load();
  const followed = new FollowedSteps(readSteps(device.acceptance.steps, null));
  // What the second eye has seen, it tells when it is asked: somebody who watches the first one knows when dice lie there.
  let firstEye: SessionWords | null = null;
  const at: { watched: { readonly port: string; readonly session: AnySession } | null } = { watched: null };
  let lines: SimLines | null = null;
  let truth: ThrowTruth | null = null;
  let [us, isHit] = [0, fault === null];
  await playDice({ rulebook, seed, faults: DICE_PROFILES.clean, profile: "fast" }, THROWS_MAX, {
    opened: (installed) => {
      at.watched ??= watchedAt(installed, name);
      firstEye = name === SECOND_EYE ? wordsOfEye(installed) : null;
      if (at.watched !== null) followed.watch(new SessionWords(at.watched.session, at.watched.port, null));
    },
    lines: (opened) => (lines = opened),
    entry: (entry) => {
      us = entry.t;
      followed.hear(entry);
      const lies = firstEye?.hear(entry).words.some(({ word }) => isWord(word, "rest")) === true;
      if (firstEye === null) followed.name(us, () => facesOf(truth));
      else if (lies && followed.asked === "throw-dice") followed.look(us, facesOf(truth));
      if (at.watched !== null && followed.begins("pull-cable")) {
        lines?.plug(at.watched.port, us + 1, false);
        lines?.plug(at.watched.port, us + CABLE_OUT_US, true);
      }
    },
    next: (next) => {
      truth = next;
      isHit ||= fault === null || next.faults.includes(fault);
    },
    asked: () => fault,
    isOver: () => followed.isOver || at.watched === null,
  });
  // At another table it may come about.
  if (at.watched === null || !isHit) return null;
  followed.take({ k: "stop", us });
  return followed.state;
}

/** The device's port and session at this table; null: it has none. A second eye looks at the lines of the first. */
function watchedAt(
  { setup }: Installed,
  name: string,
): { readonly port: string; readonly session: AnySession } | null {
  const own = setup.parts.find(({ type }) => type.name === name);
  if (own !== undefined) return { port: own.port, session: own.session };
  const eye = setup.parts.find(({ type }) => type.kind === "eye");
  const second = DICE_TYPES.find((one) => one.name === name);
  if (name !== SECOND_EYE || eye === undefined || second === undefined) return null;
  return { port: eye.port, session: second.session(eye.options) };
}

function wordsOfEye({ setup }: Installed): SessionWords | null {
  const eye = setup.parts.find(({ type }) => type.kind === "eye");
  return eye === undefined ? null : new SessionWords(eye.session, eye.port, null);
}

const facesOf = (truth: ThrowTruth | null): string =>
  truth === null
    ? "nothing"
    : truth.dice
        .filter(({ isExtra }) => !isExtra)
        .map(({ face }) => face)
        .join(" ");
