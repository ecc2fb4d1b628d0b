import { digestOf } from "../../../src/dice/calibration/schema.ts";
import type { DicePack } from "../../../src/rules/pack.ts";
import { randomFrom } from "../../../src/time/random-source.ts";
import type { FeedResult } from "../../../firmware/table/pipeline/pipeline.ts";
import { renderedInstallation } from "../../people/dice/install.ts";
import { onlyFault, type DiceProfile } from "../../people/dice/make-throw.ts";
import { DicePeople } from "../../people/dice/people.ts";
import type { ThrowTruth } from "../../people/dice/truth.ts";
import type { DiceWorld } from "../../people/dice/world.ts";
import { commissionRandomSetup } from "./commissioned-setup.ts";
import { makeRenderedThrow } from "./rendered-throw.ts";
import { RenderedWorld } from "./rendered-world.ts";

/** A simulated dice table with its people, and what they throw next. */
export interface DiceTable {
  readonly world: DiceWorld;
  readonly people: DicePeople;
  /** `asked`: the one fault that it is to have, where it fits; null: chance decides. */
  readonly makeNext: (n: number, asked: string | null) => ThrowTruth;
}

/** A table whose dice roll, are rendered and are read. Read when it is asked for: the solver of rigid bodies takes its time to load. */
export async function renderedTable(
  pack: DicePack,
  { seed, faults }: { readonly seed: string; readonly faults: DiceProfile },
  onFed: (fed: FeedResult) => void,
): Promise<DiceTable> {
  const random = randomFrom(seed);
  const setup = await commissionRandomSetup(pack, random.fork("rig"));
  const installed = renderedInstallation(pack, digestOf(setup.calibration), random.fork("installation"));
  const world = new RenderedWorld({ installed, setup, seed, onFed });
  const people = new DicePeople({ world, pack, random: random.fork("people"), slipsPerMille: faults.perMille });
  const around = { installed, random: random.fork("dice") };
  const makeNext = (n: number, asked: string | null): ThrowTruth => {
    const profile = asked === null ? faults : onlyFault(asked);
    const { truth, pictured } = makeRenderedThrow(n, around, profile, setup);
    world.next = pictured;
    return truth;
  };
  return { world, people, makeNext };
}
