import type { PipelineSetup } from "../pipeline-setup.ts";
import { diceDevices } from "./dice.ts";
import { withDiceBeside } from "./dice-beside.ts";
import { shoeDevices } from "./shoe.ts";
import type { TableDevices } from "./table-devices.ts";
import { wheelDevices } from "./wheel.ts";

export type { TableDevices } from "./table-devices.ts";

/** How the devices of each family are put together: one row each. */
const FAMILIES: { readonly [F in PipelineSetup["family"]]: (setup: PipelineSetup & { family: F }) => unknown } =
  {
    wheel: wheelDevices,
    shoe: (setup) =>
      setup.dice === null ? shoeDevices(setup) : withDiceBeside(shoeDevices(setup), setup.dice),
    dice: diceDevices,
  };

/** The devices of a table. Their state is theirs alone: whoever keeps it does not look into it. */
export function devicesOf(setup: PipelineSetup): TableDevices {
  const make = FAMILIES[setup.family] as (one: PipelineSetup) => TableDevices;
  return make(setup);
}
