import { monoUs } from "../../src/time/instant.ts";
import { recordedOptions } from "../../firmware/replay/recorded-setup.ts";
import { tableSetup } from "../../firmware/table/setup/table-setup.ts";
import type { BuiltRecord } from "../../firmware/table/pipeline/pipeline.ts";
import { SHOE_PROFILES } from "../people/cards/fault-plans.ts";
import { DICE_PROFILES } from "../people/dice/make-throw.ts";
import { isOutcome, outcomeOf } from "../../firmware/office/faults/outcome.ts";
import { isRecorded, type Happening, type Scenario } from "../scenarios/scenario-file.ts";
import { PROFILES, type WheelDevice } from "./profiles.ts";
import { playDice } from "./dice/table.ts";
import { playCards } from "./shoe/table.ts";
import { SimulatedUnit } from "./unit.ts";
import { simulatedTable } from "./wheels.ts";
import "../../firmware/table/setup/every-family.ts";

/** What a scenario came to. */
export interface ScenarioOutcome {
  /** Every outcome, at its time since the scenario began, µs. */
  readonly came: readonly { readonly us: number; readonly round: number | null; readonly outcome: string }[];
  /** What it should have come to and did not, or came to and must not; empty: it is as its file says. */
  readonly problems: readonly string[];
}

/** The simulated tables play so many rounds at the most, whatever the end of a scenario says. */
const ROUNDS_MAX = 100_000;

/** Plays a scenario in simulated time through the unit's own pipeline, and holds what came against what its file says. */
export async function playScenario(scenario: Scenario): Promise<ScenarioOutcome> {
  const came: ScenarioOutcome["came"][number][] = [];
  const record = ({ line, body }: BuiltRecord): void => {
    const outcome = outcomeOf(body);
    if (outcome === null) return;
    const us = Number(/"mono":(\d+)/.exec(line)?.[1] ?? Number.NaN);
    if (us <= scenario.endUs) came.push({ us, round: "round" in body ? (body.round ?? null) : null, outcome });
  };
  if (isRecorded(scenario)) playRecorded(scenario, record);
  else if (scenario.table.name === "shoe") playCardScenario(scenario, record);
  else if (scenario.table.name === "dice") await playDiceScenario(scenario, record);
  else playWheelScenario(scenario, record);
  return {
    came,
    problems: problemsOf(
      scenario,
      came.map(({ outcome }) => outcome),
    ),
  };
}

/** What is not as the file says, one line each. */
export function problemsOf(
  { comes, never }: Pick<Scenario, "comes" | "never">,
  came: readonly string[],
): readonly string[] {
  const problems: string[] = [];
  let from = 0;
  for (const words of comes) {
    const at = came.findIndex((outcome, index) => index >= from && isOutcome(outcome, words));
    if (at < 0) problems.push(`"${words}" did not come${from === 0 ? "" : ` after "${came[from - 1] ?? ""}"`}`);
    else from = at + 1;
  }
  for (const words of never) {
    const outcome = came.find((one) => isOutcome(one, words));
    if (outcome !== undefined) problems.push(`"${outcome}" came, which must not`);
  }
  return problems;
}

type Heard = (record: BuiltRecord) => void;

/** Gives out what is due, each once. */
class Due {
  readonly #happens: readonly Happening[];
  #given = 0;

  constructor({ happens }: Scenario) {
    this.#happens = happens;
  }

  take(us: number): readonly Happening[] {
    const from = this.#given;
    while ((this.#happens[this.#given]?.us ?? Infinity) <= us) this.#given++;
    return this.#happens.slice(from, this.#given);
  }

  /** The faults among what is due. */
  takeFaults(us: number): readonly string[] {
    return this.take(us).flatMap((one) => (one.is === "fault" ? [one.fault] : []));
  }
}

function playWheelScenario(scenario: Scenario, heard: Heard): void {
  const { rulebook, seed, device, endUs } = scenario;
  const table = simulatedTable({
    rulebook,
    seed,
    profile: PROFILES.clean,
    board: "fast",
    device: device as WheelDevice,
  });
  const due = new Due(scenario);
  while (table.us < endUs) {
    for (const one of due.take(table.us)) {
      if (one.is === "fault") table.inject(one.fault);
      else if (one.is === "cable") table.setCable(one.isIn);
    }
    table.deliver(table.advance());
    table.drain().records.forEach(heard);
  }
}

/** Whoever deals cannot pull the cable between two cards: what is due meets the round that begins, or the next shoe that is made ready. */
function playCardScenario(scenario: Scenario, record: Heard): void {
  const { rulebook, seed, endUs } = scenario;
  const due = new Due(scenario);
  let owed: string[] = [];
  const take = <Fault extends string>(
    us: number,
    possible: readonly Fault[],
    most: number,
  ): readonly Fault[] => {
    owed.push(...due.takeFaults(us));
    const now = possible.filter((one) => owed.includes(one)).slice(0, most);
    owed = owed.filter((fault) => !now.some((one) => one === fault));
    return now;
  };
  playCards({ rulebook, seed, profile: SHOE_PROFILES.clean }, ROUNDS_MAX, {
    record,
    asked: (us, possible) => take(us, possible, Infinity),
    askedLoading: (us, possible) => take(us, possible, 1)[0] ?? null,
    isOver: (us) => us >= endUs,
  });
}

/** A throw has one fault: another that is due meanwhile meets the next. */
async function playDiceScenario(scenario: Scenario, record: Heard): Promise<void> {
  const { rulebook, seed, endUs } = scenario;
  const due = new Due(scenario);
  const owed: string[] = [];
  await playDice({ rulebook, seed, faults: DICE_PROFILES.clean, profile: "fast" }, ROUNDS_MAX, {
    record,
    asked: (us) => {
      owed.push(...due.takeFaults(us));
      return owed.shift() ?? null;
    },
    isOver: (us) => us >= endUs,
  });
}

/** What a device said and people keyed, at their times, to a table that was just opened. */
function playRecorded({ rulebook, device, options, houseRules, endUs, happens }: Scenario, heard: Heard): void {
  const setup = tableSetup(rulebook, device, houseRules, recordedOptions(device, options, null));
  const unit = new SimulatedUnit(setup, ({ records }) => records.forEach(heard));
  const [first = ""] = setup.devices.ports;
  unit.feed({ k: "auto-open", t: monoUs(0) });
  for (const port of setup.devices.ports) unit.open(port, 0, "a recording");
  for (const one of happens) {
    unit.wakeUpTo(one.us);
    if (one.is === "says") unit.receive(one.port ?? first, one.us, one.bytes);
    else if (one.is === "key") unit.press(one.us, one.key, { name: "a recording", role: one.by });
    else if (one.is === "cable" && one.isIn) unit.open(first, one.us, "a recording");
    else if (one.is === "cable") unit.lose(first, one.us);
  }
  unit.wakeUpTo(endUs);
}
