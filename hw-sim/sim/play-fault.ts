import {
  LOADING_FAULTS,
  SHOE_PROFILES,
  type FaultKind,
  type LoadingFault,
} from "../people/cards/fault-plans.ts";
import {
  BALL_FAULTS,
  BALL_SLIPS,
  BALLS_PROFILES,
  type BallFault,
  type BallSlip,
} from "../people/balls/faults.ts";
import { DICE_PROFILES } from "../people/dice/make-throw.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { isOutcome, isVerdictOutcome, outcomeOf } from "../../firmware/office/faults/outcome.ts";
import type { FaultRow, FaultTable } from "../../firmware/office/faults/fault-catalogue.ts";
import { SimulatedHall } from "./balls/hall.ts";
import { playDice } from "./dice/table.ts";
import { PROFILES, type WheelDevice } from "./profiles.ts";
import { playCards } from "./shoe/table.ts";
import { simulatedTable } from "./wheels.ts";
import "../../firmware/table/setup/every-family.ts";

/** What a fault of the catalogue came to: the verdicts of the round that it hit, and the faults that were named since it was asked for. */
export interface FaultOutcome {
  /** Null: it hit no round. */
  readonly verdicts: readonly string[] | null;
  readonly faults: readonly string[];
}

/** Spins and rounds after which a fault that hit none counts as one that hits none. */
const SPINS_MAX = 9;
const ROUNDS_TRIED = 20;

/** Other tables are tried until it hits a round: not every one has what it concerns. Of a fault that need not hit any, only some. */
const TABLES_TRIED = 24;
const TABLES_TRIED_UNSEEN = 2;

/** Plays one fault at a table of the catalogue, asked for when a round is under way or about to begin. */
export async function playFault(
  { name, device, ...table }: FaultTable,
  { fault, unseen, rulebook = table.rulebook }: Pick<FaultRow, "fault" | "rulebook" | "unseen">,
  seed: string,
): Promise<FaultOutcome> {
  const most = unseen ? TABLES_TRIED_UNSEEN : TABLES_TRIED;
  for (let tried = 1; ; tried++) {
    const outcome = await playOnce({ name, device }, rulebook, fault, `${seed}/${fault}/${tried}`);
    if (outcome.verdicts !== null || (unseen && outcome.faults.length > 0) || tried === most) return outcome;
  }
}

async function playOnce(
  { name, device }: Pick<FaultTable, "name" | "device">,
  rulebook: string,
  fault: string,
  seed: string,
): Promise<FaultOutcome> {
  const loading = LOADING_FAULTS.find((one) => one === fault);
  if (loading !== undefined) return loadingFault(rulebook, loading, seed);
  if (name === "shoe") return cardFault(rulebook, fault as FaultKind, seed);
  if (name === "dice") return diceFault(rulebook, fault, seed);
  if (name === "balls") return ballsFault(rulebook, fault, seed);
  return wheelFault(device, rulebook, fault, seed);
}

function wheelFault(device: string, rulebook: string, fault: string, seed: string): FaultOutcome {
  const table = simulatedTable({
    rulebook,
    seed,
    profile: PROFILES.clean,
    board: "fast",
    device: device as WheelDevice,
  });
  const all: { readonly us: number; readonly outcome: string }[] = [];
  let [spins, askedUs, fromUs, toUs] = [0, Infinity, Infinity, Infinity];
  while (toUs === Infinity && spins < SPINS_MAX) {
    table.deliver(table.advance());
    const { records, truth } = table.drain();
    for (const { line, body } of records) {
      const outcome = outcomeOf(body);
      if (outcome !== null) all.push({ us: Number(/"mono":(\d+)/.exec(line)?.[1]), outcome });
      if (askedUs < Infinity || spins === 0 || body.kind !== "phase" || body.phase !== "ball-in-play") continue;
      table.inject(fault);
      askedUs = table.us;
    }
    for (const spin of truth) {
      spins++;
      // A table of electronics has closed bets by then.
      if (askedUs === Infinity && spins > 1) {
        table.inject(fault);
        askedUs = table.us;
      }
      if (fromUs < Infinity) toUs = Math.min(toUs, spin.launchedUs);
      else if (spin.fault?.split("+").includes(fault) === true) fromUs = spin.launchedUs;
    }
  }
  const seen = all.filter(({ us }) => us < toUs);
  const named = seen.flatMap(({ us, outcome }) =>
    us >= askedUs && outcome.startsWith("fault ") ? [outcome.slice(6)] : [],
  );
  const verdicts = seen
    .filter(({ us, outcome }) => us >= fromUs && isVerdictOutcome(outcome))
    .map(({ outcome }) => outcome);
  return { verdicts: fromUs === Infinity ? null : verdicts, faults: [...new Set(named)] };
}

function cardFault(rulebook: string, fault: FaultKind, seed: string): FaultOutcome {
  const followed = new FollowedRound();
  playCards({ rulebook, seed, profile: SHOE_PROFILES.clean }, ROUNDS_TRIED, {
    record: (record) => followed.record(record),
    asked: (_us, possible) => (!followed.isAsked && possible.includes(fault) ? [followed.ask(fault)] : []),
    settled: ({ round, faults }) => {
      if (faults.includes(fault)) followed.settle(round);
    },
    isOver: () => followed.isOver,
  });
  return followed.outcome;
}

/** Rounds of a shoe that are held against what the catalogue says. */
const ROUNDS_OF_SHOE = 12;

/** What is wrong with a shoe comes to light as it is made ready, in its first round, or when the card in question is dealt: all of them count. */
function loadingFault(rulebook: string, fault: LoadingFault, seed: string): FaultOutcome {
  const followed = new FollowedRound();
  let rounds = 0;
  playCards({ rulebook, seed, profile: SHOE_PROFILES.clean }, ROUNDS_OF_SHOE + 1, {
    record: (record) => followed.record(record),
    askedLoading: (_us, possible) =>
      !followed.isAsked && possible.includes(fault) ? followed.ask(fault) : null,
    settled: () => {
      if (followed.isAsked && ++rounds === ROUNDS_OF_SHOE) followed.settle(null);
    },
    isOver: () => followed.isOver,
  });
  return followed.outcome;
}

/** By this ball most games run still. */
const FAULT_BALL = 12;

/** The second game of a hall, in which one thing goes wrong; two people name different balls where one was not read. */
function ballsFault(rulebook: string, fault: string, seed: string): FaultOutcome {
  const hall = new SimulatedHall({ rulebook, seed, profile: BALLS_PROFILES.clean });
  hall.play();
  const slip = (Object.keys(BALL_SLIPS) as BallSlip[]).find((one) => one === fault);
  const is = (Object.keys(BALL_FAULTS) as BallFault[]).find((one) => one === fault);
  const named = slip === "names-differ" ? "unread" : is;
  const { truth, records } = hall.play({
    fault: named === undefined ? null : { is: named, at: FAULT_BALL },
    slips: slip === undefined ? [] : [slip],
  });
  const outcomes = records.map(outcomeOf).filter((one) => one !== null);
  return {
    verdicts: truth.wrong.includes(fault) ? outcomes.filter(isVerdictOutcome) : null,
    faults: outcomes.flatMap((one) => (one.startsWith("fault ") ? [one.slice(6)] : [])),
  };
}

/** Throws before the one with the fault. */
const THROWS_BEFORE = 2;
const THROWS_TRIED = 5;

async function diceFault(rulebook: string, fault: string, seed: string): Promise<FaultOutcome> {
  const followed = new FollowedRound();
  let throws = 0;
  await playDice({ rulebook, seed, faults: DICE_PROFILES.clean, profile: "fast" }, THROWS_TRIED, {
    record: (record) => followed.record(record),
    asked: () => (throws++ === THROWS_BEFORE ? followed.ask(fault) : null),
    settled: ({ truth }) => {
      if (truth.faults.includes(fault)) followed.settle(null);
    },
    isOver: () => followed.isOver,
  });
  return followed.outcome;
}

/** Follows the records of a table whose people are simulated, from a fault that was asked for to the end of the round that it hit. */
class FollowedRound {
  isAsked = false;
  #hit: readonly string[] | null = null;
  #since: { readonly round: number | null; readonly outcome: string }[] = [];

  record({ body }: BuiltRecord): void {
    const outcome = outcomeOf(body);
    if (outcome !== null && this.isAsked && !this.isOver)
      this.#since.push({ round: "round" in body ? (body.round ?? null) : null, outcome });
  }

  ask<Fault>(fault: Fault): Fault {
    this.isAsked = true;
    return fault;
  }

  /** `round`: the one that was hit; null: everything since is of it. */
  settle(round: number | null): void {
    if (this.isOver) return;
    const own = this.#since.filter((one) => round === null || one.round === round);
    this.#hit = own.map(({ outcome }) => outcome).filter(isVerdictOutcome);
  }

  get isOver(): boolean {
    return this.#hit !== null;
  }

  get outcome(): FaultOutcome {
    const named = this.#since.flatMap(({ outcome }) =>
      outcome.startsWith("fault ") ? [outcome.slice(6)] : [],
    );
    return { verdicts: this.#hit, faults: [...new Set(named)] };
  }
}

/** What of an outcome is not as the catalogue says; empty: all of it is. */
export function outcomeProblems(
  { comes, unseen, raises }: FaultRow,
  { verdicts, faults }: FaultOutcome,
): readonly string[] {
  const missing = raises
    .filter((code) => !faults.includes(code))
    .map((code) => `the fault ${code} was not named`);
  if (verdicts === null) return unseen ? missing : ["it hit no round", ...missing];
  const strange = verdicts.filter((one) => !comes.some((words) => isOutcome(one, words)));
  const none = verdicts.length === 0 && !unseen ? ["its round came to no verdict"] : [];
  return [...strange.map((one) => `its round came to "${one}"`), ...none, ...missing];
}
